"""Tournaments under `/api/v1/`: lists and documents, commands, what happened, tables."""

from __future__ import annotations

import uuid
from typing import Any

import msgspec
from django.db.models import QuerySet
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.documents import events_page
from campaigns.api.shapes import CampaignEventPage
from campaigns.api.views import AFTER, LIMIT, CampaignListView, CampaignView, page_asked
from tournaments import service
from tournaments.api import documents, shapes
from tournaments.api.filters import TournamentFilter
from tournaments.api.schedules import schedule_checked, schedule_seen
from tournaments.csv_tables import board_csv, fixtures_csv, table_csv
from tournaments.domain.commands import TOURNAMENT_COMMANDS, OpenTournament
from tournaments.domain.rights import RIGHTS
from tournaments.domain.state import Fixture
from tournaments.models import Tournament
from tournaments.rosters import copy_roster
from tournaments.terminal import stage_named, tables_asked
from web.api.csv_answers import Csv
from web.api.filters import NewestFirst
from web.api.reading import Json, body, key_of, optional_number, who_asks
from web.api.schema import KEY, problems, query, shape
from web.csv_files import CsvTable

TAG = ["tournaments"]
OPENING, GIVING = "POST tournaments/", "POST tournaments/{id}/commands"
ASKING = ("pair", "draw_schedule")
"""Commands that workers answer."""
AT = query(
    "at", str, "As it was after this event, by its number, at this time in ISO 8601, or at the end of this date."
)
ROUND = query("round", int, "As it was after this round, by what is on record of it.")


def _or_csv(kind: Any) -> dict[tuple[int, str], Any]:
    """The answer of a view that can be had as CSV."""
    return {(200, "application/json"): kind, (200, "text/csv"): OpenApiTypes.STR}


def schema_of(kind: type[Any]) -> dict[str, Any]:
    """The JSON schema of a command as it is sent: without the id that the server chooses."""
    schema = msgspec.json.schema(kind)
    struct = schema["$defs"][kind.__name__]
    if kind is OpenTournament:
        del struct["properties"]["tournament"]
        struct["required"] = [name for name in struct["required"] if name != "tournament"]
    return schema


class TournamentList(CampaignListView):
    """The list of tournaments, and the way to found one."""

    pagination_class = NewestFirst
    filterset_class = TournamentFilter
    serializer_class = shape(shapes.TournamentListed)

    def get_queryset(self) -> QuerySet[Tournament]:
        """The tournaments that a list may show to the asker."""
        return Tournament.objects.visible_to(self.request.user)

    @extend_schema(tags=TAG, responses={200: shape(shapes.TournamentListed)(many=True)} | problems(400, 404))
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """List public tournaments and those of your campaigns, newest first."""
        return self.page_of(self.get_queryset(), documents.tournament_listed)

    @extend_schema(
        tags=TAG,
        parameters=[KEY],
        request=shape(shapes.NewTournament),
        responses={201: shape(shapes.TournamentMade)} | problems(400, 409, 413, 415, 422),
    )
    def post(self, request: Request) -> Response:
        """Found a tournament, as the GM of its campaign or in a campaign of its own. You are its organizer."""
        order = msgspec.to_builtins(body(request, shapes.NewTournament))
        done = service.open_tournament(who_asks(request), order, key=key_of(request))
        made = shapes.TournamentMade(done.tournament.id, uuid.UUID(done.tournament.state.campaign))
        return Response(made, status=201)


class TournamentCommandList(CampaignView):
    """The vocabulary of tournaments."""

    @extend_schema(
        tags=TAG,
        operation_id="tournament_commands_list",
        responses={200: shape(shapes.TournamentCommandKind)(many=True)} | problems(400),
    )
    def get(self, request: Request) -> Response:
        """Every command of tournaments, who may give it, and the JSON schema of what is sent."""
        return Response(
            [
                shapes.TournamentCommandKind(
                    type=name,
                    right=RIGHTS[kind],
                    address=OPENING if kind is OpenTournament else GIVING,
                    title=(kind.__doc__ or "").strip(),
                    json_schema=schema_of(kind),
                )
                for name, kind in TOURNAMENT_COMMANDS.items()
            ]
        )


class OneTournament(CampaignView):
    """One tournament."""

    takes = ("at",)

    @extend_schema(tags=TAG, parameters=[AT], responses={200: shape(shapes.TournamentSeen)} | problems(400, 404))
    def get(self, request: Request, tournament_id: uuid.UUID) -> Response:
        """A tournament: officials, entrants, stages with their tables, fixtures; now or as of any event."""
        who = who_asks(request)
        now = service.see_tournament(who, tournament_id)
        loaded = service.see_as_of(who, tournament_id, request.query_params.get("at", ""))
        return Response(documents.tournament_document(who, loaded, now.state))


class SheetView(CampaignView):
    """Base of what is answered as JSON or, for `Accept: text/csv` and `?format=csv`, as CSV."""

    renderer_classes = (Json, Csv)
    takes: tuple[str, ...] = ("at", "format")

    def answered(self, request: Request, document: Any, table: CsvTable) -> Response:
        """The document, or the table as a file."""
        if getattr(request.accepted_renderer, "format", "") != Csv.format:
            return Response(document)
        return Response(table, headers={"Content-Disposition": f'attachment; filename="{table.name}.csv"'})


