"""The board of a match beside what its GM decides in the admin site: as its page draws it, to be looked at."""

from __future__ import annotations

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from matches.pages.match_context import MatchContext, head_context
from matches.pages.recent_log import recent_log

PICTURE = "matches/admin/_picture.html"


def picture_of(request: HttpRequest, look: MatchContext) -> SafeString:
    """Score, board and figures of a match as it stands, with the lines of what happened last.

    The style sheets of the pages apply within it alone, and those of the admin site do not: it is a shadow tree, which
    the browser makes without a script.
    """
    told = recent_log(look.match, look.who, look.board, look.view, look.words, None)
    return render_to_string(PICTURE, {**head_context(look), "strokes": told.fresh}, request)
