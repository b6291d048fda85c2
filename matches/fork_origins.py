"""Forks of imports: what led to them, up to where they were forked, was not played here."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from eventstore import api as store
from matches.models import Match, stream_of
from rules.kernel.table_events import Origin


def from_import(origin: Origin | None) -> bool:
    """Whether what led to a fork came from a file that no trusted server has signed for.

    That is so in the match that it was forked from, or in one that this was forked from in turn.
    """
    if origin is None:
        return False
    source = UUID(origin.match)
    first = _first_from_file(store.imports_of(stream_of(source)))
    if first is not None and first <= origin.version:
        return True
    return Match.objects.filter(pk=source, forked_from_import=True).exists()


def mark_forks(match: UUID, imports: Iterable[store.Provenance]) -> None:
    """Mark the rows of forks that were here before the match that they come from."""
    first = _first_from_file(imports)
    if first is None:
        return
    forks = Match.objects.filter(forked_from=match, forked_at__gte=first)
    while found := list(forks.filter(forked_from_import=False).values_list("pk", flat=True)):
        Match.objects.filter(pk__in=found).update(forked_from_import=True)
        forks = Match.objects.filter(forked_from__in=found)


def _first_from_file(imports: Iterable[store.Provenance]) -> int | None:
    """The first version of a match that came without a trusted seal; None where none did."""
    return min((one.first for one in imports if not one.trusted), default=None)
