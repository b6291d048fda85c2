"""Matches under `/api/v1/`: lists and heads, what is asked and answered, what happened."""

from __future__ import annotations

import uuid
from io import BytesIO
from typing import Any

from django.db.models import QuerySet
from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from matches import service
from matches.api import shapes
from matches.api.examples import DICE_WANTED, GIVE_COMMAND, GIVE_DICE, NEW_FORK, NEW_MATCH
from matches.api.filters import MatchFilter
from matches.api.import_turn import import_turn
from matches.api.parsing import OctetFile, SkaldFile
from matches.models import Match
from matches.opening import NewFork, NewMatch
from matches.play import Answer
from matches.replay_answers import packed_replay, replay_answer
from rules.kernel.asks import GM
from web.api.filters import PlayedHereFirst
from web.api.reading import StructView, body, flag, key_of, number, optional_number, who_asks
from web.api.schema import KEY, problems, query, shape
from web.errors import Unreadable
from web.untrusted_input import check_username

TAG = ["matches"]
SEAT = OpenApiParameter("seat", str, description="See the match as this seat, if you have several.")


class MatchList(StructView, ListAPIView):
    """The list of matches, and the way to open one."""

    pagination_class = PlayedHereFirst
    filterset_class = MatchFilter
    serializer_class = shape(shapes.MatchListed)

    def get_queryset(self) -> QuerySet[Match]:
        """The matches that a list may show to the asker."""
        return Match.objects.visible_to(self.request.user).with_people()

    @extend_schema(tags=TAG, responses={200: shape(shapes.MatchListed)(many=True)} | problems(400, 404))
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """List the matches you may see: public ones, those you run, those you sit in. Newest first, imports last."""
        page = self.paginate_queryset(self.filter_queryset(self.get_queryset())) or []
        rows = [shapes.listed(row) for row in page]
        answer: Response = self.get_paginated_response(rows)
        return answer

    @extend_schema(
        tags=TAG,
        parameters=[KEY],
        request=shape(NewMatch),
        responses={201: shape(shapes.MatchMade)} | problems(400, 409, 413, 415, 422),
        examples=NEW_MATCH,
    )
    def post(self, request: Request) -> Response:
        """Open a match, from rosters or from a position. You run it."""
        match_id = service.create_match(who_asks(request), body(request, NewMatch), key=key_of(request))
        return Response({"id": match_id}, status=201)


class MatchHead(StructView):
    """One match."""

    @extend_schema(tags=TAG, responses={200: shape(shapes.MatchSeen)} | problems(404))
    def get(self, request: Request, match_id: uuid.UUID) -> Response:
        """The head of a match: title, game, people, how far it has come, and what you are in it."""
        return Response(service.match_document(who_asks(request), match_id))

    @extend_schema(
        tags=TAG,
        request=shape(shapes.MatchChange),
        responses={200: shape(shapes.MatchSeen)} | problems(400, 404, 409, 413, 415, 422),
    )
    def patch(self, request: Request, match_id: uuid.UUID) -> Response:
        """As the GM: change title, visibility, open seats, or invite who shall run the match. What is left out stays.

        Who is invited to run it does so once they take the seat `gm`.
        """
        who, change = who_asks(request), body(request, shapes.MatchChange)
        successor = None if change.gm is None else check_username(change.gm, "gm")
        service.change_settings(who, match_id, service.Settings(change.title, change.visibility, change.open_seats))
        if successor is not None:
            service.offer_seat(who, match_id, GM, successor, field="gm")
        return Response(service.match_document(who, match_id))


class MatchState(StructView):
    """The state of a match as the user sees it."""

    @extend_schema(
        tags=TAG,
        parameters=[SEAT, query("version", int, "The state after this event; by default, the current state.")],
        responses={200: shape(shapes.StateSeen)} | problems(400, 404),
    )
    def get(self, request: Request, match_id: uuid.UUID) -> Response:
        """The situation as you may see it, now or after any event."""
        version = optional_number(request.query_params, "version")
        seat = request.query_params.get("seat", "")
        return Response(service.state_document(who_asks(request), match_id, version, seat))


class MatchPending(StructView):
    """The open question of a match."""

    @extend_schema(tags=TAG, parameters=[SEAT], responses={200: shape(shapes.PendingSeen)} | problems(400, 404))
    def get(self, request: Request, match_id: uuid.UUID) -> Response:
        """Who must decide what, and why. Name the `id` when you answer."""
        return Response(service.pending_now(who_asks(request), match_id, request.query_params.get("seat", "")))


class MatchLegal(StructView):
    """The legal commands of a match."""

    @extend_schema(
        tags=TAG,
        parameters=[SEAT, query("limit", int, "How many at most: 500 by default.")],
        responses={200: shape(shapes.LegalCommands)} | problems(400, 404),
    )
    def get(self, request: Request, match_id: uuid.UUID) -> Response:
        """The commands that would be accepted of you now."""
        seat, limit = request.query_params.get("seat", ""), number(request.query_params, "limit", 500)
        return Response(service.legal_commands(who_asks(request), match_id, seat, limit))


