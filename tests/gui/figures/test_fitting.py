"""Geometry and width: nothing overlaps, everything is on the page, and what cannot fit says what would."""

from dataclasses import replace
from itertools import combinations, pairwise

import pytest
from samples import ARABIC, CHINESE, GOLD, HOSTILE, HOSTILE_SYSTEM, OTHER, SYSTEM, subject, tree

from treelens.gui.figures import (
    LAYOUTS,
    WIDTHS,
    DoesNotFit,
    FigureSpec,
    Subject,
    make_page,
    points_of,
    subject_of,
)
from treelens.gui.figures.page import Box, Path, Text
from treelens.gui.views.compared import Parse, Shown

NEAR = 0.02


def check(page):
    """Check that all is on the page and no text meets another."""
    for mark in page.marks:
        left, top, right, bottom = mark.box
        assert left >= -NEAR, mark
        assert top >= -NEAR, mark
        assert right <= page.width + NEAR, mark
        assert bottom <= page.height + NEAR, mark
    texts = [mark for mark in page.marks if isinstance(mark, Text)]
    for one, other in combinations(texts, 2):
        a, b = one.box, other.box
        apart = a[2] <= b[0] + NEAR or b[2] <= a[0] + NEAR or a[3] <= b[1] + NEAR or b[3] <= a[1] + NEAR
        assert apart, (one, other)
    for text in texts:
        assert page.typeface.width(text.text, text.kind) <= text.width + NEAR


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("links", [False, True])
def test_all_layouts(layout, links):
    spec = FigureSpec(layout, links=links, caption="A caption that is longer than the figure is wide " * 3, scores=True)
    page = make_page(subject(second=OTHER), spec)
    check(page)
    words = [text.text for text in page.texts("word") if text.panel == 0]
    assert words == ["the", "cat", "saw", "a", "dog", "today"]
    assert " ".join(text.text for text in page.texts("caption")).endswith("E dice 50.0 · T dice 66.7")
    curves = [mark for mark in page.marks if isinstance(mark, Path) and mark.curved]
    assert bool(curves) == (links and layout not in ("overlay", "gold", "system"))


@pytest.mark.parametrize("sentence", [1, 8, 15, 18, 41, 69, 100])
@pytest.mark.parametrize("layout", ["side", "mirror", "overlay", "three"])
def test_sentences_of_the_demo(demo_document, sentence, layout):
    shown = subject_of(demo_document, sentence - 1, 0, 2)
    for fold in (False, True):
        check(make_page(shown, FigureSpec(layout, alignment="t", fold=fold, font="sans", size=8)))


def test_scores_come_from_the_document(demo_document):
    shown = subject_of(demo_document, 14, 0)
    assert [name for name, _ in shown.scores] == ["E Dice", "T Dice"]
    assert 0 < shown.scores[0][1] < shown.scores[1][1] <= 100


def test_widths():
    assert points_of("column") == pytest.approx(3.03 * 72)
    assert points_of("2 in") == 144
    assert points_of("25.4mm") == pytest.approx(72)
    assert points_of(".5cm") == pytest.approx(14.173)
    for wrong in ("wide", "3", "3 feet", "-2in", "0pt", "1e9in", ""):
        with pytest.raises(ValueError, match="no width"):
            points_of(wrong)
        with pytest.raises(ValueError, match="no width"):
            FigureSpec(width=wrong)


@pytest.mark.parametrize("width", ["column", "page", "4.5in", "20cm"])
def test_a_page_is_exactly_as_wide_as_asked(width):
    page = make_page(subject(), FigureSpec(width=width))
    assert page.width == pytest.approx(points_of(width), abs=0.005)
    check(page)


def test_type_is_never_smaller_than_asked():
    wide, narrow = (make_page(subject(), FigureSpec(width=width, size=9)) for width in (None, "column"))
    for kind in ("word", "phrase"):
        assert wide.looks.text(kind, "plain") == narrow.looks.text(kind, "plain")
    widths = [
        {text.text: page.typeface.width(text.text, "word") for text in page.texts("word")} for page in (wide, narrow)
    ]
    assert widths[0] == widths[1]


