"""Venues, dates and wishes; drafts of a schedule, moved by hand, undone and published. [KERNEL-TOUR-50 to 55]"""

import msgspec
import pytest

from rules.kernel.errors import Refused
from tests.tournaments.organizing import GM, THE_HOUSE, Organized
from tournaments.domain.decide import decide, parse
from tournaments.domain.schedule.calendar import Slot
from tournaments.domain.schedule.commands import DraftSchedule
from tournaments.domain.schedule.of_stage import calendar_of, judged
from tournaments.domain.world import World

rule = pytest.mark.rule
SATURDAY, SUNDAY, NEXT = "2026-12-05", "2026-12-06", "2026-12-12"
HALL = {"id": "hall", "name": "Old Hall", "tables": 1}
F, G = "s1-1-1", "s1-1-2"


@pytest.fixture
def four():
    """A round robin of Ash, Birch, Cedar and Dogwood whose three rounds are drafts: Ash meets Dogwood first."""
    organized = Organized(4).enter_all()
    organized.do("add_stage", name="Main", format="round_robin")
    organized.do("start_stage", stage="s1")
    return organized


@pytest.fixture
def weekends(four):
    """The same, each round on a weekend, the first from 5 December 2026 on; Old Hall has one table."""
    four.do("set_venues", venues=[HALL])
    four.do("set_round_dates", stage="s1", first=SATURDAY, days=2)
    return four


def stage(organized):
    return organized.now.stages["s1"]


def asked(organized, how="draw", **more):
    organized.do("draw_schedule", stage="s1", how=how, seconds=1, **more)
    return stage(organized).drawing.number


def drafted(organized, slots, **more):
    """Workers are asked, and answer with these dates by fixture."""
    ask = asked(organized)
    told = {name: {"date": day} for name, day in slots.items()}
    organized.do("draft_schedule", THE_HOUSE, stage="s1", ask=ask, slots=told, **more)


def breaches(organized):
    """The rules that the draft breaks."""
    return [one.rule for one in judged(calendar_of(organized.now, stage(organized), stage(organized).draft)).breaches]


def slot(organized, fixture):
    return organized.now.fixtures[fixture].slot


@rule("KERNEL-TOUR-50", "KERNEL-TOUR-51", "KERNEL-TOUR-52")
def test_what_is_asked_of_the_schedule_stands_in_its_calendar(four):
    four.do("set_venues", venues=[HALL], homes={"e1": "hall"})
    four.do("add_blackout", kind="venue", of="hall", first="2026-12-24", last="2026-12-26", title="Christmas")
    four.do("add_blackout", kind="entrant", of="e2", first=SATURDAY)
    four.do("set_round_dates", stage="s1", first=SATURDAY, every=7, days=2)
    four.do("offer_slots", stage="s1", times=["14:00", "18:00"], weekdays=[6])
    four.do("add_wish", stage="s1", kind="home_on", entrant="e3", round=2, title="Fair")
    calendar = calendar_of(four.now, stage(four))
    assert [(one.id, one.venue) for one in calendar.competitors][:2] == [("e1", "hall"), ("e2", "")]
    assert [(one.kind, one.of, one.first, one.last, one.label) for one in calendar.blackouts] == [
        ("venue", "hall", "2026-12-24", "2026-12-26", "Christmas"),
        ("entrant", "e2", SATURDAY, SATURDAY, ""),
    ]
    assert [(one.round, one.opens, one.deadline) for one in calendar.windows] == [
        (1, "2026-12-05", "2026-12-06"),
        (2, "2026-12-12", "2026-12-13"),
        (3, "2026-12-19", "2026-12-20"),
    ]
    assert [(one.date, one.time) for one in calendar.slots] == [
        (day, hour) for day in ("2026-12-05", "2026-12-12", "2026-12-19") for hour in ("14:00", "18:00")
    ]
    assert [(one.kind, one.entrant, one.round, one.label, one.hard) for one in calendar.wishes] == [
        ("home_on", "e3", 2, "Fair", False)
    ]
    assert [(one.id, one.home, one.away) for one in calendar.fixtures][:2] == [(F, "e1", "e4"), (G, "e2", "e3")]
    four.do("remove_blackout", blackout=calendar.blackouts[0].id)
    four.do("remove_wish", stage="s1", wish=calendar.wishes[0].id)
    assert (len(four.now.blackouts), stage(four).plan.wishes) == (1, ())


