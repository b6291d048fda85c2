"""What the log's own pages say about streams of matches: where to see them, and what is for whose eyes."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import QuerySet
from django.urls import reverse

from eventstore.admin import stream_info_for, stream_names
from matches import service
from matches.documents import visible_versions
from matches.event_codec import event_class
from matches.game_adapter import adapter_of
from matches.models import Match, match_of, run_by
from rules.kernel.errors import KernelError
from rules.kernel.table_events import DiceCorrected, DiceEntered
from rules.registry import RULESETS
from web.errors import Refusal
from web.people import person

DICE = (DiceEntered, DiceCorrected)


def links_of_match(match_id: Any) -> list[tuple[str, str]]:
    """The pages of a match: label and address."""
    return [
        ("Match page", reverse("pages:match", args=[match_id])),
        ("Replay", reverse("pages:replay", args=[match_id])),
    ]


@stream_info_for("match")
class MatchStreamInfo:
    """Streams of matches."""

    def links(self, stream: str) -> list[tuple[str, str]]:
        """The match page, the replay, and the match's row here if it has one."""
        match_id = match_of(stream)
        if match_id is None:
            return []
        row = [("Match in the admin", reverse("admin:matches_match_change", args=[match_id]))]
        return [*links_of_match(match_id), *(row if Match.objects.filter(pk=match_id).exists() else ())]

    def moment(self, stream: str, version: int) -> tuple[str, str] | None:
        match_id = match_of(stream)
        return ("Replay", f"{reverse('pages:replay', args=[match_id])}?n={version}") if match_id else None

    def titles(self, user: AbstractBaseUser | AnonymousUser, streams: Collection[str]) -> dict[str, str]:
        ids = [identity for stream in streams if (identity := match_of(stream))]
        return {match.stream: str(match) for match in Match.objects.visible_to(user).filter(pk__in=ids)}

    def listed(self, user: AbstractBaseUser | AnonymousUser) -> QuerySet[Any]:
        """Those of the matches that lists show: an unlisted one has its address for a key, and its stream tells it."""
        return stream_names("match", Match.objects.visible_to(user))

    def read_in_full(self, user: AbstractBaseUser | AnonymousUser, streams: Collection[str]) -> set[str]:
        """Those of the matches that one runs."""
        if isinstance(user, AnonymousUser):
            return set()
        ids = [identity for stream in streams if (identity := match_of(stream))]
        return {match.stream for match in Match.objects.filter(run_by(user), pk__in=ids)}

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
            return visible_versions(match, person(user), versions)
        except (Refusal, KernelError):
            return set()

    def may_hide(self, event_type: str) -> bool:
        """What bears a secret, and the dice that are typed for it."""
        games = [adapter_of(key) for key in RULESETS]
        kinds = [kind for game in games if (kind := event_class(game, event_type)) is not object]
        return any("secret" in kind.__struct_fields__ or issubclass(kind, DICE) for kind in kinds)
