"""Tables of systems are told from tables of scores, and arguments become systems."""

import pytest

from treelens.engine.problems import TreelensError
from treelens.engine.sweep import kind_of_table, named_systems

TREE = "(S (NP (NN x)))\n"


@pytest.fixture
def folder(tmp_path):
    for name in ("gold", "a", "b"):
        (tmp_path / f"{name}.mrg").write_text(TREE)
    return tmp_path


@pytest.mark.parametrize(
    ("name", "text", "kind"),
    [
        ("runs.tsv", "system\tsize\na\t1\nb\t2\n", "systems"),
        ("runs.csv", "path,parameter\na.mrg,1\n", "systems"),
        ("scores.csv", "system,f1,exact\nx,80,20\n", "scores"),
        ("own.csv", "system,my measure\nx,80\n", "scores"),
        ("runs.toml", '[[system]]\npath = "a.mrg"\n', "systems"),
        ("gold.mrg", TREE, None),
    ],
)
def test_kinds(folder, name, text, kind):
    (folder / name).write_text(text)
    assert kind_of_table(str(folder / name)) == kind


def test_parquet_is_of_scores_without_being_read():
    assert kind_of_table("nowhere.parquet") == "scores"


def test_arguments_become_systems(folder):
    (folder / "runs.tsv").write_text("path\tname\tfamily\tparameter\nb.mrg\tbest\tf\t2\n")
    gold = str(folder / "gold.mrg")
    found = named_systems([str(folder / "a.mrg"), str(folder / "runs.tsv")], gold)
    assert [(one.name, one.family, one.parameter) for one in found] == [("a", "", None), ("best", "f", 2.0)]
    in_folder = named_systems([str(folder)], gold)
    assert [one.name for one in in_folder] == ["a", "b"]
    again = named_systems([str(folder), str(folder / "runs.tsv")], gold)
    assert [one.name for one in again] == ["a", "best"]  # once, as the table calls it


def test_a_table_that_names_no_file_says_where(folder):
    (folder / "runs.tsv").write_text("path\nnowhere.mrg\n")
    with pytest.raises(TreelensError, match=r"runs\.tsv:2:1: there is no file 'nowhere\.mrg'"):
        named_systems([str(folder / "runs.tsv")], str(folder / "gold.mrg"))
