"""What an app knows about its streams, for the pages of the log: where to see them, and who may read them.

A stream that somebody may not read is not there for them: neither it nor its events and commands are listed, found,
counted or opened.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable
from typing import Any, Protocol, TypeVar

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Func, Model, Q, QuerySet, TextField, Value
from django.db.models.functions import Concat
from django.db.models.sql.compiler import SQLCompiler

from eventstore.models import Stream

User = AbstractBaseUser | AnonymousUser
S = TypeVar("S", bound="type[StreamInfo]")
M = TypeVar("M", bound=Model)


class UuidText(Func):
    """A UUID of one of Django's own columns as streams bear it in their names, with its hyphens."""

    output_field = TextField()
    template = "CAST(%(expressions)s AS text)"

    def as_sqlite(self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, **context: Any) -> tuple[str, Any]:
        """From the 32 digits that SQLite holds."""
        places = ((1, 8), (9, 4), (13, 4), (17, 4), (21, 12))
        template = " || '-' || ".join(f"substr(%(expressions)s, {first}, {length})" for first, length in places)
        return self.as_sql(compiler, connection, template=template, **context)


def stream_names(kind: str, rows: QuerySet[Any]) -> QuerySet[Any, Any]:
    """The names of the streams of `kind` that belong to `rows`, whose ids they bear."""
    return rows.order_by().values_list(Concat(Value(f"{kind}-"), UuidText("pk"), output_field=TextField()))


class StreamInfo(Protocol):
    """What the app that owns a kind of streams knows about them."""

    def links(self, stream: str) -> Iterable[tuple[str, str]]:
        """Where to see what the stream is about: label and address."""
        ...

    def moment(self, stream: str, version: int) -> tuple[str, str] | None:
        """Where an event of the stream is shown: label and address; None where nowhere."""
        ...

    def titles(self, user: User, streams: Collection[str]) -> dict[str, str]:
        """By name what these streams are about, as people call it: of those alone that `user` may look at."""
        ...

    def listed(self, user: User) -> QuerySet[Any]:
        """The names of the streams, in one column, that are listed for this user; superusers are not asked for."""
        ...

    def read_in_full(self, user: User, streams: Collection[str]) -> set[str]:
        """Those of these streams in which nothing is kept from this user, as one query tells."""
        ...

    def readable(self, user: User, stream: str, versions: Collection[int]) -> set[int]:
        """Those of these events of the stream that are for these eyes."""
        ...

    def may_hide(self, event_type: str) -> bool:
        """Whether events of this type are kept from some eyes: then even the type is a secret."""
        ...


_stream_info: dict[str, StreamInfo] = {}


def stream_info_for(kind: str) -> Callable[[S], S]:
    """Declare a class as what knows about the streams of a kind."""

    def declare(story: S) -> S:
        _stream_info[kind] = story()
        return story

    return declare


def may_hide(event_type: str) -> bool:
    """Whether events of this type may be a secret of somebody, in streams of any kind."""
    return any(story.may_hide(event_type) for story in _stream_info.values())


def stream_info_of(kind: str) -> StreamInfo | None:
    """What knows about the streams of a kind; None for a kind that no app claims."""
    return _stream_info.get(kind)


def titles_of(user: User, streams: Iterable[str]) -> dict[str, str]:
    """By name what the streams are about, as far as `user` may look at it; one question for each kind."""
    by_kind: dict[str, set[str]] = defaultdict(set)
    for name in streams:
        by_kind[name.partition("-")[0]].add(name)
    known = ((story, by_kind[kind]) for kind, story in _stream_info.items() if by_kind[kind])
    return {name: title for story, names in known for name, title in story.titles(user, names).items()}


def listed_for(user: User, rows: QuerySet[M], path: str = "") -> QuerySet[M]:
    """Those of `rows` whose streams `user` may read; `path` leads from a row to its stream.

    * Superusers may read every stream.
    * Of a kind that an app claims, the app says which; streams of other kinds are for everybody with the right.
    """
    if getattr(user, "is_superuser", False):
        return rows
    readable = ~Q(kind__in=list(_stream_info))
    for kind, story in _stream_info.items():
        readable |= Q(kind=kind, name__in=story.listed(user))
    streams = Stream.objects.filter(readable)
    return rows.filter(**{f"{path or 'pk'}__in": streams.values("pk")})
