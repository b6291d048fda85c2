"""Who calls the API, by the token that is sent along."""

from rest_framework.authentication import TokenAuthentication
from rest_framework.exceptions import AuthenticationFailed

from web.models import ApiToken
from web.tokens import find_token, note_use


class TokenAndAccount(TokenAuthentication):
    """Finds token, user and account with one question; the account is what a match knows people by."""

    model = ApiToken

    def authenticate_credentials(self, key: str) -> tuple[object, ApiToken]:
        """Return the user and the token. Raises AuthenticationFailed for a token nobody has, or an inactive user."""
        token = find_token(key)
        if token is None:
            raise AuthenticationFailed("The token is unknown, revoked or expired. Create a new one.")
        if not token.user.is_active:
            raise AuthenticationFailed("User inactive or deleted.")
        note_use(token)
        return token.user, token
