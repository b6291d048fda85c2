"""`manage.py reference`: the field tables of the documentation."""

from functools import cache
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from config.settings import BASE_DIR
from matches.management.commands import reference
from rules.kernel.schema_docs import BEGIN, END, woven
from rules.registry import RULESETS


@cache
def printed():
    """What the command says of the games that there are; it takes seconds."""
    out = StringIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.delitem(RULESETS, "toy", raising=False)
        call_command("reference", stdout=out)
    return out.getvalue()


@pytest.fixture
def at_once(monkeypatch):
    """The tables need not be made again to be written somewhere."""
    made = printed()  # before the command is changed, which it is printed with
    monkeypatch.setattr(reference.Command, "generated", lambda _: made)


def test_it_is_printed():
    assert "## Ishmêk: commands" in printed()


def test_the_page_is_up_to_date():
    page = (BASE_DIR / "docs" / "transcripts.md").read_text(encoding="utf-8")
    told = "the games have changed: run manage.py reference --write docs/transcripts.md, and read what it says now"
    assert woven(page, printed().rstrip("\n") + "\n") == page, told


def test_it_tells_the_codes_that_each_game_refuses_with():
    _, _, istra = printed().partition("## Storm of Istra: codes of refusals")
    assert "| `engaged` | IST-Q-50 | … is Engaged and by house rule cannot shoot." in istra
    assert "| `climb_too_high` | IST-MOVE-03 |" in istra
    assert "`not_enough_gold`" not in istra  # that is for campaigns
    assert "| `not_related` | ISH-Q-55 |" in printed()


@pytest.mark.usefixtures("at_once")
def test_it_is_written_between_the_markers(tmp_path):
    page = tmp_path / "transcripts.md"
    page.write_text(f"# Transcripts\n{BEGIN}\nSTALE\n{END}\nafter\n", encoding="utf-8")
    call_command("reference", write=page)
    text = page.read_text(encoding="utf-8")
    assert "## Ishmêk: commands" in text
    assert "STALE" not in text
    assert text.endswith("after\n")


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("text", [None, "no markers"])
def test_it_refuses_a_page_it_cannot_write(tmp_path, text):
    page = tmp_path / "page.md"
    if text is not None:
        page.write_text(text, encoding="utf-8")
    with pytest.raises(CommandError):
        call_command("reference", write=page)
