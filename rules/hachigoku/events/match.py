"""The Skirmish as a whole: how it begins and ends, who comes and goes, what the GM does."""

from __future__ import annotations

from typing import ClassVar, Literal

from rules.hachigoku.house_rules import HouseRules
from rules.hachigoku.state import Ambush, AnyFrame, Character, Duel, Pair, Ranges, Scene, Side, State, Termination
from rules.hachigoku.tables import Cover
from rules.kernel.adjust import Adjusted as KernelAdjusted
from rules.kernel.agenda import Decided as KernelDecided
from rules.kernel.messages import Event


class MatchCreated(Event, frozen=True, kw_only=True, tag="match_created"):
    """Who takes part, where, and by which house rules."""

    schema: ClassVar[int] = 2
    says = "The Skirmish is set up."
    weight = "head"

    sides: tuple[Side, ...]
    characters: tuple[Character, ...]
    scene: Scene
    ranges: Ranges
    house_rules: HouseRules


class PositionSet(Event, frozen=True, kw_only=True, tag="position_set"):
    """The match starts in the midst of one: the whole situation."""

    schema: ClassVar[int] = 2
    says = "The Skirmish starts from a set position."
    weight = "head"

    state: State


class AmbushSet(Event, frozen=True, kw_only=True, tag="ambush_set"):
    """Some lie in wait; the first round will be a surprise round. [HAC-AMB-01]"""

    says = "An ambush is laid by {ambushers}."
    weight = "key"

    ambushers: tuple[str, ...]
    detected_by: tuple[str, ...] = ()


class SkirmishStarted(Event, frozen=True, kw_only=True, tag="skirmish_started"):
    """The fight begins. [HAC-SCOPE-01, HAC-AMB-02, HAC-SCOPE-04]"""

    says = "The Skirmish begins."
    weight = "head"

    ambush: Ambush | None = None
    duel: Duel | None = None

    def key_moment(self) -> str:
        return "" if self.ambush is None else "ambush"


class CharacterJoined(Event, frozen=True, kw_only=True, tag="character_joined"):
    """Somebody joins; they roll Action Dice from the next round on. [HAC-INIT-18]"""

    schema: ClassVar[int] = 2
    says = "{character} joins the Skirmish."
    weight = "key"

    character: str
    fighter: Character
    ranges: Ranges


class CharacterLeft(Event, frozen=True, kw_only=True, tag="character_left"):
    """Somebody is no longer part of the Skirmish. [HAC-RANGE-11, HAC-Q-27]"""

    says = "{character} leaves the Skirmish."
    weight = "key"

    character: str
    cause: Literal["walked_off", "surrendered", "gm"] = "walked_off"
    reason: str = ""


class RangesSet(Event, frozen=True, kw_only=True, tag="ranges_set"):
    """The GM says how far some are from each other. [HAC-RANGE-09]"""

    says = "The GM sets Ranges: {reason}"

    changes: tuple[Pair, ...]
    reason: str = ""


class CoverChanged(Event, frozen=True, kw_only=True, tag="cover_changed"):
    """Somebody's cover is another; `suspended`: lost by a shot until the next own Action. [HAC-COVER-SHOT-01]"""

    says = "{character} is now in {cover} cover."

    character: str
    cover: Cover
    nearby_cover: Cover
    suspended: bool = False
    reason: str = ""


class CoverAgainstSet(Event, frozen=True, kw_only=True, tag="cover_against_set"):
    """Against one enemy the cover is another, until somebody moves; that which holds anyway: no more. [HAC-Q-60]"""

    says = "{character} is now in {cover} cover against {enemy}."

    character: str
    enemy: str
    cover: Cover
    reason: str = ""


class Adjusted(KernelAdjusted, frozen=True, kw_only=True, tag="adjusted"):
    """The GM has set a field of a character."""


class GmRuled(Event, frozen=True, kw_only=True, tag="gm_ruling"):
    """The GM tells what comes of something. [HAC-ACT-03, HAC-Q-41]"""

    says = "The GM rules: {text}."

    text: str
    success: bool | None = None
    character: str = ""
    reason: str = ""


class EffectNarrated(Event, frozen=True, kw_only=True, tag="effect_narrated"):
    """A bonus Effect bought by Raises: a story, and nothing else. [HAC-RAISE-03]"""

    says = "{character}: {text}."

    character: str
    text: str
    raises: int


class HonorGranted(Event, frozen=True, kw_only=True, tag="honor_granted"):
    """The GM grants Honor Points. [HAC-Q-43]"""

    says = "{character} is granted {points} Honor."

    character: str
    points: int
    reason: str = ""


class SceneChanged(Event, frozen=True, kw_only=True, tag="scene_changed"):
    """The next Scene begins. [HAC-KO-02]"""

    says = "The next Scene begins."

    reason: str = ""


class EndProposed(Event, frozen=True, kw_only=True, tag="end_proposed"):
    """A side agrees to end the Skirmish. [HAC-END-02]"""

    says = "{seat} agrees to end the Skirmish."

    seat: str


class SkirmishEnded(Event, frozen=True, kw_only=True, tag="skirmish_ended"):
    """The Skirmish is over. [HAC-END-01..03]"""

    says = "The Skirmish is over."
    weight = "head"
    moment = "end"

    termination: Termination
    reason: str = ""


class ResultRecorded(Event, frozen=True, kw_only=True, tag="result_recorded"):
    """Who has won; nobody: a draw. [HAC-END-04]"""

    says = "The result is recorded."
    weight = "key"

    termination: Termination
    winner: str | None = None


class Decided(KernelDecided, frozen=True, tag="decided"):
    """Closes a command; see `rules.kernel.agenda.Decided`."""

    schema: ClassVar[int] = 2

    push: tuple[AnyFrame, ...] = ()
