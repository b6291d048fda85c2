"""The chance on record is exact: every way in which the dice of a small roll can fall is played, and counted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from typing import Any

import pytest

from rules.ishmek.events import ConcussionRolled, InitiativeRolled, SrRolled, UmpireRolled
from rules.ishmek.system import ISHMEK
from rules.kernel.asks import GM
from rules.kernel.dice import TableDice
from rules.kernel.errors import NeedDice
from rules.kernel.opposed import OpposedRoll
from rules.kernel.rolls import D20_POOL, DiceFaces, Need, Rolled, chance_at_least
from tests.rules.every_game.rows import case
from tests.rules.ishmek.arena import Json, act, let_pass, mage, man, match, place, play, react, step
from tests.rules.ishmek.flights import propel
from tests.rules.ishmek.scrum import HELD, defend, duel
from tests.rules.play import Play, rule

PICK: dict[str, Callable[[Sequence[int]], int]] = {"all": sum, "highest": max, "lowest": min}


class Scripted:
    """The dice in order; ones when they run out, for whatever rolls after the roll that is looked at."""

    def __init__(self, faces: Sequence[int]) -> None:
        self._tape = TableDice((*faces, *(1,) * 40))

    def take(self, need: Need) -> DiceFaces:
        """The next faces."""
        return self._tape.take(need)


def outcomes(game: Play, command: Json, kind: type[Rolled], dice: int = 1, before: Sequence[int] = ()) -> list[Any]:
    """Every way `dice` d20s can fall for the first roll of that kind; `before` are the dice that fall ahead of it."""
    order = ISHMEK.parse(command)
    rolls = []
    for faces in product(range(1, 21), repeat=dice):
        events = ISHMEK.decide(game.state, order, Scripted((*before, *faces)), GM)
        rolls.append(next(event for event in events if isinstance(event, kind)))
    return rolls


def check(rolls: Sequence[Rolled], dice: int = 1) -> tuple[int, int]:
    """The chance on record is the share of the ways in which the roll was made; the chance itself, on a common base."""
    chances = {roll.chance for roll in rolls}
    assert len(chances) == 1, "the chance is fixed before the dice fall"
    chance = chances.pop()
    assert chance is not None
    made = sum(bool(roll.success) for roll in rolls)
    assert len(rolls) == 20**dice
    assert chance[0] * len(rolls) == made * chance[1], f"on record {chance}, counted {made} of {len(rolls)}"
    return made, len(rolls)


# Against a DC

CONTROL = act("h1", "control", orb="home")
INTERCEPT = react("a1", "intercept", orb="home")
DISADVANTAGE = {"prone_sr": "disadvantage"}
FORCED = {"type": "forced_control", "ability": "dex"}
HELD_BY_H1 = {"home": {"holder": "h1"}}


def alone(orb: tuple[int, int], away: list[Json] | None = None, **more: Any) -> Callable[[], Play]:
    """h1 at (8,4), whose go it is, and the loose home orb."""
    fields = {name: more.pop(name) for name in ("prone", "injuries") if name in more}
    home = [man("h1", (8, 4), **fields)]
    return lambda: play(home, away, orbs={"home": {"at": list(orb)}}, go="h1", **more)


def flown(passes: int, **a1: Any) -> Callable[[], Play]:
    """h1 has propelled the home orb 2 squares to a1, as intended: 25 against DC 4. a1 has let so many windows pass."""

    def game() -> Play:
        rules = DISADVANTAGE if a1 else {}
        opened = play([man("h1", (8, 4))], [man("a1", (10, 4), **a1)], orbs=HELD_BY_H1, go="h1", house_rules=rules)
        opened.do(propel("h1", (1, 0), 2), dice=[20])
        for _ in range(passes):
            opened.do(let_pass("a1"))
        assert opened.orb("home").at == (9 + passes, 4)
        return opened

    return game


def shaken() -> Play:
    """a1 holds the away orb and is pushed with margin 4: 15 against 11."""
    game = duel(orbs=HELD)
    game.do(act("h1", "push_pull", target="a1", ability="str"))
    game.do(defend("a1", ability="str"), dice=[10, 8])
    game.do(let_pass("h1"))
    return game


def caster() -> Play:
    return play([mage("h1", (8, 4))], None, orbs={"home": {"at": [8, 4]}}, go="h1")


@pytest.mark.parametrize(("game", "command", "kind", "dice", "made"), [
    # +5 against DC 5: every face; against DC 10: 5 and up
    case("ISH-CTRL-01 ISH-SR-04", "Control in the own square", alone((8, 4)), CONTROL, SrRolled, 1, 20),
    case("ISH-CTRL-02 ISH-SR-04", "beside it", alone((9, 4)), CONTROL, SrRolled, 1, 16),
    *(case("ISH-SR-05 ISH-CTRL-03", f"amid {crowd} opponents, − 4 each",
        alone((7, 4), [man(f"a{n}", (9, 3 + n)) for n in range(crowd)] or None), CONTROL, SrRolled, 1, 16 - 4 * crowd)
        for crowd in range(4)),
    # 5 and up: 16 of 20, or 16² of 400 when both dice have to
    case("ISH-Q-44", "prone", alone((7, 4), prone=True), CONTROL, SrRolled, 1, 16),
    case("ISH-Q-44", "prone, by house rule", alone((7, 4), prone=True, house_rules=DISADVANTAGE), CONTROL, SrRolled, 2,
        16**2),
    # A mage's +6 against DC 15 for a loose orb 5 squares away: 9 and up; Burn 4 or a spell: 5 and up
    *(case("ISH-BURN-01 ISH-SPELL-01", f"propel {fields}", caster, propel("h1", (1, 0), 5, **fields), SrRolled, 1, made)
        for fields, made in [({}, 12), ({"burn": 4}, 16), ({"spell": "grease"}, 16)]),
    # DC 12, +5 needs 7: 14 of 20; with advantage 400 − 6² = 364; advantage and disadvantage cancel out
    case("ISH-INT-03", "intercept from beside", flown(0), INTERCEPT, SrRolled, 1, 14),
    case("ISH-INT-05 ISH-SR-06", "in the target square", flown(1), INTERCEPT, SrRolled, 2, 364),
    case("ISH-INT-05 ISH-Q-44", "there, prone, by house rule", flown(1, prone=True), INTERCEPT, SrRolled, 1, 14),
    # DC 14, a1's +2; h1 is no longer adjacent: needs 12
    case("ISH-PUSH-03 ISH-Q-41", "forced Control", shaken, FORCED, SrRolled, 1, 9),
    case("ISH-INJ-04", "keeping a concussed movement", alone((1, 1), injuries=["concussed"]), step("h1", 9, 4),
        ConcussionRolled, 1, 10),
])  # fmt: skip
def test_chance(game: Callable[[], Play], command: Json, kind: type[Rolled], dice: int, made: int) -> None:
    assert check(outcomes(game(), command, kind, dice), dice) == (made, 20**dice)


@rule("ISH-UMP-03", "ISH-Q-46")
@pytest.mark.parametrize(("holds", "seen"), [(False, (12, 13)), (True, (17, 18))])
def test_chance_of_each_umpire(holds: bool, seen: tuple[int, int]) -> None:
    """+6 and +7 against DC 15: 9 and 8 up; against 10, when the fouled player holds an orb: 4 and 3 up."""
    game = duel(orbs=HELD if holds else {})
    call = {"type": "umpire_call", "player": "h1", "foul": "foul_play", "victim": "a1"}
    assert check(outcomes(game, call, UmpireRolled)) == (seen[0], 20)
    events = ISHMEK.decide(game.state, ISHMEK.parse(call), Scripted((1, 1)), GM)
    second = [event for event in events if isinstance(event, UmpireRolled)][1]
    assert second.chance == (seen[1], 20)


# Contests, all 400 pairs


def contest(game: Play, command: Json, answer: Json, mine: int = 1, theirs: int = 1) -> tuple[Any, list[int]]:
    """The actor's roll and the margins of every way in which both sides' dice can fall."""
    game.do(command)
    order = ISHMEK.parse(answer)
    margins, attack = [], None
    for faces in product(range(1, 21), repeat=mine + theirs):
        events = ISHMEK.decide(game.state, order, Scripted(faces), GM)
        attack, defence = (event for event in events if isinstance(event, SrRolled) and "forced" not in event.kind)
        margins.append(attack.total - defence.total)
    return attack, margins


def seizing(h1: Json, at: tuple[int, int]) -> Callable[[], Play]:
    return lambda: play([h1], [man("a1", at)], orbs=HELD, go="h1")


PUSH, SEIZE = act("h1", "push_pull", target="a1", ability="str"), act("h1", "seize", target="a1")


@pytest.mark.parametrize(("game", "command", "answer", "least", "won"), [
    # +5 against +3, a tie wins: d ≤ a + 2: 3 + 4 + … + 20 + 20 + 20
    case("ISH-PUSH-01 ISH-PUSH-02 ISH-Q-43", "push", duel, PUSH, defend("a1", ability="str"), 0, 247),
    # +5 − 4 against +5, a tie loses: the d20s have to differ by 5 or more: 15 · 16 / 2
    case("ISH-SEIZE-01 ISH-SEIZE-02 ISH-Q-35", "seize", seizing(man("h1", (8, 4)), (9, 4)), SEIZE, defend("a1"), 1,
        120),
    # a mage's +6 − 5 against +5
    case("ISH-SEIZE-03", "from two squares away", seizing(mage("h1", (8, 4)), (10, 4)), {**SEIZE, "spell": "grease"},
        defend("a1"), 1, 120),
])  # fmt: skip
def test_chance_of_a_contest_over_all_pairs(
    game: Callable[[], Play], command: Json, answer: Json, least: int, won: int
) -> None:
    attack, margins = contest(game(), command, answer)
    assert attack.chance == (sum(margin >= least for margin in margins), 400) == (won, 400)


@rule("ISH-Q-44")
@pytest.mark.parametrize(("mine", "theirs"), [(1, 2), (2, 1)])
def test_chance_of_a_push_with_disadvantage_on_one_side(mine: int, theirs: int) -> None:
    """The prone side's lower die counts: all 8,000 ways."""
    game = duel({"prone": mine == 2}, {"prone": theirs == 2}, house_rules={"prone_sr": "disadvantage"})
    attack, margins = contest(game, PUSH, defend("a1", ability="str"), mine, theirs)
    won = sum(margin >= 0 for margin in margins)
    assert attack.chance is not None, "a contest has an exact chance, whoever is prone"
    assert attack.chance[0] * len(margins) == won * attack.chance[1], f"{attack.chance}, counted {won}/{len(margins)}"


