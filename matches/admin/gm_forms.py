"""Forms for what the GM does by hand at any table: each makes a command, and none goes without a reason."""

from __future__ import annotations

from typing import Any, cast
from uuid import uuid4

from django import forms
from django.http import QueryDict
from unfold.widgets import UnfoldAdminIntegerFieldWidget, UnfoldAdminTextareaWidget

from matches.service import LoadedMatch

LONGEST_REASON = 500


class GmForm(forms.Form):
    """A deed. `title` is its button and `explained` what it comes to; `final` ones cannot be taken back.

    `pending` and `key` travel with the form: an answer to a question that has passed is refused, and a form that is
    sent twice acts once.
    """

    title = ""
    explained = ""
    final = False

    reason = forms.CharField(
        max_length=LONGEST_REASON,
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 3}),
        help_text="Recorded in the log, where everyone who may see the match can read it.",
    )
    pending = forms.IntegerField(min_value=0, max_value=2**31, widget=forms.HiddenInput)
    key = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, match: LoadedMatch, sent: QueryDict | None = None) -> None:
        """`match` fills the choices; `sent` is what came back, if it did."""
        super().__init__(data=sent, initial={"pending": match.version, "key": uuid4()})
        self.match = match
        self.prepare()
        self.order_fields([*(name for name in self.fields if name != "reason"), "reason"])

    def prepare(self) -> None:
        """Fill what depends on the match."""

    def offer(self, name: str, choices: list[tuple[str, str]]) -> None:
        """Let a field offer these choices."""
        cast("forms.ChoiceField", self.fields[name]).choices = choices

    def ask_again(self, pending: int | None) -> None:
        """Show the form as it was sent; `pending` is the question that is asked by now, where it is another."""
        if pending is not None:
            again = QueryDict(mutable=True)
            again.update(self.data)
            again["pending"] = str(pending)
            self.data = again

    def command(self) -> dict[str, Any]:
        """The command that a valid form stands for."""
        raise NotImplementedError


class Pause(GmForm):
    """Stops play."""

    title = "Pause play"
    explained = "Until play is resumed, only the GM may act."

    def command(self) -> dict[str, Any]:
        """A pause."""
        return {"type": "pause", "reason": self.cleaned_data["reason"]}


class Resume(GmForm):
    """Lets play go on."""

    title = "Resume play"
    explained = "Play continues where it was paused."

    def command(self) -> dict[str, Any]:
        """The end of a pause."""
        return {"type": "resume", "reason": self.cleaned_data["reason"]}


class Rewind(GmForm):
    """Turns play back."""

    title = "Rewind"
    explained = (
        "Play continues from the last decision at or before that event. Nothing is deleted: the events in between stay "
        "in the log, void. The replay shows the number of each event."
    )

    to = forms.IntegerField(label="After event", widget=UnfoldAdminIntegerFieldWidget)

    def prepare(self) -> None:
        """Only events of this match."""
        self.fields["to"].help_text = f"From {self.match.table.opening} to {self.match.version}."

    def command(self) -> dict[str, Any]:
        """A rewind."""
        return {"type": "rewind", "to": self.cleaned_data["to"], "reason": self.cleaned_data["reason"]}


class Abandon(GmForm):
    """Ends the match without a result."""

    title = "Abandon the match"
    explained = "The match ends without a result. It cannot be resumed, but it can be forked."
    final = True

    def command(self) -> dict[str, Any]:
        """The end."""
        return {"type": "abandon", "reason": self.cleaned_data["reason"]}
