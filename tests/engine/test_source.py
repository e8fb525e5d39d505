"""Opening files in any encoding and compression."""

import bz2
import gzip
import lzma

import pytest

from treelens.engine.problems import InputError
from treelens.engine.source import open_source

TEXT = "(S (NP café) (VP 猫))\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_encodings(tmp_path, encoding):
    path = tmp_path / "x"
    path.write_bytes((TEXT * 20).encode(encoding))
    assert open_source(path).data.decode() == TEXT * 20


@pytest.mark.parametrize("compress", [gzip.compress, bz2.compress, lzma.compress])
def test_compressed_files(tmp_path, compress):
    path = tmp_path / "x"
    path.write_bytes(compress(TEXT.encode()))
    assert open_source(path).data == TEXT.encode()
    path.write_bytes(compress(TEXT.encode())[:-12])
    with pytest.raises(InputError, match="damaged"):
        open_source(path)


def test_lines_that_are_no_utf8_are_latin1_and_said_to_be(tmp_path):
    path = tmp_path / "x"
    path.write_bytes("(A caf\u00e9)\n".encode() + b"(A caf\xe9)\n(A b)\n(A \xff)\n")
    source = open_source(path)
    assert source.data.decode() == "(A café)\n(A café)\n(A b)\n(A ÿ)\n"
    assert source.notes == ("line 2 and 1 more: not valid UTF-8, read as latin-1",)


def test_old_line_ends(tmp_path):
    path = tmp_path / "x"
    path.write_bytes(b"(A a)\r(B b)\r")
    assert open_source(path).data == b"(A a)\n(B b)\n"


def test_unusable_files(tmp_path):
    with pytest.raises(InputError, match="No such file"):
        open_source(tmp_path / "none")
    with pytest.raises(InputError, match="folder"):
        open_source(tmp_path)
    path = tmp_path / "x"
    path.write_bytes(bytes(range(32)) * 10)
    with pytest.raises(InputError, match="binary"):
        open_source(path)


def test_raw_bytes_stay(tmp_path):
    path = tmp_path / "x"
    path.write_bytes(b"(A caf\xe9)\r\n")
    assert open_source(path, raw=True).data == b"(A caf\xe9)\r\n"


def test_a_place_is_a_line_and_a_column_of_characters():
    from treelens.engine.source import Source

    source = Source("f", "(é\r\n ü(".encode())
    assert source.locate(source.data.rindex(b"(")) == (2, 3)
    assert source.line(1) == "(é"
    problem = source.problem(source.data.rindex(b"("), "bad")
    assert str(problem) == "f:2:3: bad"
    assert problem.report().splitlines()[1:] == ["   ü(", "    ^"]
