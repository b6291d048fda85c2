"""Tournaments through the one handler: who sees them, requests that come twice, rows that follow."""

import uuid

import pytest
from django.contrib.auth import get_user_model

from eventstore import api as store
from tests.campaigns.acting import Evening
from tests.tournaments.opening import Open
from tournaments import service
from tournaments.models import Entrant, Fixture, Official, Tournament
from tournaments.projections import TournamentProjection
from web.errors import KeyReused, NotThere, Refusal

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db(transaction=True)]
rule = pytest.mark.rule


def differences():
    return list(TournamentProjection().check())


@rule("KERNEL-TOUR-02")
def test_the_gm_founds_a_tournament_in_their_campaign():
    tournament = Open("ann", "bob")
    row = Tournament.objects.get(pk=tournament.id)
    assert (row.title, row.game, row.status, row.visibility) == ("Banak Open", "istra", "draft", "members")
    assert [one.name for one in Official.objects.all()] == ["gail"]
    assert [one.name for one in Entrant.objects.all()] == ["Ann's", "Bob's"]
    assert differences() == []


@rule("KERNEL-TOUR-02")
def test_a_tournament_without_a_campaign_brings_its_own():
    gail = Evening().people["gail"]
    opened = service.open_tournament(gail, {"title": "Open", "game": "ishmek"}, key="once").tournament.state
    again = service.open_tournament(gail, {"title": "Open", "game": "ishmek"}, key="once").tournament.state
    assert (opened.game, again.id, again.campaign) == ("ishmek", opened.id, opened.campaign)


@rule("KERNEL-TOUR-01")
def test_nobody_founds_one_in_the_campaign_of_another():
    evening = Evening("ann")
    for name in ("ann", "eve"):
        with pytest.raises((Refusal, NotThere)) as no:
            service.open_tournament(evening.people[name], {"title": "Mine", "campaign": str(evening.id)})
        assert no.value.code in ("gm_only", "not_found")
    with pytest.raises(NotThere):
        service.open_tournament(evening.people["gail"], {"title": "Mine", "campaign": str(uuid.uuid4())})
    assert not Tournament.objects.exists()


@rule("KERNEL-TOUR-01")
@pytest.mark.parametrize(("visibility", "seen"), [("members", False), ("unlisted", True), ("public", True)])
def test_strangers_see_what_is_public_or_unlisted_and_find_what_is_public(visibility, seen):
    tournament = Open("ann", visibility=visibility)
    eve = tournament.people["eve"]
    if seen:
        assert service.see_tournament(eve, tournament.id).state.title == "Banak Open"
    else:
        with pytest.raises(NotThere):
            service.see_tournament(eve, tournament.id)
        with pytest.raises(NotThere):
            tournament.do("open_sign_up", by="eve")
    user = get_user_model().objects.get(username="eve")
    assert Tournament.objects.visible_to(user).exists() == (visibility == "public")


@rule("KERNEL-TOUR-02")
def test_a_request_that_comes_twice_happens_once():
    tournament = Open("ann", "bob")
    first = tournament.do("open_sign_up", key="once")
    again = tournament.do("open_sign_up", key="once")
    assert (again.repeated, again.tournament.version) == (True, first.tournament.version)
    with pytest.raises(KeyReused):
        tournament.do("close_sign_up", key="once")


@rule("KERNEL-TOUR-02")
def test_what_is_refused_changes_nothing_and_cites_its_rule():
    tournament = Open("ann", "bob")
    version = store.head(f"tournament-{tournament.id}").version
    with pytest.raises(Refusal) as no:
        tournament.do("close_sign_up")
    assert (no.value.code, no.value.rule, bool(no.value.rule_text)) == ("wrong_status", "KERNEL-TOUR-03", True)
    assert store.head(f"tournament-{tournament.id}").version == version


@rule("KERNEL-TOUR-07")
def test_rows_follow_the_log_and_can_be_made_again():
    tournament = Open("ann", "bob", "cora")
    stage = tournament.stage("swiss", rounds=2)
    tournament.do("pair", stage=stage)
    assert {row.status for row in Fixture.objects.all()} == {"draft"}
    tournament.do("discard_round", stage=stage, round=1)
    assert not Fixture.objects.exists()
    tournament.do("pair", stage=stage)
    tournament.do("publish_round", stage=stage)
    assert sorted(row.status for row in Fixture.objects.all()) == ["open", "over"]
    assert differences() == []
    rows = list(Fixture.objects.values_list("fixture", "status", "summary"))
    projection = TournamentProjection()
    projection.reset()
    assert differences() != []
    projection.handle([next(store.read(f"tournament-{tournament.id}", 0, 1))])
    projection.handle(list(store.read(f"tournament-{tournament.id}")))
    assert list(Fixture.objects.values_list("fixture", "status", "summary")) == rows
    assert differences() == []
