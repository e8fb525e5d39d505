"""Where people look for help: commands by name, keys, the manual, and what this program is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QMessageBox

from .palette import CommandPalette, ShortcutSheet

if TYPE_CHECKING:
    from .main_window import MainWindow
    from .manual import ManualWindow

__all__ = ["Helping"]


class Helping:
    """Opens what the menu Help has; the manual is imported when it is first opened."""

    def __init__(self, window: MainWindow) -> None:
        self.window = window
        self.manual: ManualWindow | None = None

    def show_palette(self) -> None:
        """Let any command be found by its name."""
        window = self.window
        palette = CommandPalette([*window.actions_.by_id.values(), *window.docks.actions()], window)
        palette.run()
        palette.deleteLater()  # the window would keep it

    def show_shortcuts(self) -> None:
        """List all keys."""
        menus = self.window.actions_.menus
        sheet = ShortcutSheet({name: menu.actions() for name, menu in menus.items()}, self.window)
        sheet.exec()
        sheet.deleteLater()  # the window would keep it

    def show_manual(self) -> None:
        """Open the manual where it was left."""
        from .manual import ManualWindow

        if self.manual is None:
            self.manual = ManualWindow(self.window)
        self.manual.show()
        self.manual.raise_()
        self.manual.activateWindow()

    def show_about(self) -> None:
        """Say what this is."""
        from importlib.metadata import version

        tr = self.window.tr
        text = tr("Parser evaluation gives a number; people need to see why.")
        QMessageBox.about(self.window, tr("About Treelens"), f"<b>Treelens {version('treelens')}</b><p>{text}</p>")
