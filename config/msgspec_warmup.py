"""Structs are made known to msgspec before there are threads.

msgspec 0.22 works out a struct when it is first decoded, and the process dies (SIGSEGV) when a second thread comes to
the same struct meanwhile.
"""

from collections.abc import Iterator
from importlib import import_module

import msgspec

# With these come all structs of the apps and the games. What is missing here, `tests/house/test_structs.py` names.
DEFINING = (
    "config.backup_file",
    "config.restoring",
    "matches.service",
    "web.api.shapes",
    "matches.api.shapes",
    "matches.simulation.playing",
    "matches.terminal.transcripts",
    "campaigns.service",
    "campaigns.standings",
    "campaigns.transfer",
    "campaigns.api.company_shapes",
    "tournaments.service",
    "tournaments.api.shapes",
)
_known: set[type[msgspec.Struct]] = set()


def learn_all_structs() -> None:
    """Let msgspec work out every struct of Skald, wherever it is defined."""
    for module in DEFINING:
        import_module(module)
    learn_structs()


def learn_structs() -> None:
    """Let msgspec work out every struct that is defined by now."""
    for kind in unknown_structs():
        msgspec.json.Decoder(kind)
        _known.add(kind)


def unknown_structs() -> list[type[msgspec.Struct]]:
    """The structs that are defined by now and that nobody has let msgspec work out."""
    return [kind for kind in _defined(msgspec.Struct) if kind not in _known]


def _defined(base: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for kind in base.__subclasses__():
        yield kind
        yield from _defined(kind)
