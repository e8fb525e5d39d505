"""Tree patterns in the language of tgrep2, as nltk understands it, matched over whole treebanks at once.

A pattern such as ``NP < (PP << of) !$ VP`` is read into a small tree of conditions (:mod:`~.grammar`). Each condition
is then answered for all nodes of many trees together: a condition is a column of yes and no, one entry a node, and a
relation turns the column of what stands to its right into the column of its own (:mod:`~.relations`). So the price of
a pattern is a few passes over flat arrays, whatever the depth of the trees. Only patterns that name nodes and refer to
them (``NP=n .. =n``) are tried node by node (:mod:`~.naming`), on the nodes that the columns leave over.

What a pattern means, down to its oddities, is what ``nltk.tgrep`` makes of it: words have no relations of their own
(``dog > NN`` never holds, ``NN < dog`` does), a name is bound by the first node that is found, and ``>>,`` and ``>>'``
are content with a node that looks like the one that is meant. Nodes are told apart, also where two words are equal.
"""

from .errors import TgrepError
from .forest import Forest, forests
from .grammar import read_pattern
from .matching import Tgrep, compile_tgrep

__all__ = ["Forest", "Tgrep", "TgrepError", "compile_tgrep", "forests", "read_pattern"]
