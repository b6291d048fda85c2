"""A battle whose match went wrong: a fork of it is played to another end, and settled in its place."""

import io

import pytest
from django.contrib.auth import get_user_model
from django.urls import reverse

from campaigns.loading import finished, load_campaign
from campaigns.transfer import export_campaign, import_campaign, streams_of
from eventstore import api as store
from jobs import queue
from matches import service as matches
from matches.loading import load_match
from matches.models import DiceSecret
from tests.campaigns.acting import Evening
from tests.campaigns.elsewhere import elsewhere
from tests.campaigns.fighting import concede, play_out, start
from tests.matches.calling import Api
from tests.rules.play import rule
from web.errors import Refusal
from web.people import THE_HOUSE

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]

WHY = {"reason": "it was the other side that gave up"}


@pytest.fixture
def evening():
    return Evening("ann", "bob", rules={"win_income": 30})


def lost(evening):
    """A battle on record that Ann has given up by a slip."""
    match = start(evening, "ann", "bob")
    concede(match, "s1")
    queue.sweep(60)
    assert evening.campaign.battles[str(match)].winners == (evening.companies["bob"],)
    return match


def fork(evening, match, version=None):
    """A fork from the beginning of the battle on, or from after that event, by its GM."""
    order = matches.NewFork(version=version or load_match(match).table.opening)
    return matches.fork_match(evening.people["gail"], match, order)


@rule("KERNEL-CAMP-07")
def test_a_fork_is_settled_in_the_place_of_its_match(evening):
    match = lost(evening)
    other = fork(evening, match)
    concede(other, "s2")
    before = evening.company("bob").gold
    evening.do("record_again", match=str(match), played=str(other), **WHY)
    battle = evening.campaign.battles[str(match)]
    assert (battle.winners, battle.played) == ((evening.companies["ann"],), str(other))
    assert (evening.company("ann").gold, evening.company("bob").gold) == (before, before - 30)
    queue.sweep(60)
    assert store.check("campaigns") == store.verify_store() == []
    evening.do("void_battle", match=str(match), **WHY)
    assert {hero.xp for name in ("ann", "bob") for hero in evening.company(name).heroes.values()} == {0}


@rule("KERNEL-CAMP-07")
def test_the_battle_leads_to_the_match_that_counts(evening):
    match = lost(evening)
    user = get_user_model().objects.get(username="gail")
    gail = Api(user)
    gail.client.force_login(user)
    other = fork(evening, match)
    concede(other, "s2")
    for fought in (match, other):
        if fought == other:
            evening.do("record_again", match=str(match), played=str(other), **WHY)
        (listed,) = gail.get(f"campaigns/{evening.id}/battles/")["results"]
        told = (listed["match"], listed["fought"], listed["replay"])
        assert told == (str(match), str(fought), f"/matches/{fought}/replay")
        shown = gail.client.get(reverse("campaigns:battle", args=[evening.id, match])).content.decode()
        assert f'"/matches/{fought}/replay"' in shown


@rule("KERNEL-CAMP-07", "KERNEL-CAMP-13", "KERNEL-TABLE-08")
def test_a_battle_whose_dice_stayed_elsewhere_is_settled_the_way_the_hints_say(evening):
    match = start(evening, "ann", "bob")
    DiceSecret.objects.filter(match=match).delete()
    roll = {"type": "pass_window"}
    assert hint("secret_missing", lambda: matches.give_command(evening.people["gail"], match, roll)).startswith(
        "As the GM, void the battle (void_battle), fork its match"
    )
    assert "void it" in hint("battle_not_over", lambda: evening.do("record_battle", match=str(match)))
    other = fork(evening, match, matches.pending_now(evening.people["gail"], match)["id"])
    concede(other, "s2")
    again = {"match": str(match), "played": str(other), **WHY}
    assert "void it first" in hint("battle_open", lambda: evening.do("record_again", **again))
    evening.do("void_battle", match=str(match), **WHY)
    evening.do("record_again", **again)
    assert evening.campaign.battles[str(match)].winners == (evening.companies["ann"],)


def hint(code, act):
    """What a refusal with that code says to do."""
    with pytest.raises(Refusal) as caught:
        act()
    assert caught.value.code == code
    return caught.value.hint


@rule("KERNEL-CAMP-07", "IST-FATE-01")
def test_causes_name_the_events_of_the_fork(evening):
    match = lost(evening)
    other = fork(evening, match)
    play_out(other)
    evening.do("record_again", match=str(match), played=str(other), **WHY)
    told = [event for event in evening.events("ann") if event.batch == evening.campaign.battles[str(match)].batch]
    assert {event.because.match for event in told if event.because} == {str(other)}
    assert all(0 < event.because.event <= load_match(other).version for event in told if hasattr(event, "fate"))


def test_a_fork_knows_where_it_comes_from_and_what_went_before(evening):
    """Of a fork of a fork: both matches, and their events up to where each was left."""
    match = start(evening, "ann", "bob")
    opening = load_match(match).table.opening
    first = fork(evening, match)
    second = fork(evening, first)
    told = finished(second)
    assert told.sources == (str(first), str(match))
    assert len(told.before) == opening + load_match(first).table.opening
    assert (finished(match).sources, finished(match).before) == ((), ())


@rule("KERNEL-CAMP-07", "KERNEL-ILL-26")
def test_it_refuses_what_is_no_fork_of_its_match_or_is_not_over(evening):
    match = lost(evening)
    stranger = lost(evening)
    running = fork(evening, match)
    for played, code in ((stranger, "not_its_fork"), ("nowhere", "not_its_fork"), (running, "battle_not_over")):
        with pytest.raises(Refusal) as caught:
            evening.do("record_again", match=str(match), played=str(played), **WHY)
        assert caught.value.code == code
    assert evening.campaign.battles[str(match)].played == ""


@rule("KERNEL-CAMP-13")
def test_the_fork_is_taken_elsewhere_with_its_campaign(evening):
    match = lost(evening)
    other = fork(evening, match)
    concede(other, "s2")
    evening.do("record_again", match=str(match), played=str(other), **WHY)
    heads = {name: store.head(name) for name in streams_of(load_campaign(evening.id))}
    assert f"match-{other}" in heads
    file = io.BytesIO()
    export_campaign(THE_HOUSE, evening.id, file)
    elsewhere()
    file.seek(0)
    import_campaign(file)
    assert {name: store.head(name) for name in heads} == heads
    assert store.check("campaigns") == store.check("matches") == []
