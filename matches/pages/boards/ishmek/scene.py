"""What is drawn of an Ishmêk match: arena, players, orbs, panels and scoreboard, each bound to the view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from matches.pages.boards.base import View
from matches.pages.boards.bind import bound, slug
from matches.pages.boards.squares import MARGIN, UNIT, centre, corner
from matches.pages.boards.tokens import SIDE_NUMBERS, initials, sides, sign
from rules.ishmek.arena import COLUMNS, ROWS, SCORING_OWNER, VESSEL
from rules.ishmek.commands import ACTIONS, SLOTS

SIDES = ("home", "away")
COLOURS = {"home": "#b3402a", "away": "#2a6ab3"}
STATUS = {
    "on_field": "",
    "sitting_out": "sits out",
    "out_match": "out of the match",
    "out_tournament": "out of the tournament",
    "dead": "dead",
    "bench": "on the bench",
}
SIT_OUT = {"point": "until a point is scored", "rounds": "back in turn {back}", "match": "for the match"}
ORB_STATE = {
    "controlled": "held",
    "loose": "loose",
    "in_flight": "flying",
    "lost": "lost",
}

LEGEND = (
    ("", "yet to go"),
    ("gone", "has gone this turn"),
    ("active", "acts now"),
    ("prone", "prone"),
    ("lit", "can be chosen now"),
)
"""What marks a figure on the board: the attribute, and what it means."""
SIGNS = (
    sign(
        "an orb; its ring is dashed while it lies loose, blue in flight, crossed out when lost",
        {"class": "ring", "r": 38},
        {"class": "copper", "r": 27},
        {"class": "side-fill", "r": 14},
    ),
    sign(
        "the vessel of a team, open at the arrow: orbs are thrown in there",
        {"class": "bowl", "d": "M-30 -34H34V34H-30"},
        {"class": "mouth side-fill", "d": "M-30 -18l-18 18l18 18z"},
    ),
    sign("scoring square: from here an orb goes into the vessel", {"class": "scoring", "d": "M-44 -44h88v88h-88z"}),
    sign(
        "the triangle of a player points to the other team's wall", {"class": "side-fill", "d": "M-22 -26L26 0L-22 26z"}
    ),
    sign("level-1 spell slots that a player has left (beside the name)", of="slots"),
)
"""What else is drawn."""


def numbers(view: View) -> dict[str, int]:
    """The number of each team's colour and shape."""
    teams = view.get("teams", {})
    return sides({side: teams.get(side, {}).get("colour", "") for side in SIDES}, COLOURS, view.get(SIDE_NUMBERS, {}))


def scene(view: View) -> dict[str, Any]:
    """Everything the templates draw."""
    number = numbers(view)
    return {
        "width": UNIT * COLUMNS + 2 * MARGIN,
        "height": UNIT * ROWS + 2 * MARGIN,
        "unit": UNIT,
        "margin": MARGIN,
        "field": {"x": MARGIN, "y": MARGIN, "width": UNIT * COLUMNS, "height": UNIT * ROWS},
        "walls": _walls(number),
        "columns": [{"label": x, "x": centre((x, 1))[0]} for x in range(1, COLUMNS + 1)],
        "rows": [{"label": y, "y": centre((1, y))[1]} for y in range(1, ROWS + 1)],
        "squares": _squares(),
        "vessels": _vessels(number),
        "flight": bound(view, ["course", ["flight"]]),
        "tokens": tokens(view),
        "orbs": [_orb(view, side, number[side]) for side in SIDES],
        "legend": LEGEND,
        "signs": SIGNS,
        "scores": scores(view),
    }


def _walls(number: Mapping[str, int]) -> list[dict[str, Any]]:
    home, away = MARGIN - 14, MARGIN + UNIT * COLUMNS
    return [
        {"side": side, "x": x, "y": MARGIN, "width": 14, "height": UNIT * ROWS, "number": number[side]}
        for side, x in (("home", home), ("away", away))
    ]


def _squares() -> list[dict[str, Any]]:
    found = []
    for y in range(1, ROWS + 1):
        for x in range(1, COLUMNS + 1):
            left, top = corner((x, y))
            scoring = SCORING_OWNER.get((x, y), "")
            vessel = next((side for side, at in VESSEL.items() if at == (x, y)), "")
            notes = [f"({x}, {y})"]
            notes += [f"scoring square of the {scoring} vessel"] if scoring else []
            notes += [f"{vessel} vessel"] if vessel else []
            found.append({"at": f"{x},{y}", "x": left, "y": top, "scoring": scoring, "title": ", ".join(notes)})
    return found


def _vessels(number: Mapping[str, int]) -> list[dict[str, Any]]:
    """A bowl each, open toward the near back wall. [ISH-ARENA-04]"""
    drawn = []
    for side, at in VESSEL.items():
        x, y = centre(at)
        toward = -1 if side == "home" else 1
        lip, deep = x + 34 * toward, x - 34 * toward
        drawn.append(
            {
                "side": side,
                "number": number[side],
                "bowl": f"M{lip} {y - 34}L{deep} {y - 34}L{deep} {y + 34}L{lip} {y + 34}",
                "mouth": f"M{lip} {y - 18}l{16 * toward} 18l{-16 * toward} 18z",
            }
        )
    return drawn


