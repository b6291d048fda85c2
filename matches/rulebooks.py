"""The words of the rules, for errors, tooltips and citations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import structlog

from rules import registry
from rules.kernel.errors import KernelError, Malformed, Refused, RunawayLoop
from rules.kernel.rulebook import Rulebook, UnknownRule
from web.errors import NotThere, Refusal, Unreadable, words_of

events_log = structlog.get_logger(__name__)
STATUS_OF_CODE = {
    "match_over": 409,
    "battle_over": 409,
    "dice_wanted": 409,
    "paused": 409,
    "already_paused": 409,
    "not_paused": 409,
    "not_your_seat": 403,
    "gm_only": 403,
}


def rulebook(key: str) -> Rulebook:
    """The rulebook of a game, which lies beside its rules. NotThere for a game nobody knows."""
    if key not in registry.RULESETS:
        raise NotThere("ruleset")
    return registry.rulebook(key)


def rule_text(key: str, rule: str) -> str:
    """The words of a rule of a game or of the table; empty for a citation that is in neither book."""
    try:
        return rulebook(key).text(rule)
    except UnknownRule:
        return words_of(rule)


def texts_of(key: str, rules: Iterable[str]) -> dict[str, str]:
    """The words of each rule that is in a book, by its ID."""
    found = {rule: rule_text(key, rule) for rule in sorted(set(rules)) if rule}
    return {rule: text for rule, text in found.items() if text}


def cited(document: object) -> Iterator[str]:
    """The IDs of the rules that a document of plain JSON cites: its `rule` fields, and those of its modifiers."""
    match document:
        case dict():
            for name, value in document.items():
                if name == "rule" and isinstance(value, str):
                    yield value
                elif name == "mods":
                    yield from (mod[2] for mod in value if isinstance(mod, list | tuple) and len(mod) == 3)
                    yield from (mod["rule"] for mod in value if isinstance(mod, dict) and "rule" in mod)
                else:
                    yield from cited(value)
        case list() | tuple():
            for value in document:
                yield from cited(value)


def refusal_of(error: KernelError, key: str) -> Refusal:
    """What the kernel said no with, in our words. What is neither a refusal nor a loop is raised again."""
    match error:
        case Malformed():
            return Unreadable(error.message, error.field)
        case Refused():
            return Refusal(
                error.code,
                error.message,
                field=error.field,
                rule=error.rule,
                rule_text=rule_text(key, error.rule),
                hint=error.hint,
                more=behind(error),
                status=STATUS_OF_CODE.get(error.code, 422),
            )
        case RunawayLoop():
            events_log.error("rules.stuck", ruleset=key, error=str(error))
            return Refusal(
                "rules_stuck",
                "The rules did not reach a decision after this command. Nothing was stored.",
                hint="Choose something else or ask the GM. This is a bug in Skald; it has been logged.",
            )
    raise error


def behind(error: Refused) -> dict[str, Any]:
    """The event that a refusal goes back to, as its document tells it; empty where there is none."""
    return {} if error.event is None else {"caused_by": {"stream": error.event[0], "n": error.event[1]}}


def mods_with_texts(key: str, mods: Iterable[Any]) -> list[dict[str, Any]]:
    """The modifiers of a roll, each with the words of its rule."""
    return [
        {"value": value, "label": label, "rule": rule, "rule_text": rule_text(key, rule)} for value, label, rule in mods
    ]
