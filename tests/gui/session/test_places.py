"""Places: whatever is left out has its default, and what is wrong is said."""

import json

import pytest
from hypothesis import given
from session_values import places

from treelens.gui.session import Place


@given(places)
def test_a_place_comes_back_as_it_was(place):
    assert Place.from_dict(json.loads(json.dumps(place.to_dict()))) == place


def test_an_empty_place_is_the_beginning():
    assert Place.from_dict({}) == Place()


@pytest.mark.parametrize("name", Place().to_dict())
def test_anything_may_be_left_out(name):
    place = Place(7, 1, "t", "overlay", "longest", "x", ("e-dice", "berkeley.f1"), ("links", "fold"), 3)
    values = place.to_dict()
    del values[name]
    read = Place.from_dict(values)
    assert getattr(read, name) == getattr(Place(), name)
    assert {key: value for key, value in read.to_dict().items() if key != name} == values


@pytest.mark.parametrize("number", [0, 5, -1, 99])
def test_a_ranking_by_number_is_the_usual_one(number):
    assert Place.from_dict({"ranking": number, "sentence": 3}) == Place(2)


def test_nothing_shown_is_not_the_same_as_nothing_said():
    assert Place.from_dict({"show": []}).show == ()
    assert Place.from_dict({}).show == Place().show != ()


def test_names_of_a_later_program_are_kept_and_other_entries_passed_over():
    place = Place.from_dict({"columns": ["e-dice", "no such", "e-dice"], "show": ["auras"], "weather": "rain"})
    assert (place.columns, place.show) == (("e-dice", "no such"), ("auras",))


def test_numbers_are_not_below_the_first():
    assert Place.from_dict({"sentence": -4, "system": -1, "second": -2}) == Place(0, 0, second=0)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"ranking": True}, '"ranking" should be a text'),
        ({"ranking": ["gap"]}, '"ranking" should be a text'),
        ({"ranking": 1.5}, '"ranking" should be a text'),
        ({"columns": "e-dice"}, '"columns" should be a list'),
        ({"columns": ["e-dice", 3]}, '"columns" should be a list of texts'),
        ({"show": {"links": True}}, '"show" should be a list'),
        ({"show": None}, '"show" should be a list'),
        ({"second": "two"}, '"second" should be a whole number'),
        ({"second": True}, '"second" should be a whole number'),
    ],
)
def test_a_wrong_type_is_said_in_words(values, message):
    with pytest.raises(ValueError, match=message):
        Place.from_dict(values)