def _orb(view: View, side: str, number: int) -> dict[str, Any]:
    path = ["orbs", side]
    shift = -22 if side == "home" else 22
    return {
        "side": side,
        "number": number,
        "shift": shift,
        "element": bound(view, ["at", [*path, "at"]], ["state", "state", [*path, "state"]]),
        "title": bound(
            view, ["say", [*path, "state"], {"of": {k: f"the {side} orb, {v}" for k, v in ORB_STATE.items()}}]
        ),
        "badge": bound(view, ["say", [*path, "state"], {"of": ORB_STATE}], ["state", "state", [*path, "state"]]),
        "holder": bound(view, ["say", [*path, "holder"], {"of": _names(view)}]),
    }


def _names(view: View) -> dict[str, str]:
    return {player: entry["name"] for player, entry in view.get("players", {}).items()}


def tokens(view: View) -> list[dict[str, Any]]:
    """The players: what stands on the board and what their panels say."""
    short, number = initials(_names(view)), numbers(view)
    made = []
    for player, entry in view.get("players", {}).items():
        side, path = entry["team"], ["players", player]
        made.append(
            {
                "id": player,
                "slug": slug(player),
                "side": side,
                "name": entry["name"],
                "short": short[player],
                "number": number[side],
                "facing": "M37 -11L53 0L37 11z" if side == "home" else "M-37 -11L-53 0L-37 11z",
                "element": bound(
                    view,
                    ["at", [*path, "at"]],
                    ["flag", "prone", [*path, "prone"]],
                    ["flag", "gone", [*path, "go_taken"]],
                    ["flag", "active", ["active"], player],
                ),
                "panel": _panel(view, player),
            }
        )
    return made


def _lamp(view: View, path: list[str], name: str, title: str) -> dict[str, Any]:
    ready = {"of": {"true": "ready", "false": "not available" if name == "bonus" else "spent"}}
    return {
        "title": title,
        "light": bound(view, ["flag", "on", [*path, name]]),
        "state": bound(view, ["say", [*path, name], ready]),
    }


def _panel(view: View, player: str) -> dict[str, Any]:
    path = ["players", player]
    lost = {"gap": "{title}, until the end of turn {until}", "none": "{title}, until the end of the match"}
    holds = {"of": {"home": "the home orb", "away": "the away orb"}}
    return {
        "row": bound(
            view,
            ["flag", "active", ["active"], player],
            ["flag", "gone", [*path, "go_taken"]],
            ["state", "status", [*path, "status"]],
        ),
        "movement": bound(view, ["text", [*path, "movement_left"]]),
        "allowance": bound(view, ["text", [*path, "allowance"]]),
        "slots": bound(view, ["text", [*path, "slots_l1"]]),
        "at": bound(view, ["square", [*path, "at"]]),
        "lamps": [_lamp(view, path, name, title.removesuffix(" Action")) for name, title in SLOTS.items()],
        "used": bound(
            view, ["list", [*path, "used_names"], {"of": ACTIONS}, ""], ["flag", "some", [*path, "used_names"]]
        ),
        "injuries": bound(view, ["list", [*path, "injuries"], lost, ""], ["flag", "some", [*path, "injuries"]]),
        "holds": bound(view, ["list", [*path, "holds"], holds, ""], ["flag", "some", [*path, "holds"]]),
        "prone": bound(view, ["flag", "hidden", [*path, "prone"], False]),
        "gone": bound(view, ["flag", "hidden", [*path, "go_taken"], False]),
        "status": bound(view, ["say", [*path, "status"], {"of": STATUS}]),
        "sit_out": bound(view, ["say", [*path, "sit_out"], {"key": "kind", "of": SIT_OUT}]),
    }


def scores(view: View) -> dict[str, Any]:
    """The scoreboard: points, turn, who has gone and who is still to go."""
    names, number = {"of": _names(view)}, numbers(view)
    return {
        "turn": bound(view, ["text", ["turn"]]),
        "turns_total": bound(view, ["text", ["turns_total"]]),
        "now": bound(view, ["say", ["active"], names], ["flag", "some", ["active"]]),
        "picks": bound(view, ["list", ["picks"], names, "nobody yet"]),
        "sides": [
            {
                "side": side,
                "name": view.get("teams", {}).get(side, {}).get("name", side),
                "number": number[side],
                "points": bound(view, ["text", ["score", side]]),
                "picks": bound(view, ["flag", "picks", ["to_pick"], side]),
                "waiting": bound(view, ["list", ["waiting", side], names, "nobody"]),
                "orb": _orb(view, side, number[side]),
                "players": [token for token in tokens(view) if token["side"] == side],
            }
            for side in SIDES
        ],
    }
