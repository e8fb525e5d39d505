"""The look of fields that the window does not have: numbers, boxes to be ticked, zoom."""

from __future__ import annotations

from pathlib import Path

from treelens.resources import resource

from ..theme import Theme

__all__ = ["dialog_style"]


def dialog_style(theme: Theme) -> str:
    """Return the look of what is only in these dialogs; everything else looks as in the window."""
    names = ("page", "text", "muted", "border", "accent", "accent_text")
    colours = {name: getattr(theme.interface, name).name() for name in names}
    colours["icons"] = Path(str(resource("icons"))).as_posix()
    colours["check"] = "check-dark" if theme.dark else "check"
    return """
        QDoubleSpinBox {{ background: {page}; color: {text}; border: 1px solid {border}; border-radius: 6px;
                          padding: 4px 2px; min-height: 19px; }}
        QDoubleSpinBox:focus {{ border-color: {accent}; }}
        QDoubleSpinBox QLineEdit {{ border: none; padding: 0 0 0 6px; background: transparent; }}
        QDoubleSpinBox::up-button, QDoubleSpinBox::down-button {{ border: none; background: transparent; width: 18px;
                                                                  subcontrol-origin: border; margin: 2px; }}
        QDoubleSpinBox::up-button {{ subcontrol-position: top right; }}
        QDoubleSpinBox::down-button {{ subcontrol-position: bottom right; }}
        QDoubleSpinBox::up-arrow {{ image: url("{icons}/up.svg"); width: 10px; height: 10px; }}
        QDoubleSpinBox::down-arrow {{ image: url("{icons}/down.svg"); width: 10px; height: 10px; }}
        QCheckBox {{ color: {text}; spacing: 7px; }}
        QCheckBox::indicator {{ width: 14px; height: 14px; border: 1px solid {muted}; border-radius: 3px;
                                background: {page}; }}
        QCheckBox::indicator:checked {{ background: {accent}; border-color: {accent};
                                        image: url("{icons}/{check}.svg"); }}
        QCheckBox:focus {{ color: {accent}; }}
        QPushButton#zoom {{ padding: 4px 12px; }}
        QPushButton#zoom:checked {{ background: {accent}; color: {accent_text}; border-color: {accent}; }}
        QPushButton#primary {{ padding: 6px 20px; }}
    """.format(**colours)
