"""Seats under `/api/v1/`."""

from __future__ import annotations

import uuid

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from matches import service
from matches.api import shapes
from matches.api.reading import MatchView, body, key_of, who_asks
from matches.api.schema import KEY, problems, shape
from matches.facts import Roster
from matches.loading import load_match
from matches.reading import seat_documents

TAG = ["seats"]
SEATS = shape(shapes.SeatHeld)


class SeatList(MatchView):
    """All seats of a match."""

    @extend_schema(tags=TAG, responses={200: SEATS(many=True)} | problems(404))
    def get(self, request: Request, match_id: uuid.UUID) -> Response:
        """Each seat and who holds it."""
        return Response(seat_documents(service.load(who_asks(request), match_id).match))


class OneSeat(MatchView):
    """One seat of a match."""

    @extend_schema(
        tags=TAG,
        parameters=[KEY],
        request=shape(shapes.SeatTaking),
        responses={200: SEATS(many=True)} | problems(400, 404, 409, 413, 415, 422),
    )
    def post(self, request: Request, match_id: uuid.UUID, seat: str) -> Response:
        """Take a free seat: with its invitation, or without one where the seats are open."""
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
        """As the GM: say who shall hold a seat; null clears it."""
        wanted = body(request, shapes.SeatAssignment)
        who = who_asks(request)
        user = service.user_named(who, match_id, wanted.user) if wanted.user is not None else None
        roster = service.assign_seat(who, match_id, seat, user, key=key_of(request))
        return Response(_held(match_id, roster))

    @extend_schema(tags=TAG, parameters=[KEY], responses={200: SEATS(many=True)} | problems(400, 404, 409))
    def delete(self, request: Request, match_id: uuid.UUID, seat: str) -> Response:
        """Stand up from your seat; as the GM, clear any."""
        roster = service.leave_seat(who_asks(request), match_id, seat, key=key_of(request))
        return Response(_held(match_id, roster))


class SeatInvite(MatchView):
    """The invitation to a seat."""

    @extend_schema(tags=TAG, request=None, responses={201: shape(shapes.Invitation)} | problems(404))
    def post(self, request: Request, match_id: uuid.UUID, seat: str) -> Response:
        """As the GM: make an invitation to a seat. The one before it is void."""
        token = service.invite(who_asks(request), match_id, seat)
        return Response({"seat": seat, "invite": token}, status=201)


def _held(match_id: uuid.UUID, roster: Roster) -> list[shapes.SeatHeld]:
    seats = load_match(match_id).table.seats
    return [shapes.SeatHeld(seat, roster.seats[seat].name if seat in roster.seats else None) for seat in seats]
