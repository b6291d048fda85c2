"""Who may open a page of campaigns: somebody who is logged in. The rest is asked where the campaign is loaded."""

from __future__ import annotations

from functools import wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponseBase
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from web.pages.guard import Page, guarded


def for_people(page: Page) -> Page:
    """A page for who is logged in; others log in and come back. What is not for their eyes is not there."""

    @never_cache
    @require_http_methods(["GET", "HEAD", "POST"])
    @guarded
    @wraps(page)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        return page(request, *args, **kwargs)

    return answer
