"""Rounds, Moments, Action Dice, and who acts when."""

from __future__ import annotations

from typing import Literal

from rules.kernel.messages import Event
from rules.kernel.rolls import Rolled


class RoundStarted(Event, frozen=True, kw_only=True, tag="round_started"):
    """A round begins; `rolling` roll Action Dice. [HAC-INIT-01, HAC-AMB-03]"""

    says = "Round {round}"
    weight = "head"
    begins = "turn"

    round: int
    rolling: tuple[str, ...]
    surprise: bool = False


class ActionDiceRolled(Rolled, frozen=True, kw_only=True, tag="action_dice_rolled"):
    """Somebody's Action Dice of the round, in the order in which they fell. [HAC-INIT-01, HAC-INIT-02]"""

    says = "{character} rolls the Action Dice {faces}."

    character: str
    faces: tuple[int, ...]


class RoundEnded(Event, frozen=True, kw_only=True, tag="round_ended"):
    """All dice are spent or forfeited. [HAC-INIT-16]"""

    says = "Round {round} is over."
    weight = "small"

    round: int


class MomentOpened(Event, frozen=True, kw_only=True, tag="moment_opened"):
    """The count has come to a Moment. [HAC-INIT-04]"""

    says = "Moment {number} opens."
    weight = "small"
    begins = "go"

    number: int


class MomentClosed(Event, frozen=True, kw_only=True, tag="moment_closed"):
    """Everybody has passed, or nobody could act. [HAC-INIT-14]"""

    says = "Moment {number} closes."
    weight = "small"

    number: int


class LastCall(Event, frozen=True, kw_only=True, tag="last_call"):
    """Moment 1: what is not used now is forfeited. [HAC-INIT-15]"""

    says = "Last call."
    weight = "key"
    moment = "last_call"

    characters: tuple[str, ...]


class DieHeld(Event, frozen=True, kw_only=True, tag="die_held"):
    """Dice of the Moment were not used: they are held. [HAC-INIT-06]"""

    says = "{character} holds {faces}."
    weight = "small"

    character: str
    faces: tuple[int, ...]


class DieSpent(Event, frozen=True, kw_only=True, tag="die_spent"):
    """An Action Die pays for an Action. [HAC-INIT-08]"""

    says = "{character} spends a {face}."
    weight = "small"

    character: str
    face: int
    mark: str = ""
    purpose: str = ""


class DiceForfeited(Event, frozen=True, kw_only=True, tag="dice_forfeited"):
    """Dice that nobody has used. [HAC-INIT-15, HAC-Q-19]"""

    says = "{character} forfeits {faces}."
    weight = "small"

    character: str
    faces: tuple[int, ...]


class DiceLost(Event, frozen=True, kw_only=True, tag="dice_lost"):
    """Dice taken from somebody: by a stun, or because they cannot act. [HAC-INIT-17, HAC-STUN-02]"""

    says = "{character} loses {faces}."

    character: str
    faces: tuple[int, ...]
    cause: str


class Passed(Event, frozen=True, kw_only=True, tag="passed"):
    """Somebody does not act now; `whole_moment`: nor in this Moment. [HAC-INIT-13]"""

    says = "{character} passes."
    weight = "small"

    character: str
    whole_moment: bool = False


class Declared(Event, frozen=True, kw_only=True, tag="declared"):
    """Somebody wants to act. [HAC-INIT-10]"""

    says = "{character} wants to act."
    weight = "small"

    character: str


class InitiativeCompared(Event, frozen=True, kw_only=True, tag="initiative_compared"):
    """The Initiative Totals of those who want to act. [HAC-INIT-10]"""

    says = "Initiative Totals: {totals}."
    weight = "small"

    totals: dict[str, int]


class ActorChosen(Event, frozen=True, kw_only=True, tag="actor_chosen"):
    """Who acts now. [HAC-INIT-09, HAC-INIT-10]"""

    says = "{character} acts."
    weight = "head"

    character: str


class InterruptDeclared(Event, frozen=True, kw_only=True, tag="interrupt_declared"):
    """Somebody interrupts the Moment: for Actions, for the movement of a combination, or for a reaction."""

    says = "{character} interrupts the Moment."
    moment = "interrupt"

    character: str
    purpose: Literal["action", "movement", "defense"] = "action"
    defense: bool = False


class DiceExchanged(Event, frozen=True, kw_only=True, tag="dice_exchanged"):
    """Two future dice for one of the Moment. [HAC-INT-02]"""

    says = "{character} exchanges {given} for a {face}."

    character: str
    given: tuple[int, int]
    face: int
    mark: str = "no_attack"


class HonorSpent(Event, frozen=True, kw_only=True, tag="honor_spent"):
    """An Honor Point pays for an Action. [HAC-HONOR-01]"""

    says = "{character} spends an Honor Point."
    moment = "honor"

    character: str
    left: int
    round: int
    number: int
    purpose: str = ""


class ActionCommitted(Event, frozen=True, kw_only=True, tag="action_committed"):
    """One of a batch has chosen; what, nobody sees before all have. [HAC-SIM-01]"""

    says = "{character} has committed an Action."

    character: str


class SimultaneousBatch(Event, frozen=True, kw_only=True, tag="simultaneous_batch"):
    """Equal totals act together: what each has committed. [HAC-INIT-11, HAC-SIM-01]"""

    says = "{characters} act at the same time."
    weight = "head"
    moment = "simultaneous"

    characters: tuple[str, ...]


class BatchResolved(Event, frozen=True, kw_only=True, tag="batch_resolved"):
    """All effects of a batch have been applied. [HAC-SIM-03]"""

    says = "All has happened at once."
    weight = "small"

    characters: tuple[str, ...]
