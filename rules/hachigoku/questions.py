"""The small questions the game asks of a situation. Every rule is built on these."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from rules.hachigoku.refusals import refused
from rules.hachigoku.roster import Weapon
from rules.hachigoku.state import ActionDie, Character, State
from rules.hachigoku.tables import CLOSE, COVER_STEPS, HELPLESS_DEFENSE, PASSIVE, Cover, ElementName, height_floor
from rules.kernel.effects import Effect
from rules.kernel.tracks import Step, Track

IMMOBILE = frozenset({"prone", "immobilized", "stunned", "fully_captured", "unconscious"})
"""Conditions under which Defense is 5, whoever attacks. [HAC-DEF-02]"""
HELD = ("partially_captured", "fully_captured")
DEAD, OUT, DOWN = "dead", "out", "down"
UNABLE = frozenset({DEAD, OUT, DOWN})
HANDS = 2
BARE_HANDS = Weapon(name="", skill="Karate", size=0)
"""What somebody fights with who names no weapon. [HAC-Q-82]"""


# Who


def find(state: State, name: str) -> Character | None:
    for one in state.characters:
        if one.id == name:
            return one
    return None


def get(state: State, name: str, field: str = "character") -> Character:
    """The character of that id; refused when nobody has it."""
    found = find(state, name)
    if found is None:
        message = f"There is no character {name!r}."
        raise refused("unknown_character", message, "HAC-SCOPE-01", field=field, hint="Name a character by its id.")
    return found


def seat_of(state: State, name: str) -> str:
    """The seat that plays a character; empty for a stranger."""
    one = find(state, name)
    return "" if one is None else next(side.seat for side in state.sides if side.id == one.side)


def others(state: State, name: str) -> Iterator[Character]:
    """Everybody else who is still part of it, in roster order."""
    return (one for one in state.characters if one.id != name and not one.left)


# Conditions


def has(one: Character, *names: str) -> bool:
    """Whether somebody has any of these conditions."""
    return any(effect.name in names for effect in one.conditions)


def is_unseen(state: State, name: str) -> bool:
    """Whether nobody can see somebody. [HAC-BLIND-02]"""
    return has(get(state, name), "unseen")


def has_from(one: Character, name: str, source: str) -> bool:
    """Whether somebody has a condition through that source."""
    return any(effect.name == name and effect.source == source for effect in one.conditions)


def holds_on(one: Character) -> tuple[Effect, ...]:
    """The holds that somebody is in."""
    return tuple(effect for effect in one.conditions if effect.name in HELD)


def captives_of(state: State, holder: str) -> Iterator[tuple[Character, Effect]]:
    """Whom somebody holds, and how."""
    for one in state.characters:
        for effect in holds_on(one):
            if effect.source == holder:
                yield one, effect


def occupied_by(state: State, holder: Character, weapon: str) -> tuple[Character, ...]:
    """Whom a weapon holds, or both bare hands; nobody: it is free. [HAC-GRAP-08]

    A full hold takes both bare hands, a partial one takes one of them.
    """
    held = [(captive, effect) for captive, effect in captives_of(state, holder.id) if effect.note == weapon]
    hands = sum(HANDS if effect.name == "fully_captured" else 1 for _, effect in held)
    return tuple(captive for captive, _ in held) if weapon or hands >= HANDS else ()


def track_of(one: Character) -> Track:
    """The wound track, counted from no Wound. [HAC-WOUND-01, HAC-KAO-01]"""
    if one.wound_track is not None:
        return _track(one.wound_track.light, one.wound_track.heavy)
    earth = one.elements.earth if one.kind == "named" else 0
    return _track(earth, earth)


@lru_cache(maxsize=64)
def _track(light: int, heavy: int) -> Track:
    return Track(
        Step("light", holds=light + 1),
        Step("heavy", holds=heavy, penalty=1, each=1),
        Step(DOWN, penalty=heavy, able=False),
        Step(OUT, penalty=heavy, able=False),
        Step(DEAD, penalty=heavy, able=False),
    )


def level(one: Character) -> str:
    """Where somebody is on the track."""
    return track_of(one).at(one.wounds).step.name


def heavy_wounds(one: Character) -> int:
    """How many Wounds are Heavy: each takes a rolled die. [HAC-WOUND-01]"""
    return track_of(one).at(one.wounds).penalty


def able(one: Character) -> bool:
    """Whether somebody can act at all. [HAC-INIT-01, HAC-WOUND-05..07]"""
    return not one.left and level(one) not in UNABLE and not has(one, "unconscious")


def there(one: Character) -> bool:
    """Whether somebody can be attacked: neither gone nor dead."""
    return not one.left and level(one) != DEAD


# Dice


def unspent(one: Character) -> tuple[ActionDie, ...]:
    return tuple(die for die in one.dice if die.state == "unspent")


def usable(state: State, one: Character) -> tuple[ActionDie, ...]:
    """Dice of this Moment, and held ones, the lowest first. [HAC-INIT-05]"""
    return tuple(sorted((die for die in unspent(one) if die.face >= state.moment), key=lambda die: die.face))


def future(state: State, one: Character) -> tuple[ActionDie, ...]:
    """Dice whose Moment has not come. [HAC-INIT-05, HAC-Q-18]"""
    return tuple(die for die in unspent(one) if die.face < state.moment)


def surprised(state: State, name: str) -> bool:
    """Whether somebody is taken by surprise in this round, and has no Action Dice. [HAC-AMB-03]"""
    ambush = state.scene.ambush
    return state.surprise and ambush is not None and name not in (*ambush.ambushers, *ambush.detected_by)


def initiative_total(one: Character) -> int:
    """The sum of all unspent dice. [HAC-INIT-10]"""
    return sum(die.face for die in unspent(one))


def has_honor(state: State, one: Character) -> bool:
    """Whether an Honor Point can pay for an Action in this Moment. [HAC-HONOR-02, HAC-Q-43]"""
    return one.honor_points > 0 and (not one.honored or state.rules.honor_per_moment == "unlimited")


def may_act_down(state: State, one: Character) -> bool:
    """Whether somebody is Down and conscious, and the house rule of Honor helps. [HAC-Q-49]"""
    down = level(one) == DOWN and not one.left and not has(one, "unconscious")
    return down and state.rules.down_honor == "on"


def acts_while_down(state: State, one: Character) -> bool:
    """Whether an Honor Point lets somebody act who is Down. [HAC-Q-49]"""
    return may_act_down(state, one) and has_honor(state, one)


# Ranges


def effective_range(state: State, one: str, other: str) -> int:
    """How far two are from each other, heights included. [HAC-RANGE-06]"""
    if one == other:
        return CLOSE
    levels = abs(height_of(state, one) - height_of(state, other))
    return max(state.ranges.between(one, other), height_floor(levels))


def height_of(state: State, name: str) -> int:
    """The level on which somebody or something is."""
    one = find(state, name)
    if one is not None:
        return one.height
    return next((place.height for place in state.scene.objects if place.id == name), 0)


def close_to(state: State, name: str) -> Iterator[Character]:
    """Everybody else within reach of somebody."""
    return (one for one in others(state, name) if effective_range(state, name, one.id) == CLOSE)


# Defense


def cover_of(one: Character, foe: str = "") -> Cover:
    """The cover that counts now, against that foe. [HAC-COVER-02, HAC-COVER-SHOT-01, HAC-Q-60]"""
    return "none" if one.cover_lost else one.cover_against.get(foe, one.cover)


def cover_steps(one: Character, foe: str) -> int:
    return COVER_STEPS[cover_of(one, foe)]


def unaware(one: Character, attacker: str = "") -> bool:
    """Whether somebody is unaware of everybody, or of this attacker. [HAC-Q-95]"""
    return any(effect.name == "unaware" and effect.source in ("", attacker) for effect in one.conditions)


def helpless(one: Character, attacker: str = "") -> bool:
    """Whether Defense is 5: unaware, or unable to move. [HAC-DEF-02]"""
    return has(one, *IMMOBILE) or level(one) in UNABLE or unaware(one, attacker)


def defense(one: Character, attacker: str = "", element: ElementName = "water") -> int:
    """The Element × 5, Water as a rule, or 5. [HAC-DEF-01, HAC-DEF-02]"""
    return HELPLESS_DEFENSE if helpless(one, attacker) else PASSIVE * one.elements.rank(element)


def on_uneven_terrain(state: State, one: Character) -> bool:
    return state.scene.uneven or one.on_uneven_terrain


# Weapons


def weapon_named(one: Character, name: str, field: str = "weapon") -> Weapon:
    """A weapon of somebody's; empty is bare hands. Refused when they have none of that name."""
    if not name:
        return BARE_HANDS
    for weapon in one.weapons:
        if weapon.name == name:
            return weapon
    message = f"{one.called} has no weapon {name!r}."
    raise refused("unknown_weapon", message, "HAC-ATK-01", field=field, hint="Name a weapon of the roster.")