@rule("KERNEL-TOUR-52")
def test_a_captain_wishes_for_its_own_entrant_and_takes_only_that_back(four):
    four.do("add_wish", by="p1", stage="s1", kind="not_on", entrant="e1", date=SATURDAY)
    wish = stage(four).plan.wishes[0].id
    four.refused("remove_wish", "not_yours", by="p2", stage="s1", wish=wish)
    four.refused("add_wish", "not_yours", by="p2", stage="s1", kind="not_on", entrant="e1", date=SATURDAY)
    four.do("remove_wish", by="p1", stage="s1", wish=wish)
    assert stage(four).plan.wishes == ()


WISH = {"stage": "s1", "kind": "not_on", "entrant": "e1", "round": 1}
REFUSED = [
    ("KERNEL-TOUR-50", "set_venues", {"venues": [HALL | {"name": " "}]}, "bad_venue", "venues[0].name"),
    ("KERNEL-TOUR-50", "set_venues", {"venues": [HALL | {"tables": 0}]}, "bad_venue", "venues[0].tables"),
    ("KERNEL-TOUR-50", "set_venues", {"venues": [HALL | {"tables": 1000}]}, "bad_venue", "venues[0].tables"),
    ("KERNEL-TOUR-50", "set_venues", {"venues": [HALL, HALL]}, "bad_venue", "venues[1].id"),
    ("KERNEL-TOUR-50", "set_venues", {"venues": [HALL], "homes": {"e1": "barn"}}, "unknown_venue", "homes.e1"),
    ("KERNEL-TOUR-50", "set_venues", {}, "nothing_to_change", ""),
    ("KERNEL-TOUR-51", "add_blackout", {"first": "24.12.2026"}, "bad_date", "first"),
    ("KERNEL-TOUR-51", "add_blackout", {"first": "2200-01-01"}, "bad_date", "first"),
    ("KERNEL-TOUR-51", "add_blackout", {"first": SUNDAY, "last": SATURDAY}, "bad_date", "last"),
    ("KERNEL-TOUR-51", "add_blackout", {"kind": "venue", "of": "barn", "first": SUNDAY}, "unknown_venue", "of"),
    ("KERNEL-TOUR-51", "remove_blackout", {"blackout": "b1"}, "unknown_blackout", "blackout"),
    ("KERNEL-TOUR-51", "set_round_dates", {"stage": "s1", "first": SATURDAY, "every": 0}, "out_of_bounds", "every"),
    ("KERNEL-TOUR-51", "set_round_dates", {"stage": "s1"}, "nothing_to_change", ""),
    ("KERNEL-TOUR-51", "offer_slots", {"stage": "s1", "times": ["14:00"]}, "no_dates", "stage"),
    ("KERNEL-TOUR-52", "add_wish", WISH | {"round": 0}, "bad_calendar", "wishes[0]"),
    ("KERNEL-TOUR-52", "add_wish", WISH | {"entrant": "e9"}, "bad_calendar", "wishes[0].entrant"),
    ("KERNEL-TOUR-52", "add_wish", WISH | {"weight": 101}, "out_of_bounds", "weight"),
    ("KERNEL-TOUR-52", "remove_wish", {"stage": "s1", "wish": "w1"}, "unknown_wish", "wish"),
    ("KERNEL-TOUR-53", "draw_schedule", {"stage": "s1"}, "no_dates", "stage"),
    ("KERNEL-TOUR-53", "draw_schedule", {"stage": "s1", "seconds": 601}, "out_of_bounds", "seconds"),
    ("KERNEL-TOUR-53", "take_schedule", {"stage": "s1"}, "not_drawing", "stage"),
    ("KERNEL-TOUR-54", "undo_schedule", {"stage": "s1"}, "no_draft", "stage"),
    ("KERNEL-TOUR-54", "discard_schedule", {"stage": "s1"}, "no_draft", "stage"),
    ("KERNEL-TOUR-54", "move_fixture", {"fixture": F}, "nothing_to_change", "slot"),
    ("KERNEL-TOUR-55", "publish_schedule", {"stage": "s1"}, "no_draft", "stage"),
]


@rule("KERNEL-ILL-67", "KERNEL-ILL-62", "KERNEL-ILL-63", "KERNEL-ILL-64", "KERNEL-ILL-65", "KERNEL-ILL-66")
@pytest.mark.parametrize(("rule_id", "command", "fields", "code", "field"), REFUSED)
def test_it_refuses_what_cannot_be_planned(four, rule_id, command, fields, code, field):
    no = four.refused(command, code, **fields)
    assert (no.field, no.rule if code != "bad_calendar" else rule_id) == (field, rule_id)


