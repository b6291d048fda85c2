"""Officers, bans, appeals: as commands of a tournament; the ledger has tests of its own beside these."""

import msgspec
import pytest
from msgspec.structs import replace

from rules.kernel.errors import Refused
from tests.tournaments.organizing import THE_HOUSE, Organized
from tournaments.domain.discipline.ledger import GivenBack
from tournaments.domain.discipline.offences import HeroReport, Removal, bans_of_battle, offences_of
from tournaments.domain.events import BanOpened
from tournaments.domain.suspensions import barred_of, ledger_of

rule = pytest.mark.rule


def league(companies: int = 4) -> Organized:
    """A round robin of four, published: Ash plays Dogwood, then Birch, then Cedar."""
    organized = Organized(companies).enter_all()
    organized.do("set_roles", account="olga", name="Olga", roles=["officer"])
    organized.stage("round_robin")
    return organized


def ban(organized: Organized, **fields) -> str:
    """Olga bans Ala of Ash; the id of the ban."""
    order = {"entrant": "e1", "hero": "h1", "rule": "Rule 4.2", "reason": "A blow after time.", "matches": 1, **fields}
    organized.do("record_offence", by="olga", **order)
    return organized.now.bans[-1].id


def out(organized: Organized) -> list[str]:
    return [hero for _, hero in barred_of(organized.now)]


@rule("KERNEL-TOUR-80", "KERNEL-TOUR-97")
def test_an_officer_bans_a_hero_who_is_refused_with_reason_and_event():
    organized = league()
    ban(organized)
    fixture = organized.between("e1", "e4").id
    with pytest.raises(Refused) as no:
        organized.do("name_lineup", by="p1", fixture=fixture, entrant="e1", heroes=["h2", "h1"])
    assert (no.value.code, no.value.field, no.value.rule) == ("suspended", "heroes[1]", "KERNEL-TOUR-97")
    assert "A blow after time." in no.value.message
    assert no.value.event == ("tournament-t", len(organized.log))
    organized.do("name_lineup", by="p1", fixture=fixture, entrant="e1", heroes=["h2"])


@rule("KERNEL-TOUR-82")
def test_it_is_served_from_the_next_match_by_the_order_of_play():
    """Banned for a match after the first was played: the second serves it. What was played before the ban does not."""
    organized = league()
    first, second = organized.between("e1", "e4").id, organized.between("e1", "e2").id
    organized.won(first, "e1")
    ban(organized)
    assert out(organized) == ["h1"]
    organized.today = "2026-11-30"
    organized.won(second, "e1")
    assert out(organized) == []
    assert [one.served for one in ledger_of(organized.now).readings.values()] == [(second,)]
    organized.do("withdraw_result", fixture=second, reason="To be played again.")
    assert out(organized) == ["h1"]


@rule("KERNEL-TOUR-82")
def test_a_match_that_is_played_later_counts_later_whatever_its_round():
    """The second round was played on 1 December, the first, postponed, on the 8th; the ban came in between."""
    organized = league()
    first, second = organized.between("e1", "e4").id, organized.between("e1", "e2").id
    organized.do("set_date", fixture=second, slot={"date": "2026-12-01"})
    organized.won(second, "e1")
    ban(organized)
    organized.do("set_date", fixture=first, slot={"date": "2026-12-08"})
    organized.won(first, "e1")
    assert [one.served for one in ledger_of(organized.now).readings.values()] == [(first,)]


@rule("KERNEL-TOUR-86")
def test_the_end_of_the_tournament_ends_its_bans():
    organized = league(2)
    ban(organized, matches=0)
    organized.won("s1-1-1", "e1")
    assert out(organized) == ["h1"]
    organized.do("finish_stage", stage="s1")
    organized.do("end_tournament")
    assert out(organized) == []
    organized.do("reopen_tournament", reason="A protest.")
    assert out(organized) == ["h1"]


@rule("KERNEL-TOUR-90", "KERNEL-TOUR-92")
def test_a_captain_appeals_and_an_officer_rules():
    organized = league()
    name = ban(organized, matches=3)
    organized.refused("file_appeal", "not_yours", by="p2", ban=name, reason="Unfair.")
    organized.refused("file_appeal", "unknown_ban", by="p1", ban="b99", reason="Unfair.")
    organized.do("file_appeal", by="p1", ban=name, reason="It was before the whistle.")
    (appeal,) = organized.now.appeals
    assert (appeal.by, appeal.day, appeal.ruling) == ("P1", "2026-11-23", None)
    organized.refused("file_appeal", "already_appealed", by="p1", ban=name, reason="Again.")
    organized.refused("rule_on_appeal", "officials_only", by="p1", appeal=appeal.id, ruling="quashed", reason="So.")
    organized.refused("rule_on_appeal", "bad_length", appeal=appeal.id, ruling="reduced", length=3, reason="So.")
    organized.do("rule_on_appeal", by="olga", appeal=appeal.id, ruling="reduced", length=1, reason="Half right.")
    assert [one.left for one in ledger_of(organized.now).readings.values()] == [1]
    organized.refused("rule_on_appeal", "already_ruled", appeal=appeal.id, ruling="quashed", reason="So.")


