"""What people do to their own account: e-mail, password, tokens for programs; and how they choose a first password."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import PasswordChangeForm, SetPasswordForm
from django.contrib.auth.models import AbstractBaseUser, User
from django.contrib.auth.password_validation import get_default_password_validators, password_validators_help_text_html
from django.contrib.auth.views import PasswordChangeView, PasswordResetConfirmView
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from web.models import ApiToken
from web.tokens import NewToken, RevokesTokens, give_token, revoke_all

LARGEST_ID = 2**63 - 1


class EmailForm(forms.Form):
    """The e-mail address."""

    email = forms.EmailField(label="E-mail", required=False, max_length=254)


class TokenForm(forms.Form):
    """What a new token is for."""

    name = forms.CharField(label="Name (what it is for)", max_length=60)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def account(request: HttpRequest) -> HttpResponse:
    """The page of one's own account. Each of its forms says by `form` which it is."""
    user = get_object_or_404(User, pk=request.user.pk)
    form = request.POST.get("form", "")
    if form == "revoke":
        return _revoke(request, user)
    if form == "revoke_all":
        messages.success(request, f"Tokens revoked: {revoke_all(user)}.")
        return redirect("account")
    email = EmailForm(request.POST if form == "email" else None, initial={"email": user.email})
    token = TokenForm(request.POST if form == "token" else None)
    if form == "email" and email.is_valid():
        user.email = email.cleaned_data["email"]
        user.save(update_fields=["email"])
        messages.success(request, "Your e-mail address has been saved.")
        return redirect("account")
    given = give_token(user, token.cleaned_data["name"]) if form == "token" and token.is_valid() else None
    return _page(request, email, TokenForm() if given else token, given)


def _page(request: HttpRequest, email: EmailForm, token: TokenForm, given: NewToken | None) -> HttpResponse:
    context = {
        "email_form": email,
        "token_form": token,
        "given": given,
        "tokens": ApiToken.objects.filter(user=request.user.pk),
        "token_days": settings.TOKEN_DAYS,
    }
    return render(request, "account/account.html", context)


def _revoke(request: HttpRequest, user: AbstractBaseUser) -> HttpResponse:
    """Make one of one's own tokens void."""
    number = request.POST.get("token", "")
    if not (number.isascii() and number.isdigit() and len(number) < 20 and int(number) <= LARGEST_ID):
        raise Http404
    gone, _ = ApiToken.objects.filter(user_id=user.pk, pk=int(number)).delete()
    messages.success(request, "The token has been revoked." if gone else "That token had already been revoked.")
    return redirect("account")


def password_help(user: AbstractBaseUser | None) -> str:
    """What a new password must be. Of tokens only who has some is told."""
    if user is not None and ApiToken.objects.filter(user_id=user.pk).exists():
        return password_validators_help_text_html()
    others = [one for one in get_default_password_validators() if not isinstance(one, RevokesTokens)]
    return password_validators_help_text_html(others)


class NewPasswordForm(SetPasswordForm):
    """A new password. What is wrong with it is told where it is chosen, and of tokens only who has some is told."""

    def __init__(self, user: Any, *args: Any, **kwargs: Any) -> None:
        super().__init__(user, *args, **kwargs)
        self.fields["new_password1"].help_text = password_help(user)

    def validate_password_for_user(self, user: Any, *_: Any) -> None:
        """Tell a fault at the first field; Django would at the second."""
        super().validate_password_for_user(user, "new_password1")


class ChangedPasswordForm(NewPasswordForm, PasswordChangeForm):
    """The same, for who knows the old one."""


class ChangePassword(PasswordChangeView):
    """The page to change one's own password; it ends other sessions and all tokens."""

    form_class = ChangedPasswordForm
    template_name = "account/password.html"
    success_url = reverse_lazy("account")

    def form_valid(self, form: Any) -> HttpResponse:
        """Change it, and say what went with it."""
        answer = super().form_valid(form)
        done = "Your password has been changed. Your other sessions have ended, and your tokens have been revoked."
        messages.success(self.request, done)
        return answer


class ChoosePassword(PasswordResetConfirmView):
    """The page that a link leads to which whoever runs the server has made; it logs in."""

    form_class = NewPasswordForm
    template_name = "account/choose.html"
    success_url = reverse_lazy("pages:matches")
    post_reset_login = True

    def get_user(self, uidb64: str) -> User | None:
        """Whom the link is for; None, so that it is good for nothing, where the account is switched off."""
        user: User | None = super().get_user(uidb64)
        return user if user is not None and user.is_active else None
