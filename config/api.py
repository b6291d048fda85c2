"""The one address of the API that belongs to no app: a token for a name and a password."""

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.authtoken.serializers import AuthTokenSerializer
from rest_framework.authtoken.views import ObtainAuthToken
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import CharField, Serializer

from config.guessing import TriesByAddress, TriesByName
from matches.api.parsing import PlainJson


class TokenSerializer(Serializer[None]):
    """What is answered: the token to send as `Authorization: Token …`."""

    token = CharField()


class TokenView(ObtainAuthToken):
    """Give the caller's token for a name and a password, making it on the first call."""

    permission_classes = (AllowAny,)
    parser_classes = (PlainJson,)
    throttle_classes = (TriesByAddress, TriesByName)

    @extend_schema(
        request=AuthTokenSerializer,
        responses={200: TokenSerializer, 400: OpenApiResponse(description="A problem document.")},
    )
    def post(self, request: Request, *args: object, **kwargs: object) -> Response:
        """Answer `{"token": …}`, or 400 when name and password do not belong together."""
        answer: Response = super().post(request, *args, **kwargs)
        return answer
