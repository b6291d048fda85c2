"""The table of addresses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from web.api_docs.document import PREFIX, PROBLEM, Address, schema_of
from web.api_docs.shapes import cell, named

EVERYWHERE = ("400", "401", "403", "429", "503")
"""The statuses of refusals that every address has."""


def addresses(found: Iterable[Address]) -> Iterator[str]:
    """A row a method of an address: what it does, what it takes, what it answers, how else it may refuse."""
    yield "| address | what it does | takes | answers | refuses also |"
    yield "|---|---|---|---|---|"
    for one in found:
        does = one.operation.get("description", "").split("\n\n")[0]
        row = [f"`{one.method} {one.path.removeprefix(PREFIX)}`", does, _taken(one), _answered(one), _refused(one)]
        yield f"| {' | '.join(map(cell, row))} |"
    yield ""


def parameters(found: Iterable[Address]) -> Iterator[str]:
    """A row a parameter or header: its type, what it does, and at which addresses, where not at all that have it."""
    by_name: dict[str, dict[tuple[str, str], list[str]]] = {}
    for one in found:
        for parameter in one.operation.get("parameters", ()):
            meaning = (named(parameter.get("schema", {})), parameter.get("description", "").split("\n\n")[0])
            place = f"`{one.method} {one.path.removeprefix(PREFIX)}`"
            by_name.setdefault(parameter["name"], {}).setdefault(meaning, []).append(place)
    yield "| parameter | type | what it does | where |"
    yield "|---|---|---|---|"
    for name in sorted(by_name):
        for (kind, does), places in by_name[name].items():
            if does:
                where = ", ".join(places) if len(by_name[name]) > 1 or len(places) == 1 else "wherever it is taken"
                yield f"| `{name}` | {cell(kind)} | {cell(does)} | {where} |"
    yield ""


def _taken(one: Address) -> str:
    """The body, the parameters and headers."""
    parameters = [_parameter(row) for row in one.operation.get("parameters", ()) if row["in"] != "path"]
    return ", ".join([*_body(one.operation.get("requestBody", {})), *parameters])


def _body(body: Mapping[str, Any]) -> list[str]:
    media, schema = schema_of(body.get("content", {}))
    return [_sent(media, schema)] if schema is not None else []


def _sent(media: str, schema: Mapping[str, Any]) -> str:
    """A body by its shape, or where it is not JSON, by its media type."""
    return named(schema) if media == "application/json" else f"`{media}`"


def _parameter(row: Mapping[str, Any]) -> str:
    return f"`{row['name']}`{' (header)' if row['in'] == 'header' else ''}"


def _answered(one: Address) -> str:
    """What it answers when it does what is asked."""
    answers = []
    for status, answer in one.operation["responses"].items():
        content = answer.get("content", {})
        if PROBLEM in content or not status.startswith("2"):
            continue
        media, schema = schema_of(content)
        answers.append(f"{status} {_sent(media, schema)}" if schema is not None else status)
    return ", ".join(answers)


def _refused(one: Address) -> str:
    """The statuses of its refusals beside those of every address."""
    refused = {status for status in one.operation["responses"] if status[0] in "45"}
    return ", ".join(sorted(refused - set(EVERYWHERE)))
