"""``treelens heads``, and heads on the other commands: what is printed, files that are written, and mistakes."""

import json

import pytest

from treelens.engine.commands.main import run
from treelens.engine.heads import head_rules, rules_names
from treelens.resources import resource

GOLD = str(resource("demo", "gold.mrg"))
LINK = str(resource("demo", "linkgrammar.mrg"))
UD = str(resource("demo", "gold.conllu"))
PARSED = str(resource("demo", "udpipe.conllu"))


@pytest.fixture
def prints(capsysbinary):
    """Run a command; return its exit code, what it printed, and its complaints."""

    def go(*arguments: str) -> tuple[int, str, str]:
        code = run(list(arguments))
        out, err = capsysbinary.readouterr()
        return code, out.decode(), err.decode()

    return go


def test_how_often_each_rule_decides(prints):
    code, out, _ = prints("heads", GOLD)
    assert code == 0
    assert "Collins 1999, Penn Treebank" in out
    assert "0 of them without a rule" in out
    found = json.loads(prints("heads", GOLD, "--format", "json")[1])
    assert (found["heads"], found["fallbacks"]) == ("collins", 0)
    assert sum(row["phrases"] for row in found["rules"]) <= found["chosen"]
    assert prints("heads", GOLD, "--format", "csv")[1].startswith("label,found,phrases\n")


def test_the_heads_of_a_sentence(prints):
    code, out, _ = prints("heads", GOLD, "--id", "20")
    assert code == 0
    assert "rule S: left VP" in out
    found = json.loads(prints("heads", GOLD, LINK, "--id", "20", "--format", "json")[1])
    assert [side["side"] for side in found["sides"]] == ["gold", "system"]
    assert found["sides"][0]["nodes"][0]["head"] == "spoke"
    assert prints("heads", GOLD, "--id", "20", "--format", "csv")[1].startswith("side,node,label,head")
    assert prints("heads", GOLD, "--id", "200")[0] == 2


def test_proposals_are_accepted_into_a_file(prints, tmp_path):
    code, out, _ = prints("heads", GOLD, UD, "--most", "2")
    assert code == 0
    assert "in PP from IN to NP (gold only)" in out
    found = json.loads(prints("heads", GOLD, UD, "--format", "json", "--most", "3")[1])
    assert len(found["proposals"]) == 3
    assert prints("heads", GOLD, UD, "--format", "csv", "--most", "1")[1].startswith("number,side,in,from,to,conflicts")
    file = tmp_path / "mine.toml"
    code, out, err = prints("heads", GOLD, UD, "--accept", "1,2", "--most", "2", "-o", str(file))
    assert (code, out) == (0, "")
    assert "with these" in err
    before, after = (
        json.loads(prints("score", GOLD, UD, "--metrics", "mph-f1", "--format", "json", *more)[1])
        for more in ([], ["--heads", str(file)])
    )
    scores = [one["systems"][0]["metrics"]["mph-f1"]["micro"] for one in (before, after)]
    assert scores[1] > scores[0]
    assert after["settings"]["heads"] == str(file)
    again = tmp_path / "again.toml"
    assert prints("heads", GOLD, UD, "--heads", str(file), "--accept", "1", "--most", "1", "-o", str(again))[0] == 0
    assert prints("score", GOLD, UD, "--metrics", "mph", "--heads", str(again))[0] == 0


def test_mistakes(prints, tmp_path):
    assert prints("heads", GOLD, "--accept", "1")[0] == 2
    assert "there is no proposal 99" in prints("heads", GOLD, UD, "--accept", "99", "--most", "1")[2]
    assert "not 'x'" in prints("heads", GOLD, UD, "--accept", "x", "--most", "1")[2]
    assert "no head rules are called 'nobody'" in prints("score", GOLD, LINK, "--heads", "nobody")[2]
    bad = tmp_path / "bad.toml"
    bad.write_text("[rules]\nNP = 1\n")
    code, _, err = prints("score", GOLD, LINK, "--metrics", "mph", "--heads", str(bad))
    assert (code, "bad.toml: rules.NP takes a list of steps" in err) == (2, True)
    assert prints("heads", GOLD, LINK, "--heads", str(bad), "-o", str(bad))[0] == 2
    assert bad.read_text() == "[rules]\nNP = 1\n"


