"""The page of a report: what is in it, that it can be read out, and that nothing in it is fetched or run."""

import re
from base64 import b64encode
from hashlib import sha256
from itertools import pairwise
from pathlib import Path

import pytest
from reading_pages import read_page

from treelens.engine.agreement.significance import NOT_COVERED
from treelens.engine.metrics import parseval
from treelens.gui.appearance import theme_names, theme_values
from treelens.gui.document import open_document
from treelens.gui.figures import PlotSpec
from treelens.gui.figures.heat_map import HeatMap, correlation, heat_picture
from treelens.gui.figures.page import Box
from treelens.gui.program import demo_files
from treelens.gui.report.colours import Colours, colours_for
from treelens.gui.report.page import SECTIONS


@pytest.fixture(scope="module")
def page(demo_report):
    return read_page(demo_report)


def section(page, name):
    return next(each for each in page.all("section") if each.attributes["id"] == name)


def table(page, name, caption):
    return next(each for each in section(page, name).all("table") if each.all("caption")[0].text.startswith(caption))


def rows(element):
    return [[cell.text for cell in row.all("th", "td")] for row in element.all("tbody")[0].all("tr")]


def test_all_sections_are_there_and_in_the_contents(page):
    wanted = [module.ID for module in SECTIONS]
    assert [each.attributes["id"] for each in page.all("section")] == wanted
    links = [link.attributes["href"] for link in page.all("nav")[0].all("a")]
    assert links == [f"#{name}" for name in wanted]


def test_landmarks_and_headings(page):
    assert [each.name for each in page.all("body")[0].inside] == ["a", "header", "nav", "main", "footer", "script"]
    assert page.all("html")[0].attributes["lang"] == "en"
    levels = [int(each.name[1]) for each in page.all("h1", "h2", "h3", "h4", "h5")]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


def test_ids_are_unique_and_what_is_pointed_at_exists(page):
    ids = [each.attributes["id"] for each in page.all() if "id" in each.attributes]
    assert len(set(ids)) == len(ids)
    pointed = [each.attributes["aria-labelledby"] for each in page.all() if "aria-labelledby" in each.attributes]
    pointed += [each.attributes["href"][1:] for each in page.all("a")]
    assert set(pointed) <= set(ids)


def test_tables_can_be_read_out(page):
    for each in page.all("table"):
        assert each.all("caption")[0].text.strip()
        heads = each.all("thead")[0].all("th")
        assert all(head.attributes["scope"] == "col" and head.text.strip() for head in heads)
        assert sum("aria-sort" in head.attributes for head in heads) <= 1
        for row in each.all("tbody")[0].all("tr"):
            cells = row.all("th", "td")
            assert len(cells) == len(heads)
            assert cells[0].attributes["scope"] == "row"


def test_pictures_are_named(page):
    pictures = page.all("svg")
    assert len(pictures) >= 6
    assert all(each.attributes["role"] == "img" and each.all("title")[0].text for each in pictures)
    assert all(figure.all("figcaption")[0].text for figure in page.all("figure"))
    assert len({"legend", "swatch"} & {each.attributes.get("data-kind") for each in page.all("rect", "text")}) == 2


def test_nothing_is_fetched_or_run(demo_report, page):
    assert len(page.all("script")) == 1
    assert len(page.all("style")) == 1
    assert not page.all("img", "iframe", "object", "embed", "base", "form")
    for each in page.all():
        assert not [name for name in each.attributes if name.startswith("on") or name in ("src", "style")]
    assert {link.attributes["href"] for link in page.all("link")} == {"data:,"}
    assert "url(" not in demo_report
    assert "@import" not in demo_report
    policy = page.all("meta")[1].attributes["content"]
    assert policy.startswith("default-src 'none'; ")


def test_the_policy_allows_this_style_and_this_script_alone(demo_report, page):
    policy = page.all("meta")[1].attributes["content"]
    for name in ("style", "script"):
        content = re.search(f"<{name}>(.*?)</{name}>", demo_report, re.DOTALL)[1]
        digest = b64encode(sha256(content.encode()).digest()).decode()
        assert f"{name}-src 'sha256-{digest}'" in policy


def test_the_summary_has_what_score_prints(page):
    found = rows(table(page, "summary", "All systems"))
    assert [row[0] for row in found] == ["berkeley", "stanford", "bllip"]
    assert found[0][2].startswith("85.69 ★")
    assert found[1][2].startswith("83.83")
    assert "★" not in found[1][2]
    assert " … " in found[0][2]
    assert "berkeley is best under" in section(page, "summary").text


def test_flips_are_marked(page):
    found = table(page, "measures", "The rank")
    flips = [cell for cell in found.all("td") if "flip" in (cell.attributes.get("class") or "")]
    assert flips
    assert all(cell.all("span")[0].attributes["aria-label"].split()[0] in ("up", "down") for cell in flips)
    assert "FREVAL" in section(page, "measures").all("p")[0].text


def test_agreement_of_measures(page):
    part = section(page, "agreement")
    assert part.all("svg")[0].text.count("1.00") >= 6
    assert rows(table(page, "agreement", "Epsila"))
    assert "%" in rows(table(page, "agreement", "Clusters"))[0][0]


def test_significance_says_what_it_does_not_cover(page):
    assert NOT_COVERED in section(page, "significance").text
    found = rows(table(page, "significance", "Differences to berkeley"))
    assert [row[0] for row in found] == ["stanford", "bllip"]
    assert len(rows(table(page, "significance", "Each system less berkeley"))) == 2 * 6


