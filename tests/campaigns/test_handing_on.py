"""Who runs the matches of battles: the GM and co-GMs of the campaign, whoever they are by now. Gail is its GM."""

import uuid
from importlib import import_module

import pytest
from django.apps import apps
from django.test import Client
from django.urls import reverse

from campaigns import work
from eventstore import api as store
from jobs import queue
from jobs.models import Job
from matches import event_codec, service
from matches.facts import CoGmsSet, GmSet, Holder
from matches.loading import load_match
from matches.models import Match
from matches.service import give_command, offer_seat, take_seat
from tests.campaigns.acting import Evening
from tests.campaigns.fighting import start
from tests.rules.play import rule
from web.errors import Refusal
from web.models import Account

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]

END = {"type": "end_battle", "result": "win", "winners": ["s1"], "reason": "late"}


@pytest.fixture
def evening():
    """Cora is a member too; Eve is none."""
    evening = Evening("ann", "bob")
    evening.join("cora")
    return evening


def runs(match_id):
    """Who runs a match: its GM, then the others."""
    roster = load_match(match_id).roster
    return [one.name for one in (roster.gm, *roster.co_gms)]


def may_end(evening, match_id, name):
    """Whether somebody may end the battle by GM actions; then it is over."""
    try:
        give_command(evening.people[name], match_id, END)
    except Refusal as refusal:
        if refusal.code not in ("gm_only", "no_seat"):
            raise
        return False
    return True


@rule("KERNEL-CAMP-01", "KERNEL-MATCH-01")
def test_co_gms_run_the_battle_from_its_beginning(evening):
    evening.do("set_role", account=evening.key("cora"), role="co_gm")
    match_id = start(evening, "ann", "bob")
    assert runs(match_id) == ["gail", "cora"]
    assert not may_end(evening, match_id, "ann")
    assert may_end(evening, match_id, "cora")
    queue.sweep(60)
    assert evening.campaign.battles[str(match_id)].winners == (evening.companies["ann"],)
    assert store.check("matches") == []


@rule("KERNEL-CAMP-01", "KERNEL-MATCH-02")
def test_the_new_gm_runs_the_open_battles_and_who_has_left_does_not(evening):
    match_id = start(evening, "ann", "bob")
    evening.do("set_role", account=evening.key("cora"), role="gm")
    assert runs(match_id) == ["cora", "gail"]
    assert Match.objects.get(pk=match_id).gm_name == "cora"
    evening.do("leave")
    assert runs(match_id) == ["cora"]
    assert not may_end(evening, match_id, "gail")
    assert may_end(evening, match_id, "cora")


@rule("KERNEL-CAMP-01", "KERNEL-MATCH-02")
@pytest.mark.parametrize("act", [("remove_member", {"reason": "x"}), ("set_role", {"role": "player"})])
def test_who_is_co_gm_no_more_runs_nothing(evening, act):
    evening.do("set_role", account=evening.key("cora"), role="co_gm")
    match_id = start(evening, "ann", "bob")
    evening.do(act[0], account=evening.key("cora"), **act[1])
    assert runs(match_id) == ["gail"]
    assert not may_end(evening, match_id, "cora")


@rule("KERNEL-CAMP-01")
def test_who_becomes_co_gm_runs_the_battles_that_are_open(evening):
    match_id = start(evening, "ann", "bob")
    evening.do("set_role", account=evening.key("cora"), role="co_gm")
    assert runs(match_id) == ["gail", "cora"]
    facts = [
        one
        for one in event_codec.read_events(load_match(match_id).ruleset, f"match-{match_id}")
        if isinstance(one, CoGmsSet)
    ]
    assert facts == [CoGmsSet(co_gms=(Holder(evening.key("cora"), "cora"),))]


