"""Rulebooks, the tool that counts tests against them, and the reference that is made from the structs."""

import json
import re
from pathlib import Path

import pytest

import rules.kernel
from rules.kernel.rulebook import BadRulebook, UnknownRule, parse_rulebook, read_rulebook
from rules.kernel.schema_docs import BEGIN, END, reference, woven
from rules.kernel.transcript import run
from rules.registry import RULESETS
from tests import coverage_rules
from tests.rules.kernel.toy import TOY

BOOK = """# Lamps

## Terms

| seed term | code name | meaning |
|---|---|---|
| Lamp | `lamp` | gives light |

## Setup and flow

| ID | who | options |
|---|---|---|
| TOY-D-01 | home \\| away | spark |

## Rules

### Sparks

| ID | rule | emits |
|---|---|---|
| TOY-SPARK-01 | A spark is d20 + skill. | spark_rolled {by, dice}, dimmed |
| TOY-SPARK-02 | Nothing else burns. | – |

### Colours

| ID | colour | effect | emits |
|---|---|---|---|
| TOY-COL-01 | red | none | – |

| no | id |
|---|---|
| TOY-XX-01 | not a rule |

## Rulings

| ID | open | ruling | switch |
|---|---|---|---|
| TOY-Q-01 | who begins | home does | `begins: home \\| away` |
| TOY-Q-02 | is it fun | yes | – |

## Illegal inputs

| attempted command | why | error |
|---|---|---|
| sparking twice | one each | `spark_spent`, `no_lamp` |

Rules: 3 · Rulings: 2 · Illegal inputs: 1
"""


def test_a_rulebook_is_read() -> None:
    book = parse_rulebook(BOOK)
    assert (book.title, book.prefix) == ("Lamps", "TOY")
    assert list(book.rules) == ["TOY-SPARK-01", "TOY-SPARK-02", "TOY-COL-01"]
    spark = book.rules["TOY-SPARK-01"]
    assert (spark.section, spark.emits) == ("Sparks", ("spark_rolled {by, dice}", "dimmed"))
    assert book.rules["TOY-SPARK-02"].emits == ()
    assert book.text("TOY-COL-01") == "colour: red; effect: none"
    assert book.text("TOY-D-01") == "who: home | away; options: spark"
    assert book.rulings["TOY-Q-01"].switch == "`begins: home | away`"
    assert book.rulings["TOY-Q-02"].switch == ""
    assert book.text("TOY-Q-01") == "who begins. home does."
    assert book.illegal["TOY-ILL-01"].codes == ("spark_spent", "no_lamp")
    assert book.text("TOY-ILL-01") == "sparking twice. one each."
    assert [term.code for term in book.terms] == ["`lamp`"]


def test_an_unknown_rule_is_an_error() -> None:
    with pytest.raises(UnknownRule, match="TOY-NONE-01"):
        parse_rulebook(BOOK).text("TOY-NONE-01")
    assert "TOY-NONE-01" not in parse_rulebook(BOOK)


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("Rules: 3", "Rules: 4", "there are 3, 2 and 1"),
        ("Illegal inputs: 1", "Illegal inputs: 2", "there are 3, 2 and 1"),
        ("Rules: 3 · ", "", "last line"),
        ("TOY-SPARK-02", "TOY-SPARK-01", "twice"),
        ("| Nothing else burns. | – |", "| Nothing | else | burns. |", "line 22"),
    ],
)
def test_a_rulebook_that_is_not_what_it_says_is_an_error(old: str, new: str, complaint: str) -> None:
    with pytest.raises(BadRulebook, match=complaint):
        parse_rulebook(BOOK.replace(old, new))
    with pytest.raises(BadRulebook, match="no rule"):
        parse_rulebook("# Nothing")


def test_the_rulebook_of_ishmek_is_whole() -> None:
    book = read_rulebook("rules.ishmek")
    assert (len(book.rules), len(book.rulings), len(book.illegal)) == (146, 83, 48)
    assert book.text("ISH-SR-04") == "Against a DC: total ≥ DC succeeds. No automatic result on 1 or 20."
    assert book.rules["ISH-PUSH-09"].section == "Push/Pull"
    assert book.illegal["ISH-ILL-01"].codes == ("decision_pending",)
    assert book.illegal["ISH-ILL-48"].codes == ("bad_rewind",)
    assert book.illegal["ISH-ILL-29"].codes == ("no_slot", "unknown_spell", "wrong_casting_time", "spell_not_allowed")
    assert book.rulings["ISH-Q-44"].switch == "`prone_sr: none | disadvantage`"
    assert all(row.codes for row in book.illegal.values())


def test_every_kernel_rule_that_the_code_cites_is_in_its_rulebook() -> None:
    book = read_rulebook("rules.kernel")
    folder = Path(rules.kernel.__path__[0])
    cited = {rule_id for path in folder.glob("*.py") for rule_id in re.findall(r"KERNEL-[A-Z]+-\d+", path.read_text())}
    assert cited
    assert [rule_id for rule_id in sorted(cited) if rule_id not in book] == []


# Which rules have a test


