"""What the log's own pages say about streams of matches: where to see them, and what is for whose eyes."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.urls import reverse

from eventstore.admin import tells
from matches import service
from matches.documents import event_documents
from matches.hosted import hosted
from matches.log import event_class
from matches.models import Match, match_of
from matches.service import Refusal, person
from rules.kernel.errors import KernelError
from rules.kernel.table_events import DiceCorrected, DiceEntered
from rules.registry import RULESETS

DICE = (DiceEntered, DiceCorrected)


def links_of_match(match_id: Any) -> list[tuple[str, str]]:
    """The pages of a match: label and address."""
    return [
        ("Match page", reverse("pages:match", args=[match_id])),
        ("Replay", reverse("pages:replay", args=[match_id])),
    ]


@tells("match")
class MatchStory:
    """Streams of matches."""

    def links(self, stream: str) -> list[tuple[str, str]]:
        """The match page, the replay, and the match's row here if it has one."""
        match_id = match_of(stream)
        if match_id is None:
            return []
        row = [("Match in the admin", reverse("admin:matches_match_change", args=[match_id]))]
        return [*links_of_match(match_id), *(row if Match.objects.filter(pk=match_id).exists() else ())]

    def moment(self, stream: str, version: int) -> str:
        """The replay at that event."""
        match_id = match_of(stream)
        return f"{reverse('pages:replay', args=[match_id])}?n={version}" if match_id else ""

    def readable(self, user: AbstractBaseUser | AnonymousUser, stream: str, versions: Collection[int]) -> set[int]:
        """What the match itself would show: nothing of matches one may not see, and no secret of others.

        * Superusers may read what is in the log, even where it cannot be folded any more.
        * A match that cannot be loaded is for nobody else's eyes.
        """
        if getattr(user, "is_superuser", False):
            return set(versions)
        match_id = match_of(stream)
        if match_id is None:
            return set()
        try:
            match = service.load(person(user), match_id).match
            events, _ = event_documents(match, person(user), min(versions) - 1, min(max(versions), match.version))
        except (Refusal, KernelError):
            return set()
        return set(versions) & {event["n"] for event in events if not event.get("redacted")}

    def may_hide(self, event_type: str) -> bool:
        """What bears a secret, and the dice that are typed for it."""
        games = [hosted(key) for key in RULESETS]
        kinds = [kind for game in games if (kind := event_class(game, event_type)) is not object]
        return any("secret" in kind.__struct_fields__ or issubclass(kind, DICE) for kind in kinds)
