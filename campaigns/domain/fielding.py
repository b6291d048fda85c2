"""Who of a company may be fielded, and why somebody may not. [KERNEL-CAMP-05, IST-D-16]"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, TypeAlias

from campaigns.domain.company.state import Company
from rules.kernel.errors import Refused
from rules.kernel.progression import Captive, Figure, Progression

Barred: TypeAlias = Mapping[tuple[str, str], Refused]
"""By company and hero why somebody else than the campaign and its game keeps the hero from battles."""


CAPTIVES = "KERNEL-CAMP-17"


def _captive(company: Company, figure: Figure, captive: Captive) -> Refused:
    """Who is held captive is not fielded, whatever the game says."""
    hint = "Field another hero; the GM, or who plays the company that holds the hero, can set it free."
    stream = f"match-{captive.match}" if captive.match else f"company-{company.id}"
    event = (stream, captive.event)
    return Refused("captive", f"{figure.name} is held captive.", CAPTIVES, field="heroes", hint=hint, event=event)


def _with_its_event(company: Company, figure: Figure, unfit: Refused) -> Refused:
    """The refusal with its event: of the company's own stream, where it names no other, or that by which one died."""
    died = company.deaths.get(figure.id) if figure.standing == "dead" else None
    if unfit.event is None and died is not None:
        event = (f"match-{died.match}", died.event)
    elif unfit.event is None or unfit.event[0]:
        return unfit
    else:
        event = (f"company-{company.id}", unfit.event[1])
    return Refused(unfit.code, unfit.message, unfit.rule, field=unfit.field, hint=unfit.hint, event=event)


class Fielding(NamedTuple):
    """What decides who may be fielded: the game, under the campaign's switches, and who is `barred` from elsewhere."""

    progression: Progression[Any]
    rules: Any
    barred: Barred = {}

    def hindrance(self, company: Company, figure: Figure) -> Refused | None:
        """Why a hero cannot be fielded, and by which event; None where it can."""
        if figure.standing == "ready" and figure.captive is not None:
            return _captive(company, figure, figure.captive)
        unfit = self.progression.unfit(self.rules, figure) or self.barred.get((company.id, figure.id))
        return unfit and _with_its_event(company, figure, unfit)

    def fit(self, company: Company) -> list[Figure]:
        """The heroes of a company that may be fielded now, in the order they joined."""
        return [hero for hero in company.ready if self.hindrance(company, hero) is None]
