"""From trees to a drawing: placed texts and lines, each with a role and a node. Pure geometry, no Qt.

The window and every export paint the same drawing, so what is on screen is what is in the paper.
"""

from .links import links
from .mirror import place_mirror
from .model import Drawing, Label, Measure, Options, Stroke
from .overlay import place_overlay
from .roles import disagreement_roles, renamed_of, roles_of
from .side import place_side
from .tidy import place_tree

__all__ = [
    "Drawing",
    "Label",
    "Measure",
    "Options",
    "Stroke",
    "disagreement_roles",
    "links",
    "place_mirror",
    "place_overlay",
    "place_side",
    "place_tree",
    "renamed_of",
    "roles_of",
]
