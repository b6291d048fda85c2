"""The games under `/api/v1/`: what they are, what they read, what their rules say."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
from django.contrib.auth.models import AbstractBaseUser
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api import shapes
from matches.game_adapter import adapter_of
from matches.rulebooks import rule_text
from rules.kernel.switches import schema_of
from rules.kernel.table_events import TABLE_COMMANDS
from rules.registry import RULESETS
from web.api.reading import StructView
from web.api.schema import problems, shape
from web.errors import Forbidden, NotThere
from web.models import ApiToken
from web.tokens import give_token, revoke_all

TAG = ["rulesets"]


class RulesetList(StructView):
    """All games."""

    @extend_schema(
        tags=TAG, operation_id="rulesets_list", responses={200: shape(shapes.RulesetListed)(many=True)} | problems()
    )
    def get(self, request: Request) -> Response:
        """List the games that can be played."""
        games = [RULESETS[key] for key in sorted(RULESETS)]
        return Response([shapes.RulesetListed(game.key, game.title, game.version, list(game.seats)) for game in games])


class OneRuleset(StructView):
    """One game."""

    @extend_schema(tags=TAG, responses={200: shape(shapes.RulesetSeen)} | problems(404))
    def get(self, request: Request, key: str) -> Response:
        """A game with the JSON schemas of its house rules, rosters, positions and commands."""
        return Response(_described(key))


class OneRule(StructView):
    """One rule."""

    @extend_schema(tags=TAG, responses={200: shape(shapes.RuleSeen)} | problems(404))
    def get(self, request: Request, key: str, rule: str) -> Response:
        """The words of a rule, a ruling or an illegal input of a game, or of the table itself."""
        adapter_of(key)
        text = rule_text(key, rule)
        if not text:
            raise NotThere("rule")
        return Response(shapes.RuleSeen(rule, text))


class OwnToken(StructView):
    """Your tokens."""

    @extend_schema(tags=["tokens"], request=None, responses={200: shape(shapes.TokenSeen)} | problems(403))
    def post(self, request: Request) -> Response:
        """A new API token, shown this once. `POST /api/v1/token/` gives one for a name and a password.

        Who comes with a token gets no other: who found one could not be got rid of.
        """
        user = _logged_in(request)
        if isinstance(request.auth, ApiToken):
            hint = "POST /api/v1/token/ with your username and password, or create one on your account page."
            raise Forbidden("token_gives_none", "A token cannot be used to create another one.", hint=hint)
        given = give_token(user, "created by the API")
        return Response(shapes.TokenSeen(given.secret, given.expires_at))

    @extend_schema(tags=["tokens"], responses={204: None} | problems())
    def delete(self, request: Request) -> Response:
        """Make all your API tokens void."""
        revoke_all(_logged_in(request))
        return Response(status=204)


def _logged_in(request: Request) -> AbstractBaseUser:
    if not request.user.is_authenticated:
        raise Forbidden("not_authenticated", "Log in first.", rule="KERNEL-MATCH-01", status=401)
    return request.user


@cache
def _described(key: str) -> shapes.RulesetSeen:
    game = adapter_of(key)
    return shapes.RulesetSeen(
        key=game.key,
        title=game.title,
        version=game.version,
        seats=list(game.seats),
        bots=sorted(game.bots()),
        house_rules=schema_of(game.house_rules),
        commands={name: msgspec.json.schema(kind) for name, kind in game.command_types.items()},
        table_commands={name: msgspec.json.schema(kind) for name, kind in TABLE_COMMANDS.items()},
        setup=_schema(game.setup_type),
        position=_schema(game.position_type),
    )


def _schema(kind: Any) -> dict[str, Any] | None:
    return msgspec.json.schema(kind) if kind is not None else None