@rule("KERNEL-TOUR-51")
def test_a_round_lasts_a_year_at_most(four):
    def dates(last):
        return {"stage": "s1", "windows": [{"round": 1, "opens": "2026-01-01", "deadline": last}]}

    assert four.refused("set_round_dates", "out_of_bounds", **dates("2027-01-03")).field == "windows"  # 367 days later
    four.do("set_round_dates", **dates("2027-01-02"))


@rule("KERNEL-TOUR-51")
def test_a_swiss_that_is_planned_gets_the_dates_of_all_its_rounds(four):
    four.do("add_stage", name="Swiss", format="swiss", rules={"rounds": 5})
    four.do("set_round_dates", stage="s2", first=SATURDAY)
    assert [one.round for one in four.now.stages["s2"].plan.windows] == [1, 2, 3, 4, 5]
    four.do("add_stage", name="League", format="round_robin")
    assert four.refused("set_round_dates", "rounds_unknown", stage="s3", first=SATURDAY).field == "stage"


@rule("KERNEL-TOUR-53")
def test_workers_answer_what_was_asked_last_and_once(weekends):
    first, second = asked(weekends), asked(weekends)
    told = {"slots": {F: {"date": SATURDAY}}}
    weekends.refused("draft_schedule", "ask_outdated", THE_HOUSE, stage="s1", ask=first, **told)
    weekends.do("draft_schedule", THE_HOUSE, stage="s1", ask=second, **told)
    weekends.refused("draft_schedule", "ask_outdated", THE_HOUSE, stage="s1", ask=second, **told)
    assert (stage(weekends).draft.slots, slot(weekends, F)) == ({F: Slot(SATURDAY)}, None)


@rule("KERNEL-TOUR-53")
def test_who_explains_conflicts_changes_no_draft(weekends):
    ask = asked(weekends, "explain")
    clash = {"words": "Drop this: the hall has 1 table.", "drop": ["the hall has 1 table"]}
    weekends.do("draft_schedule", THE_HOUSE, stage="s1", ask=ask, conflicts=[clash])
    now = stage(weekends)
    assert (now.draft, now.drawing, [one.words for one in now.conflicts]) == (None, None, [clash["words"]])


@rule("KERNEL-TOUR-53")
def test_the_best_so_far_is_taken_at_any_time(weekends):
    ask = asked(weekends)
    weekends.refused("take_schedule", "nothing_found", stage="s1")
    best = DraftSchedule(stage="s1", ask=0, slots={F: Slot(SATURDAY)})
    world = World(weekends.now, weekends.campaign, len(weekends.log), weekends.today, best=best)
    (event,) = decide(world, parse({"type": "take_schedule", "stage": "s1"}), GM, "b")
    assert (event.ask, event.slots) == (ask, {F: Slot(SATURDAY)})


@rule("KERNEL-TOUR-53")
def test_who_meets_whom_is_drawn_with_the_dates_while_all_rounds_are_drafts(weekends):
    sides = {F: ["e1", "e3"], G: ["e2", "e4"]}
    drafted(weekends, {F: SATURDAY}, sides=sides)
    assert (weekends.standing(F), weekends.standing(G)) == (("e1", "e3"), ("e2", "e4"))
    weekends.do("undo_schedule", stage="s1")
    assert (weekends.standing(F), weekends.standing(G)) == (("e1", "e4"), ("e2", "e3"))
    weekends.do("publish_round", stage="s1", round=3)
    drafted(weekends, {F: SATURDAY}, sides=sides)
    assert weekends.standing(F) == ("e1", "e4")


@rule("KERNEL-TOUR-53")
def test_the_byes_of_an_odd_number_go_with_their_entrants():
    three = Organized(3).enter_all()
    three.do("add_stage", name="Main", format="round_robin")
    three.do("start_stage", stage="s1")
    three.do("set_round_dates", stage="s1", first=SATURDAY)
    bye = next(one for one in three.now.fixtures_of("s1", 1) if one.bye is not None)
    game = next(one for one in three.now.fixtures_of("s1", 1) if one.bye is None)
    drafted(three, {game.id: SATURDAY}, sides={bye.id: [game.sides[0]], game.id: [bye.sides[0], game.sides[1]]})
    now = three.now.fixtures[bye.id]
    assert (now.sides, now.result.places) == (game.sides[:1], {game.sides[0]: 1})


@rule("KERNEL-TOUR-54")
def test_a_move_tells_at_once_which_rules_it_breaks(weekends):
    drafted(weekends, {F: SATURDAY, G: SUNDAY})
    assert breaches(weekends) == []
    weekends.do("move_fixture", fixture=F, slot={"date": SATURDAY, "venue": "hall"})
    weekends.do("move_fixture", fixture=G, slot={"date": SATURDAY, "venue": "hall"})
    assert breaches(weekends) == ["KERNEL-TOUR-63"]  # two games, one table
    weekends.do("move_fixture", fixture=G, slot={"date": NEXT})
    assert breaches(weekends) == ["KERNEL-TOUR-61"]  # the deadline of round 1 is 6 December