def test_breakdowns_and_errors(page):
    counts = open_document(demo_files()[:2]).study.comparison(0).counts(parseval.FAMILY)
    for by in ("label", "words in the bracket"):
        found = rows(table(page, "breakdowns", f"F1 by {by}"))
        assert sum(int(row[1]) for row in found) == counts["gold"].sum()
    wrong = counts["gold"].sum() + counts["test"].sum() - 2 * counts["matched"].sum()
    kinds = table(page, "errors", "Bracket errors").all("tbody")[0].all("tr")
    assert sum(int(row.all("td")[0].attributes["data-value"]) for row in kinds) == wrong


def test_telling_sentences(page):
    part = section(page, "sentences")
    articles = part.all("article")
    assert len(articles) == 3
    assert "Sentence 44: stanford" in articles[0].text
    assert "tag “leaking” is tagged JJ; in gold it is VBG." in articles[0].all("ol")[0].text
    assert "; in gold it " in articles[1].all("ol")[0].text
    assert all(each.all("svg") and each.all("details") for each in articles)
    assert articles[2].all("svg")[0].all("title")[0].text.startswith("Gold / A: stanford / B: berkeley: ")
    assert "(S " in articles[0].all("code")[0].text


def test_settings_files_and_versions(page):
    found = {row[0]: row for row in rows(table(page, "settings", "The files"))}
    for name, path in zip(("Gold", "berkeley"), demo_files(), strict=False):
        data = Path(path).read_bytes()
        assert found[name][1] == Path(path).name
        assert found[name][4:] == [f"{len(data):,}", sha256(data).hexdigest()]
    assert "collins" in section(page, "settings").text
    assert "numpy" in section(page, "settings").text
    assert str(Path(demo_files()[0]).parent) not in page.text


def test_harmful_texts_stay_texts(hostile_report):
    page = read_page(hostile_report)
    assert page.all("title")[0].text == "<script>window.harmed=3</script>"
    assert len(page.all("script")) == 1
    assert not page.all("img", "b", "i", "u")
    assert "<script>window.harmed=1</script>" in section(page, "sentences").text
    assert "\u202e" not in hostile_report
    names = [row[0] for row in rows(table(page, "summary", "All systems"))]
    assert sorted(names) == ['one"><script>window.harmed=2<', "three&amp;", "two' onclick='x"]
    for each in page.all():
        assert not [name for name in each.attributes if name.startswith("on")]


def test_one_system_has_no_sections_on_several(write_report):
    page = read_page(write_report(*demo_files()[:2], "--top", 0))
    found = [each.attributes["id"] for each in page.all("section")]
    assert found == ["summary", "fragments", "breakdowns", "errors", "settings"]


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours as WCAG 2 defines it."""

    def luminance(colour: str) -> float:
        parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
        linear = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))

    dark, light = sorted(map(luminance, (one, other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", theme_names())
def test_numbers_on_the_map_of_correlations_can_be_read(theme, qapp):
    values = [[1.0, -1.0, float("nan")], [0.5, -0.5, 0.0], [0.9, -0.9, 0.7]]
    shown = [[correlation(value) for value in row] for row in values]
    drawn = heat_picture(HeatMap("map", ["a", "b", "c"], shown, values), PlotSpec(theme=theme)).page
    shades = {drawn.looks.fill(mark.kind, mark.role) for mark in drawn.marks if isinstance(mark, Box)}
    inks = {drawn.looks.text(text.kind, text.role).colour for text in drawn.texts()}
    assert len(shades) >= 6
    assert min(contrast(ink, shade) for ink in inks for shade in shades) >= 4.5


@pytest.mark.parametrize("theme", theme_names())
def test_texts_of_the_page_can_be_read(theme):
    colours = theme_values(theme)["interface"]
    for ink in ("text", "muted", "accent", "good", "bad"):
        for ground in ("window", "page", "raised", *(["hover"] if ink != "muted" else [])):
            assert contrast(colours[ink], colours[ground]) >= 4.5, f"{ink} on {ground}"


def test_a_colour_of_figures_becomes_one_other_in_the_dark(write_report, monkeypatch):
    """The style sheet knows colours, not what they are for."""
    seen = set()
    turn = Colours.turn

    def watched(self, drawn, drawn_dark):
        seen.update(
            zip(*(re.findall(r'(?:fill|stroke)="(#\w{6})"', each) for each in (drawn, drawn_dark)), strict=True)
        )
        turn(self, drawn, drawn_dark)

    monkeypatch.setattr(Colours, "turn", watched)
    text = write_report(*demo_files(), "--top", 1)
    assert len(dict(seen)) == len(seen)
    pictures = "".join(re.findall("<svg.*?</svg>", text, re.DOTALL))
    assert set(re.findall(r'(?:fill|stroke)="(#\w{6})"', pictures)) == set(dict(seen))


def test_when_it_is_dark():
    colours = colours_for("system")
    colours.turn('<a fill="#ffffff" stroke="#000000"/>', '<a fill="#111111" stroke="#eeeeee"/>')
    light, _, dark = colours.sheet().partition("@media screen and (prefers-color-scheme: dark) {")
    assert "--page: #ffffff" in light
    assert "--page: #1a1f26" in dark
    assert 'svg [stroke="#000000"] { stroke: #eeeeee }' in dark
    assert "@media screen {" in colours_for("dark").sheet()
    assert "@media" not in colours_for("print").sheet()
