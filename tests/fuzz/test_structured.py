"""Inputs that are nearly right, where chance alone hardly gets past the first bracket: built of the right pieces."""

import json
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parent))  # for targets

from targets import run

#: Set apart by blanks; ␣ is a blank, ⏎ the end of a line, → a tab, ␞ what stands between two files.
PIECES = {
    "filter": """␣ ␣ ( ) - not␣ ␣or␣ ␣and␣ " / label: f1:<5 len: id:1- better:a>b , = gold. any. tgrep: lost: the * NP
                 < : 9999 error: status:ok differ: phenomenon:passive tag:mine""",
    "tgrep": """␣ ␣ NP VP __ * ( ) [ ] ! | & < > << >> <, >>' <: $ $.. . .. , =n =m @X ; : /N.*/ i@"np" "x" <1 >-2
                N(0) ' #""",
    "expression": r"""( ) (?: (?= (?<! [ ] [^ - a b + * ? {2} {1000} {,3} | ^ $ . \b \1 (?i) (?P<x> (?R) (?1) \p{L}""",
    "brackets": "( ) ␣ ⏎ S -NONE- * x = 1: → \0 é",
    "scored": "(S␣ (NP␣ (-NONE-␣*) (X) () a␣ b␣ ) )) ⏎ ␞",
    "derivation": r"""( ) 1␣ rule␣ 0.5␣ -1␣ ("a" ␣1␣"token␣[␣]" ^ root␣ \s \\" """,
    "meaning": "[␣ ]␣ LTOP:␣ h0␣ INDEX:␣ e2␣ RELS:␣ <␣ >␣ _a_n_1<0:1>␣ LBL:␣ ARG0:␣",
    "prm": "DELETE_LABEL␣ EQ_LABEL␣ CUTOFF_LEN␣ QUOTE_LABEL␣ DEBUG␣ -1 99999999999999999999999999 a␣b ⏎ # \0",
    "export": "#BOS␣1⏎ #EOS␣1⏎ #500 →-- →0 →500 →501 w ⏎ #FORMAT␣3⏎ ␣%%␣x",
    "conllu": "1 2 1-2 1.1 → _ a 0 ⏎ ⏎⏎ #␣sent_id␣=␣x⏎ 99999999999999999999",
}
SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8)
VALUES = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner))
SESSIONS = st.fixed_dictionaries(
    {"treelens": st.sampled_from([1, 2]), "gold": SCALARS | st.just("a.mrg"), "settings": VALUES | st.just({})},
    optional={
        "systems": VALUES | st.lists(st.text()),
        "notes": st.lists(st.fixed_dictionaries({"sentence": SCALARS}, optional={"tags": VALUES, "words": SCALARS})),
        "place": st.dictionaries(st.sampled_from(["sentence", "columns", "ranking", "filter", "show"]), VALUES),
        "error_style": SCALARS,
    },
)


@pytest.mark.parametrize("name", PIECES)
def test_pieces(name):
    pieces = [piece.translate(str.maketrans("␣⏎→␞", " \n\t\x1e")) for piece in PIECES[name].split()]

    @settings(max_examples=15 if name == "scored" else 60)
    @given(st.lists(st.sampled_from(pieces), max_size=25))
    def try_them(chosen):
        run(name, "".join(chosen).encode())

    try_them()


@settings(max_examples=20)
@given(SESSIONS)
def test_sessions(values):
    run("session", json.dumps(values).encode())


@settings(max_examples=20)
@given(st.lists(VALUES, max_size=4))
def test_journals(lines):
    run("journal", b"\n".join([b'{"journal": 1}', *(json.dumps(line).encode() for line in lines)]))
