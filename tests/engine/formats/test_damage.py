"""Damaged files never end in a traceback: what cannot be read is a problem with a place, or an error that says so."""

import contextlib
import random

import pytest

from treelens.engine.formats import FORMATS, format_named
from treelens.engine.problems import TreelensError
from treelens.engine.source import decode

FILES = {
    "nbest": "demo/bllip-5best.nbest",
    "psd": "data/native_formats/icepahc_1883.voggur.nar-fic.psd",
    "discbracket": "data/native_formats/alpino_disc200.dbr",
    "export": "data/native_formats/alpinosample.export",
    "tigerxml": "data/native_formats/smultron_de_banana.xml",
    "conllu": "demo/gold.conllu",
}
JUNK = [b"(", b")", b"\t", b"\n", b"\n\n", b"0", b"=", b"#", b"%%", b"<", b"&", b'"', b"-", b"\xff", b"9" * 5000]


def damaged(data: bytes, chance: random.Random) -> bytes:
    """Cut a piece out of a file, and damage it in some places."""
    begin = chance.choice([0, chance.randrange(len(data))])
    piece = bytearray(data[begin : begin + chance.randrange(1, 8000)])
    for _ in range(chance.randrange(6)):
        place = chance.randrange(len(piece) + 1)
        piece[place : place + chance.choice([0, 0, 1, 30])] = chance.choice(JUNK)
    return bytes(piece)


@pytest.mark.parametrize("name", FILES)
def test_damaged_files(shared, name):
    data = (shared / FILES[name]).read_bytes()
    chance = random.Random(name)
    for _ in range(60):
        try:
            source = decode("x", damaged(data, chance))
            banks = list(format_named(name).read(source))
        except TreelensError:
            continue
        for problem in (problem for bank in banks for problem in bank.problems):
            assert problem.line >= 1
            assert 1 <= problem.column <= len(problem.excerpt) + 1


@pytest.mark.parametrize("module", FORMATS.values(), ids=FORMATS)
@pytest.mark.parametrize("name", FILES)
def test_every_format_survives_the_files_of_every_other(shared, name, module):
    source = decode("x", (shared / FILES[name]).read_bytes()[:20_000])
    with contextlib.suppress(TreelensError):
        list(module.read(source))
