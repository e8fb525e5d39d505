"""Trees and mappings show themselves in notebooks."""

import re
import subprocess
import sys

import pytest

import treelens.engine as tl
from treelens.engine.align.edits import Costs, t_mapping
from treelens.engine.prepare import preset
from treelens.engine.trees import Columns, Tree

GOLD = tl.tree("(S (NP (PRP she)) (VP (VBD saw) (NP (NNP Kim)) (PP (IN at) (NP (NN noon)))))")
SYSTEM = tl.tree("(S (NP (PRP she)) (VP (VBD saw) (NP (NP (NNP Kim)) (PP (IN at) (NP (NN noon))))))")


def roles(svg):
    return re.findall(r'data-role="(\w+)"', svg)


def test_a_tree_is_drawn(qapp):
    drawn = GOLD._repr_svg_()
    assert drawn.startswith("<?xml")
    assert all(f">{text}<" in drawn for text in ("VP", "PRP", "noon"))
    assert not {"deletion", "insertion"} & set(roles(drawn))


@pytest.mark.parametrize("how", ["e", "t", "fragments", "heads", "dependencies"])
def test_a_mapping_is_drawn_with_its_differences(qapp, how):
    mapping = tl.mapping(GOLD, SYSTEM, how)
    drawn = mapping._repr_svg_()
    assert ("insertion" in roles(drawn)) == bool(mapping.insertions)
    assert ("deletion" in roles(drawn)) == bool(mapping.deletions)


def test_it_is_the_mapping_itself_that_is_drawn(qapp):
    """Where swaps are dear a tag is deleted and inserted; with the usual costs it would be swapped."""
    other = tl.tree(str(GOLD).replace("NNP", "NN"))
    usual, dear = (t_mapping(GOLD, other, preset("raw"), costs=Costs(swap=swap)) for swap in (1, 5))
    assert "swap" in roles(usual._repr_svg_())
    assert "swap" not in roles(dear._repr_svg_())


def test_what_cannot_be_drawn_is_shown_as_text(qapp):
    assert Tree(Columns.empty(0))._repr_svg_() is None


def test_nothing_is_imported_before_it_is_used():
    code = "import sys, treelens.engine; print([name for name in sys.modules if 'numpy' in name or 'PySide6' in name])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
