"""Orbs: taken, dropped, flying, scattering, in a vessel; and the points they bring."""

from __future__ import annotations

from typing import Literal

from rules.ishmek.commands import Side, Square
from rules.kernel.messages import Event
from rules.kernel.rolls import Rolled

VesselMeans = Literal["score_shot", "scatter", "deviation"]


class OrbControlled(Event, frozen=True, kw_only=True, tag="orb_controlled"):
    """A player holds the orb, in the player's square. [ISH-ORB-02]"""

    says = "{player} holds {orb} at {at:square}."

    orb: Side
    player: str
    at: Square


class OrbIntercepted(Event, frozen=True, kw_only=True, tag="orb_intercepted"):
    """A flight ended in a player's hands; `orb_controlled` follows. [ISH-INT-06]"""

    says = "{player} intercepts {orb}!"
    weight = "key"
    moment = "intercept"

    orb: Side
    player: str


class OrbDropped(Event, frozen=True, kw_only=True, tag="orb_dropped"):
    """An orb is loose where its holder stood: dropped, knocked away, or its holder left. [ISH-ECON-07, ISH-Q-48]"""

    says = "{orb} is loose at {at:square}."

    orb: Side
    player: str
    at: Square


class OrbLaunched(Event, frozen=True, kw_only=True, tag="orb_launched"):
    """An orb flies. `path` has one square a unit of distance, the launch square first. [ISH-PROPEL-01]"""

    orb: Side
    player: str
    path: tuple[Square, ...]
    target: Square
    distance: int
    lob: bool = False
    score_shot: bool = False
    motion: int


class OrbRedirected(Event, frozen=True, kw_only=True, tag="orb_redirected"):
    """A flying orb took a new course; its `orb_launched` follows. [ISH-PROPEL-05]"""

    says = "{player} redirects {orb}!"
    weight = "key"

    orb: Side
    player: str


class OrbFellShort(Event, frozen=True, kw_only=True, tag="orb_fell_short"):
    """A wide miss: `m` of the planned units will be covered. No die for distance 1. [ISH-PROPEL-10]"""

    says = "{orb} falls short: it covers {m} of the distance."

    orb: Side
    m: int
    die: int | None = None


class DistanceRolled(Rolled, frozen=True, kw_only=True, tag="distance_rolled"):
    """The die for the distance covered by a wide miss. [ISH-Q-24]"""

    says = "Distance rolled for {orb}: {total}."

    orb: Side


class OrbMoved(Event, frozen=True, kw_only=True, tag="orb_moved", rename={"start": "from"}):
    """A flying orb entered the next square of its path. [ISH-PROPEL-11]"""

    says = "{orb} flies on to {to:square}."

    orb: Side
    start: Square
    to: Square
    index: int


class OrbBounced(Event, frozen=True, kw_only=True, tag="orb_bounced"):
    """A flying orb turned at a wall; that cost 1 of the distance. `at` is where it is after it. [ISH-BOUNCE-01..03]"""

    says = "{orb} bounces off the wall at {at:square}."

    orb: Side
    at: Square
    index: int


class OrbLanded(Event, frozen=True, kw_only=True, tag="orb_landed"):
    """An orb came down and is loose, or lies where the GM chose at a wall. [ISH-PROPEL-07, ISH-PROPEL-08, ISH-Q-33]"""

    says = "{orb} comes down at {at:square}."

    orb: Side
    at: Square


class OrbDeviated(Rolled, frozen=True, kw_only=True, tag="orb_deviated", rename={"start": "from"}):
    """A missed propel came down beside its square: the d8 and where it lies. [ISH-PROPEL-09, ISH-PROPEL-10]

    With `diag_bounce: gm_choice` and `bounced`, `to` is the square of the default; `orb_landed` has the GM's choice.
    """

    says = "{orb} comes down at {to:square}{bounced}: {die} on the d8, {die:way} as seen by {frame}."

    orb: Side
    start: Square
    to: Square
    die: int
    frame: str
    bounced: bool = False


class OrbScattered(Rolled, frozen=True, kw_only=True, tag="orb_scattered", rename={"start": "from"}):
    """A loose orb rolled one square. `frame` says how the d8 is read. [ISH-SCAT-01..05]

    With `diag_bounce: gm_choice` and `bounced`, `to` is the square of the default; `orb_landed` has the GM's choice.
    """

    says = "{orb} scatters to {to:square}{bounced}: {die} on the d8, {die:way} as seen by {frame}."

    orb: Side
    start: Square
    to: Square
    die: int
    frame: str
    cause: str
    bounced: bool = False


class OrbInVessel(Event, frozen=True, kw_only=True, tag="orb_in_vessel"):
    """An orb entered a vessel through its opening. [ISH-SCORE-06]"""

    says = "{orb} goes into the {vessel} vessel {means}."

    orb: Side
    vessel: Side
    at: Square
    cause: str
    means: VesselMeans
    motion: int


class OrbLost(Event, frozen=True, kw_only=True, tag="orb_lost"):
    """An orb is in a vessel without a point, out of reach until reset. [ISH-SCORE-02, ISH-SCORE-04]"""

    says = "{orb} is lost in the {vessel} vessel."
    weight = "key"
    moment = "lost"

    orb: Side
    vessel: Side


class PointScored(Event, frozen=True, kw_only=True, tag="point_scored"):
    """A point. `score`: the new score, home first; `gift`: by the defending side. [ISH-SCORE-01, ISH-SCORE-03]"""

    weight = "head"

    team: Side
    player: str
    score: tuple[int, int]
    gift: bool = False

    def key_moment(self) -> str:
        return "gift" if self.gift else "point"
