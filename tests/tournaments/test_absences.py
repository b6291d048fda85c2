"""Absences are handed over to a tournament: who was ejected in a battle of it is no longer barred by the campaign."""

import uuid

import pytest

from jobs import queue
from matches import service as matches
from tests.campaigns.acting import Evening
from tests.rules.play import rule
from tournaments.absences import hand_over_absences
from tournaments.battle_reports import battle_reports
from web.errors import Refusal
from web.people import THE_HOUSE


def fight(league, *heroes):
    """A battle between Ann's and Bob's first players, or these of Ann's; its match."""
    fielded = {"home": ("ann", list(heroes) or ["h1"]), "away": ("bob", ["h1"])}
    sides = {seat: {"company": league.companies[name], "heroes": ids} for seat, (name, ids) in fielded.items()}
    return list(league.do("start_battle", sides=sides, ground={"turns_total": 4}).campaign.state.battles)[-1]


def give(match, **order):
    matches.give_command(THE_HOUSE, uuid.UUID(match), order, by="gm")


def dismissing(league):
    """A battle in which Ann's first player was dismissed; it is on record."""
    match = fight(league)
    (own,) = (side for side in league.campaign.battles[match].sides if side.seat == "home")
    give(match, type="dismiss", player=own.models["h1"], reason="a knife")
    end(match)
    return match


def end(match):
    give(match, type="forfeit", team="away", reason="rain")
    queue.sweep(60)


def handed_over(league, match):
    return hand_over_absences(league.id, match, [league.companies["ann"], league.companies["bob"]], "t1", "the Cup")


def absence(league):
    return league.company("ann").heroes["h1"].absence


@pytest.fixture
def league(db):
    return Evening("ann", "bob", game="ishmek")


@rule("KERNEL-TOUR-98")
def test_the_campaign_bars_nobody_any_more(league):
    match = dismissing(league)
    assert absence(league).why == "dismissed"
    with pytest.raises(Refusal) as caught:
        fight(league)
    assert caught.value.code == "player_barred"
    assert handed_over(league, match) == 1
    assert absence(league) is None
    fight(league)


@rule("KERNEL-TOUR-98")
def test_the_company_says_why(league):
    handed_over(league, dismissing(league))
    log = league.events("ann")
    assert (log[-1].reason, log[-1].changes[0].field) == ("Counted by the tournament the Cup from now on.", "absence")


@rule("KERNEL-TOUR-98")
def test_the_tournament_still_reads_it(league):
    match = dismissing(league)
    entrants = {league.companies["ann"]: "e1"}
    before = battle_reports(league.id, match, entrants)
    handed_over(league, match)
    assert battle_reports(league.id, match, entrants) == before
    assert before[0].absence.why == "dismissed"


@rule("KERNEL-TOUR-98")
def test_it_happens_once(league):
    match = dismissing(league)
    assert handed_over(league, match) == 1
    count = len(league.events("ann"))
    assert handed_over(league, match) == 0
    assert len(league.events("ann")) == count


@rule("KERNEL-TOUR-98")
def test_it_does_not_come_back_with_a_battle_that_is_settled_again(league):
    match = dismissing(league)
    handed_over(league, match)
    league.do("record_again", match=match, reason="Once more.")
    assert absence(league) is None
    league.do("void_battle", match=match, reason="Loaded dice.")
    assert absence(league) is None


@rule("KERNEL-TOUR-98")
def test_while_the_company_fights_again_it_waits(league):
    """Ann's second player fights on; after that it is handed over."""
    first = dismissing(league)
    second = fight(league, "h2")
    with pytest.raises(Refusal) as caught:
        handed_over(league, first)
    assert caught.value.code == "company_in_battle"
    end(second)
    assert handed_over(league, first) == 1


@rule("KERNEL-TOUR-98")
def test_what_another_battle_brought_is_none_of_its_business(league):
    dismissing(league)
    other = fight(league, "h2")
    end(other)
    assert handed_over(league, other) == 0
    assert absence(league) is not None
