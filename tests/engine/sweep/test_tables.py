"""Tables of scores: written system by system, read back, and what can be wrong with those of others."""

import csv
import sys

import numpy as np
import pytest

from treelens.engine.formats import load
from treelens.engine.metrics import METRICS as ALL
from treelens.engine.metrics import choose
from treelens.engine.prepare import preset
from treelens.engine.problems import InputError, TreelensError
from treelens.engine.sweep import Recipe, System, read_table, score_of, score_systems, table_writer
from treelens.resources import resource

METRICS = choose(["f1", "crossing", "freval-15"])


@pytest.fixture(params=["csv", "parquet"])
def suffix(request):
    if request.param == "parquet":
        pytest.importorskip("pyarrow", reason="needs pyarrow: pip install 'treelens[parquet]'")
    return request.param


@pytest.fixture(scope="module")
def results():
    recipe = Recipe.of(load(resource("demo", "gold.mrg")), preset("collins"), METRICS, cached=False)
    systems = [
        System(str(resource("demo", f"{name}.mrg")), name, "family", parameter)
        for name, parameter in (("berkeley", 4.0), ("linkgrammar", None))
    ]
    return list(zip(systems, score_systems(recipe, systems), strict=True))


def written(path, results, *, by_sentence):
    with table_writer(path, METRICS, by_sentence=by_sentence) as add:
        for system, result in results:
            add(system, result)
    return read_table(path)


def test_a_table_of_systems_comes_back(tmp_path, results, suffix):
    table = written(tmp_path / f"t.{suffix}", results, by_sentence=False)
    assert not table.by_sentence
    assert [(one.name, one.family, one.parameter) for one in table.systems] == [
        ("berkeley", "family", 4.0),
        ("linkgrammar", "family", None),
    ]
    scores = table.over_systems()
    assert scores.metrics == ("f1", "crossing", "freval-15")
    for row, (_, result) in enumerate(results):
        assert scores.values[row].tolist() == [score_of(result, metric) for metric in METRICS]
    assert scores.values[0, 0] == 100 * results[0][1].tallies["f1"].macro
    assert scores.values[0, 1] == results[0][1].tallies["crossing"].macro
    assert scores.values[0, 2] == 100 * results[0][1].tallies["freval-15"].micro


def test_a_table_of_sentences_comes_back(tmp_path, results, suffix):
    table = written(tmp_path / f"t.{suffix}", results, by_sentence=True)
    assert table.by_sentence
    rows = table.rows["linkgrammar"]
    assert len(rows) == 120
    assert [table.names["status"][row] for row in rows[117:]] == ["skip", "ok", "ok"]
    np.testing.assert_array_equal(table.scores["f1"][rows], 100 * results[1][1].scores["f1"])
    np.testing.assert_array_equal(table.scores["crossing"][rows], results[1][1].scores["crossing"])
    assert table.only_over_corpus == ["freval-15"]
    scores = table.over_systems()
    assert scores.metrics == ("f1", "crossing")
    for row, (_, result) in enumerate(results):
        wanted = [score_of(result, ALL[name]) for name in scores.metrics]
        np.testing.assert_allclose(scores.values[row], wanted, rtol=1e-14)


def test_undefined_is_empty_in_csv(tmp_path, results):
    path = tmp_path / "t.csv"
    written(path, results, by_sentence=True)
    with path.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert rows[120 + 117]["f1"] == ""
    assert [rows[0][name] for name in ("system", "family", "parameter", "id", "length")] == [
        "berkeley",
        "family",
        "4.0",
        "1",
        str(results[0][1].lengths[0]),
    ]


def test_a_table_is_written_whole_or_not_at_all(tmp_path, results, suffix):
    path = tmp_path / f"t.{suffix}"
    path.write_text("old")

    def interrupted():
        with table_writer(path, METRICS, by_sentence=True) as add:
            add(*results[0])
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert path.read_text() == "old"
    assert [one.name for one in tmp_path.iterdir()] == [path.name]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("name,f1\na,80\n", "t.csv:1:1: the heading names no column 'system'"),
        ("system,f1\na,80\nb\n", "t.csv:3:1: 1 cells under a heading of 2"),
        ("system,f1\na,80\nb,high\n", "t.csv:3:1: no number under 'f1': 'high'"),
        ("system,f1\na,80\na,90\n", "t.csv:3:1: a second row for the system 'a'"),
        ("system,parameter,f1\n\na,many,80\n", "t.csv:3:1: no number under 'parameter': 'many'"),
        ("system\na\n", "t.csv: holds no score"),
        ("system,f1\n", "t.csv: holds no score"),
    ],
)
def test_errors_name_the_place(tmp_path, text, said):
    (tmp_path / "t.csv").write_text(text)
    with pytest.raises(InputError) as caught:
        read_table(tmp_path / "t.csv")
    assert said in str(caught.value)


@pytest.mark.parametrize("comma", ",\t;")
def test_gaps_in_tables_of_others(tmp_path, comma):
    (tmp_path / "t.csv").write_text("system,LP,mine\nx,80.5,\n\ny,n/a,3\n".replace(",", comma))
    scores = read_table(tmp_path / "t.csv").over_systems()
    np.testing.assert_array_equal(scores.values, [[80.5, np.nan], [np.nan, 3.0]])


def test_what_is_no_parquet(tmp_path):
    pytest.importorskip("pyarrow", reason="needs pyarrow: pip install 'treelens[parquet]'")
    (tmp_path / "t.parquet").write_text("no")
    with pytest.raises(InputError, match="cannot be read as Parquet"):
        read_table(tmp_path / "t.parquet")


def test_a_small_parquet_file_does_not_fill_the_memory(tmp_path):
    pa = pytest.importorskip("pyarrow", reason="needs pyarrow: pip install 'treelens[parquet]'")
    many = 3_000_000
    table = pa.table({"system": pa.nulls(many, pa.string()), "f1": pa.nulls(many, pa.float64())})
    pytest.importorskip("pyarrow.parquet").write_table(table, tmp_path / "t.parquet")
    assert (tmp_path / "t.parquet").stat().st_size < 50_000
    with pytest.raises(InputError, match=r"6,000,000 cells, far more than a file of its size"):
        read_table(tmp_path / "t.parquet")


def test_a_parquet_file_with_names_that_are_no_text_is_refused(tmp_path):
    pa = pytest.importorskip("pyarrow", reason="needs pyarrow: pip install 'treelens[parquet]'")
    path = tmp_path / "t.parquet"
    pytest.importorskip("pyarrow.parquet").write_table(pa.table({"system": ["a"], "f1 name": [1.0]}), path)
    path.write_bytes(path.read_bytes().replace(b"f1 name", b"f1\xffname"))
    with pytest.raises(InputError, match="cannot be read as Parquet"):
        read_table(path)


def test_parquet_says_what_it_needs(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(TreelensError, match=r"pip install 'treelens\[parquet\]'"):
        read_table(tmp_path / "t.parquet")


def test_a_table_has_a_known_suffix(tmp_path):
    writer = table_writer(tmp_path / "t.xls", METRICS, by_sentence=False)
    with pytest.raises(TreelensError, match=r"\*\.csv or \*\.parquet"), writer:
        pass
