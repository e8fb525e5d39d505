"""Which systems a sweep is over: folders, patterns, tables, and what can be wrong with them."""

import pytest

from treelens.engine.problems import InputError
from treelens.engine.sweep import System, read_systems, systems_of
from treelens.engine.sweep.systems import files_of


@pytest.fixture
def folder(tmp_path):
    for name in ("b.mrg", "a.mrg", "gold.mrg", "notes.txt", ".hidden.mrg", "sub/c.mrg"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("(S (A a))\n")
    profile = tmp_path / "profile"
    profile.mkdir()
    (profile / "relations").write_text("")
    return tmp_path


def names(systems):
    return [system.name for system in systems]


def test_a_folder_has_the_systems_in_it_without_gold(folder):
    assert names(systems_of([str(folder)], [str(folder / "gold.mrg")])) == ["a", "b", "profile"]


def test_a_pattern_and_files_each_once(folder):
    found = systems_of([str(folder / "[ab].mrg"), str(folder / "b.mrg"), str(folder / "**" / "c.mrg")])
    assert names(found) == ["a", "b", "c"]


def test_a_profile_and_a_missing_file_are_themselves(folder):
    assert files_of(str(folder / "profile")) == [str(folder / "profile")]
    assert files_of("missing.mrg") == ["missing.mrg"]  # whoever reads it says so


@pytest.mark.parametrize("argument", ["empty", "*.nothing"])
def test_nothing_found_is_an_error(folder, argument):
    (folder / "empty").mkdir()
    with pytest.raises(InputError, match="system's file"):
        files_of(str(folder / argument))


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("t.csv", "path,name,family,parameter,seed\na.mrg,one,pcfg,10,7\n\nsub/c.mrg,,pcfg,2e1,8\n"),
        ("t.tsv", "path\tname\tfamily\tparameter\tseed\na.mrg\tone\tpcfg\t10\t7\nsub/c.mrg\t\tpcfg\t2e1\t8\n"),
        (
            "t.toml",
            '[[system]]\npath = "a.mrg"\nname = "one"\nfamily = "pcfg"\nparameter = 10\nseed = 7\n'
            '[[system]]\npath = "sub/c.mrg"\nfamily = "pcfg"\nparameter = 20.0\nseed = 8\n',
        ),
    ],
)
def test_tables_say_the_same_in_every_form(folder, file, text):
    (folder / file).write_text(text)
    assert read_systems(folder / file) == [
        System(str(folder / "a.mrg"), "one", "pcfg", 10.0, {"seed": "7"}),
        System(str(folder / "sub/c.mrg"), "c", "pcfg", 20.0, {"seed": "8"}),
    ]


def test_systems_beside_the_table_and_the_first_column_of_numbers(folder):
    (folder / "params.tsv").write_text("system\ttags\th\tv\na\town\tInf\t1\nb\tgold\t2\t1\n")
    found = read_systems(folder / "params.tsv")
    assert names(found) == ["a", "b"]
    assert [system.parameter for system in found] == [float("inf"), 2.0]
    assert found[0].more == {"tags": "own", "h": "Inf", "v": "1"}


@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        ("t.csv", "name,seed\na,1\n", "t.csv:1:1: the heading names no column"),
        ("t.csv", "path,seed\na.mrg,1\nb.mrg\n", "t.csv:3:1: 1 cells under a heading of 2"),
        ("t.csv", "path,seed\na.mrg,1\nx.mrg,2\n", "t.csv:3:1: there is no file 'x.mrg'"),
        ("t.csv", "path,parameter\na.mrg,1\nb.mrg,many\n", "t.csv:3:1: the parameter is no number: 'many'"),
        ("t.csv", "path,name\na.mrg,x\nb.mrg,x\n", "t.csv:3:1: a second system is called 'x'"),
        ("t.tsv", "system\tn\na\t1\nz\t2\n", "t.tsv:3:1: no file beside the table for the system 'z'"),
        ("t.csv", "path\n", "t.csv: names no system"),
        ("t.toml", '[[system]]\npath = "a.mrg"\n\n[[system]]\npath = "x.mrg"\n', "t.toml:4:1: there is no file"),
        ("t.toml", "[[system]]\npath = \n", "t.toml:2:8: Invalid value"),
        ("t.toml", "systems = 3\n", "t.toml: names no"),
    ],
)
def test_errors_name_file_and_line(folder, file, text, said):
    (folder / file).write_text(text)
    with pytest.raises(InputError) as caught:
        read_systems(folder / file)
    assert said in str(caught.value)


def test_real_tables(shared):
    systems = shared / "data" / "wsj" / "systems"
    sizes = read_systems(systems / "sweep_trainsize" / "params.tsv")
    assert len(sizes) == 15
    assert sizes[0].parameter == 25.0
    assert len(read_systems(systems / "params_markov.tsv")) == 12