def test_words_come_closer_then_trees_stack():
    """Between as wide as it gets and the narrowest, gaps shrink; below that gold comes above the system."""
    natural = make_page(subject(), FigureSpec()).width
    beside = make_page(subject(), FigureSpec(width=f"{natural - 12:.2f}pt"))
    assert beside.panels[0].top == beside.panels[1].top
    assert _gap(beside) < _gap(make_page(subject(), FigureSpec()))
    above = make_page(subject(), FigureSpec(width=f"{natural / 2 + 8:.2f}pt"))
    assert above.panels[0].left == above.panels[1].left
    assert above.panels[0].top + above.panels[0].height < above.panels[1].top
    for page in (beside, above):
        check(page)


def _gap(page):
    words = [text.box for text in page.texts("word") if text.panel == 0]
    return min(other[0] - one[2] for one, other in pairwise(words))


def test_words_of_stacked_trees_need_not_be_level():
    page = make_page(subject(), FigureSpec("stacked"))
    assert page.panels[0].height < page.panels[1].height
    check(page)


def test_what_does_not_fit_says_what_would(demo_document):
    shown = subject_of(demo_document, 14, 0)
    with pytest.raises(DoesNotFit) as caught:
        make_page(shown, FigureSpec(width="column"))
    problem = caught.value
    assert problem.width == pytest.approx(WIDTHS["column"])
    assert problem.needed > problem.width
    assert "3.03 in" in str(problem)
    assert any(remedy.words == "fold matched subtrees" for remedy in problem.remedies)
    assert any("pt type" in remedy.words for remedy in problem.remedies)
    assert [remedy.fits for remedy in problem.remedies] == sorted((r.fits for r in problem.remedies), reverse=True)
    for remedy in problem.remedies:
        assert f"{remedy.words}: {remedy.width / 72:.2f} in" in str(problem)
        if remedy.spec.width != "column":
            assert make_page(shown, remedy.spec).width == pytest.approx(remedy.width, abs=0.01)
            continue
        assert remedy.width < problem.needed
        if remedy.fits:
            check(make_page(shown, remedy.spec))
        else:
            with pytest.raises(DoesNotFit):
                make_page(shown, remedy.spec)
        # the width that it names is the one at which it fits
        check(make_page(shown, replace(remedy.spec, width=f"{remedy.width + 0.02:.2f}pt")))


def test_hidden_things_are_not_there():
    page = make_page(subject(), FigureSpec(tags=False, titles=False, legend=False))
    assert {text.kind for text in page.texts()} == {"phrase", "word"}
    page = make_page(subject(), FigureSpec(words=False))
    assert not list(page.texts("word"))
    assert [text.text for text in page.texts("title")] == ["Gold", "parser"]


def test_folds_become_triangles():
    page = make_page(subject(), FigureSpec("gold", fold=True))
    assert [text.text for text in page.texts("fold")] == ["the cat", "a dog"]
    assert sum(isinstance(mark, Path) and mark.closed for mark in page.marks) == 2


def test_the_legend_counts_what_is_drawn():
    legend = [text.text for text in make_page(subject(), FigureSpec()).texts("legend")]
    assert legend == ["−", "1 deletion", "+", "2 insertions"]
    assert [text.text for text in make_page(subject(), FigureSpec("gold")).texts("legend")] == ["−", "1 deletion"]
    three = [text.text for text in make_page(subject(second=OTHER), FigureSpec("three")).texts("legend")]
    assert three == ["−", "deletion", "+", "insertion"]
    assert not list(make_page(subject(system=GOLD), FigureSpec()).texts("legend"))


def test_boxes_are_around_what_differs():
    page = make_page(subject(), FigureSpec())
    boxes = [mark for mark in page.marks if isinstance(mark, Box) and mark.kind != "swatch"]
    assert sorted(box.role for box in boxes) == ["deletion", "insertion", "insertion"]
    for box in boxes:
        inside = [text for text in page.texts() if text.role == box.role and box.box[0] <= text.x <= box.box[2]]
        assert inside


@pytest.mark.parametrize("pair", [(HOSTILE, HOSTILE_SYSTEM), (ARABIC, ARABIC), (CHINESE, CHINESE)])
@pytest.mark.parametrize("layout", ["side", "mirror", "overlay"])
def test_other_scripts_and_signs(pair, layout):
    page = make_page(subject(*pair), FigureSpec(layout, alignment="t"))
    check(page)
    assert {text.text for text in page.texts("word")} == set(tree(pair[0]).words)


