"""The kernel's toy as a game with a rulebook of its own."""

from tests.rules.kernel.toy import Toy


class Lamps(Toy):
    """Two lamps; see the toy."""


LAMPS = Lamps()
