"""Undoing what no game of today brings about by play: injuries that last, and bans of so many matches."""

import pytest

from campaigns.domain.campaign.state import Battle, FieldedSide
from campaigns.domain.company.draft import Draft, Terms
from campaigns.domain.company.events import (
    AbsenceServed,
    AbsenceSet,
    CompanyFounded,
    HeroDismissed,
    HeroFateSet,
    HeroRecruited,
    HeroRetired,
    InjuryHealed,
    InjuryTaken,
    Undone,
)
from campaigns.domain.company.evolve import fold
from campaigns.domain.event_base import Cause
from campaigns.domain.undoing import Undoing
from rules.istra.progression import PROGRESSION
from rules.kernel.progression import Absence, Figure, Injury
from tests.rules.play import rule

LIMP, SCAR = Injury(name="limp", until="season"), Injury(name="scar")
FOUNDED = (
    CompanyFounded(company="c1", game="istra", name="A", motto="B", hall="C"),
    HeroRecruited(figure=Figure(id="h1", name="Osk", stats={"power": 5}), price=0),
)
TERMS = Terms(PROGRESSION, PROGRESSION.rules_type(), batch="b9")


def banned(matches, why="ejected"):
    return Absence(why=why, matches=matches)


def told(kind, match="m1", **fields):
    """An event that the recording of a battle told."""
    return kind(batch=f"of-{match}", because=Cause(match, 7), **fields)


def osk_without(match, *log):
    """Osk after all of `log`, once the battle is undone."""
    log = [*FOUNDED, *log]
    draft = Draft(fold(log), TERMS)
    battle = Battle(
        match=match, kind="counting", sides=(FieldedSide("s1", "c1"),), stage="recorded", batch=f"of-{match}"
    )
    Undoing(draft, log, battle, lambda match: True).run()
    return draft.company.heroes["h1"]


@rule("KERNEL-CAMP-07")
def test_an_injury_is_healed_and_another_stays():
    scar = InjuryTaken(hero="h1", injury=SCAR)
    assert osk_without("m1", scar, told(InjuryTaken, hero="h1", injury=LIMP)).injuries == (SCAR,)


@rule("KERNEL-CAMP-07")
def test_an_injury_that_has_healed_since_stays_healed():
    healed = (told(InjuryTaken, hero="h1", injury=LIMP), InjuryHealed(hero="h1", injury="limp"))
    assert osk_without("m1", *healed).injuries == ()


@rule("KERNEL-CAMP-07")
@pytest.mark.parametrize("served", [0, 1, 2])
def test_a_ban_is_lifted_however_much_of_it_was_served(served):
    left = [banned(2 - number) if number < 2 else None for number in range(1, served + 1)]
    serving = [told(AbsenceServed, "m2", hero="h1", left=one) for one in left]
    assert osk_without("m1", told(AbsenceSet, hero="h1", absence=banned(2)), *serving).absence is None


@rule("KERNEL-CAMP-07")
def test_a_ban_for_something_else_stays():
    later = AbsenceSet(hero="h1", absence=banned(3, "drunk"))
    assert osk_without("m1", told(AbsenceSet, hero="h1", absence=banned(2)), later).absence == banned(3, "drunk")


@rule("KERNEL-CAMP-07")
def test_a_match_that_was_sat_out_is_to_be_sat_out_again():
    ban = AbsenceSet(hero="h1", absence=banned(2))
    first, second = told(AbsenceServed, hero="h1", left=banned(1)), told(AbsenceServed, "m2", hero="h1", left=None)
    assert osk_without("m1", ban, first).absence == banned(2)
    assert osk_without("m1", ban, first, second).absence == banned(1)
    assert osk_without("m2", ban, first, second).absence == banned(1)
    drunk = AbsenceSet(hero="h1", absence=banned(3, "drunk"))
    assert osk_without("m1", ban, first, second, drunk).absence == banned(3, "drunk")


@rule("KERNEL-CAMP-07")
@pytest.mark.parametrize(("left", "standing"), [(HeroRetired, "retired"), (HeroDismissed, "dismissed")])
def test_who_died_after_leaving_in_an_older_log_has_left_again(left, standing):
    """Of old a battle that was settled late made heroes dead who had retired before."""
    died = told(HeroFateSet, hero="h1", fate="dead", rule="IST-Q-100")
    assert osk_without("m1", left(hero="h1"), died).standing == standing
    assert osk_without("m1", died).standing == "ready"


@rule("KERNEL-CAMP-07")
def test_a_ban_that_is_told_anew_after_a_part_was_served_counts_that_part_once():
    """Of two matches one was sat out; told anew there is one left, and without the match that was sat out two."""
    served = told(AbsenceServed, "m2", hero="h1", left=banned(1))
    again = (Undone(event=3), told(AbsenceSet, hero="h1", absence=banned(1)))
    assert osk_without("m2", told(AbsenceSet, hero="h1", absence=banned(2)), served, *again).absence == banned(2)
