"""From trees to a drawing: placed texts and lines, each with a role and a node. Pure geometry, no Qt.

The window and every export paint the same drawing, so what is on screen is what is in the paper.
"""

from .drawn import Drawn, Part, drawn, original_of, why_not_compared
from .links import links
from .mirror import place_mirror
from .model import Drawing, Label, Measure, Options, Room, Show, Stroke
from .overlay import place_overlay
from .roles import badges_of, disagreement_roles, gold_badges, gold_roles, roles_of
from .row import place_row
from .script import Step, script_of, step_part

__all__ = [
    "Drawing",
    "Drawn",
    "Label",
    "Measure",
    "Options",
    "Part",
    "Room",
    "Show",
    "Step",
    "Stroke",
    "badges_of",
    "disagreement_roles",
    "drawn",
    "gold_badges",
    "gold_roles",
    "links",
    "original_of",
    "place_mirror",
    "place_overlay",
    "place_row",
    "roles_of",
    "script_of",
    "step_part",
    "why_not_compared",
]
