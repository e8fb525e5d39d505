"""Files for the soak: copies of the demo and what can be made of it, in a folder where everything may be written to."""

from __future__ import annotations

import random
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path

from treelens.engine.formats import FORMATS, load
from treelens.engine.treebank import Sentence
from treelens.resources import resource

__all__ = ["Material"]

_SYSTEMS = ("berkeley", "stanford", "bllip", "opennlp", "pcfg-parent", "neural", "pcfg-plain", "linkgrammar")
_SWEEP = 60  #: systems of a sweep: more than are held in memory at once
_MANY = 12  #: how often the demo is in the larger corpus


class Material:
    """All that is opened, rewritten and saved while the soak runs."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.sessions = [folder / f"{name}.treelens" for name in ("one", "two")]
        shutil.copytree(Path(str(resource("demo"))), folder, dirs_exist_ok=True)
        for name in ("english-suite.toml", "english-gold.mrg", "demo-rules.toml"):
            shutil.copy(Path(str(resource("phenomena", name))), folder)
        self.original = {name: self.mrg(name).read_text(encoding="utf-8").splitlines() for name in ("gold", *_SYSTEMS)}
        self._convert()
        self._enlarge()
        self._make_sweep()
        self.profiles = _profiles(folder / "profiles")

    def mrg(self, name: str) -> Path:
        """Return a file of brackets by its name."""
        return self.folder / f"{name}.mrg"

    @property
    def demo(self) -> list[str]:
        """Gold and some systems of the demo; the window rests on these."""
        return [str(self.mrg(name)) for name in ("gold", *_SYSTEMS[:4])]

    def choices(self) -> list[list[str]]:
        """Return what can be opened together."""
        folder = self.folder
        return [
            self.demo,
            [str(self.mrg(name)) for name in ("gold", *_SYSTEMS)],
            [str(folder / "gold.mrg"), str(folder / "bllip-5best.nbest"), str(folder / "bllip.mrg")],
            [str(folder / "gold.conllu"), str(folder / "udpipe.conllu")],
            [str(folder / "gold.mrg"), str(folder / "udpipe.conllu"), str(folder / "berkeley.mrg")],
            [str(folder / "gold.export"), str(folder / "berkeley.export"), str(folder / "stanford.discbracket")],
            [str(folder / "gold.xml"), str(folder / "berkeley.mrg")],
            [str(folder / "many-gold.mrg"), str(folder / "many-berkeley.mrg"), str(folder / "many-stanford.mrg")],
            [str(folder / "gold.mrg"), str(folder / "sweep" / "params.tsv")],
            self.profiles,
            [str(folder / "gold.mrg"), str(folder / "nothing-there.mrg")],
            *[[str(session)] for session in self.sessions if session.exists()],
        ]

    def suites(self) -> list[str]:
        """Return suites of phenomena."""
        return [str(self.folder / name) for name in ("phenomena.tsv", "english-suite.toml")]

    def damage(self, chance: random.Random) -> str:
        """Do to a file what parsers and people do to files that are open; return what was done."""
        name = chance.choice(("gold", *_SYSTEMS[:4]))
        path, lines = self.mrg(name), self._changed(name, chance)
        how = chance.choice(("rewrite", "rename", "grow", "halve", "truncate", "delete", "restore", "folder"))
        if path.is_dir():
            path.rmdir()
            how = "restore"
        if how == "rename":
            aside = path.with_suffix(".new")
            aside.write_text("\n".join(lines) + "\n", encoding="utf-8")
            aside.replace(path)
        elif how == "grow":
            with path.open("a", encoding="utf-8") as file:
                file.write(chance.choice(lines)[: chance.randrange(20, 80)])
        elif how == "delete":
            path.unlink(missing_ok=True)
        elif how == "folder":
            path.unlink(missing_ok=True)
            path.mkdir()
        else:
            text = {
                "rewrite": lines,
                "halve": lines[: len(lines) // 2],
                "truncate": [],
                "restore": self.original[name],
            }
            path.write_text("".join(line + "\n" for line in text[how]), encoding="utf-8")
        return f"{how} {path.name}"

    def mend(self) -> None:
        """Put the files on which the window rests back as they were."""
        for name, lines in self.original.items():
            path = self.mrg(name)
            text = "".join(line + "\n" for line in lines)
            if path.is_dir():
                path.rmdir()
            if not path.exists() or path.read_text(encoding="utf-8") != text:
                path.write_text(text, encoding="utf-8")

    def _changed(self, name: str, chance: random.Random) -> list[str]:
        """Return a system's trees with some of another's among them, as after a change to a parser."""
        if name == "gold":
            return self.original["gold"]
        other = self.original[chance.choice(_SYSTEMS)]
        return [chance.choice((line, line, theirs)) for line, theirs in zip(self.original[name], other, strict=False)]

    def _convert(self) -> None:
        for name, suffix, format in (
            ("gold", "export", "export"),
            ("berkeley", "export", "export"),
            ("stanford", "discbracket", "discbracket"),
            ("gold", "xml", "tigerxml"),
        ):
            self._write(list(load(str(self.mrg(name)))), self.folder / f"{name}.{suffix}", format)

    def _write(self, sentences: Iterable[Sentence], path: Path, format: str) -> None:
        with path.open("wb") as file:
            for part in FORMATS[format].write(iter(sentences)):
                file.write(part if isinstance(part, bytes) else part.encode("utf-8"))

    def _enlarge(self) -> None:
        for name in ("gold", "berkeley", "stanford"):
            text = "".join(line + "\n" for line in self.original[name])
            (self.folder / f"many-{name}.mrg").write_text(text * _MANY, encoding="utf-8")

    def _make_sweep(self) -> None:
        folder, chance = self.folder / "sweep", random.Random(0)
        folder.mkdir()
        rows = ["path\tname\tnoise"]
        for number in range(_SWEEP):
            name = f"run-{number:02}"
            lines = self._changed(chance.choice(_SYSTEMS), chance)
            (folder / f"{name}.mrg").write_text("".join(line + "\n" for line in lines), encoding="utf-8")
            rows.append(f"{name}.mrg\t{name}\t{number / _SWEEP:.3f}")
        (folder / "params.tsv").write_text("\n".join(rows) + "\n", encoding="utf-8")


def _profiles(folder: Path) -> list[str]:
    """Write small profiles with meanings, which tests of the window share."""
    sys.path.append(str(Path(__file__).parents[1]))
    from meaning_profiles import meaning_profiles

    return meaning_profiles(folder)
