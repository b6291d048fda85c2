"""`manage.py tournament_reference`: the tables of the documentation of tournaments."""

from functools import cache
from io import StringIO
from pathlib import Path

from django.core.management import call_command

from rules.kernel.schema_docs import woven
from tournaments.domain.commands import TOURNAMENT_COMMANDS
from web.errors import kernel_rulebook

PAGE = (Path(__file__).parents[2] / "docs" / "tournaments.md").read_text(encoding="utf-8")


@cache
def printed():
    out = StringIO()
    call_command("tournament_reference", stdout=out)
    return out.getvalue()


def test_every_command_is_there_with_who_may_give_it():
    table = printed().partition("## Commands")[2].partition("## Refusals")[0]
    rows = [line.split(" | ")[:2] for line in table.splitlines()]
    assert {row[0] for row in rows if row[0].startswith("| `")} == {f"| `{name}`" for name in TOURNAMENT_COMMANDS}
    assert ["| `set_roles`", "the organizer"] in rows
    assert ["| `record_result`", "organizers, reporters"] in rows
    assert ["| `start_game`", "the server"] in rows


def test_every_refusal_of_the_rulebook_is_there():
    codes = {
        code for row in kernel_rulebook().illegal.values() if row.why.startswith("KERNEL-TOUR") for code in row.codes
    }
    assert "later_result" in codes
    assert {code for code in codes if f"| `{code}` |" not in printed()} == set()


def test_who_may_not_is_answered_with_403_and_an_id_that_is_taken_with_409():
    assert "| `officials_only` | 403 | KERNEL-TOUR-01, KERNEL-TOUR-10 |" in printed()
    assert "| `gm_only` | 403 | KERNEL-TOUR-01 |" in printed()
    assert "| `tournament_exists` | 409 | KERNEL-TOUR-02 |" in printed()


def test_the_page_is_up_to_date():
    told = "run manage.py tournament_reference --write docs/tournaments.md"
    assert woven(PAGE, printed().rstrip("\n") + "\n") == PAGE, told
