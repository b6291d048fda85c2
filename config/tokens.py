"""Who calls the API, by the token that is sent along."""

from typing import Any

from rest_framework.authentication import TokenAuthentication
from rest_framework.exceptions import AuthenticationFailed


class TokenAndAccount(TokenAuthentication):
    """Finds token, user and account with one question; the account is what a match knows people by."""

    def authenticate_credentials(self, key: str) -> tuple[Any, Any]:
        """Return the user and the token. Raises AuthenticationFailed for a token nobody has, or an inactive user."""
        tokens: Any = self.get_model()
        try:
            token = tokens.objects.select_related("user__account").get(key=key)
        except tokens.DoesNotExist:
            raise AuthenticationFailed("Invalid token.") from None
        if not token.user.is_active:
            raise AuthenticationFailed("User inactive or deleted.")
        return token.user, token
