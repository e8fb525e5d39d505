"""The manual, in a window of its own: pages of Markdown from ``resources/manual``, with contents and a search."""

from __future__ import annotations

import re
from typing import Any

from PySide6.QtCore import QSize, Qt, QUrl
from PySide6.QtGui import QImage, QKeySequence, QShortcut, QTextBlockFormat, QTextCursor, QTextDocument, QTextFormat
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QSplitter,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from treelens.resources import resource

from .widgets import button

__all__ = ["FIRST", "ManualWindow", "pages"]

FIRST = "index.md"
_LINK = re.compile(r"^- \[([^\]]+)\]\(([\w-]+\.md)\)", re.MULTILINE)
_LINES = 130  #: per cent of a line's own height
_ROOM = 28  #: around a page, in pixels
_ABOVE = 18  #: a heading
_WIDEST = 760  #: pixels that a picture is wide


def pages() -> list[tuple[str, str]]:
    """Return the titles and files of all pages, in the order of the contents.

    >>> pages()[:2]
    [('Contents', 'index.md'), ('A tour of the window', 'tour.md')]
    """
    return [("Contents", FIRST), *_LINK.findall(resource("manual", FIRST).read_text(encoding="utf-8"))]


class Page(QTextBrowser):
    """A page whose pictures are no wider than its text; it loads nothing from anywhere else."""

    def loadResource(self, kind: int, name: QUrl | str) -> Any:  # noqa: N802
        """Return a picture of the manual."""
        file = resource("manual", "pictures", QUrl(name).fileName())
        if kind != QTextDocument.ResourceType.ImageResource.value or not file.is_file():
            return None
        image, sharp = QImage.fromData(file.read_bytes()), self.devicePixelRatioF()
        made = image.scaledToWidth(round(_WIDEST * sharp), Qt.TransformationMode.SmoothTransformation)
        made.setDevicePixelRatio(sharp)
        return made


class ManualWindow(QWidget):
    """Contents on the left, the page on the right, a search above. Links lead from page to page, and out of none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setWindowTitle(self.tr("Manual · Treelens"))
        self.contents = QListWidget()
        self.contents.setAccessibleName(self.tr("Pages of the manual"))
        self.contents.setSpacing(4)
        for title, file in pages():
            item = QListWidgetItem(title)
            item.setData(Qt.ItemDataRole.UserRole, file)
            self.contents.addItem(item)
        self.page = Page()
        self.page.setAccessibleName(self.tr("Page of the manual"))
        self.page.setOpenLinks(False)
        self.page.document().setDocumentMargin(_ROOM)
        self.page.anchorClicked.connect(self._follow)
        self.search = QLineEdit(placeholderText=self.tr("Find in all pages (Ctrl+F)"), clearButtonEnabled=True)
        self.search.setAccessibleName(self.tr("Find in the manual"))
        self.found = QLabel()
        self._past: list[str] = []
        self.current = ""
        self._arrange()
        self._connect()
        self.resize(self.sizeHint())
        self.contents.setFocus()
        self.show_page(FIRST)

    def _arrange(self) -> None:
        self.back = button(self.tr("‹ Back"), tip=self.tr("The page before (Alt+Left)"), name=self.tr("Back"))
        top = QHBoxLayout()
        for part in (self.back, self.search, self.found):
            top.addWidget(part, part is self.search)
        splitter = QSplitter()
        splitter.addWidget(self.contents)
        splitter.addWidget(self.page)
        splitter.setStretchFactor(1, 1)
        splitter.setSizes([230, 800])
        layout = QVBoxLayout(self)
        layout.addLayout(top)
        layout.addWidget(splitter, 1)

    def _connect(self) -> None:
        self.contents.currentItemChanged.connect(lambda item, _: self.show_page(item.data(Qt.ItemDataRole.UserRole)))
        self.search.textChanged.connect(self._count)
        self.search.returnPressed.connect(self.find_next)
        self.back.clicked.connect(self.go_back)
        for keys, slot in (
            (QKeySequence.StandardKey.Find, self._begin_search),
            (QKeySequence.StandardKey.FindNext, self.find_next),
            (QKeySequence.StandardKey.Back, self.go_back),
            (QKeySequence.StandardKey.Close, self.close),
            ("Esc", self.close),
        ):
            QShortcut(QKeySequence(keys), self, slot)

    def sizeHint(self) -> QSize:  # noqa: N802
        """Want room for a column of text beside the contents."""
        return QSize(1080, 760)

    # --- pages ----------------------------------------------------------------------------------------------------

    def show_page(self, file: str, *, remember: bool = True) -> None:
        """Show a page from its top."""
        if file == self.current:
            return
        if remember and self.current:
            self._past.append(self.current)
        self.current = file
        self.back.setEnabled(bool(self._past))
        self.page.document().setMarkdown(_text(file), QTextDocument.MarkdownFeature.MarkdownDialectGitHub)
        self._set_air()
        self.page.moveCursor(QTextCursor.MoveOperation.Start)
        for row in range(self.contents.count()):
            if self.contents.item(row).data(Qt.ItemDataRole.UserRole) == file:
                self.contents.setCurrentRow(row)

    def _set_air(self) -> None:
        """Give lines and headings the room that Markdown does not ask for, and code a ground of its own."""
        cursor = QTextCursor(self.page.document())
        cursor.select(QTextCursor.SelectionType.Document)
        lines = QTextBlockFormat()
        lines.setLineHeight(_LINES, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        cursor.mergeBlockFormat(lines)
        heading, code = QTextBlockFormat(), QTextBlockFormat()
        heading.setTopMargin(_ABOVE)
        code.setBackground(self.palette().alternateBase())
        code.setLineHeight(100, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)  # else there are stripes
        block = self.page.document().begin()
        while block.isValid():
            shape = block.blockFormat()
            if shape.headingLevel() > 1:
                QTextCursor(block).mergeBlockFormat(heading)
            elif shape.hasProperty(QTextFormat.Property.BlockCodeFence.value):
                QTextCursor(block).mergeBlockFormat(code)
            block = block.next()

    def go_back(self) -> None:
        """Show the page that was looked at before."""
        if self._past:
            self.show_page(self._past.pop(), remember=False)
            self.back.setEnabled(bool(self._past))

    def _follow(self, link: QUrl) -> None:
        """Follow a link to another page; the program opens nothing from the network."""
        if link.isRelative() and link.path() in [file for _, file in pages()]:
            self.show_page(link.path())
        elif not link.isRelative():
            self.found.setText(link.toString())

    # --- search ---------------------------------------------------------------------------------------------------

    def _begin_search(self) -> None:
        self.search.setFocus()
        self.search.selectAll()

    def _hits(self) -> list[str]:
        """Return the pages that have what is looked for."""
        wanted = self.search.text().casefold()
        return [file for _, file in pages() if wanted and wanted in _text(file).casefold()]

    def _count(self) -> None:
        hits = len(self._hits())
        self.found.setText(self.tr("on {} pages").format(hits) if self.search.text() else "")

    def find_next(self) -> None:
        """Go to the next place, on this page or on one of those that follow."""
        if self.page.find(self.search.text()):
            return
        hits, order = self._hits(), [file for _, file in pages()]
        here = order.index(self.current)
        for file in (*order[here + 1 :], *order[: here + 1]):
            if file in hits:
                self.show_page(file)
                self.page.moveCursor(QTextCursor.MoveOperation.Start)
                self.page.find(self.search.text())
                return


def _text(file: str) -> str:
    return resource("manual", file).read_text(encoding="utf-8")
