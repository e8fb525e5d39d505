"""Profiles in the window: derivations are drawn as trees, with the whole names of their rules."""

from small_profiles import Item, Result, lexical, phrase, write_profile


def test_derivations_are_drawn_with_the_names_of_their_rules(window, tmp_path):
    parse = phrase("sb-hd_mc_c", 0, 2, lexical("cat_n1", "cats", 0), lexical("bark_v1", "bark", 1))
    other = phrase("hd-cmp_u_c", 0, 2, lexical("cat_n1", "cats", 0), lexical("bark_v1", "bark", 1))
    paths = [
        write_profile(tmp_path / name, [Item(1, "cats bark", [Result(derivation)])])
        for name, derivation in (("gold", parse), ("system", other))
    ]
    window.open_files(paths)
    assert window.wait_until_filled(), window.last_error
    labels = {label.text for pane in window.trees.panes.values() for label in pane.drawing.labels}
    assert {"sb-hd_mc_c", "hd-cmp_u_c", "cat_n1", "bark"} <= labels
    window.set_alignment("heads")
    assert window.trees.comparison is not None
    assert "head “bark”" in window.trees.comparison.explain("gold", 0)  # sb-hd: the second daughter
    assert "head “cats”" in window.trees.comparison.explain("system", 0)
