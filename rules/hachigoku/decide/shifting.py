"""How a Range changes, and all others that the triangle rule forces with it. [HAC-RANGE-07, HAC-RANGE-08]"""

from __future__ import annotations

from rules.hachigoku import events as ev
from rules.hachigoku.decide.rolling import HacRun
from rules.hachigoku.evolve import changed
from rules.hachigoku.questions import captives_of, effective_range, find, get, holds_on
from rules.hachigoku.state import Consequence, Pair, Ranges, State
from rules.hachigoku.tables import CLOSE, EXTREME, Cover


def shift(ranges: Ranges, mover: str, reference: str, by: int) -> tuple[Pair, ...]:
    """Every pair that is another when somebody goes `by` increments away from (below 0: toward) a reference."""
    now = ranges
    for _ in range(abs(by)):
        now = changed(now, _step(now, mover, reference, 1 if by > 0 else -1))
    return tuple(
        (mover, other, now.between(mover, other))
        for other in ranges.names
        if other != mover and now.between(mover, other) != ranges.between(mover, other)
    )


def _step(ranges: Ranges, mover: str, reference: str, by: int) -> list[Pair]:
    """One increment: the others stay unless the triangle forces them, and then change by the least."""
    there = min(EXTREME, max(CLOSE, ranges.between(mover, reference) + by))
    pairs = [(mover, reference, there)]
    for other in ranges.names:
        if other not in (mover, reference):
            beyond = ranges.between(reference, other)
            least, most = abs(there - beyond), min(EXTREME, there + beyond)
            pairs.append((mover, other, min(max(ranges.between(mover, other), least), most)))
    return pairs


def shift_range(run: HacRun, what: Consequence) -> None:
    """Somebody's Ranges change: `what` is the reference, `amount` increments, `note` the cause. [HAC-MOVE-11]"""
    changes = shift(run.state.ranges, what.who, what.what, what.amount)
    allowance = what.note in ("move", "crawl", "charge")
    run.emit(
        ev.RangeChanged(character=what.who, changes=changes, cause=what.note, allowance=allowance)  # type: ignore[arg-type]
    )
    if changes:
        leave_cover(run, what.who)
    part_holds(run, what.who)


def leave_cover(run: HacRun, name: str) -> None:
    """Who moves, up and down too, is in cover no more; what is nearby stays as the GM has set it. [HAC-MOVE-11]"""
    one = get(run.state, name)
    if one.cover != "none":
        run.emit(ev.CoverChanged(character=name, cover="none", nearby_cover=one.nearby_cover))


def part_holds(run: HacRun, name: str) -> None:
    """Who is no longer close to a captive holds them no more, but by a thrown weapon. [HAC-GRAP-08, HAC-MOVE-11]"""
    held = [(name, captive.id, effect.note) for captive, effect in captives_of(run.state, name)]
    held += [(effect.source, name, effect.note) for effect in holds_on(get(run.state, name))]
    for holder, captive, weapon in held:
        if effective_range(run.state, holder, captive) != CLOSE and not is_thrown(run.state, holder, weapon):
            run.emit(ev.HoldEnded(holder=holder, captive=captive, cause="left_close"))


def is_thrown(state: State, holder: str, weapon: str) -> bool:
    """Whether a hold is that of a thrown weapon. [HAC-Q-99]"""
    one = find(state, holder)
    return one is not None and any(each.name == weapon and each.kind == "thrown" for each in one.weapons)


# What else changes where somebody is


def change_height(run: HacRun, what: Consequence) -> None:
    """Somebody goes up (`amount` above 0) or down so many levels. [HAC-MOVE-04, HAC-MOVE-05]"""
    before = get(run.state, what.who).height
    after = max(0, before + what.amount)
    if after != before:
        run.emit(ev.HeightChanged(character=what.who, before=before, after=after))
        leave_cover(run, what.who)
        part_holds(run, what.who)


def stand_up(run: HacRun, what: Consequence) -> None:
    """[HAC-MOVE-03]"""
    run.emit(ev.StoodUp(character=what.who))


def change_cover(run: HacRun, what: Consequence) -> None:
    """Somebody is now in the cover `what`. [HAC-Q-61]"""
    one = get(run.state, what.who)
    cover: Cover = what.what  # type: ignore[assignment]  # named by us
    run.emit(ev.CoverChanged(character=one.id, cover=cover, nearby_cover=one.nearby_cover))
