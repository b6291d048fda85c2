"""What a Swiss round is made from, and what it is."""

from __future__ import annotations

from typing import Literal

import msgspec

NO_REMATCH = "KERNEL-TOUR-30"
BYES = "KERNEL-TOUR-31"
FORBIDDEN_PAIRS = "KERNEL-TOUR-36"

Float = Literal["up", "down", ""]
Method = Literal["slide", "fold", "adjacent"]
Absence = Literal["half_bye", "zero_bye"]


class SwissEntrant(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """An entrant as it stands before the round.

    `points` in hundredths. `opponents`: whom it has played, one entry a game; a forfeit is no game. `byes`: full byes
    and forfeit wins so far. `floats`: "down" in a round against somebody with fewer points or with a bye, "up" against
    more. `home_balance`: home games less away games. `name` is what reasons call it.
    """

    entrant: str
    seed: int
    points: int = 0
    opponents: tuple[str, ...] = ()
    byes: int = 0
    floats: tuple[Float, ...] = ()
    home_balance: int = 0
    last_side: Literal["home", "away", ""] = ""
    club: str = ""
    name: str = ""

    @property
    def title(self) -> str:
        """What reasons call it."""
        return self.name or self.entrant


class SwissRules(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """How those with equal points are paired.

    * slide: the top half against the bottom half in order, of eight 1–5, 2–6, 3–7, 4–8.
    * fold: first against last, 1–8, 2–7, 3–6, 4–5.
    * adjacent: neighbours, 1–2, 3–4, 5–6, 7–8.
    * random (round 1): neighbours in an order drawn from `seed_text`.
    """

    first_round: Literal["slide", "fold", "adjacent", "random"] = "slide"
    later_rounds: Method = "slide"
    seed_text: str = ""
    avoid_same_club: bool = False


class SwissPairing(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """A pairing at its table. `down` floats to fewer points (its opponent up); empty where both have as many."""

    table: int
    home: str
    away: str
    down: str = ""
    rematch: bool = False
    reasons: tuple[str, ...] = ()


class SwissBye(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """Somebody without an opponent in this round."""

    entrant: str
    kind: Literal["bye", "half_bye", "zero_bye"]
    reasons: tuple[str, ...] = ()


class SwissRound(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """Pairings from the first table on, and the byes: the one of an odd number first, then those asked for."""

    pairings: tuple[SwissPairing, ...]
    byes: tuple[SwissBye, ...] = ()
