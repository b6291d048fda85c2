"""Forms for putting a battle on record, and for making it void once the GM has seen what will change and why."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms
from django.http import QueryDict

from campaigns.admin.gm_forms import PageForm, page_form
from campaigns.battle_report import battle_of
from campaigns.domain.campaign import commands as co
from campaigns.pages.undoing import undo_form
from campaigns.previews import foresee
from rules.kernel.messages import Command
from web.pages.fields import Form


class PreviewedForm(PageForm):
    """A GM action that shows what it will change; what others changed meanwhile is shown before anything is done."""

    kind: ClassVar[type[Command]]
    final = True
    seen = forms.CharField(widget=forms.HiddenInput, required=False)

    def page_form(self) -> Form:
        """The form of the page, with the forks there are."""
        return undo_form(self.kind, battle_of(self.subject))

    def prepare(self) -> None:
        """Look at what it would change now."""
        super().prepare()
        now = {field.name: field.value for field in self.form.fields}
        sent = self.data if self.is_bound else now
        foreseen = foresee(self.subject, self.form.command({"played": sent.get("played", ""), "reason": "preview"}))
        no = foreseen.refused
        self.unseen = f"{no.message} {no.hint}".strip() if no is not None else ""
        self.rows = foreseen.rows
        self.initial["seen"] = self.print = foreseen.mark

    def clean(self) -> dict[str, Any]:
        """Nothing is done that was not shown."""
        given = super().clean()
        if given.get("seen") != self.print:
            self.show_again()
            self.add_error(None, "Something has changed since this page was shown. Check again what will change.")
        return given

    def show_again(self) -> None:
        """Show the form as it was sent, but for what it will change now."""
        again = QueryDict(mutable=True)
        again.update(self.data)
        again["seen"] = self.print
        self.data = again


class VoidBattle(PreviewedForm):
    """Makes a battle void."""

    kind, icon = co.VoidBattle, "block"
    name, title = "void_battle", co.VoidBattle.form.title


class RecordAgain(PreviewedForm):
    """Undoes a battle and settles it anew."""

    kind, icon = co.RecordAgain, "restart_alt"
    name, title = "record_again", co.RecordAgain.form.title


RECORD_BATTLE = page_form(co.RecordBattle, "task_alt", lambda _, about: undo_form(co.RecordBattle, battle_of(about)))