@rule("KERNEL-TOUR-90")
def test_after_its_days_a_ban_is_not_appealed():
    """Three days by default: a ban of the 23rd is appealed by the 26th."""
    organized = league()
    name = ban(organized)
    organized.today = "2026-11-27"
    organized.refused("file_appeal", "too_late", by="p1", ban=name, reason="Unfair.")
    organized.today = "2026-11-26"
    organized.do("file_appeal", by="p1", ban=name, reason="Unfair.")


@rule("KERNEL-TOUR-80")
def test_a_decision_is_taken_back_and_a_ban_lifted():
    organized = league()
    name = ban(organized)
    organized.refused("lift_ban", "reason_wanted", ban=name, reason="")
    organized.do("lift_ban", ban=name, reason="Time served elsewhere.")
    assert out(organized) == []
    organized.refused("lift_ban", "ban_is_over", ban=name, reason="Again.")
    ban(organized, hero="h2")
    offence = organized.now.offences[-1].id
    organized.do("withdraw_offence", offence=offence, reason="The wrong hero.")
    assert (out(organized), len(organized.now.offences)) == ([], 1)
    organized.refused("withdraw_offence", "unknown_offence", offence=offence, reason="Again.")


@rule("KERNEL-TOUR-80")
@pytest.mark.parametrize(
    ("fields", "code", "field"),
    [
        ({"hero": "h9"}, "unknown_hero", "hero"),
        ({"hero": ""}, "unknown_hero", "hero"),
        ({"rule": " "}, "rule_wanted", "rule"),
        ({"matches": 100}, "out_of_bounds", "matches"),
        ({"points": -1}, "out_of_bounds", "points"),
        ({"matches": None, "suspended": True}, "bad_value", "suspended"),
        ({"kind": "disqualified", "matches": None}, "unknown_fixture", "fixture"),
        ({"kind": "disqualified", "fixture": "s1-1-2", "matches": None}, "not_a_side", "fixture"),
    ],
)
def test_it_refuses_a_decision_that_makes_no_sense(fields, code, field):
    order = {"entrant": "e1", "hero": "h1", "rule": "Rule 4.2", "reason": "A blow.", "matches": 1, **fields}
    assert league().refused("record_offence", code, **order).field == field


@rule("KERNEL-TOUR-84")
def test_a_disqualification_keeps_the_whole_entrant_out_of_one_match():
    organized = league()
    first, second = organized.between("e1", "e4").id, organized.between("e1", "e2").id
    ban(organized, kind="disqualified", hero="", fixture=first, matches=None)
    organized.refused("name_lineup", "disqualified", by="p1", fixture=first, entrant="e1", heroes=["h1"])
    organized.do("name_lineup", by="p1", fixture=second, entrant="e1", heroes=["h1"])


@rule("KERNEL-TOUR-83", "KERNEL-TOUR-81")
def test_other_rules_of_discipline_are_read_by_the_whole_ledger():
    """A forfeit of one's own serves nothing by default; by switch it does."""
    organized = league()
    ban(organized)
    fixture = organized.between("e1", "e4").id
    places = {side: 2 if side == "e1" else 1 for side in organized.standing(fixture)}
    organized.do("record_result", fixture=fixture, kind="forfeit", places=places, reason="Did not come.")
    assert out(organized) == ["h1"]
    organized.refused("set_discipline", "nothing_to_change", rules={}, reason="So.")
    organized.refused("set_discipline", "bad_house_rule", rules={"appeal_days": 400}, reason="So.")
    organized.do("set_discipline", rules={"serves_forfeit_against": "on"}, reason="Voted.")
    assert out(organized) == []


