"""What the form for a new Skirmish asks: who fights, who is close to whom, heights and cover, ambush, duel."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import combinations
from typing import Any, get_args

from matches.pages.boards.hachigoku.fighters import id_of
from matches.pages.rosters import furnished, offer_teams, offered_teams, pasted
from rules.hachigoku.checks import SEATS
from rules.hachigoku.roster import HIGHEST
from rules.hachigoku.tables import CLOSE, NEAR, RANGES, Cover
from web.errors import Unreadable
from web.pages.fields import Field

Values = Mapping[str, Any]
Json = dict[str, Any]
SIDES = {seat: f"Side {number}" for number, seat in enumerate(SEATS, 1)}
"""The seats in words, where nobody knows yet who plays them."""
NOBODY = (("", "nobody"),)
MORE = "Sides 3 to 6"
EXAMPLE = '{"name": "The Crane", "characters": [{"id": "aoi", "name": "Aoi", "skills": {"Kenjutsu": 3}}]}'
HEIGHT = re.compile(r"height (\d{1,3})")
COVER = re.compile(rf"({'|'.join(get_args(Cover))}) cover( nearby)?")
PLACE = "at "
"""What stands before a thing or place that characters can be close to."""


offer_teams("hachigoku", lambda: furnished("hachigoku_sides"))


def setup_fields() -> list[Field]:
    """The fields of a setup. A roster that is pasted counts before the side that is chosen."""
    offered = offered_teams("hachigoku")
    teams = tuple((key, str(team["name"])) for key, team in offered.items())
    sides = [
        Field(f"side-{seat}", words, "select", teams, teams[place][0])
        if place < 2
        else Field(f"side-{seat}", words, "select", (*NOBODY, *teams), fold=MORE)
        for place, (seat, words) in enumerate(SIDES.items())
    ]
    sides[0] = replace(sides[0], help="\n".join(crowd_of(team) for team in offered.values()), wide=True)
    rosters = [Field(f"roster-{seat}", f"Roster of {words.lower()}", "long") for seat, words in SIDES.items()]
    rosters[0] = replace(rosters[0], help=f"For example {EXAMPLE}")
    return [*sides, *scene_fields(), *rosters]


def crowd_of(team: Mapping[str, Any]) -> str:
    """A side with who is in it, by name."""
    return f"{team['name']}: {', '.join(called(one) for one in team.get('characters', ()))}."


def scene_fields() -> list[Field]:
    """Where everybody stands, and what the ground is like."""
    springs = (*NOBODY, *((seat, words.lower()) for seat, words in SIDES.items()))
    knots = "One melee knot a line, names with commas; a thing as “at the gate”. The rest stand by sides."
    ranges = "One pair a line, as “Aoi, Ban: long”: how far their knots are apart. What is left out is near."
    standing = "One a line, as “Aoi: height 1, partial cover, mounted”. “slight cover nearby” is cover to take."
    return [
        Field("table-knots", "Who is close to whom", "long", help=knots, wide=True),
        Field("table-ranges", "Ranges between knots", "long", help=ranges, wide=True),
        Field("table-standing", "Heights, cover, mounts", "long", help=standing, wide=True),
        *ground_fields(),
        Field("table-ambush", "Ambush laid by", "select", springs),
        Field("table-noticed", "Who noticed the ambush", help="Names with commas."),
        Field("table-principals", "Principals of the duel", help="Two names. Empty: the first of two sides."),
    ]


def ground_fields() -> list[Field]:
    """What a GM can say before it is known who fights: the rest is set on the page of the match, before it starts."""
    return [
        Field("table-max_height", "Highest level", "number", value="0", low=0, high=HIGHEST),
        Field("table-uneven", "All of the ground is uneven", "check"),
        Field("table-dive_melee", "A Dive avoids melee attacks, too", "check"),
        Field("table-duel", "It is a duel", "check"),
    ]


# From the form to the setup


def setup_of(values: Values) -> Json:
    """The setup that the filled-in fields make. Unreadable names the field that will not do."""
    sides = {seat: side for seat in SIDES if (side := side_of(seat, values)) is not None}
    crowd = Crowd(sides)
    stand(crowd, values["table-standing"] or "")
    scene = {**placed(crowd, values), **ground(values), "duel": duel(crowd, values)}
    ambush = values["table-ambush"]
    if ambush:
        noticed = crowd.several(values["table-noticed"] or "", "table-noticed")
        scene["ambush"] = {"ambushers": crowd.by_side(ambush), "detected_by": noticed}
    return {"sides": sides, "scene": scene}


def ground(values: Values) -> Json:
    """What the ground is like, and whether it is a duel."""
    height = {"max_height": values["table-max_height"]} if values["table-max_height"] else {}
    return height | {name: True for name in ("uneven", "dive_melee", "duel") if values[f"table-{name}"]}


def ground_of(values: Values) -> Json:
    """What was filled in of a setup whose sides stand."""
    scene = ground(values)
    return {"scene": scene} if scene else {}


def side_of(seat: str, values: Values) -> Json | None:
    """A side with its characters; None where nobody stands there."""
    field, key = f"roster-{seat}", values[f"side-{seat}"]
    if not values.get(field) and not key:
        return None
    if values.get(field):
        team = pasted(values[field], field, dict, "The roster", f"For example {EXAMPLE}")
    else:
        team = dict(offered_teams("hachigoku")[key])
    if not isinstance(team.get("characters"), list) or not all(isinstance(one, dict) for one in team["characters"]):
        raise Unreadable("A roster has a list of characters.", field, hint=f"For example {EXAMPLE}")
    return {**team, "characters": [{**one, "side": seat} for one in team["characters"]]}


class Crowd:
    """All characters of a setup, found by name or id. Of those that have one id the later gets another."""

    def __init__(self, sides: Mapping[str, Json]) -> None:
        self.all: dict[str, Json] = {}
        for side in sides.values():
            for one in side["characters"]:
                one["id"] = id_of(str(one.get("id") or one.get("name", "")), self.all)
                self.all[one["id"]] = one

    def find(self, name: str, field: str) -> Json:
        """Who is so called; Unreadable where nobody is."""
        wanted = name.strip().casefold()
        found = next((one for one in self.all.values() if wanted in (one["id"], called(one).casefold())), None)
        if found is None:
            hint = f"Name one of {', '.join(called(one) for one in self.all.values())}."
            raise Unreadable(f"Nobody is called {name.strip()!r}.", field, hint=hint)
        return found

    def several(self, text: str, field: str) -> list[str]:
        """The ids of those who are named."""
        return [self.find(name, field)["id"] for name in text.split(",") if name.strip()]

    def by_side(self, seat: str) -> list[str]:
        return [name for name, one in self.all.items() if one["side"] == seat]


def called(one: Json) -> str:
    """The name for people."""
    return str(one.get("name") or one["id"])


# Where everybody stands


def placed(crowd: Crowd, values: Values) -> Json:
    """The Ranges between all, and the things that they stand at. [HAC-RANGE-02]"""
    knots, things = knots_of(crowd, values["table-knots"] or "")
    where = {name: number for number, knot in enumerate(knots) for name in knot}
    apart = dict(told_apart(crowd, where, things, values["table-ranges"] or ""))
    pairs = [
        [one, other, CLOSE if where[one] == where[other] else apart.get(frozenset((where[one], where[other])), NEAR)]
        for one, other in combinations(where, 2)
    ]
    return {"ranges": pairs, "objects": [{"id": name, "name": words} for words, name in things.items()]}


def knots_of(crowd: Crowd, text: str) -> tuple[list[list[str]], dict[str, str]]:
    """The knots, by id, and the ids of the things in them by their names."""
    knots: list[list[str]] = []
    things: dict[str, str] = {}
    for line in filter(str.strip, text.splitlines()):
        knot: list[str] = []
        for name in (part.strip() for part in line.split(",")):
            if name.startswith(PLACE):
                words = name.removeprefix(PLACE)
                things[words] = id_of(words, {*crowd.all, *things.values()})
                knot.append(things[words])
            elif name:
                knot.append(crowd.find(name, "table-knots")["id"])
        knots.append(knot)
    told = [name for knot in knots for name in knot]
    if len(set(told)) < len(told):
        raise Unreadable("Somebody stands in two knots.", "table-knots", hint="Name each once.")
    rest: dict[str, list[str]] = {}
    for name, one in crowd.all.items():
        if name not in told:
            rest.setdefault(one["side"], []).append(name)
    return [*knots, *rest.values()], things


def told_apart(
    crowd: Crowd, where: Mapping[str, int], things: Mapping[str, str], text: str
) -> Iterator[tuple[frozenset[int], int]]:
    """How far two knots are from each other, for each line."""
    for line in filter(str.strip, text.splitlines()):
        names, _, word = line.rpartition(":")
        pair = [part.strip() for part in names.split(",")]
        if len(pair) != 2 or word.strip() not in RANGES:
            hint = f"Write it as “Aoi, Ban: long”; a Range is one of {', '.join(RANGES)}."
            raise Unreadable(f"{line.strip()!r} is no Range between two.", "table-ranges", hint=hint)
        ids = [things.get(name.removeprefix(PLACE)) or crowd.find(name, "table-ranges")["id"] for name in pair]
        yield frozenset(where[name] for name in ids), RANGES.index(word.strip())


def stand(crowd: Crowd, text: str) -> None:
    """Put heights, cover and mounts into the characters."""
    for line in filter(str.strip, text.splitlines()):
        name, _, words = line.partition(":")
        one = crowd.find(name, "table-standing")
        for word in filter(None, (part.strip() for part in words.split(","))):
            one.update(standing(word))


def standing(word: str) -> Json:
    """What a word says of where somebody stands.

    >>> standing("height 2"), standing("slight cover nearby"), standing("mounted")
    ({'height': 2}, {'nearby_cover': 'slight'}, {'mounted': True})
    """
    if height := HEIGHT.fullmatch(word):
        return {"height": int(height[1])}
    if cover := COVER.fullmatch(word):
        return {"nearby_cover" if cover[2] else "cover": cover[1]}
    if word in ("mounted", "at a gallop"):
        return {"mounted": True} if word == "mounted" else {"mounted": True, "mount_gait": "gallop"}
    if word in ("on a boat", "on uneven terrain"):
        return {word.replace("on a ", "on_").replace(" ", "_"): True}
    hint = "Use “height 1”, “partial cover”, “slight cover nearby”, “mounted”, “at a gallop”, “on a boat”."
    raise Unreadable(f"{word!r} says nothing of where somebody stands.", "table-standing", hint=hint)


def duel(crowd: Crowd, values: Values) -> bool | Json:
    """Whether it is a duel, and of whom. [HAC-SCOPE-04]"""
    names = crowd.several(values["table-principals"] or "", "table-principals")
    if not values["table-duel"] or not names:
        return bool(values["table-duel"])
    if len(names) != 2:
        raise Unreadable("A duel has two principals.", "table-principals", hint="Name two, with a comma.")
    return {"principals": names}
