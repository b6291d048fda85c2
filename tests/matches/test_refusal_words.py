"""What the table of codes in `docs/matches.md` says is what is answered."""

import io
import re
from pathlib import Path

import pytest

from config.settings import BASE_DIR
from eventstore import api as store
from matches import loading, service
from matches.live.limits import Places
from matches.models import DiceSecret, stream_of
from web.errors import Refusal

pytestmark = pytest.mark.django_db

SPARK = {"type": "spark", "seat": "home"}
PASS = {"type": "pass", "player": "away"}


def row(code):
    """Status, rules and words of a code."""
    text = (Path(BASE_DIR) / "docs/matches.md").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line.startswith(f"| `{code}` | ")]
    assert lines, f"{code} stands in no table"
    line = lines[0]
    _, status, rules, words = (part.strip() for part in line.strip("|").split(" | "))
    return status, rules, words.split(" / ")


def as_the_table_says(code, call, *args):
    with pytest.raises(Refusal) as caught:
        call(*args)
    refusal, (status, rules, words) = caught.value, row(code)
    assert refusal.code == code
    assert str(refusal.status) == status
    assert (refusal.rule or "") in rules.split(", ")
    assert any(re.fullmatch(re.escape(one).replace("…", ".+"), refusal.message) for one in words), refusal.message


def exported(who, match):
    file = io.BytesIO()
    service.export_match(who, match, file)
    return file.getvalue()


def test_a_secret_that_was_replaced(house_match, bob):
    DiceSecret.objects.filter(pk=house_match).update(secret=b"L" * 32)
    loading.recent_folds.forget(house_match)
    as_the_table_says("secret_replaced", service.give_command, bob, house_match, SPARK)


def test_a_secret_that_is_not_here(house_match, bob, charlie):
    service.give_command(bob, house_match, SPARK)
    DiceSecret.objects.filter(pk=house_match).delete()
    loading.recent_folds.forget(house_match)
    as_the_table_says("secret_missing", service.give_command, charlie, house_match, PASS)


def test_a_file_that_does_not_verify(match, alice, eve):
    raw = exported(alice, match)
    as_the_table_says("bad_export", service.import_match, eve, io.BytesIO(raw[:-2]))


def test_a_file_that_goes_on_with_a_match_of_another(match, alice, bob, eve, monkeypatch):
    service.set_visibility(alice, match, "public")
    head = store.head(stream_of(match))
    service.give_command(bob, match, SPARK)
    raw = exported(alice, match)
    monkeypatch.setattr(store, "head", lambda stream: head)
    as_the_table_says("diverged", service.import_match, eve, io.BytesIO(raw))


def test_a_file_that_differs_from_the_match_here(match, alice, eve, monkeypatch):
    service.set_visibility(alice, match, "public")
    raw = exported(alice, match)

    def differ(*args, **how):
        raise store.Diverged(stream_of(match), 3)

    monkeypatch.setattr(store, "import_streams", differ)
    as_the_table_says("diverged", service.import_match, eve, io.BytesIO(raw))


def test_a_feed_too_many_from_an_address(settings):
    settings.LIVE_FEEDS_PER_ADDRESS = 1
    places = Places()
    held = places.take("192.0.2.1")
    as_the_table_says("too_many_feeds", places.take, held.address)


def test_a_feed_too_many_in_all(settings):
    settings.LIVE_FEEDS = 1
    places = Places()
    held = places.take("192.0.2.1")
    as_the_table_says("feeds_full", places.take, "192.0.2.2")
    assert len(places) == bool(held)