@rule("KERNEL-TOUR-80", "KERNEL-TOUR-85")
def test_what_a_battle_brings_goes_with_it():
    """Ala is ejected in battle m: banned to the end by default. Settled again without it, the ban is gone."""
    organized = league()
    fixture = organized.between("e1", "e4").id
    organized.do("start_game", by=THE_HOUSE, fixture=fixture, match="m")
    report = HeroReport("e1", "h1", "Ala", removals=[Removal("h1", "tournament", 7, "ISH-FOUL-06", "for a foul")])
    offences = offences_of(fixture, "m", [report], "2026-11-23")
    bans = bans_of_battle(organized.now.discipline, fixture, "m", [report], "2026-11-23")
    told = {"fixture": fixture, "match": "m", "status": "settled", "places": {"e1": 1, "e4": 2}}
    brought = {"offences": msgspec.to_builtins(offences), "bans": msgspec.to_builtins(bans)}
    organized.do("record_game", by=THE_HOUSE, **told, **brought)
    assert [(one.kind, one.event) for one in organized.now.offences] == [("ejected", 7)]
    assert [event.because.event for event in organized.log if isinstance(event, BanOpened)] == [7]
    assert out(organized) == ["h1"]
    organized.refused("record_game", "game_known", by=THE_HOUSE, **told, **brought)
    organized.refused("withdraw_offence", "from_a_battle", offence=organized.now.offences[0].id, reason="So.")
    organized.do("record_game", by=THE_HOUSE, **told)
    assert (organized.now.offences, out(organized)) == ((), [])


# Who has played, and what serves


def fought(organized: Organized, fixture: str, match: str, **lineups: list[str]) -> None:
    """A battle of a fixture with these heroes; Ash wins it."""
    organized.do("start_game", by=THE_HOUSE, fixture=fixture, match=match, lineups=lineups)
    places = {side: 1 if side == "e1" else 2 for side in organized.standing(fixture)}
    organized.do("record_game", by=THE_HOUSE, fixture=fixture, match=match, status="settled", places=places)


def left(organized: Organized) -> list[int | None]:
    """The matches that are left of each ban."""
    return [one.left for one in ledger_of(organized.now).readings.values()]


def name(organized: Organized, fixture: str, *heroes: str) -> None:
    for side in organized.standing(fixture):
        organized.do("name_lineup", fixture=fixture, entrant=side, heroes=list(heroes))


@rule("KERNEL-TOUR-82", "KERNEL-TOUR-11")
def test_who_has_played_is_who_was_in_the_battle_whoever_is_named_later():
    """Ala plays the first of a best of three and rests in the second: the fixture does not serve her ban."""
    organized = Organized(2).enter_all()
    organized.stage("round_robin", best_of=3, legs=2)
    first, second = "s1-1-1", "s1-2-1"
    name(organized, first, "h1", "h2")
    fought(organized, first, "m1")
    organized.do("record_offence", entrant="e1", hero="h1", rule="4.2", reason="A blow.", matches=1)
    assert organized.now.fielded["m1"] == {"e1": ("h1", "h2"), "e2": ("h1", "h2")}
    organized.do("name_lineup", fixture=first, entrant="e1", heroes=["h2"])
    fought(organized, first, "m2")
    assert (organized.now.fixtures[first].result.places, left(organized)) == ({"e1": 1, "e2": 2}, [1])
    name(organized, second, "h2")
    fought(organized, second, "m3")
    fought(organized, second, "m4")
    assert left(organized) == [0]


@rule("KERNEL-TOUR-11")
def test_a_battle_says_itself_who_is_in_it():
    """Bor was named while the battle with Ala was being started: Ala has played."""
    organized = league()
    fixture = organized.between("e1", "e4").id
    name(organized, fixture, "h2")
    ban(organized)
    fought(organized, fixture, "m1", e1=["h1"], e4=["h1"])
    assert left(organized) == [1]
    fields = {"fixture": organized.between("e1", "e2").id, "match": "m9", "lineups": {"e3": ["h1"]}}
    assert organized.refused("start_game", "not_a_side", by=THE_HOUSE, **fields).field == "lineups.e3"


@rule("KERNEL-TOUR-82")
def test_an_old_log_without_the_line_ups_of_its_battles_goes_by_who_was_named():
    organized = league()
    fixture = organized.between("e1", "e4").id
    name(organized, fixture, "h1")
    organized.do("start_game", by=THE_HOUSE, fixture=fixture, match="m1")
    organized.tournament = replace(organized.now, fielded={})
    ban(organized)
    places = {side: 1 if side == "e1" else 2 for side in organized.standing(fixture)}
    organized.do("record_game", by=THE_HOUSE, fixture=fixture, match="m1", status="settled", places=places)
    assert left(organized) == [1]


