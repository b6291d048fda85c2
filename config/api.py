"""The one address of the API that belongs to no app: a token for a name and a password."""

from typing import Any

from drf_spectacular.utils import OpenApiResponse, extend_schema, extend_schema_serializer
from rest_framework.authtoken.serializers import AuthTokenSerializer
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import CharField, DateTimeField, Serializer
from rest_framework.views import APIView

from config.login_throttle import Guess
from config.slow_answers import hold_back
from web.api.parsing import PlainJson
from web.tokens import give_token


class TokenSerializer(Serializer[None]):
    """What is answered: the token to send as `Authorization: Token …`, and until when."""

    token = CharField()
    expires_at = DateTimeField()


@extend_schema_serializer(component_name="TokenAsked")  # its public name in the API's schema
class TokenRequestSerializer(AuthTokenSerializer):
    """What is sent. `name` is what the page of the account calls the token."""

    name = CharField(write_only=True, required=False, max_length=60, default="made by the API")


class TokenView(APIView):
    """Give a new token for a name and a password."""

    permission_classes = (AllowAny,)
    authentication_classes = ()
    parser_classes = (PlainJson,)

    @extend_schema(
        request=TokenRequestSerializer,
        responses={200: TokenSerializer, 400: OpenApiResponse(description="A problem document.")},
    )
    def post(self, request: Request, *args: object, **kwargs: object) -> Response:
        """Answer `{"token": …, "expires_at": …}`, or 400 when name and password do not belong together."""
        sent = TokenRequestSerializer(data=request.data, context={"request": request})
        sent.is_valid(raise_exception=True)
        given = give_token(sent.validated_data["user"], sent.validated_data["name"])
        return Response({"token": given.secret, "expires_at": given.expires_at})

    def check_throttles(self, request: Request) -> None:
        """Count a try; refuse it when it is one too many."""
        self.guess = Guess(request)
        if self.guess.refused_for:
            self.throttled(request, self.guess.refused_for)

    def finalize_response(self, request: Request, response: Response, *args: Any, **kwargs: Any) -> Response:
        """Hold the answer back where others try this name, too."""
        guess: Guess | None = getattr(self, "guess", None)
        if guess is not None:
            hold_back(response, guess.delay)
        answer: Response = super().finalize_response(request, response, *args, **kwargs)
        return answer
