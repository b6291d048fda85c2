"""What the form for a new Ishmêk match asks: two teams, turns, umpires."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from matches.pages.rosters import furnished, offer_teams, offered_teams, pasted
from rules.ishmek.commands import BOUND
from rules.ishmek.documents import MOST_TURNS
from web.errors import Unreadable
from web.pages.fields import Field

SIDES = ("home", "away")
PROPOSED_TURNS = 10
PERCEPTION = (6, 7)
EXAMPLE = '{"name": "Copper Gulls", "players": [{"id": "ylva", "name": "Ylva", "dex_mod": 2, "cast_mod": 3}]}'


offer_teams("ishmek", lambda: furnished("ishmek_teams"))


def setup_fields() -> list[Field]:
    """The fields of a setup. A roster that is pasted counts before the team that is chosen."""
    teams = tuple((key, str(team["name"])) for key, team in offered_teams("ishmek").items())
    chosen = [
        Field(f"team-{side}", f"{side.title()} team", "select", teams, teams[place][0])
        for place, side in enumerate(SIDES)
    ]
    rosters = [
        Field(f"roster-{side}", f"Roster of the {side} team", "long", help=f"One to six players, for example {EXAMPLE}")
        for side in SIDES
    ]
    return [*chosen, *_match_fields(required=True), *rosters]


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
    own = any(values.get(f"roster-{side}") for side in SIDES)
    if not own and values["team-home"] == values["team-away"]:
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
    field = f"roster-{side}"
    if not values.get(field):
        return offered_teams("ishmek")[values[f"team-{side}"]]
    return pasted(values[field], field, dict, f"The roster of the {side} team", f"For example {EXAMPLE}")
