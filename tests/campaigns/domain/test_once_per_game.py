"""Race abilities that are for one use in the campaign, by house rule. [IST-Q-72]"""

import pytest

from campaigns.domain.battles import battle_setup
from campaigns.domain.world import World
from rules.istra.system import ISTRA
from rules.kernel.dice import TableDice
from rules.kernel.errors import Refused
from tests.campaigns.domain.nights import Night
from tests.rules.play import Play, rule

PAIR = {"s1": ("ann", "h1"), "s2": ("bob", "h1")}


def elves(**rules):
    """Ann has a Steppe elf, Bob a human."""
    night = Night.running(rules, ann=0, bob=1)
    night.do("recruit_hero", by="ann", company="ann", name="Ilse", race="steppe_elf", calling="fighter")
    return night


def teleport(night, match, times=1):
    """A battle in which the elf has so often used its ability, as the table has put down."""
    game = night.start(match, PAIR)
    used = {"type": "gm_adjust", "model": "s1-h1", "field": "used", "other": "teleport", "value": times, "reason": "x"}
    game.do(used, by="gm")
    night.finish(match, game)
    night.do("record_battle", match=match)


def used(night, match):
    """What the elf has used when another battle begins; the match is opened as the campaign opens it."""
    night.start(match, PAIR)
    setup = battle_setup(World(night.campaign, night.companies), match)
    return Play.setup(ISTRA, setup).player("s1-h1").used


@rule("IST-Q-72", "IST-FATE-03")
def test_once_per_game_is_once_in_a_battle():
    night = elves()
    teleport(night, "m1")
    assert night.hero("ann").spent == {}
    assert used(night, "m2") == {}


@rule("IST-Q-72")
def test_by_house_rule_it_is_once_in_the_campaign():
    night = elves(once_per_game="campaign")
    teleport(night, "m1")
    (spent,) = night.of("ann", "uses_spent")
    assert (spent.hero, spent.uses, spent.because.match) == ("h1", {"teleport": 1}, "m1")
    assert used(night, "m2") == {"teleport": 1}
    night.finish("m2", night.table("m2"))
    night.do("record_battle", match="m2")
    assert night.of("ann", "uses_spent") == []
    assert night.hero("ann").spent == {"teleport": 1}


@rule("IST-Q-72", "KERNEL-CAMP-07")
def test_what_was_used_in_a_battle_that_is_void_may_be_used_again():
    night = elves(once_per_game="campaign")
    teleport(night, "m1")
    night.fight("m2", PAIR)
    shown = {line.field: (line.old, line.new) for line in night.lines("void_battle", match="m1", reason="x")}
    assert shown["spent"] == ({"teleport": 1}, {})
    night.do("void_battle", match="m1", reason="x")
    assert night.hero("ann").spent == {}
    night.do("record_again", match="m1", reason="x")
    assert night.hero("ann").spent == {"teleport": 1}


@rule("IST-Q-72")
@pytest.mark.parametrize("used", [{"dreaming": 1}, {"teleport": -1}])
def test_it_refuses_uses_of_nothing(used):
    night = elves()
    night.start("m1", PAIR)
    setup = battle_setup(World(night.campaign, night.companies), "m1")
    setup["sides"]["s1"]["models"][0]["used"] = used
    with pytest.raises(Refused) as caught:
        ISTRA.open(setup, {}, TableDice())
    assert (caught.value.code, caught.value.rule) == ("bad_setup", "IST-Q-72")


@rule("IST-Q-72", "KERNEL-CAMP-07", "KERNEL-CAMP-09")
def test_a_use_that_the_gm_has_given_back_is_not_spent_again_by_the_same_battle():
    night = elves(once_per_game="campaign")
    teleport(night, "m1")
    night.do("correct", company="ann", hero="h1", field="spent.teleport", value=0, reason="it was pushed")
    for deed in ("record_again", "void_battle", "record_again"):
        night.do(deed, match="m1", reason="x")
        assert night.hero("ann").spent.get("teleport", 0) == 0
