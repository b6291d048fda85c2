"""The ground of a battle: what the GM may bring, and where a fault of the match's setup lies."""

import pytest

from campaigns.domain.battles import battle_setup
from campaigns.domain.world import World
from rules.istra.system import ISTRA
from tests.campaigns.domain.nights import Night
from tests.rules.play import Play, rule

ORC = {"id": "orc", "kind": "monster", "power_max": 5, "finesse_max": 5, "will_max": 5}
PAIR = {"s1": {"company": "ann", "heroes": ["h1"]}, "s2": {"company": "bob", "heroes": ["h1", "h2"]}}
GOBLIN = {"power": 4, "finesse": 6, "will": 2, "cost": 5}
SPARK = {"name": "spark", "school": "fire", "defence": "will"}


def evening(**rules):
    """Two companies, Bob's with a second hero."""
    return Night.running(rules, ann=1, bob=2)


def refuses(night, code, at, **fields):
    """Assert where a battle of both companies is refused; the refusal."""
    return night.refuses("start_battle", code, match="m1", at=at, **{"sides": PAIR, **fields})


@rule("KERNEL-CAMP-05", "KERNEL-ILL-24", "IST-HALL-05")
@pytest.mark.parametrize("kind", ["counting", "friendly", "invasion"])
def test_it_refuses_an_invasion_that_the_ground_makes_up(kind):
    night = evening()
    night.do("declare_invasion", company="bob", defender="ann", invasion="i1")
    ground = {"invasion": {"defender": "s1", "upgrades": ["walls"]}}
    fields = {"kind": kind, "invasion": "i1"} if kind == "invasion" else {"kind": kind}
    refused = refuses(night, "bad_ground", "ground.invasion", ground=ground, **fields)
    assert refused.rule == "KERNEL-CAMP-05"


@rule("KERNEL-CAMP-05", "KERNEL-ILL-24")
@pytest.mark.parametrize(
    ("ground", "field"),
    [
        ({"sides": {"s1": {"models": [ORC]}}}, "ground.sides.s1"),
        ({"sides": {"orcs": {"seat": "s2", "models": [ORC]}}}, "ground.sides.orcs.seat"),
        ({"sides": {"orcs": {"seat": ["s2"], "models": [ORC]}}}, "ground.sides.orcs.seat"),
        ({"sides": 7}, "ground.sides"),
    ],
)
def test_it_refuses_ground_that_speaks_for_a_company(ground, field):
    refuses(evening(), "bad_ground", field, ground=ground)


@rule("KERNEL-CAMP-05", "IST-Q-81")
def test_it_refuses_what_the_house_has_already():
    night = evening(races={"goblin": GOBLIN})
    races = {"goblin": {"power": 9, "finesse": 9, "will": 9}}
    refuses(night, "bad_ground", "ground.races.goblin", ground={"races": races})
    other = {"races": {"troll": {"power": 9, "finesse": 2, "will": 3}}}
    night.do("start_battle", match="m1", sides=PAIR, ground=other)
    setup = battle_setup(World(night.campaign, night.companies), "m1", other)
    assert set(setup["races"]) == {"goblin", "troll"}


@rule("KERNEL-CAMP-05")
def test_sides_on_other_seats_are_the_gms_to_bring():
    night = evening()
    ground = {"sides": {"orcs": {"seat": "gm", "models": [ORC]}, "s5": {"models": [{**ORC, "id": "troll"}]}}}
    night.do("start_battle", match="m1", sides=PAIR, ground=ground)
    setup = battle_setup(World(night.campaign, night.companies), "m1", ground)
    assert set(setup["sides"]) == {"s1", "s2", "s5", "orcs"}


@rule("KERNEL-CAMP-04", "IST-Q-101")
@pytest.mark.parametrize(("then", "now", "health"), [("on", "off", 12), ("off", "on", 20)])
def test_a_battle_is_opened_by_the_switches_that_it_began_with(then, now, health):
    night = evening(carry_damage=then)
    night.do("correct", company="ann", hero="h1", field="carried.health", value=8, reason="fever")
    night.do("start_battle", match="m1", sides=PAIR)
    night.do("set_house_rule", name="carry_damage", value=now)
    setup = battle_setup(World(night.campaign, night.companies), "m1")
    assert Play.setup(ISTRA, setup).player("s1-h1").health == health


@rule("IST-Q-101", "IST-FATE-03", "KERNEL-CAMP-04")
def test_where_damage_stays_no_more_all_begin_whole():
    night = evening(carry_damage="on")
    game = night.start("m1", {"s1": ("ann", "h1"), "s2": ("bob", "h1")})
    game.do({"type": "gm_adjust", "model": "s1-h1", "field": "power", "value": 3, "reason": "x"}, by="gm")
    night.finish("m1", game)
    night.do("record_battle", match="m1")
    assert night.hero("ann").carried == {"power": 2}
    night.do("set_house_rule", name="carry_damage", value="off")
    night.do("start_battle", match="m2", sides=PAIR)
    setup = battle_setup(World(night.campaign, night.companies), "m2")
    assert Play.setup(ISTRA, setup).player("s1-h1").power == 5


# Where a fault lies


@rule("KERNEL-CAMP-05", "IST-CAST-11")
def test_a_fault_of_a_hero_leads_to_the_hero():
    """A spell of the house that is no more."""
    night = evening()
    night.do("set_house_rule", name="spells", value=[SPARK])
    spells = {"race": "human", "calling": "magic_user", "spells": ["spark"]}
    night.do("recruit_hero", by="bob", company="bob", name="Mo", **spells)
    night.do("set_house_rule", name="spells", value=[])
    fielded = {**PAIR, "s2": {"company": "bob", "heroes": ["h1", "h3"]}}
    refused = refuses(night, "bad_setup", "sides.s2.heroes[1]", sides=fielded)
    assert "Mo" in refused.hint
    assert "house rules" in refused.hint


@rule("KERNEL-CAMP-05", "IST-SETUP-01")
def test_a_fault_of_the_ground_leads_to_the_ground():
    wolf = {"id": "wolf", "kind": "monster", "power_max": 400, "finesse_max": 1, "will_max": 1}
    ground = {"sides": {"gm": {"models": [wolf]}}}
    refused = refuses(evening(), "bad_setup", "ground.sides.gm.models.wolf.power_max", ground=ground)
    assert "ground" in refused.hint
