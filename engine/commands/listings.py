"""``treelens metrics`` and ``treelens formats``: what there is."""

from ..formats import FORMATS
from ..metrics import GROUPS, METRICS
from .options import Format, Output, check_choice
from .output import as_csv, as_json, as_table, emit

__all__ = ["formats", "metrics"]

_HOW = ("table", "json", "csv")


def metrics(format: Format = "table", output: Output = None) -> int:
    """List the measures with their definitions and where they come from."""
    groups = {name: group for group, names in GROUPS.items() if group != "all" for name in names}
    rows = [
        [metric.name, groups.get(metric.name, ""), metric.title, metric.definition, metric.reference]
        for metric in METRICS.values()
    ]
    _print(["name", "group", "title", "definition", "reference"], rows, format, output)
    return 0


def formats(format: Format = "table", output: Output = None) -> int:
    """List the tree formats that can be read and written."""
    rows = [[module.NAME, module.TITLE, " ".join(module.EXTENSIONS)] for module in FORMATS.values()]
    _print(["name", "title", "extensions"], rows, format, output)
    return 0


def _print(header: list[str], rows: list[list[str]], format: str, output: Output) -> None:
    check_choice("--format", format, _HOW)
    if format == "table":
        text = as_table(header, rows, left=range(len(header)))
    elif format == "csv":
        text = as_csv(header, rows)
    else:
        text = as_json([dict(zip(header, row, strict=True)) for row in rows])
    emit(text, output)
