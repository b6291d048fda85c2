"""What campaigns say of a battle, read for a tournament: of squads, of bouts, of matches that were played."""

import pytest

from jobs import queue
from rules.kernel.progression import Absence
from rules.registry import registered
from tests.campaigns.acting import Evening
from tests.campaigns.domain.bouts import Season
from tests.campaigns.domain.test_fates import one_on_one
from tests.campaigns.domain.test_ishmek_campaigns import dismissed, league, opened
from tests.campaigns.fighting import concede, start
from tests.example_game.ring.system import RING
from tests.rules.play import rule
from tournaments.battle_reports import battle_reports, reports_of
from tournaments.domain.discipline.board import barred_now
from tournaments.domain.discipline.facts import Appearance
from tournaments.domain.discipline.house_rules import DisciplineRules
from tournaments.domain.discipline.ledger import read_ledger
from tournaments.domain.discipline.offences import bans_of_battle, offences_of
from tournaments.domain.discipline.record import Record

ENTRANTS = {"ann": "e1", "bob": "e2"}


def reports(night, match="m1", entrants=ENTRANTS):
    battle = night.campaign.battles[match]
    logs = {company: night.logs[f"company-{company}"] for company in battle.companies}
    found = reports_of(night.campaign.game, battle, night.matches[battle.fought], logs, entrants)
    return {(one.entrant, one.hero): one for one in found}


@rule("KERNEL-TOUR-80")
def test_it_reads_fate_absence_and_removal():
    """Ann's first player was dismissed for a knife; the others played to the end."""
    night = dismissed()
    told = reports(night)
    assert set(told) == {("e1", "h1"), ("e1", "h2"), ("e2", "h1")}
    one = told["e1", "h1"]
    assert (one.hero_name, one.fate, one.how) == ("Ann 1", "survived", "dismissed")
    assert one.absence == Absence(why="dismissed", until="tournament")
    assert [(removal.term, removal.why, removal.foul) for removal in one.removals] == [("tournament", "a knife", True)]
    assert one.event == one.removals[0].event
    assert (told["e1", "h2"].absence, told["e1", "h2"].removals) == (None, ())


@rule("KERNEL-TOUR-80", "KERNEL-TOUR-81", "KERNEL-TOUR-97")
def test_whoever_is_dismissed_is_on_the_board_and_barred():
    told = list(reports(dismissed()).values())
    offences, bans = offences_of("f1", "m1", told), bans_of_battle(DisciplineRules(), "f1", "m1", told)
    assert [(one.kind, one.hero_name, one.rule, one.reason) for one in offences] == [
        ("ejected", "Ann 1", "ISH-SPELL-04", "a knife")
    ]
    matches = [Appearance(fixture="f1", entrant=entrant, order=1, kind="played") for entrant in ("e1", "e2")]
    out = barred_now(read_ledger(Record(offences=offences, bans=bans, appearances=matches)))
    assert [(who, one.why, one.until) for who, one in out.items()] == [
        (("e1", "h1"), "a knife", "to the end of the tournament")
    ]


@rule("KERNEL-TOUR-80")
def test_others_than_entrants_are_not_told():
    assert list(reports(dismissed(), entrants={"bob": "e2"})) == [("e2", "h1")]


@rule("KERNEL-TOUR-80")
def test_what_is_undone_is_not_told():
    """Void, with its log as it is."""
    night = dismissed()
    night.do("void_battle", match="m1", reason="the wrong rules")
    one = reports(night)["e1", "h1"]
    assert (one.absence, one.how) == (None, "")


@rule("KERNEL-TOUR-80")
def test_what_other_battles_brought_is_not_told():
    night = dismissed()
    night.do("correct", company="ann", hero="h1", field="absence", value=None, reason="pardoned")
    game = opened(night, "m2")
    game.do({"type": "forfeit", "team": "home", "reason": "rain"}, by="gm")
    night.keep("m2", game)
    night.do("record_battle", by="house", match="m2")
    one = reports(night, "m2")["e1", "h1"]
    assert (one.absence, one.how, one.removals) == (None, "on_field", ())
    assert reports(night, "m1")["e1", "h1"].how == "dismissed"


def test_a_match_that_sends_nobody_off():
    night = league()
    game = opened(night, "m1")
    game.do({"type": "forfeit", "team": "home", "reason": "rain"}, by="gm")
    night.keep("m1", game)
    night.do("record_battle", by="house", match="m1")
    assert offences_of("f1", "m1", reports(night).values()) == ()


@pytest.fixture
def season():
    with registered(RING):
        yield Season.running({"captives": "on"}, ann=1, bob=1)


@rule("KERNEL-TOUR-80")
def test_it_reads_captures_of_other_games(season):
    season.bout("m1", red="ann", blue="bob", off="blue")
    told = reports(season)
    assert {who: one.captured for who, one in told.items()} == {("e1", "h1"): False, ("e2", "h1"): True}
    (offence,) = offences_of("f1", "m1", told.values())
    assert (offence.entrant, offence.kind) == ("e2", "capture")


@rule("KERNEL-TOUR-80")
def test_it_reads_what_the_gm_has_declared_since():
    """Until then the fate of whoever was taken out is open, and there is no death."""
    night = one_on_one("m1")
    assert (reports(night)["e2", "h1"].undecided, offences_of("f1", "m1", reports(night).values())) == (True, ())
    night.do("declare_fate", company="bob", hero="h1", fate="dead", match="m1", reason="bled out")
    assert (reports(night)["e2", "h1"].fate, reports(night)["e2", "h1"].how) == ("dead", "gm")
    (death,) = offences_of("f1", "m1", reports(night).values())
    assert (death.kind, death.hero_name) == ("death", "Bob 1")


@pytest.fixture
def evening(db):
    return Evening("ann", "bob")


@rule("KERNEL-TOUR-80")
def test_it_reads_real_battles(evening):
    match = start(evening, "ann", "bob")
    entrants = {evening.companies["ann"]: "e1", evening.companies["bob"]: "e2"}
    assert battle_reports(evening.id, str(match), entrants) == []
    concede(match)
    queue.sweep(60)
    told = battle_reports(evening.id, str(match), entrants)
    assert [(one.entrant, one.hero, one.hero_name, one.fate) for one in told] == [
        ("e1", "h1", "Ann 1", "survived"),
        ("e1", "h2", "Ann 2", "survived"),
        ("e2", "h1", "Bob 1", "survived"),
        ("e2", "h2", "Bob 2", "survived"),
    ]
    assert all(one.rule for one in told)
    evening.do("void_battle", match=str(match), reason="Loaded dice.")
    assert battle_reports(evening.id, str(match), entrants) == []
