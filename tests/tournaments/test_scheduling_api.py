"""Schedules over HTTP: asked of workers, checked before a move, shown to whoever may. [KERNEL-TOUR-53 to 55]"""

import pytest

from jobs import queue
from tests.tournaments.opening import Open
from tests.tournaments.test_api import get, post

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.sqlite]
rule = pytest.mark.rule
SATURDAY = "2026-12-05"
F = "s1-1-1"


@pytest.fixture
def league():
    """Ann against Bob in one round, on the weekend of 5 December 2026; a draft."""
    tournament = Open("ann", "bob", visibility="public")
    tournament.do("add_stage", name="Main", format="round_robin")
    tournament.do("start_stage", stage="s1")
    tournament.do("set_round_dates", stage="s1", first=SATURDAY, days=2)
    return tournament


def path(league, rest="stages/s1/schedule"):
    return f"tournaments/{league.id}/{rest}"


@rule("KERNEL-TOUR-53", "KERNEL-TOUR-54")
def test_a_drawing_is_answered_with_its_job_and_shown_until_it_is_done(league):
    order = {"command": {"type": "draw_schedule", "stage": "s1", "seconds": 1}}
    (job,) = post("gail", path(league, "commands"), order, 202)["jobs"]
    drawing = get("gail", path(league))["drawing"]
    assert (drawing["job"], drawing["how"], drawing["state"], drawing["done"]) == (job, "draw", "waiting", 0)
    queue.run(job)
    seen = get("gail", path(league))
    assert (seen["drawing"], [*seen["draft"]], seen["undo"]) == (None, [F], 1)
    assert (seen["quality"]["unplaced"], seen["breaches"]) == ([], [])
    assert get("gail", path(league, ""))["stages"][0]["schedule"] == seen


@rule("KERNEL-TOUR-12")
def test_a_pairing_is_answered_with_its_job():
    tournament = Open("ann", "bob")
    tournament.stage("swiss", rounds=1)
    (job,) = post("gail", path(tournament, "commands"), {"command": {"type": "pair", "stage": "s1"}}, 202)["jobs"]
    pairing = get("gail", path(tournament))["pairing"]
    assert (pairing["job"], pairing["round"], pairing["state"]) == (job, 1, "waiting")
    queue.run(job)
    assert get("gail", path(tournament))["pairing"] is None
    assert [one["id"] for one in get("gail", path(tournament, ""))["fixtures"]] == [F]


@rule("KERNEL-TOUR-54")
def test_a_move_is_checked_before_it_is_made(league):
    version = league.now
    late = post("gail", path(league, "stages/s1/schedule/check"), {"slots": {F: {"date": "2026-12-07"}}}, 200)
    assert [(one["rule"], one["hard"], one["fixtures"]) for one in late["breaches"]] == [("KERNEL-TOUR-61", True, [F])]
    assert late["quality"]["unplaced"] == []
    assert league.now == version
    none = post("gail", path(league, "stages/s1/schedule/check"), {"slots": {F: None}}, 200)
    assert (none["breaches"], none["quality"]["unplaced"]) == ([], [F])


@rule("KERNEL-TOUR-54", "KERNEL-TOUR-01")
@pytest.mark.parametrize(
    ("who", "document", "status", "field"),
    [
        ("gail", {"slots": {"s1-9-9": None}}, 422, "slots.s1-9-9"),
        ("gail", {"slots": {F: {"date": "soon"}}}, 422, "fixtures[0].slot.date"),
        ("gail", {"slots": []}, 400, "slots"),
        ("gail", {}, 400, "slots"),
        ("ann", {"slots": {}}, 403, None),
    ],
)
def test_it_refuses_checks_that_it_cannot_make(league, who, document, status, field):
    error = post(who, path(league, "stages/s1/schedule/check"), document, status)
    if field:
        assert error["field"] == field


def test_there_is_no_schedule_of_a_stage_that_is_not_there(league):
    get("gail", path(league, "stages/s9/schedule"), 404)


@rule("KERNEL-TOUR-52", "KERNEL-TOUR-01")
def test_wishes_and_drafts_are_not_for_everybody(league):
    league.do("add_wish", by="ann", stage="s1", kind="not_on", entrant="e1", date=SATURDAY, title="Wedding")
    league.do("add_blackout", kind="entrant", of="e1", first=SATURDAY, title="Ill")
    league.do("move_fixture", fixture=F, slot={"date": SATURDAY})
    league.do("publish_round", stage="s1")
    sees = {}
    for who in ("gail", "ann", "bob"):
        seen, whole = get(who, path(league)), get(who, path(league, ""))
        told = [one["label"] for one in (*seen["wishes"], *whole["blackouts"])]
        sees[who] = (told, seen["draft"] is not None, len(seen["breaches"]))
    assert sees == {"gail": (["Wedding", "Ill"], True, 2), "ann": (["Wedding", "Ill"], False, 0), "bob": ([], False, 0)}
