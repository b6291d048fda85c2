"""Is it what it says it is? The dice recomputed in the browser, the log verified here, the match as a file."""

from __future__ import annotations

import re
import tempfile
import uuid

from django.http import FileResponse, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from matches import service
from matches.pages.match_context import head_context, load_context
from rules.kernel.asks import GM
from web.errors import NotThere, Refusal
from web.pages.guard import guarded
from web.people import Person

IN_MEMORY = 1024 * 1024


@never_cache
@require_safe
@guarded
def dice_page(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """What is promised of the house dice, and a table for the module to fill."""
    look = load_context(request, match_id)
    table = look.match.table
    names = {seat: "the GM" if seat == GM else look.board.name(seat, look.view) for seat in table.dice_kinds}
    context = {
        **head_context(look),
        "commitment": table.commitment,
        "secret": table.secret,
        "replaced": look.match.secret_replaced(),
        "salts": [(names.get(seat, seat), salt) for seat, salt in sorted(table.salts.items())],
        "dice_match": table.match,
        "kinds": [(names[seat], kind) for seat, kind in sorted(table.dice_kinds.items())],
    }
    return render(request, "matches/dice.html", context)


@never_cache
@require_safe
@guarded
def verify_page(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """What came of verifying the match, in words."""
    look = load_context(request, match_id)
    found = service.verify_match(look.who, match_id)
    from_outside = not all(one["trusted"] for one in found["imported"])
    context = {**head_context(look), "found": found, "from_outside": from_outside}
    return render(request, "matches/verify.html", context)


@never_cache
@require_safe
@guarded
def export_file(request: HttpRequest, match_id: uuid.UUID) -> HttpResponseBase:
    """The match as a `.skald` file; a page that says why not while it holds others' secrets."""
    look = load_context(request, match_id)
    try:
        return match_file(look.who, match_id)
    except NotThere:
        raise
    except Refusal as refusal:
        context = {**head_context(look), "refusal": refusal}
        return render(request, "matches/refused.html", context, status=refusal.status)


def match_file(who: Person, match_id: uuid.UUID) -> FileResponse:
    """The match as a `.skald` file to be downloaded. Raises Refusal while it holds others' secrets."""
    file = tempfile.SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115 – the response closes it
    try:
        service.export_match(who, match_id, file)  # type: ignore[arg-type]  # a spooled file is a binary file
    except Refusal:
        file.close()
        raise
    file.seek(0)
    title = service.load(who, match_id).match.roster.title
    name = re.sub(r"[^A-Za-z0-9]+", "-", title).strip("-").lower() or "match"
    return FileResponse(file, as_attachment=True, filename=f"{name}.skald", content_type="application/x-ndjson")
