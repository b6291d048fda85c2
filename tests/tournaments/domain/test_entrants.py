"""Who takes part: sign-up, waiting list, check-in, seeds. [KERNEL-TOUR-03, KERNEL-TOUR-04]"""

import pytest

from tests.tournaments.organizing import Organized

rule = pytest.mark.rule


def statuses(organized: Organized) -> dict[str, str]:
    return {name: one.status for name, one in organized.now.entrants.items()}


@rule("KERNEL-TOUR-03", "KERNEL-ILL-47")
def test_a_player_signs_up_a_company_of_their_own_while_the_sign_up_is_open():
    organized = Organized(3)
    organized.refused("enter", "wrong_status", by="p1", company="c1")
    organized.do("open_sign_up")
    (event,) = organized.do("enter", by="p1", company="c1", club="Hill")
    assert (event.entrant, event.company, event.name, event.seed, event.club) == ("e1", "c1", "Ash", 1, "Hill")
    organized.refused("enter", "not_yours", by="p1", company="c2")
    organized.refused("enter", "entered_twice", by="p1", company="c1")
    organized.refused("enter", "unknown_company", by="p1", company="elsewhere")
    organized.do("close_sign_up")
    organized.refused("enter", "reason_wanted", company="c2")
    organized.do("enter", company="c2", reason="Came late.")
    assert statuses(organized) == {"e1": "entered", "e2": "entered"}


@rule("KERNEL-TOUR-03")
def test_whoever_signs_up_once_all_places_are_taken_waits_and_moves_up():
    organized = Organized(4, capacity=2).enter_all()
    assert statuses(organized) == {"e1": "entered", "e2": "entered", "e3": "waiting", "e4": "waiting"}
    organized.refused("admit", "tournament_full", entrant="e3")
    declined, admitted = organized.do("decline", by="p1", entrant="e1")
    assert (declined.entrant, admitted.entrant) == ("e1", "e3")
    assert admitted.reason == "Ash gives up its place."
    organized.refused("decline", "not_on_the_list", entrant="e1")
    organized.do("change_tournament", capacity=3)
    organized.do("admit", entrant="e1")
    assert statuses(organized) == {"e1": "entered", "e2": "entered", "e3": "entered", "e4": "waiting"}
    organized.refused("admit", "not_waiting", entrant="e2")


@rule("KERNEL-TOUR-04", "KERNEL-ILL-48")
def test_only_those_who_checked_in_take_part():
    organized = Organized(3, check_in=True).enter_all()
    organized.do("check_in", by="p1", entrant="e1")
    organized.refused("check_in", "cannot_check_in", by="p1", entrant="e1")
    organized.refused("check_in", "not_yours", by="p1", entrant="e2")
    organized.do("add_stage", name="Main", format="round_robin")
    organized.refused("start_stage", "too_few_entrants", stage="s1")
    organized.do("check_in", entrant="e3")
    started = organized.do("start_stage", stage="s1")[0]
    assert started.entrants == ("e1", "e3")
    organized.refused("check_in", "wrong_status", entrant="e2")
    organized.refused("decline", "wrong_status", entrant="e2")


@rule("KERNEL-TOUR-03")
def test_seeds_are_the_order_that_is_given_and_the_others_follow():
    organized = Organized(4).enter_all()
    (event,) = organized.do("seed", entrants=["e3", "e1"])
    assert event.entrants == ("e3", "e1", "e2", "e4")
    assert [organized.now.entrants[name].seed for name in ("e1", "e2", "e3", "e4")] == [2, 3, 1, 4]
    organized.refused("seed", "nothing_to_change", entrants=["e3"])
    assert organized.refused("seed", "entrant_twice", entrants=["e1", "e2", "e1"]).field == "entrants[2]"
    assert organized.refused("seed", "unknown_entrant", entrants=["e1", "e9"]).field == "entrants[1]"
    organized.do("add_stage", name="Main", format="elimination")
    assert organized.do("start_stage", stage="s1")[0].entrants == ("e3", "e1", "e2", "e4")
