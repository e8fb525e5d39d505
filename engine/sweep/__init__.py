"""Many systems at once: which they are, how they are scored without holding them all, and where the scores go."""

from .kinds import kind_of_table, named_systems
from .listing import read_systems
from .reading import Table, read_table
from .recipe import Recipe
from .result import Result, result_of
from .run import MANY, score_systems, sum_up_systems
from .standings import Standings, Summary
from .systems import System, systems_of
from .writing import score_of, table_writer

__all__ = [
    "MANY",
    "Recipe",
    "Result",
    "Standings",
    "Summary",
    "System",
    "Table",
    "kind_of_table",
    "named_systems",
    "read_systems",
    "read_table",
    "result_of",
    "score_of",
    "score_systems",
    "sum_up_systems",
    "systems_of",
    "table_writer",
]
