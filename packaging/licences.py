"""Gathers the licences of everything that goes along in the folder build: ``python packaging/licences.py FOLDER``.

Run by the environment that the folder was built from. Each distribution that Treelens needs, directly or not, gets a
folder with the texts that came with it, and a line in ``README.txt``.
"""

from __future__ import annotations

import re
import shutil
import sys
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

_TEXT = re.compile(r"(licen[cs]e|copying|notice|authors)", re.IGNORECASE)


def needed(name: str, found: dict[str, Distribution]) -> dict[str, Distribution]:
    """Add a distribution and all that it requires here to those *found*, by their names."""
    try:
        one = distribution(name)
    except PackageNotFoundError:  # wanted on other systems only
        return found
    if one.name.lower() not in found:
        found[one.name.lower()] = one
        for requirement in one.requires or ():
            if "extra ==" not in requirement:
                needed(re.split(r"[\s<>=!~;\[(]", requirement, maxsplit=1)[0], found)
    return found


def licence_of(one: Distribution) -> str:
    """Return what a distribution says its licence is, in a line."""
    said = one.metadata
    classified = [text.rpartition(" :: ")[2] for text in said.get_all("Classifier") or () if "License ::" in text]
    short = (said["License-Expression"] or "").strip() or ", ".join(classified)
    return short or (said["License"] or "see its text").strip().splitlines()[0]


def gather(folder: Path) -> None:
    """Write the texts and the list of them."""
    lines = ["Treelens goes along with these, each under its own licence:", ""]
    for name, one in sorted(needed("treelens", {}).items()):
        lines.append(f"{one.name} {one.version}: {licence_of(one)}")
        for file in one.files or ():
            if _TEXT.match(file.name) and file.suffix not in (".py", ".pyc"):
                target = folder / name / file.name
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(file.locate(), target)
    lines += ["", f"and Python {sys.version.split()[0]}: Python Software Foundation License"]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "README.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    python = Path(sys.base_prefix, "lib", f"python{sys.version_info.major}.{sys.version_info.minor}", "LICENSE.txt")
    if python.is_file():
        (folder / "python").mkdir(exist_ok=True)
        shutil.copyfile(python, folder / "python" / python.name)


if __name__ == "__main__":
    gather(Path(sys.argv[1]))
