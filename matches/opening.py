"""Matches are opened: from rosters, from a position, or as a fork of another.

A fork:

1. Who forks may see the match: `access`. The same request again is answered as then: `find_result`.
2. Somebody has to decide at that moment: `_moment`. It holds no secret that who forks, or who will see the fork, may
   not read: `nothing_hidden`, `nothing_secret`.
3. A new match is opened in that situation, with dice of its own: `open_table`, `_commitment`.
4. Its first events are appended with the secret of its dice: `open_stream`, `_keeping`.
"""

from __future__ import annotations

import secrets
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import msgspec

from matches.access import access, holder_of
from matches.documents import nothing_hidden, nothing_secret
from matches.end_hooks import Row
from matches.facts import Fact, Holder, MatchHosted, Visibility
from matches.game_adapter import adapter_of
from matches.handler import CommandResult, Decision, command_request, find_result, open_stream
from matches.loading import LoadedMatch, load_match
from matches.models import SECRET_BYTES, DiceSecret
from matches.rulebooks import refusal_of
from rules.kernel.asks import GM
from rules.kernel.dice import commitment
from rules.kernel.errors import KernelError
from rules.kernel.game import Game
from rules.kernel.reading import joined
from rules.kernel.table import open_table
from rules.kernel.table_events import DiceKind, Origin
from web.errors import Forbidden, NotThere, Refusal, Unreadable
from web.people import Person
from web.untrusted_input import LONGEST_TITLE, check_plain, check_title


