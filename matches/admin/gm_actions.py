"""GM actions in the admin site: each is a form with a reason, sent as a command of the logged-in user as the GM."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from unfold.dataclasses import UnfoldAction

from eventstore.admin import ReadOnly
from matches import service
from matches.admin.board_forms import BoardForm, board_form, listed, page_of
from matches.game_parts import parts
from matches.models import OVER, Match
from matches.service import DiceWanted, LoadedMatch
from rules.kernel import table_events as te
from rules.kernel.errors import KernelError
from web.errors import NotThere, Refusal
from web.people import THE_HOUSE, person

ACT = "matches/admin/act.html"
TABLE = (
    listed("pause", te.Pause.form, "pause"),
    listed("resume", te.Resume.form, "play_arrow"),
    listed("rewind", te.Rewind.form, "undo"),
    listed("abandon", te.Abandon.form, "block"),
)
"""The GM actions that every match has."""
GAMES = dict(parts("matches.admin", "FORMS"))
"""The GM actions of each game beyond those: the forms of its page."""


class GmActions(ReadOnly):
    """The GM actions above the page of a match."""

    actions_detail = (
        {
            "title": "GM actions",
            "icon": "back_hand",
            "items": [
                *(form.name for forms in (*GAMES.values(), TABLE) for form in forms),
            ],
        },
    )

    def has_gm_action_permission(self, request: HttpRequest, object_id: str | None = None) -> bool:
        """Whether the user may change matches at all; whether they run this one, the handler checks."""
        return request.user.has_perm("matches.change_match")

    def get_actions_detail(self, request: HttpRequest, object_id: str) -> list[UnfoldAction]:
        """Only those of the match's game that make sense now, and none once the match is over."""
        match = self.get_object(request, object_id)
        if match is None or match.status in OVER:
            return []
        fit = {form.name for form in (*TABLE, *GAMES.get(match.ruleset, ()))} - _pointless(match)
        offered: list[UnfoldAction] = super().get_actions_detail(request, object_id)
        return [one for one in offered if one.path in fit]

    def do(self, request: HttpRequest, object_id: str, kind: type[BoardForm]) -> HttpResponse:
        """Show the form of a GM action; when it is submitted, give its command and go back to the match."""
        row: Match = self.object_or_404(request, object_id)
        page = reverse("admin:matches_match_change", args=[row.pk])
        try:
            who = person(request.user)
            match = service.load(who, row.pk).match
        except Refusal as refusal:
            _tell(request, refusal)
            return HttpResponseRedirect(page)
        if not _fits(kind, match):
            messages.error(request, f"{kind.title} is not a GM action of {match.ruleset.title}.")
            return HttpResponseRedirect(page)
        form = kind(who, match, request.POST if request.method == "POST" else None)
        if form.is_valid() and form.confirmed and self._give(request, row, form):
            return HttpResponseRedirect(page)
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": kind.title,
            "subtitle": row.title,
            "original": row,
            "form": form,
            "back": page,
        }
        return TemplateResponse(request, ACT, context)

    def _give(self, request: HttpRequest, row: Match, form: BoardForm) -> bool:
        """Give the command of a valid form; whether it was carried out."""
        given = form.cleaned_data
        try:
            answer = form.give(f"admin/{given['key']}")
        except DiceWanted as wanted:
            messages.warning(request, f"{wanted.message} Enter the dice on the match page.")
            return True
        except NotThere:
            raise
        except Refusal as refusal:
            form.refuse(refusal)
            return False
        self.log_change(request, row, f"{form.title}: {given['reason']}")
        messages.success(request, f"{form.title}: done, events {answer.first} to {answer.version}.")
        return True


for _game, _forms in (*GAMES.items(), ("", TABLE)):
    for _form in _forms:
        setattr(GmActions, _form.name, page_of(board_form(_game, _form), _form.icon))


def _pointless(match: Match) -> set[str]:
    """Pause for a paused match, resume for one that is not; a match that cannot be loaded is offered both."""
    try:
        table = service.load(THE_HOUSE, match.pk).match.table
    except (Refusal, KernelError):
        return set()
    return {"pause" if table.paused else "resume"}


def _fits(kind: type[BoardForm], match: LoadedMatch) -> bool:
    """Whether a GM action is one of the match's game, or of all games."""
    return kind.game in ("", match.ruleset.key)


def _tell(request: HttpRequest, refusal: Refusal) -> None:
    """A refusal as a message: why not, the words of the rule, and what to do."""
    parts = [refusal.message]
    if refusal.rule:
        parts.append(f"[{refusal.rule}] {refusal.rule_text}".strip())
    if refusal.hint:
        parts.append(refusal.hint)
    messages.error(request, " ".join(parts))
