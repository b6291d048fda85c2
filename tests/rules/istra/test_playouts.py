"""Battles that bots play: they end, in each way a battle can; the sensible bot is the better one."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from rules.istra import events as ev
from rules.istra.bots import sensible
from rules.istra.commands import COMMANDS
from rules.istra.system import ISTRA
from rules.kernel.asks import GM
from rules.kernel.playout import play_on, play_out
from rules.kernel.reading import plain
from rules.kernel.record import Record
from tests.rules.istra import rosters
from tests.rules.istra.battles import Json, man, position, rect, setup, wall
from tests.rules.istra.skirmish import Skirmish
from tests.rules.play import rule

HOUSE = dict.fromkeys((*ISTRA.seats, GM), "house")
FAST = 2_000
"""Commands within which every battle of these ends."""


def openings() -> list[Record]:
    """Battles of one to six companies, before the first command."""
    found = []
    for seed in range(8):
        fields = {"setup": rosters.any_battle(seed), "house_rules": rosters.house_rules(seed)}
        found.append(Record.open(ISTRA, f"battle-{seed}", dice=HOUSE, secret=bytes(32), **fields))  # type: ignore[arg-type]
    return found


@pytest.mark.parametrize("record", openings(), ids=lambda record: record.table.match)
def test_the_seat_asked_first_is_that_of_the_first_ask(record: Record) -> None:
    rng = Random(record.table.match)
    for _ in range(100):
        asks = record.pending().asks
        assert ISTRA.asked(record.state) == (asks[0].seat if asks else "")
        if not asks:
            break
        record.submit(ISTRA.sample(record.state, rng))


@pytest.mark.parametrize("record", openings(), ids=lambda record: record.table.match)
def test_what_bots_draw_and_lists_hold_is_what_would_be_read(record: Record) -> None:
    """Such a command is taken as it is: it must be the struct, to the last type, that its JSON is read into."""
    rng = Random(record.table.match)
    for _ in range(60):
        if record.outcome() is not None:
            break
        made = [bot(record.state, rng) for bot in ISTRA.bots().values()]
        for command in [*made, *ISTRA.legal(record.state)][:80]:
            assert repr(ISTRA.parse(plain(command))) == repr(command)
        record.submit(made[0])


def test_every_command_of_the_seats_is_drawn_sooner_or_later() -> None:
    """What bots never say is the GM's word, giving up, and skill checks; barred flights are rare."""
    said: Counter[str] = Counter()
    for seed in range(36):
        rules = {
            **rosters.house_rules(seed),
            "draft_talents": "on",
            "sight": "declared" if seed % 3 == 0 else "computed",
        }
        document = rosters.any_battle(seed)
        document["invasion"] = {"defender": "s1", "upgrades": ["clear_the_area", "walls"]}
        document["items"] = [{"id": "gem", "pos": [900, 1200, 0]}]
        bots = dict.fromkeys(ISTRA.seats, "sensible" if seed % 4 == 0 else "sample")
        record = play_out(ISTRA, Random(seed), setup=document, house_rules=rules, bots=bots, limit=FAST)
        said.update(event.command["type"] for event in record.events if isinstance(event, ev.Decided) and event.command)
    unsaid = {"place_terrain", "gm_adjust", "end_battle", "concede", "skill_check", "flee_path"}
    assert set(COMMANDS) - set(said) <= unsaid


# Battles of two and of four companies


@pytest.mark.parametrize("bot", ISTRA.bots())
@pytest.mark.parametrize("sides", [2, 4])
def test_battles_of_two_and_of_four_companies_end_without_a_turn_limit(sides: int, bot: str) -> None:
    for seed in range(4):
        document = rosters.battle(seed, sides, 3)
        del document["turn_limit"]
        bots = dict.fromkeys((*ISTRA.seats, GM), bot)
        record = play_out(ISTRA, Random(seed), setup=document, bots=bots, limit=FAST)
        assert record.outcome() is not None
        assert record.state.result.termination == "goal"


def company(seed: int, letter: str) -> list[Json]:
    """Four heroes, the same for every letter."""
    rng = Random(seed)
    return [rosters.hero(rng, f"{letter}{number}", leader=number == 1) for number in range(1, 5)]


def contest(seed: int, scenario: str, better: str) -> str:
    """The bot that wins when `better` is sensible and the other side draws; both have the same company."""
    terrain = [wall("rock", 2200, 2700, 2600, 2900), wall("hut", 1500, 1600, 1800, 1900, building=True)]
    document = setup(company(seed, "a"), company(seed, "b"), terrain=terrain, spells=rosters.OWN, scenario=scenario)
    record = play_out(ISTRA, Random(seed), setup=document, bots={better: "sensible"}, limit=FAST)
    outcome = record.outcome()
    assert outcome is not None
    return "sensible" if outcome.winner == better else "sample" if outcome.winner else "nobody"