class MatchEvents(StructView):
    """The events of a match."""

    @extend_schema(
        tags=TAG,
        parameters=[
            SEAT,
            query("after", int, "Only events after this one."),
            query("limit", int, "How many at most: 100 by default, up to 500."),
            query("texts", bool, "Include the text of the rules they cite."),
        ],
        responses={200: shape(shapes.EventPage)} | problems(400, 404),
    )
    def get(self, request: Request, match_id: uuid.UUID) -> Response:
        """The events of a match as you may see them, in order."""
        asked = request.query_params
        page = service.events_page(
            who_asks(request),
            match_id,
            number(asked, "after", 0),
            number(asked, "limit", 100),
            asked.get("seat", ""),
            texts=flag(asked, "texts"),
        )
        return Response(page)


class MatchCommands(StructView):
    """The commands of a match."""

    @extend_schema(
        tags=TAG,
        parameters=[KEY],
        request=shape(shapes.CommandGiven),
        responses={200: shape(shapes.Answered)} | problems(400, 404, 409, 413, 415, 422),
        examples=[*GIVE_COMMAND, *GIVE_DICE, *DICE_WANTED],
    )
    def post(self, request: Request, match_id: uuid.UUID) -> Response:
        """Give a command.

        409 `dice_wanted`: it is stored and waits for dice from the table; `need` is the roll as it stands. Answer
        with a command of the type `dice`. 409 `stale_pending`: something else is asked by now; nothing was stored.
        """
        given = body(request, shapes.CommandGiven)
        answer: Answer = service.give_command(
            who_asks(request),
            match_id,
            given.command,
            dice=given.dice,
            by=given.by,
            pending=given.pending,
            key=key_of(request),
        )
        return Response(answer)


class MatchReplay(StructView):
    """The replay document."""

    @extend_schema(tags=TAG, parameters=[SEAT], responses={200: shape(shapes.Replay)} | problems(400, 404))
    def get(self, request: Request, match_id: uuid.UUID) -> HttpResponse:
        """The match as a document to walk through: a patch an event, a checkpoint each 64."""
        who, seat = who_asks(request), request.query_params.get("seat", "")
        match = service.load(who, match_id).match
        packed = packed_replay(
            "api", who, match, lambda: service.replay_document(who, match_id, seat, match.version), seat
        )
        return replay_answer(request, packed, match, who, seat)


class MatchForks(ListAPIView, StructView):
    """Forks of a match."""

    pagination_class = PlayedHereFirst
    filter_backends = ()
    serializer_class = shape(shapes.MatchListed)

    def get_queryset(self) -> QuerySet[Match]:
        """The forks that a list may show to the asker."""
        return Match.objects.visible_to(self.request.user).with_people().filter(forked_from=self.kwargs["match_id"])

    @extend_schema(tags=TAG, responses={200: shape(shapes.MatchListed)(many=True)} | problems(400, 404))
    def get(self, request: Request, match_id: uuid.UUID) -> Response:
        """List the forks of a match that you may see."""
        service.load(who_asks(request), match_id)
        page = self.paginate_queryset(self.get_queryset()) or []
        answer: Response = self.get_paginated_response([shapes.listed(row) for row in page])
        return answer

    @extend_schema(
        tags=TAG,
        parameters=[KEY],
        request=shape(NewFork),
        responses={201: shape(shapes.MatchMade)} | problems(400, 404, 409, 413, 415, 422),
        examples=NEW_FORK,
    )
    def post(self, request: Request, match_id: uuid.UUID) -> Response:
        """Open a match that goes on from a decision point of this one. You run the fork."""
        order = body(request, NewFork)
        return Response({"id": service.fork_match(who_asks(request), match_id, order, key=key_of(request))}, status=201)


class MatchVerify(StructView):
    """The verification of a match."""

    @extend_schema(tags=TAG, responses={200: shape(shapes.Verified)} | problems(404))
    def get(self, request: Request, match_id: uuid.UUID) -> Response:
        """Verify the match: its chain of hashes, its rules decided again, its house dice recomputed."""
        return Response(service.verify_match(who_asks(request), match_id))


class MatchExport(StructView):
    """The match as a file."""

    @extend_schema(
        tags=TAG,
        responses={(200, "application/x-ndjson"): OpenApiResponse(OpenApiTypes.BINARY, description="A `.skald` file.")}
        | problems(404),
    )
    def get(self, request: Request, match_id: uuid.UUID) -> HttpResponse:
        """The match as a `.skald` file, which verifies anywhere. For who may see all of it."""
        file = BytesIO()
        service.export_match(who_asks(request), match_id, file)
        answer = HttpResponse(file.getvalue(), content_type="application/x-ndjson")
        answer.headers["Content-Disposition"] = f'attachment; filename="match-{match_id}.skald"'
        return answer


class MatchImport(StructView):
    """A match from a file."""

    parser_classes = (SkaldFile, OctetFile)
    takes_file = True
    throttle_scope = "import"

    @extend_schema(
        tags=TAG,
        request={"application/x-ndjson": OpenApiTypes.BINARY, "application/octet-stream": OpenApiTypes.BINARY},
        responses={200: shape(shapes.MatchMade), 201: shape(shapes.MatchMade)} | problems(400, 404, 409, 413, 415, 429),
    )
    def post(self, request: Request) -> Response:
        """Take in a match from a `.skald` file. It is verified first; what does not verify is refused with its line.

        200 with the same body where it is here already, and nothing was added.
        """
        file: Any = request.data
        if not hasattr(file, "readline"):
            raise Unreadable("must be a .skald file", "body")
        with file, import_turn():
            taken = service.import_file(who_asks(request), file)
        return Response({"id": taken.match_id}, status=201 if taken.added else 200)
