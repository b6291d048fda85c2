"""The games under `/api/v1/`: what they are, what they read, what their rules say."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
from drf_spectacular.utils import extend_schema
from rest_framework.authtoken.models import Token
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api import shapes
from matches.api.reading import MatchView
from matches.api.schema import problems, shape
from matches.errors import Forbidden, NotThere
from matches.hosted import hosted
from matches.rulebooks import rule_text
from rules.kernel.table_events import TABLE_COMMANDS
from rules.registry import RULESETS

TAG = ["rulesets"]


class RulesetList(MatchView):
    """All games."""

    @extend_schema(
        tags=TAG, operation_id="rulesets_list", responses={200: shape(shapes.RulesetListed)(many=True)} | problems()
    )
    def get(self, request: Request) -> Response:
        """List the games that can be played."""
        games = [RULESETS[key] for key in sorted(RULESETS)]
        return Response([shapes.RulesetListed(game.key, game.title, game.version, list(game.seats)) for game in games])


class OneRuleset(MatchView):
    """One game."""

    @extend_schema(tags=TAG, responses={200: shape(shapes.RulesetSeen)} | problems(404))
    def get(self, request: Request, key: str) -> Response:
        """A game with the JSON schemas of its house rules, rosters, positions and commands."""
        return Response(_described(key))


class OneRule(MatchView):
    """One rule."""

    @extend_schema(tags=TAG, responses={200: shape(shapes.RuleSeen)} | problems(404))
    def get(self, request: Request, key: str, rule: str) -> Response:
        """The words of a rule, a ruling or an illegal input of a game, or of the table itself."""
        hosted(key)
        text = rule_text(key, rule)
        if not text:
            raise NotThere("rule")
        return Response(shapes.RuleSeen(rule, text))


class OwnToken(MatchView):
    """Your token."""

    @extend_schema(tags=["tokens"], request=None, responses={200: shape(shapes.TokenSeen)} | problems())
    def post(self, request: Request) -> Response:
        """Your API token, made when you first ask. `POST /api/v1/token/` gives it for a name and a password."""
        token, _ = Token.objects.get_or_create(user_id=_logged_in(request))
        return Response(shapes.TokenSeen(token.key))

    @extend_schema(tags=["tokens"], responses={204: None} | problems())
    def delete(self, request: Request) -> Response:
        """Make your API token void."""
        Token.objects.filter(user_id=_logged_in(request)).delete()
        return Response(status=204)


def _logged_in(request: Request) -> int:
    """The id of the user who asks."""
    if not request.user.is_authenticated:
        raise Forbidden("not_authenticated", "Log in first.", rule="KERNEL-MATCH-01", status=401)
    return request.user.pk


@cache
def _described(key: str) -> shapes.RulesetSeen:
    game = hosted(key).game
    return shapes.RulesetSeen(
        key=game.key,
        title=game.title,
        version=game.version,
        seats=list(game.seats),
        bots=sorted(game.bots()),
        house_rules=msgspec.json.schema(game.house_rules),
        commands={name: msgspec.json.schema(kind) for name, kind in game.command_types.items()},
        table_commands={name: msgspec.json.schema(kind) for name, kind in TABLE_COMMANDS.items()},
        setup=_schema(getattr(game, "setup_type", None)),
        position=_schema(getattr(game, "position_type", None)),
    )


def _schema(kind: Any) -> dict[str, Any] | None:
    return msgspec.json.schema(kind) if kind is not None else None
