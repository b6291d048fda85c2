"""Forms for what the GM does by hand between battles: each makes a command, and says why."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import uuid4

from django import forms
from django.http import QueryDict
from django.utils.html import conditional_escape
from unfold.widgets import UnfoldAdminSelect2Widget, UnfoldAdminTextareaWidget

from campaigns.command_targets import Subject
from campaigns.domain.campaign import commands as co
from campaigns.pages import gm_forms as pages
from campaigns.pages.request_context import PageContext
from rules.kernel.messages import Command, tag_of
from web.admin.fields import fields_of, order_of
from web.errors import KeyReused, Refusal, Unreadable
from web.pages.fields import Form
from web.pages.forms import LONGEST


class GmForm(forms.Form):
    """A deed. `name` is its address, `submit` its button, `explained` what it comes to; `final` ones warn by colour.

    `key` travels with the form, so that one that is sent twice acts once.
    """

    name = ""
    title = ""
    explained = ""
    submit = ""
    icon = "edit"
    final = False

    reason = forms.CharField(
        max_length=LONGEST,
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 3}),
        help_text=co.RECORDED,
    )
    key = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, subject: Subject, sent: QueryDict | None = None) -> None:
        """`subject` fills the choices; `sent` is what came back, if it did."""
        super().__init__(data=sent, initial={"key": uuid4()})
        self.subject = subject
        self.refusal: Refusal | None = None
        self.prepare()
        for field in self.fields.values():
            field.help_text = conditional_escape(field.help_text)  # Django shows it as HTML; names are anybody's
        self.order_fields([*(name for name in self.fields if name != "reason"), "reason"])

    def prepare(self) -> None:
        """Fill what depends on the subject."""

    def order(self) -> dict[str, Any]:
        """The command that a valid form stands for."""
        raise NotImplementedError

    def refuse(self, refusal: Refusal) -> None:
        """Show why not, beside the field at fault where there is one; what was typed stays."""
        if refusal.code == KeyReused().code:
            refusal = self._sent_before()
        self.refusal = refusal
        name = refusal.field.partition(".")[0]
        if name in self.fields and not self.fields[name].widget.is_hidden:
            self.add_error(name, refusal.message)

    def _sent_before(self) -> Refusal:
        """Sent once more with something else in it, as from the browser's history: the next time it is a new form."""
        again = QueryDict(mutable=True)
        again.update(self.data)
        again["key"] = str(uuid4())
        self.data = again
        message = "This form was already sent with different values, and those were applied."
        return Refusal("key_reused", message, rule="KERNEL-MATCH-04", hint="Send it again to apply these as well.")


class PageForm(GmForm):
    """A GM action that asks what a form of the page asks, and gives its command."""

    def page_form(self) -> Form:
        raise NotImplementedError

    def prepare(self) -> None:
        """The fields of the page's form; long lists are searched by typing."""
        self.form = self.page_form()
        self.explained, self.submit = self.form.note, self.form.submit
        self.fields.update(fields_of(self.form, UnfoldAdminSelect2Widget))

    def clean(self) -> dict[str, Any]:
        """The values as the page reads them; what cannot be read is told at its field."""
        given: dict[str, Any] = super().clean() or {}
        if not self.errors:
            try:
                self.command = order_of(self.form, self.data, given["reason"])
            except Unreadable as error:
                self.add_error(error.field if error.field in self.fields else None, error.message)
        return given

    def order(self) -> dict[str, Any]:
        return self.command


Maker = Callable[[PageContext, Subject], Form]
"""Makes the form of a page for who looks at it, about a subject."""


def page_form(kind: type[Command], icon: str, make: Maker, title: str = "") -> type[PageForm]:
    """The GM action of a command, whose form the page has; `title` where the command's own is none for a button."""

    def made(self: PageForm) -> Form:
        return make(PageContext(self.subject.who, self.subject.seen, self.subject.company_seen), self.subject)

    text = kind.form
    words = {"name": tag_of(kind), "title": title or text.title, "icon": icon, "final": text.final}
    body = {**words, "explained": text.note, "page_form": made, "__doc__": text.title, "__module__": __name__}
    return type(f"PageForm_{tag_of(kind)}", (PageForm,), body)


AWARD_GOLD = page_form(co.AwardGold, "payments", lambda desk, _: pages.award_gold(desk))
FINE = page_form(co.Fine, "gavel", lambda desk, _: pages.fine(desk))
TRANSFER = page_form(co.Transfer, "move_up", lambda desk, _: pages.transfer(desk))
AWARD_XP = page_form(co.AwardXp, "military_tech", lambda desk, about: pages.award_xp(desk, about.hero))
DECLARE_FATE = page_form(co.DeclareFate, "skull", lambda desk, about: pages.declare_fate(desk, about.hero))
CORRECT_COMPANY = page_form(co.Correct, "build", lambda desk, _: pages.correct_company(desk), "Correct the company")
CORRECT_HERO = page_form(
    co.Correct, "build", lambda desk, about: pages.correct_hero(desk, about.hero), "Correct the hero"
)
