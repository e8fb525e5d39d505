"""TikZ: forest where it can, coordinates where it must; special characters; TeX compiles it."""

import pytest
from samples import (
    ARABIC,
    CHINESE,
    GOLD,
    HOSTILE,
    HOSTILE_SYSTEM,
    OTHER,
    compare_golden,
    fixed_page,
    run,
    subject,
    tool,
    tree,
)

from treelens.gui.figures import LAYOUTS, FigureSpec, make_page, tikz
from treelens.gui.figures.tex import escaped, is_plain

COMMON = ("forest.sty", "standalone.cls", "elocalloc.sty")


def compiled(text, folder, engine="pdflatex", name="figure"):
    """Compile a document; skip without TeX or without the packages."""
    program = tool(engine)
    for package in COMMON:
        if not run_or_none(tool("kpsewhich"), package):
            pytest.skip(f"needs {package}, which is not installed")
    (folder / f"{name}.tex").write_text(text, encoding="utf-8")
    run(program, "-interaction=nonstopmode", "-halt-on-error", f"{name}.tex", cwd=folder)
    log = (folder / f"{name}.log").read_text(encoding="utf-8", errors="replace")
    assert "Missing character" not in log
    return folder / f"{name}.pdf"


def run_or_none(*command):
    import subprocess

    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()


def words_in(path):
    return run(tool("pdftotext"), "-raw", str(path), "-")


@pytest.mark.parametrize("layout", LAYOUTS)
def test_forest_where_it_can(layout):
    text = tikz.document(make_page(subject(second=OTHER), FigureSpec(layout)))
    trees = {"side": 2, "stacked": 2, "three": 3, "gold": 1, "system": 1}.get(layout, 0)
    assert text.count(r"\begin{forest}") == trees
    assert text.count(r"\begin{tikzpicture}") == (not trees)
    assert text.count("{") == text.count("}")


def test_links_and_gaps_are_drawn_by_coordinates():
    text = tikz.document(make_page(subject(), FigureSpec(links=True)))
    assert r"\begin{forest}" not in text
    assert ".. controls" in text


def test_brackets_have_the_shape_of_the_tree():
    text = tikz.document(make_page(subject(), FigureSpec("gold", titles=False, legend=False)))
    body = text[text.index(r"\begin{forest}") :]
    for label in ("S", "DT", "the", r"\textminus{} NP"):
        assert f"[{{{label}}}," in body
    assert body.count("tier=word") == 6
    assert body.count("treelens deletion,") == 1
    assert body.count("edge={treelens deletion line}") == 1
    assert body.count("edge={treelens drop}") == 6


def test_folds_are_roofs():
    text = tikz.document(make_page(subject(), FigureSpec("gold", fold=True)))
    assert "[{the cat}, treelens fold, tier=word" in text
    assert text.count("-- cycle;") == 2


@pytest.mark.parametrize("layout", ["side", "mirror"])
def test_golden(layout):
    page = fixed_page(subject(), FigureSpec(layout, caption="One & two.", scores=True))
    compare_golden(f"{layout}.tex", tikz.document(page))
    compare_golden(f"{layout}-body.tex", tikz.document(page, standalone=False))


@pytest.mark.parametrize("theme", ["light", "print"])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_compiles(tmp_path, layout, theme):
    spec = FigureSpec(layout, alignment="t", fold=layout == "stacked", caption="Words, words.", theme=theme)
    path = compiled(tikz.document(make_page(subject(second=OTHER), spec)), tmp_path)
    text = " ".join(words_in(path).split())
    assert "Words, words." in text
    assert "saw" in text


@pytest.mark.parametrize("layout", ["side", "mirror"])
def test_special_characters_survive(tmp_path, layout):
    page = make_page(subject(HOSTILE, HOSTILE_SYSTEM, title="a_b & 50%"), FigureSpec(layout, caption="$x^2$ #1 ~ \\"))
    text = words_in(compiled(tikz.document(page), tmp_path))
    for word in (*tree(HOSTILE).words, "a_b & 50%", "X_1", "Y&Z"):
        assert word in text, word


@pytest.mark.parametrize("gold", [ARABIC, CHINESE, "(S (NP (N кошка)) (VP (V ελλ) (A žluťoučký)))"])
def test_other_scripts_need_another_engine(tmp_path, gold):
    text = tikz.document(make_page(subject(gold, gold), FigureSpec("gold")))
    assert text.startswith("% Compile with lualatex or xelatex.")
    path = compiled(text, tmp_path, "lualatex")
    assert path.stat().st_size > 3000


def test_latin_letters_need_no_other_engine(tmp_path):
    latin = "(S (NP (N Łódź)) (VP (V façade) (A žluťoučký) (N “Straße”) (P –)))"
    text = tikz.document(make_page(subject(latin, latin), FigureSpec("gold")))
    assert text.startswith("% Compile with pdflatex")
    found = words_in(compiled(text, tmp_path))
    assert all(word in found for word in ("Łódź", "façade", "žluťoučký", "Straße"))


def test_a_paper_inputs_the_body_and_redefines_styles(tmp_path):
    page = make_page(subject(), FigureSpec())
    (tmp_path / "body.tex").write_text(tikz.document(page, standalone=False), encoding="utf-8")
    paper = "\n".join(
        [
            r"\documentclass{article}\usepackage[T1]{fontenc}\usepackage{forest}",
            r"\tikzset{treelens deletion/.style={draw=green, text=green}}",
            r"\definecolor{treelens-insertion}{HTML}{123456}",
            r"\newcommand\treelensfont{\tiny}",
            r"\begin{document}\begin{figure}\centering\input{body}\caption{Two trees}\end{figure}",
            r"\makeatletter\pgfkeysgetvalue{/tikz/treelens deletion/.@cmd}\found",
            r"\typeout{STYLE \meaning\found}\typeout{COLOUR \csname\string\color@treelens-insertion\endcsname}",
            r"\typeout{FONT \meaning\treelensfont}",
            r"\end{document}",
        ]
    )
    path = compiled(paper, tmp_path, name="paper")
    log = (tmp_path / "paper.log").read_text(encoding="utf-8", errors="replace")
    assert "draw=green" in log[log.index("STYLE") :][:300].replace("\n", "")
    assert r"\tiny" in log[log.index("FONT") :][:100]
    assert "Two trees" in words_in(path)


def test_several_roots_and_empty_labels():
    """A phantom holds roots together; forest needs one."""
    both = "( (S (NP (NN a))) (X (NN b)))"
    text = tikz.document(make_page(subject(both, both), FigureSpec("gold")))
    roots = tree(both).roots
    assert (len(roots) > 1) == ("phantom" in text)
    assert text.count("[") == text.count("]")


def test_escaping():
    assert escaped("a--b") == "a-{}-{}b"
    assert escaped("−") == r"\textminus{}"
    assert escaped("?`") == r"?{}\textasciigrave{}"
    assert all(is_plain(character) for character in map(chr, range(32, 127)))
    assert not is_plain("猫")


def test_dark_pages_of_trees_by_forest_keep_their_colours():
    text = tikz.document(make_page(subject(GOLD), FigureSpec(theme="dark")))
    assert r"\providecolor{treelens-page}{HTML}{1A1F26}" in text
