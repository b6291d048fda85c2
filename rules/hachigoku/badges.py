"""What a character is marked with on the board: what they suffer, where they are, what they wear and hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.hachigoku.questions import (
    DOWN,
    OUT,
    captives_of,
    cover_of,
    find,
    heavy_wounds,
    on_uneven_terrain,
    surprised,
    track_of,
)
from rules.hachigoku.roster import Weapon
from rules.hachigoku.state import Character, State
from rules.hachigoku.tables import ARMOR_STEPS, COVER_STEPS, QUALITY_STEPS, ConditionName
from rules.kernel.effects import Effect
from rules.kernel.scene import Badge

CONDITIONS: Mapping[ConditionName, Badge] = {
    "prone": Badge("Prone", "Lies on the ground: Defense 5", "HAC-DEF-02"),
    "immobilized": Badge("Immobilized", "Cannot move: Defense 5", "HAC-DEF-02"),
    "unaware": Badge("Unaware", "Of the next attack: Defense 5, no Active Defense", "HAC-DEF-02"),
    "stunned": Badge("Stunned", "Defense 5 and no Active Defense, until the next own Action", "HAC-STUN-03"),
    "partially_captured": Badge("Partially captured", "One step harder on all rolls", "HAC-GRAP-03"),
    "fully_captured": Badge("Fully captured", "Defense 5, no physical Action but to escape", "HAC-GRAP-04"),
    "unconscious": Badge("Unconscious", "As if Out, to the next Scene or until the GM ends it", "HAC-KO-02"),
    "unseen": Badge("Unseen", "Who attacks them, or defends against them, has three steps", "HAC-BLIND-02"),
    "captive": Badge("Captive", "In the hands of the other side", "HAC-GRAP-04"),
}

MOUNTED: Mapping[str, str] = {"steady": "mounted", "gallop": "mounted, at a gallop"}


def badges(state: State, one: Character) -> tuple[Badge, ...]:
    """All that holds of somebody now."""
    return (*suffered(state, one), *holds(state, one), *places(state, one), *gear(one))


def suffered(state: State, one: Character) -> Iterator[Badge]:
    """Wounds, surprise, conditions."""
    if (heavy := heavy_wounds(one)) > 0:
        track = track_of(one)
        far = f"Down at {track.points_to(DOWN)} Wounds, Out at {track.points_to(OUT)}, dead at {track.most}"
        yield Badge(f"−{heavy}k0", f"Heavy Wounds, on all rolls but Action Dice. {far}", "HAC-WOUND-01")
    if surprised(state, one.id):
        yield Badge("Surprised", "No Action Dice in this round", "HAC-AMB-03")
    for effect in one.conditions:
        yield suffering(state, effect)


def suffering(state: State, effect: Effect) -> Badge:
    """A condition, with whoever it comes from."""
    known = CONDITIONS.get(effect.name)  # type: ignore[call-overload]  # the GM names others
    if known is None:
        return Badge(effect.name, effect.note or "A condition", effect.rule)
    source = find(state, effect.source)
    by = f" ({source.called})" if source is not None else ""
    return Badge(known.label + by, known.title, known.rule)


def holds(state: State, one: Character) -> Iterator[Badge]:
    """Whom somebody holds. [HAC-GRAP-08]"""
    for captive, effect in captives_of(state, one.id):
        how = "fully" if effect.name == "fully_captured" else "partially"
        grip = effect.note or "bare hands"
        yield Badge(f"Holds {captive.called}", f"Captured {how}, with {grip}", "HAC-GRAP-08")


def where(one: Character) -> str:
    """Height, cover and mount in a line, where there is any."""
    cover = cover_of(one)
    words = [f"height {one.height}"] if one.height else []
    words += [f"{cover} cover"] if cover != "none" else []
    words += [MOUNTED[one.mount_gait]] if one.mounted else []
    return ", ".join(words)


def places(state: State, one: Character) -> Iterator[Badge]:
    """Height, cover, mount, ground."""
    if one.height:
        yield Badge(f"Height {one.height}", "Levels above the lowest", "HAC-RANGE-05")
    yield from covers(state, one)
    if one.mounted:
        yield Badge(
            MOUNTED[one.mount_gait].capitalize(), "Dodges with Bajutsu; higher than who is on foot", "HAC-DODGE-01"
        )
    if one.on_boat:
        yield Badge("On a boat", "Dodges with Sailing", "HAC-DODGE-01")
    if one.on_rise:
        yield Badge("On a rise", "Higher than who stands on the same level", "HAC-Q-89")
    if one.close_shots:
        yield Badge("Close shots", "May shoot at close Range, as the GM allows", "HAC-Q-46")
    if on_uneven_terrain(state, one):
        yield Badge("Uneven terrain", "One step harder on physical rolls", "HAC-MINOR-05")


def covers(state: State, one: Character) -> Iterator[Badge]:
    """Cover, lost or not, against some and nearby."""
    cover = cover_of(one)
    if cover == "total":
        yield Badge("Total cover", "Attacks fail", "HAC-COVER-01")
    elif cover != "none":
        yield Badge(f"{cover.capitalize()} cover", f"Attacks are {steps(COVER_STEPS[cover])} harder", "HAC-COVER-01")
    elif one.cover != "none":
        yield Badge("Cover lost", "By a shot, until the next own Action", "HAC-COVER-SHOT-01")
    for enemy, against in one.cover_against.items():
        foe = find(state, enemy)
        against_whom = enemy if foe is None else foe.called
        yield Badge(f"{against.capitalize()} cover against {against_whom}", "Set by the GM", "HAC-Q-60")
    if one.nearby_cover not in ("none", one.cover):
        yield Badge(f"{one.nearby_cover.capitalize()} cover nearby", "Taken by a simple action", "HAC-MOVE-06")


def gear(one: Character) -> Iterator[Badge]:
    """Honor, armor, and weapons that are at hand or not."""
    if one.honor_points:
        points = "Honor Point" if one.honor_points == 1 else "Honor Points"
        yield Badge(f"{one.honor_points} {points}", "One pays for an Action that is no attack", "HAC-HONOR-01")
    harder = ARMOR_STEPS[one.armor.type] + QUALITY_STEPS[one.armor.quality]
    if one.armor.type != "none":
        yield Badge(f"{one.armor.type.capitalize()} armor", f"Attacks are {steps(harder)} harder", "HAC-ARMOR-01")
    for weapon in one.weapons:
        yield Badge(weapon.name + why_not_at_hand(weapon), dealt(weapon), "HAC-Q-47")


def steps(number: int) -> str:
    return "one step" if number == 1 else f"{number} steps"


def why_not_at_hand(weapon: Weapon) -> str:
    """Why a weapon cannot be used as it is; empty: it can."""
    if weapon.lost:
        return ", lost"
    if not weapon.ready:
        return ", not drawn"
    return "" if weapon.loaded or weapon.reload != "heavy" else ", to be reloaded"


def dealt(weapon: Weapon) -> str:
    """A weapon in a line: its Skill, and the Damage that it adds, where that does not depend on the Range."""
    return weapon.skill if weapon.damage_by_range else f"{weapon.skill}, Damage {weapon.damage}"
