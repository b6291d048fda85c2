"""The GM's hand in Ishmêk: effects, umpire calls, dismissals, forfeits. Each leaves its reason on record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, get_args

from matches.errors import Unreadable
from matches.pages.boards.base import Command, Field, Form, Situation
from matches.pages.boards.ishmek.narration import FOUL, Names
from rules.ishmek.checks import BY_HAND, MOST_TURNS_EVER
from rules.ishmek.commands import CalledFoul
from rules.ishmek.questions import MOD_KINDS
from rules.ishmek.tables import INJURIES

Values = Mapping[str, Any]
UNCHANGED = (("", "no change"),)
YES_NO = (*UNCHANGED, ("true", "yes"), ("false", "no"))
MODIFIED = {"any": "all skill rolls", "speed": "the speed, in feet"}
REASON = Field("reason", "Reason", required=True, help="Recorded in the log.")
USED = (*UNCHANGED, ("false", "ready"), ("true", "spent"))


def _number(name: str, label: str, bounds: str = "", **more: Any) -> Field:
    """A number within the bounds that the rules have for it."""
    low, high = BY_HAND[bounds or name]
    return Field(name, label, "number", low=low, high=high, **more)


def forms(situation: Situation) -> list[Form]:
    """Every form of the GM's hand."""
    names = Names(situation.view)
    players = tuple((player, names.player(player)) for player in situation.view["players"])
    topics = {
        "Players, orbs, score": [_effect(situation, players), _orb(players), _match(situation)],
        "Umpires": [_umpire(players), _dismiss(players)],
        "Play": [_forfeit(names)],
    }
    return [replace(form, topic=topic) for topic, forms in topics.items() for form in forms]


def _effect(situation: Situation, players: tuple[tuple[str, str], ...]) -> Form:
    injuries = tuple((row.name, row.title) for row in INJURIES.values())
    kinds = tuple((kind, MODIFIED.get(kind, f"{kind.replace('_', ' ')} rolls")) for kind in MOD_KINDS)
    turn = situation.state.turn
    fields = (
        Field("player", "Player", "select", players, required=True),
        REASON,
        Field("sr_kind", "Modifier to", "select", (("", "no modifier"), *kinds)),
        _number("sr_amount", "by", bounds="sr_mod.amount"),
        Field(
            "sr_until",
            "until the end of turn",
            "number",
            low=turn,
            high=MOST_TURNS_EVER,
            help=f"{turn} is this turn. Empty: the whole match.",
        ),
        Field("move_to", "Move to", "square"),
        Field("prone", "Prone", "select", YES_NO),
        Field("add_injury", "Add an injury", "select", (("", "none"), *injuries)),
        Field(
            "remove_injury",
            "Remove an injury",
            "select",
            (("", "none"), *injuries),
            help="To correct a mistake; magic cannot heal injuries.",
        ),
        _number("speed_mod", "Speed change, in feet", help="Until the end of the match."),
        _number("move_used", "Movement used, squares"),
        _number("slots_l1", "Level-1 slots"),
        Field("action_used", "Action", "select", USED),
        Field("reaction_used", "Reaction", "select", USED),
        Field("bonus_used", "Bonus Action", "select", USED),
        Field("more", "More effects of this spell will follow", "check"),
    )
    return Form("gm_effect", "Change a player", "Apply the change", fields, _effect_command, rule="ISH-SPELL-06")


def _effect_command(values: Values) -> Command:
    command: Command = {"type": "gm_effect", "note": values["reason"], "player": values["player"]}
    plainly = ("move_to", "add_injury", "speed_mod", "move_used", "slots_l1")
    command |= {name: values[name] for name in plainly if values.get(name) not in (None, "")}
    switches = ("prone", "action_used", "reaction_used", "bonus_used")
    command |= {name: values[name] == "true" for name in switches if values.get(name)}
    if values.get("remove_injury"):
        command |= {"remove_injury": values["remove_injury"], "magic": False}
    command |= _modifier(values)
    if len(command) == len(("type", "note", "player")):
        raise Unreadable("Nothing would change.", hint="Choose at least one change.")
    if values.get("more"):
        command["more"] = True
    return command


