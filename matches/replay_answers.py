"""Replay documents over HTTP: gzipped, with an `ETag`, kept by browsers and proxies as far as anybody may see them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, cast

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_vary_headers

from matches.documents import eyes_of
from matches.loading import LoadedMatch
from matches.replay_cache import EncodedDocument, replays
from web.people import Person

FOR_EVER = "public, max-age=31536000, immutable"
FOR_EVER_TO_ONE = "private, max-age=31536000, immutable"
TO_ALL = "public, no-cache"
TO_ONE = "private, no-store"
GZIP = re.compile(r"\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))")


def packed_replay(
    kind: str, who: Person, match: LoadedMatch, make: Callable[[], Mapping[str, Any]], seat: str = ""
) -> EncodedDocument:
    """The replay document of a kind for these eyes, at the event up to which `match` was loaded; made once."""
    place = (kind, match.id, eyes_of(match, who, seat))
    return replays.get(place, match.hash, lambda: EncodedDocument.of(make()))


def replay_answer(
    request: HttpRequest, packed: EncodedDocument, match: LoadedMatch, who: Person, seat: str = ""
) -> HttpResponse:
    """The document, or 304 for who has it.

    * What everybody sees of a public match may be kept by anybody, who asks whether it is still right.
    * When the match is over and the address names the content (`v`), it is kept for ever: another content has another
      address. What is for some eyes alone is then kept by their browser, for as long as they stay logged in (`Vary`).
    * Before that, what is for some eyes alone is kept nowhere.
    """
    gzipped = _accepts_gzip(request)
    answer = HttpResponse(packed.body if gzipped else packed.unpacked(), content_type="application/json")
    if gzipped:
        answer.headers["Content-Encoding"] = "gzip"
    # A strong tag names bytes: gzipped, they are others.
    answer.headers["ETag"] = tag = f'"{packed.tag}-gzip"' if gzipped else f'"{packed.tag}"'
    answer.headers["Cache-Control"] = _kept_by(request, packed, match, eyes_of(match, who, seat))
    patch_vary_headers(answer, ("Accept-Encoding", "Cookie", "Authorization"))
    return cast("HttpResponse", get_conditional_response(request, etag=tag, response=answer))


def _kept_by(request: HttpRequest, packed: EncodedDocument, match: LoadedMatch, eyes: str) -> str:
    """Who may keep the document."""
    to_all = match.roster.visibility == "public" and not eyes
    if request.GET.get("v") == packed.tag and match.table.outcome() is not None:
        return FOR_EVER if to_all else FOR_EVER_TO_ONE
    return TO_ALL if to_all else TO_ONE


def _accepts_gzip(request: HttpRequest) -> bool:
    return GZIP.search(request.headers.get("Accept-Encoding", "")) is not None
