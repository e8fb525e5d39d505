"""Pairs of trees at hand are repaired into gold: of each system every twelfth sentence, of the next one others."""

from pathlib import Path

import pytest
from error_pairs import check

from treelens.engine.errors import errors_of, style_of
from treelens.engine.formats import load
from treelens.engine.prepare import prepare, usual_preparation
from treelens.engine.scoring import Comparison, compare

FOLDERS = ("wsj", "gum", "ccby_subset", *(f"multi/{name}" for name in ("es_cess", "pt_floresta", "zh_sinica")))
MORE = tuple(f"multi/{name}" for name in ("is_icepahc", "he_htb_ud2const", "ar_pud_ud2const"))


@pytest.mark.slow
@pytest.mark.parametrize("folder", [*FOLDERS, *MORE])
def test_all_systems_of_a_corpus(shared: Path, folder: str) -> None:
    corpus = shared / "data" / folder
    bank = load(str(corpus / "gold.ptb"))
    preparation = usual_preparation(bank)
    gold = prepare(bank, preparation)
    explained = 0
    single = sorted((corpus / "systems").glob("*.ptb"))
    swept = sorted((corpus / "systems").glob("*/*.ptb"))  # many that differ little from each other
    for number, path in enumerate([*single, *swept[::5]]):
        comparison = compare(gold, load(str(path)), preparation)
        explained += check_some(comparison, range(number % 12, len(bank), 12))
    assert explained


def check_some(comparison: Comparison, places: range) -> int:
    """Check the repairs of some sentences; return how many could be compared."""
    kinds = style_of(comparison.gold.bank)
    found = [one for place in places if (one := errors_of(comparison, place, kinds)) is not None]
    for one in found:
        check(one, comparison.gold.preparation, every_stage=False)
    return len(found)


@pytest.mark.slow
def test_a_large_file_and_the_messy_ones(shared: Path) -> None:
    data = shared / "data"
    pairs = [
        (data / "large" / "gold.ptb", data / "large" / "pcfg_h1v1.ptb"),
        *((data / "messy" / "gold60.ptb", path) for path in sorted((data / "messy").glob("*_sys*.ptb"))),
        (data / "messy" / "gold60.ptb", data / "messy" / "sys60.ptb"),
        (data / "messy" / "10_huge_single_tree_5000_nodes.ptb", data / "messy" / "10_huge_single_tree_sys.ptb"),
    ]
    for mine, theirs in pairs:
        bank = load(str(mine))
        preparation = usual_preparation(bank)
        comparison = compare(prepare(bank, preparation), load(str(theirs)), preparation)
        check_some(comparison, range(0, len(bank), 90 if len(bank) > 1000 else 1))
