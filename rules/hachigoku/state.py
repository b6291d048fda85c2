"""A Skirmish: its characters and scene, and the frames of its agenda."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from rules.hachigoku.commands import (
    Adjudicate,
    Attack,
    ComplexAction,
    Counterprayer,
    Defend,
    Disarm,
    Escape,
    FallRoll,
    Guard,
    LandingRoll,
    Magic,
    Part,
    Sneak,
)
from rules.hachigoku.house_rules import HouseRules
from rules.hachigoku.roster import Fighter
from rules.hachigoku.tables import Cover
from rules.kernel.agenda import Frame
from rules.kernel.commitments import CommitmentFrame
from rules.kernel.effects import Effect

DieState = Literal["unspent", "spent", "exchanged", "lost", "forfeited"]
DieMark = Literal["", "no_attack", "movement"]
"""What an interrupt die may not pay for: an attack; anything but the movement of a combination."""
Termination = Literal["all_passed", "agreed", "one_side_left", "gm"]
Pair: TypeAlias = tuple[str, str, int]
"""Two characters or objects, and the Range step between them."""


class ActionDie(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A die rolled at the start of a round; it buys an Action in the Moment of its face, or later."""

    face: int
    state: DieState = "unspent"
    mark: DieMark = ""


class Character(Fighter, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """A character in the Skirmish.

    `moved`: has changed Range this round. `honored`: has spent an Honor Point in this Moment. `cover_lost`: the cover
    that a shot cost, until the next own Action. `cover_against`: against whom it is another. [HAC-Q-60]
    """

    dice: tuple[ActionDie, ...] = ()
    moved: bool = False
    honored: bool = False
    cover_lost: bool = False
    cover_against: dict[str, Cover] = {}
    conditions: tuple[Effect, ...] = ()
    left: bool = False
    honor_spent: int = 0


class Side(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A side, and the seat that plays it."""

    id: str
    seat: str
    name: str = ""
    colour: str = ""


class Place(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A named object or place that Ranges are measured to."""

    id: str
    name: str = ""
    height: int = 0


class Ambush(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """Who lies in wait, and who has noticed it. [HAC-AMB-01]"""

    ambushers: tuple[str, ...]
    detected_by: tuple[str, ...] = ()


class Duel(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A duel of two principals. [HAC-SCOPE-04]"""

    principals: tuple[str, str]
    kind: str = ""


class Scene(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """Where it happens; Ranges are kept apart."""

    max_height: int = 0
    uneven: bool = False
    ambush: Ambush | None = None
    duel: Duel | None = None
    soft_landing: tuple[str, ...] = ()
    dive_melee: bool = False
    objects: tuple[Place, ...] = ()


class Ranges(msgspec.Struct, frozen=True, gc=False):
    """How far all are from each other: a row of steps, a digit each, for each of `names`."""

    names: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()

    def between(self, one: str, other: str) -> int:
        return int(self.rows[self.names.index(one)][self.names.index(other)])


class Result(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """How a Skirmish ended; no winner is a draw. [HAC-END-04]"""

    termination: Termination
    winner: str | None = None


# What happens when an Action or a batch of them is over


class Consequence(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """What an Action does to somebody. In a batch it waits until all its Actions are resolved. [HAC-SIM-03]

    `by` acts, `who` suffers; the other fields are told by the kind, in `rules.hachigoku.decide.outcomes`.
    """

    kind: str
    who: str
    by: str = ""
    what: str = ""
    amount: int = 0
    levels: int = 0
    note: str = ""
    rule: str = ""


# Frames


class Skirmish(Frame, frozen=True, tag="skirmish"):
    """The bottom of the agenda: rounds, Moments, the end."""


class Setup(Frame, frozen=True, tag="setup"):
    """Before the first round: the GM sets all up."""


MomentStage = Literal["open", "interrupt", "again", "declare", "choose"]


class Moment(Frame, frozen=True, omit_defaults=True, tag="moment"):
    """A Moment. `waiting` are still asked, `acting` want to act, `resting` have passed for all of it.

    `stage` "again": all are asked anew. "choose": the first of `acting` has the highest total and names an Action.
    `acted`: somebody has acted.
    """

    stage: MomentStage = "open"
    waiting: tuple[str, ...] = ()
    acting: tuple[str, ...] = ()
    resting: tuple[str, ...] = ()
    acted: bool = False


class Batch(CommitmentFrame, frozen=True, omit_defaults=True, tag="batch"):
    """Equal totals: each commits an Action, hidden from the others. [HAC-SIM-01]"""


class Resolving(Frame, frozen=True, omit_defaults=True, tag="resolving"):
    """Paid Actions, done one after the other; those `together` take effect at the end. [HAC-SIM-02, HAC-SIM-03]

    `later`: what waits until all are done; `settling`: it happens now.
    """

    left: tuple[Part, ...]
    together: tuple[str, ...] = ()
    later: tuple[Consequence, ...] = ()
    settling: bool = False


class Struck(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One who was named as a target; `by_guard`: who stands in for them now; `fate` of the attack on them.

    `steady`: they have resisted a Knockdown.
    """

    target: str
    by_guard: str = ""
    steady: bool = False
    fate: Literal["open", "missed", "defended", "hit"] = "open"

    @property
    def who(self) -> str:
        return self.by_guard or self.target


AttackStage = Literal["declared", "roll", "judge", "guards", "defense", "divide", "effects", "disarm", "done"]


class Attacking(Frame, frozen=True, omit_defaults=True, tag="attacking"):
    """An attack under way; the head of `rules.hachigoku.decide.attacks` lists its stages.

    `at`: the place among `struck` whose windows are open. `waiting`: who may still guard, or disarm. `reacted`: who has
    made an Active Defense against it. `total`, `banzai`: the roll. `assigned`: Wounds of a division. `again`: it is a
    further attack of the same Action.
    """

    attacker: str
    order: Attack
    struck: tuple[Struck, ...]
    stage: AttackStage = "declared"
    tn: int = 0
    total: int = 0
    banzai: int = 0
    success: bool = False
    at: int = 0
    waiting: tuple[str, ...] = ()
    reacted: tuple[str, ...] = ()
    assigned: dict[str, int] = {}
    affected: tuple[str, ...] = ()
    again: bool = False


class Keeping(Frame, frozen=True, omit_defaults=True, tag="keeping"):
    """A roll whose dice are chosen by hand: the value of each die with its chain, and its tens. [HAC-DICE-11]

    `defense`: it is that of an Active Defense; `order`: that of another reaction, of an escape, a landing or a fall, or
    one that the GM asks for; with neither it is that of the attack below. `against`: what a holder has rolled.
    """

    character: str
    purpose: str
    values: tuple[int, ...]
    tens: tuple[int, ...]
    keep: int
    tn: int
    defense: Defend | None = None
    order: Guard | Disarm | Escape | LandingRoll | FallRoll | Adjudicate | None = None
    against: int = 0


class Landing(Frame, frozen=True, omit_defaults=True, tag="landing"):
    """Somebody is thrown and may roll to land on their feet. [HAC-THROW-04]"""

    character: str
    thrower: str
    wounds: int
    fall_levels: int = 0
    soft: bool = False


class Falling(Frame, frozen=True, omit_defaults=True, tag="falling"):
    """Somebody falls and may roll Earth; `by`: who threw them. [HAC-FALL-02]"""

    character: str
    levels: int
    by: str = ""


class Adjudicating(Frame, frozen=True, omit_defaults=True, tag="adjudicating"):
    """An Action or counterprayer whose outcome is the GM's. [HAC-Q-41, HAC-Q-42]"""

    order: ComplexAction | Sneak | Magic | Counterprayer


class Praying(Frame, frozen=True, omit_defaults=True, tag="praying"):
    """A prayer that `waiting` may still answer; the GM adjudicates it below. [HAC-ACT-03, HAC-Q-42]"""

    order: Magic
    waiting: tuple[str, ...]


AnyFrame: TypeAlias = (
    Skirmish | Setup | Moment | Batch | Resolving | Attacking | Keeping | Landing | Falling | Adjudicating | Praying
)


class State(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """A Skirmish as it stands. `round` 0: not begun. `moment` 0: no Moment of the round is open.

    `underway`: a round is on. `acted`: somebody has acted in this round. `agreed`: seats that wish to end it.
    """

    sides: tuple[Side, ...]
    characters: tuple[Character, ...]
    scene: Scene
    ranges: Ranges
    rules: HouseRules
    round: int = 0
    moment: int = 0
    underway: bool = False
    surprise: bool = False
    acted: bool = False
    agreed: tuple[str, ...] = ()
    entered: int = 0
    agenda: tuple[AnyFrame, ...] = (Skirmish(),)
    result: Result | None = None
