"""A match and its turns: creation, placement, initiative, goes, the end, and how a command is closed."""

from __future__ import annotations

from typing import Literal

from rules.ishmek.commands import Side, Square
from rules.ishmek.house_rules import HouseRules
from rules.ishmek.state import AnyFrame, Player, State, Team
from rules.kernel.agenda import Decided as KernelDecided, Secret
from rules.kernel.messages import Event
from rules.kernel.rolls import Rolled


class MatchCreated(Event, frozen=True, kw_only=True, tag="match_created"):
    """A match and everything it starts from; house rules are pinned here. [ISH-ARENA-01..03, ISH-Q-02]"""

    weight = "head"

    teams: tuple[Team, Team]
    players: tuple[Player, ...]
    turns_total: int
    umpires: tuple[int, int]
    house_rules: HouseRules


class PositionSet(Event, frozen=True, kw_only=True, tag="position_set"):
    """The match starts in the midst of one: the whole situation."""

    says = "The match starts from a set position."
    weight = "head"

    state: State


class PlacementMade(Event, frozen=True, kw_only=True, tag="placement_made"):
    """A team wrote its placement down; hidden from the others until `players_placed`. [ISH-START-01, ISH-Q-10]"""

    says = "{team} have submitted their placement."

    team: Side
    squares: dict[str, Square]
    secret: Secret | None = None


class PlayersPlaced(Event, frozen=True, kw_only=True, tag="players_placed"):
    """Players stand on their squares. `benched` left the field for a substitute. [ISH-START-01]"""

    squares: dict[str, Square]
    benched: tuple[str, ...] = ()


class PlayersWaited(Event, frozen=True, kw_only=True, tag="players_waited"):
    """No square was free for them: they come back a turn later. [ISH-Q-49]"""

    says = "{players} have no free square and return in turn {back}."

    players: tuple[str, ...]
    back: int


class OrbsPlaced(Event, frozen=True, kw_only=True, tag="orbs_placed"):
    """Both orbs lie loose at their start squares. [ISH-START-02, ISH-SCORE-05]"""

    says = "Both orbs are placed in front of their vessels."
    weight = "small"

    home: Square
    away: Square


class FieldCleared(Event, frozen=True, kw_only=True, tag="field_cleared"):
    """Everybody goes back to start positions: places, prone and holders are cleared. [ISH-Q-66]"""

    says = "All players return to their starting positions{cause:cleared}."
    weight = "small"

    cause: Literal["match_start", "point", "double_loss"]


class TurnStarted(Event, frozen=True, kw_only=True, tag="turn_started"):
    """A turn begins; everybody's per-turn economy is whole again. `returning` may come back. [ISH-ECON-06]"""

    says = "Turn {turn}"
    weight = "head"
    begins = "turn"

    turn: int
    returning: tuple[str, ...] = ()


class InitiativeRolled(Rolled, frozen=True, kw_only=True, tag="initiative_rolled"):
    """A team's d20 for initiative. [ISH-INIT-01]"""

    says = "{team} roll {total} for initiative."

    team: Side


class InitiativeSet(Event, frozen=True, kw_only=True, tag="initiative_set"):
    """Who picks first this turn."""

    says = "{team} pick first."

    team: Side


class GoStarted(Event, frozen=True, kw_only=True, tag="go_started"):
    """A player was picked. [ISH-INIT-02]"""

    says = "{player}'s go"
    weight = "head"
    begins = "go"

    player: str


class GoEnded(Event, frozen=True, kw_only=True, tag="go_ended"):
    """A player's go is over."""

    says = "{player} is done."
    weight = "small"

    player: str


class TurnEnded(Event, frozen=True, kw_only=True, tag="turn_ended"):
    """A turn is over: "all_gone", "point" or "double_loss". [ISH-TURN-01, ISH-TURN-02, ISH-Q-17]"""

    says = "Turn {turn} ends: {reason:ended}."

    turn: int
    reason: str

    def key_moment(self) -> str:
        return "double_loss" if self.reason == "double_loss" else ""


class ExtraTurnAdded(Event, frozen=True, kw_only=True, tag="extra_turn_added"):
    """House rule: the match is level, one more turn is played. [ISH-Q-14]"""

    says = "The score is tied: an extra turn is played, {turns_total} in total."
    weight = "key"

    turns_total: int


class MatchEnded(Event, frozen=True, kw_only=True, tag="match_ended"):
    """The match is over. `winner` is null for a draw. [ISH-END-01]"""

    weight = "head"
    moment = "end"

    termination: str
    winner: Side | None
    score: tuple[int, int]


class MatchForfeited(Event, frozen=True, kw_only=True, tag="match_forfeited"):
    """A team gave up; `match_ended` follows."""

    says = "{team} forfeit the match{reason}"
    weight = "key"

    team: Side
    reason: str = ""


class Decided(KernelDecided, frozen=True, tag="decided"):
    """Closes a command; see `rules.kernel.agenda.Decided`."""

    push: tuple[AnyFrame, ...] = ()
