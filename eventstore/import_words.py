"""Where streams come from, in words for people."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from eventstore.provenance import HOUSE, USER, Provenance
from eventstore.records import moment
from eventstore.seals import find_seal_key
from eventstore.skald_format import ImportLine


class Import(NamedTuple):
    """An import in words for people: by whom, when, which versions, and what the seal was worth."""

    by: str
    at: datetime
    first: int
    last: int
    trusted: bool
    sealed: str
    elsewhere: bool

    @property
    def words(self) -> str:
        """The whole in a sentence, without its full stop."""
        where = " on another server" if self.elsewhere else ""
        return f"Imported{where} by {self.by} on {self.at:%Y-%m-%d %H:%M} UTC, {self.sealed}"


def describe_imports(imports: Iterable[Provenance]) -> list[Import]:
    """What people are told of where a stream comes from, the earliest import first."""
    key = find_seal_key()
    ours = key.id if key else ""
    return [
        Import(
            importer(one.actor),
            one.imported,
            one.first,
            one.last,
            one.trusted,
            _seal_in_words(one, ours),
            one.told_by not in {"", ours},
        )
        for one in imports
    ]


def importer(actor: str) -> str:
    """Who took a file in, as people call them; `house` is whoever may use the terminal of this installation."""
    return "the house" if actor == HOUSE else actor.removeprefix(USER)


def _seal_in_words(one: Provenance, ours: str) -> str:
    if not one.trusted:
        return "not sealed by this server"
    return "sealed by this server" if one.key_id == ours else "sealed by a server that is trusted here"


def origins_in_words(imports: Iterable[Provenance]) -> str:
    """Every import in a line, each with its versions; empty where all of it happened here."""
    return "; ".join(f"{one.words} (events {one.first} to {one.last})" for one in describe_imports(imports))


def line_in_words(line: ImportLine) -> str:
    """What a file tells of an import, where it comes from or before."""
    seal = "with" if line.trusted else "without"
    by = f"imported by {importer(line.by)} on {moment(line.at):%Y-%m-%d %H:%M} UTC"
    return f"{line.stream}  events {line.first} to {line.last} {by}, {seal} a trusted seal"


def outsider_in_words(imports: Iterable[Provenance]) -> str:
    """What a list says: who brought last what no trusted server has signed for, and when; empty where nothing is."""
    strange = [one for one in describe_imports(imports) if not one.trusted]
    return f"i{strange[-1].words[1:]}" if strange else ""
