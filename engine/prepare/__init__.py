"""What is compared: which labels and words are left out or made equal before any measure looks at two trees."""

from .apply import Prepared, prepare
from .presets import preset, preset_names, usual_preparation
from .prm import read_prm
from .settings import Preparation

__all__ = ["Preparation", "Prepared", "prepare", "preset", "preset_names", "read_prm", "usual_preparation"]
