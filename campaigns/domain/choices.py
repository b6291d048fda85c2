"""Choices of heroes: made together, and taken back when the levels that earned them go or the GM says so."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, cast

from campaigns.domain.campaign.commands import FATES, Choice, DeclareFate
from campaigns.domain.company import events as cev
from campaigns.domain.company.commands import ChooseSpell, ChooseTalent, RaiseCore
from campaigns.domain.company.draft import Draft
from campaigns.domain.event_base import Change
from rules.kernel.errors import Refused
from rules.kernel.messages import Command
from rules.kernel.progression import ChoiceKind, Figure
from rules.kernel.reading import plain

KIND: dict[type[Any], ChoiceKind] = {cev.CoreRaised: "core", cev.TalentChosen: "talent", cev.SpellChosen: "spell"}


def shed_choices(draft: Draft, log: Sequence[Any], hero: str) -> None:
    """Take back, the latest first, what a hero has chosen beyond what its level earns."""
    for version, event in _chosen(log, hero):
        figure, kind = draft.company.heroes[hero], KIND[type(event)]
        if _made(figure, kind) > draft.terms.progression.growth.earned(draft.terms.rules, figure).get(kind, 0):
            draft.emit(cev.Undone(event=version, changes=_without(figure, event, log)))


def _made(figure: Figure, kind: ChoiceKind) -> int:
    return {"core": figure.raised, "talent": len(figure.talents), "spell": len(figure.spells)}[kind]


def take_back(draft: Draft, log: Sequence[Any], hero: str, kind: ChoiceKind, value: str) -> bool:
    """Take back the latest choice of that value, to be made anew; False: the hero has made none that counts."""
    for version, event in _chosen(log, hero):
        if (KIND[type(event)], _value(event)) == (kind, value):
            draft.emit(cev.Undone(event=version, changes=_without(draft.company.heroes[hero], event, log)))
            return True
    return False


def _value(event: Any) -> str:
    if isinstance(event, cev.CoreRaised):
        return event.stat
    return str(event.talent if isinstance(event, cev.TalentChosen) else event.spell)


def _chosen(log: Sequence[Any], hero: str) -> Iterator[tuple[int, Any]]:
    """The choices of a hero that still count, the latest first, with their versions."""
    undone = {event.event for event in log if isinstance(event, cev.Undone)}
    for version in range(len(log), 0, -1):
        event = log[version - 1]
        if type(event) in KIND and event.hero == hero and version not in undone:
            yield version, event


def _without(figure: Figure, event: Any, log: Sequence[Any]) -> tuple[Change, ...]:
    if isinstance(event, cev.SpellChosen):
        return (_listed(figure, "spells", event.spell),)
    if isinstance(event, cev.TalentChosen):
        stats = (_less(figure, stat, new - old, log) for stat, (old, new) in event.stats.items())
        return (_listed(figure, "talents", event.talent), *stats)
    return (
        put_back(figure, "raised", figure.raised, figure.raised - 1),
        _less(figure, event.stat, event.new - event.old, log),
    )


def _listed(figure: Figure, field: str, name: str) -> Change:
    old: tuple[str, ...] = getattr(figure, field)
    return put_back(figure, field, old, [one for one in old if one != name])


def _less(figure: Figure, stat: str, gain: int, log: Sequence[Any]) -> Change:
    """A stat without a gain, but never less than 0, nor than what the GM has set it to by hand."""
    old, field = figure.stats.get(stat, 0), f"stats.{stat}"
    least = max(0, _corrected_stat(log, figure.id, field))
    return put_back(figure, field, old, max(old - gain, least))


def _corrected_stat(log: Sequence[Any], hero: str, field: str) -> int:
    """What the last correction of a value of a hero made it; 0: there was none."""
    corrected = (change for event in reversed(log) if isinstance(event, cev.Corrected) for change in event.changes)
    return next((int(one.new) for one in corrected if (one.hero, one.field) == (hero, field)), 0)


def xp_changes(draft: Draft, figure: Figure, xp: int) -> tuple[Change, ...]:
    """The experience of a hero set, and the level where that is another."""
    level = draft.terms.progression.growth.level(draft.terms.rules, xp)
    changed = put_back(figure, "xp", figure.xp, xp)
    return (changed,) if level == figure.level else (changed, put_back(figure, "level", figure.level, level))


def put_back(figure: Figure, field: str, old: Any, new: Any) -> Change:
    """A value of a hero put back, as plain JSON."""
    return Change(field=field, old=plain(old), new=plain(new), hero=figure.id)


CHOICE_COMMANDS: Mapping[ChoiceKind, tuple[type[Command], str]] = {
    "core": (RaiseCore, "stat"),
    "talent": (ChooseTalent, "talent"),
    "spell": (ChooseSpell, "spell"),
}
"""By the kind of a choice the command that makes it alone, and the field in which that has it."""
FATE: Literal["fate"] = "fate"
CHOSEN = (*(field for _, field in CHOICE_COMMANDS.values()), FATE)
"""The fields of the single commands that hold what is chosen."""


def command_of(choice: Choice, reason: str) -> Any:
    """The command that makes one choice; `reason` is for a fate. Refused where it has a field too many."""
    if choice.kind == FATE:
        return _fate(choice, reason)
    if choice.match:
        hint = "Leave the match out."
        raise Refused("bad_value", "Only a fate belongs to a match.", "KERNEL-CAMP-09", field="match", hint=hint)
    kind, field = CHOICE_COMMANDS[choice.kind]
    return kind(company=choice.company, hero=choice.hero, **{field: choice.value})


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
