"""A match as its stream makes it: snapshot and tail, folded by the game and by the facts of the match."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from typing import Any

import msgspec
from msgspec.structs import replace

from eventstore import api as store
from matches import event_codec, provenance
from matches.battle_titles import title_for_strangers
from matches.dice_secrets import committed_secret, is_replaced
from matches.facts import AnyFact, Fact, MatchHosted, Roster, TitleSet, after
from matches.game_adapter import adapter_of
from matches.models import Match, stream_of
from matches.provenance import NAMING, counted, names_only
from matches.recent import RecentFolds
from rules.kernel.agenda import Decided
from rules.kernel.asks import Ask, Pending
from rules.kernel.dice import dice_key
from rules.kernel.errors import Malformed
from rules.kernel.fold_code import digest_of, module_code
from rules.kernel.folding import ByClass, Past
from rules.kernel.game import Game
from rules.kernel.table import Table
from rules.kernel.table_events import CommandOpened, MatchOpened, Rewound, TableEvent
from web.errors import NotThere

FOLDING = (Roster.__module__, event_codec.__name__, provenance.__name__, store.untrusted_imports.__module__, __name__)
Status = Match.Status


class CachedMatch(msgspec.Struct, frozen=True):
    """What a snapshot holds: the table, and what a match is beside it."""

    table: msgspec.Raw
    roster: Roster
    played: bool
    last_play: int
    ruleset_version: int
    settled: bool
    hash: str


class LoadedMatch:
    """A match after its first `version` events: the table it is played on, and the roster of its people.

    `last_play` is the version of the last event that was no mere fact about the match; what is asked since then is
    still the same. `played`: somebody has given a command. `ruleset_version` is that of the game when the match was
    opened. `settled`: no command is in its midst here, so that it can be said who must decide. `hash` is that of the
    last event, empty before the first. `imports`: what of it came from files; people that a file names whom no trusted
    house has signed for are names without a person.
    """

    __slots__ = (
        "_imports",
        "hash",
        "id",
        "known_secret",
        "last_play",
        "past",
        "played",
        "roster",
        "ruleset",
        "ruleset_version",
        "settled",
        "strange_eyes",
        "table",
    )

    def __init__(
        self, match_id: uuid.UUID, ruleset: Game[Any], imports: tuple[store.Provenance, ...] | None = None
    ) -> None:
        """Without `imports`, they are looked up when somebody asks."""
        self._imports = imports
        self.id = match_id
        self.ruleset = ruleset
        self.table = Table(ruleset)
        self.roster = Roster()
        self.played = False
        self.last_play = 0
        self.ruleset_version = 0
        self.settled = False
        self.strange_eyes = False
        self.hash = b""
        self.known_secret = b""
        self.past: Past = LogHistory(match_id, ruleset)

    @property
    def version(self) -> int:
        """Number of events so far."""
        return self.table.version

    @property
    def stream(self) -> str:
        """The name of its stream in the log."""
        return stream_of(self.id)

    @property
    def state(self) -> Any:
        """The game's own state."""
        return self.table.state

    @property
    def imports(self) -> tuple[store.Provenance, ...]:
        """What of it came from files."""
        if self._imports is None:
            self._imports = store.imports_of(self.stream)
        return self._imports

    def shown(self, version: int, event: Any) -> Any:
        """Its event `version` as it is shown: people from outside are names without a person."""
        if self.strange_eyes and isinstance(event, MatchHosted | TitleSet):
            event = replace(event, title=title_for_strangers(event.title, self.roster))
        return (
            names_only(event) if isinstance(event, NAMING) and store.untrusted_imports(self.imports, version) else event
        )

    def for_strangers(self) -> None:
        """Be shown from now on to who neither runs it nor sits in it: a battle without its campaign's title."""
        self.strange_eyes = True
        self.roster = replace(self.roster, title=title_for_strangers(self.roster.title, self.roster))

    def advance(self, events: Iterable[Any], head_hash: bytes) -> None:
        """Fold events that follow; `head_hash` is that of the last one."""
        table = self.table
        for event in events:
            table.apply(event, self.past)
            note = _NOTES[type(event)]
            if note is None:
                self.last_play, self.settled = table.version, table.version == table.opening
            else:
                note(self, event)
        self.hash = head_hash

    def go_on_from_log(self, head_hash: bytes) -> None:
        """Be what everybody here takes for this match from now on: it was folded from a file, and is stored since."""
        self.hash, self.past, self._imports = head_hash, LogHistory(self.id, self.ruleset), None
        recent_folds.forget(self.id)
        keep(self)

    def take_in(self, pages: Iterable[store.Page]) -> None:
        """Fold events of the log that follow."""
        for page in pages:
            self.advance(event_codec.events_of(self.ruleset, page), page.hash)

    def copy(self) -> LoadedMatch:
        """An independent match in the same situation."""
        copied = LoadedMatch.__new__(LoadedMatch)
        for name in LoadedMatch.__slots__:
            setattr(copied, name, getattr(self, name))
        copied.table = self.table.copy()
        copied.strange_eyes = False
        copied._imports = None  # noqa: SLF001 – what follows may have come from a file
        copied.known_secret = b""  # what is kept may have been exchanged
        return copied

    def secret(self) -> bytes:
        """The secret of the house dice; empty where there is none, where it was made elsewhere, or was replaced."""
        if self.table.secret:
            return bytes.fromhex(self.table.secret)
        if not self.known_secret and self.table.commitment:
            self.known_secret = committed_secret(self.id, self.table.commitment)
        return self.known_secret

    def secret_replaced(self) -> bool:
        """Whether another secret is kept here than the one the match committed to: then no house die falls."""
        return bool(self.table.commitment) and not self.secret() and is_replaced(self.id, self.table.commitment)

    def house_key(self) -> bytes:
        """The key of the house dice; empty where nobody rolls them, or their secret is not here."""
        secret = self.secret() if self.table.rolls_house_dice() else b""
        return dice_key(secret, self.table.match, self.table.salts) if secret else b""

    def pending(self) -> Pending:
        """Everything that is asked now, with all its options: for the GM's eyes. Nothing in the midst of a command."""
        if not self.settled:
            return Pending(id=self.version)
        return self.table.pending(self.house_key() if self.table.opened is not None else b"")

    def asks_of(self, eyes: str) -> tuple[Ask, ...]:
        """What is asked, as these eyes may see it: the options of others are theirs."""
        return tuple(ask if eyes in ("gm", ask.seat) else _bare(ask) for ask in self.pending().asks)

    def status(self) -> Status:
        """How far the match has come."""
        if self.table.abandoned:
            return Status.ABANDONED
        if self.table.outcome() is not None:
            return Status.FINISHED
        return Status.RUNNING if self.played else Status.WAITING

    def save_snapshot(self) -> None:
        """Keep the fold up to here, to be loaded faster."""
        table = msgspec.Raw(event_codec.codec_of(self.ruleset).encode_state(self.table))
        cached = CachedMatch(
            table, self.roster, self.played, self.last_play, self.ruleset_version, self.settled, self.hash.hex()
        )
        store.save_snapshot(stream_of(self.id), self.version, _fold_version(self.ruleset), msgspec.json.encode(cached))

    def take_snapshot(self, body: bytes) -> None:
        """Go on from a snapshot.

        Raises msgspec.DecodeError or Malformed when it cannot be read; nothing has changed then.
        """
        cached = msgspec.json.decode(body, type=CachedMatch)
        self.table = event_codec.codec_of(self.ruleset).decode_state(bytes(cached.table))
        self.roster, self.played, self.last_play = cached.roster, cached.played, cached.last_play
        self.ruleset_version, self.settled = cached.ruleset_version, cached.settled
        self.hash = bytes.fromhex(cached.hash)


