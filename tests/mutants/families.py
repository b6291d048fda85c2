"""All mutants by what they are of."""

from __future__ import annotations

from collections.abc import Mapping

from tests.mutants import (
    campaigns,
    discipline,
    eventstore,
    hachigoku,
    ishmek,
    istra,
    jobs,
    kernel,
    schedules,
    security,
    tournament_formats,
)
from tests.mutants.mutant import Mutant

FAMILIES: Mapping[str, tuple[Mutant, ...]] = {
    "ishmek": ishmek.MUTANTS,
    "istra": istra.MUTANTS,
    "hachigoku": hachigoku.MUTANTS,
    "kernel": kernel.MUTANTS,
    "campaigns": campaigns.MUTANTS,
    "discipline": discipline.MUTANTS,
    "tournament formats": tournament_formats.MUTANTS,
    "eventstore": eventstore.MUTANTS,
    "jobs": jobs.MUTANTS,
    "schedules": schedules.MUTANTS,
    "security": security.MUTANTS,
}
