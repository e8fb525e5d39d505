"""Small profiles with meanings for tests of the window: one that differs, one that is broken, and none."""

from __future__ import annotations

from pathlib import Path

from small_profiles import Item, Result, lexical, phrase, write_profile

__all__ = ["SEE", "meaning_profiles"]

TEXT = "the dog saw cats"
SEE = (
    "[ TOP: h0 INDEX: e2 [ e SF: prop TENSE: past ] RELS: < [ _the_q<0:3> LBL: h4 ARG0: x3 [ x NUM: sg ] RSTR: h5 "
    "BODY: h6 ] [ _dog_n_1<4:7> LBL: h7 ARG0: x3 ] [ _see_v_1<8:11> LBL: h1 ARG0: e2 ARG1: x3 ARG2: x9 [ x NUM: pl ] ] "
    "[ udef_q<12:16> LBL: h10 ARG0: x9 RSTR: h11 BODY: h12 ] [ _cat_n_1<12:16> LBL: h13 ARG0: x9 ] > "
    "HCONS: < h0 qeq h1 h5 qeq h7 h11 qeq h13 > ]"
)
_OTHER = SEE.replace("_see_v_1", "_saw_v_1").replace("ARG2: x9", "ARG3: x9").replace("x3", "x8")


def _derivation() -> str:
    words = [
        lexical(entry, word, at, letters=letters)
        for at, (entry, word, letters) in enumerate(
            [
                ("the_1", "the", (0, 3)),
                ("dog_n1", "dog", (4, 7)),
                ("see_v1", "saw", (8, 11)),
                ("cat_n1", "cats", (12, 16)),
            ]
        )
    ]
    subject, rest = phrase("sp-hd_n_c", 0, 2, *words[:2]), phrase("hd-cmp_u_c", 2, 4, *words[2:])
    return phrase("sb-hd_mc_c", 0, 4, subject, rest)


def meaning_profiles(folder: Path) -> list[str]:
    """Write gold and a system: one predicate and one role differ; then gold's meaning is broken; then both are gone."""
    derivation = _derivation()
    sides = {"gold": (SEE, "[ TOP: h0", ""), "system": (_OTHER, SEE, "")}
    return [
        write_profile(
            folder / side,
            [Item(at, TEXT, [Result(derivation, mrs)]) for at, mrs in enumerate(meanings, 1)],
        )
        for side, meanings in sides.items()
    ]