def test_scores_by_heads(prints):
    code, out, _ = prints("score", GOLD, LINK, "--metrics", "mph,dependencies")
    assert code == 0
    assert "mph-" in out
    code, out, err = prints("score", GOLD, UD, "--metrics", "mph-f1,usd")
    assert code == 0
    assert "by heads" in err
    assert "not compared" not in err  # for these measures they are
    code, out, _ = prints("score", UD, PARSED, "--metrics", "uas,las,uas-nopunct", "--format", "json")
    assert 0.8 < json.loads(out)["systems"][0]["metrics"]["uas"]["micro"] < 1


def test_what_is_left_out_of_a_sentence_is_told(prints, tmp_path):
    gold, system = tmp_path / "gold.mrg", tmp_path / "system.mrg"
    gold.write_text("(S (NP (PRP we)) (VP (MD can) (RB not) (VP (VB see) (NP (PRP it)))))\n")
    system.write_text("(S (NP (PRP we)) (VP (MD cannot) (VP (VB see) (NP (PRP it) (RB now)))))\n")
    found = prints("score", str(gold), str(system), "--metrics", "mph-f1,f1", "--per-sentence", "--format", "json")
    (row,) = json.loads(found[1])["systems"][0]["per_sentence"]
    assert row["left_out"] == {"gold": [], "system": ["now"], "brackets": 0}
    assert (row["metrics"]["mph-f1"], row["metrics"]["f1"]) == (1.0, None)
    assert "left out in 1 sentence: words of gold 0, of the system 1, brackets 0" in found[2]
    assert "1 sentence with other words than gold, not compared" in found[2]  # under F1


def test_brackets_of_heads_in_evalbs_form(prints):
    code, out, err = prints("score", GOLD, LINK, "--metrics", "mph", "--format", "evalb")
    assert (code, err) == (0, "")
    assert out.startswith("  Sent.                        Matched  Bracket")
    found = json.loads(prints("score", GOLD, LINK, "--metrics", "mph", "--format", "json")[1])["systems"][0]["metrics"]
    assert f"Bracketing Recall         = {100 * found['mph-recall']['micro']:6.2f}" in out
    assert f"Average crossing          = {found['mph-crossing']['macro']:6.2f}" in out
    assert f"Complete match            = {100 * found['mph-exact']['micro']:6.2f}" in out


def test_differences_by_heads_and_dependencies(prints):
    code, out, _ = prints("diff", GOLD, LINK, "--id", "92", "--align", "heads")
    assert code == 0
    assert "deletions:\n  NP “the museum”\n" in out
    code, out, _ = prints("diff", GOLD, LINK, "--id", "92", "--align", "dependencies")
    assert "“Is” heads the sentence" in out
    found = json.loads(prints("diff", UD, PARSED, "--id", "5", "--align", "dependencies", "--format", "json")[1])
    assert len(found["arcs"]["gold"]) == len([node for node in found["gold"]["nodes"] if node.get("word")])
    assert prints("diff", GOLD, LINK, "--id", "92", "--align", "dependencies", "--format", "csv")[0] == 0


def test_ranking_by_heads(prints):
    found = json.loads(
        prints("rank", GOLD, LINK, "--by", "e-dice,mph-f1", "--heads", "charniak", "--format", "json")[1]
    )
    assert found["by"] == ["e-dice", "mph-f1"]


def test_the_manual_tells_what_the_program_prints(prints):
    manual = resource("manual", "heads.md").read_text(encoding="utf-8")

    def score(system: str, metric: str, *more: str) -> str:
        found = json.loads(prints("score", GOLD, system, "--metrics", metric, "--format", "json", *more)[1])
        return f"{100 * found['systems'][0]['metrics'][metric]['micro']:.1f}"

    assert f"an F1 of {score(LINK, 'f1')} under PARSEVAL's brackets" in manual
    assert f"of {score(LINK, 'mph-f1')} under" in manual
    assert f"reach {score(UD, 'mph-f1')} with Collins' heads" in manual
    assert f"and {score(UD, 'mph-f1', '--heads', 'content')} with `content`" in manual
    assert all(f"`{name}`" in manual for name in rules_names())


def test_the_rules_in_the_manual_can_be_read(tmp_path):
    manual = resource("manual", "heads.md").read_text(encoding="utf-8")
    file = tmp_path / "manual.toml"
    file.write_text(manual.split("```toml")[1].split("```")[0], encoding="utf-8")
    rules = head_rules(str(file))
    assert rules.title == "my rules"
    assert len(rules.reassign) == 1
