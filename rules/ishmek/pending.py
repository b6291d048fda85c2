"""Who must decide what: the top frame of the agenda as asks. One function a decision point of the catalogue."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.ishmek.decide import pushes
from rules.ishmek.decide.contests import defence_abilities
from rules.ishmek.decide.deeds import casts_as_bonus
from rules.ishmek.decide.driver import decider
from rules.ishmek.decide.turns import back_wall, least_to_place, next_to_place
from rules.ishmek.decide.windows import reaction_names
from rules.ishmek.questions import (
    ABILITIES,
    ability_mod,
    allowance_squares,
    get,
    movement_left,
    ready,
)
from rules.ishmek.state import (
    Adjudication,
    BounceChoice,
    Contest,
    Forced,
    Go,
    Placing,
    Player,
    PushChoice,
    State,
    TurnFrame,
)
from rules.kernel.agenda import Window
from rules.kernel.ruleset import GM, Ask, Pending

TRIGGER_TEXT = {
    "player_moved": "{about} has moved one square.",
    "orb_launched": "The {about} orb has been launched.",
    "orb_moved": "The {about} orb has moved one square.",
    "orb_landed": "The {about} orb has come down.",
    "control_tried": "Somebody has tried to control the {about} orb.",
}


def pending(state: State) -> Pending:
    """Who must decide what; nothing once the match is over."""
    if state.result is not None or not state.agenda:
        return Pending()
    top = state.agenda[-1]
    ask = _ASKS.get(type(top))
    return Pending() if ask is None else Pending(tuple(ask(state, top)))


def asked(state: State) -> str:
    """The seat of the first ask of `pending`, "" when there is none; without listing what may be answered."""
    if state.result is not None or not state.agenda:
        return ""
    top = state.agenda[-1]
    seat = _SEATS.get(type(top))
    if seat is not None:
        return seat(state, top)
    name = decider(state)
    return name if name in ("", GM) else get(state, name).team


def _picking(state: State, frame: TurnFrame) -> list[Ask]:
    side = frame.next_team
    if frame.stage != "pick" or side is None:
        return []
    options = {"players": [player.id for player in ready(state, side)]}
    return [Ask(seat=side, kind="pick", rule="ISH-INIT-02", why="Name the player who goes next.", options=options)]


def _placing(state: State, frame: Placing) -> list[Ask]:
    asks = []
    for side in next_to_place(state, frame):
        options: dict[str, Any] = {
            "players": list(frame.players[side]),
            "squares": [list(square) for square in back_wall(state, side)],
            "count": frame.limit[side],
            "least": least_to_place(frame, side),
        }
        if bench := frame.bench.get(side):
            options["bench"] = list(bench)
        why = "Place the team on its back wall." if frame.fresh else "Place who comes back."
        asks.append(Ask(seat=side, kind="place", rule="ISH-START-01", why=why, options=options))
    return asks


def _go(state: State, frame: Go) -> list[Ask]:
    player = get(state, frame.player)
    options = {
        "movement_left": 0 if player.move_roll == "lost" else movement_left(state, player),
        "allowance": allowance_squares(state, player),
        "slots": [slot for slot in ("action", "reaction", "bonus") if _has_slot(player, slot)],
        "used_names": list(player.used_names),
    }
    why = f"It is {_named(player)}'s go."
    return [Ask(seat=player.team, player=player.id, kind="go", rule="ISH-ECON-01", why=why, options=options)]


def _named(player: Player) -> str:
    return player.name or player.id


def _has_slot(player: Player, slot: str) -> bool:
    """Whether a slot is left; a Bonus Action needs a source that grants it."""
    if slot == "bonus" and not any(source.uses != 0 for source in player.bonus_sources) and not casts_as_bonus(player):
        return False
    return not getattr(player, f"{slot}_used")


def _window(state: State, frame: Window) -> list[Ask]:
    about = _named(get(state, frame.about)) if frame.trigger == "player_moved" else frame.about
    why = TRIGGER_TEXT[frame.trigger].format(about=about)
    agenda = state.agenda[:-1]
    return [
        Ask(
            seat=(player := get(state, waiting)).team,
            player=waiting,
            kind="window",
            rule=frame.rule,
            why=why,
            options={"reactions": list(reaction_names(state, agenda, player, frame))},
            default={"type": "pass", "player": waiting},
            window=True,
        )
        for waiting in frame.waiting
    ]


def _effort_options(player: Player, allowed: tuple[Any, ...]) -> dict[str, Any]:
    return {
        "abilities": [ability for ability in allowed if ability_mod(player, ability) is not None],
        "burns": [0, 2, 4, 6, 8],
    }


def _contest(state: State, frame: Contest) -> list[Ask]:
    target = get(state, frame.target)
    options = {**_effort_options(target, defence_abilities(frame)), "against": frame.actor, "contest": frame.kind}
    default = {"type": "defend", "player": target.id}
    what = "seize the orb" if frame.kind == "seize" else "push or pull"
    why = f"{_named(get(state, frame.actor))} tries to {what}: choose the defence of {_named(target)}."
    return [
        Ask(
            seat=target.team,
            player=target.id,
            kind="defend",
            rule="ISH-Q-37",
            why=why,
            options=options,
            default=default,
        )
    ]


def _push_choice(state: State, frame: PushChoice) -> list[Ask]:
    mover, moved = pushes.chooser(frame)
    at = get(state, moved).at or (1, 1)
    names = list(pushes.options(state, frame))
    options: dict[str, Any] = {
        "options": names,
        "moved": moved,
        "margin": frame.margin,
        "squares": pushes.earned_squares(state, frame.margin),
        "push_squares": [list(s) for s in pushes.push_squares(state, mover, moved, at)],
        "pull_squares": [list(s) for s in pushes.pull_squares(state, mover, moved, at)],
    }
    if "floor" in names:
        options["floor_squares"] = [list(at), *(list(s) for s in pushes.floor_squares(state, moved))]
    default = {"type": "choose", "player": mover, "option": "push" if frame.margin >= 0 else "leave"}
    rule = "ISH-PUSH-09" if frame.margin < 0 else "ISH-PUSH-04" if "floor" in names else "ISH-PUSH-02"
    return [
        Ask(
            seat=get(state, mover).team,
            player=mover,
            kind="choose",
            rule=rule,
            why=f"The push is decided by {frame.margin:+d}: what becomes of {_named(get(state, moved))}?",
            options=options,
            default=default,
        )
    ]


def _forced(state: State, frame: Forced) -> list[Ask]:
    holder = get(state, frame.holder)
    spells = (
        [] if frame.free else [s.name for s in holder.spells_l1 if s.casting_time == "reaction" and holder.slots_l1 > 0]
    )
    options = {
        **_effort_options(holder, ABILITIES),
        "dc": frame.dc,
        "orb": frame.orb,
        "free": frame.free,
        "spells": spells,
    }
    default = {"type": "forced_control", "player": holder.id}
    why = f"Roll Control at DC {frame.dc} to keep the {frame.orb} orb."
    return [
        Ask(
            seat=holder.team,
            player=holder.id,
            kind="forced_control",
            rule=frame.rule,
            why=why,
            options=options,
            default=default,
        )
    ]


def _adjudication(state: State, frame: Adjudication) -> list[Ask]:
    options = {"player": frame.player, "spell": frame.spell, "dismissal": frame.dismissal}
    why = f"{_named(get(state, frame.player))} has cast {frame.spell}: what comes of it?"
    rule = "ISH-SPELL-04" if frame.dismissal else "ISH-SPELL-03"
    return [Ask(seat=GM, kind="adjudicate", rule=rule, why=why, options=options, default={"type": "pass"})]


def _bounce(state: State, frame: BounceChoice) -> list[Ask]:
    options = {"squares": [list(square) for square in frame.squares]}
    default = {"type": "choose_bounce", "square": list(frame.squares[0])}
    why = "A diagonal scatter met the wall: where does the orb end?"
    return [Ask(seat=GM, kind="bounce", rule="ISH-Q-33", why=why, options=options, default=default)]


_ASKS: dict[type[Any], Callable[[State, Any], list[Ask]]] = {
    TurnFrame: _picking,
    Placing: _placing,
    Go: _go,
    Window: _window,
    Contest: _contest,
    PushChoice: _push_choice,
    Forced: _forced,
    Adjudication: _adjudication,
    BounceChoice: _bounce,
}

_SEATS: dict[type[Any], Callable[[State, Any], str]] = {
    TurnFrame: lambda _state, frame: frame.next_team or "" if frame.stage == "pick" else "",
    Placing: lambda state, frame: next(iter(next_to_place(state, frame)), ""),
    Window: lambda state, frame: get(state, frame.waiting[0]).team,
}
"""Who is asked first where it is not the one that `decider` names."""
