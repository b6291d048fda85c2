"""Choices that are made together: by each the command that makes it alone."""

from __future__ import annotations

from typing import Any, cast

from campaigns.domain.campaign.commands import Choice, DeclareFate
from campaigns.domain.company.commands import ChooseSpell, ChooseTalent, RaiseCore
from rules.kernel.errors import Refused
from rules.kernel.progression import Fate

FATES: tuple[Fate, ...] = ("survived", "taken_out", "dead")
CHOSEN = ("stat", "talent", "spell", "fate")
"""What the single commands call what is chosen."""


def command_of(choice: Choice, reason: str) -> Any:
    """The command that makes one choice; `reason` is for a fate. Refused where it has a field too many."""
    company, hero, value = choice.company, choice.hero, choice.value
    if choice.kind == "fate":
        return _fate(choice, reason)
    if choice.match:
        hint = "Leave the match out."
        raise Refused("bad_value", "Only a fate belongs to a match.", "KERNEL-CAMP-09", field="match", hint=hint)
    if choice.kind == "core":
        return RaiseCore(company=company, hero=hero, stat=value)
    if choice.kind == "talent":
        return ChooseTalent(company=company, hero=hero, talent=value)
    return ChooseSpell(company=company, hero=hero, spell=value)


def _fate(choice: Choice, reason: str) -> DeclareFate:
    if choice.value not in FATES:
        message, hint = f"There is no fate {choice.value!r}.", f"Choose one of {', '.join(FATES)}."
        raise Refused("bad_value", message, "KERNEL-CAMP-09", field="fate", hint=hint)
    fate = cast("Any", choice.value)
    return DeclareFate(company=choice.company, hero=choice.hero, fate=fate, match=choice.match, reason=reason)


def field_of(field: str, place: int) -> str:
    """Where a fault of the command that makes one choice stands among the choices.

    >>> field_of("talent", 2), field_of("hero", 0), field_of("", 1), field_of("reason", 3)
    ('choices[2].value', 'choices[0].hero', 'choices[1]', 'reason')
    """
    if field == "reason":
        return field
    named = "value" if field in CHOSEN else field
    return f"choices[{place}]{f'.{named}' if named else ''}"