def _modifier(values: Values) -> Command:
    """The modifier of an effect, whole, if there is to be one."""
    kind, amount, until = values.get("sr_kind"), values.get("sr_amount"), values.get("sr_until")
    if not kind and amount is None and until is None:
        return {}
    if not kind or amount is None:
        raise Unreadable("A modifier needs a roll to apply to and an amount.", "sr_amount", hint="Fill in both.")
    modifier = {"kind": kind, "amount": amount, "note": values["reason"]}
    return {"sr_mod": modifier if until is None else {**modifier, "until": until}}


def _orb(players: tuple[tuple[str, str], ...]) -> Form:
    fields = (
        Field("orb", "Orb", "select", (("home", "the home orb"), ("away", "the away orb")), required=True),
        REASON,
        Field("at", "Loose on square", "square"),
        Field("holder", "Held by", "select", (("", "nobody"), *players)),
        Field("lost", "Lost in a vessel", "check"),
    )
    return Form("gm_orb", "Move an orb", "Move the orb", fields, _orb_command, rule="ISH-SPELL-06")


def _orb_command(values: Values) -> Command:
    orb: dict[str, Any] = {"orb": values["orb"]}
    orb |= {name: values[name] for name in ("at", "holder") if values.get(name) not in (None, "")}
    if values.get("lost"):
        orb["lost"] = True
    return {"type": "gm_effect", "note": values["reason"], "orb": orb}


def _match(situation: Situation) -> Form:
    score, umpires = situation.view["score"], situation.view["umpires"]
    home, away = (str(score[side]) for side in ("home", "away"))
    fields = (
        REASON,
        _number("score_home", "Points, home", bounds="score", value=home, required=True),
        _number("score_away", "Points, away", bounds="score", value=away, required=True),
        _number("umpire_1", "Perception of umpire 1", bounds="umpires", value=str(umpires[0]), required=True),
        _number("umpire_2", "Perception of umpire 2", bounds="umpires", value=str(umpires[1]), required=True),
    )
    return Form(
        "gm_match",
        "Correct the score or the umpires",
        "Save the corrections",
        fields,
        _match_command,
        rule="ISH-FOUL-09",
    )


def _match_command(values: Values) -> Command:
    return {
        "type": "gm_effect",
        "note": values["reason"],
        "score": [values["score_home"], values["score_away"]],
        "umpires": [values["umpire_1"], values["umpire_2"]],
    }


def _umpire(players: tuple[tuple[str, str], ...]) -> Form:
    fouls = tuple((foul, FOUL[foul]) for foul in get_args(CalledFoul))
    fields = (
        Field("player", "Player", "select", players, required=True),
        Field("foul", "Foul", "select", fouls, required=True),
        Field("victim", "Against", "select", (("", "nobody"), *players)),
        _number("injury_total", "Injury total it caused"),
        REASON,
    )
    note = "The umpires roll to notice foul play; other fouls are always noticed."
    return Form("umpire_call", "Call a foul", "Call the foul", fields, _umpire_command, note, "ISH-UMP-03")


def _umpire_command(values: Values) -> Command:
    command: Command = {
        "type": "umpire_call",
        "player": values["player"],
        "foul": values["foul"],
        "note": values["reason"],
    }
    return command | {name: values[name] for name in ("victim", "injury_total") if values.get(name) not in (None, "")}


def _dismiss(players: tuple[tuple[str, str], ...]) -> Form:
    fields = (Field("player", "Player", "select", players, required=True), REASON)
    return Form(
        "dismiss",
        "Dismiss from the tournament",
        "Dismiss the player",
        fields,
        lambda values: {"type": "dismiss", "player": values["player"], "reason": values["reason"]},
        rule="ISH-SPELL-04",
        danger=True,
    )


def _forfeit(names: Names) -> Form:
    teams = tuple((side, names.team(side)) for side in ("home", "away"))
    fields = (Field("team", "Team", "select", teams, required=True), REASON)
    return Form(
        "forfeit",
        "Forfeit",
        "Forfeit the match for this team",
        fields,
        lambda values: {"type": "forfeit", "team": values["team"], "reason": values["reason"]},
        note="The match ends immediately.",
        rule="ISH-Q-76",
        danger=True,
    )
