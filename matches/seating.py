"""Who runs a match, who holds which seat, who may look on.

Nobody gets a seat without agreeing to it: the GM invites, by a link or by name, and the person invited takes the seat.
Only the server seats people itself, if they have agreed elsewhere: by joining a campaign, for its battles.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce
from hmac import compare_digest
from typing import Any

from django.contrib.auth.models import AbstractBaseUser

from matches.access import Role, access, holder_of
from matches.end_hooks import Row
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
    after,
)
from matches.handler import Decision, carry_out, command_request
from matches.invitations import decline, forget, holds, make_offer, offer_to
from matches.loading import LoadedMatch, load_match
from matches.models import Invite, Match, SeatOffer, new_invite
from matches.queries import load
from matches.rulebooks import refusal_of
from rules.kernel.asks import GM
from web.errors import Forbidden, NotThere, Refusal, Unreadable
from web.people import THE_HOUSE, Person, person
from web.untrusted_input import check_title, check_username

Choice = Callable[[LoadedMatch, Role], Decision]


@dataclass(frozen=True, slots=True)
class Change:
    """A change to who runs a match, who has its seats, who may watch. `choose` decides it, or refuses.

    `content` is what the same request is told from others by; `invited`: a token lets its sender in.
    """

    content: Sequence[Any]
    choose: Choice
    invited: bool = False


@dataclass(frozen=True, slots=True)
class Settings:
    """What the GM may change about a match; None leaves it as it is."""

    title: str | None = None
    visibility: Visibility | None = None
    open_seats: bool | None = None


def take_seat(who: Person, match_id: uuid.UUID, seat: str, invite: str = "", *, key: str | None = None) -> Roster:
    """Sit down on a free seat: by name invited, with its link, or without either where the seats are open.

    Who is invited to the seat "gm" runs the match from then on. The invitation is used up.
    """
    return _change(who, match_id, taking(who, match_id, seat, invite), key)


def taking(who: Person, match_id: uuid.UUID, seat: str, invite: str = "") -> Change:
    """The change of `take_seat`."""
    me, offer = holder_of(who), offer_to(who, match_id, seat)

    def choose(match: LoadedMatch, role: Role) -> Decision:
        by_name = holds(offer, match.roster)
        invited = by_name or _invited(match_id, seat, invite)
        if not (role.sees or invited):
            raise NotThere("match")
        if seat == GM and by_name and me is not None:
            return Decision([GmSet(gm=me)], lambda: forget(match_id, seat))
        _check_seat(match, seat)
        if me is None:
            raise Forbidden("not_authenticated", "Log in to take a seat.", rule="KERNEL-MATCH-01", status=401)
        holder = match.roster.seats.get(seat)
        if holder is not None and holder.user == who.key:
            return Decision(())
        if holder is not None:
            raise _taken(seat, holder)
        _check_going_on(match)
        if not (role.gm or match.roster.open_seats or invited):
            raise Forbidden(
                "invite_wanted",
                f"The seat {seat} is by invitation only.",
                field="invite",
                rule="KERNEL-MATCH-02",
                hint="Ask your GM.",
            )
        taken = SeatTaken(seat=seat, holder=me)
        return Decision([taken], lambda: forget(match_id, seat))

    expected = offer is not None or (bool(invite) and _invited(match_id, seat, invite))
    return Change(["take_seat", seat, invite], choose, invited=expected)


def leave_seat(who: Person, match_id: uuid.UUID, seat: str, *, key: str | None = None) -> Roster:
    """Stand up from a seat, or as the GM clear it. Leaving a free seat changes nothing."""
    return _change(who, match_id, leaving(seat), key)


def leaving(seat: str) -> Change:
    """The change of `leave_seat`."""

    def choose(match: LoadedMatch, role: Role) -> Decision:
        _check_seat(match, seat)
        if seat not in match.roster.seats and (role.gm or role.seats):
            return Decision(())
        if seat in role.seats:
            return Decision([SeatLeft(seat=seat)])
        _check_gm(role)
        return Decision([SeatLeft(seat=seat, by="gm")])

    return Change(["leave_seat", seat], choose)


def offer_seat(
    who: Person, match_id: uuid.UUID, seat: str, name: str, *, field: str = "user", key: str | None = None
) -> Roster:
    """As the GM: invite whoever bears a name to a free seat, or to run the match ("gm"). It waits until it is accepted.

    Whether anybody bears the name is not told. Who names themself is seated at once.
    """
    name = check_username(name, field)
    match, change = check_offer(who, match_id, seat, name, field=field)
    if change is not None:
        return _change(who, match_id, change, key)
    holder = match.roster.gm if seat == GM else match.roster.seats.get(seat)
    if holder is None or holder.name != name:
        make_offer(who, match_id, seat, name)
    return match.roster


def check_offer(
    who: Person, match_id: uuid.UUID, seat: str, name: str, *, field: str = "user"
) -> tuple[LoadedMatch, Change | None]:
    """Whether somebody may be invited: the match, and the change where one names oneself. Raises Refusal."""
    seen = load(who, match_id)
    _check_gm(seen.role)
    match, own = seen.match, holder_of(who) if name == who.name else None
    if seat != GM:
        _check_seat(match, seat)
    if own is not None and seat == GM:
        return match, Change(["run", own.user], lambda now, _role: _run_by(now, own))
    if own is not None:
        return match, taking(who, match_id, seat)
    holder = match.roster.gm if seat == GM else match.roster.seats.get(seat)
    if holder is not None and holder.name != name and seat != GM:
        raise _taken(seat, holder, field)
    if seat != GM and holder is None:
        _check_going_on(match)
    return match, None


def end_invitation(who: Person, match_id: uuid.UUID, seat: str) -> None:
    """As the GM: take an invitation back, link and name. As who is invited: decline it; else NotThere."""
    match = load_match(match_id)
    offer = offer_to(who, match_id, seat)
    if offer is not None:
        decline(offer)
    elif access(who, match.roster).gm:
        forget(match_id, seat)
    else:
        raise NotThere("invitation")


def assign_seat(who: Person, match_id: uuid.UUID, seat: str, user: AbstractBaseUser | None) -> Roster:
    """As the server: put somebody on a seat, whoever held it before; None clears it."""
    if user is None:
        return leave_seat(who, match_id, seat)
    holder = _holder(user)

    def choose(match: LoadedMatch, role: Role) -> Decision:
        _check_gm(role)
        _check_consent(who, holder)
        _check_seat(match, seat)
        events: list[Fact] = []
        sitting = match.roster.seats.get(seat)
        if sitting is not None and sitting.user == holder.user:
            return Decision(())
        if sitting is not None:
            events.append(SeatLeft(seat=seat, by="gm"))
        events.append(SeatTaken(seat=seat, holder=holder, by="gm"))
        return Decision(events, lambda: forget(match_id, seat))

    return _change(who, match_id, Change(["assign_seat", seat, holder.user], choose))


def change_settings(who: Person, match_id: uuid.UUID, change: Settings, *, key: str | None = None) -> Roster:
    """As the GM: change how the match is called, who may look on and sit down; all that is told, or nothing.

    Unreadable names the field at fault.
    """
    return _change(who, match_id, setting(change), key)


def setting(change: Settings) -> Change:
    """The change of `change_settings`."""
    wanted = _facts(change)

    def choose(match: LoadedMatch, role: Role) -> Decision:
        _check_gm(role)
        return Decision([fact for name, value, fact in wanted if getattr(match.roster, name) != value])

    content = [part for name, value, _ in wanted for part in (name, value)]
    return Change(content, choose)


def set_visibility(who: Person, match_id: uuid.UUID, visibility: Visibility, *, key: str | None = None) -> Roster:
    """As the GM: say who may look on."""
    return change_settings(who, match_id, Settings(visibility=visibility), key=key)


def set_title(who: Person, match_id: uuid.UUID, title: str, *, key: str | None = None) -> Roster:
    """As the GM: call the match something else."""
    return change_settings(who, match_id, Settings(title=title), key=key)


def open_seats(who: Person, match_id: uuid.UUID, *, to_all: bool, key: str | None = None) -> Roster:
    """As the GM: say whether free seats may be taken without an invitation."""
    return change_settings(who, match_id, Settings(open_seats=to_all), key=key)


def give_gm(who: Person, match_id: uuid.UUID, user: AbstractBaseUser) -> Roster:
    """As the server: let somebody run the match. A GM invites them to (`offer_seat`)."""
    holder = _holder(user)

    def choose(match: LoadedMatch, role: Role) -> Decision:
        _check_gm(role)
        _check_consent(who, holder)
        return _run_by(match, holder)

    return _change(who, match_id, Change(["give_gm", holder.user], choose))


def set_runners(
    match_id: uuid.UUID, former: str, gm: Holder | None, co_gms: tuple[Holder, ...], rows: Row | None = None
) -> Roster:
    """As the server: a battle of a campaign is run by who runs the campaign now.

    `former` is the key of who was its GM until now: somebody else to whom the match was given keeps it. `rows` writes
    what must be kept together with the change.
    """

    def choose(match: LoadedMatch, _role: Role) -> Decision:
        runs = match.roster.gm
        lost = runs is not None and gm is not None and runs.user == former != gm.user
        facts: list[Fact] = [GmSet(gm=gm)] if lost and gm is not None else []
        return Decision([*facts, *([CoGmsSet(co_gms=co_gms)] if match.roster.co_gms != co_gms else [])], rows)

    content = ["hand_on", former, gm.user if gm else "", [one.user for one in co_gms]]
    return _change(THE_HOUSE, match_id, Change(content, choose))


def invite(who: Person, match_id: uuid.UUID, seat: str) -> str:
    """As the GM: a new token with which a seat may be taken once. What invited to the seat before is void."""
    check_link(who, match_id, seat)
    token = new_invite()
    SeatOffer.objects.filter(match=match_id, seat=seat).delete()
    Invite.objects.update_or_create(match=match_id, seat=seat, defaults={"token": token})
    return token


def check_link(who: Person, match_id: uuid.UUID, seat: str) -> None:
    """Whether a link to a seat may be made. Raises Refusal."""
    seen = load(who, match_id)
    _check_gm(seen.role)
    _check_seat(seen.match, seat)
    _check_going_on(seen.match)


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
    return facts


def foresee(who: Person, match_id: uuid.UUID, change: Change) -> tuple[Roster, Roster]:
    """The people of a match now, and as a change would leave them; nothing happens. Raises Refusal."""
    match = load_match(match_id)
    role = access(who, match.roster)
    if not (role.sees or change.invited):
        raise NotThere("match")
    facts = change.choose(match, role).events
    return match.roster, reduce(after, facts, match.roster)


def _change(who: Person, match_id: uuid.UUID, change: Change, key: str | None = None) -> Roster:
    request = command_request(who, f"seats {match_id}", list(change.content), key)
    return carry_out(match_id, request, change.choose, invited=change.invited).match.roster


def _holder(user: AbstractBaseUser) -> Holder:
    holder = holder_of(person(user))
    if holder is None:
        message = f"The account of {user.get_username()} is closed."
        raise Refusal("inactive_user", message, field="user", rule="KERNEL-MATCH-02")
    return holder


def _run_by(match: LoadedMatch, holder: Holder) -> Decision:
    """That somebody who has agreed to it runs the match."""
    if match.roster.gm == holder:
        return Decision(())
    return Decision([GmSet(gm=holder)], lambda: forget(match.id, GM))


def _check_consent(who: Person, holder: Holder) -> None:
    """Only the server puts others on seats; who is asked says yes elsewhere. Anybody may sit down themself."""
    if who is not THE_HOUSE and who.key != holder.user:
        message = f"{holder.name} must accept first."
        raise Forbidden("consent_wanted", message, field="user", rule="KERNEL-MATCH-02", hint="Invite them.")


def _taken(seat: str, holder: Holder, field: str = "seat") -> Refusal:
    message = f"{holder.name} has the seat {seat}."
    hint = "As the GM, clear the seat first." if field != "seat" else ""
    return Refusal("seat_taken", message, field=field, rule="KERNEL-MATCH-02", hint=hint, status=409)


def _check_gm(role: Role) -> None:
    if not role.sees:
        raise NotThere("match")
    if not role.gm:
        raise Forbidden("gm_only", "Only the GM may do this.", rule="KERNEL-TABLE-02", hint="Ask your GM.")


def _check_seat(match: LoadedMatch, seat: str) -> None:
    if seat not in match.table.seats:
        message = f"There is no seat {seat!r}; there are: {', '.join(match.table.seats)}."
        raise Refusal("unknown_seat", message, field="seat", rule="KERNEL-TABLE-02", status=404)


def _check_going_on(match: LoadedMatch) -> None:
    """There is nothing to play in a match that is over."""
    if match.table.outcome() is not None:
        raise refusal_of(match.ruleset.over_refusal(match.state), match.ruleset.key)


def _invited(match_id: uuid.UUID, seat: str, token: str) -> bool:
    """Whether the token lets somebody sit down there. The seat may be any text yet: it is not asked for by name."""
    known = dict(Invite.objects.filter(match=match_id).values_list("seat", "token")).get(seat)
    return known is not None and bool(token) and compare_digest(known.encode(), token.encode())
