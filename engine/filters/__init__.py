"""The language of the filter box: which sentences of a study are looked at.

==========================  ==========================================================================
``lake``  ``photo*``        the sentence has this word; capitals count only where they are given
``"the old lake"``          these words, one after the other, taken literally
``label:NP``                a node of the gold tree or of a system's; function tags count if given
``/NP < PP/``               a tgrep pattern; also ``tgrep:"/^NP/ < PP"``; ``gold.tgrep:NP<PP``: in gold
``phenomenon:passive``      the gold tree shows a phenomenon; ``berkeley.phenomenon:passive``: the system's does
``lost:passive``            gold has a phenomenon, the system has not; ``gained:`` the other way round
``lost:/NP < PP/``          likewise a pattern; ``berkeley.lost:"/^NP/ < PP"``
``len:>20``  ``id:10-15``   number of words, place in the file (or the file's own id)
``f1:<50``  ``t-cost:>5``   any measure, shares in percent
``differ:``  ``status:ok``  trees differ (``differ:t-dice``: by that measure); ``ok``, ``error`` or ``skip``
``right:all``  ``wrong:``   systems have it right, or wrong: by name, ``all``, ``any``; none: the one looked at
``only:berkeley``           this system has it right, and no other
``better:one>other``        the first has a better score; ``better:one>other,t-dice``: by that measure
``better:a>b,label=NP``     of brackets or words: by ``label=``, ``span=``, ``length=``, ``depth=``, ``head=``, ``tag=``
``changed:better``          better than in the run before; ``worse``, ``new``, ``gone``; ``changed:worse,t-dice``
``error:PP``  ``error:``    a system made an error of a kind (``error:coord``, ``error:label``), or any
``parsed:gold``             gold has a parse; ``parsed:system``: the system has
``same:meaning``            the first analyses mean the same, or are the same tree; ``other:`` they do not
``ambiguity:up``            the system has more readings than gold; ``down``: fewer
``use:hd-cmp_u_c``          a rule, a lexical entry or a type is not used as often as in gold
``tag:figure``              a tag of your own
==========================  ==========================================================================

A system's name and a dot in front speak of that system: ``berkeley.f1:<50``, ``gold.label:SBAR``, ``any.status:error``.
Terms side by side must all hold; ``or``, ``not`` (or ``-``) and parentheses do what they say.

>>> str(parse("lake (label:PP or label:NP-TMP) -differ:"))
'lake (label:PP or label:NP-TMP) not differ:'
"""

from .completion import completions, piece
from .context import Context, Stopped
from .errors import FilterError
from .parser import Filter, parse
from .texts import Texts

__all__ = ["Context", "Filter", "FilterError", "Stopped", "Texts", "completions", "parse", "piece"]