@rule("KERNEL-TOUR-54")
def test_changes_of_a_draft_are_undone_one_after_another(weekends):
    drafted(weekends, {F: SATURDAY, G: SUNDAY})
    weekends.do("move_fixture", fixture=G, slot={"date": SATURDAY})
    weekends.do("move_fixture", fixture=G)
    drafted(weekends, {F: SUNDAY})
    back = [{F: SATURDAY, G: None}, {F: SATURDAY, G: SATURDAY}, {F: SATURDAY, G: SUNDAY}, {}]
    for wanted in back:
        weekends.do("undo_schedule", stage="s1")
        slots = stage(weekends).draft.slots
        assert {name: one and one.date for name, one in slots.items()} == wanted
    weekends.refused("undo_schedule", "nothing_to_undo", stage="s1")


@rule("KERNEL-TOUR-54")
def test_a_drawing_is_not_undone_once_pairings_were_edited(weekends):
    drafted(weekends, {F: SATURDAY})
    weekends.do("edit_pairing", fixture=F, sides=["e4", "e1"])
    weekends.refused("undo_schedule", "nothing_to_undo", stage="s1")
    weekends.do("discard_schedule", stage="s1")
    assert stage(weekends).draft is None


@rule("KERNEL-TOUR-55", "KERNEL-TOUR-13")
def test_what_is_published_has_its_dates_and_deadlines(weekends):
    drafted(weekends, {F: SATURDAY, G: SUNDAY})
    weekends.do("publish_schedule", stage="s1")
    assert [(slot(weekends, one).date, weekends.now.fixtures[one].deadline) for one in (F, G)] == [
        (SATURDAY, "2026-12-06"),
        (SUNDAY, "2026-12-06"),
    ]
    assert weekends.now.fixtures["s1-2-1"].deadline == "2026-12-13"
    assert {*stage(weekends).rounds.values()} == {"published"}
    assert stage(weekends).draft is None
    weekends.refused("publish_schedule", "no_draft", stage="s1")


@rule("KERNEL-TOUR-55", "KERNEL-TOUR-62")
def test_a_draft_that_breaks_a_rule_is_not_published(weekends):
    weekends.do("add_blackout", kind="entrant", of="e1", first=SATURDAY, title="Wedding")
    drafted(weekends, {F: SATURDAY})
    no = weekends.refused("publish_schedule", "breaks_a_rule", stage="s1")
    assert (no.rule, no.message) == (
        "KERNEL-TOUR-62",
        "Ash v Dogwood (round 1) on Sat 2026-12-05: Ash cannot play on Sat 2026-12-05 (Wedding).",
    )
    weekends.do("move_fixture", fixture=F, slot={"date": SUNDAY})
    weekends.do("publish_schedule", stage="s1")


@rule("KERNEL-TOUR-55", "KERNEL-TOUR-69")
def test_a_wish_that_is_not_met_hinders_nobody(weekends):
    weekends.do("add_wish", stage="s1", kind="not_on", entrant="e1", date=SATURDAY)
    drafted(weekends, {F: SATURDAY})
    assert breaches(weekends) == ["KERNEL-TOUR-69"]
    weekends.do("publish_schedule", stage="s1")


@rule("KERNEL-TOUR-55")
def test_what_others_have_broken_before_hinders_nobody(weekends):
    """G stands on a date that is kept free since; F alone is dated."""
    drafted(weekends, {G: SATURDAY})
    weekends.do("publish_schedule", stage="s1")
    weekends.do("add_blackout", first=SATURDAY)
    weekends.do("move_fixture", fixture=F, slot={"date": SUNDAY})
    weekends.do("publish_schedule", stage="s1")


@rule("KERNEL-TOUR-54", "KERNEL-TOUR-70")
def test_a_published_fixture_moves_only_with_a_reason_and_one_that_is_over_never(weekends):
    drafted(weekends, {F: SATURDAY, G: SATURDAY})
    weekends.do("publish_schedule", stage="s1")
    move = {"fixture": F, "slot": {"date": SUNDAY}}
    assert weekends.refused("move_fixture", "published", **move).rule == "KERNEL-TOUR-70"
    weekends.do("move_fixture", **move, reason="The hall is flooded.")
    assert slot(weekends, F).date == SATURDAY
    weekends.do("publish_schedule", stage="s1")
    now = weekends.now.fixtures[F]
    assert (now.slot.date, now.due) == (SUNDAY, SATURDAY)
    weekends.won(F, "e1")
    assert weekends.refused("move_fixture", "has_result", **move).field == "fixture"
    released = weekends.refused("draw_schedule", "cannot_move", stage="s1", how="repair", released=[F])
    assert released.field == "released[0]"


