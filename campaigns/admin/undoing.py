"""Forms for putting a battle on record, and for making it void once the GM has seen what will change and why."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import QueryDict

from campaigns.admin.gm_forms import GmForm, choice
from campaigns.battle_report import battle_of
from campaigns.previews import foresee, forks_of


class PreviewedForm(GmForm):
    """A deed that shows what it will change; what others changed meanwhile is shown before anything is done."""

    final = True
    seen = forms.CharField(widget=forms.HiddenInput, required=False)

    def prepare(self) -> None:
        """Look at what it would change now."""
        foreseen = foresee(self.subject, self.with_reason("preview"))
        no = foreseen.refused
        self.unseen = f"{no.message} {no.hint}".strip() if no is not None else ""
        self.rows = foreseen.rows
        self.initial["seen"] = self.print = foreseen.mark

    def with_reason(self, reason: str) -> dict[str, Any]:
        """The command for that reason."""
        return {"type": self.name, "match": self.subject.match, "reason": reason}

    def order(self) -> dict[str, Any]:
        """The command."""
        return self.with_reason(self.cleaned_data["reason"])

    def clean(self) -> dict[str, Any]:
        """Nothing is done that was not shown."""
        given: dict[str, Any] = super().clean() or {}
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

    name, title, icon = "void_battle", "Void the battle", "block"
    explained = "The battle no longer counts: everything it changed for companies and heroes is undone by new events."


class RecordAgain(PreviewedForm):
    """Undoes a battle and settles it anew."""

    name, title, icon = "record_again", "Settle again", "restart_alt"
    explained = (
        "What the battle did is undone, and settled anew. A match that is over is not changed any more: where it went"
        " wrong, fork it, play the fork to its end, and settle the battle by that."
    )
    played = choice("Settle by", "Finished forks of its match, and forks of those.", required=False)

    def prepare(self) -> None:
        """Look for forks, then at what would change."""
        battle = battle_of(self.subject)
        self.fields["played"].choices = [("", "Its own match"), *forks_of(battle)]  # type: ignore[attr-defined]  # a ChoiceField
        self.initial["played"] = battle.played
        super().prepare()

    def with_reason(self, reason: str) -> dict[str, Any]:
        """The command, with the fork that was chosen."""
        played = self.data.get("played", "") if self.is_bound else self.initial["played"]
        return {**super().with_reason(reason), "played": played}


class RecordBattle(GmForm):
    """Settles a battle whose match is over, without waiting for the workers."""

    name, title, icon = "record_battle", "Record by hand", "task_alt"
    explained = "Applies the results of the finished match now. The workers do this automatically."

    def order(self) -> dict[str, Any]:
        """The settling."""
        return {"type": "record_battle", "match": self.subject.match, "reason": self.cleaned_data["reason"]}