def _note_fact(match: LoadedMatch, fact: AnyFact) -> None:
    if isinstance(fact, NAMING):
        fact = counted(fact, match.imports, match.version)
    match.roster = after(match.roster, fact)


def _note_of_table(match: LoadedMatch, event: TableEvent) -> None:
    """What the table's own events tell. They leave it open whether a command is in its midst."""
    match.last_play = match.version
    match.settled = match.settled or match.table.at_decision_point(event)
    if isinstance(event, MatchOpened):
        match.ruleset_version = event.ruleset_version
    elif isinstance(event, CommandOpened):
        match.played = match.played or match.version > match.table.opening


def _note_decided(match: LoadedMatch, _event: Decided) -> None:
    match.last_play, match.settled = match.version, True
    match.played = match.played or match.version > match.table.opening


def _note_of(kind: type[Any]) -> Callable[[LoadedMatch, Any], None] | None:
    """What a match notes of events of a class, beside what the table makes of them. None: that a command goes on."""
    if issubclass(kind, Fact):
        return _note_fact
    if issubclass(kind, TableEvent):
        return _note_of_table
    return _note_decided if issubclass(kind, Decided) else None


_NOTES = ByClass(_note_of)


class LogHistory:
    """The way back to earlier moments, through the log. The kernel asks for it when play is turned back."""

    def __init__(self, match_id: uuid.UUID, ruleset: Game[Any]) -> None:
        self._match_id = match_id
        self._ruleset = ruleset

    def decision_point(self, to: int) -> int | None:
        """Number of the last decision point at or before event `to`; None when there is none."""
        opening = 0
        point = None
        for version, event in enumerate(event_codec.read_events(self._ruleset, stream_of(self._match_id), to), 1):
            if isinstance(event, MatchOpened):
                opening = event.opening
            if version == opening or isinstance(event, Decided | Rewound):
                point = version
        return point

    def state_at(self, version: int) -> Any:
        """The game's state after event `version`."""
        return load_match(self._match_id, version).state


