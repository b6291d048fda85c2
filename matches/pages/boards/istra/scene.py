"""What is drawn of a battle: the table, terrain, models, reach, panels and scoreboard, each bound to the view."""

from __future__ import annotations

from typing import Any, NamedTuple

from matches.pages.boards.base import View
from matches.pages.boards.bind import BoundElement, bound, slug
from matches.pages.boards.tokens import SIDE_NUMBERS, initials, sides, sign
from rules.istra.geometry.lengths import inches
from rules.istra.view import COLOURS

MARGIN = 130
GRID = 600
"""Lines on the table, in hundredths of an inch: one each 6"."""
RING = 100
"""How far a model engages, in hundredths. [IST-MOVE-05]"""
BAR = 84
CONDITION = {
    "climbed": "climbed {much}",
    "arrow_block": "arrow block",
    "defence_penalty": "off guard against {source_name}",
    "ongoing": "ongoing damage {much} by {source_name}",
    "challenged": "challenged by {source_name}",
    "challenging": "challenges {source_name}",
    "abjured": "abjuration",
    "fled": "fled",
    "gathered_power": "gathered power",
    "vengeance": "vengeance on {source_name}",
}
STATUS = {"reserve": "in reserve", "on_board": "", "out": "out of battle", "left_board": "left the table"}
EDGE = {edge: f"over the {edge} edge" for edge in ("bottom", "top", "left", "right")}
CLASS = {"fighter": "Fighter", "magic_user": "Magic user", "expert": "Expert"}
CAUSE = {"health": "health gone", "core": "Core Stats gone", "gm": "by the GM"}
WEAPON = {"key": "loaded", "of": {"": "{title}", "loaded": "{title}", "unloaded": "{title}"}}
WEAPONS = {"key": "loaded", "of": {"": "{title}", "loaded": "{title} (loaded)", "unloaded": "{title} (empty)"}}
LOADED = {"loaded": "loaded", "unloaded": "not loaded"}
USES = {"gap": "{title} ({left} left)", "none": "{title}"}
PLAIN = {"gap": "{value}", "none": ""}
CORE = (("P", "power", "Power"), ("F", "finesse", "Finesse"), ("W", "will", "Will"))
LAMPS = (("move_action", "Move"), ("standard_action", "Standard"), ("extra", "Extra"))

LEGEND = (
    ("", "yet to go"),
    ("gone", "has gone this turn"),
    ("active", "acts now"),
    ("engaged", "Engaged"),
    ("carries", "carries something"),
    ("leader", "leader"),
    ("lit", "can be chosen now"),
)
"""What marks a figure on the board: the attribute, and what it means."""
RINGS = (
    ("move", "move", "as far as a Move goes"),
    ("onward", "onward", "a Move and a Sprint"),
    ("shot", "shot_ring", "the range of the weapon in hand"),
    ("near", "near_ring", "near: advantage"),
    ("far", "far_ring", "long range: disadvantage beyond this line"),
)
"""The rings around the active model: what each is called, where the view has it, what it means."""
SIGNS = (
    sign(
        "Health that is left; at the line and below the model is shaken",
        {"class": "lost", "d": "M-50 -12h100v24h-100z"},
        {"class": "left", "d": "M-50 -12h64v24h-64z"},
        {"class": "mark-four", "d": "M-20 -12v24"},
        of="life",
    ),
    sign("where a side deploys", {"class": "zone", "d": "M-44 -44h88v88h-88z"}),
    sign("within this dashed ring a model engages", {"class": "engaging", "r": 44}),
    *(sign(words, {"data-kind": kind, "r": 44}, of="reach") for kind, _, words in RINGS),
    sign("a place worth going to: a click draws the way there", {"class": "draft-spot", "r": 20}),
)
"""What else is drawn."""


def numbers(view: View) -> dict[str, int]:
    """The number of each side's colour and shape."""
    entries = view["sides"]
    seats = {side: COLOURS.get(entry["seat"], COLOURS["gm"]) for side, entry in entries.items()}
    seated = view.get(SIDE_NUMBERS, {})
    known = {side: seated[entry["seat"]] for side, entry in entries.items() if entry["seat"] in seated}
    return sides({side: entry["colour"] for side, entry in entries.items()}, seats, known)