@pytest.mark.parametrize("scenario", ["annihilation", "hold_the_centre", "carry_the_relic"])
def test_the_sensible_bot_beats_who_draws_at_random(scenario: str) -> None:
    """Of ten battles between equal companies, five from either side, it wins at least eight."""
    won = Counter(contest(seed, scenario, better) for seed in range(5) for better in ("s1", "s2"))
    assert won["sensible"] >= 8, won


# Every way in which a battle can end


def ended(document: Json, **fields: Any) -> Record:
    """A battle of two sensible sides, played to its end."""
    bots = dict.fromkeys((*ISTRA.seats, GM), "sensible")
    return play_out(ISTRA, Random(1), setup=document, bots=bots, limit=FAST, **fields)


@rule("IST-END-01", "IST-Q-99")
@pytest.mark.parametrize(
    ("scenario", "reason"),
    [
        ("annihilation", "last_standing"),
        ("hold_the_centre", "hold"),
        ("carry_the_relic", "carry_off"),
        ("break_through", "break_through"),
        ("last_stand", "survive"),
    ],
)
def test_a_battle_ends_by_each_goal(scenario: str, reason: str) -> None:
    """Somewhere in the first seeds, bots come to it."""
    reasons = set()
    for seed in range(40):
        document = rosters.battle(seed, 2, 2, monsters=scenario == "last_stand", scenario=scenario)
        del document["turn_limit"]
        bots = {"s1": "sensible", "s2": "sample" if seed % 2 else "sensible"}
        record = play_out(ISTRA, Random(seed), setup=document, bots=bots, limit=FAST)
        reasons.add(record.state.result.reason)
        if reason in reasons:
            return
    raise AssertionError(f"{reason} is not among {reasons}")


@rule("IST-END-01", "IST-Q-99")
def test_a_battle_ends_with_its_last_turn() -> None:
    """One turn is too short for anybody to win."""
    document = rosters.battle(3, 2, 2)
    document["turn_limit"] = 1
    record = ended(document)
    assert record.outcome().termination == "turns"
    assert record.outcome().winner is None


@rule("IST-END-01", "IST-Q-122")
@pytest.mark.parametrize(
    ("command", "termination"),
    [
        ({"type": "concede", "side": "s1"}, "conceded"),
        ({"type": "end_battle", "result": "draw"}, "gm"),
        ({"type": "end_battle", "result": "abandoned"}, "abandoned"),
    ],
)
def test_a_battle_ends_by_word(command: Json, termination: str) -> None:
    fight = Skirmish(position([man("a", (1000, 1000))], [man("b", (3000, 3000))], active="a", gm=True))
    fight.do(command)
    assert ISTRA.outcome(fight.state).termination == termination
    assert ISTRA.pending(fight.state).asks == ()


@rule("IST-END-01", "IST-MOVE-10")
def test_a_battle_ends_when_nobody_is_left() -> None:
    """a, the last of all but one, leaves; then b does: where two must break through one is too few."""
    goal = [{"kind": "break_through", "count": 2, "edge": "any"}]
    scenario: Json = {"name": "own", "title": "Own", "text": "Leave.", "goals": goal}
    models = [man("a", (300, 1000))], [man("b", (300, 3000))]
    fight = Skirmish(position(*models, active="a", scenario=scenario))
    fight.move("a", (-1, 1000))
    fight.nominate("b")
    fight.move("b", (-1, 3000))
    assert ISTRA.outcome(fight.state).termination == "goal"
    assert fight.state.result.winners == ()


# What the sensible bot is about


def chosen(fight: Skirmish, seed: int = 1) -> Json:
    """What it does, which is listed."""
    command = sensible(fight.state, Random(seed))
    assert command in list(ISTRA.legal(fight.state))
    return plain(command)


def test_it_strikes_who_is_in_contact_and_goes_at_who_is_not() -> None:
    sword = man("a", (2000, 2000), equipment=["two_handed"])
    held = Skirmish(position([sword], [man("b", (2100, 2000))], active="a", engaged=[["a", "b"]]))
    assert chosen(held) == {"type": "melee", "model": "a", "target": "b"}
    fight = Skirmish(position([sword], [man("b", (2700, 2000))], active="a"))
    assert chosen(fight)["type"] == "move"
    fight.do(chosen(fight))
    assert fight.state.engaged == (("a", "b"),)


def test_it_shoots_before_it_moves_and_reloads_when_it_cannot() -> None:
    bow: Json = {"race": "wood_elf", "equipment": ["crossbow"], "active_weapon": "crossbow"}
    fight = Skirmish(position([man("a", (2000, 2000), **bow)], [man("b", (3000, 2000))], active="a"))
    assert chosen(fight) == {"type": "shoot", "model": "a", "target": "b"}
    empty = man("a", (2000, 2000), unloaded=[{"weapon": "crossbow"}], **bow)
    fight = Skirmish(position([empty], [man("b", (3000, 2000))], active="a"))
    assert chosen(fight)["type"] == "load"


