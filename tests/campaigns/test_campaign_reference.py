"""`manage.py campaign_reference`: the tables of the documentation of campaigns."""

import re
from functools import cache
from io import StringIO
from pathlib import Path

from django.core.management import call_command

from campaigns.domain.acts import COMMANDS
from campaigns.domain.campaign.events import CAMPAIGN_EVENTS
from campaigns.domain.company.events import COMPANY_EVENTS
from rules.kernel.schema_docs import woven
from rules.registry import RULESETS

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "campaigns.md").read_text(encoding="utf-8")


@cache
def printed():
    out = StringIO()
    call_command("campaign_reference", stdout=out)
    return out.getvalue()


def test_every_command_and_event_is_there():
    text = printed()
    for name in (*COMMANDS, *CAMPAIGN_EVENTS, *COMPANY_EVENTS):
        assert f"### `{name}`\n" in text
    assert "| `set_role` | the GM |" in text


def test_the_page_is_up_to_date():
    told = "run manage.py campaign_reference --write docs/campaigns.md"
    assert woven(PAGE, printed().rstrip("\n") + "\n") == PAGE, told


CODE = re.compile(
    r"(?:Refused|[Rr]efusal|_?refused|Forbidden)\(\s*(?:act,\s*|self\.act,\s*|draft,\s*)?\"([a-z]+(?:_[a-z]+)+)\""
)
ASKED = ("campaigns/domain", "campaigns/api", "campaigns/service.py", "campaigns/handler.py", "campaigns/errors.py")


def codes():
    """Every code that a campaign refuses with, as it stands in the source, by file."""
    found = {}
    for name in ASKED:
        place = ROOT / name
        for file in [place] if place.is_file() else place.rglob("*.py"):
            found |= dict.fromkeys(CODE.findall(file.read_text(encoding="utf-8")), file.name)
    return found


def test_every_refusal_is_on_the_page_or_in_the_rulebook_of_a_game():
    told = codes()
    assert len(told) > 60  # else the pattern finds nothing any more
    books = "".join((ROOT / "rules" / game / "RULES.md").read_text(encoding="utf-8") for game in RULESETS)
    assert {code: file for code, file in told.items() if f"`{code}`" not in PAGE + books} == {}


def test_who_may_says_whom_a_command_concerns():
    text = printed()
    assert "| `withdraw_invasion` | who plays the attacker; the GM, co-GMs |" in text
    assert "| `withdraw_invite` | whom it concerns; the GM, co-GMs |" in text
    assert "| `decline_request` | whom it concerns; the GM, co-GMs |" in text


def test_what_the_server_chooses_is_marked():
    _, _, after = printed().partition("### `start_battle`\n")
    table, _, _ = after.partition("###")
    assert "| `match` | text | chosen by the server: leave it out |" in table
    assert '| `kind` | `"counting"`' in table
