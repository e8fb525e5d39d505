"""What can be chosen about a figure, as a form: of trees, of meanings, or of a plot."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QGridLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from ..figures import FigureSpec, MeaningSpec, PlotSpec, Spec
from ..figures.looks import THEMES
from ..widgets import label
from .fields import Choice, FontChoice, Number, WidthField

__all__ = ["MeaningSettings", "PlotSettings", "Settings", "TreeSettings"]

_LABELS = 66  # the width of the labels in front of fields


class Settings(QWidget):
    """What all figures have: width, type, colours, caption, and things that are there or not."""

    changed = Signal()

    def __init__(self, spec: Spec) -> None:
        super().__init__()
        self._spec = spec
        self._quiet = False
        self.boxes: dict[str, QCheckBox] = {}
        self.width_field = WidthField(
            self.tr("Width"),
            natural="" if isinstance(spec, PlotSpec) else self.tr("As wide as it gets"),
            column=self.tr("Column, 3.03 in"),
            page=self.tr("Page, 6.30 in"),
            own=self.tr("Own"),
            names=(self.tr("Length"), self.tr("Unit of length")),
        )
        self.font_choice = FontChoice(self.tr("Type"))
        self.size_number = Number(self.tr("Size of type"), 5, 72, 0.5, 1, "pt")
        self.theme = Choice(self.tr("Colours"), [(each, self._theme_names()[each]) for each in THEMES])
        self.caption = QLineEdit()
        self.caption.setAccessibleName(self.tr("Caption"))
        self.caption.setPlaceholderText(self.tr("a line below the figure"))
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(16, 12, 16, 12)
        self.column.setSpacing(6)
        self.build()
        self.column.addStretch(1)
        self.set_spec(spec)
        for each in (self.width_field, self.font_choice, self.size_number, self.theme):
            each.changed.connect(self._tell)
        self.caption.textChanged.connect(lambda _: self._tell())

    def _theme_names(self) -> Mapping[str, str]:
        return {
            "light": self.tr("Light"),
            "dark": self.tr("Dark"),
            "okabe-ito": self.tr("Okabe–Ito"),
            "print": self.tr("Black and white, for print"),
        }

    def build(self) -> None:
        """Put the fields of this kind of figure one below the other."""
        raise NotImplementedError

    # --- rows -----------------------------------------------------------------------------------------------------

    def form(self, title: str, rows: Mapping[str, QWidget]) -> None:
        """Add rows of a label and a field under a heading."""
        self._heading(title)
        grid = QGridLayout()
        grid.setVerticalSpacing(6)
        grid.setColumnMinimumWidth(0, _LABELS)
        grid.setColumnStretch(1, 1)
        for place, (text, field) in enumerate(rows.items()):
            name = QLabel(text)
            name.setBuddy(field)
            grid.addWidget(name, place, 0)
            grid.addWidget(field, place, 1)
        self.column.addLayout(grid)

    def page_rows(self) -> Mapping[str, QWidget]:
        """Return the rows about page and type."""
        return {
            self.tr("&Width"): self.width_field,
            self.tr("T&ype"): self.font_choice,
            self.tr("Si&ze"): self.size_number,
            self.tr("Colou&rs"): self.theme,
        }

    def switches(self, title: str, names: Mapping[str, str]) -> None:
        """Add boxes to be ticked, in two columns."""
        self._heading(title)
        grid = QGridLayout()
        grid.setVerticalSpacing(7)
        for place, (name, text) in enumerate(names.items()):
            grid.addWidget(self._box(name, text), place // 2, place % 2)
        self.column.addLayout(grid)

    def _box(self, name: str, text: str) -> QCheckBox:
        self.boxes[name] = QCheckBox(text)
        self.boxes[name].toggled.connect(lambda _: self._tell())
        return self.boxes[name]

    def _heading(self, title: str) -> None:
        if self.column.count():
            self.column.addSpacing(8)
        self.column.addWidget(label(title, "heading"))

    # --- values ---------------------------------------------------------------------------------------------------

    def spec(self) -> Spec:
        """Return what is chosen."""
        return replace(self._spec, **self.values())  # type: ignore[arg-type]

    def values(self) -> dict[str, object]:
        """Return the fields of a spec that are chosen here."""
        return {
            "width": self.width_field.value(),
            "font": self.font_choice.value(),
            "size": self.size_number.value(),
            "theme": self.theme.value(),
            "caption": self.caption.text(),
            **{name: box.isChecked() for name, box in self.boxes.items()},
        }

    def set_spec(self, spec: Spec) -> None:
        """Show a spec; tells once, however much is different."""
        self._quiet = True
        self._spec = spec
        self.show_values(spec)
        self._quiet = False
        self.changed.emit()

    def show_values(self, spec: Spec) -> None:
        """Fill the fields."""
        self.width_field.set_value(spec.width)
        self.font_choice.set_value(spec.font)
        self.size_number.setValue(spec.size)
        self.theme.set_value(spec.theme)
        self.caption.setText(spec.caption)
        for name, box in self.boxes.items():
            box.setChecked(getattr(spec, name))

    def _tell(self) -> None:
        if not self._quiet:
            self.changed.emit()


class TreeSettings(Settings):
    """How trees are drawn; *three* says whether there is a second system."""

    def __init__(self, spec: FigureSpec, *, three: bool) -> None:
        self.three = three
        super().__init__(spec)

    def build(self) -> None:
        """Layout and alignment, page, what is shown, caption."""
        layouts = {
            "side": self.tr("Side by side"),
            "stacked": self.tr("One above the other"),
            "mirror": self.tr("Mirror"),
            "overlay": self.tr("Overlay"),
            "gold": self.tr("Gold alone"),
            "system": self.tr("System alone"),
            "three": self.tr("Three trees"),
        }
        if not self.three:
            del layouts["three"]
        alignments = {
            "e": self.tr("E: same label and span"),
            "t": self.tr("T: tree edit distance"),
            "fragments": self.tr("Fragments"),
            "heads": self.tr("Heads: maximal projections"),
            "dependencies": self.tr("Dependencies"),
            "disagree": self.tr("Where E and T disagree"),
        }
        self.layout_choice = Choice(self.tr("Layout"), layouts.items())
        self.alignment = Choice(self.tr("Align by"), alignments.items())
        for each in (self.layout_choice, self.alignment):
            each.changed.connect(self._tell)
        self.form(self.tr("Trees"), {self.tr("&Layout"): self.layout_choice, self.tr("&Align by"): self.alignment})
        self.form(self.tr("Page"), self.page_rows())
        self.switches(
            self.tr("Show"),
            {
                "titles": self.tr("T&itles"),
                "legend": self.tr("Le&gend"),
                "words": self.tr("Wor&ds"),
                "tags": self.tr("&Tags"),
                "functions": self.tr("&Functions"),
                "punctuation": self.tr("P&unctuation"),
                "traces": self.tr("&Empty elements"),
                "removed": self.tr("Re&moved phrases"),
                "heads": self.tr("Heads (&j)"),
                "found": self.tr("Found by (&v)"),
                "links": self.tr("Lin&ks"),
                "fold": self.tr("Matches f&olded"),
            },
        )
        self.form(self.tr("Below"), {self.tr("Ca&ption"): self.caption})
        self.column.addWidget(self._box("scores", self.tr("Scores behind t&he caption")))

    def values(self) -> dict[str, object]:
        """Return the fields of a spec that are chosen here."""
        return super().values() | {"layout": self.layout_choice.value(), "alignment": self.alignment.value()}

    def show_values(self, spec: Spec) -> None:
        """Fill the fields."""
        super().show_values(spec)
        assert isinstance(spec, FigureSpec)
        self.layout_choice.set_value(spec.layout)
        self.alignment.set_value(spec.alignment)


class MeaningSettings(Settings):
    """How meanings are drawn."""

    def __init__(self, spec: MeaningSpec) -> None:
        super().__init__(spec)

    def build(self) -> None:
        """Page, what is shown, caption."""
        self.form(self.tr("Page"), self.page_rows())
        self.switches(self.tr("Show"), {"titles": self.tr("T&itles"), "legend": self.tr("Le&gend")})
        self.form(self.tr("Below"), {self.tr("Ca&ption"): self.caption})


class PlotSettings(Settings):
    """How a plot is drawn; *legend* says whether it can have one."""

    def __init__(self, spec: PlotSpec, *, legend: bool) -> None:
        self.legend = legend
        super().__init__(spec)

    def build(self) -> None:
        """Page, what is shown, caption."""
        self.form(self.tr("Page"), self.page_rows())
        legend = {"legend": self.tr("Le&gend")} if self.legend else {}
        self.switches(self.tr("Show"), {"title": self.tr("T&itle"), **legend})
        self.form(self.tr("Below"), {self.tr("Ca&ption"): self.caption})
