"""What a Skirmish means for the fighters of rosters and for standings, by the catalogue's campaign hooks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from rules.hachigoku import events as ev
from rules.hachigoku.questions import DEAD, DOWN, OUT, UNABLE, able, get, has, holds_on, level
from rules.hachigoku.roster import Weapon
from rules.hachigoku.sheets import HONOR, WOUNDS
from rules.hachigoku.state import Character, State
from rules.kernel.messages import Event
from rules.kernel.progression import BY_THE_GM, Captive, Condition, Consequence, Ending, Figure, FinishedMatch, Score

HONOR_SPENT = "honor"
UNCONSCIOUS = "unconscious"
FALLEN = (DOWN, OUT, DEAD)
COUNTED: Mapping[str, str] = MappingProxyType(
    {
        **{f"{name}_caused": f"{name.title()} caused" for name in FALLEN},
        **{f"{name}_suffered": f"{name.title()} suffered" for name in FALLEN},
        "kaonashi_lost": "Kaonashi lost",
        "duels": "Duels",
        "duels_won": "Duels won",
    }
)
"""What standings count beside the result; "kaonashi_lost:GROUP" and "duels:NAME" are parts of it. [HAC-END-04]"""


# For each fighter


def settled(played: FinishedMatch) -> tuple[Consequence, ...]:
    """What the Skirmish means for each fighter, by ascending id; one without a result means nothing."""
    state: State = played.state
    if state.result is None:
        return ()
    return tuple(
        consequence(played, figure, get(state, played.models[figure]), played.figures[figure])
        for figure in sorted(played.models)
    )


def consequence(played: FinishedMatch, figure: str, one: Character, before: Figure) -> Consequence:
    """Wounds and Honor stay as they are; weapons out of the grasp and captors are told. [HAC-Q-97, HAC-WOUND-07]"""
    how, rule, event = came_about(played.events, one)
    lacking = {WOUNDS: one.wounds, HONOR: max(0, before.stats[HONOR] - one.honor_points)}
    return Consequence(
        figure=figure,
        fate="dead" if how == DEAD else "survived",
        rule=rule,
        how=how,
        event=event,
        carried={} if how == DEAD else {stat: lost for stat, lost in lacking.items() if lost},
        spent={HONOR_SPENT: one.honor_spent} if one.honor_spent else {},
        conditions=() if how == DEAD else tuple(conditions_of(one)),
        captive=None if how == DEAD else captive_of(one),
        items={each.name: "dropped" if each.lost == "ground" else "lost" for each in own_lost(one)},
    )


def own_lost(one: Character) -> Iterable[Weapon]:
    """The weapons that somebody has lost, and had not taken from others. [HAC-DISARM-03]"""
    return (each for each in one.weapons if each.lost and not each.taken_from)


def came_about(events: Sequence[Event], one: Character) -> tuple[str, str, int]:
    """How somebody ends the Skirmish, by which rule, and the number of the event that made it so."""
    name, now = one.id, level(one)
    if now in UNABLE:
        rule = {DOWN: "HAC-WOUND-05", OUT: "HAC-WOUND-06", DEAD: "HAC-WOUND-07"}[now]
        return now, rule, last(events, lambda event: is_level(event, name, now))
    if has(one, UNCONSCIOUS):
        return UNCONSCIOUS, "HAC-KO-02", last(events, lambda event: is_knocked_out(event, name))
    if captive_of(one) is not None:
        return "captured", "HAC-GRAP-02", last(events, lambda event: is_captured(event, name))
    if one.left:
        left = last(events, lambda event: isinstance(event, ev.CharacterLeft) and event.character == name)
        return cause_of(events, name), "HAC-Q-27", left
    return "", "HAC-END-04", last(events, lambda event: isinstance(event, ev.SkirmishEnded))


def is_level(event: Event, name: str, now: str) -> bool:
    return isinstance(event, ev.WoundLevelChanged) and (event.character, event.after) == (name, now)


def is_knocked_out(event: Event, name: str) -> bool:
    return isinstance(event, ev.ConditionSet) and (event.character, event.condition) == (name, UNCONSCIOUS)


def is_captured(event: Event, name: str) -> bool:
    if isinstance(event, ev.HoldStarted | ev.HoldChanged):
        return event.captive == name
    return isinstance(event, ev.ConditionSet) and event.character == name and "capt" in event.condition


def last(events: Sequence[Event], wanted: Callable[[Event], bool]) -> int:
    """The number of the last event of a kind; 0: there is none."""
    return next((place + 1 for place in reversed(range(len(events))) if wanted(events[place])), 0)


def conditions_of(one: Character) -> Iterable[Condition]:
    """What bars from the next Skirmish: Down and Out, and a knock on the head, which stand apart. [HAC-KO-02]"""
    now = level(one)
    if now in (DOWN, OUT):
        yield Condition(name=now, title=now.title(), source=f"{one.wounds} Wounds", ends=BY_THE_GM)
    if has(one, UNCONSCIOUS):
        yield Condition(name=UNCONSCIOUS, title="Unconscious", source="knocked out", ends=BY_THE_GM)


def captive_of(one: Character) -> Captive | None:
    """Who holds somebody as the Skirmish ends, and with which weapon. [HAC-GRAP-02]"""
    if one.left or level(one) == DEAD:
        return None
    held = [*holds_on(one), *(effect for effect in one.conditions if effect.name == "captive")]
    return Captive(captor=held[0].source, device=held[0].note) if held else None


# For standings


def scored(played: FinishedMatch) -> Score:
    """Who of the others fell by one's own, who of one's own fell, and how the side lost. [HAC-END-04]"""
    state: State = played.state
    own = {model: figure for figure, model in played.models.items()}
    felled = felled_by((*played.before, *played.events))
    sides = {get(state, model).side for model in own}
    counts, by = Counter[str]({**dict.fromkeys(COUNTED, 0), **duels_of(played, own)}), Counter[str]()
    for one in state.characters:
        now = level(one)
        if now not in UNABLE:
            continue
        doer = felled.get(one.id, "")
        if one.id in own:
            counts[f"{now}_suffered"] += 1
            if now == DEAD and one.kind == "mook":
                counts.update(lost(one))
        elif one.side not in sides and doer in own:
            counts[f"{now}_caused"] += 1
            by[own[doer]] += 1
    return Score(dict(counts), dict(sorted(by.items())), ending=ending_of(played, sides))


def lost(one: Character) -> tuple[str, ...]:
    """What a dead Kaonashi counts as: one, and one of its group."""
    return ("kaonashi_lost", f"kaonashi_lost:{one.group_id}") if one.group_id else ("kaonashi_lost",)


def duels_of(played: FinishedMatch, own: Mapping[str, str]) -> dict[str, int]:
    """Whether it was a duel of somebody of one's own, whose, and whether that side has won it. [HAC-SCOPE-04]"""
    state: State = played.state
    duel, result = state.scene.duel, state.result
    ours = [name for name in duel.principals if name in own] if duel is not None else []
    won = int(result is not None and result.winner in {get(state, name).side for name in ours})
    counts = {"duels": int(bool(ours)), "duels_won": won}
    for principal in (get(state, name).called for name in ours):
        counts[f"duels:{principal}"] = 1
        if won:
            counts[f"duels_won:{principal}"] = 1
    return counts