TESTS = """
import pytest
from tests.rules.play import rule
pytestmark = [pytest.mark.postgresql]

@rule("TOY-SPARK-01")
def test_spark(): ...

@pytest.mark.parametrize("colour", [pytest.param("red", marks=rule("TOY-COL-01"))])
def test_colours(colour): ...

@rule("TOY-Q-01")
def helper(): ...

@pytest.mark.skipif(True, reason="no light")
@rule("TOY-Q-02")
def test_fun(): ...

class TestMore:
    @pytest.mark.rule("TOY-ILL-01", "TOY-NONE-01")
    async def test_twice(self): ...
"""


def test_marks_are_collected_from_tests_that_prove_something() -> None:
    assert coverage_rules.marked_ids(TESTS, "test_lamps.py") == {
        "TOY-SPARK-01": "test_lamps.py:7",
        "TOY-COL-01": "test_lamps.py:10",
        "TOY-ILL-01": "test_lamps.py:21",
        "TOY-NONE-01": "test_lamps.py:21",
    }


def test_marks_of_a_skipped_module_prove_nothing() -> None:
    skipped = TESTS.replace("pytest.mark.postgresql", "pytest.mark.skip")
    assert coverage_rules.marked_ids(skipped) == {}


def test_the_report_counts_and_names_what_is_lacking() -> None:
    books = {"lamps": parse_rulebook(BOOK)}
    lines, whole = coverage_rules.report(books, coverage_rules.marked_ids(TESTS, "test_lamps.py"), ["lamps"])
    assert not whole
    assert lines == [
        "lamps rules 2/3 rulings 0/2 illegal 1/1",
        "no test: TOY-SPARK-02 Nothing else burns.",
        "no test: TOY-Q-01 who begins. home does.",
        "no test: TOY-Q-02 is it fun. yes.",
        "no such rule: TOY-NONE-01 (test_lamps.py:21)",
    ]


def test_the_report_is_content_when_everything_has_a_test() -> None:
    marks = dict.fromkeys(["TOY-SPARK-01", "TOY-SPARK-02", "TOY-COL-01", "TOY-Q-01", "TOY-Q-02", "TOY-ILL-01"], "x:1")
    assert coverage_rules.report({"lamps": parse_rulebook(BOOK)}, marks, ["lamps"]) == (
        ["lamps rules 3/3 rulings 2/2 illegal 1/1"],
        True,
    )


def test_the_rows_of_a_game_that_is_being_built_may_wait_but_no_mark_may_name_no_row() -> None:
    books = {"lamps": parse_rulebook(BOOK)}
    assert coverage_rules.report(books, {"TOY-SPARK-01": "x:1"}, []) == (
        ["lamps rules 1/3 rulings 0/2 illegal 0/1 (being built)"],
        True,
    )
    lines, whole = coverage_rules.report(books, {"TOY-NONE-01": "x:1"}, [])
    assert not whole
    assert lines[-1] == "no such rule: TOY-NONE-01 (x:1)"


def test_every_kernel_rule_has_a_test() -> None:
    book = {"kernel": read_rulebook("rules.kernel")}
    marks = coverage_rules.collect(coverage_rules.ROOT / "tests", "KERNEL-")
    lines, whole = coverage_rules.report(book, marks)
    assert whole, lines


# The reference


def test_the_reference_tells_every_field() -> None:
    text = reference({"toy": TOY})
    assert "### `wager`\n\nA secret bid; a die decides what it is worth (d4).\n" in text
    assert '| `seat` | `"away"` or `"home"` | required |' in text
    assert "| `steps` | list of TranscriptStep | `[]` |" in text
    assert "| `lamps` | [Lamp, Lamp] | required |" in text
    assert "### Sparking\n" in text
    assert "Its `frame` is `sparking`." in text
    assert text.count("| `reroll_of` |") == 1
    for name in (*TOY.command_types, *TOY.event_types):
        assert f"### `{name}`" in text


def test_the_reference_tells_what_a_game_offers_of_values_and_codes() -> None:
    text = reference(RULESETS, {"istra": ["## Storm of Istra: codes of refusals\n"]})
    assert "| `wobbly_legs` | 10 | 5 feet slower | the end of this turn |" in text
    assert "| `dead` | 20 |" in text
    assert "| `charged_shot` | when a mover has come into contact | IST-D-04 |" in text
    assert text.index("## Storm of Istra: codes of refusals") < text.index("## Storm of Istra: parts of the above")


def test_the_reference_goes_between_the_markers() -> None:
    page = f"before\n{BEGIN}\nold\n{END}\nafter\n"
    assert woven(page, "new\n") == f"before\n{BEGIN}\n\nnew\n\n{END}\nafter\n"
    assert woven(woven(page, "new\n"), "new\n") == woven(page, "new\n")
    with pytest.raises(ValueError, match="markers"):
        woven("no markers", "new")


# docs/transcripts.md

PAGE = (Path(__file__).parents[3] / "docs" / "transcripts.md").read_text(encoding="utf-8")


def test_the_example_in_the_docs_prints_what_the_docs_say() -> None:
    example, shown = (re.search(rf"```{kind}\n(.*?)```", PAGE, re.DOTALL) for kind in ("json", "jsonl"))
    assert example is not None
    assert shown is not None
    lines = list(run(example[1].encode(), RULESETS))
    assert "state" in lines[-1]
    for line in shown[1].splitlines():
        assert json.loads(line) in lines


def test_every_example_in_the_docs_can_be_played() -> None:
    examples = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
    assert len(examples) > 2
    for example in examples:
        last = list(run(example.encode(), RULESETS))[-1]
        assert "state" in last, last
