"""Who runs a match, who holds which seat, who may look on."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from dataclasses import dataclass
from hmac import compare_digest
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractBaseUser

from matches.access import THE_HOUSE, Person, Role, person
from matches.errors import Forbidden, NotThere, Refusal, Unreadable
from matches.facts import (
    CoGmsSet,
    Fact,
    GmSet,
    Holder,
    Roster,
    SeatLeft,
    SeatsOpened,
    SeatTaken,
    TitleSet,
    Visibility,
    VisibilitySet,
)
from matches.handler import Decision, asked, carry_out
from matches.loading import LoadedMatch
from matches.models import Invite, Match, new_invite
from matches.outside import check_title
from matches.reading import load

Choice = Callable[[LoadedMatch, Role], Decision]
LONGEST_NAME = 150


@dataclass(frozen=True, slots=True)
class Settings:
    """What the GM may change about a match; None leaves it as it is."""

    title: str | None = None
    visibility: Visibility | None = None
    open_seats: bool | None = None
    gm: AbstractBaseUser | None = None


def take_seat(who: Person, match_id: uuid.UUID, seat: str, invite: str = "", *, key: str | None = None) -> Roster:
    """Sit down on a free seat, with its invitation, or without one where the seats are open.

    The invitation is used up.
    """

    def choose(match: LoadedMatch, role: Role) -> Decision:
        _check_seat(match, seat)
        if who.holder is None:
            raise Forbidden("not_authenticated", "Log in to take a seat.", rule="KERNEL-MATCH-01", status=401)
        holder = match.roster.seats.get(seat)
        if holder is not None and holder.user == who.key:
            return Decision(())
        if holder is not None:
            message = f"{holder.name} holds the seat {seat}."
            raise Refusal("seat_taken", message, field="seat", rule="KERNEL-MATCH-02", status=409)
        if not (role.gm or match.roster.open_seats or _invited(match_id, seat, invite)):
            raise Forbidden(
                "invite_wanted",
                f"The seat {seat} wants an invitation.",
                field="invite",
                rule="KERNEL-MATCH-02",
                hint="Ask your GM.",
            )
        taken = SeatTaken(seat=seat, holder=who.holder)
        return Decision([taken], lambda: _forget_invite(match_id, seat))

    invited = bool(invite) and _invited(match_id, seat, invite)
    return _change(who, match_id, ["take_seat", seat, invite], key, choose, invited=invited)


def leave_seat(who: Person, match_id: uuid.UUID, seat: str, *, key: str | None = None) -> Roster:
    """Stand up from a seat, or as the GM clear it. Leaving a free seat changes nothing."""

    def choose(match: LoadedMatch, role: Role) -> Decision:
        _check_seat(match, seat)
        if seat not in match.roster.seats and (role.gm or role.seats):
            return Decision(())
        if seat in role.seats:
            return Decision([SeatLeft(seat=seat)])
        _check_gm(role)
        return Decision([SeatLeft(seat=seat, by="gm")])

    return _change(who, match_id, ["leave_seat", seat], key, choose)


def assign_seat(
    who: Person, match_id: uuid.UUID, seat: str, user: AbstractBaseUser | None, *, key: str | None = None
) -> Roster:
    """As the GM: put somebody on a seat, whoever held it before; None clears it."""
    if user is None:
        return leave_seat(who, match_id, seat, key=key)
    holder = _holder(user)

    def choose(match: LoadedMatch, role: Role) -> Decision:
        _check_gm(role)
        _check_seat(match, seat)
        events: list[Fact] = []
        sitting = match.roster.seats.get(seat)
        if sitting is not None and sitting.user == holder.user:
            return Decision(())
        if sitting is not None:
            events.append(SeatLeft(seat=seat, by="gm"))
        events.append(SeatTaken(seat=seat, holder=holder, by="gm"))
        return Decision(events, lambda: _forget_invite(match_id, seat))

    return _change(who, match_id, ["assign_seat", seat, holder.user], key, choose)


def change_settings(who: Person, match_id: uuid.UUID, change: Settings, *, key: str | None = None) -> Roster:
    """As the GM: change how the match is called, who may look on, sit down and run it; all that is told, or nothing.

    Unreadable names the field at fault.
    """
    wanted = _facts(change)

    def choose(match: LoadedMatch, role: Role) -> Decision:
        _check_gm(role)
        return Decision([fact for name, value, fact in wanted if getattr(match.roster, name) != value])

    content = [part for name, value, _ in wanted for part in (name, value.user if isinstance(value, Holder) else value)]
    return _change(who, match_id, content, key, choose)


def set_visibility(who: Person, match_id: uuid.UUID, visibility: Visibility, *, key: str | None = None) -> Roster:
    """As the GM: say who may look on."""
    return change_settings(who, match_id, Settings(visibility=visibility), key=key)


def set_title(who: Person, match_id: uuid.UUID, title: str, *, key: str | None = None) -> Roster:
    """As the GM: call the match something else."""
    return change_settings(who, match_id, Settings(title=title), key=key)


def open_seats(who: Person, match_id: uuid.UUID, *, to_all: bool, key: str | None = None) -> Roster:
    """As the GM: say whether free seats may be taken without an invitation."""
    return change_settings(who, match_id, Settings(open_seats=to_all), key=key)


def give_gm(who: Person, match_id: uuid.UUID, user: AbstractBaseUser, *, key: str | None = None) -> Roster:
    """As the GM: let somebody else run the match."""
    return change_settings(who, match_id, Settings(gm=user), key=key)


def hand_on(match_id: uuid.UUID, former: str, gm: Holder | None, co_gms: tuple[Holder, ...]) -> Roster:
    """As the house: a battle of a campaign is run by who runs the campaign now.

    `former` is the key of who was its GM until now: somebody else to whom the match was given keeps it.
    """

    def choose(match: LoadedMatch, _role: Role) -> Decision:
        runs = match.roster.gm
        lost = runs is not None and gm is not None and runs.user == former != gm.user
        facts: list[Fact] = [GmSet(gm=gm)] if lost and gm is not None else []
        return Decision([*facts, *([CoGmsSet(co_gms=co_gms)] if match.roster.co_gms != co_gms else [])])

    return _change(
        THE_HOUSE, match_id, ["hand_on", former, gm.user if gm else "", [one.user for one in co_gms]], None, choose
    )


def user_named(who: Person, match_id: uuid.UUID, name: str, field: str = "user") -> AbstractBaseUser:
    """As the GM: the user of this name, to be given a seat or the match. Refusal `unknown_user` when there is none.

    Only a GM is told, so that nobody else can try out who has an account here.
    """
    _check_gm(load(who, match_id).role)
    users = get_user_model()
    found: AbstractBaseUser | None = users.objects.filter(**{users.USERNAME_FIELD: name}, is_active=True).first()
    if found is None:
        message = f"There is no user {name[:LONGEST_NAME]!r}."
        raise Refusal("unknown_user", message, field=field, rule="KERNEL-MATCH-02", hint="Type a username exactly.")
    return found


def invite(who: Person, match_id: uuid.UUID, seat: str) -> str:
    """As the GM: a new token with which a seat may be taken once. The one before it is void."""
    match = load(who, match_id)
    _check_gm(match.role)
    _check_seat(match.match, seat)
    token = new_invite()
    Invite.objects.update_or_create(match=match_id, seat=seat, defaults={"token": token})
    return token


def _facts(change: Settings) -> list[tuple[str, object, Fact]]:
    """What is to be changed: the name of the roster's field, what shall stand in it, and the fact that says so."""
    facts: list[tuple[str, object, Fact]] = []
    if change.title is not None:
        title = check_title(change.title)
        if not title:
            raise Unreadable("a match needs a title", "title")
        facts.append(("title", title, TitleSet(title=title)))
    if change.visibility is not None:
        if change.visibility not in Match.Visibility.values:
            raise Unreadable(f"visibility is one of {', '.join(Match.Visibility.values)}", "visibility")
        facts.append(("visibility", change.visibility, VisibilitySet(visibility=change.visibility)))
    if change.open_seats is not None:
        facts.append(("open_seats", change.open_seats, SeatsOpened(open=change.open_seats)))
    if change.gm is not None:
        holder = _holder(change.gm)
        facts.append(("gm", holder, GmSet(gm=holder)))
    return facts


