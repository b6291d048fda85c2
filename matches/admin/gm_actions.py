"""GM actions in the admin site: each is a form with a reason, sent as a command of the logged-in user as the GM.

And whatever else the page of a match offers its GM: settings, a fork, an export; seats, invitations, decisions and dice
as a list of acts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.template.response import TemplateResponse
from django.urls import reverse
from unfold.dataclasses import UnfoldAction
from unfold.decorators import action

from eventstore.admin import ReadOnly
from matches import service
from matches.admin.acts import Act, ActForm
from matches.admin.answers import ENTER, answer_acts
from matches.admin.board_forms import BoardForm, MatchForm, board_form, listed, page_of
from matches.admin.creating import CREATE, TITLE, CreateMatch
from matches.admin.people import FORK, SETTINGS, fork_act, seat_acts, settings_act
from matches.admin.picture import picture_of
from matches.game_parts import parts
from matches.handler import done_before
from matches.models import OVER, Match
from matches.pages.checking import match_file
from matches.pages.creating import invite_named
from matches.pages.match_context import MatchContext, load_context
from matches.service import DiceWanted, LoadedMatch
from rules.kernel import table_events as te
from rules.kernel.errors import KernelError
from rules.kernel.labels import REASON
from rules.registry import RULESETS
from web.errors import Forbidden, NotThere, Refusal
from web.people import THE_HOUSE, person

ACT = "matches/admin/act.html"
ACTS = "matches/admin/acts.html"
DECIDE = "Decisions, dice and seats"
CHOSEN = "act"
"""The parameter of the address that says which act."""
GONE = "That is no longer available: something has changed in the meantime."
LASTING = (SETTINGS, FORK, "export")
"""What is offered of a match that is over as well."""
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

    change_form_outer_before_template = "matches/admin/picture.html"
    actions_list = ("create",)
    actions_detail = (
        "acts",
        {
            "title": "GM actions",
            "icon": "back_hand",
            "items": [
                *(form.name for forms in (*GAMES.values(), TABLE) for form in forms),
                *LASTING,
            ],
        },
    )

    def has_gm_action_permission(self, request: HttpRequest, object_id: str | None = None) -> bool:
        """Whether the user may change matches at all; whether they run this one, the handler checks."""
        return request.user.has_perm("matches.change_match")

    def get_actions_detail(self, request: HttpRequest, object_id: str) -> list[UnfoldAction]:
        """Only those of the match's game that make sense now; once the match is over, those that last."""
        match = self.get_object(request, object_id)
        if match is None:
            return []
        fit = {"acts", *LASTING}
        if match.status not in OVER:
            fit |= {form.name for form in (*TABLE, *GAMES.get(match.ruleset, ()))} - _pointless(match)
        offered: list[UnfoldAction] = super().get_actions_detail(request, object_id)
        return [one for one in offered if one.path in fit]

    def render_change_form(self, request: HttpRequest, context: dict[str, Any], **kwargs: Any) -> HttpResponse:
        """With the board as it stands, where the match can be read."""
        with suppress(Refusal, KernelError):
            context = {**context, "picture": picture_of(request, load_context(request, kwargs["obj"].pk))}
        return super().render_change_form(request, context, **kwargs)

    def do(self, request: HttpRequest, object_id: str, kind: type[BoardForm]) -> HttpResponse:
        """Show the form of a GM action; when it is submitted, give its command and go back to the match."""
        row: Match = self.object_or_404(request, object_id)
        try:
            look = load_context(request, row.pk)
        except Refusal as refusal:
            _tell(request, refusal)
            return HttpResponseRedirect(_page(row.pk))
        if not _fits(kind, look.match):
            messages.error(request, f"{kind.title} is not a GM action of {look.match.ruleset.title}.")
            return HttpResponseRedirect(_page(row.pk))
        form = kind(look.who, look.match, request.POST if request.method == "POST" else None)
        return self._answered(request, row, look, form, _page(row.pk))

    def _answered(
        self, request: HttpRequest, row: Match, look: MatchContext, form: MatchForm, back: str
    ) -> HttpResponse:
        """Show a form beside the board; once confirmed, let it happen and go back, or to the match that it leads to."""
        if form.is_valid() and form.confirmed:
            to = self._give(request, row, form, back)
            if to:
                return HttpResponseRedirect(to)
        picture = picture_of(request, look)
        context = {"title": form.title, "subtitle": row.title, "form": form, "back": back, "picture": picture}
        return self._shown(request, ACT, row, context)

    def _shown(self, request: HttpRequest, template: str, row: Match | None, context: dict[str, Any]) -> HttpResponse:
        whole = {**self.admin_site.each_context(request), "opts": self.opts, "original": row, **context}
        return TemplateResponse(request, template, whole)

    def _give(self, request: HttpRequest, row: Match, form: MatchForm, back: str) -> str:
        """Let a valid form happen; the address to go to, or nothing where it was refused."""
        given = form.cleaned_data
        try:
            done = form.give(f"admin/{given['key']}")
        except DiceWanted as wanted:
            messages.warning(request, f"{wanted.message} Enter the dice here.")
            return f"{_list_of_acts(row.pk)}?{urlencode({CHOSEN: ENTER})}"
        except NotThere:
            raise
        except Refusal as refusal:
            form.refuse(refusal)
            return ""
        reason = given.get(REASON, "")
        self.log_change(request, row, f"{form.title}: {reason}" if reason else form.title)
        messages.success(request, done.said)
        return _page(done.match) if done.match else back

    @action(description=TITLE, url_path="create", icon="add", permissions=["gm_action"])
    def create(self, request: HttpRequest) -> HttpResponse:
        """The form for a new match of a game, by ``?ruleset=``; when it is confirmed, the page of the match."""
        game = request.GET.get("ruleset") or next(iter(RULESETS))
        if game not in RULESETS:
            return HttpResponseRedirect(request.path)
        form = CreateMatch(person(request.user), game, request.POST if request.method == "POST" else None)
        row = self._created(form) if form.is_valid() and form.confirmed else None
        if row is not None:
            invite_named(request, row.pk, form.command)
            self.log_addition(request, row, TITLE)
            messages.success(request, f"{row} is created.")
            return HttpResponseRedirect(_page(row.pk))
        others = [(key, one.title) for key, one in RULESETS.items() if key != game]
        context = {
            "title": TITLE,
            "game": RULESETS[game].title,
            "others": others,
            "form": form,
            "back": reverse("admin:matches_match_changelist"),
        }
        return self._shown(request, CREATE, None, context)

    @staticmethod
    def _created(form: CreateMatch) -> Match | None:
        """The match that a confirmed form creates; None where it was refused."""
        try:
            return Match.objects.get(pk=form.give())
        except Refusal as refusal:
            form.refuse(refusal)
            return None

    # What the page of a match offers beside the GM actions

    @action(description="Title and visibility", url_path=SETTINGS, icon="edit", permissions=["gm_action"])
    def settings(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """How the match is called, who may watch it and take a free seat."""
        return self._lasting(request, object_id, settings_act)

    @action(description="Fork the match", url_path=FORK, icon="fork_right", permissions=["gm_action"])
    def fork(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """A new match from an event of this one."""
        return self._lasting(request, object_id, fork_act)

    @action(description="Export as a file", url_path="export", icon="download", permissions=["gm_action"])
    def export(self, request: HttpRequest, object_id: str) -> HttpResponseBase:
        """The match as a file; its page with the reason while it holds secrets of others."""
        row: Match = self.object_or_404(request, object_id)
        try:
            return match_file(person(request.user), row.pk)
        except Refusal as refusal:
            _tell(request, refusal)
            return HttpResponseRedirect(_page(row.pk))

    @action(description=DECIDE, url_path="acts", icon="group", permissions=["gm_action"])
    def acts(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """What its GM may decide, and who has which seat: a list, and with ``?act=`` the form of one of them."""
        row: Match = self.object_or_404(request, object_id)
        try:
            look = load_context(request, row.pk)
            if not look.seen.role.gm:
                raise Forbidden("gm_only", "Only the GM may do this.", rule="KERNEL-TABLE-02", hint="Ask your GM.")
            acts = list(_acts(request, look))
        except Refusal as refusal:
            _tell(request, refusal)
            return HttpResponseRedirect(_page(row.pk))
        chosen = request.GET.get(CHOSEN, "")
        act = next((one for one in acts if one.uid == chosen), None)
        sent = request.POST if request.method == "POST" else None
        if act is not None:
            return self._answered(request, row, look, ActForm(look.who, look.match, act, sent), _list_of_acts(row.pk))
        if chosen:
            done = sent is not None and done_before(look.who, f"admin/{sent.get('key', '')}")
            messages.info(request, "This form was already sent and applied." if done else GONE)
            return HttpResponseRedirect(_list_of_acts(row.pk))
        context = {"title": f"{DECIDE}: {row.title}", "groups": _groups(acts), "back": _page(row.pk)}
        return self._shown(request, ACTS, row, {**context, "picture": picture_of(request, look)})

    def _lasting(self, request: HttpRequest, object_id: str, make: Callable[[MatchContext], Act]) -> HttpResponse:
        """The form of an act with a button of its own."""
        row: Match = self.object_or_404(request, object_id)
        try:
            look = load_context(request, row.pk)
        except Refusal as refusal:
            _tell(request, refusal)
            return HttpResponseRedirect(_page(row.pk))
        sent = request.POST if request.method == "POST" else None
        return self._answered(request, row, look, ActForm(look.who, look.match, make(look), sent), _page(row.pk))


for _game, _forms in (*GAMES.items(), ("", TABLE)):
    for _form in _forms:
        setattr(GmActions, _form.name, page_of(board_form(_game, _form), _form.icon))


def _page(match: object) -> str:
    return reverse("admin:matches_match_change", args=[match])


def _list_of_acts(match: object) -> str:
    return reverse("admin:matches_match_acts", args=[match])


def _acts(request: HttpRequest, look: MatchContext) -> Iterator[Act]:
    """What the page of a match offers its GM beside what has a button of its own here."""
    named = frozenset(form.name for form in (*TABLE, *GAMES.get(look.match.ruleset.key, ())))
    yield from answer_acts(look, named)
    yield from seat_acts(request, look)


def _groups(acts: Sequence[Act]) -> list[tuple[str, list[tuple[str, str]]]]:
    """By heading what each act is called, and its address."""
    groups: dict[str, list[tuple[str, str]]] = {}
    for one in acts:
        groups.setdefault(one.group, []).append((one.title, f"?{urlencode({CHOSEN: one.uid})}"))
    return list(groups.items())


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