def felled_by(events: Iterable[Any]) -> dict[str, str]:
    """By who has changed the level of the track who has done it; nobody where the GM has."""
    struck: dict[str, str] = {}
    felled: dict[str, str] = {}
    for event in events:
        if isinstance(event, ev.WoundsTaken):
            struck[event.character] = event.by
        elif isinstance(event, ev.Adjusted):
            struck.pop(event.figure, None)
        elif isinstance(event, ev.WoundLevelChanged):
            felled[event.character] = struck.get(event.character, "")
    return felled


def ending_of(played: FinishedMatch, sides: set[str]) -> Ending:
    """How a side has lost: it has surrendered or walked off, or it was beaten. [HAC-Q-27]"""
    state: State = played.state
    if state.result is None or state.result.winner is None or state.result.winner in sides:
        return ""
    ours = [one for one in state.characters if one.side in sides]
    history = (*played.before, *played.events)
    causes = {cause_of(history, one.id) for one in ours if one.left and level(one) not in UNABLE}
    if any(able(one) for one in ours):
        return "defeated"
    return "surrendered" if "surrendered" in causes else "fled" if "walked_off" in causes else "defeated"


def cause_of(events: Sequence[Event], name: str) -> str:
    """Why somebody has left; empty where they have not."""
    return next(
        (one.cause for one in reversed(events) if isinstance(one, ev.CharacterLeft) and one.character == name), ""
    )