def test_it_draws_a_blade_in_melee() -> None:
    archer = man("a", (2000, 2000), equipment=["bow", "dagger"], active_weapon="bow")
    fight = Skirmish(position([archer], [man("b", (2100, 2000))], active="a", engaged=[["a", "b"]]))
    assert chosen(fight) == {"type": "switch_weapon", "model": "a", "weapon": "dagger"}


def test_it_casts_where_it_hurts_the_enemy_and_not_its_friends() -> None:
    """b and c stand together; then a friend stands with them, and the Fireball stays unlit."""
    mage = man("a", (2000, 2000), **{"class": "magic_user", "spells": ["fireball"]})
    foes = [man("b", (3000, 2000)), man("c", (3000, 2200))]
    fight = Skirmish(position([mage], foes, active="a"))
    assert chosen(fight)["spell"] == "fireball"
    friends = [man(f"f{number}", (3110, 1800 + 110 * number)) for number in range(3)]
    fight = Skirmish(position([mage, *friends], foes, active="a"))
    assert chosen(fight)["type"] != "cast"


def test_it_picks_up_what_it_came_for_and_carries_it_home() -> None:
    """The relic lies in the middle; home is the edge below."""
    models = [man("a", (2400, 2300))], [man("b", (600, 4500))]
    fight = Skirmish(position(*models, active="a", scenario="carry_the_relic"))
    assert chosen(fight) == {"type": "pick_up", "model": "a", "item": "relic"}
    fight.do(chosen(fight))
    assert fight.state.items[0].carrier == "a"
    fight.end("a")
    fight.nominate("b")
    fight.end("b")
    fight.nominate("a")
    before = fight.model("a").pos[1]
    fight.do(chosen(fight))
    assert fight.model("a").pos[1] < before - 800


def test_it_waits_where_it_has_to_hold() -> None:
    models = [man("a", (2400, 2400))], [man("b", (600, 4500))]
    fight = Skirmish(position(*models, active="a", scenario="hold_the_centre"))
    assert chosen(fight)["type"] == "end_activation"


def test_it_goes_round_what_is_in_its_way() -> None:
    """A wall of 16 inches between the two: without a straight way it gets there all the same."""
    barrier = wall("w", 1600, 2450, 3200, 2550, standable=False, climbable=False)
    fighter: Json = {"equipment": ["one_handed"]}
    models = [man("a", (2400, 2200), **fighter)], [man("b", (2400, 2800), **fighter)]
    record = Record.open(
        ISTRA, "wall", position=position(*models, nominator="s1", terrain=[barrier]), dice=HOUSE, secret=bytes(32)
    )
    play_on(record, Random(3), bots={"s1": "sensible", "s2": "sensible"}, limit=FAST)
    assert any(isinstance(event, ev.Engaged) for event in record.events)


@pytest.mark.parametrize("seed", range(4))
def test_two_who_keep_away_come_to_blows_in_the_end(seed: int) -> None:
    """Each would rather be somewhere between 6 and 12 inches off, and steps over that each time it moves."""
    known: Json = {"class": "magic_user", "talents": ["abjuration"], "equipment": ["dagger"]}
    mages = (
        [man("a", (1600, 1600), spells=["lightning_fork"], **known)],
        [man("b", (100, 1600), spells=["fireball"], **known)],
    )
    bots = {"s1": "sensible", "s2": "sensible"}
    record = play_out(ISTRA, Random(seed), position=position(*mages, nominator="s1"), bots=bots, limit=FAST)
    assert record.outcome() is not None


def test_it_deploys_forward_by_what_hides() -> None:
    """The wood stands at the front of the zone."""
    wood = {"id": "wood", "footprint": rect(1900, 400, 2200, 700), "los": "partial", "height": 300}
    fight = Skirmish.begun(setup([man("a")], [man("b")], terrain=[wood]), dice=[20, 1])
    x, y, _ = chosen(fight)["pos"]
    assert y >= 300
    assert 1600 <= x <= 2500


def test_it_takes_its_reactions() -> None:
    """A shot from the bow at who runs into it; a spear before the sword."""
    archer = man("b", (2500, 2000), equipment=["bow"], active_weapon="bow", finesse_max=9)
    fight = Skirmish(position([man("a", (2000, 2000))], [archer], active="a"))
    fight.move("a", (2500, 2000))
    assert chosen(fight)["option"] == "charged_shot"
    spear = man("b", (2100, 2000), equipment=["spear"], active_weapon="spear", power_max=9)
    fight = Skirmish(position([man("a", (2000, 2000))], [spear], active="a", engaged=[["a", "b"]]))
    fight.do({"type": "melee", "model": "a", "target": "b"})
    assert chosen(fight)["option"] == "first_strike"
