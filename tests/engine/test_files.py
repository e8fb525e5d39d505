"""Bytes from files that are none, that are too large, or that unpack to more than anybody wants."""

import bz2
import gzip
import lzma
import os
import threading

import pytest

from treelens.engine import files, formats
from treelens.engine.cache import Cache
from treelens.engine.files import named_in, read_file, read_unpacked
from treelens.engine.heads import head_rules
from treelens.engine.phenomena.recognisers import read_recogniser
from treelens.engine.prepare.prm import read_prm
from treelens.engine.problems import InputError, TreelensError
from treelens.engine.toml import TomlError, parse_toml

PACKERS = [gzip.compress, lzma.compress, bz2.compress]


@pytest.mark.parametrize("pack", PACKERS)
def test_bombs_are_refused_and_zeros_of_a_sane_size_are_not(tmp_path, monkeypatch, pack):
    path = tmp_path / "bomb"
    path.write_bytes(pack(bytes(10 << 20)))
    assert len(read_unpacked(path)) == 10 << 20
    monkeypatch.setattr(files, "FEW", 1 << 20)
    monkeypatch.setattr(files, "TIMES", 10)
    with pytest.raises(InputError, match="unpacks to more than 1 MB; unpack it first"):
        read_unpacked(path)


def test_what_is_no_file(tmp_path):
    pipe, loop = tmp_path / "pipe", tmp_path / "loop"
    os.mkfifo(pipe)
    loop.symlink_to(loop)
    for path, said in (
        ("/dev/zero", "a device"),
        (pipe, "a pipe that nobody writes to"),
        (loop, "symbolic links"),
        (tmp_path, "a folder"),
        ("x" * 5000, "name too long"),
        ("a\0b", "no name of a file"),
    ):
        with pytest.raises(InputError, match=said):
            read_file(path)
        for reader in (formats.load, read_prm):
            with pytest.raises(TreelensError):
                reader(path)


def test_a_pipe_that_somebody_writes_to_is_read(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    text = b"(S a)\n" * 50_000

    def write() -> None:
        with pipe.open("wb") as file:
            begun.set()
            file.write(text)

    begun = threading.Event()
    handle = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)  # or the writer waits for a reader
    writer = threading.Thread(target=write)
    writer.start()
    begun.wait(10)
    assert read_file(pipe) == text
    os.close(handle)
    writer.join(10)


def test_a_file_that_is_too_large(tmp_path):
    path = tmp_path / "large"
    with path.open("wb") as file:
        file.truncate(1 << 32)
    with pytest.raises(InputError, match="larger than 2 GB"):
        read_file(path)


def test_files_that_files_name(tmp_path):
    assert named_in("/a/b.treelens", "../c") == "/a/../c"
    assert named_in("/a/b.treelens", "/c") == "/c"
    for name in ("//server/share/x", "\\\\server\\share\\x", "a\0b"):
        with pytest.raises(InputError, match="names"):
            named_in("/a/b.treelens", name)


def test_rules_that_lead_to_themselves_by_another_way(tmp_path):
    (tmp_path / "sub").mkdir()
    heads, rules = tmp_path / "heads.toml", tmp_path / "rules.toml"
    heads.write_text('based_on = "sub/../heads.toml"')
    rules.write_text('extends = "sub/../rules.toml"\n[[phenomenon]]\nname = "x"\ntgrep = "NP"\n')
    with pytest.raises(TreelensError, match="based on themselves"):
        head_rules(str(heads))
    with pytest.raises(TreelensError, match="extended by itself"):
        read_recogniser(rules)


@pytest.mark.parametrize("text", ["a = " + "[" * 5000, "a = " + "9" * 5000, ".".join("a" * 5000) + " = 1"])
def test_toml_that_pythons_reader_fails_on(text):
    with pytest.raises(TomlError):
        parse_toml(text)


def test_nothing_is_unpickled_from_the_cache(tmp_path):
    import numpy as np

    class Harm:
        def __reduce__(self):
            return Path.touch, (Path(tmp_path / "done"),)

    from pathlib import Path

    cache = Cache(tmp_path)
    harm = np.array([Harm()], dtype=object)
    np.savez(tmp_path / "key.npz", a=harm, columns=np.frombuffer(b"a", dtype=np.uint8))
    assert cache.load("key") is None
    assert not (tmp_path / "done").exists()


def test_very_deep_and_very_long(tmp_path):
    path = tmp_path / "deep.mrg"
    path.write_bytes(b"(X " * 100_000 + b"w" * 1_000_000 + b")" * 100_000 + b"\n" + b"(" * 100_000)
    bank = formats.load(path)
    assert len(bank.tree(0)) == 100_001
    assert len(bank.problems) == 1