class NewMatch(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A match to be opened: exactly one of `setup` (rosters) and `position`.

    `dice`: who rolls what, by seat and "gm"; seats left out roll house dice. `open_seats`: a free seat may be taken
    without an invitation. `title` empty: a title is made from the game's.
    """

    ruleset: str
    setup: dict[str, Any] | None = None
    position: dict[str, Any] | None = None
    house_rules: dict[str, Any] = {}
    dice: dict[str, DiceKind] = {}
    title: str = ""
    visibility: Visibility = "private"
    open_seats: bool = False


class NewFork(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A fork: a new match that goes on from the situation after event `version`, at which somebody must decide."""

    version: int
    title: str = ""
    visibility: Visibility = "private"
    dice: dict[str, DiceKind] = {}
    open_seats: bool = False


@dataclass(frozen=True, slots=True)
class Battle:
    """What is fixed beforehand of a match that is a battle of a campaign.

    `gm` runs it; `facts` are told of it in its first batch; `rows` writes what must be kept together with that.
    """

    match: uuid.UUID
    gm: Holder | None
    facts: Sequence[Fact]
    rows: Row | None = None


def create_match(who: Person, order: NewMatch, *, key: str | None = None) -> uuid.UUID:
    """Open a match; who opens it runs it.

    Returns its id. Raises Refusal when rosters, position or house rules are bad.
    """
    return _open(who, order, Battle(uuid.uuid4(), holder_of(who), ()), key).match.id


def open_battle(who: Person, order: NewMatch, battle: Battle, *, key: str) -> CommandResult:
    """Open the match of a battle, under the id that was chosen for it.

    Under the same key it is opened once; `rows` of the battle are written that one time. Refusal as `create_match`, and
    `match_exists`.
    """
    return _open(who, order, battle, key)


def check_new(who: Person, order: NewMatch) -> str:
    """The title of a match that could be opened so; nothing happens. Raises what `create_match` raises."""
    return _prepared(who, order, uuid.uuid4()).title


class _Prepared(NamedTuple):
    """A match about to be opened: its first events, and the dice they promise."""

    game: Game[Any]
    title: str
    dice: dict[str, DiceKind]
    secret: bytes
    events: Sequence[Any]


def _prepared(who: Person, order: NewMatch, match: uuid.UUID) -> _Prepared:
    _check_may_open(who)
    game = _game(order.ruleset)
    if (order.setup is None) == (order.position is None):
        raise Unreadable("give exactly one of setup and position", "setup")
    check_plain(msgspec.to_builtins(order))
    title = check_title(order.title) or f"{game.title}, a match of {who.name}"
    dice, secret = _dice(game, order.dice), secrets.token_bytes(SECRET_BYTES)
    try:
        events = open_table(
            game,
            str(match),
            setup=order.setup,
            position=order.position,
            house_rules=order.house_rules,
            dice=dice,
            commitment=_commitment(dice, secret),
        )
    except KernelError as error:
        raise _refusal(error, game, "setup" if order.position is None else "position") from None
    return _Prepared(game, title, dice, secret, events)


def _open(who: Person, order: NewMatch, battle: Battle, key: str | None) -> CommandResult:
    new = _prepared(who, order, battle.match)
    hosting = MatchHosted(title=new.title, gm=battle.gm, visibility=order.visibility, open_seats=order.open_seats)
    request = command_request(who, "create", msgspec.to_builtins(order), key)
    rows = _both(battle.rows, _keeping(battle.match, new.dice, new.secret))
    return open_stream(battle.match, request, new.game, Decision([*new.events, hosting, *battle.facts], rows))


def _both(first: Row | None, second: Row | None) -> Row | None:
    """Write the one, then the other."""

    def write() -> None:
        for row in (first, second):
            if row is not None:
                row()

    return write if first or second else None


def fork_match(who: Person, match_id: uuid.UUID, order: NewFork, *, key: str | None = None) -> uuid.UUID:
    """Open a match that goes on from a moment of another; who forks it runs the fork. Returns its id.

    Whoever may see all that was known then may fork. Raises NotThere, Forbidden, and Refusal `bad_fork` where nobody
    decides.
    """
    _check_may_open(who)
    source = load_match(match_id)
    role = access(who, source.roster)
    if not role.sees:
        raise NotThere("match")
    check_title(order.title)
    request = command_request(who, f"fork {match_id}", msgspec.to_builtins(order), key)
    known = find_result(request)
    if known is not None:
        return known.match.id
    then = check_fork(who, source, order)
    game, fork_id, secret = source.ruleset, uuid.uuid4(), secrets.token_bytes(SECRET_BYTES)
    dice = _dice(game, order.dice or dict(source.table.dice_kinds))
    try:
        events = open_table(
            game,
            str(fork_id),
            position=game.position(then.state),
            house_rules=msgspec.to_builtins(then.state.rules),
            dice=dice,
            commitment=_commitment(dice, secret),
            origin=Origin(str(match_id), order.version, then.hash.hex()),
        )
    except KernelError as error:
        raise _refusal(error, game, "position") from None
    title = title_of_fork(source, order)
    hosting = MatchHosted(title=title, gm=holder_of(who), visibility=order.visibility, open_seats=order.open_seats)
    return open_stream(fork_id, request, game, Decision([*events, hosting], _keeping(fork_id, dice, secret))).match.id


def check_fork(who: Person, source: LoadedMatch, order: NewFork) -> LoadedMatch:
    """The source as it stood at the moment from which a fork may go on. Raises Forbidden and Refusal."""
    then = _moment(source, order.version)
    if not (access(who, source.roster).gm or nothing_hidden(source, who, order.version)):
        raise Forbidden(
            "secrets",
            "That position contains another player's secrets.",
            rule="KERNEL-TABLE-07",
            hint="Fork it once they have been revealed.",
        )
    if order.visibility != "private" and not nothing_secret(source, order.version):
        raise Forbidden(
            "secrets",
            "That position contains another player's secrets, which anyone who sees the fork would see.",
            field="visibility",
            rule="KERNEL-TABLE-07",
            hint="Make the fork private, or fork once they have been revealed.",
        )
    return then


def title_of_fork(source: LoadedMatch, order: NewFork) -> str:
    """What a fork is called. Without a title of its own, who may see more than its source is not told that one's."""
    title = check_title(order.title)
    if title:
        return title
    if source.roster.visibility == "private" != order.visibility:
        return f"{source.ruleset.title}, a fork"
    return f"Fork of {source.roster.title}"[:LONGEST_TITLE]


def _refusal(error: KernelError, game: Game[Any], given: str) -> Refusal:
    """The kernel's no as ours. What it found in the rosters or the position is named by where it was `given`."""
    refusal = refusal_of(error, game.key)
    if refusal.field.partition(".")[0] not in ("setup", "position", "house_rules", "dice"):
        refusal.field = joined(given, refusal.field)
    return refusal


def _check_may_open(who: Person) -> None:
    if not who.key and not who.unbound:
        raise Forbidden("not_authenticated", "Log in to create a match.", rule="KERNEL-MATCH-01", status=401)


def _game(key: str) -> Game[Any]:
    try:
        return adapter_of(key)
    except NotThere:
        raise Unreadable(f"there is no ruleset {key!r}", "ruleset", hint="GET /api/v1/rulesets/ lists them.") from None


def _dice(game: Game[Any], wanted: dict[str, DiceKind]) -> dict[str, DiceKind]:
    """Who rolls what, nobody left out."""
    seats = (*game.seats, GM)
    for seat in wanted:
        if seat not in seats:
            raise Unreadable(f"there is no seat {seat!r}; there are: {', '.join(seats)}", f"dice.{seat}")
    return {seat: wanted.get(seat, "house") for seat in seats}


def _commitment(dice: dict[str, DiceKind], secret: bytes) -> str:
    return commitment(secret) if "house" in dice.values() else ""


def _keeping(match_id: uuid.UUID, dice: dict[str, DiceKind], secret: bytes) -> Any:
    """Keep the secret of the house dice in the transaction that opens the match."""
    if "house" not in dice.values():
        return None
    return lambda: DiceSecret.objects.create(match=match_id, secret=secret)


def _moment(source: LoadedMatch, version: int) -> LoadedMatch:
    """The source as it stood where somebody had to decide; `bad_fork` names the nearest decision point before."""
    point = source.past.decision_point(version) if 1 <= version <= source.version else None
    if point is None:
        hint = f"Name an event from {source.table.opening} to {source.version}."
        message = f"There is no decision point at event {version}."
        raise Refusal("bad_fork", message, field="version", rule="KERNEL-TABLE-08", hint=hint)
    then = load_match(source.id, version)
    if point != version and not _still_asked(then):
        message = f"There is no decision at event {version}: it is in the middle of a command, or the match is over."
        hint = f"The decision point before it is event {point}."
        raise Refusal("bad_fork", message, field="version", rule="KERNEL-TABLE-08", hint=hint)
    return then


def _still_asked(then: LoadedMatch) -> bool:
    """Whether what was asked at the decision point before is asked still: since then the game has told nothing."""
    return then.settled and then.table.opened is None and then.table.outcome() is None
