"""The commands about offences, bans and appeals."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from rules.kernel.labels import Bounds, FormText, label
from rules.kernel.messages import Command
from tournaments.domain.discipline.facts import RulingKind
from tournaments.domain.discipline.house_rules import DisciplineRules
from tournaments.domain.fields import Key, Reason


class SetDiscipline(Command, frozen=True, kw_only=True, tag="set_discipline"):
    """Set the rules of discipline: all of them, as given."""

    form: ClassVar[FormText] = FormText("Set the rules of discipline", "Set", icon="gavel")

    rules: DisciplineRules
    reason: Reason


class RecordOffence(Command, frozen=True, kw_only=True, tag="record_offence"):
    """An officer puts something on record against a hero: with a ban for some matches, or without.

    `matches` 0: to the end of the tournament; null: no ban. `disqualified`: from the one fixture, and nothing else;
    without a hero the whole entrant.
    """

    form: ClassVar[FormText] = FormText("Record an offence", "Record", icon="gavel")

    entrant: Annotated[Key, label("Entrant", of="entrant")]
    rule: Annotated[Key, label("Rule that it rests on")]
    reason: Reason
    kind: Annotated[
        Literal["officer", "disqualified"],
        label("What it is", choices={"officer": "a decision", "disqualified": "a disqualification from one match"}),
    ] = "officer"
    hero: Annotated[Key, label("Hero", of="hero", none="the whole entrant")] = ""
    fixture: Annotated[Key, label("In the match", of="fixture", none="no match")] = ""
    points: Annotated[int, label("Points", bounds=Bounds(0, 1000, "KERNEL-TOUR-80"))] = 0
    matches: Annotated[
        int | None, label("Banned for so many matches", "0: to the end", bounds=Bounds(0, 99, "KERNEL-TOUR-81"))
    ] = None
    suspended: Annotated[bool, label("Suspended: it falls due with a new offence")] = False
    probation: Annotated[
        int, label("Within so many matches", "0: to the end", bounds=Bounds(0, 99, "KERNEL-TOUR-89"))
    ] = 0


class WithdrawOffence(Command, frozen=True, kw_only=True, tag="withdraw_offence"):
    """Take an officer's decision back, and the ban with it."""

    form: ClassVar[FormText] = FormText("Take the decision back", "Take it back", final=True, icon="undo")

    offence: Annotated[Key, label("Offence", of="offence")]
    reason: Reason


class LiftBan(Command, frozen=True, kw_only=True, tag="lift_ban"):
    """End a ban early: from now on it keeps nobody out."""

    form: ClassVar[FormText] = FormText("Lift the ban", "Lift", final=True, icon="lock_open")

    ban: Annotated[Key, label("Ban", of="ban")]
    reason: Reason


class FileAppeal(Command, frozen=True, kw_only=True, tag="file_appeal"):
    """Appeal against a ban. Whoever plays the company, or an organizer."""

    form: ClassVar[FormText] = FormText("Appeal against the ban", "Appeal", icon="balance")

    ban: Annotated[Key, label("Ban", of="ban")]
    reason: Reason


class RuleOnAppeal(Command, frozen=True, kw_only=True, tag="rule_on_appeal"):
    """Uphold a ban, reduce it to so many matches, or quash it."""

    form: ClassVar[FormText] = FormText("Rule on the appeal", "Rule", icon="balance")

    appeal: Annotated[Key, label("Appeal", of="appeal")]
    ruling: Annotated[
        RulingKind,
        label("Ruling", choices={"upheld": "the ban stands", "reduced": "it is reduced", "quashed": "it is quashed"}),
    ]
    reason: Reason
    length: Annotated[int, label("Reduced to so many matches", bounds=Bounds(0, 99, "KERNEL-TOUR-92"))] = 0
