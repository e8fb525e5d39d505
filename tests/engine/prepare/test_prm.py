"""EVALB's parameter files."""

import pytest

from treelens.engine.prepare import preset, read_prm
from treelens.engine.problems import InputError


def prm(tmp_path, text):
    path = tmp_path / "x.prm"
    path.write_text(text, encoding="utf-8")
    return read_prm(path)


def test_all_parameters(tmp_path):
    made, warnings = prm(
        tmp_path,
        "# a comment\nDEBUG 1\nMAX_ERROR 3\nCUTOFF_LEN 10\nLABELED 0\nDELETE_LABEL TOP\nDELETE_LABEL\t-NONE-   \n"
        "DELETE_LABEL_FOR_LENGTH -NONE-\nQUOTE_LABEL ''\nEQ_LABEL ADVP PRT\nEQ_WORD  This this\n\n",
    )
    assert not warnings
    assert (made.debug, made.max_error, made.cutoff, made.labelled) == (1, 3, 10, False)
    assert (made.delete, made.uncounted, made.quote_labels) == (("TOP", "-NONE-"), ("-NONE-",), ("''",))
    assert (made.equal_labels, made.equal_words) == ((("ADVP", "PRT"),), (("This", "this"),))
    assert made.name == "x.prm"


def test_defaults(tmp_path):
    made, _ = prm(tmp_path, "")
    assert (made.max_error, made.cutoff, made.labelled, made.delete) == (10, 40, True, ())


@pytest.mark.parametrize(
    ("text", "warning"),
    [
        ("EQ_LABEL A\n", "EQ_LABEL requires two values"),
        ("EQ_LABEL A\u00a0B\n", "EQ_LABEL requires two values"),
        ("DELETE_LABEL\u3000TOP\n", "Unknown keyword (DELETE_LABEL\u3000TOP) in parameter file"),
        ("# " + "x" * 497 + "LONG 1\n", "Unknown keyword (LONG 1) in parameter file"),
        ("EQ_WORD A B C\n", "EQ_WORD requires two values"),
        ("DELETE TOP\n", "Unknown keyword (DELETE TOP) in parameter file"),
        (" DELETE_LABEL TOP\n", "Unknown keyword ( DELETE_LABEL TOP) in parameter file"),
    ],
)
def test_warnings_in_evalbs_words(tmp_path, text, warning):
    made, warnings = prm(tmp_path, text)
    assert warnings == [warning]
    assert made.delete == ()


def test_numbers_are_read_like_c(tmp_path):
    made, _ = prm(tmp_path, "CUTOFF_LEN 12abc\nMAX_ERROR x\nDEBUG -1\n")
    assert (made.cutoff, made.max_error, made.debug) == (12, 0, -1)


def test_a_line_without_a_value_says_nothing(tmp_path):
    made, warnings = prm(tmp_path, "DELETE_LABEL\nCUTOFF_LEN\nEQ_LABEL\nDELETE_LABEL X\u00a0\n")
    assert (made.delete, made.cutoff, warnings) == (("X\u00a0",), 40, [])


def test_missing_file(tmp_path):
    with pytest.raises(InputError, match=r"none\.prm: cannot be read"):
        read_prm(tmp_path / "none.prm")


def test_the_collins_preset_is_the_published_file_and_a_little_more(shared):
    published, _ = read_prm(shared / "reference" / "evalb_sample" / "COLLINS.prm")
    ours = preset("collins")
    assert set(ours.delete) == {*published.delete, "ROOT", "S1"}
    assert (ours.equal_labels, ours.uncounted, ours.cutoff) == (
        published.equal_labels,
        published.uncounted,
        published.cutoff,
    )
