"""Undoing takes back what a battle did and nothing else: neither what later ones did, nor what they have healed."""

import pytest

from tests.campaigns.domain.nights import Night
from tests.examples import given, st
from tests.rules.play import rule

PAIR = {"s1": ("ann", "h1"), "s2": ("bob", "h1")}
WHY = {"reason": "the wrong table"}
FULL = 20
"""The Health of a human fighter without Toughness. [IST-RACE-01]"""


def carrying(**more):
    return Night.running({"carry_damage": "on", **more}, ann=1, bob=1)


def wounded(night, match, health):
    """A battle that Ann's hero leaves with so much Health."""
    game = night.start(match, PAIR)
    if game.player("s1-h1").health != health:
        game.do({"type": "gm_adjust", "model": "s1-h1", "field": "health", "value": health, "reason": "x"}, by="gm")
    night.finish(match, game)
    night.do("record_battle", match=match)


def taken_out(night, match):
    """A battle that Ann's hero does not walk away from: it recovers. [IST-FATE-02]"""
    night.fight(match, PAIR, out=("s1-h1",), won=("s2",))


def lost(night):
    return night.hero("ann").carried


@rule("KERNEL-CAMP-07", "IST-Q-101")
def test_wounds_made_after_a_recovery_stay_when_those_before_it_go():
    night = carrying()
    wounded(night, "m1", FULL - 5)
    taken_out(night, "m2")
    wounded(night, "m3", FULL - 4)
    night.do("void_battle", match="m1", **WHY)
    assert lost(night) == {"health": 4}
    night.do("void_battle", match="m3", **WHY)
    assert lost(night) == {}


@rule("KERNEL-CAMP-07", "IST-Q-101")
def test_wounds_made_after_the_gm_had_healed_stay():
    night = carrying()
    wounded(night, "m1", FULL - 5)
    night.do("correct", company="ann", hero="h1", field="carried.health", value=0, reason="a healer")
    wounded(night, "m2", FULL - 4)
    night.do("void_battle", match="m1", **WHY)
    assert lost(night) == {"health": 4}


@rule("KERNEL-CAMP-07", "IST-Q-101")
def test_wounds_that_a_later_battle_healed_do_not_come_back():
    """5 lost, then 3 of them healed; without the first battle the second healed nothing."""
    night = carrying()
    wounded(night, "m1", FULL - 5)
    wounded(night, "m2", FULL - 2)
    night.do("void_battle", match="m1", **WHY)
    assert lost(night) == {}
    night.do("void_battle", match="m2", **WHY)
    assert lost(night) == {}


@rule("KERNEL-CAMP-07", "IST-Q-101")
def test_wounds_come_back_with_the_battle_that_had_healed_them():
    night = carrying()
    wounded(night, "m1", FULL - 5)
    wounded(night, "m2", FULL - 2)
    night.do("void_battle", match="m2", **WHY)
    assert lost(night) == {"health": 5}


@rule("KERNEL-CAMP-07", "IST-Q-101")
def test_a_battle_of_a_house_that_heals_between_battles_heals_what_was_there():
    """The second battle is fought without the switch: whatever was lost before it is gone after it."""
    night = carrying()
    wounded(night, "m1", FULL - 5)
    night.do("set_house_rule", name="carry_damage", value="off")
    wounded(night, "m2", FULL - 9)
    night.do("set_house_rule", name="carry_damage", value="on")
    wounded(night, "m3", FULL - 4)
    night.do("void_battle", match="m1", **WHY)
    assert lost(night) == {"health": 4}


@rule("KERNEL-CAMP-07")
def test_experience_that_the_gm_has_taken_is_not_taken_again():
    night = Night.running(ann=1, bob=1)
    night.fight("m1", PAIR)
    night.do("correct", company="ann", hero="h1", field="xp", value=0, reason="it slept through it")
    night.fight("m2", PAIR)
    night.do("void_battle", match="m1", **WHY)
    assert night.hero("ann").xp == 1


@rule("KERNEL-CAMP-07", "KERNEL-CAMP-09", "IST-XP-01")
def test_experience_of_a_declared_fate_that_the_gm_has_taken_is_not_given_again():
    """One learnt, one taken: declared anew it is the same one, and void there is nothing left of it."""
    night = Night.running({"fate": "gm"}, ann=1, bob=1)
    taken_out(night, "m1")
    about = {"company": "ann", "hero": "h1", **WHY}
    for fate, xp in (("survived", 1), ("", 0), ("taken_out", 0), ("survived", 0)):
        if fate:
            night.do("declare_fate", fate=fate, match="m1", **about)
        else:
            night.do("correct", field="xp", value=0, **about)
        assert night.hero("ann").xp == xp
    night.do("record_again", match="m1", **WHY)
    night.do("void_battle", match="m1", **WHY)
    assert night.hero("ann").xp == 0


@rule("KERNEL-CAMP-07", "KERNEL-CAMP-09", "IST-XP-01")
def test_experience_of_a_fate_declared_late_is_counted_where_its_battle_was_fought():
    """The GM took one while the second battle counted; the first comes below what was taken."""
    night = Night.running({"fate": "gm"}, ann=1, bob=1)
    taken_out(night, "m1")
    night.do("set_house_rule", name="fate", value="recover")
    night.fight("m2", PAIR)
    about = {"company": "ann", "hero": "h1", **WHY}
    night.do("correct", field="xp", value=0, **about)
    night.do("void_battle", match="m2", **WHY)
    night.do("declare_fate", fate="survived", match="m1", **about)
    assert night.hero("ann").xp == 0
    night.do("void_battle", match="m1", **WHY)
    assert night.hero("ann").xp == 0


# Whatever is fought, settled again and voided in whatever order

