"""What the panel of a model says: its stat block, what it has in hand, what it has left to do."""

from __future__ import annotations

from typing import Any, NamedTuple

from matches.pages.boards.base import View
from matches.pages.boards.bind import BoundElement, bound

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


class _PanelText(NamedTuple):
    """The words of a model's panel, bound to the place at which the view has it."""

    view: View
    path: list[str]

    def text(self, *keys: str) -> BoundElement:
        return bound(self.view, ["text", [*self.path, *keys]])

    def listed(self, key: str, words: dict[str, Any]) -> BoundElement:
        path = [*self.path, key]
        return bound(self.view, ["list", path, words, ""], ["flag", "some", path])

    def said(self, key: str, words: dict[str, Any]) -> BoundElement:
        return bound(self.view, ["say", [*self.path, key], words])


def panel(view: View, model: str) -> dict[str, Any]:
    """Everything the panel shows, bound to the view."""
    told, entry = _PanelText(view, ["models", model]), view["models"][model]
    return {**_head(told, entry, model), **_numbers(told, entry), **_turn(told), **_whereabouts(told), **_kit(told)}


def _head(told: _PanelText, entry: View, model: str) -> dict[str, Any]:
    monster, path = entry["kind"] == "monster", told.path
    return {
        "kind": "Monster" if monster else f"{entry['race']} {CLASS.get(entry['class'], entry['class'])}".strip(),
        "level": entry["level"],
        "leader": entry["leader"],
        "large": entry["large"],
        "row": bound(
            told.view,
            ["flag", "active", ["active"], model],
            ["flag", "gone", [*path, "nominated"]],
            ["flag", "shaken", [*path, "shaken"]],
            ["state", "status", [*path, "status"]],
        ),
    }


def _numbers(told: _PanelText, entry: View) -> dict[str, Any]:
    return {
        "core": [
            {"short": short, "title": title, "value": told.text(name), "full": told.text(f"{name}_max")}
            for short, name, title in CORE
        ],
        "health": told.text("health"),
        "health_max": told.text("health_max"),
        "bar": bound(told.view, ["bar", 100, [*told.path, "health"], [*told.path, "health_max"]]),
        "mark": 100 * entry["morale_mark"] // (entry["health_max"] or 1),
        "armour": told.text("armour"),
        "parts": told.listed("armour_parts", {"gap": "{name} {value}", "none": ""}),
    }


def _turn(told: _PanelText) -> dict[str, Any]:
    loaded = [*told.path, "weapon", "loaded"]
    return {
        "weapon": told.said("weapon", WEAPON),
        "loaded": bound(told.view, ["say", loaded, {"of": LOADED}], ["state", "is", loaded]),
        "load": told.text("weapon", "load"),
        "lamps": [_lamp(told.view, told.path, name, title) for name, title in LAMPS],
        "nominated": told.said("nominated", {"gap": "{place}. by {by_name}", "none": ""}),
    }


def _whereabouts(told: _PanelText) -> dict[str, Any]:
    return {
        "conditions": told.listed("conditions", {"key": "name", "of": CONDITION}),
        "status": told.said("status", {"of": STATUS}),
        "cause": told.said("out_cause", {"of": CAUSE}),
        "out_by": told.said("out_by", {"gap": "by {value}", "none": ""}),
        "left_by": told.said("left_by", {"of": EDGE}),
        "where": told.text("where"),
        "up": told.said("up", {"gap": "{value} up", "none": ""}),
        "engaged": told.listed("engaged", PLAIN),
    }


def _kit(told: _PanelText) -> dict[str, Any]:
    ability = [*told.path, "ability"]
    return {
        "weapons": told.listed("weapons", WEAPONS),
        "gear": told.listed("gear", PLAIN),
        "talents": told.listed("talents", USES),
        "ability": bound(told.view, ["say", ability, USES], ["flag", "some", ability]),
        "spells": told.listed("spells", USES),
        "carries": told.listed("carries", PLAIN),
    }


def _lamp(view: View, path: list[str], name: str, title: str) -> dict[str, Any]:
    return {
        "title": title,
        "only_lit": name == "extra",
        "light": bound(view, ["flag", "on", [*path, name]]),
        "state": bound(view, ["say", [*path, name], {"of": {"0": "spent", "1": "ready"}}]),
    }
