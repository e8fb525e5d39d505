"""What nltk's tgrep finds in our trees, node by node; and random patterns to ask it about."""

import warnings
from typing import Any

from hypothesis import strategies as st

from treelens.engine.trees import Tree

LABELS = ["S", "NP", "VP", "PP-LOC", "$,", "X=1", "a", "b", "ab", "é"]
OPERATORS = [
    *("<", ">", "<,", ">,", "<'", ">'", "<-", ">-", "<:", ">:", "<<", ">>", "<<,", "<<1", ">>,", "<<'", ">>'"),
    *("<<:", ">>:", ".", ",", "..", ",,", "$", "%", "$.", "%.", "$,", "%,", "$..", "%..", "$,,", "%,,"),
    *("<0", "<1", "<2", "<3", "<-1", "<-2", "<-3", ">0", ">1", ">2", ">-1", ">-2", ">-3", "<01"),
]


class Word(str):
    """A word that is told from others of the same letters: nltk compares nodes by identity."""


def nltk_nodes(tree: Tree) -> list[Any]:
    """Return the nodes of a tree as nltk's."""
    from nltk.tree import ParentedTree

    made: list[Any] = []
    for node, above in enumerate(tree.parent):
        text = tree.text(node)
        made.append(Word(text) if tree.is_word(node) else ParentedTree(text, []))
        if above >= 0:
            made[above].append(made[node])
    return made


def found_by_nltk(pattern: str, tree: Tree) -> list[int] | None:
    """Return the nodes that nltk finds, None where it gives up because a name is not bound (yet)."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        import nltk.tgrep

        selects = nltk.tgrep.tgrep_compile(pattern)
    try:
        return [number for number, node in enumerate(nltk_nodes(tree)) if selects(node)]
    except nltk.tgrep.TgrepException:
        return None


NAMES = st.one_of(
    st.sampled_from(["S", "NP", "VP", "X", "a", "b", "ab", "é", "*", "__", "N()", "N(0,)", "N(1,)", "N(0,1)"]),
    st.sampled_from(['"S"', '"X=1"', '"$,"', '"PP-LOC"', '"a\\"b"', 'i@"np"', 'i@"NP"', 'i@"pp-loc"']),
    st.sampled_from(["/^N/", "/P/", "/[ab]/", "/^.$/", "i@/^n/", "i@/^VP$/", "/NP|VP/", "/-/"]),
)


@st.composite
def patterns(draw: st.DrawFn, *, named: bool = False) -> str:
    """Draw a pattern; with *named*, nodes get names and are referred to."""
    labels = ["n", "m"] if named else []

    def name() -> str:
        text = draw(NAMES)
        if labels and draw(st.integers(0, 3)) == 0:
            macro = draw(st.sampled_from(["@A", "@B", "@C", "N(1,)"]))  # nltk can name nothing else
            text = f"{draw(st.sampled_from([macro, macro, '']))}={draw(st.sampled_from(labels))}"
        return text

    def node(depth: int) -> str:
        if depth and draw(st.integers(0, 2)) == 0:
            return f"({expression(depth - 1)})"
        mark = draw(st.sampled_from(["", "", "", "'"]))
        others = [draw(NAMES) for _ in range(draw(st.integers(0, 2)) // 2)]
        return mark + "|".join([name(), *others])

    def relation(depth: int) -> str:
        no = draw(st.sampled_from(["", "", "!"]))
        if depth and draw(st.integers(0, 4)) == 0:
            return f"{no}[{relations(depth - 1)}]"
        return f"{no}{draw(st.sampled_from(OPERATORS))} {node(depth)}"

    def relations(depth: int) -> str:
        made = relation(depth)
        for _ in range(draw(st.integers(0, 2))):
            made += draw(st.sampled_from([" ", " ", " & ", " | "])) + relation(depth)
        return made

    def expression(depth: int) -> str:
        return f"{node(depth)} {relations(depth)}" if draw(st.integers(0, 4)) else node(depth)

    def statement() -> str:
        made = expression(2)
        if labels and draw(st.booleans()):
            made += f" : ={draw(st.sampled_from(labels))} {relations(1)}"
        return made

    made = "; ".join(statement() for _ in range(draw(st.sampled_from([1, 1, 1, 2]))))
    if labels or draw(st.integers(0, 4)) == 0:
        macros = "@ A NP|VP; @ B /./; @ C * < *; "
        return macros + made.replace(" VP", " @A").replace("(S", "(@C")
    return made
