"""A damaged cache is as good as none: nothing of it is believed, and what is counted anew takes its place."""

import os
import random

import numpy as np
import pytest

from treelens.engine.cache import Cache

ENTRY = {"gold": np.arange(300), "score": np.linspace(0, 1, 300), "big": np.array([2**60, -1])}


@pytest.fixture
def cache(tmp_path):
    made = Cache(tmp_path)
    made.save("x", ENTRY)
    return made


def same(entry):
    return entry.keys() == ENTRY.keys() and all((entry[name] == ENTRY[name]).all() for name in ENTRY)


def damaged(data, chance):
    """Cut a file off, or change some of its bytes, most of them where it says what it holds."""
    kind = chance.randrange(4)
    if kind == 0:
        return data[: chance.randrange(len(data))]
    if kind == 1:
        return chance.randbytes(chance.randrange(400))
    changed = bytearray(data)
    places = range(len(data)) if kind == 2 else [*range(200), *range(len(data) - 300, len(data))]
    for _ in range(chance.choice((1, 1, 1, 3, 10))):
        changed[chance.choice(places)] = chance.randrange(256)
    return bytes(changed)


def test_no_damage_is_believed_and_every_damage_is_mended(cache, tmp_path):
    path = tmp_path / "x.npz"
    whole = path.read_bytes()
    chance = random.Random(3)
    lost = 0
    for _ in range(1500):
        path.write_bytes(damaged(whole, chance))
        found = cache.load("x")
        lost += found is None
        assert found is None or same(found)
    assert lost > 1000
    cache.save("x", ENTRY)
    assert same(cache.load("x"))


def test_a_folder_in_the_place_of_an_entry_is_no_entry(cache, tmp_path):
    (tmp_path / "y.npz").mkdir()
    assert cache.load("y") is None
    cache.save("y", ENTRY)  # cannot be saved: no error


def test_what_a_killed_program_left_goes(tmp_path):
    left = tmp_path / ".x.npz.abcd1234"
    left.write_bytes(b"PK")
    os.utime(left, (1, 1))
    Cache(tmp_path).save("y", ENTRY)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["y.npz"]
