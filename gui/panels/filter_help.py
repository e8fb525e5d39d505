"""What can be written into the filter box, one key or click away from it."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QPoint, Qt, Signal
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QFrame, QHeaderView, QPushButton, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from ..widgets import button, label

__all__ = ["LANGUAGE", "FilterHelp", "help_button"]

#: Examples of the language and what they find.
LANGUAGE = (
    ("lake", "sentences with this word; capitals count only where they are given"),
    ("photo*", "words that begin so"),
    ('"the old lake"', "these words, one after the other"),
    ("label:NP", "a node of the gold tree or of a system's; function tags count if given"),
    ("/NP < PP/", 'a tgrep pattern; also tgrep:"/^NP/ < PP"'),
    ("phenomenon:passive", "a phenomenon of the gold tree; a system's name in front speaks of that system's"),
    ("lost:passive", "gold has it and the system has not; gained: the other way round; also lost:/NP < PP/"),
    ("len:>20", "number of words"),
    ("id:10-15", "place in the file, or the file's own id"),
    ("f1:<50", "any measure, shares in percent"),
    ("differ:", "the trees differ; differ:t-dice: by that measure"),
    ("right:all", "all systems have it right; also any, or a system's name; wrong: the opposite"),
    ("only:any", "exactly one system has it right; only:berkeley: this one and no other"),
    ("better:berkeley>stanford", "the first has the better score; better:berkeley>stanford,t-dice: by that measure"),
    (
        "better:berkeley>stanford,label=NP",
        "fewer mistakes in brackets; also right:, wrong:, only:; span= depth= tag= …",
    ),
    ("changed:worse", "worse than in the run before the file was written anew; also better, new, gone"),
    ("status:error", "ok, error or skip: whether the trees could be compared"),
    ("error:PP", "a kind of error, as in error:coord or error:label; error: any at all, -error: none"),
    ("parsed:gold -parsed:system", "parsed in gold and not by the system"),
    ("same:meaning other:tree", "the same meaning or tree, or another one; meanings are those of profiles"),
    ("ambiguity:up", "more readings than in gold; ambiguity:down: fewer"),
    ("use:hd-cmp_u_c", "a rule, lexical entry or type that is used more or less often than in gold"),
    ("tag:figure", "a tag of your own"),
    ("any.f1:<50", "of any system; a system's name speaks of that one, gold.label:SBAR of gold"),
    ("lake or (label:PP -differ:)", "or, not (or -) and parentheses; terms side by side must all hold"),
)


class FilterHelp(QFrame):
    """The list of examples; Enter or a click puts one into the box."""

    wanted = Signal(str)  #: an example to be written into the box

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setObjectName("card")
        self.list = QTreeWidget()
        self.list.setColumnCount(2)
        self.list.setHeaderHidden(True)
        self.list.setRootIsDecorated(False)
        self.list.setWordWrap(True)
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setStyleSheet("QTreeWidget::item { padding: 4px 6px; }")
        self.list.setAccessibleName(self.tr("What a filter may say"))
        fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        for example, meaning in LANGUAGE:
            said = QCoreApplication.translate("FilterHelp", meaning)
            item = QTreeWidgetItem([example, said])
            item.setFont(0, fixed)
            item.setData(0, Qt.ItemDataRole.AccessibleTextRole, f"{example}: {said}")
            self.list.addTopLevelItem(item)
        self.list.header().setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        self.list.itemActivated.connect(self._choose)
        self.list.itemClicked.connect(self._choose)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 10, 12, 10)
        layout.addWidget(label(self.tr("What a filter may say"), "heading"))
        layout.addWidget(label(self.tr("Enter or a click writes an example into the box."), "muted"))
        layout.addWidget(self.list, 1)
        self.list.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setFocusProxy(self.list)

    def open_below(self, widget: QWidget) -> None:
        """Show the list below a widget, within the screen."""
        rows = self.list.topLevelItemCount()
        self.list.setMinimumHeight(rows * max(self.list.sizeHintForRow(0), 1) + 4)
        wide = self.list.sizeHintForColumn(0) + self.list.sizeHintForColumn(1) + 50
        screen = widget.screen().availableGeometry()
        self.resize(min(wide, screen.width() - 20), self.sizeHint().height())
        place = widget.mapToGlobal(QPoint(0, widget.height() + 2))
        place.setX(max(min(place.x(), screen.right() - self.width()), screen.left()))
        place.setY(max(min(place.y(), screen.bottom() - self.height()), screen.top()))
        self.move(place)
        self.show()
        self.list.setCurrentIndex(self.list.model().index(0, 0))
        self.list.setFocus(Qt.FocusReason.PopupFocusReason)

    def _choose(self, item: QTreeWidgetItem) -> None:
        self.hide()
        self.wanted.emit(item.text(0))


def help_button(text: str) -> QPushButton:
    """Return the small button that opens the list."""
    made = button("?", "", text, name=text)
    made.setStyleSheet("padding: 5px 0;")
    made.setFixedWidth(30)
    return made
