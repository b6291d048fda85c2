"""The one door for dice: derived (house), typed in (table), or mixed by seat.

House dice are a function of a key and an index, so that anybody can recompute them once the secret is out:

    key     = HMAC-SHA256(secret, fields("dice/1", match, salt, salt, …))
    block_i = HMAC-SHA256(key, i as 8 bytes, big-endian)
    word    = the first 4 bytes of block_i as an unsigned big-endian number
    face    = word mod sides + 1, unless word ≥ 2³² − (2³² mod sides): then the next index is tried

`fields` joins each text as its length in UTF-8 bytes (4 bytes, big-endian) followed by those bytes. Salts come in the
order of their seats' names, each as "seat=salt". The match opens with SHA-256(secret). An index is never used twice.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping, Sequence
from typing import Protocol

from rules.kernel.errors import NeedDice, Refused
from rules.kernel.pools import next_die
from rules.kernel.rolls import DiceFaces, Need, noted

WORD = 2**32


class Dice(Protocol):
    """Where faces come from. `take` raises `NeedDice` when they still have to be typed in."""

    def take(self, need: Need) -> DiceFaces:
        """Faces for `need.sides`, in that order."""
        ...


def commitment(secret: bytes) -> str:
    """What is published before the first roll: SHA-256 of the secret, in hex."""
    return hashlib.sha256(secret).hexdigest()


def dice_key(secret: bytes, match: str, salts: Mapping[str, str]) -> bytes:
    """Key of a match's house dice; `salts` maps seat → salt."""
    fields = ["dice/1", match, *(f"{seat}={salts[seat]}" for seat in sorted(salts))]
    message = b"".join(len(raw).to_bytes(4, "big") + raw for raw in (text.encode() for text in fields))
    return hmac.digest(secret, message, "sha256")


def derive_face(key: bytes, index: int, sides: int) -> tuple[int, int]:
    """A die of `sides` sides from block `index` on: its face and the next unused index."""
    limit = WORD - WORD % sides
    while True:
        word = int.from_bytes(hmac.digest(key, index.to_bytes(8, "big"), "sha256")[:4], "big")
        index += 1
        if word < limit:
            return word % sides + 1, index


class NoKey(ValueError):
    """A house die is to fall, and its key is not at hand."""


class HouseDice:
    """Dice derived from a key, from block `index` on. `index` moves as dice are taken; `NoKey` where it is empty."""

    def __init__(self, key: bytes, index: int = 0) -> None:
        self._key = key
        self.index = index

    def take(self, need: Need) -> DiceFaces:
        """Derive a face for each of `need.sides`, and for each die that follows from them."""
        if not self._key:
            raise NoKey("a match with house dice wants the key of its dice")
        first, faces = self.index, [self._face(sides, need) for sides in need.sides]
        while want := next_die(need, faces):
            faces.append(self._face(want.sides, need))
        return DiceFaces(tuple(faces), "house", (first, self.index - first))

    def _face(self, sides: int, need: Need) -> int:
        face, self.index = derive_face(self._key, self.index, sides)
        return 0 if need.zero and face == sides else face


class TableDice:
    """Dice typed in from the table, used in the order they were typed."""

    def __init__(self, faces: Sequence[int] = ()) -> None:
        self._faces = tuple(faces)
        self._used = 0

    @property
    def unused(self) -> tuple[int, ...]:
        """Faces typed in that no roll has asked for yet."""
        return self._faces[self._used :]

    def take(self, need: Need) -> DiceFaces:
        """The next typed faces; `NeedDice` if there are too few, `BadFace` if one is not a face of its die."""
        given = self.unused[: len(need.sides)]
        faces = [
            self._checked(place, face, sides, need)
            for place, (face, sides) in enumerate(zip(given, need.sides, strict=False))
        ]
        if len(faces) < len(need.sides):
            raise NeedDice(noted(need))
        while want := next_die(need, faces):
            place = len(faces)
            if place == len(self.unused):
                raise NeedDice(noted(need, want))
            faces.append(self._checked(place, self.unused[place], want.sides, need))
        self._used += len(faces)
        return DiceFaces(tuple(faces), "table")

    def _checked(self, place: int, face: int, sides: int, need: Need) -> int:
        """The face as it is stored; a printed 0 and a 10 are the same where 0 is printed."""
        check_face(face, sides, f"dice[{self._used + place}]", self.unused[place:], zero=need.zero)
        return 0 if need.zero and face == sides else face


class SeatDice:
    """A match in which some seats roll house dice and others type theirs in.

    `kinds`: seat → "house" or "table"; `default` is that of who has no entry.
    """

    def __init__(self, kinds: Mapping[str, str], default: str, house: Dice, tape: Dice) -> None:
        self._kinds = kinds
        self._default = default
        self._house = house
        self._tape = tape

    def take(self, need: Need) -> DiceFaces:
        """Faces from the source of the seat that rolls."""
        source = self._house if self._kinds.get(need.seat, self._default) == "house" else self._tape
        return source.take(need)


class BadFace(Refused):
    """A face that its die cannot show. `left`: where it was typed among others, it and those after it.

    `zero`: the highest face is printed as 0, and either number may be typed for it.
    """

    def __init__(self, face: object, sides: int, field: str, left: tuple[int, ...] = (), *, zero: bool = False) -> None:
        hint = f"enter a whole number from 1 to {sides}"
        if zero:
            hint = f"enter a whole number from 0 to {sides - 1} ({sides} is read as 0)"
        super().__init__("bad_die", f"a d{sides} cannot show {face!r}", "KERNEL-DICE-02", field=field, hint=hint)
        self.left = left


def check_face(face: object, sides: int, field: str, left: tuple[int, ...] = (), *, zero: bool = False) -> None:
    """Refuse (`BadFace`) what cannot lie on a die of `sides` sides (a bool is not a number here)."""
    if type(face) is not int or not (not zero) <= face <= sides:
        raise BadFace(face, sides, field, left, zero=zero)
