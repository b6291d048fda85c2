"""The event behind a hindrance: which one of its company's log made a hero unfit, where the game does not say."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from campaigns import event_codec
from campaigns.domain.campaign.commands import StartBattle
from campaigns.domain.company.state import Company
from campaigns.domain.history import why
from campaigns.event_codec import COMPANIES
from campaigns.models import company_stream
from rules.kernel.errors import KernelError, Refused
from rules.kernel.progression import Figure

FIELDED = re.compile(r"sides\.(\w+)\.heroes\[(\d+)\]")


def with_event(unfit: Refused, company: Company, figure: Figure) -> Refused:
    """The refusal of a hero who is gone or absent, with the event by which that came; any other as it is."""
    field = "standing" if figure.standing != "ready" else "absence"
    if unfit.event is not None or (field == "absence" and figure.absence is None):
        return unfit
    stream = company_stream(company.id)
    steps = why((entry.entry for entry in event_codec.history(COMPANIES, stream)), field, figure.id)
    if not steps:
        return unfit
    event = (stream, steps[-1].entry.version)
    return Refused(unfit.code, unfit.message, unfit.rule, field=unfit.field, hint=unfit.hint, event=event)


def traced(error: KernelError, command: Any, companies: Mapping[str, Company]) -> KernelError:
    """What an act was refused with; where a hero may not be fielded, with the event behind it."""
    place = FIELDED.fullmatch(error.field) if isinstance(error, Refused) and isinstance(command, StartBattle) else None
    if place is None or not isinstance(error, Refused):
        return error
    side = command.sides[place[1]]
    company = companies.get(side.company)
    figure = company.heroes.get(side.heroes[int(place[2])]) if company is not None else None
    return error if company is None or figure is None else with_event(error, company, figure)
