"""A suite that is being written is never lost, and never written over what it should not be."""

import pytest

from treelens.engine.phenomena import Item, Suite, read_suite
from treelens.engine.problems import TreelensError
from treelens.gui.session.suites import SuiteDraft, SuiteStore


def item(id, *core, **more):
    return Item(id, f"sentence {id}", core=core, **more)


@pytest.fixture
def draft(tmp_path):
    return SuiteDraft(tmp_path / "data" / "draft.jsonl")


def test_edits_are_on_disk_at_once_and_found_again(draft):
    store = SuiteStore(Suite((item("1", "passive"),)), {"1": 0}, draft)
    store.put(item("2", "question", errors=("imperative",), weight=2.0), "2", 5)
    store.put(None, "1", 0)
    again = SuiteStore(Suite((item("1", "passive"),)), {"1": 0}, SuiteDraft(draft.path))
    assert again.suite.items == store.suite.items
    assert again.item_of(5) == item("2", "question", errors=("imperative",), weight=2.0)
    assert again.restored == 2
    assert again.unsaved


def test_a_torn_line_costs_nothing_but_itself(draft):
    store = SuiteStore(Suite(), {}, draft)
    store.put(item("1", "passive"), "1", 0)
    draft.path.write_bytes(draft.path.read_bytes() + b'\n{"id": "2", "pl')
    again = SuiteStore(Suite(), {}, draft)
    assert again.suite.items == (item("1", "passive"),)
    again.put(item("3", "question"), "3", 2)
    assert [one.id for one in SuiteStore(Suite(), {}, draft).suite.items] == ["1", "3"]


@pytest.mark.parametrize("ending", [".toml", ".tsv"])
def test_saving_writes_all_and_forgets_the_draft(draft, tmp_path, ending):
    store = SuiteStore(Suite(), {}, draft)
    store.put(item("1", "passive", "by phrase", phenomena=("passive",)), "1", 0)
    told = []
    store.observe(lambda: told.append(store.unsaved))
    path = tmp_path / f"suite{ending}"
    store.save(str(path))
    assert read_suite(path).items == store.suite.items
    assert told == [False]
    assert not draft.path.exists()


def test_keys_of_the_file_survive_an_edit(tmp_path, draft):
    path = tmp_path / "suite.toml"
    path.write_text('[[sentence]]\nid = "1"\ncore = ["passive"]\nsource = "a book"\n')
    store = SuiteStore(read_suite(path), {"1": 0}, draft)
    store.put(item("1", "question"), "1", 0)
    store.save(str(path))
    assert 'source = "a book"' in path.read_text()
    with pytest.raises(TreelensError, match="save the suite as TOML"):
        store.save(str(tmp_path / "suite.tsv"))


def test_what_came_with_the_program_is_not_written(demo_folder, draft):
    path = demo_folder / "phenomena.tsv"
    before = path.read_bytes()
    store = SuiteStore(read_suite(path), {}, draft)
    assert store.is_shipped
    with pytest.raises(TreelensError, match="came with the program"):
        store.save(str(path))
    assert path.read_bytes() == before


def test_a_file_that_somebody_else_changed_is_disputed(tmp_path, draft):
    path = tmp_path / "suite.toml"
    path.write_text('[[sentence]]\nid = "1"\ncore = ["passive"]\n')
    store = SuiteStore(read_suite(path), {"1": 0}, draft)
    assert not store.is_disputed
    path.write_text('[[sentence]]\nid = "1"\ncore = ["question"]\n')
    assert store.is_disputed


def test_where_nothing_can_be_written_that_is_said(tmp_path):
    (tmp_path / "data").write_text("a file in the place of the folder")
    store = SuiteStore(Suite(), {}, SuiteDraft(tmp_path / "data" / "draft.jsonl"))
    store.put(item("1", "passive"), "1", 0)
    assert "cannot be written" in store.trouble
    assert store.item_of(0) is not None
