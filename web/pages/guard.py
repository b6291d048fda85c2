"""What pages do with a no: a page that is not there, a login, or the same page again with what is wrong."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, TypeAlias
from urllib.parse import quote

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, resolve_url

from web.errors import Forbidden, NotThere, Unreadable

Page: TypeAlias = Callable[..., HttpResponseBase]
LARGEST_NUMBER = 2**31


def guarded(page: Page) -> Page:
    """A page whose refusals have their usual answers: not there, log in first, not yours.

    Others are the page's own to show.
    """

    @wraps(page)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            return page(request, *args, **kwargs)
        except NotThere as error:
            raise Http404(error.message) from None
        except Forbidden as error:
            if not request.user.is_authenticated:
                return send_to_login(request)
            raise PermissionDenied(error.message) from None
        except Unreadable as error:
            raise Http404(error.message) from None

    return answer


def send_to_login(request: HttpRequest) -> HttpResponse:
    """To the login page, and back here; from a form, back to the page it stood on."""
    if request.method == "GET":
        return redirect_to_login(request.get_full_path())
    back = request.path.rpartition("/")[0] or "/"
    address = f"{resolve_url(settings.LOGIN_URL)}?next={quote(back)}"
    if getattr(request, "htmx", False):
        return HttpResponse(headers={"HX-Redirect": address})
    return redirect(address)


def whole_number(query: Mapping[str, str], name: str) -> int | None:
    """A whole number from an address, from 0 up; None where it is not given. Unreadable where it is none."""
    text = query.get(name, "")
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 10) or int(text) > LARGEST_NUMBER:
        raise Unreadable("must be a whole number", name)
    return int(text)
