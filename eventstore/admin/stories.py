"""What an app knows about its streams, for the pages of the log: where to see them, and who may read them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Protocol, TypeVar

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser

User = AbstractBaseUser | AnonymousUser
S = TypeVar("S", bound="type[Story]")


class Story(Protocol):
    """What the app that owns a kind of streams knows about them."""

    def links(self, stream: str) -> Iterable[tuple[str, str]]:
        """Where to see what the stream is about: label and address."""
        ...

    def moment(self, stream: str, version: int) -> str:
        """Where to see one event of it."""
        ...

    def readable(self, user: User, stream: str, versions: Collection[int]) -> set[int]:
        """Those of these events of the stream that are for these eyes."""
        ...

    def may_hide(self, event_type: str) -> bool:
        """Whether events of this type are kept from some eyes: then even the type is a secret."""
        ...


_stories: dict[str, Story] = {}


def tells(kind: str) -> Callable[[S], S]:
    """Declare a class as what knows about the streams of a kind."""

    def declare(story: S) -> S:
        _stories[kind] = story()
        return story

    return declare


def may_hide(event_type: str) -> bool:
    """Whether events of this type may be a secret of somebody, in streams of any kind."""
    return any(story.may_hide(event_type) for story in _stories.values())


def story_of(kind: str) -> Story | None:
    """What knows about the streams of a kind; None for a kind that no app claims."""
    return _stories.get(kind)
