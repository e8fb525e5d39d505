"""Which systems found each bracket of gold."""

from pathlib import Path

import numpy as np

from treelens.engine.align.spans import nodes_in, paired
from treelens.engine.breakdowns import consensus, finders
from treelens.engine.formats import load
from treelens.engine.metrics import parseval
from treelens.engine.prepare import prepare, preset
from treelens.engine.scoring import compare
from treelens.resources import resource

DEMO = Path(str(resource("demo")))
SYSTEMS = ("berkeley", "opennlp", "linkgrammar")


def test_brackets_of_the_demo():
    preparation = preset("collins")
    gold = prepare(load(DEMO / "gold.mrg"), preparation)
    compared = [compare(gold, load(DEMO / f"{name}.mrg"), preparation) for name in SYSTEMS]
    made = consensus(compared)
    for system, one in enumerate(compared):
        matched = np.where(one.compared, one.counts(parseval.FAMILY)["matched"], 0)
        assert np.bincount(made.sentence[made.found[system]], minlength=120).tolist() == matched.tolist()
        assert made.asked[system].tolist() == one.compared.tolist()
    assert made.counts().max() == 3
    for sentence in (0, 14, 45, 117):
        tree = gold.bank.tree(sentence)
        nodes = nodes_in(tree, "roof", preparation)
        expected = dict.fromkeys(nodes, ())
        for system, one in enumerate(compared):
            if one.compared[sentence]:
                other = one.test.bank.tree(int(one.pairing.partner[sentence]))
                theirs = nodes_in(other, "roof", preparation)
                for node, _ in paired(tree, other, nodes, theirs, preparation):
                    expected[node] += (system,)
        assert made.of(sentence) == expected

    for sentence in (0, 14, 45, 117):
        one = finders(compared, SYSTEMS, sentence)
        asked = [name for name, there in zip(SYSTEMS, made.asked[:, sentence], strict=True) if there]
        assert list(one.asked) == asked
        assert one.names == {
            node: tuple(SYSTEMS[place] for place in systems) for node, systems in made.of(sentence).items()
        }
        for node, names in one.names.items():
            assert one.share(node) == f"{len(names)}/{len(asked)}"
            assert sorted([*names, *one.missed(node)]) == sorted(asked)
