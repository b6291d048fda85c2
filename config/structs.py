"""Structs are made known to msgspec before there are threads.

msgspec 0.22 works out a struct when it is first decoded, and the process dies (SIGSEGV) when a second thread comes to
the same struct meanwhile.
"""

from collections.abc import Iterator

import msgspec


def learn_structs() -> None:
    """Let msgspec work out every struct that is defined by now."""
    for kind in _defined(msgspec.Struct):
        msgspec.json.Decoder(kind)


def _defined(base: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for kind in base.__subclasses__():
        yield kind
        yield from _defined(kind)
