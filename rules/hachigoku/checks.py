"""What setups and positions must not be: each refusal names the field and the rule."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from rules.hachigoku.documents import CharacterPosition, SideSetup
from rules.hachigoku.pools import xky
from rules.hachigoku.questions import track_of
from rules.hachigoku.refusals import refused
from rules.hachigoku.roster import MOST_DICE, Fighter, Weapon
from rules.hachigoku.state import Character, Ranges, Scene
from rules.hachigoku.tables import EXTREME, FEWEST, MOMENTS, MOST
from rules.kernel.bounds import DocumentRefusals, check_colour, check_id, check_numbers, check_text
from rules.kernel.errors import Refused

SEATS = ("s1", "s2", "s3", "s4", "s5", "s6")
SETUP = DocumentRefusals("bad_setup", "HAC-SCOPE-01", "setup.", "Correct the setup.")
POSITION = DocumentRefusals(
    "bad_position", "HAC-SCOPE-01", "position.", "Describe a situation that a Skirmish can come to."
)
GM_ORDER = DocumentRefusals("bad_order", "HAC-RANGE-09", "", "Correct the order.")
LONGEST_WORD = 200
MOST_MODIFIERS = 10


def check_number(refusals: DocumentRefusals, number: int) -> None:
    """2 to 49 individuals. [HAC-SCOPE-01, HAC-SCOPE-02, HAC-Q-92]"""
    field = f"{refusals.prefix}characters"
    if number < FEWEST:
        message = f"A Skirmish needs {FEWEST} individuals."
        raise refused("too_few_participants", message, "HAC-SCOPE-01", field=field, hint="Add characters.")
    if number > MOST:
        message = f"{number} individuals are a Battle; a Skirmish has {MOST} at most."
        raise refused("battle_not_supported", message, "HAC-SCOPE-02", field=field, hint="Leave some out.")


def check_fighter(refusals: DocumentRefusals, one: Fighter, field: str) -> None:
    """Ids, numbers, texts, armor and weapons of somebody. [HAC-Q-47, HAC-Q-88]"""
    check_id(refusals, one.id, f"{field}.id")
    check_text(refusals, one.name, f"{field}.name")
    check_numbers(refusals, one, field)
    check_numbers(refusals, one.elements, f"{field}.elements")
    if one.wound_track is not None:
        check_numbers(refusals, one.wound_track, f"{field}.wound_track")
    if one.armor.quality != "normal" and one.armor.type not in ("light", "heavy"):
        message = "Only light and heavy armor is poor or fine."
        raise refused(
            "armor_quality_invalid", message, "HAC-Q-88", field=f"{refusals.prefix}{field}.armor.quality",
            hint="Leave the quality out.",
        )  # fmt: skip
    if one.wounds > track_of_fighter(one):
        raise refusals.bad("More Wounds than the track has.", f"{field}.wounds", "HAC-WOUND-07")
    for place, weapon in enumerate(one.weapons):
        check_weapon(refusals, weapon, f"{field}.weapons[{place}]")
    names = [weapon.name for weapon in one.weapons]
    if len(set(names)) < len(names):
        raise refusals.bad("Two weapons have one name.", f"{field}.weapons", "HAC-Q-47")
    if len(one.roll_modifiers) > MOST_MODIFIERS:
        message = f"Somebody has {MOST_MODIFIERS} roll modifiers at most."
        raise refusals.bad(message, f"{field}.roll_modifiers", "HAC-DIFF-02")
    for place, modifier in enumerate(one.roll_modifiers):
        check_numbers(refusals, modifier, f"{field}.roll_modifiers[{place}]")
        check_pool(refusals, modifier.dice, -MOST_DICE, f"{field}.roll_modifiers[{place}].dice")


def check_weapon(refusals: DocumentRefusals, weapon: Weapon, field: str) -> None:
    """A weapon has a name of its own, and its numbers are within bounds. [HAC-Q-47]"""
    check_id(refusals, weapon.name, f"{field}.name")
    check_text(refusals, weapon.skill, f"{field}.skill", LONGEST_WORD)
    check_numbers(refusals, weapon, field)
    check_pool(refusals, weapon.damage, 0, f"{field}.damage")
    for name, damage in weapon.damage_by_range.items():
        check_pool(refusals, damage, 0, f"{field}.damage_by_range.{name}")
    if weapon.kind == "melee" and weapon.max_range not in (None, "close"):
        raise refusals.bad("A melee weapon reaches close Range.", f"{field}.max_range", "HAC-ATK-09")


def check_pool(refusals: DocumentRefusals, dice: str, least: int, field: str) -> None:
    """Dice that a roster adds to a roll are within bounds. [HAC-Q-47]"""
    if not all(least <= number <= MOST_DICE for number in xky(dice)):
        raise refusals.bad(f"{dice} has dice beyond {least} to {MOST_DICE}.", field, "HAC-Q-47")


def track_of_fighter(one: Fighter) -> int:
    """The most Wounds somebody can have."""
    return track_of(Character(id=one.id, side=one.side, kind=one.kind, elements=one.elements,
                              wound_track=one.wound_track)).most  # fmt: skip


def check_unique(refusals: DocumentRefusals, names: Sequence[str]) -> None:
    """No two characters or objects have one id."""
    for place, name in enumerate(names):
        if name in names[:place]:
            raise refusals.bad(f"{name} is there twice.", "characters", "HAC-SCOPE-01")


def check_sides(refusals: DocumentRefusals, sides: Sequence[SideSetup], used: Sequence[str]) -> None:
    """One to six sides, each with a seat of its own; every character is of one of them."""
    if not 1 <= len(sides) <= len(SEATS):
        raise refusals.bad(f"There are 1 to {len(SEATS)} sides.", "sides", "HAC-SCOPE-01")
    for place, side in enumerate(sides):
        check_id(refusals, side.id, f"sides[{place}].id")
        check_text(refusals, side.name, f"sides[{place}].name")
        if side.colour:
            check_colour(refusals, side.colour, f"sides[{place}].colour")
        if side.seat and (side.seat not in SEATS or side.seat in [one.seat for one in sides[:place]]):
            raise refusals.bad(f"A seat is one of {', '.join(SEATS)}.", f"sides[{place}].seat", "HAC-SCOPE-01")
    known = [side.id for side in sides]
    if len(set(known)) < len(known):
        raise refusals.bad("Two sides have one id.", "sides", "HAC-SCOPE-01")
    for name in used:
        if name not in known:
            raise refusals.bad(f"There is no side {name!r}.", "characters", "HAC-SCOPE-01")


def check_scene(refusals: DocumentRefusals, scene: Scene, names: Sequence[str]) -> None:
    """Ambush, duel and soft places name who is there. [HAC-AMB-01, HAC-SCOPE-04, HAC-SCOPE-05]"""
    named = [("soft_landing", scene.soft_landing)]
    if scene.ambush is not None:
        named += [("ambush.ambushers", scene.ambush.ambushers), ("ambush.detected_by", scene.ambush.detected_by)]
    if scene.duel is not None:
        named.append(("duel.principals", scene.duel.principals))
    for field, members in named:
        for name in members:
            if name not in names:
                raise refusals.bad(f"There is no {name!r}.", f"scene.{field}", "HAC-SCOPE-01")
    if scene.duel is not None and scene.duel.kind:
        message = f"The duel {scene.duel.kind!r} has rules of its own, which are not here."
        raise refused("not_supported", message, "HAC-SCOPE-05", field=f"{refusals.prefix}scene.duel.kind",
                      hint="Fight a free duel.")  # fmt: skip


def check_ranges(ranges: Ranges, field: str) -> None:
    """No two who are close to a third are apart. [HAC-RANGE-03, HAC-RANGE-04]"""
    found = inconsistent(ranges)
    if found is not None:
        one, middle, other = found
        message = f"{one} and {other} are farther apart than by way of {middle}: {', '.join(found)}."
        hint = "Correct one of the three Ranges."
        raise refused("ranges_inconsistent", message, "HAC-RANGE-03", field=field, hint=hint)


def inconsistent(ranges: Ranges) -> tuple[str, str, str] | None:
    """The first three who break the triangle rule: the outer two around the middle one."""
    rows = [[int(step) for step in row] for row in ranges.rows]
    for one, other in combinations(range(len(rows)), 2):
        for middle in range(len(rows)):
            if rows[one][other] > rows[one][middle] + rows[middle][other]:
                names = ranges.names
                return names[one], names[middle], names[other]
    return None


def check_range_entry(
    refusals: DocumentRefusals, entry: tuple[str, str, int], names: Sequence[str], field: str
) -> None:
    """A Range is between two who are there, and has 0 to 4 steps. [HAC-RANGE-02, HAC-RANGE-10]"""
    one, other, step = entry
    for name in (one, other):
        if name not in names:
            raise refusals.bad(f"There is no {name!r}.", field, "HAC-RANGE-02")
    if one == other or not 0 <= step <= EXTREME:
        raise refusals.bad(f"A Range lies between two, and is 0 to {EXTREME}.", field, "HAC-RANGE-02")


def check_dice(refusals: DocumentRefusals, one: CharacterPosition, field: str) -> None:
    """Action Dice show 1 to 10. [HAC-DICE-01]"""
    for place, die in enumerate(one.dice):
        face = die if isinstance(die, int) else die.face
        if not 1 <= face <= MOMENTS:
            raise refusals.bad("An Action Die shows 1 to 10.", f"{field}.dice[{place}]", "HAC-DICE-01", code="bad_dice")


def bad_position(message: str, field: str) -> Refused:
    """The refusal of a position."""
    return POSITION.bad(message, field, "HAC-SCOPE-01")
