"""A report on systems: one page of HTML with tables, plots, and the trees of the sentences that tell most.

- ``findings``: what is told of, found out when first asked for
- ``summary``, ``measures``, ``fragments``, ``agreement``, ``significance``, ``breakdowns``, ``errors``, ``sentences``,
  ``settings``: the sections, one module each
- ``html``, ``table``, ``pictures``, ``colours``, ``wording``: what sections are made of
- ``page``: all of it together, in the frame of ``resources/report``
"""

from .findings import Findings, Wish
from .page import report

__all__ = ["Findings", "Wish", "report"]
