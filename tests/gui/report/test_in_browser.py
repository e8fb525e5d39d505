"""The page of a report in a real browser: sorting by mouse and by keys, colours, width, and no request at all."""

import pytest
from browser import Browser, chromium

TABLE = "document.querySelector('#summary table')"
HEADINGS = f"Array.from({TABLE}.tHead.rows[0].cells)"
NAMES = f"Array.from({TABLE}.tBodies[0].rows, row => row.cells[0].textContent)"
SORTED = f"{HEADINGS}.map(cell => cell.getAttribute('aria-sort'))"

#: All texts that can be seen on a ground of one colour, with less contrast than they should have.
PALE = """(() => {
  const parts = colour => colour.match(/[\\d.]+/g).map(Number);
  const luminance = ([r, g, b]) => [[0.2126, r], [0.7152, g], [0.0722, b]].reduce((sum, [weight, part]) =>
    sum + weight * (part / 255 <= 0.04045 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4), 0);
  const ground = element => {
    for (; element; element = element.parentElement) {
      const colour = parts(getComputedStyle(element).backgroundColor);
      if (colour.length === 3 || colour[3] === 1) return colour;
    }
    return [255, 255, 255];
  };
  const pale = [];
  for (const element of document.querySelectorAll("body *")) {
    const own = Array.from(element.childNodes).some(node => node.nodeType === 3 && node.data.trim());
    if (!own || element.closest("svg, script") || !element.getClientRects().length) continue;
    const ink = parts(getComputedStyle(element).color);
    const [dark, light] = [ink, ground(element)].map(luminance).sort((a, b) => a - b);
    if ((light + 0.05) / (dark + 0.05) < 4.5) pale.push(element.outerHTML.slice(0, 80));
  }
  return pale;
})()"""


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    chromium()
    with Browser(tmp_path_factory.mktemp("profile")) as made:
        yield made


@pytest.fixture
def opened(browser, demo_report, tmp_path):
    """The report on the demo, freshly opened in a wide window."""
    page = tmp_path / "page.html"
    page.write_text(demo_report, encoding="utf-8")
    browser.prefer("light")
    browser.resize(1280, 800)
    browser.requests.clear()
    browser.open(page)
    return browser


def test_a_click_on_a_heading_sorts(opened):
    assert opened.run(NAMES) == ["berkeley", "stanford", "bllip"]
    assert opened.run(SORTED)[2] == "descending"
    opened.click(f"{HEADINGS}[2].querySelector('button')")
    assert opened.run(NAMES) == ["bllip", "stanford", "berkeley"]
    assert opened.run(SORTED)[2] == "ascending"
    opened.click(f"{HEADINGS}[0].querySelector('button')")
    assert opened.run(NAMES) == ["berkeley", "bllip", "stanford"]
    assert opened.run(SORTED)[:3] == ["ascending", None, None]


def test_keys_sort_and_the_focus_can_be_seen(opened):
    opened.run(f"{HEADINGS}[3].querySelector('button').focus()")
    opened.press("Tab", 9)
    assert opened.run(f"document.activeElement.parentElement === {HEADINGS}[4]")
    assert opened.run("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    opened.press("Enter", 13, "\r")
    assert opened.run(SORTED)[4] == "descending"
    opened.press("Enter", 13, "\r")
    assert opened.run(SORTED)[4] == "ascending"


def test_what_has_no_number_comes_last(opened):
    cell = f"{TABLE}.tBodies[0].rows[0].cells[2]"
    opened.run(f"{cell}.dataset.value = ''")
    for _ in range(2):
        opened.click(f"{HEADINGS}[2].querySelector('button')")
        assert opened.run(NAMES)[-1] == "berkeley"


def test_links_and_details_open(opened):
    opened.click("document.querySelector('nav a[href=\"#sentences\"]')")
    assert opened.run("location.hash") == "#sentences"
    opened.click("document.querySelector('article summary')")
    assert opened.run("document.querySelector('article details').open")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_texts_can_be_read_in_the_light_and_in_the_dark(opened, scheme):
    opened.prefer(scheme)
    opened.run("document.querySelectorAll('details').forEach(each => each.open = true)")
    assert opened.run(PALE) == []


def test_figures_turn_dark_with_the_page_but_not_on_paper(opened):
    ink = "getComputedStyle(document.querySelector('article svg text')).fill"
    light = opened.run(ink)
    opened.prefer("dark")
    assert opened.run(ink) != light
    opened.prefer("dark", media="print")
    assert opened.run(ink) == light
    assert opened.run("getComputedStyle(document.querySelector('nav')).display") == "none"


@pytest.mark.parametrize("width", [360, 1280])
def test_the_page_is_never_wider_than_the_window(opened, width):
    opened.resize(width, 800)
    assert opened.run("document.documentElement.scrollWidth") <= width


def test_nothing_is_asked_for_and_nothing_complains(opened, tmp_path):
    assert opened.requests == [(tmp_path / "page.html").as_uri(), "data:,"][: len(opened.requests)]
    assert opened.complaints == []


def test_harmful_texts_do_no_harm(browser, hostile_report, tmp_path):
    page = tmp_path / "hostile.html"
    page.write_text(hostile_report, encoding="utf-8")
    browser.requests.clear()
    browser.open(page)
    assert browser.run("typeof window.harmed") == "undefined"
    assert browser.run("document.scripts.length") == 1
    assert "<script>" in browser.run("document.querySelector('#sentences .words').textContent")
    assert {url for url in browser.requests if not url.startswith("data:")} == {page.as_uri()}


def test_it_can_be_read_without_its_script(browser, demo_report, tmp_path):
    page = tmp_path / "page.html"
    page.write_text(demo_report, encoding="utf-8")
    browser.ask("Emulation.setScriptExecutionDisabled", value=True)
    try:
        browser.open(page)
        assert browser.run("document.querySelectorAll('th button').length") == 0
        assert browser.run(NAMES)[0] == "berkeley"
    finally:
        browser.ask("Emulation.setScriptExecutionDisabled", value=False)
