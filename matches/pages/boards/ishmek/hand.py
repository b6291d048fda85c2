"""The GM's hand in Ishmêk: effects, umpire calls, dismissals, forfeits. Each leaves its reason on record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from matches.pages.boards.base import Command, Field, Form, Situation
from matches.pages.boards.ishmek.words import FOUL, Names
from rules.ishmek.questions import SR_MOD_KINDS
from rules.ishmek.tables import INJURIES

Values = Mapping[str, Any]
UNCHANGED = (("", "as it is"),)
YES_NO = (*UNCHANGED, ("true", "yes"), ("false", "no"))
USED = (*UNCHANGED, ("false", "ready"), ("true", "spent"))


def forms(situation: Situation) -> list[Form]:
    """Every form of the GM's hand."""
    names = Names(situation.view)
    players = tuple((player, names.player(player)) for player in situation.view["players"])
    topics = {
        "Players, orbs, score": [_effect(players), _orb(players), _match(situation)],
        "Umpires": [_umpire(players), _dismiss(players)],
        "Play": [_forfeit(names)],
    }
    return [replace(form, topic=topic) for topic, forms in topics.items() for form in forms]


def _effect(players: tuple[tuple[str, str], ...]) -> Form:
    injuries = tuple((row.name, row.title) for row in INJURIES.values())
    kinds = tuple((kind, kind.replace("_", " ")) for kind in SR_MOD_KINDS)
    fields = (
        Field("player", "Player", "select", players, required=True),
        Field("note", "Reason", required=True, help="Stays in the log."),
        Field("sr_kind", "Modifier on rolls of", "select", (("", "no modifier"), *kinds)),
        Field("sr_amount", "by", "number", low=-20, high=20),
        Field("sr_until", "to the end of turn", "number", low=1, help="Empty: to the end of the match."),
        Field("move_to", "Move to", "square"),
        Field("prone", "Prone", "select", YES_NO),
        Field("add_injury", "Add the injury", "select", (("", "none"), *injuries)),
        Field(
            "remove_injury",
            "Take an injury off",
            "select",
            (("", "none"), *injuries),
            help="A slip of the table; no magic heals one.",
        ),
        Field("speed_mod", "Speed, feet more or less", "number", low=-60, high=60),
        Field("move_used", "Movement used, squares", "number", low=0, high=60),
        Field("slots_l1", "Level-1 slots", "number", low=0, high=20),
        Field("action_used", "Action", "select", USED),
        Field("reaction_used", "Reaction", "select", USED),
        Field("bonus_used", "Bonus Action", "select", USED),
        Field("more", "More effects of the same spell will follow", "check"),
    )
    return Form("gm_effect", "Change a player", "Apply to the player", fields, _effect_command, rule="ISH-SPELL-06")


def _effect_command(values: Values) -> Command:
    command: Command = {"type": "gm_effect", "note": values["note"], "player": values["player"]}
    plainly = ("move_to", "add_injury", "speed_mod", "move_used", "slots_l1")
    command |= {name: values[name] for name in plainly if values.get(name) not in (None, "")}
    switches = ("prone", "action_used", "reaction_used", "bonus_used")
    command |= {name: values[name] == "true" for name in switches if values.get(name)}
    if values.get("remove_injury"):
        command |= {"remove_injury": values["remove_injury"], "magic": False}
    if values.get("sr_kind"):
        modifier = {"kind": values["sr_kind"], "amount": values.get("sr_amount") or 0, "note": values["note"]}
        command["sr_mod"] = modifier | ({"until": values["sr_until"]} if values.get("sr_until") else {})
    if values.get("more"):
        command["more"] = True
    return command


def _orb(players: tuple[tuple[str, str], ...]) -> Form:
    fields = (
        Field("orb", "Orb", "select", (("home", "the home orb"), ("away", "the away orb")), required=True),
        Field("note", "Reason", required=True, help="Stays in the log."),
        Field("at", "Loose at", "square"),
        Field("holder", "Held by", "select", (("", "nobody"), *players)),
        Field("lost", "Lost in a vessel", "check"),
    )
    return Form("gm_orb", "Put an orb", "Put the orb there", fields, _orb_command, rule="ISH-SPELL-06")


def _orb_command(values: Values) -> Command:
    orb: dict[str, Any] = {"orb": values["orb"]}
    orb |= {name: values[name] for name in ("at", "holder") if values.get(name) not in (None, "")}
    if values.get("lost"):
        orb["lost"] = True
    return {"type": "gm_effect", "note": values["note"], "orb": orb}


def _match(situation: Situation) -> Form:
    score, umpires = situation.view["score"], situation.view["umpires"]
    home, away = (str(score[side]) for side in ("home", "away"))
    fields = (
        Field("note", "Reason", required=True, help="Stays in the log."),
        Field("score_home", "Points, home", "number", value=home, low=0, high=99, required=True),
        Field("score_away", "Points, away", "number", value=away, low=0, high=99, required=True),
        Field("umpire_1", "Perception of umpire 1", "number", value=str(umpires[0]), low=-10, high=30, required=True),
        Field("umpire_2", "Perception of umpire 2", "number", value=str(umpires[1]), low=-10, high=30, required=True),
    )
    return Form("gm_match", "Correct score or umpires", "Correct them", fields, _match_command, rule="ISH-FOUL-09")


def _match_command(values: Values) -> Command:
    return {
        "type": "gm_effect",
        "note": values["note"],
        "score": [values["score_home"], values["score_away"]],
        "umpires": [values["umpire_1"], values["umpire_2"]],
    }


def _umpire(players: tuple[tuple[str, str], ...]) -> Form:
    fields = (
        Field("player", "Who", "select", players, required=True),
        Field("foul", "What", "select", tuple(FOUL.items()), required=True),
        Field("victim", "Against", "select", (("", "nobody"), *players)),
        Field("injury_total", "Injury total that came of it", "number", low=-20, high=60),
        Field("note", "Reason"),
    )
    note = "Foul play and intent are checked by the umpires; the others are always seen."
    return Form("umpire_call", "Call a foul", "Call the foul", fields, _umpire_command, note, "ISH-UMP-03")


def _umpire_command(values: Values) -> Command:
    command: Command = {"type": "umpire_call", "player": values["player"], "foul": values["foul"]}
    return command | {
        name: values[name] for name in ("victim", "injury_total", "note") if values.get(name) not in (None, "")
    }


def _dismiss(players: tuple[tuple[str, str], ...]) -> Form:
    fields = (Field("player", "Player", "select", players, required=True), Field("reason", "Reason", required=True))
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
    fields = (Field("team", "Team", "select", teams, required=True), Field("reason", "Reason", required=True))
    return Form(
        "forfeit",
        "Forfeit",
        "Give the match up for this team",
        fields,
        lambda values: {"type": "forfeit", "team": values["team"], "reason": values["reason"]},
        note="The match ends at once.",
        rule="ISH-Q-76",
        danger=True,
    )
