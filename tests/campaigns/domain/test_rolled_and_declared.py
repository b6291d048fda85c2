"""Fates that were rolled, and what the GM has said of them since: the roll stands, and so does the last word."""

import pytest

from tests.campaigns.domain.nights import Night
from tests.rules.play import rule

WHY = {"reason": "the crows know"}
BOBS = {"company": "bob", "hero": "h1"}
SIDES = {"s1": ("ann", "h1"), "s2": ("bob", "h1", "h2")}
DIES, LIVES = 2, 17
"""Of a survival roll that takes 6."""


def rolled(*faces, out=("s2-h1",), **rules):
    """A battle after which those who are out have rolled so."""
    night = Night.running({"fate": "survival_roll", "survival": 6, **rules}, ann=1, bob=2)
    night.fight("m1", SIDES, dice=faces, out=out, won=("s1",))
    return night


def declare(night, fate, match="m1", **about):
    night.do("declare_fate", fate=fate, match=match, **{**BOBS, **about}, **WHY)


def now(night, hero="h1"):
    return night.hero("bob", hero).standing, night.hero("bob", hero).xp


def again(night):
    """Recorded again, without a die, it changes nothing; what was rolled is on record as it fell."""
    before = night.companies["bob"].heroes
    night.do("record_again", match="m1", **WHY)
    assert night.companies["bob"].heroes == before
    return [(one.hero, one.faces) for one in night.of("bob", "hero_fate_set") if one.faces]


@rule("IST-Q-100", "IST-D-18", "KERNEL-CAMP-07", "IST-XP-01")
@pytest.mark.parametrize(
    ("face", "words", "standing", "xp"),
    [
        (DIES, ["survived"], "ready", 1),
        (DIES, ["taken_out"], "ready", 0),
        (DIES, ["survived", "dead"], "dead", 0),
        (DIES, ["taken_out", "survived"], "ready", 1),
        (DIES, ["survived", "dead", "taken_out"], "ready", 0),
        (LIVES, ["survived"], "ready", 1),
        (LIVES, ["dead"], "dead", 0),
        (LIVES, ["dead", "survived"], "ready", 1),
        (LIVES, ["survived", "taken_out"], "ready", 0),
    ],
)
def test_the_last_word_stands_and_so_does_the_roll(face, words, standing, xp):
    night = rolled(face)
    for fate in words:
        declare(night, fate)
    assert now(night) == (standing, xp)
    for _ in range(2):
        assert again(night) == [("h1", (face,))]
    night.do("void_battle", match="m1", **WHY)
    assert now(night) == ("ready", 0)
    night.do("record_again", match="m1", **WHY)  # what was said of it went with the battle, what was rolled did not
    assert now(night) == ("dead" if face == DIES else "ready", 0)
    assert again(night) == [("h1", (face,))]


@rule("IST-Q-100", "IST-Q-102", "KERNEL-CAMP-07")
@pytest.mark.parametrize(("face", "word", "xp"), [(DIES, "taken_out", 1), (LIVES, "dead", 0), (DIES, "survived", 1)])
def test_where_all_who_live_learn_the_word_has_its_experience_and_not_the_roll(face, word, xp):
    night = rolled(face, xp="all_living")
    assert now(night)[1] == (0 if face == DIES else 1)
    declare(night, word)
    assert now(night)[1] == xp
    again(night)
    assert now(night)[1] == xp


@rule("IST-Q-100", "IST-D-18", "KERNEL-CAMP-07")
def test_one_has_rolled_and_of_the_other_it_was_declared():
    """Both roll, by ascending id; of the first the GM says otherwise."""
    night = rolled(DIES, LIVES, out=("s2-h1", "s2-h2"))
    assert (now(night), now(night, "h2")) == (("dead", 0), ("ready", 0))
    declare(night, "survived")
    declare(night, "dead", hero="h2")
    for _ in range(2):
        assert (now(night), now(night, "h2")) == (("ready", 1), ("dead", 0))
        assert again(night) == [("h1", (DIES,)), ("h2", (LIVES,))]


@rule("IST-Q-100", "IST-D-18", "KERNEL-CAMP-07")
def test_who_falls_only_in_a_fork_rolls_then_and_whoever_had_rolled_does_not():
    night = rolled(DIES)
    declare(night, "survived")
    night.matches["f1"] = night.matches["m1"]
    night.finish("f1", night.table("m1"), out=("s2-h1", "s2-h2"), won=("s1",))
    night.matches["f1"] = night.matches["f1"]._replace(sources=("m1",))
    night.do("record_again", match="m1", played="f1", dice=(LIVES,), **WHY)
    assert [(one.hero, one.faces) for one in night.of("bob", "hero_fate_set") if one.faces] == [
        ("h1", (DIES,)),
        ("h2", (LIVES,)),
    ]
    assert (now(night), now(night, "h2")) == (("ready", 1), ("ready", 0))


@rule("IST-Q-100", "IST-D-18", "KERNEL-CAMP-07")
@pytest.mark.parametrize("order", [("m1", "m2"), ("m2", "m1")])
def test_a_word_on_one_battle_says_nothing_of_the_roll_in_another(order):
    night = rolled(LIVES)
    declare(night, "survived")
    night.fight("m2", SIDES, dice=(DIES,), out=("s2-h1",), won=("s1",))
    assert now(night) == ("dead", 1)
    for match in order:
        night.do("record_again", match=match, **WHY)
        assert now(night) == ("dead", 1)
    night.do("void_battle", match="m2", **WHY)
    assert now(night) == ("ready", 1)