def test_right_to_left():
    words = sorted(make_page(subject(ARABIC, ARABIC), FigureSpec("gold")).texts("word"), key=lambda text: -text.x)
    assert [text.text for text in words] == list(tree(ARABIC).words)


def test_a_missing_tree_is_said():
    shown = subject()
    alone = Subject(Shown(shown.first.gold, None, shown.first.preparation, "parser", "no parse"))
    assert [text.text for text in make_page(alone, FigureSpec("gold")).texts("title")] == ["Gold"]
    with pytest.raises(ValueError, match="no parse"):
        make_page(alone, FigureSpec())
    with pytest.raises(ValueError, match="second"):
        make_page(shown, FigureSpec("three"))


def test_what_the_file_has_is_drawn():
    """Punctuation is not compared, yet it is in the figure, if it is wanted."""
    original = tree("(S (NP (NN it)) (VP (VBZ rains)) (. .))")
    prepared = tree("(S (NP (NN it)) (VP (VBZ rains)))")
    parse = Parse(prepared, original, [0, 1, 2, 3, 4, 5, 6])
    shown = Subject(Shown(parse, parse, subject().first.preparation, "parser"))
    assert [text.text for text in make_page(shown, FigureSpec("gold")).texts("word")] == ["it", "rains", "."]
    bare = make_page(shown, FigureSpec("gold", punctuation=False))
    assert [text.text for text in bare.texts("word")] == ["it", "rains"]


def test_wrong_choices_are_refused():
    for wrong in ({"layout": "round"}, {"alignment": "x"}, {"theme": "neon"}, {"size": 2}):
        with pytest.raises(ValueError, match=r"choose|type"):
            FigureSpec(**wrong)
    with pytest.raises(ValueError, match="font family"):
        make_page(subject(), FigureSpec(font="No Such Face"))


def test_stacked_systems_are_trimmed_only_where_they_can():
    """A tree that is as deep as the other keeps its words where they are."""
    page = make_page(subject(GOLD, SYSTEM), FigureSpec("stacked", titles=False, legend=False))
    for panel in (0, 1):
        rows = [text for text in page.texts() if text.panel == panel]
        last = max(text.box[3] for text in rows if text.kind != "word")
        assert min(text.box[1] for text in rows if text.kind == "word") > last


def test_long_names_and_words_stay_on_the_page():
    long = "a-very-long-name-of-a-system-with-all-its-settings.epoch-120.beam-32.final"
    for layout in ("side", "stacked", "mirror", "gold", "three"):
        page = make_page(subject(title=long, second=OTHER), FigureSpec(layout, caption=f"See {long * 3}."))
        check(page)
        assert "".join(text.text for text in page.texts("caption")).replace(" ", "") == f"See{long * 3}."
    tiny = make_page(subject("(A a)", "(A a)", title=long), FigureSpec())
    check(tiny)
    assert "…" in [text.text for text in tiny.texts("title")][1]


def test_the_legend_of_merged_trees_counts_what_is_drawn(demo_document):
    page = make_page(subject_of(demo_document, 7, 0), FigureSpec("overlay", "disagree"))
    boxed = {mark.role for mark in page.marks if isinstance(mark, Box) and mark.kind != "swatch"}
    assert {mark.role for mark in page.marks if isinstance(mark, Box) and mark.kind == "swatch"} == boxed


def test_folds_have_fewer_words_where_there_is_less_room(demo_document):
    """A folded sentence fits a column in which it has no room with all its words; none is cut in the middle."""
    shown, spec = subject_of(demo_document, 29, 0), FigureSpec(alignment="t", fold=True)
    wide, narrow = (make_page(shown, replace(spec, width=width)) for width in (None, "column"))
    check(narrow)
    folds = [[text.text for text in page.texts("fold")] for page in (wide, narrow)]
    assert len(folds[0]) == len(folds[1])
    assert sum(map(len, folds[1])) < sum(map(len, folds[0]))
    words = {word for words in (shown.first.gold.original.words, ["…"]) for word in words}
    assert all(word in words for text in folds[1] for word in text.split())
