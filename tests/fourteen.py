"""A sentence with a gold and a system's derivation and meaning, and all that can be worked out of them by hand."""

from __future__ import annotations

from small_profiles import Item, Result, lexical, phrase

__all__ = ["BY_HAND", "GOLD", "SYSTEM", "TEXT", "item"]

TEXT = "the dog sees cats"


def _meaning(first: str, second: str, constant: str) -> str:
    return (
        "[ LTOP: h0 INDEX: e2 [ e TENSE: pres ] RELS: < [ _dog_n_1<4:7> LBL: h1 ARG0: x5 [ x NUM: sg ] ] "
        f"[ _see_v_1<8:12> LBL: h1 ARG0: e2 ARG1: {first} ARG2: {second} ] "
        f'[ named<13:17> LBL: h1 ARG0: x6 [ x NUM: pl ] CARG: "{constant}" ] > HCONS: < h0 qeq h1 > ]'
    )


#: Five rules over four words.
GOLD = Result(
    phrase(
        "sb-hd_mc_c",
        0,
        4,
        phrase(
            "sp-hd_n_c",
            0,
            2,
            lexical("the_1@d_-_the_le", "the", 0),
            phrase("n_sg_ilr", 1, 2, lexical("dog_n1@n_-_c_le", "dog", 1)),
        ),
        phrase(
            "hd-cmp_u_c",
            2,
            4,
            lexical("see_v1@v_np_le", "sees", 2),
            phrase("n_pl_olr", 3, 4, lexical("cat_n1@n_-_c_le", "cats", 3)),
        ),
    ),
    _meaning("x5", "x6", "Cats"),
)

#: Four rules; two of them cross gold, only the topmost is the same.
SYSTEM = Result(
    phrase(
        "sb-hd_mc_c",
        0,
        4,
        lexical("the_1@d_-_the_le", "the", 0),
        phrase(
            "hd-cmp_u_c",
            1,
            4,
            phrase(
                "hdn-np_app_c",
                1,
                3,
                lexical("dog_n1@n_-_c_le", "dog", 1),
                lexical("see_n1@n_-_c_le", "sees", 2),
            ),
            phrase("n_ms-cnt_ilr", 3, 4, lexical("cat_n1@n_-_mc_le", "cats", 3)),
        ),
    ),
    _meaning("x6", "x5", "Cat"),
)

BY_HAND = {
    "etm": 0.0,
    "emm": 0.0,
    "axb": -2.0,  # (1, 4) and (1, 3) cross (0, 2)
    "zxb": 0.0,
    "lp": 2 * 1 / (5 + 4),
    "up": 2 * 2 / (5 + 4),  # (0, 4) and (3, 4)
    "lsd": 0.0,
    "usd": 1 / 4,  # only: the depends on dog
    "led": 2 * 3 / (6 + 6),  # three names; arguments are swapped, the constant is another
    "ued": 1.0,
    "la": ((1 - 1 / 5) + (1 - 5 / 9) + (1 - 3 / 7) + (1 - 0.5 / 10)) / 4,
    "lnm": 3 / 4,
    "pos": 3 / 4,
    "ncm": 0.0,  # 13 nodes and 12
}


def item(number: int, *results: Result, text: str = TEXT) -> Item:
    """Return an item of that sentence."""
    return Item(number, text, results)