@rule("ISH-Q-37")
def test_chance_of_the_defence_once_the_attack_lies_on_the_table() -> None:
    """h1 has 15: the defence holds from 16 on, so +3 needs 13: 8 of 20."""
    game = duel()
    game.do(act("h1", "push_pull", target="a1", ability="str"))
    order = ISHMEK.parse(defend("a1", ability="str"))
    rolls = []
    for face in range(1, 21):
        events = ISHMEK.decide(game.state, order, Scripted((10, face)), GM)
        rolls.append([event for event in events if isinstance(event, SrRolled)][1])
    assert check(rolls) == (8, 20)


@rule("ISH-INIT-01")
def test_chance_of_winning_initiative_at_once() -> None:
    """190 of the 400 pairs are higher on one side, 190 on the other, 20 are level and rolled again."""
    game = match()
    game.do(place("home", h1=(1, 1)))
    last = ISHMEK.parse(place("away", a1=(16, 1)))
    higher = 0
    for mine, theirs in product(range(1, 21), repeat=2):
        events = ISHMEK.decide(game.state, last, Scripted((mine, theirs, 20, 1)), GM)
        rolls = [event for event in events if isinstance(event, InitiativeRolled)]
        assert rolls[0].chance == rolls[1].chance == (190, 400)
        assert (len(rolls) > 2) == (mine == theirs)
        higher += mine > theirs
    assert higher == 190


