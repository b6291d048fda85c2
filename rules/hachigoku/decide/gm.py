"""What the GM does between Actions and beside them, and what needs no question. [HAC-RANGE-09, HAC-Q-27, HAC-Q-95]

What changes who can act ends in `moments.review`: who can act no more is not asked any more.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from rules.hachigoku import commands as co, events as ev
from rules.hachigoku.checks import GM_ORDER, check_fighter, check_number, check_range_entry, inconsistent
from rules.hachigoku.decide import ending, leaving, moments
from rules.hachigoku.decide.conditions import GROUND, clear_condition, end_holds_of, set_condition
from rules.hachigoku.decide.holding import check_holds
from rules.hachigoku.decide.outcomes import APPLY
from rules.hachigoku.decide.rolling import HacRun
from rules.hachigoku.decide.shifting import part_holds
from rules.hachigoku.decide.wounds import fall_out, lose_all_dice
from rules.hachigoku.evolve import changed
from rules.hachigoku.questions import HELD, UNABLE, able, find, get, has, level, track_of, weapon_named
from rules.hachigoku.refusals import refused
from rules.hachigoku.roster import Fighter
from rules.hachigoku.state import Character, Consequence, Moment, Pair, Ranges, Setup, State
from rules.hachigoku.tables import CLOSE, EXTREME, NEAR, RANGES
from rules.kernel.adjust import adjusted
from rules.kernel.asks import GM
from rules.kernel.labels import beyond_bounds
from rules.kernel.messages import Command
from rules.kernel.reading import picked

Orders: TypeAlias = Mapping[type[Command], Callable[[HacRun, Any], None]]


def check_between_actions(run: HacRun, rule: str) -> None:
    """Refuse what would change the ground under Actions that are committed or under way. [HAC-RANGE-09, HAC-END-02]"""
    if not isinstance(run.agenda[-1], Setup | Moment):
        message = "Actions are committed or under way."
        raise refused("action_under_way", message, rule, hint="Wait until it is over.")


def check_numbers(order: Command) -> None:
    for field, bounds in beyond_bounds(order):
        message = f"It is {bounds.low} to {bounds.high}."
        raise refused("out_of_bounds", message, bounds.rule, field=field, hint="Give another number.")


# Before the first round


def set_ambush(run: HacRun, order: co.SetAmbush) -> None:
    """Who lies in wait, and who has noticed it. [HAC-AMB-01, HAC-Q-44]"""
    if run.state.round:
        message = "An ambush is laid before the first round."
        raise refused("ambush_too_late", message, "HAC-AMB-01", hint="Set conditions instead.")
    if not order.ambushers:
        raise refused("nothing_to_do", "Name who lies in ambush.", "HAC-AMB-01", field="ambushers")
    for field in ("ambushers", "detected_by"):
        for name in getattr(order, field):
            get(run.state, name, field)
    run.emit(ev.AmbushSet(ambushers=order.ambushers, detected_by=order.detected_by))


# Where everybody is


def set_range(run: HacRun, order: co.SetRange) -> None:
    """Pairs are so far from each other, if the triangle rule allows it. [HAC-RANGE-09, HAC-RANGE-03, HAC-RANGE-10]"""
    check_between_actions(run, "HAC-RANGE-09")
    if not order.ranges:
        raise refused("nothing_to_do", "Name two, and the Range between them.", "HAC-RANGE-09", field="ranges")
    names = run.state.ranges.names
    changes = []
    for place, (one, other, step) in enumerate(order.ranges):
        entry = (one, other, step_of(step, f"ranges[{place}]"))
        check_range_entry(GM_ORDER, entry, names, f"ranges[{place}]")
        changes.append(entry)
    check_triangles(changed(run.state.ranges, changes), "ranges")
    run.emit(ev.RangesSet(changes=tuple(changes), reason=order.reason))
    for name in dict.fromkeys(one for pair in changes for one in pair[:2]):
        if any(one.id == name for one in run.state.characters):
            part_holds(run, name)


def step_of(step: int | str, field: str) -> int:
    """A Range by its step or its name; those beyond a Skirmish are refused. [HAC-RANGE-01, HAC-RANGE-10]"""
    if isinstance(step, int):
        return step
    if step not in RANGES:
        message = f"{step!r} is no Range of a Skirmish."
        hint = f"Name one of {', '.join(RANGES)}."
        raise refused("not_supported", message, "HAC-RANGE-10", field=field, hint=hint)
    return RANGES.index(step)


def check_triangles(ranges: Ranges, field: str) -> None:
    """[HAC-RANGE-03]"""
    found = inconsistent(ranges)
    if found is not None:
        one, middle, other = found
        message = f"{one} and {other} are farther apart than by way of {middle}."
        hint = f"Set all three Ranges: {', '.join(found)}."
        raise refused("ranges_inconsistent", message, "HAC-RANGE-03", field=field, hint=hint)


def set_cover(run: HacRun, order: co.SetCover) -> None:
    """The cover that somebody is in, or near to. [HAC-Q-60, HAC-MOVE-11]"""
    check_between_actions(run, "HAC-Q-60")
    one = get(run.state, order.character)
    if order.against:
        cover_against(run, one, order)
        return
    cover = one.cover if order.cover is None else order.cover
    nearby = one.nearby_cover if order.nearby_cover is None else order.nearby_cover
    if (cover, nearby, one.cover_lost) == (one.cover, one.nearby_cover, False):
        raise refused("nothing_to_do", f"{one.called} has that cover.", "HAC-Q-60", field="cover")
    run.emit(ev.CoverChanged(character=one.id, cover=cover, nearby_cover=nearby, reason=order.reason))


def cover_against(run: HacRun, one: Character, order: co.SetCover) -> None:
    """Cover that is another against some; that which holds anyway ends it. [HAC-Q-60]"""
    if order.cover is None or order.nearby_cover is not None:
        field = "cover" if order.cover is None else "nearby_cover"
        message, hint = "Against enemies only the cover itself differs.", "Give the cover, and nothing nearby."
        raise refused("nothing_to_do", message, "HAC-Q-60", field=field, hint=hint)
    for name in order.against:
        foe = get(run.state, name, "against")
        if foe.side == one.side:
            message, hint = f"{foe.called} is no enemy of {one.called}.", "Name characters of other sides."
            raise refused("illegal_targets", message, "HAC-Q-60", field="against", hint=hint)
    changes = [name for name in order.against if one.cover_against.get(name, one.cover) != order.cover]
    if not changes:
        raise refused("nothing_to_do", f"{one.called} has that cover against them.", "HAC-Q-60", field="cover")
    for name in dict.fromkeys(changes):
        set_to = ev.CoverAgainstSet(character=one.id, enemy=name, cover=order.cover, reason=order.reason)
        run.emit(set_to)


def fall(run: HacRun, order: co.Fall) -> None:
    """Somebody falls against their will, even a single level. [HAC-FALL-06, HAC-FALL-08]"""
    check_between_actions(run, "HAC-FALL-06")
    check_numbers(order)
    one = get(run.state, order.character)
    down = min(order.levels, one.height)
    if down:
        APPLY["height"](run, Consequence(kind="height", who=one.id, amount=-down))
    what = "soft" if order.soft else ""
    APPLY["fall"](run, Consequence(kind="fall", who=one.id, what=what, amount=order.levels))


# What is the matter with somebody

ADJUSTED = ("figure", "field", "before", "after", "reason")


def condition(run: HacRun, order: co.SetCondition) -> None:
    """Given, or ended. [HAC-Q-95, HAC-KO-02, HAC-STUN-03]"""
    check_between_actions(run, "HAC-Q-95")
    one = get(run.state, order.character)
    if order.source:
        get(run.state, order.source, "source")
    there = has(one, order.condition)
    if order.ended:
        if not there:
            raise refused("nothing_to_do", f"{one.called} is not so.", "HAC-Q-95", field="condition")
        clear_condition(run, one.id, order.condition, order.reason or "gm")
        return
    if any(each.name == order.condition and each.source == order.source for each in one.conditions):
        raise refused("nothing_to_do", f"{one.called} is so already.", "HAC-Q-95", field="condition")
    if order.condition in HELD:
        check_holds(run.state, order.source, one.id, "source")
    set_condition(run, one.id, order.condition, "HAC-Q-95", source=order.source)
    if order.condition == "unconscious":
        lose_all_dice(run, one.id, "unconscious")
    if order.condition in ("unconscious", "stunned"):
        end_holds_of(run, one.id)
    moments.review(run)


def adjust(run: HacRun, order: co.Adjust) -> None:
    """A field of a character; Wounds have all that they bring. [HAC-Q-97, HAC-WOUND-05]"""
    check_between_actions(run, "HAC-Q-97")
    one = get(run.state, order.figure, "figure")
    check_wounds(one, order)
    before = level(one)
    set_to = adjusted(one, order, "HAC-Q-97")
    run.emit(ev.Adjusted(**picked(set_to, *ADJUSTED)))
    now = level(get(run.state, one.id))
    if now != before:
        run.emit(ev.WoundLevelChanged(character=one.id, before=before, after=now))  # type: ignore[arg-type]
        if now in UNABLE and before not in UNABLE:
            fall_out(run, one.id, now)
    part_holds(run, one.id)
    moments.review(run)


def check_wounds(one: Character, order: co.Adjust) -> None:
    """No more Wounds than the track has. [HAC-WOUND-07, HAC-Q-51]"""
    most = track_of(one).most
    if order.field == "wounds" and isinstance(order.value, int) and order.value > most:
        message = f"{one.called} is dead with {most} Wounds."
        raise refused("out_of_bounds", message, "HAC-Q-51", field="value", hint=f"Give {most} at most.")


def grant_honor(run: HacRun, order: co.GrantHonor) -> None:
    """[HAC-Q-43]"""
    check_numbers(order)
    one = get(run.state, order.character)
    run.emit(ev.HonorGranted(character=one.id, points=order.points, reason=order.reason))


def return_weapon(run: HacRun, order: co.ReturnWeapon) -> None:
    """Who has taken it has it no more. [HAC-DISARM-03]"""
    check_between_actions(run, "HAC-DISARM-03")
    one = get(run.state, order.character)
    weapon = weapon_named(one, order.weapon)
    if not weapon.lost:
        message, hint = f"{one.called} has not lost it.", "Name a weapon that is lost."
        raise refused("nothing_to_do", message, "HAC-DISARM-03", field="weapon", hint=hint)
    holder = find(run.state, weapon.lost)
    for each in () if holder is None else holder.weapons:
        if each.taken_from == one.id and not each.lost and (each.skill, each.damage) == (weapon.skill, weapon.damage):
            APPLY["disarmed"](run, Consequence(kind="disarmed", who=weapon.lost, what=each.name, note=GROUND))
            break
    run.emit(ev.WeaponReturned(character=one.id, weapon=weapon.name, reason=order.reason))


def next_scene(run: HacRun, order: co.NextScene) -> None:
    """Who was knocked out and appears in it comes round; with no names all do. [HAC-KO-02]"""
    check_between_actions(run, "HAC-KO-02")
    names = order.characters or tuple(one.id for one in run.state.characters)
    for name in names:
        get(run.state, name, "characters")
    run.emit(ev.SceneChanged(reason=order.reason))
    for name in names:
        clear_condition(run, name, "unconscious", "scene")


def rule_on(run: HacRun, order: co.GmRuling) -> None:
    """[HAC-ACT-03]"""
    run.emit(ev.GmRuled(text=order.text, reason=order.reason))


# Who comes and goes


def join(run: HacRun, order: co.Join) -> None:
    """Somebody joins; they roll Action Dice from the next round on. [HAC-INIT-18, HAC-SCOPE-02]"""
    check_between_actions(run, "HAC-INIT-18")
    state, fighter = run.state, order.fighter
    check_number(GM_ORDER, state.entered + 1)
    check_fighter(GM_ORDER, fighter, "fighter")
    if fighter.id in state.ranges.names:
        raise refused("already_there", f"{fighter.id} is there.", "HAC-INIT-18", field="fighter.id", hint="Another id.")
    if fighter.side not in {side.id for side in state.sides}:
        hint = f"Name one of {', '.join(side.id for side in state.sides)}."
        raise refused("unknown_side", f"There is no {fighter.side!r}.", "HAC-INIT-18", field="fighter.side", hint=hint)
    new = Character(**picked(fighter, *Fighter.__struct_fields__))
    ranges = with_newcomer(state, new, order.ranges)
    check_triangles(ranges, "ranges")
    run.emit(ev.CharacterJoined(character=new.id, fighter=new, ranges=ranges))


def with_newcomer(state: State, new: Character, given: Sequence[Pair]) -> Ranges:
    """All Ranges with a newcomer: as given, and else no farther than those lead to. [HAC-RANGE-02]

    Without any, the newcomer is close to the first of their own side who is there, or near to the first of all.
    """
    old, place = state.ranges, len(state.characters)
    names = (*old.names[:place], new.id, *old.names[place:])
    for number, entry in enumerate(given):
        check_range_entry(GM_ORDER, entry, names, f"ranges[{number}]")
    known = {other if one == new.id else one: step for one, other, step in given if new.id in (one, other)}
    if not known:
        own = [one.id for one in state.characters if one.side == new.side and not one.left]
        known = {own[0]: CLOSE} if own else {old.names[0]: NEAR}
    changes = []
    for name in old.names:
        led = min(EXTREME, *(step + old.between(by, name) for by, step in known.items()))
        changes.append((new.id, name, known.get(name, led)))
    rows = ["0" * len(names) if name == new.id else widened(old, name, place) for name in names]
    return changed(Ranges(names, tuple(rows)), changes)


def widened(ranges: Ranges, name: str, place: int) -> str:
    """The row of somebody with a place for a newcomer."""
    row = ranges.rows[ranges.names.index(name)]
    return f"{row[:place]}0{row[place:]}"


def leave(run: HacRun, order: co.Leave) -> None:
    """Somebody surrenders, or is taken out. [HAC-Q-27]"""
    check_between_actions(run, "HAC-Q-27")
    one = get(run.state, order.character)
    if one.left:
        raise refused("nothing_to_do", f"{one.called} has left.", "HAC-Q-27", field="character")
    cause = "gm" if run.by == GM else "surrendered"
    leaving.leave(run, Consequence(kind="leave", who=one.id, what=cause, note=order.reason))
    moments.review(run)


def minor(run: HacRun, order: co.MinorAction) -> None:
    """What costs nothing: any number. [HAC-MOVE-07, HAC-Q-40]"""
    one = get(run.state, order.character)
    if one.left or level(one) in ("out", "dead") or has(one, "unconscious"):
        raise refused("cannot_act", f"{one.called} cannot even talk.", "HAC-MOVE-07", field="character")
    run.emit(ev.MinorActionDone(character=one.id, text=order.text))


# The end


def end_skirmish(run: HacRun, order: co.EndSkirmish) -> None:
    """The GM ends it; a side agrees, and when all who can act have, it ends. [HAC-END-02, HAC-END-04]"""
    check_between_actions(run, "HAC-END-02")
    if run.by == GM:
        end_by_gm(run, order)
        return
    state, seat = run.state, run.by
    fighting = {side.seat for side in state.sides if any(able(one) for one in state.characters if one.side == side.id)}
    if order.winner:
        message = "The GM names a winner."
        raise refused("gm_only", message, "HAC-END-04", field="winner", hint="Leave the winner out.")
    if seat not in fighting:
        message = "Nobody of yours can act."
        raise refused("cannot_act", message, "HAC-END-02", field="by", hint="The others go on, or end it.")
    if seat in state.agreed:
        raise refused("nothing_to_do", "You have agreed to end it.", "HAC-END-02", field="by")
    run.emit(ev.EndProposed(seat=seat))
    if fighting <= set(run.state.agreed):
        ending.end(run, "agreed", reason=order.reason)


def end_by_gm(run: HacRun, order: co.EndSkirmish) -> None:
    """With a winner, or a draw. [HAC-END-04]"""
    sides = [side.id for side in run.state.sides]
    if order.winner and order.winner not in sides:
        message = f"There is no side {order.winner!r}."
        hint = f"Name one of {', '.join(sides)}."
        raise refused("unknown_side", message, "HAC-END-04", field="winner", hint=hint)
    ending.end(run, "gm", order.winner or None, order.reason)


ORDERS: Orders = {
    co.SetAmbush: set_ambush,
    co.SetRange: set_range,
    co.SetCover: set_cover,
    co.SetCondition: condition,
    co.Adjust: adjust,
    co.Fall: fall,
    co.Join: join,
    co.GrantHonor: grant_honor,
    co.ReturnWeapon: return_weapon,
    co.NextScene: next_scene,
    co.GmRuling: rule_on,
}
"""What only a GM may give."""
ANYBODYS: Mapping[type[Command], Callable[[HacRun, Any], None]] = {
    co.MinorAction: minor,
    co.Leave: leave,
    co.EndSkirmish: end_skirmish,
}
"""What players give without being asked."""