@rule("KERNEL-MATCH-02")
def test_to_whom_the_match_was_given_by_hand_keeps_it(evening):
    match_id = start(evening, "ann", "bob")
    offer_seat(evening.people["gail"], match_id, "gm", "eve")
    take_seat(evening.people["eve"], match_id, "gm")
    evening.do("set_role", account=evening.key("cora"), role="gm")
    assert runs(match_id) == ["eve", "gail"]


def user_of(evening, name):
    return Account.objects.get(key=uuid.UUID(evening.key(name))).user


@rule("KERNEL-CAMP-01")
def test_other_changes_cause_no_work(evening):
    evening.do("set_role", account=evening.key("cora"), role="co_gm")  # no battle is open
    start(evening, "ann", "bob")
    evening.join("eve")
    evening.do("leave", by="eve")
    assert not Job.objects.filter(kind="hand_on_battles").exists()


def test_a_match_that_the_workers_open_later_is_run_by_who_runs_the_campaign_then(evening, monkeypatch):
    with monkeypatch.context() as patched:
        patched.setattr(queue, "at_once", lambda _jobs: None)
        match_id = start(evening, "ann", "bob")
        evening.do("set_role", account=evening.key("cora"), role="gm")
    queue.sweep(60)
    assert runs(match_id) == ["cora", "gail"]
    events = list(event_codec.read_events(load_match(match_id).ruleset, f"match-{match_id}"))
    assert not [one for one in events if isinstance(one, GmSet)]


def test_who_was_made_gm_while_the_match_was_being_opened_runs_it(evening, monkeypatch):
    opened = work.opening.open_battle

    def slowly(*args, **kwargs):
        evening.do("set_role", account=evening.key("cora"), role="gm")
        return opened(*args, **kwargs)

    monkeypatch.setattr(work.opening, "open_battle", slowly)
    match_id = start(evening, "ann", "bob")
    assert runs(match_id) == ["cora", "gail"]


def own_matches(evening, name):
    """What somebody finds under "mine" in the list of matches, on its page and by the API."""
    client = Client()
    client.force_login(user_of(evening, name))
    page = [card["match"].pk for card in client.get(reverse("pages:matches"), {"mine": "on"}).context["cards"]]
    told = client.get(reverse("api:match-list"), {"mine": "true"}).json()["results"]
    assert [str(pk) for pk in page] == [one["id"] for one in told]
    return page


@rule("KERNEL-CAMP-01")
def test_co_gms_find_the_matches_of_its_battles_among_their_own(evening):
    match_id = start(evening, "ann", "bob")
    service.set_visibility(evening.people["gail"], match_id, "private")
    assert own_matches(evening, "gail") == own_matches(evening, "ann") == [match_id]
    assert own_matches(evening, "cora") == []
    evening.do("set_role", account=evening.key("cora"), role="co_gm")
    assert own_matches(evening, "cora") == [match_id]
    assert own_matches(evening, "eve") == []
    evening.do("set_role", account=evening.key("cora"), role="player")
    assert own_matches(evening, "cora") == []
    assert store.check("matches") == []


def test_the_row_of_a_match_says_who_runs_it_beside_the_gm_however_it_is_made(evening):
    evening.do("set_role", account=evening.key("cora"), role="co_gm")
    first, last = start(evening, "ann", "bob"), evening.key("cora")
    evening.join("eve")
    evening.do("set_role", account=evening.key("eve"), role="co_gm")
    both = f"{last} {evening.key('eve')}"
    assert Match.objects.get(pk=first).co_gms == both
    Match.objects.update(co_gms="")
    assert store.check("matches") != []
    import_module("matches.migrations.0003_co_gms").name_co_gms(apps, None)
    assert (Match.objects.get(pk=first).co_gms, store.check("matches")) == (both, [])


def test_a_rebuild_tells_it_too(transactional_db):
    made = Evening("ann", "bob")
    made.join("cora")
    made.do("set_role", account=made.key("cora"), role="co_gm")
    match_id = start(made, "ann", "bob")
    store.rebuild("matches")
    assert Match.objects.get(pk=match_id).co_gms == made.key("cora")