class StageTable(SheetView):
    """The table of a stage."""

    takes = ("at", "format", "round")

    @extend_schema(
        tags=TAG, parameters=[AT, ROUND], responses=_or_csv(shape(shapes.StageTable)) | problems(400, 404, 422)
    )
    def get(self, request: Request, tournament_id: uuid.UUID, stage: str) -> Response:
        """The tables of a stage by group: as they stand, as they were shown at an event or time, or after a round."""
        loaded = service.see_as_of(who_asks(request), tournament_id, request.query_params.get("at", ""))
        number = optional_number(request.query_params, "round")
        found = stage_named(loaded.state, stage)
        tables = tables_asked(loaded.state, found, number)
        document = documents.table_document(loaded, found, tables, number)
        return self.answered(request, document, table_csv(loaded.state, tables))


class Fixtures(SheetView):
    """The fixtures of a tournament."""

    @extend_schema(
        tags=TAG,
        operation_id="tournament_fixtures",
        parameters=[AT],
        responses=_or_csv(shape(Fixture)(many=True)) | problems(400, 404),
    )
    def get(self, request: Request, tournament_id: uuid.UUID) -> Response:
        """The fixtures that one may see, in the order in which they were laid out."""
        who = who_asks(request)
        now = service.see_tournament(who, tournament_id)
        loaded = service.see_as_of(who, tournament_id, request.query_params.get("at", ""))
        fixtures = documents.seen_fixtures(who, loaded.state, now.state)
        return self.answered(request, fixtures, fixtures_csv(loaded.state, fixtures))


class Board(SheetView):
    """Who is out."""

    @extend_schema(
        tags=TAG,
        operation_id="tournament_discipline",
        parameters=[AT],
        responses=_or_csv(shape(shapes.BanSeen)(many=True)) | problems(400, 404),
    )
    def get(self, request: Request, tournament_id: uuid.UUID) -> Response:
        """Every ban as it stands, with its appeal; as CSV only who is out, why and until when."""
        loaded = service.see_as_of(who_asks(request), tournament_id, request.query_params.get("at", ""))
        return self.answered(request, documents.bans(loaded.state), board_csv(loaded.state))


class TournamentCommands(CampaignView):
    """The commands of a tournament."""

    @extend_schema(
        tags=TAG,
        parameters=[KEY],
        request=shape(shapes.TournamentCommand),
        responses={200: shape(shapes.TournamentAnswered), 202: shape(shapes.TournamentAnswered)}
        | problems(400, 404, 409, 413, 415, 422),
    )
    def post(self, request: Request, tournament_id: uuid.UUID) -> Response:
        """Give a command in a tournament; the answer is the events that came of it. All of it happens, or nothing.

        202 where workers are to do what was asked for: to pair a round, to draw a schedule. `jobs` names their job.
        """
        given = body(request, shapes.TournamentCommand)
        done = service.give_command(who_asks(request), tournament_id, given.command, key=key_of(request))
        asked = given.command.get("type") in ASKING
        return Response(documents.answer_document(done), status=202 if asked else 200)


class StageSchedule(CampaignView):
    """The schedule of a stage."""

    @extend_schema(tags=TAG, responses={200: shape(shapes.ScheduleSeen)} | problems(400, 404))
    def get(self, request: Request, tournament_id: uuid.UUID, stage: str) -> Response:
        """The schedule of a stage: what is asked of it, what it breaks, how good it is; for organizers its draft."""
        who = who_asks(request)
        now = service.see_tournament(who, tournament_id).state
        return Response(schedule_seen(now, service.stage_of(now, stage), documents.looker_of(who, now)))


class ScheduleCheck(CampaignView):
    """What moves would break."""

    @extend_schema(
        tags=TAG,
        request=shape(shapes.ScheduleCheck),
        responses={200: shape(shapes.ScheduleChecked)} | problems(400, 403, 404, 413, 415, 422),
    )
    def post(self, request: Request, tournament_id: uuid.UUID, stage: str) -> Response:
        """Try slots in the draft of a schedule: which rules they break, and how good it would be. Nothing is stored."""
        given = body(request, shapes.ScheduleCheck)
        now = service.see_drafts(who_asks(request), tournament_id).state
        return Response(schedule_checked(now, service.stage_of(now, stage), given.slots))


class Rosters(CampaignView):
    """Companies that are copied into the campaign of a tournament."""

    @extend_schema(
        tags=TAG,
        operation_id="tournament_copy_roster",
        request=shape(shapes.RosterWanted),
        responses={201: shape(shapes.RosterCopied)} | problems(400, 403, 404, 409, 413, 415, 422),
    )
    def post(self, request: Request, tournament_id: uuid.UUID) -> Response:
        """Found a company in the campaign of the tournament with the roster of one of yours elsewhere, once."""
        given = body(request, shapes.RosterWanted)
        copied = copy_roster(who_asks(request), tournament_id, given.company)
        left_out = tuple(shapes.HeroLeftOut(one.name, one.why) for one in copied.left_out)
        return Response(shapes.RosterCopied(copied.company, copied.name, copied.heroes, left_out), status=201)


class TournamentEvents(CampaignView):
    """The events of a tournament."""

    takes = ("after", "limit")

    @extend_schema(
        tags=TAG, parameters=[AFTER, LIMIT], responses={200: shape(CampaignEventPage)} | problems(400, 403, 404)
    )
    def get(self, request: Request, tournament_id: uuid.UUID) -> Response:
        """The events of a tournament, in order, for its organizers."""
        loaded = service.see_log(who_asks(request), tournament_id)
        after, limit = page_asked(request)
        return Response(events_page(loaded, loaded.state.game, after, limit, texts=False))
