"""What desktops read (packaging/desktop) is well formed, and all of it means the same program."""

import configparser
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PySide6.QtGui import QImage

from treelens.gui.app import DESKTOP_ID
from treelens.gui.files import SUFFIX

ROOT = Path(__file__).parents[1]
PACKAGING = ROOT / "packaging"
ENTRY = PACKAGING / "desktop" / f"{DESKTOP_ID}.desktop"
METAINFO = PACKAGING / "desktop" / f"{DESKTOP_ID}.metainfo.xml"
MIME = PACKAGING / "desktop" / "treelens.xml"
TYPE = "application/x-treelens-session"
NAMESPACE = {"mime": "http://www.freedesktop.org/standards/shared-mime-info"}


@pytest.fixture
def entry():
    """The keys of the desktop file."""
    parser = configparser.ConfigParser(interpolation=None)
    parser.optionxform = str
    parser.read(ENTRY, encoding="utf-8")
    assert parser.sections() == ["Desktop Entry"]
    return parser["Desktop Entry"]


@pytest.fixture
def metainfo():
    return ElementTree.parse(METAINFO).getroot()


def test_the_desktop_file_starts_the_program_that_is_installed(entry):
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["scripts"]
    command, files = entry["Exec"].split()
    assert command in scripts
    assert files == "%F"
    assert entry["Icon"] == command
    assert entry["Terminal"] == "false"


def test_all_of_it_names_the_same_program(entry, metainfo):
    assert metainfo.findtext("id") == DESKTOP_ID
    assert metainfo.findtext("launchable") == ENTRY.name
    assert metainfo.findtext("name") == entry["Name"] == "Treelens"
    assert metainfo.findtext("summary") == entry["Comment"]
    assert metainfo.findtext("icon") == entry["Icon"]
    assert metainfo.findtext("project_license") == "MIT"
    assert [part.text for part in metainfo.find("provides")] == ["treelens", TYPE]


def test_sessions_have_one_type_everywhere(entry, metainfo):
    declared = ElementTree.parse(MIME).getroot().find("mime:mime-type", NAMESPACE)
    assert declared.get("type") == TYPE
    assert declared.find("mime:glob", NAMESPACE).get("pattern") == f"*{SUFFIX}"
    assert entry["MimeType"] == f"{TYPE};"
    assert metainfo.findtext("provides/mediatype") == TYPE
    for other in ("treelens.spec", "windows/treelens.iss"):
        assert TYPE in (PACKAGING / other).read_text(encoding="utf-8")


def test_the_package_depends_on_every_library_that_setup_installs():
    script = (PACKAGING / "system-libraries.sh").read_text(encoding="utf-8")
    libraries = set(re.findall(r"\.so\.\d+:(\S+?)[;\s\\]", script))
    assert len(libraries) > 8
    control = (PACKAGING / "deb" / "control").read_text(encoding="utf-8")
    depends = next(line for line in control.splitlines() if line.startswith("Depends:"))
    assert not {name for name in libraries if not re.search(rf"\b{re.escape(name)}\b", depends)}


@pytest.mark.parametrize(
    "command",
    [
        ["desktop-file-validate", ENTRY],
        ["appstreamcli", "validate", "--no-net", METAINFO],
        ["shellcheck", *sorted(PACKAGING.glob("build-*.sh"))],
    ],
    ids=lambda command: command[0],
)
def test_those_who_know_the_forms_agree(command):
    if shutil.which(command[0]) is None:
        pytest.skip(f"needs {command[0]}, which is not installed")
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr


def test_icons_are_drawn_in_every_size(tmp_path):
    for folder in ("one", "two"):
        environment = os.environ | {"QT_QPA_PLATFORM": "offscreen"}
        command = [sys.executable, PACKAGING / "icons.py", tmp_path / folder]
        subprocess.run(command, check=True, env=environment, timeout=60)
    found = sorted((tmp_path / "one").rglob("*.*"))
    sizes = {int(path.parts[-3].partition("x")[0]): path for path in found if path.suffix == ".png"}
    assert {16, 32, 48, 128, 256, 512} <= sizes.keys()
    for size, path in sizes.items():
        picture = QImage(str(path))
        assert (picture.width(), picture.height()) == (size, size)
        assert picture.pixelColor(size // 2, size // 8).name() == "#0b62f5"  # drawn, not empty
        assert picture.pixelColor(0, 0).alpha() == 0
    assert {path.suffix for path in found} == {".png", ".svg", ".ico", ".icns"}
    for path in found:
        assert path.read_bytes() == (tmp_path / "two" / path.relative_to(tmp_path / "one")).read_bytes()