# What is promised is what is on record


@pytest.mark.parametrize(
    ("game", "command"),
    [
        (
            lambda: play([man("h1", (8, 4))], None, orbs={"home": {"at": [9, 4]}}, go="h1"),
            act("h1", "control", orb="home"),
        ),
        (lambda: play([man("h1", (8, 4), injuries=["concussed"])], None, go="h1"), step("h1", 9, 4)),
        (duel, {"type": "umpire_call", "player": "h1", "foul": "foul_play", "victim": "a1"}),
    ],
)
def test_the_need_says_what_the_record_will_say(game: Callable[[], Play], command: Json) -> None:
    """Target, modifiers and chance are fixed before the dice are taken."""
    played = game()
    with pytest.raises(NeedDice) as wanted:
        ISHMEK.decide(played.state, ISHMEK.parse(command), TableDice(), GM)
    need = wanted.value.need
    events = ISHMEK.decide(played.state, ISHMEK.parse(command), Scripted((15,)), GM)
    rolled = next(event for event in events if isinstance(event, Rolled))
    for field in ("purpose", "by", "rule", "roll", "target", "compare", "mods", "chance"):
        assert getattr(rolled, field) == getattr(need, field), field


# The kernel's counting itself


@pytest.mark.parametrize("keep", ["all", "highest", "lowest"])
@pytest.mark.parametrize("sides", [(20,), (20, 20), (8,), (3, 5)])
def test_chance_at_least_counts_every_way(keep: Any, sides: tuple[int, ...]) -> None:
    pick = PICK[keep]
    ways = [pick(faces) for faces in product(*(range(1, side + 1) for side in sides))]
    for needed in range(-3, sum(sides) + 4):
        assert chance_at_least(sides, keep, needed) == (sum(total >= needed for total in ways), len(ways))


@pytest.mark.parametrize("keep", ["all", "highest", "lowest"])
def test_the_chance_of_an_opposed_roll_counts_every_way(keep: Any) -> None:
    """One d20 against two: all 8,000 ways, with either side ahead."""
    pick = PICK[keep]
    ways = list(product(range(1, 21), repeat=3))
    for lead in (-21, -5, 0, 3, 30):
        won = sum(mine + lead >= pick((one, two)) for mine, one, two in ways)
        assert OpposedRoll().chance(lead, D20_POOL, ((20, 20), keep)) == (won, 8000)
        reached = sum(pick((one, two)) + lead >= theirs for theirs, one, two in ways)
        assert OpposedRoll().chance(lead, ((20, 20), keep), D20_POOL) == (reached, 8000)