FATES = ("recover", "gm", "deadly")
ends = st.tuples(
    st.sampled_from(FATES),
    st.booleans(),  # whether damage stays
    st.integers(1, FULL),  # what is left of the Health of Ann's hero
    st.sampled_from([(), ("s1-h1",), ("s2-h1",)]),  # who is taken out
    st.sampled_from(["", "survived", "taken_out", "dead"]),  # what the GM says of it
    st.booleans(),  # whether it is settled again
)


def fought(night, number, fate, carries, health, out, declared, again):
    """A battle by those switches to that end, with a fate declared and settled again, as far as that may be."""
    match, taken = f"m{number}", out[0][:2] if out else ""
    for name, value in (("fate", fate), ("carry_damage", "on" if carries else "off")):
        if night.campaign.rules.get(name) != value:
            night.do("set_house_rule", name=name, value=value)
    game = night.start(match, PAIR)
    if FULL - lost(night).get("health", 0) * carries != health:
        game.do({"type": "gm_adjust", "model": "s1-h1", "field": "health", "value": health, "reason": "x"}, by="gm")
    night.finish(match, game, out=out)
    night.do("record_battle", match=match)
    if fate == "gm" and taken and declared:
        company = PAIR[taken][0]
        night.do("declare_fate", company=company, hero="h1", fate=declared, match=match, **WHY)
    if again:
        before = {name: company.heroes for name, company in night.companies.items()}
        night.do("record_again", match=match, **WHY)
        assert {name: company.heroes for name, company in night.companies.items()} == before


@rule("KERNEL-CAMP-07", "IST-Q-101", "IST-D-18")
@given(battles=st.lists(ends, min_size=1, max_size=4), data=st.data())
def test_when_all_battles_are_void_nothing_is_left_of_them(battles, data):
    night = Night.running({"fate": "recover", "carry_damage": "off"}, ann=1, bob=1)
    begun = {name: company.heroes for name, company in night.companies.items()}
    done = []
    for number, end in enumerate(battles, 1):
        if all(night.hero(name).standing == "ready" for name in ("ann", "bob")) and not owed(night):
            fought(night, number, *end)
            done.append(f"m{number}")
    for match in data.draw(st.permutations(done)):
        night.do("void_battle", match=match, **WHY)
    assert {name: company.heroes for name, company in night.companies.items()} == begun
    assert {name: company.undecided for name, company in night.companies.items()} == {"ann": {}, "bob": {}}


@rule("KERNEL-CAMP-07", "IST-Q-101")
@given(battles=st.lists(ends, min_size=2, max_size=4), data=st.data())
def test_settling_a_battle_again_changes_nothing_where_nothing_was_corrected(battles, data):
    night = Night.running({"fate": "recover", "carry_damage": "off"}, ann=1, bob=1)
    done = []
    for number, end in enumerate(battles, 1):
        if all(night.hero(name).standing == "ready" for name in ("ann", "bob")) and not owed(night):
            fought(night, number, *end)
            done.append(f"m{number}")
    heroes = {name: company.heroes for name, company in night.companies.items()}
    night.do("record_again", match=data.draw(st.sampled_from(done)), **WHY)
    assert {name: company.heroes for name, company in night.companies.items()} == heroes


def owed(night):
    """Whether somebody has a Core Stat to raise before the next battle: four battles bring no more than a level."""
    return any(night.hero(name).xp >= 4 for name in ("ann", "bob"))


# Battles that count in whatever order they were recorded: what is lost is what they did in the order they were fought


OUT = "out"
"""Ann's hero is taken out, and recovers. [IST-FATE-02]"""


def lost_by(effects, counting):
    """What is lost after the battles that count: each adds its own, and a recovery ends it."""
    now = 0
    for effect, counts in zip(effects, counting, strict=True):
        if counts:
            now = 0 if effect == OUT else max(0, now + effect)
    return now


def after_turns(effects, turns):
    """Battles with these effects, each number in `turns` voided or recorded again; lost and due after each."""
    night, counting, own = carrying(), [], []
    for number, effect in enumerate(effects, 1):
        now = lost_by(own, counting)
        if effect == OUT:
            taken_out(night, f"m{number}")
        else:
            wounded(night, f"m{number}", FULL - max(0, now + effect))
        own.append(effect if effect == OUT else max(effect, -now))
        counting.append(True)
    for place in turns:
        counting[place] = not counting[place]
        night.do("record_again" if counting[place] else "void_battle", match=f"m{place + 1}", **WHY)
        yield lost(night).get("health", 0), lost_by(own, counting)


@rule("KERNEL-CAMP-07", "IST-Q-101")
@pytest.mark.parametrize(
    ("effects", "turns", "left"),
    [
        ([1, OUT], [0, 0, 1], [0, 0, 1]),
        ([1, 1, OUT], [0, 0, 2], [0, 0, 2]),
        ([1, OUT, 1], [0, 0, 1], [1, 1, 2]),
        ([3, -1], [0, 1, 1, 0], [0, 0, 0, 2]),
        ([1, 2, -2], [0, 1, 2, 2, 0, 1], [0, 0, 0, 0, 0, 1]),
    ],
)
def test_a_battle_that_is_recorded_again_below_one_that_healed_is_not_forgotten(effects, turns, left):
    assert list(after_turns(effects, turns)) == list(zip(left, left, strict=True))


@rule("KERNEL-CAMP-07", "IST-Q-101")
@given(
    effects=st.lists(st.one_of(st.just(OUT), st.integers(-3, 3).filter(bool)), min_size=2, max_size=4),
    data=st.data(),
)
def test_what_is_lost_is_what_the_battles_that_count_have_done(effects, data):
    for is_lost, due in after_turns(effects, data.draw(st.lists(st.integers(0, len(effects) - 1), max_size=8))):
        assert is_lost == due