@rule("KERNEL-TOUR-83")
def test_a_forfeit_serves_whoever_was_named_for_it():
    """Ala was named before she was banned; the opponent never came, so nobody has played."""
    organized = league()
    fixture = organized.between("e1", "e4").id
    name(organized, fixture, "h1")
    ban(organized)
    places = {side: 1 if side == "e1" else 2 for side in organized.standing(fixture)}
    organized.do("record_result", fixture=fixture, kind="forfeit", places=places, reason="Did not come.")
    assert left(organized) == [0]


@rule("KERNEL-TOUR-83", "KERNEL-TOUR-97")
@pytest.mark.parametrize(
    ("dates", "barred"),
    [
        ({"slot": {"date": "2026-11-20"}}, False),
        ({"deadline": "2026-11-20"}, False),
        ({"slot": {"date": "2026-11-23"}}, True),
        ({"slot": {"date": "2026-11-30"}}, True),
        ({}, True),
    ],
)
def test_a_match_due_on_an_earlier_day_than_the_ban_is_played_by_the_banned_where_that_is_the_rule(dates, barred):
    """Banned on the 23rd for what happened in a match of that day."""
    organized = league()
    organized.do("set_discipline", rules={"serves_postponed": "off"}, reason="Voted.")
    late, cause, last = (organized.between("e1", other).id for other in ("e4", "e2", "e3"))
    if dates:
        organized.do("set_date", fixture=late, **dates)
    organized.won(cause, "e1")
    ban(organized, fixture=cause)
    assert ("e1", "h1") in barred_of(organized.now)
    assert (("e1", "h1") in barred_of(organized.now, late)) is barred
    organized.today = "2026-12-01"
    if dates:
        organized.do("set_date", fixture=late, **dates | {"slot": {"date": "2026-12-01"}})
    organized.won(late, "e1")
    assert left(organized) == [0 if barred else 1]
    organized.won(last, "e1")
    assert left(organized) == [0]


@rule("KERNEL-TOUR-83")
def test_a_friendly_serves_a_ban_where_that_is_the_rule():
    organized = league()
    ban(organized)
    friendly = {"match": "m7", "fielded": {"e1": ["h2"], "e2": ["h1"]}}
    organized.do("record_friendly", by=THE_HOUSE, **friendly)
    assert (left(organized), barred_of(organized.now, friendly=True)) == ([1], {})
    organized.do("set_discipline", rules={"serves_friendly": "on"}, reason="Voted.")
    assert left(organized) == [0]
    organized.refused("record_friendly", "game_known", by=THE_HOUSE, **friendly)
    organized.do("record_friendly", by=THE_HOUSE, **friendly, counts=False)
    assert (left(organized), {*barred_of(organized.now, friendly=True)}) == ([1], {("e1", "h1")})
    organized.refused("record_friendly", "game_known", by=THE_HOUSE, **friendly, counts=False)


@rule("KERNEL-TOUR-92")
def test_a_ruling_says_which_matches_it_gives_back():
    """Three matches, of which one is served; quashed, that one serves the second ban."""
    organized = league()
    ban(organized, matches=3)
    second = ban(organized, matches=1)
    served = organized.between("e1", "e4").id
    organized.today = "2026-11-24"
    organized.won(served, "e1")
    first = organized.now.bans[0].id
    organized.do("file_appeal", by="p1", ban=first, reason="It was somebody else.")
    organized.do("rule_on_appeal", appeal=organized.now.appeals[0].id, ruling="quashed", reason="So it was.")
    (given,) = organized.log[-1].given_back
    assert given == GivenBack(served, "e1", "h1", first, second)
    organized.do("withdraw_offence", offence=organized.now.offences[1].id, reason="The wrong hero.")
    assert organized.log[-1].given_back == (GivenBack(served, "e1", "h1", second, ""),)


@rule("KERNEL-TOUR-97")
def test_a_dead_hero_is_refused_with_what_the_campaign_says_of_it():
    organized = league()
    why = Refused("player_barred", "Cyd is dead.", "ISH-INJ-09", hint="Field another.", event=("match-m", 9))
    ash = organized.campaign.companies["c1"]._replace(barred={"h3": why})
    organized.campaign = organized.campaign._replace(companies={**organized.campaign.companies, "c1": ash})
    fixture = organized.between("e1", "e4").id
    no = organized.refused
    with pytest.raises(Refused) as caught:
        organized.do("name_lineup", by="p1", fixture=fixture, entrant="e1", heroes=["h3"])
    assert (caught.value.message, caught.value.event) == ("Cyd is dead.", ("match-m", 9))
    no("name_lineup", "unknown_hero", by="p1", fixture=fixture, entrant="e1", heroes=["h4"])
