"""A plot on screen: the pointer finds spots, lines and boxes; so do arrow keys."""

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt

from treelens.gui.figures import paint
from treelens.gui.figures.axes import Scale
from treelens.gui.figures.chart import Chart, Series, Spot, picture_of
from treelens.gui.figures.heat_map import HeatMap, heat_picture
from treelens.gui.figures.page import Path
from treelens.gui.figures.paint import marks_in_pieces
from treelens.gui.theme import load_theme
from treelens.gui.views import picture
from treelens.gui.views.picture import PictureView

pytestmark = pytest.mark.qt_log_ignore("does not support raise")  # tool tips on the platform that draws into memory


@pytest.fixture
def view(qtbot):
    made = PictureView("plot", load_theme("light"))
    qtbot.addWidget(made)
    made.resize(600, 400)
    made.show()
    return made


@pytest.fixture
def lines(view):
    one = tuple(Spot(x, 10, f"one {x}", (0,)) for x in range(4))
    other = tuple(Spot(x, 20, f"other {x}", (1,)) for x in range(4))
    chart = Chart("lines", Scale(0, 3, "x"), Scale(0, 30, "y"), (Series("one", one), Series("other", other, 1)), ())
    view.show_picture(lambda spec, height: picture_of(chart, spec, height))
    return one, other


def click(qtbot, view, where):
    qtbot.mouseMove(view, where)
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=where)


def test_a_click_on_a_dot_leads_where_it_leads(qtbot, view, lines):
    led = []
    view.chosen.connect(led.append)
    click(qtbot, view, view.place_of(lines[1][2]))
    assert led == [lines[1][2]]


def test_a_click_on_a_line_means_its_nearest_dot(qtbot, view, lines):
    at, then = view.place_of(lines[0][1]), view.place_of(lines[0][2])
    led = []
    view.chosen.connect(led.append)
    click(qtbot, view, QPoint(at.x() + (then.x() - at.x()) // 3, at.y() + 3))
    assert led == [lines[0][1]]
    click(qtbot, view, QPoint(at.x(), (at.y() + view.place_of(lines[1][1]).y()) // 2))
    assert len(led) == 1  # between the lines there is nothing


def test_the_pointer_is_told(qtbot, view, lines):
    told = []
    view.pointed.connect(told.append)
    qtbot.mouseMove(view, view.place_of(lines[0][3]))
    assert told[-1] == "one 3"


def test_arrow_keys_go_along_a_line_and_to_the_next(qtbot, view, lines):
    led = []
    view.chosen.connect(led.append)
    view.setFocus()
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Left):
        qtbot.keyClick(view, key)
    assert view.spot == lines[1][1]
    assert view.accessibleDescription() == "other 1"
    qtbot.keyClick(view, Qt.Key.Key_Return)
    assert led == [lines[1][1]]


def test_the_page_is_as_large_as_the_widget(qtbot, view, lines):
    assert view.picture.page.width == pytest.approx(600, abs=1)
    assert view.picture.page.height == pytest.approx(400, abs=4)
    view.resize(420, 300)
    qtbot.waitUntil(lambda: abs(view.picture.page.width - 420) < 1)
    assert view.picture.page.height == pytest.approx(300, abs=4)


def test_a_box_is_found_anywhere_in_it(qtbot, view):
    spots = [[Spot(0, 0, f"{a}{b}", (), (a, b)) for b in "pq"] for a in "pq"]
    heat = HeatMap("map", ["p", "q"], [["1", "2"], ["3", "4"]], [[1, 0.5], [-0.5, 1]], spots)
    view.show_picture(lambda spec, height: heat_picture(heat, spec, height))
    place = next(place for place in view.picture.places if place.spot.text == "qp")
    assert view.under(QPointF(place.x + place.half[0] - 1, place.y - place.half[1] + 1)) is not None
    led = []
    view.chosen.connect(led.append)
    click(qtbot, view, QPoint(round(place.x + place.half[0]) - 2, round(place.y)))
    assert [spot.metrics for spot in led] == [("q", "p")]


def test_where_there_is_no_picture_it_says_why(view, lines):
    def fails(spec, height):
        raise ValueError("nothing to draw")

    view.show_picture(fails)
    assert view.picture is None
    assert view.message == "nothing to draw"
    assert view.accessibleDescription() == "nothing to draw"


def test_thousands_of_lines_are_painted_bit_by_bit(qtbot, view, monkeypatch):
    monkeypatch.setattr(picture, "_MOMENT", 0.0)
    monkeypatch.setattr(paint, "_AT_ONCE", 1)  # a mark at a time
    series = tuple(
        Series(f"{n}", tuple(Spot(x, n, f"{n} {x}", (n,)) for x in range(4)), n, dots=False) for n in range(60)
    )
    chart = Chart("lines", Scale(0, 3, "x"), Scale(0, 60, "y"), series, ())
    view.show_picture(lambda spec, height: picture_of(chart, spec, height))
    view.grab()
    assert view.busy
    qtbot.waitUntil(lambda: not view.busy)
    bit_by_bit = view.grab().toImage()
    monkeypatch.setattr(picture, "_MOMENT", 60.0)
    view.show_picture(lambda spec, height: picture_of(chart, spec, height))
    at_once = view.grab().toImage()
    assert not view.busy
    assert bit_by_bit == at_once


def test_a_long_line_in_pieces_goes_through_all_of_its_points(view):
    spots = tuple(Spot(x, x % 7, f"{x}") for x in range(1000))
    chart = Chart("long", Scale(0, 999, "x"), Scale(0, 7, "y"), (Series("one", spots, dots=False),), ())
    page = picture_of(chart, view.spec(), 400).page
    (line,) = (mark for mark in page.marks if isinstance(mark, Path) and len(mark.points) == 1000)
    pieces = [mark for mark in marks_in_pieces(page) if isinstance(mark, Path) and mark.kind == line.kind]
    assert len(pieces) > 50
    assert [point for piece in pieces for point in piece.points[:-1]] + [pieces[-1].points[-1]] == [*line.points]
