"""Seats under `/api/v1/`."""

from __future__ import annotations

import uuid

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from matches import service
from matches.api import shapes
from matches.facts import Roster
from matches.loading import load_match
from matches.queries import seats_seen
from web.api.reading import StructView, body, key_of, who_asks
from web.api.schema import KEY, problems, shape

TAG = ["seats"]
SEATS = shape(shapes.SeatHeld)


class SeatList(StructView):
    """All seats of a match."""

    @extend_schema(tags=TAG, responses={200: SEATS(many=True)} | problems(404))
    def get(self, request: Request, match_id: uuid.UUID) -> Response:
        """Each seat and who holds it; as the GM, also who is invited to it."""
        return Response(seats_seen(who_asks(request), match_id))


class OneSeat(StructView):
    """One seat of a match."""

    @extend_schema(
        tags=TAG,
        parameters=[KEY],
        request=shape(shapes.SeatTaking),
        responses={200: SEATS(many=True)} | problems(400, 404, 409, 413, 415, 422),
    )
    def post(self, request: Request, match_id: uuid.UUID, seat: str) -> Response:
        """Take a free seat: invited to it by name, with its link, or without either where the seats are open.

        Who is invited to the seat `gm` runs the match from then on.
        """
        taking = body(request, shapes.SeatTaking)
        roster = service.take_seat(who_asks(request), match_id, seat, taking.invite, key=key_of(request))
        return Response(_held(match_id, roster))

    @extend_schema(
        tags=TAG,
        parameters=[KEY],
        request=shape(shapes.SeatAssignment),
        responses={200: SEATS(many=True)} | problems(400, 404, 409, 413, 415, 422),
    )
    def put(self, request: Request, match_id: uuid.UUID, seat: str) -> Response:
        """As the GM: invite a user to a free seat by name, who takes it or declines; null clears the seat.

        The invitation waits under that name; whether anybody bears it is not told. You take a seat yourself at once.
        """
        wanted, who, key = body(request, shapes.SeatAssignment), who_asks(request), key_of(request)
        if wanted.user is None:
            return Response(_held(match_id, service.leave_seat(who, match_id, seat, key=key)))
        service.offer_seat(who, match_id, seat, wanted.user, key=key)
        return Response(seats_seen(who, match_id))

    @extend_schema(tags=TAG, parameters=[KEY], responses={200: SEATS(many=True)} | problems(400, 404, 409))
    def delete(self, request: Request, match_id: uuid.UUID, seat: str) -> Response:
        """Stand up from your seat; as the GM, clear any."""
        roster = service.leave_seat(who_asks(request), match_id, seat, key=key_of(request))
        return Response(_held(match_id, roster))


class SeatInvite(StructView):
    """The invitation to a seat: its link, or somebody's by name."""

    @extend_schema(tags=TAG, request=None, responses={201: shape(shapes.Invitation)} | problems(404, 409))
    def post(self, request: Request, match_id: uuid.UUID, seat: str) -> Response:
        """As the GM: make a link to a seat. What invited to it before is void."""
        token = service.invite(who_asks(request), match_id, seat)
        return Response({"seat": seat, "invite": token}, status=201)

    @extend_schema(tags=TAG, responses={204: None} | problems(404))
    def delete(self, request: Request, match_id: uuid.UUID, seat: str) -> Response:
        """As the GM: take the invitation back, link and name. As who is invited: decline it."""
        service.end_invitation(who_asks(request), match_id, seat)
        return Response(status=204)


class SeatInvitationList(StructView):
    """Which seats wait for you."""

    @extend_schema(tags=TAG, responses={200: shape(shapes.SeatOffered)(many=True)} | problems(404))
    def get(self, request: Request) -> Response:
        """The seats that you are invited to by name, the newest first; `gm` is to run the match.

        Take it with a POST to the seat, or decline with a DELETE of its `invite`.
        """
        return Response([shapes.seat_offered(one) for one in service.offers_to(who_asks(request))])


def _held(match_id: uuid.UUID, roster: Roster) -> list[shapes.SeatHeld]:
    seats = load_match(match_id).table.seats
    return [shapes.SeatHeld(seat, roster.seats[seat].name if seat in roster.seats else None) for seat in seats]
