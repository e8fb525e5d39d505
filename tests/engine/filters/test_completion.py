"""What is proposed while a filter is written."""

import pytest

from treelens.engine.errors import KINDS, kinds_named
from treelens.engine.filters import completions, parse, piece
from treelens.engine.phenomena import recogniser_from


def proposed(text, context):
    return completions(text, len(text), context)


@pytest.mark.parametrize(
    ("text", "cursor", "expected"),
    [("", 0, (0, 0)), ("lab", 1, (0, 3)), ("a -lab", 6, (3, 6)), ("(lab", 4, (1, 4)), ("a b", 1, (0, 1))],
)
def test_the_piece_under_the_cursor(text, cursor, expected):
    assert piece(text, cursor) == expected


def test_fields_and_systems(context):
    assert {"label:", "len:", "differ:", "f1:", "status:"} <= set(proposed("", context))
    assert proposed("lab", context)[0] == "label:"
    assert "berkeley." in proposed("lake -be", context)
    assert "berkeley.f1:" in proposed("berkeley.f", context)
    assert proposed("gold.", context) == ["gold.label:", "gold.tgrep:", "gold.phenomenon:"]
    assert "berkeley.len:" not in proposed("berkeley.l", context)


def test_values(context):
    assert proposed("label:", context)[0] == "label:NP"
    assert set(proposed("label:SB", context)) == {"label:SBAR", "label:SBARQ"}
    assert proposed("label:sb", context)[0] == "label:SBAR"
    assert proposed("linkgrammar.label:SBA", context) == ["linkgrammar.label:SBAR"]
    assert proposed("status:", context) == ["status:ok", "status:error", "status:skip"]
    assert "differ:t-dice" in proposed("differ:t", context)
    context.tags = {1: ["figure 3", "odd"]}
    assert proposed("tag:", context) == ['tag:"figure 3"', "tag:odd"]
    assert proposed("len:", context) == []
    assert proposed("zzz:", context) == []


def test_phenomena(context):
    assert proposed("phenomenon:pass", context) == ["phenomenon:passive"]
    assert proposed("berkeley.lost:dat", context) == ['berkeley.lost:"dative shift"']
    assert "gained:cleft" in proposed("gained:c", context)
    assert "berkeley.lost:" in proposed("berkeley.lo", context)
    context.recogniser = recogniser_from("[[phenomenon]]\nname = 'own'\ntgrep = 'NP'")
    assert proposed("phenomenon:", context) == ["phenomenon:own"]


def test_kinds_of_error(context):
    assert len(proposed("error:", context)) == len(KINDS)
    assert proposed("error:", context)[:2] == ["error:PP", "error:NP"]
    assert proposed("berkeley.error:coo", context) == ["berkeley.error:coordination"]
    assert proposed("error:label", context) == ["error:different"]
    assert proposed("error:unary", context) == []
    assert proposed("error:zzz", context) == []
    for kind, text in zip(KINDS, proposed("error:", context), strict=True):
        assert kinds_named(text.removeprefix("error:").strip('"')) == [kind]
        assert str(parse(text)) == text


def test_words(context):
    assert "gardener" in proposed("gar", context)
    assert "gardener" not in proposed("g", context)
    assert proposed("Gar", context) == []
    assert proposed('"the gar', context) == []


def test_proposals_are_few_and_understood(context):
    for text in ("", "la", "th", "label:", "berkeley.", "differ:", "status:"):
        offered = proposed(text, context)
        assert len(offered) <= 24
        for one in offered:
            if not one.endswith((":", ".")):
                parse(one)