def scene(view: View) -> dict[str, Any]:
    """Everything the drawing of the table gets."""
    width, depth = view["board"]["width"], view["board"]["depth"]
    return {
        "box": f"{-MARGIN} {-MARGIN} {width + 2 * MARGIN} {depth + 2 * MARGIN}",
        "width": width,
        "depth": depth,
        "size": f"{inches(width)} by {inches(depth)}",
        "grid": _grid(width, depth),
        "columns": [{"label": x // 100, "at": x} for x in range(0, width + 1, GRID)],
        "rows": [{"label": y // 100, "at": depth - y} for y in range(0, depth + 1, GRID)],
        "zones": _zones(view, depth),
        "goals": bound(view, ["draw", ["zones"], _goal_specs(depth)]),
        "terrain": bound(view, ["draw", ["terrain"], _terrain_specs(depth)]),
        "things": bound(view, ["draw", ["items"], _item_specs(depth)]),
        "links": bound(view, ["draw", ["engaged"], [["path", {"class": "link"}, [["trail", ["line"], depth]], []]]]),
        "reach": _reach(view, depth),
        "aim": bound(view, ["trail", ["attack", "line"], depth], ["state", "kind", ["attack", "kind"]]),
        "tokens": tokens(view),
        "looks": LOOKS,
        "legend": LEGEND,
        "signs": SIGNS,
        "scores": scores(view),
    }


LOOKS = (
    ("clear", "sees over"),
    ("partial", "screens"),
    ("opaque", "blocks sight"),
    ("rough", "rough ground"),
    ("impassable", "impassable"),
)
"""What the colours of terrain mean, for the key under the table."""


def _grid(width: int, depth: int) -> str:
    across = "".join(f"M0 {depth - y}H{width}" for y in range(GRID, depth, GRID))
    return "".join(f"M{x} 0V{depth}" for x in range(GRID, width, GRID)) + across


def _zones(view: View, depth: int) -> list[dict[str, Any]]:
    """Where each side deploys; a side that may do so anywhere has nothing drawn."""
    number = numbers(view)
    return [
        {
            "name": entry["name"],
            "number": number[side],
            "element": bound(view, ["shape", ["sides", side, "zone"], depth]),
        }
        for side, entry in view["sides"].items()
    ]


def _goal_specs(depth: int) -> list[Any]:
    title = ["title", {}, [["text", ["title"]]], []]
    words = ["text", {"class": "goal-name"}, [["spot", ["middle"], depth], ["text", ["title"]]], []]
    return [["path", {"class": "goal"}, [["shape", ["area"], depth]], [title]], words]


def _terrain_specs(depth: int) -> list[Any]:
    looks = [["shape", ["footprint"], depth], ["state", "los", ["los"]], ["state", "ground", ["ground"]]]
    title = ["title", {}, [["text", ["title"]]], []]
    return [
        ["path", {"class": "piece"}, looks, [title]],
        ["path", {"class": "soil"}, looks, []],
        ["text", {"class": "high"}, [["spot", ["label_at"], depth], ["text", ["label"]]], []],
    ]


def _item_specs(depth: int) -> list[Any]:
    title = ["title", {}, [["text", ["name"]]], []]
    gem = ["path", {"class": "gem", "d": "M0 -40L34 0L0 40L-34 0z"}, [], [title]]
    words = ["text", {"class": "thing-name", "y": "-56"}, [["text", ["name"]]], []]
    return [["g", {"class": "thing"}, [["spot", ["pos"], depth]], [gem, words]]]


def _reach(view: View, depth: int) -> list[dict[str, Any]]:
    """Rings around the active model: how far its middle comes, how far its weapon carries from its edge."""
    return [
        {
            "kind": kind,
            "title": title,
            "element": bound(view, ["spot", ["reach", "at"], depth], ["number", "r", ["reach", name]]),
        }
        for kind, name, title in RINGS
    ]


# Models

MARKS = (("gone", "nominated"), ("engaged", "engaged"), ("shaken", "shaken"), ("carries", "carries"))
"""How a token is marked, each while the model has something under that key."""


def tokens(view: View) -> list[dict[str, Any]]:
    """The models: what stands on the table and what their panels say."""
    short = initials({model: entry["name"] for model, entry in view["models"].items()})
    number = numbers(view)
    return [_token(view, model, short[model], number[entry["side"]]) for model, entry in view["models"].items()]


def _token(view: View, model: str, short: str, number: int) -> dict[str, Any]:
    entry, path = view["models"][model], ["models", model]
    radius = entry["radius"]
    return {
        "id": model,
        "slug": slug(model),
        "side": entry["side"],
        "name": entry["name"],
        "of": view["sides"][entry["side"]]["name"],
        "leader": entry["leader"],
        "short": short,
        "number": number,
        "radius": radius,
        "scale": round(radius / 10.5, 2),
        "halo": radius + 16,
        "engages": radius + RING,
        "bar": {"x": -BAR // 2, "y": radius + 10, "width": BAR, "height": 16},
        "mark": BAR * entry["morale_mark"] // (entry["health_max"] or 1) - BAR // 2,
        "health": bound(view, ["bar", BAR, [*path, "health"], [*path, "health_max"]]),
        "up": bound(view, ["text", [*path, "up"]]),
        "element": _element(view, model),
        "panel": _panel(view, model),
        "chip": bound(view, ["flag", "hidden", [*path, "place"], 0], ["order", [*path, "place"]]),
        "place": bound(view, ["text", [*path, "place"]]),
        "by": bound(view, ["say", [*path, "nominated"], {"gap": "by {by_name}", "none": ""}]),
    }


def _element(view: View, model: str) -> BoundElement:
    path = ["models", model]
    flags = (["flag", name, [*path, key]] for name, key in MARKS)
    return bound(view, ["spot", [*path, "pos"], view["board"]["depth"]], ["flag", "active", ["active"], model], *flags)


def scores(view: View) -> dict[str, Any]:
    """The scoreboard: the turn, the goal, how each side stands, and the turn's nominations as a chain."""
    seats = {seat: team["name"] for seat, team in view["teams"].items()}
    names = {model: entry["name"] for model, entry in view["models"].items()}
    winners = {"gap": "{value}", "none": ""}
    drawn = tokens(view)
    return {
        "turn": bound(view, ["text", ["turn"]]),
        "turns_total": view["turns_total"],
        "goal": view["goal"],
        "stage": bound(view, ["say", ["stage"], {"of": STAGES}]),
        "now": bound(view, ["say", ["active"], {"of": names}], ["flag", "some", ["active"]]),
        "nominator": bound(view, ["say", ["nominator"], {"of": seats}], ["flag", "some", ["nominator"]]),
        "deploys": bound(view, ["say", ["deploys"], {"of": seats}], ["flag", "some", ["deploys"]]),
        "sight": bound(view, ["list", ["sight"], {"gap": "{words}", "none": ""}, ""], ["flag", "some", ["sight"]]),
        "order": bound(view, ["list", ["order"], {"gap": "{name}", "none": ""}, ""], ["flag", "some", ["order"]]),
        "winners": bound(view, ["list", ["result", "names"], winners, ""], ["flag", "some", ["result", "names"]]),
        "chain": sorted(drawn, key=lambda token: view["models"][token["id"]]["place"]),
        "sides": [
            _side_score(view, side, [token for token in drawn if token["side"] == side]) for side in view["sides"]
        ],
    }


STAGES = {
    "building": "Table setup",
    "clear": "Clearing the hall",
    "walls": "Placing walls",
    "monsters": "Placing monsters",
    "initiative": "Initiative",
    "deployment": "Deployment",
    "turn_start": "Start of turn",
    "nomination": "Nomination",
    "turn_end": "End of turn",
    "activation": "Activation",
    "over": "The battle is over",
}


def _side_score(view: View, side: str, own: list[dict[str, Any]]) -> dict[str, Any]:
    entry, path = view["sides"][side], ["sides", side]
    return {
        "side": side,
        "slug": slug(side),
        "name": entry["name"],
        "company": entry["company"] if entry["company"] != entry["name"] else "",
        "motto": entry["motto"],
        "hall": entry["hall"],
        "alliance": entry["alliance"],
        "number": numbers(view)[side],
        "models": entry["models"],
        "on_board": bound(view, ["text", [*path, "on_board"]]),
        "reserve": bound(view, ["text", [*path, "reserve"]], ["flag", "some", [*path, "reserve"]]),
        "out": bound(view, ["text", [*path, "out"]], ["flag", "some", [*path, "out"]]),
        "left": bound(view, ["text", [*path, "left"]], ["flag", "some", [*path, "left"]]),
        "names": bound(view, ["flag", "nominates", ["nominator"], entry["seat"]]),
        "tokens": own,
    }


# Panels


class _PanelText(NamedTuple):
    """The words of a model's panel, bound to the place at which the view has it."""

    view: View
    path: list[str]

    def text(self, *keys: str) -> BoundElement:
        return bound(self.view, ["text", [*self.path, *keys]])

    def listed(self, key: str, words: dict[str, Any]) -> BoundElement:
        path = [*self.path, key]
        return bound(self.view, ["list", path, words, ""], ["flag", "some", path])

    def worded(self, key: str, words: dict[str, Any]) -> BoundElement:
        return bound(self.view, ["say", [*self.path, key], words])


def _panel(view: View, model: str) -> dict[str, Any]:
    panel, entry = _PanelText(view, ["models", model]), view["models"][model]
    return {
        **_head(panel, entry, model),
        **_numbers(panel, entry),
        **_turn(panel),
        **_whereabouts(panel),
        **_kit(panel),
    }


def _head(panel: _PanelText, entry: View, model: str) -> dict[str, Any]:
    monster, path = entry["kind"] == "monster", panel.path
    return {
        "kind": "Monster" if monster else f"{entry['race']} {CLASS.get(entry['class'], entry['class'])}".strip(),
        "level": entry["level"],
        "leader": entry["leader"],
        "large": entry["large"],
        "row": bound(
            panel.view,
            ["flag", "active", ["active"], model],
            ["flag", "gone", [*path, "nominated"]],
            ["flag", "shaken", [*path, "shaken"]],
            ["state", "status", [*path, "status"]],
        ),
    }


def _numbers(panel: _PanelText, entry: View) -> dict[str, Any]:
    return {
        "core": [
            {"short": short, "title": title, "value": panel.text(name), "full": panel.text(f"{name}_max")}
            for short, name, title in CORE
        ],
        "health": panel.text("health"),
        "health_max": panel.text("health_max"),
        "bar": bound(panel.view, ["bar", 100, [*panel.path, "health"], [*panel.path, "health_max"]]),
        "mark": 100 * entry["morale_mark"] // (entry["health_max"] or 1),
        "armour": panel.text("armour"),
        "parts": panel.listed("armour_parts", {"gap": "{name} {value}", "none": ""}),
    }


def _turn(panel: _PanelText) -> dict[str, Any]:
    loaded = [*panel.path, "weapon", "loaded"]
    return {
        "weapon": panel.worded("weapon", WEAPON),
        "loaded": bound(panel.view, ["say", loaded, {"of": LOADED}], ["state", "is", loaded]),
        "load": panel.text("weapon", "load"),
        "lamps": [_lamp(panel.view, panel.path, name, title) for name, title in LAMPS],
        "nominated": panel.worded("nominated", {"gap": "{place}. by {by_name}", "none": ""}),
    }


def _whereabouts(panel: _PanelText) -> dict[str, Any]:
    return {
        "conditions": panel.listed("conditions", {"key": "name", "of": CONDITION}),
        "status": panel.worded("status", {"of": STATUS}),
        "cause": panel.worded("out_cause", {"of": CAUSE}),
        "out_by": panel.worded("out_by", {"gap": "by {value}", "none": ""}),
        "left_by": panel.worded("left_by", {"of": EDGE}),
        "where": panel.text("where"),
        "up": panel.worded("up", {"gap": "{value} up", "none": ""}),
        "engaged": panel.listed("engaged", PLAIN),
    }


def _kit(panel: _PanelText) -> dict[str, Any]:
    ability = [*panel.path, "ability"]
    return {
        "weapons": panel.listed("weapons", WEAPONS),
        "gear": panel.listed("gear", PLAIN),
        "talents": panel.listed("talents", USES),
        "ability": bound(panel.view, ["say", ability, USES], ["flag", "some", ability]),
        "spells": panel.listed("spells", USES),
        "carries": panel.listed("carries", PLAIN),
    }


def _lamp(view: View, path: list[str], name: str, title: str) -> dict[str, Any]:
    return {
        "title": title,
        "only_lit": name == "extra",
        "light": bound(view, ["flag", "on", [*path, name]]),
        "state": bound(view, ["say", [*path, name], {"of": {"0": "spent", "1": "ready"}}]),
    }
