"""An entrant leaves, withdrawn or expelled: what becomes of its fixtures of a stage, and how that is undone.

The policy (of the tournament's rules, or another one that is named) decides on every fixture of the entrant. All of it
is one list of changes, each with what was before, so that applying and undoing are exact.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from rules.kernel.errors import Refused
from rules.kernel.reading import JsonField, says_something
from tournaments.domain.discipline.house_rules import DisciplineRules, Policy
from tournaments.domain.discipline.words import counted, day, number

LEAVING = "KERNEL-TOUR-93"
UNDOING = "KERNEL-TOUR-94"
REPLACING = "KERNEL-TOUR-95"
PLAYED = ("played", "draw_agreed", "abandoned")
"""The kinds of results that count as matches of who leaves, when the half is counted."""
BY_ENTRANT = ("places", "scores", "counts")

Form: TypeAlias = Literal["table", "bracket", "swiss"]
"""Table: everybody meets everybody. Bracket: who meets whom follows from results."""
Applied: TypeAlias = Literal["void_all", "keep_and_forfeit", "results_stand", "replace", "frozen"]
What: TypeAlias = Literal["void", "forfeit", "double_forfeit", "struck", "replaced"]
WHAT: Mapping[What, str] = {
    "void": "void",
    "forfeit": "forfeited",
    "double_forfeit": "forfeited by both",
    "struck": "played without the entrant",
    "replaced": "taken over",
}


class StageFixture(NamedTuple):
    """A fixture as leaving looks at it. `sides` are entrants, empty where nobody is known yet.

    `result` is its result as plain JSON, with at least a `kind`, and its parts by entrant (`BY_ENTRANT`), where it has
    them; None: it has none. `live`: a battle of it is being fought.
    """

    id: str
    sides: tuple[str, ...]
    result: JsonField | None = None
    bye: bool = False
    published: bool = True
    live: bool = False


class StageFixtures(NamedTuple):
    """A stage as leaving looks at it: `entrants` take part, those `gone` have left before, `frozen`: it is finished."""

    id: str
    form: Form
    fixtures: Sequence[StageFixture]
    entrants: Sequence[str]
    gone: Sequence[str] = ()
    frozen: bool = False


class Departure(NamedTuple):
    """Who leaves, how, on which day, why. `policy` None: that of the rules. `replacement`: who comes instead."""

    entrant: str
    how: Literal["withdrawn", "expelled"]
    day: str
    reason: str
    policy: Policy | None = None
    replacement: str = ""


class FixtureChange(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """What leaving makes of a fixture: its sides and its result before and after."""

    fixture: str
    what: What
    old_sides: tuple[str, ...]
    sides: tuple[str, ...]
    old: JsonField | None = None
    new: JsonField | None = None


class Leaving(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """An entrant has left a stage: by which policy, why that one, and all that changes.

    `left_open`: fixtures that still name it, to be decided once the opponent is known, or to be paired anew.
    """

    entrant: str
    stage: str
    how: Literal["withdrawn", "expelled"]
    day: str
    reason: str
    applied: Applied
    why: str
    replacement: str = ""
    changes: tuple[FixtureChange, ...] = ()
    left_open: tuple[str, ...] = ()


def leave(rules: DisciplineRules, stage: StageFixtures, departure: Departure) -> Leaving:
    """All that becomes of the fixtures of who leaves, in the order of the stage; refused where it cannot leave so."""
    own = [one for one in stage.fixtures if departure.entrant in one.sides]
    _check(stage, departure, own)
    applied, why = _policy(rules, stage, departure, own)
    changes: list[FixtureChange] = []
    left_open: list[str] = []
    for one in own:
        change = _CHANGES[applied](rules, stage, departure, one)
        if change is not None:
            changes.append(change)
        elif one.result is None and applied != "frozen":
            left_open.append(one.id)
    return Leaving(
        entrant=departure.entrant,
        stage=stage.id,
        how=departure.how,
        day=departure.day,
        reason=departure.reason,
        applied=applied,
        why=why,
        replacement=departure.replacement,
        changes=tuple(changes),
        left_open=tuple(left_open),
    )


def applied_to(fixtures: Iterable[StageFixture], leaving: Leaving) -> tuple[StageFixture, ...]:
    """The fixtures after somebody has left."""
    changes = {one.fixture: one for one in leaving.changes}
    return tuple(
        one._replace(sides=changes[one.id].sides, result=changes[one.id].new) if one.id in changes else one
        for one in fixtures
    )


def undone_from(fixtures: Iterable[StageFixture], leaving: Leaving) -> tuple[StageFixture, ...]:
    """The fixtures as if nobody had left; refused where one of them has changed since."""
    changes = {one.fixture: one for one in leaving.changes}
    found = []
    for one in fixtures:
        change = changes.get(one.id)
        if change is None:
            found.append(one)
        elif (one.sides, one.result) != (change.sides, change.new):
            message = f"Fixture {one.id} has changed since {leaving.entrant} left."
            hint = "Undo first what has changed it: a later result, or somebody else who left."
            raise Refused("changed_since", message, UNDOING, field="entrant", hint=hint)
        else:
            found.append(one._replace(sides=change.old_sides, result=change.old))
    return tuple(found)


def struck_out(leaving: Leaving, names: Mapping[str, str] | None = None) -> str:
    """What stands beside the struck-out name: "Withdrawn on 1 May 2026: moved away. …"."""
    instead = (names or {}).get(leaving.replacement, leaving.replacement)
    replaced = f" Replaced by {instead}." if instead else ""
    return f"{leaving.how.capitalize()} on {day(leaving.day)}: {leaving.reason.rstrip('.')}.{replaced} {leaving.why}"


# Which policy


def _check(stage: StageFixtures, departure: Departure, own: Sequence[StageFixture]) -> None:
    if not says_something(departure.reason):
        raise _bad("reason_wanted", "Leaving needs its reason.", "reason", "Say why.")
    if departure.entrant in stage.gone:
        raise _bad("has_left", "This entrant has left already.", "entrant", "Undo its leaving first.")
    if departure.entrant not in stage.entrants:
        raise _bad("unknown_entrant", "This entrant is not in the stage.", "entrant", "Name one that takes part.")
    live = next((one.id for one in own if one.live), None)
    if live is not None and not stage.frozen:
        hint = "Let it be played to its end, or abandon it."
        message = f"A battle of fixture {live} is being fought."
        raise Refused("fixture_in_play", message, LEAVING, field="entrant", hint=hint)
    if departure.replacement in (*stage.entrants, *stage.gone):
        message, hint = "A replacement must not have taken part in the stage.", "Name another entrant."
        raise Refused("already_entered", message, REPLACING, field="replacement", hint=hint)
    if departure.replacement and departure.policy is not None:
        message, hint = "With a replacement nothing is void or forfeited.", "Leave the policy or the replacement out."
        raise Refused("bad_value", message, REPLACING, field="policy", hint=hint)
    if stage.form == "bracket" and departure.policy == "void_all":
        hint = "Let its results stand, and have it forfeit the rest."
        raise _bad("winner_wanted", "A bracket needs the winners of its matches.", "policy", hint)


def _policy(
    rules: DisciplineRules, stage: StageFixtures, departure: Departure, own: Sequence[StageFixture]
) -> tuple[Applied, str]:
    """The policy that applies, and why; the half is counted where everybody meets everybody."""
    if stage.frozen:
        return "frozen", "The stage is finished: its table stays as it is."
    if departure.replacement:
        taken = "all its matches" if rules.replacement == "all" else "the matches not yet played"
        return "replace", f"The replacement takes over {taken}."
    policy = departure.policy or rules.leaving
    if stage.form == "bracket":
        return "keep_and_forfeit", "In a bracket results stand, and the rest is forfeited."
    if policy == "by_half":
        return _by_half(stage, own)
    return policy, {
        "void_all": "All its results are void.",
        "keep_and_forfeit": "Its results stand, and the rest is forfeited.",
        "results_stand": "Its results stand, and it is not paired again.",
    }[policy]


def _by_half(stage: StageFixtures, own: Sequence[StageFixture]) -> tuple[Applied, str]:
    if stage.form == "swiss":
        return "results_stand", "Its results stand, and it is not paired again."
    count = [one for one in own if not one.bye and _kind(one) != "void"]
    played = sum(_kind(one) in PLAYED for one in count)
    told = f"{number(played).capitalize()} of {counted(len(count), 'match', 'matches')} played,"
    if 2 * played < len(count):
        return "void_all", f"{told} fewer than half: all its results are void."
    return "keep_and_forfeit", f"{told} at least half: they stand, and the rest is forfeited."


# What becomes of a fixture


def _void(
    rules: DisciplineRules, stage: StageFixtures, departure: Departure, one: StageFixture
) -> FixtureChange | None:
    if _kind(one) == "void":
        return None
    if len(one.sides) > 2:
        return _struck(departure, one)
    return _change(one, "void", one.sides, {"kind": "void", **_said(departure)})


def _forfeit(
    rules: DisciplineRules, stage: StageFixtures, departure: Departure, one: StageFixture
) -> FixtureChange | None:
    """What has a result keeps it; against who is not known yet nothing is decided."""
    if one.result is not None:
        return None
    if len(one.sides) > 2:
        return _struck(departure, one)
    opponent = next((side for side in one.sides if side != departure.entrant), "")
    if not opponent:
        return None
    if opponent in stage.gone:
        return _change(one, "double_forfeit", one.sides, {"kind": "double_forfeit", **_said(departure)})
    places = {opponent: 1, departure.entrant: 2}
    return _change(one, "forfeit", one.sides, {"kind": "forfeit", "places": places, **_said(departure)})


def _stand(
    rules: DisciplineRules, stage: StageFixtures, departure: Departure, one: StageFixture
) -> FixtureChange | None:
    return _forfeit(rules, stage, departure, one) if one.published else None


def _replace(
    rules: DisciplineRules, stage: StageFixtures, departure: Departure, one: StageFixture
) -> FixtureChange | None:
    if one.result is not None and rules.replacement != "all":
        return None
    names = {side: departure.replacement if side == departure.entrant else side for side in one.sides}
    return _change(one, "replaced", tuple(names.values()), _by_entrant(one.result, names))


def _nothing(
    rules: DisciplineRules, stage: StageFixtures, departure: Departure, one: StageFixture
) -> FixtureChange | None:
    return None


_CHANGES = {
    "void_all": _void,
    "keep_and_forfeit": _forfeit,
    "results_stand": _stand,
    "replace": _replace,
    "frozen": _nothing,
}


def _struck(departure: Departure, one: StageFixture) -> FixtureChange:
    """Of a fixture of several sides: the others play it, or have played it, without who leaves, and close up."""
    sides = tuple(side for side in one.sides if side != departure.entrant)
    result = _by_entrant(one.result, {side: side for side in sides})
    places = result and result.get("places")
    if result and places:
        closed = {side: 1 + sum(other < place for other in places.values()) for side, place in places.items()}
        result = {**result, "places": closed}
    return _change(one, "struck", sides, result)


def _by_entrant(result: JsonField | None, names: Mapping[str, str]) -> JsonField | None:
    """A result with its parts by entrant under the new `names`, and without those that have none."""
    if result is None:
        return None
    parts = ((key, result[key]) for key in BY_ENTRANT if key in result)
    return result | {key: {names[side]: by[side] for side in by if side in names} for key, by in parts}


def _said(departure: Departure) -> JsonField:
    return {"decided": "policy", "note": f"{departure.how.capitalize()}: {departure.reason}"}


def _change(one: StageFixture, what: What, sides: tuple[str, ...], new: JsonField | None) -> FixtureChange:
    return FixtureChange(fixture=one.id, what=what, old_sides=one.sides, sides=sides, old=one.result, new=new)


def _kind(one: StageFixture) -> str:
    return "" if one.result is None else str(one.result["kind"])


def _bad(code: str, message: str, field: str, hint: str) -> Refused:
    return Refused(code, message, LEAVING, field=field, hint=hint)
