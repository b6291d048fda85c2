"""Addresses of a match that only forms are sent to."""

from __future__ import annotations

import uuid
from functools import wraps

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from web.pages.guard import Page


def form_only(page: Page) -> Page:
    """An address that only forms are sent to; whoever follows or reloads it comes to the page of the match."""

    @require_http_methods(["GET", "HEAD", "POST"])
    @wraps(page)
    def answer(request: HttpRequest, match_id: uuid.UUID) -> HttpResponseBase:
        return page(request, match_id) if request.method == "POST" else redirect("pages:match", match_id)

    return answer
