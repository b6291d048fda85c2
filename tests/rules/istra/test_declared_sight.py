"""House rule: the GM says each time what is seen, of every target and before anything is spent."""

from typing import Any

import pytest

from rules.istra import events as ev
from rules.istra.state import SightAsked
from tests.rules.istra.battles import Json, man, wall
from tests.rules.istra.fights import Fight, crowd, found, one, range_of, sources
from tests.rules.play import rule


def declared(*models: list[Json], **fields: Any) -> Fight:
    hunter: Json = {"class": "expert", "talents": ["double_ranged"]}
    rules = {"sight": "declared", "draft_talents": "on"}
    return range_of(900, hunter, {"health_max": 60, "health": 60}, *models, gm=True, rules=rules, **fields)


def awaited(fight: Fight) -> tuple[str, str]:
    """Of whose sight of whom the GM is asked."""
    top = fight.state.agenda[-1]
    assert isinstance(top, SightAsked)
    return top.attacker, top.target


@rule("IST-Q-04", "IST-TAL-21")
def test_the_gm_is_asked_of_each_of_two_targets_before_anything_is_spent() -> None:
    fight = declared([], [man("c", (2000, 1300))], terrain=[wall("wall", 1500, 500, 1600, 1500)])
    fight.do("shoot", model="a", target="b", second="c")
    assert awaited(fight) == ("a", "b")
    fight.do("gm_sight", attacker="a", target="b", los=True, cover=False)
    assert (awaited(fight), fight["a"].standard_action) == (("a", "c"), 1)
    events = fight.do("gm_sight", attacker="a", target="c", los=True, cover=True, dice=[10, 5, 9, 8, 3])
    sources(roll=0)(fight)
    sources(dis="IST-ADV-09", roll=2)(fight)
    assert [dealt.final for dealt in found(events, ev.DamageDealt)] == [15, 13]
    assert fight.state.sight == ()


@rule("IST-Q-04", "IST-TAL-21")
@pytest.mark.parametrize(("los", "dice", "shots"), [(True, [9, 3], 1), (False, [], 0)])
def test_the_gm_is_asked_again_for_the_second_shot_at_the_same_target(los: bool, dice: list[int], shots: int) -> None:
    fight = declared()
    fight.do("shoot", model="a", target="b", second="b")
    fight.do("gm_sight", attacker="a", target="b", cover=False, dice=[10, 5])
    assert awaited(fight) == ("a", "b")
    events = fight.do("gm_sight", attacker="a", target="b", los=los, cover=False, dice=dice)
    assert len(found(events, ev.AttackDeclared)) == shots
    assert one(events, ev.SightResolved).los is los
    assert (len(fight.state.agenda), fight.state.sight) == (2, ())


@rule("IST-Q-04", "IST-Q-46")
def test_the_gm_is_asked_of_the_ally_whom_a_fumble_goes_to() -> None:
    fight = crowd(rules={"sight": "declared"}, gm=True)
    fight.do("shoot", model="a", target="b")
    fight.do("gm_sight", attacker="a", target="b", cover=False, dice=[1, 9, 4, 2])
    assert (awaited(fight), fight["a"].health) == (("a", "a3"), 11)
    fight.do("gm_sight", attacker="a", target="a3", cover=True, dice=[15, 12, 3])
    sources(dis="IST-ADV-09 IST-ADV-08", roll=-2)(fight)
    assert fight["a3"].health == 20 - (12 + 3)


@rule("IST-Q-04", "IST-Q-68")
def test_the_gm_is_asked_of_whom_lightning_leaps_to() -> None:
    caster = man("a", (1000, 1000), spells=["lightning_fork"], **{"class": "magic_user"})
    foes = [man("b", (1600, 1000)), man("c", (1000, 1600))]
    hidden = [wall("wall", 900, 1200, 1100, 1300)]
    fight = Fight([caster], foes, terrain=hidden, gm=True, rules={"sight": "declared"})
    fight.do("cast", model="a", spell="lightning_fork", target="b")
    fight.do("gm_sight", attacker="a", target="b", los=True, dice=[10, 5])
    assert fight.asked() == ("chain", "a")
    fight.do("react", model="a", option="chain", target="c")
    assert awaited(fight) == ("a", "c")
    fight.do("gm_sight", attacker="a", target="c", los=False)
    assert (fight.asked(), fight["c"].health) == (("chain", "a"), 20)
    fight.do("react", model="a", option="chain", target="c")
    events = fight.do("gm_sight", attacker="a", target="c", los=True, dice=[9, 3])
    assert [cast.targets for cast in found(events, ev.SpellCast)] == [("c",)]
    assert (fight["c"].health, len(fight.state.agenda)) == (6, 2)
