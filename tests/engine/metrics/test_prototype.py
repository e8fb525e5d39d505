"""The figures of an independent prototype on real profiles, to four digits.

They are of items with a gold result, a missing system result counting 0. One differs by definition: without unary
rules, twelve items of the last pair have no bracket on either side; the prototype counts that as perfect.
"""

import pytest

from treelens.engine.formats import load
from treelens.engine.metrics import METRICS
from treelens.engine.prepare import prepare, usual_preparation
from treelens.engine.scoring import compare

NAMES = ("etm", "emm", "axb", "zxb", "lp", "up", "lsd", "usd", "led", "ued", "lnm", "ncm")
FIGURES = {
    ("erg-mrs-ace", 1): (
        (0.9533, 0.9626, -0.0187, 0.9813, 0.9924, 0.9968, 0.9926, 0.9953, 0.9914, 0.9925, 0.9954, 0.9813),
        {"unary": 0.9904, "lexical": 0.9894},
    ),
    ("erg-mrs-ace", 2): (
        (0.4019, 0.4112, -0.4299, 0.7290, 0.8056, 0.9018, 0.8273, 0.8857, 0.7829, 0.8263, 0.8664, 0.6449),
        {"unary": 0.8168, "lexical": 0.7883},
    ),
    ("ws213-pcfg", 1): (
        (0.0385, None, -2.3920, 0.3385, 0.6739, 0.7736, 0.6997, 0.7794, None, None, 0.8274, 0.2000),
        {"unary": 0.6521, "lexical": 0.6321},
    ),
    ("ws213-release", 1): (
        (0.9932, 0.9726, -0.0890, 0.9932, 0.9985, 0.9988, 0.9985, 0.9987, 0.9978, 0.9975, 0.9996, 0.9932),
        {"unary": (0.9984 * 146 - 12) / (146 - 12), "lexical": 0.9982},
    ),
}


@pytest.mark.parametrize(("pair", "rank"), FIGURES)
def test_the_same_figures(shared, pair, rank):
    folder = shared / "data" / "delphin"
    gold, system = load(folder / pair / "gold"), load(folder / pair / "system")
    usual = usual_preparation(gold).changed([f"rank={rank}", "missing=zero", f"heads={folder / 'rules.hds'}"])
    comparison = compare(prepare(gold, usual), system, usual)
    figures, without = FIGURES[pair, rank]
    for name, figure in zip(NAMES, figures, strict=True):
        found = comparison.tally(METRICS[name]).macro
        assert found == (None if figure is None else pytest.approx(figure, abs=0.00005001)), name
    for left_out, figure in without.items():
        other = usual.changed([f"brackets_without={left_out}"])
        found = compare(prepare(gold, other), system, other).tally(METRICS["lp"]).macro
        assert found == pytest.approx(figure, abs=0.0001), left_out
