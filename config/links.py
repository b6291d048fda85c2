"""Links by which somebody chooses a password: good once, and for `PASSWORD_LINK_HOURS`."""

from django.contrib.auth.models import User
from django.contrib.auth.tokens import default_token_generator
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode


def password_link(user: User) -> str:
    """The path of a link for a user. It is good for nothing once the password is another, or they have logged in."""
    who = urlsafe_base64_encode(force_bytes(user.pk))
    return reverse("choose-password", args=[who, default_token_generator.make_token(user)])
