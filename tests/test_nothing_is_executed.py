"""Whatever is in files, nothing is executed, nobody is called, and nothing is written but what was asked for."""

import json
import os
import subprocess
import sys
from pathlib import Path

from hostile_files import MARK, hostile_pair

HERE = Path(__file__).parent
RULES = f"""
[[phenomenon]]
name = "__import__('os').system('{MARK}')"
regex = '(a+)+$'
[[phenomenon]]
name = "pattern"
tgrep = '/(a+)+$/ < /(.*)*x/'
"""


def run_watched(folder: Path, *runs: list[str]) -> list[str]:
    """Run commands under watch; return what they did that they must not do."""
    arguments = [str(folder)] + [part for one in runs for part in ("--", *one)]
    own = {name: str(folder / name) for name in ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "TMPDIR")}
    (folder / "TMPDIR").mkdir()
    done = subprocess.run(
        [sys.executable, str(HERE / "watched_program.py"), *arguments],
        env=os.environ | own | {"QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        errors="replace",
        timeout=200,
        check=False,
    )
    assert done.stdout.count("\nran ") + done.stdout.startswith("ran ") == len(runs), done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return [line for line in done.stdout.split("\n") if line.startswith("SEEN")]


def test_commands_on_hostile_files(tmp_path):
    pair, rules = hostile_pair(tmp_path), tmp_path / "rules.toml"
    rules.write_text(RULES, encoding="utf-8")
    suite = tmp_path / "suite.toml"
    suite.write_text(f'[[sentence]]\nid = "1"\ncore = ["pattern"]\ntext = "{MARK}"\n', encoding="utf-8")
    seen = run_watched(
        tmp_path,
        ["score", *pair, "--metrics", "evalb,emms,mph"],
        ["rank", *pair, "--where", f'/{MARK}/ or "{MARK}" or tgrep:"/(a+)+$/"'],
        ["errors", *pair],
        ["phenomena", str(suite), str(rules), pair[1]],
        ["convert", pair[0], "--to", "tigerxml", "-o", str(tmp_path / "out.xml")],
        ["figure", *pair, "--id", "1", "-o", str(tmp_path / "out.svg")],
    )
    assert not seen


def test_the_window_on_sessions_with_hostile_files_and_paths(tmp_path):
    gold, system = hostile_pair(tmp_path)
    folder = tmp_path / "deep"
    folder.mkdir()
    notes = [{"sentence": 1, "words": "", "note": f"<script>{MARK}</script>", "tags": ["../../x", "<b>"]}]
    runs = []
    for name, systems in (("fine", [system]), ("astray", ["/etc/passwd", "/dev/zero"])):
        values = {"treelens": 2, "gold": gold, "systems": systems, "settings": {}, "notes": notes}
        (folder / f"{name}.treelens").write_text(json.dumps(values), encoding="utf-8")
        picture = str(tmp_path / f"{name}.png")
        runs.append(["window", "--session", str(folder / f"{name}.treelens"), "--screenshot", picture])
    astray = (folder / "astray.treelens").read_bytes()
    assert not run_watched(tmp_path, *runs)
    assert (tmp_path / "fine.png").stat().st_size > 10_000
    assert sorted(path.name for path in folder.iterdir()) == ["astray.treelens", "fine.treelens"]
    assert (folder / "astray.treelens").read_bytes() == astray


def test_the_watch_itself(monkeypatch, tmp_path):
    import watched_program

    monkeypatch.setattr(watched_program, "_on", True)
    monkeypatch.setattr(watched_program, "_seen", seen := set())
    monkeypatch.setattr(watched_program, "_may_write", [str(tmp_path)])
    watched_program.watch("open", (str(tmp_path / "x"), "w", 0))
    watched_program.watch("open", ("/etc/passwd", "r", os.O_RDONLY))
    watched_program.watch("compile", ("1 + 1", "x"))
    assert not seen
    watched_program.watch("socket.connect", (None, ("localhost", 1)))
    watched_program.watch("open", ("/etc/passwd", None, os.O_WRONLY))
    watched_program.watch("compile", (f"{MARK}()", "x"))
    watched_program.watch("exec", (compile(f"x = '{MARK}'", "x", "exec"),))
    assert len(seen) == 4
