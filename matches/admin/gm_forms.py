"""What all forms of GM actions on matches share: a reason, without which none goes, and acting once."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django import forms
from django.http import QueryDict
from unfold.widgets import UnfoldAdminTextareaWidget

from matches.pages.forms import LONGEST
from matches.service import LoadedMatch


class GmForm(forms.Form):
    """A GM action. `submit` is its button and `explained` what it comes to; a `final` one cannot be taken back.

    `pending` and `key` travel with the form: an answer to a question that has passed is refused, and a form that is
    sent twice acts once.
    """

    title = ""
    explained = ""
    submit = ""
    final = False

    reason = forms.CharField(
        max_length=LONGEST,
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