def _change(
    who: Person, match_id: uuid.UUID, content: list[Any], key: str | None, choose: Choice, *, invited: bool = False
) -> Roster:
    request = asked(who, f"seats {match_id}", content, key)
    return carry_out(match_id, request, choose, invited=invited).match.roster


def _holder(user: AbstractBaseUser) -> Holder:
    holder = person(user).holder
    if holder is None:
        message = f"The account of {user.get_username()} is closed."
        raise Refusal("inactive_user", message, field="user", rule="KERNEL-MATCH-02")
    return holder


def _check_gm(role: Role) -> None:
    if not role.sees:
        raise NotThere
    if not role.gm:
        raise Forbidden("gm_only", "Only the GM may do this.", rule="KERNEL-TABLE-02", hint="Ask your GM.")


def _check_seat(match: LoadedMatch, seat: str) -> None:
    if seat not in match.table.seats:
        message = f"There is no seat {seat!r}; there are: {', '.join(match.table.seats)}."
        raise Refusal("unknown_seat", message, field="seat", rule="KERNEL-TABLE-02", status=404)


def _invited(match_id: uuid.UUID, seat: str, token: str) -> bool:
    """Whether the token lets somebody sit down there. The seat may be any text yet: it is not asked for by name."""
    known = dict(Invite.objects.filter(match=match_id).values_list("seat", "token")).get(seat)
    return known is not None and bool(token) and compare_digest(known.encode(), token.encode())


def _forget_invite(match_id: uuid.UUID, seat: str) -> None:
    Invite.objects.filter(match=match_id, seat=seat).delete()
