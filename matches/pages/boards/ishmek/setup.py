"""What the form for a new Ishmêk match asks: two teams, turns, umpires."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from matches.pages.rosters import offer_teams, offered_teams
from rules.ishmek.commands import BOUND
from rules.ishmek.documents import MOST_TURNS
from web.errors import Unreadable
from web.pages.fields import Field
from web.untrusted_input import read_json

SIDES = ("home", "away")
PROPOSED_TURNS = 10
PERCEPTION = (6, 7)
EXAMPLE = '{"name": "Copper Gulls", "players": [{"id": "ylva", "name": "Ylva", "dex_mod": 2, "cast_mod": 3}]}'


def _player(ident: str, name: str, *mods: int | None, **more: Any) -> dict[str, Any]:
    strength, dexterity, magic = mods
    return {"id": ident, "name": name, "prof": 2, "str_mod": strength, "dex_mod": dexterity, "cast_mod": magic, **more}


def _spells(*names: tuple[str, str]) -> dict[str, Any]:
    return {"slots_l1": 2, "spells_l1": [{"name": name, "casting_time": time} for name, time in names]}


GULLS: dict[str, Any] = {
    "name": "Copper Gulls",
    "colour": "#b3402a",
    "players": [
        _player("ylva", "Ylva Redhand", 1, 2, 3, **_spells(("Guiding Hand", "action"), ("Sudden Gust", "reaction"))),
        _player("orm", "Orm the Stout", 4, 0, None),
        _player("tosti", "Tosti Quick", 0, 4, None),
        _player("signe", "Signe of the Reeds", 0, 1, 3, **_spells(("Sudden Gust", "reaction"))),
    ],
}
HERONS: dict[str, Any] = {
    "name": "Night Herons",
    "colour": "#2a6ab3",
    "players": [
        _player("saskia", "Saskia Vane", 1, 1, 3, **_spells(("Guiding Hand", "action"), ("Sudden Gust", "reaction"))),
        _player("berend", "Berend Holt", 3, 1, None),
        _player("quill", "Quill", 0, 3, 2, **_spells(("Sudden Gust", "reaction"))),
        _player("maud", "Maud Ferry", 2, 2, None),
    ],
}

offer_teams("ishmek", lambda: {"copper-gulls": GULLS, "night-herons": HERONS})


def setup_fields() -> list[Field]:
    """The fields of a setup. A roster that is pasted counts before the team that is chosen."""
    teams = tuple((key, str(team["name"])) for key, team in offered_teams("ishmek").items())
    chosen = [
        Field(f"team-{side}", f"{side.title()} team", "select", teams, teams[place][0])
        for place, side in enumerate(SIDES)
    ]
    pasted = [
        Field(f"roster-{side}", f"Roster of the {side} team", "long", help=f"One to six players, for example {EXAMPLE}")
        for side in SIDES
    ]
    return [*chosen, *_match_fields(required=True), *pasted]


def ground_fields() -> list[Field]:
    """The fields of a setup whose teams stand."""
    return _match_fields(required=False)


def _match_fields(*, required: bool) -> list[Field]:
    turns = Field("turns", "Turns", "number", value=str(PROPOSED_TURNS), required=required, low=1, high=MOST_TURNS)
    umpires = [
        Field(
            f"umpire-{number}",
            f"Perception of umpire {number}",
            "number",
            value=str(value),
            required=required,
            low=-BOUND,
            high=BOUND,
        )
        for number, value in enumerate(PERCEPTION, 1)
    ]
    return [turns, *umpires]


def setup_of(values: Mapping[str, Any]) -> dict[str, Any]:
    """The setup that the filled-in fields make. Unreadable names the field that will not do."""
    pasted = any(values.get(f"roster-{side}") for side in SIDES)
    if not pasted and values["team-home"] == values["team-away"]:
        raise Unreadable("Both teams are the same.", "team-away", hint="Choose two different teams.")
    return {
        "turns_total": values["turns"],
        "umpires": [values["umpire-1"], values["umpire-2"]],
        "teams": {side: _team(side, values) for side in SIDES},
    }


def ground_of(values: Mapping[str, Any]) -> dict[str, Any]:
    """What was filled in of a setup whose teams stand; umpires only as a pair."""
    turns = {} if values["turns"] is None else {"turns_total": values["turns"]}
    umpires = [values["umpire-1"], values["umpire-2"]]
    return turns if None in umpires else {**turns, "umpires": umpires}


def _team(side: str, values: Mapping[str, Any]) -> Any:
    pasted = values.get(f"roster-{side}")
    if not pasted:
        return offered_teams("ishmek")[values[f"team-{side}"]]
    try:
        return read_json(pasted.encode(), f"roster-{side}")
    except Unreadable as error:
        message = f"The roster of {side} is not valid JSON: {error.message}."
        raise Unreadable(message, error.field, hint='It starts with {"name": …, "players": [ … ]}.') from None