recent_folds: RecentFolds[LoadedMatch] = RecentFolds(256)


def load_match(match_id: uuid.UUID, version: int | None = None) -> LoadedMatch:
    """The match as it stands, or as it stood after event `version`. NotThere when there is no such match or event."""
    if version is not None and version < 1:
        raise NotThere("event")
    match = _from_recent(match_id, version) or _from_log(match_id, version)
    if version is not None and match.version != version:
        raise NotThere("event")
    if version is None:
        keep(match)
    return match


def fold_match(match_id: uuid.UUID) -> LoadedMatch:
    """The match as its events alone make it, without any snapshot. NotThere when there is no such match."""
    match = LoadedMatch(match_id, adapter_of(game_key(match_id)))
    match.take_in(store.read_pages(stream_of(match_id)))
    return match


def forget_folds() -> None:
    """Throw away the snapshots of all matches, and what this process has folded."""
    store.discard_all_snapshots(("match",))
    recent_folds.clear()


def keep(match: LoadedMatch) -> None:
    """Keep the fold of a match for the next command; `match` may be moved on by its owner."""
    recent_folds.keep(match.copy())


def _from_recent(match_id: uuid.UUID, version: int | None) -> LoadedMatch | None:
    """The match from the fold this process made last. None where there is none, or where the log is another one."""
    fold = recent_folds.find(match_id, version)
    if fold is None:
        return None
    tail = list(store.read(stream_of(match_id), after=fold.version - 1, upto=version))
    if not tail or tail[0].version != fold.version or tail[0].hash != fold.hash:
        recent_folds.forget(match_id)
        return None
    match = fold.copy()
    match.advance([event_codec.decoded(match.ruleset, one) for one in tail[1:]], tail[-1].hash)
    return match


def _from_log(match_id: uuid.UUID, version: int | None) -> LoadedMatch:
    """The match from its newest snapshot and the events after that."""
    match = LoadedMatch(match_id, adapter_of(game_key(match_id)))
    _from_snapshot(match, version)
    match.take_in(store.read_pages(stream_of(match_id), after=match.version, upto=version))
    return match


def _from_snapshot(match: LoadedMatch, version: int | None) -> None:
    """Take the newest snapshot that helps; one that cannot be read is as good as none."""
    fold, stream = _fold_version(match.ruleset), stream_of(match.id)
    snapshot = store.load_snapshot(stream, fold, upto=version)
    if snapshot is None:
        return
    try:
        match.take_snapshot(snapshot.body)
    except (msgspec.DecodeError, Malformed):
        store.discard_snapshot(stream, snapshot.version, fold)


@cache
def _fold_version(ruleset: Game[Any]) -> str:
    """Of the game's own fold, and of the code that folds what a match is beside it."""
    code = [part for name in FOLDING for part in module_code(name)]
    return digest_of([event_codec.fold_version(ruleset).encode(), *code])


@lru_cache(maxsize=65_536)
def game_key(match_id: uuid.UUID) -> str:
    """The game of a match, which its first event says once and for all. NotThere when there is no such match."""
    first = next(store.read_pages(stream_of(match_id), upto=1), None)
    if first is None:
        raise NotThere("match")
    (_kind, body), *_rest = first
    opened = msgspec.json.decode(body, type=MatchOpened)
    return opened.ruleset


def _bare(ask: Ask) -> Ask:
    return Ask(seat=ask.seat, kind=ask.kind, rule=ask.rule, why=ask.why, player=ask.player, window=ask.window)