@rule("KERNEL-TOUR-54", "KERNEL-TOUR-63")
def test_it_refuses_venues_and_tables_that_there_are_not(weekends):
    def at(**more):
        return {"fixture": F, "slot": {"date": SATURDAY, **more}}

    assert weekends.refused("move_fixture", "unknown_venue", **at(venue="barn")).field == "slot.venue"
    no = weekends.refused("move_fixture", "no_such_table", **at(venue="hall", table=2))
    assert (no.rule, no.field) == ("KERNEL-TOUR-63", "slot.table")
    weekends.do("move_fixture", **at(venue="hall", table=1))


@rule("KERNEL-TOUR-53")
def test_what_was_played_while_workers_were_at_it_stays(weekends):
    weekends.do("publish_round", stage="s1")
    ask = asked(weekends)
    weekends.won(F, "e1")
    told = {F: {"date": SATURDAY}, G: {"date": SATURDAY}}
    weekends.do("draft_schedule", THE_HOUSE, stage="s1", ask=ask, slots=told)
    assert {*stage(weekends).draft.slots} == {G}


@rule("KERNEL-TOUR-64")
def test_fixtures_of_other_stages_keep_entrants_busy(weekends):
    drafted(weekends, {F: SATURDAY})
    weekends.do("publish_schedule", stage="s1")
    weekends.do("add_stage", name="Cup", format="elimination")
    weekends.do("start_stage", stage="s2")
    semi = next(one for one in weekends.now.fixtures_of("s2", 1) if "e1" in one.sides)
    weekends.do("move_fixture", fixture=semi.id, slot={"date": SATURDAY})
    cup = weekends.now.stages["s2"]
    busy = judged(calendar_of(weekends.now, cup, cup.draft)).breaches
    assert {(one.rule, *sorted(one.fixtures)) for one in busy} == {("KERNEL-TOUR-64", F, semi.id)}


@rule("KERNEL-TOUR-60")
def test_a_bracket_after_groups_is_played_after_their_fixtures():
    organized = Organized(4).enter_all()
    organized.do("add_stage", name="Groups", format="groups", rules={"groups": 2, "qualify": 1})
    organized.do("add_stage", name="Final", format="elimination", source="s1")
    organized.do("start_stage", stage="s1")
    organized.do("publish_round", stage="s1")
    organized.do("start_stage", stage="s2")
    group = organized.now.fixtures_of("s1")[0].id
    organized.do("set_date", fixture=group, slot={"date": SUNDAY})
    (final,) = organized.now.fixtures_of("s2")
    organized.do("move_fixture", fixture=final.id, slot={"date": SATURDAY})
    stage_ = organized.now.stages["s2"]
    assert [one.rule for one in judged(calendar_of(organized.now, stage_, stage_.draft)).breaches] == ["KERNEL-TOUR-60"]


@rule("KERNEL-TOUR-12")
def test_a_pairing_that_others_have_overtaken_is_refused():
    organized = Organized(4).enter_all()
    organized.do("add_stage", name="Main", format="swiss", rules={"rounds": 2})
    organized.do("start_stage", stage="s1")
    organized.do("pair", stage="s1")
    drawn = msgspec.to_builtins(tuple(organized.now.fixtures_of("s1", 1)))
    told = {"stage": "s1", "fixtures": drawn}
    organized.refused("draft_round", "ask_outdated", THE_HOUSE, ask=1, basis=len(organized.log), **told)
    organized.do("discard_round", stage="s1", round=1)
    organized.workers = False
    (ask,) = organized.do("pair", stage="s1")
    organized.do("change_tournament", title="Other")
    organized.refused("draft_round", "basis_outdated", THE_HOUSE, ask=ask.number, basis=ask.number, **told)
    organized.do("draft_round", THE_HOUSE, ask=ask.number, basis=len(organized.log), **told)
    assert len(organized.round(1)) == 2


def test_it_refuses_what_is_not_a_calendar_with_a_way_out(four):
    with pytest.raises(Refused) as no:
        four.do("offer_slots", stage="s1", slots=[{"date": SATURDAY, "time": "25:00"}])
    assert (no.value.code, no.value.field, no.value.hint) == (
        "bad_calendar",
        "slots[0].time",
        "Write times as 19:30, or leave them empty.",
    )
