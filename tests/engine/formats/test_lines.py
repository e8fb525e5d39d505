from treelens.engine.formats.lines import lines
from treelens.engine.source import Source


def test_a_place_in_a_line_is_found_behind_wide_characters():
    source = Source("x", "a\n漢字 x\n".encode())
    line = list(lines(source))[1]
    assert source.locate(line.place(3)) == (2, 4)


def test_the_last_line_needs_no_end():
    assert [line.text for line in lines(Source("x", b"a\nb"))] == ["a", "b"]
