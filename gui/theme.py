"""Colours and fonts of the window, from the theme files in ``resources/themes``."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

from treelens.resources import resource

from .appearance import theme_values

__all__ = ["Colours", "Fonts", "Theme", "apply_theme", "chosen_theme", "load_theme"]

_HEADINGS = {"heading_size": 1.2, "title_size": 2.6}  #: by how much they are larger than other texts
_SIZES = {"phrase": 1.05, "tag": 0.9, "word": 1.05, "fold": 1.0, "relation": 0.9, "predicate": 0.95}


class Colours:
    """Named colours: ``colours.accent`` is a QColor."""

    def __init__(self, values: dict[str, str]) -> None:
        self._values = {name: QColor(value) for name, value in values.items()}

    def __getattr__(self, name: str) -> QColor:
        try:
            return self._values[name]
        except KeyError:
            raise AttributeError(name) from None

    def get(self, name: str, default: str) -> QColor:
        """Return a colour by name, or another if there is none of that name."""
        return self._values.get(name) or self._values[default]


@dataclass(frozen=True)
class Theme:
    """A theme: colours of the interface and of trees."""

    name: str
    dark: bool
    interface: Colours
    tree: Colours


def load_theme(name: str) -> Theme:
    """Read a theme by its name."""
    values = theme_values(name)
    return Theme(values["name"], values["dark"], Colours(values["interface"]), Colours(values["tree"]))


def chosen_theme(name: str) -> Theme:
    """Return a theme by its name; ``system`` is the one that goes with the desktop's own."""
    if name == "system":
        dark = QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
        name = "dark" if dark else "light"
    return load_theme(name)


class Fonts:
    """A font for each kind of text in a tree, and its measure."""

    def __init__(self, base: QFont) -> None:
        self._fonts = {kind: self._made(base, kind, size) for kind, size in _SIZES.items()}
        self._metrics = {kind: QFontMetricsF(font) for kind, font in self._fonts.items()}
        self.measure = lru_cache(maxsize=50_000)(self._measured)  # labels and common words come again and again

    @staticmethod
    def _made(base: QFont, kind: str, size: float) -> QFont:
        font = QFont(base)
        font.setPointSizeF(base.pointSizeF() * size)
        font.setWeight(QFont.Weight.DemiBold if kind == "phrase" else QFont.Weight.Normal)
        font.setItalic(kind == "fold")
        return font

    def __getitem__(self, kind: str) -> QFont:
        return self._fonts.get(kind, self._fonts["phrase"])

    def _measured(self, text: str, kind: str) -> tuple[float, float]:
        """Return width and height of a text of a kind."""
        metrics = self._metrics.get(kind, self._metrics["phrase"])
        return metrics.horizontalAdvance(text), metrics.height()

    def start(self, text: str, kind: str, x: float, y: float) -> QPointF:
        """Return where to begin a text so that its middle is at a place: at its left end, on the line it stands on."""
        width, height = self.measure(text, kind)
        return QPointF(x - width / 2, y - height / 2 + self._metrics.get(kind, self._metrics["phrase"]).ascent())


def apply_theme(application: QApplication, theme: Theme) -> None:
    """Give the whole application the colours of a theme, unless it has them: styling all widgets anew takes long."""
    if application.property("theme") == theme.name:
        return
    application.setProperty("theme", theme.name)
    colours = theme.interface
    palette = QPalette()
    roles = QPalette.ColorRole
    for role, colour in {
        roles.Window: colours.window,
        roles.Base: colours.page,
        roles.AlternateBase: colours.hover,
        roles.Button: colours.raised,
        roles.Text: colours.text,
        roles.WindowText: colours.text,
        roles.ButtonText: colours.text,
        roles.ToolTipBase: colours.raised,
        roles.ToolTipText: colours.text,
        roles.PlaceholderText: colours.muted,
        roles.Highlight: colours.accent,
        roles.HighlightedText: colours.accent_text,
        roles.Link: colours.accent,
        roles.Mid: colours.border,
        roles.Light: colours.raised,
        roles.Dark: colours.border,
    }.items():
        palette.setColor(role, colour)
    palette.setColor(QPalette.ColorGroup.Disabled, roles.Text, colours.muted)
    palette.setColor(QPalette.ColorGroup.Disabled, roles.ButtonText, colours.muted)
    palette.setColor(QPalette.ColorGroup.Disabled, roles.WindowText, colours.muted)
    if not application.styleSheet():  # styles that were set before stay, each with all that it has polished
        application.setStyle("Fusion")
    application.setPalette(palette)
    application.setStyleSheet(_style_sheet(theme))


def _style_sheet(theme: Theme) -> str:
    colours = theme.interface
    names = ("window", "page", "raised", "border", "text", "muted", "accent", "accent_text", "selection", "hover")
    text = resource("themes", "window.qss").read_text(encoding="utf-8")
    size = QApplication.font().pointSizeF()
    for name, factor in _HEADINGS.items():
        text = text.replace(f"@{name}", f"{size * factor:.1f}pt")
    for name in sorted(names, key=len, reverse=True):
        text = text.replace(f"@{name}", getattr(colours, name).name())
    return text.replace("@icons", Path(str(resource("icons"))).as_posix())
