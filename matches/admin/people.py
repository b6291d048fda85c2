"""The people of a match in the admin site: its seats and invitations, how it is called, who may watch it; and forks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from django.http import HttpRequest
from django.urls import reverse

from matches import seating, service
from matches.admin.acts import Act, foreseen, roster_rows
from matches.admin.board_forms import Done
from matches.facts import Visibility
from matches.models import Match
from matches.opening import check_fork, title_of_fork
from matches.pages.boards.values import NONE
from matches.pages.foreseeing import Row
from matches.pages.match_context import MatchContext, people_of
from matches.pages.waiting import invited_words
from rules.kernel.asks import GM
from web.pages.fields import Command, Field, Form
from web.untrusted_input import LONGEST_TITLE

Seat = Mapping[str, Any]
MATCH = "Match"
SETTINGS, FORK = "settings", "fork"
OPEN = "Anyone may take a free seat"


def seat_acts(request: HttpRequest, look: MatchContext) -> Iterator[Act]:
    """What the GM may do about each seat now, and about who is invited to run the match."""
    people = people_of(look)
    for seat in people["seats"]:
        yield from _of_seat(request, look, seat)
    if people["gm_invited"]:
        yield _withdraw(look, GM, "the GM", people["gm_invited"])
    if look.match.table.outcome() is None or look.seen.role.gm:
        yield _hand_over(look)


def _of_seat(request: HttpRequest, look: MatchContext, seat: Seat) -> Iterator[Act]:
    """As its page offers: take, leave or clear it, withdraw what invites to it, invite by name or with a link."""
    running = look.match.table.outcome() is None
    name = seat["seat"]
    if seat["may_join"]:
        yield _change(look, seat, "take", "Take the seat", seating.taking(look.who, look.match.id, name))
    if seat["offered"]:
        yield _withdraw(look, name, seat["name"], look.who.name, "Decline the seat")
    if running and seat["holder"]:
        words = "Leave the seat" if seat["mine"] else "Clear the seat"
        yield _change(look, seat, "leave", words, seating.leaving(name))
    if seat["free"]:
        if seat["invited"]:
            yield _withdraw(look, name, seat["name"], seat["invited"])
        yield _invite(look, seat)
        yield _link(request, look, seat)


def _form(title: str, *fields: Field, note: str = "", submit: str = "") -> Form:
    return Form("", title, submit or title, fields, dict, note=note)


def _group(name: str) -> str:
    return f"Seat of {name}"


def _change(look: MatchContext, seat: Seat, what: str, title: str, change: seating.Change) -> Act:
    """An act that changes who has a seat."""
    who, match_id, name = look.who, look.match.id, seat["name"]

    def give(_order: Command, key: str, _pending: int) -> Done:
        if what == "take":
            service.take_seat(who, match_id, seat["seat"], key=key)
            return Done(f"You now have the seat of {name}.")
        service.leave_seat(who, match_id, seat["seat"], key=key)
        return Done(f"The seat of {name} is free.")

    return Act(
        f"{what}:{seat['seat']}",
        _group(name),
        _form(title),
        lambda _order: foreseen(lambda: _rows(look, change)),
        give,
    )


def _rows(look: MatchContext, change: seating.Change) -> list[Row]:
    return list(roster_rows(look.board, look.view, *seating.foresee(look.who, look.match.id, change)))


def _offer_rows(look: MatchContext, seat: str, name: str, user: str, invited: str) -> list[Row]:
    """What an invitation by name changes: who names oneself is seated at once."""
    _, change = seating.check_offer(look.who, look.match.id, seat, user)
    return [Row(name, "Invitation", invited or NONE, user)] if change is None else _rows(look, change)


def _invite(look: MatchContext, seat: Seat) -> Act:
    field = Field("user", "Username", required=True, help="Your own name: you have the seat at once.")
    return _offer(look, seat["seat"], seat["name"], seat["invited"], _form("Invite by name", field, submit="Invite"))


def _hand_over(look: MatchContext) -> Act:
    note = "They run the match once they accept; until then, you do."
    field = Field("user", "Username", required=True)
    invited = people_of(look)["gm_invited"]
    return _offer(look, GM, "the GM", invited, _form("Invite somebody to run the match", field, note=note))


def _offer(look: MatchContext, seat: str, name: str, invited: str, form: Form) -> Act:
    def give(order: Command, key: str, _pending: int) -> Done:
        service.offer_seat(look.who, look.match.id, seat, order["user"], key=key)
        if order["user"] == look.who.name:
            return Done("You now run the match." if seat == GM else f"You now have the seat of {name}.")
        return Done(invited_words(order["user"], name))

    group = MATCH if seat == GM else _group(name)
    return Act(
        f"invite:{seat}",
        group,
        form,
        lambda order: foreseen(lambda: _offer_rows(look, seat, name, order["user"], invited)),
        give,
    )


def _link(request: HttpRequest, look: MatchContext, seat: Seat) -> Act:
    note = "It works once. Whatever invited to the seat before is void."
    before = "; ".join(filter(None, (seat["invited"],))) or NONE

    def look_at() -> list[Row]:
        seating.check_link(look.who, look.match.id, seat["seat"])
        return [Row(seat["name"], "Invitation", before, "a new link")]

    def give(_order: Command, _key: str, _pending: int) -> Done:
        token = service.invite(look.who, look.match.id, seat["seat"])
        address = f"{reverse('pages:join', args=[look.match.id])}?seat={seat['seat']}&invite={token}"
        link = request.build_absolute_uri(address)
        return Done(f"Send this link to whoever should play {seat['name']}. It works once: {link}")

    form = _form("Create an invitation link", note=note)
    return Act(f"link:{seat['seat']}", _group(seat["name"]), form, lambda _order: foreseen(look_at), give)


def _withdraw(look: MatchContext, seat: str, name: str, invited: str, title: str = "Withdraw the invitation") -> Act:
    def give(_order: Command, _key: str, _pending: int) -> Done:
        service.end_invitation(look.who, look.match.id, seat)
        return Done("The invitation has been withdrawn." if invited != look.who.name else "You have declined.")

    form = _form(title if seat != GM else "Withdraw the invitation to run the match")
    rows = [Row(name, "Invitation", invited, NONE)]
    group = MATCH if seat == GM else _group(name)
    return Act(f"withdraw:{seat}", group, form, lambda _order: foreseen(lambda: rows), give)


# The match itself


def settings_act(look: MatchContext) -> Act:
    """Title, visibility and whether free seats are open."""
    roster = look.match.roster
    fields = (
        Field("title", "Title", value=roster.title, required=True, longest=LONGEST_TITLE),
        _visibility(roster.visibility),
        Field("open_seats", OPEN, "check", value="on" if roster.open_seats else ""),
    )

    def settings(order: Command) -> service.Settings:
        sees = cast("Visibility", order["visibility"])
        return service.Settings(title=order["title"], visibility=sees, open_seats=order["open_seats"])

    def give(order: Command, key: str, _pending: int) -> Done:
        service.change_settings(look.who, look.match.id, settings(order), key=key)
        return Done("Saved.")

    return Act(
        SETTINGS,
        MATCH,
        _form("Title and visibility", *fields, submit="Save title and visibility"),
        lambda order: foreseen(lambda: _rows(look, seating.setting(settings(order)))),
        give,
    )


def fork_act(look: MatchContext) -> Act:
    """A new match that goes on from an event of this one."""
    match = look.match
    nearest = match.past.decision_point(match.version)
    note = "A fork is a new match that starts from the position after one event. You are its GM, and its dice are new."
    fields = (
        Field(
            "version",
            "After event",
            "number",
            value="" if nearest is None else str(nearest),
            low=1,
            high=match.version,
            required=True,
            help="One after which somebody has a decision to make; the replay shows the number of each event.",
        ),
        Field("title", "Title", longest=LONGEST_TITLE, help=f"Empty: Fork of {match.roster.title}"),
        _visibility("private"),
        Field("open_seats", OPEN, "check"),
    )

    def look_at(order: Command) -> list[Row]:
        fork = _fork(order)
        check_fork(look.who, match, fork)
        sees = str(Match.Visibility(fork.visibility).label)
        seats = "anyone may take them" if fork.open_seats else "by invitation"
        told = (("Title", title_of_fork(match, fork)), ("Continues after event", str(fork.version)))
        return [Row("New match", name, NONE, new) for name, new in (*told, ("Visibility", sees), ("Free seats", seats))]

    def give(order: Command, key: str, _pending: int) -> Done:
        fork_id = service.fork_match(look.who, match.id, _fork(order), key=key)
        return Done("This is the new match.", str(fork_id))

    form = _form("Fork the match", *fields, note=note)
    return Act(FORK, MATCH, form, lambda order: foreseen(lambda: look_at(order)), give)


def _fork(order: Command) -> service.NewFork:
    return service.NewFork(
        version=order["version"],
        title=order["title"] or "",
        visibility=cast("Visibility", order["visibility"]),
        open_seats=order["open_seats"],
    )


def _visibility(value: str) -> Field:
    choices: Sequence[tuple[str, str]] = [(one, str(label)) for one, label in Match.Visibility.choices]
    return Field("visibility", "Visibility", "select", tuple(choices), value, required=True)
