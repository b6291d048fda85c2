"""The GM's actions on a match in the admin site: the forms of its page as they stand there, each with a reason."""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple
from uuid import uuid4

from django import forms
from django.http import QueryDict
from unfold.decorators import action
from unfold.enums import ActionVariant
from unfold.widgets import UnfoldAdminTextareaWidget

from matches.pages.gm_forms import gm_forms
from matches.service import LoadedMatch
from rules.kernel.labels import REASON, FormText
from web.admin.fields import fields_of, order_of
from web.errors import Unreadable
from web.pages.forms import LONGEST


class ListedForm(NamedTuple):
    """A form of the page as the admin lists it."""

    name: str
    title: str
    icon: str
    final: bool = False


def listed(name: str, text: FormText, icon: str) -> ListedForm:
    """A form that is called in the admin what its command calls it."""
    return ListedForm(name, text.title, icon, text.final)


class BoardForm(forms.Form):
    """A GM action with the fields of a form of the page.

    `name` is that form's, and its address here; `game` is the game that has it, empty where all have it; a `final` one
    cannot be taken back. `pending` and `key` travel with the form: an answer to a question that has passed is refused,
    and a form that is sent twice acts once.
    """

    name: ClassVar[str] = ""
    title: ClassVar[str] = ""
    game: ClassVar[str] = ""
    final: ClassVar[bool] = False
    submit = ""
    explained = "For what the rules engine cannot see, or to correct mistakes at the table."

    reason = forms.CharField(
        max_length=LONGEST,
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 3}),
        help_text="Recorded in the log, where everyone who may see the match can read it.",
    )
    pending = forms.IntegerField(min_value=0, max_value=2**31, widget=forms.HiddenInput)
    key = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, match: LoadedMatch, sent: QueryDict | None = None) -> None:
        """The fields of the form, if it makes sense now; `sent` is what came back, if it did."""
        super().__init__(data=sent, initial={"pending": match.version, "key": uuid4()})
        self.form = gm_forms(match).get(self.name)
        if self.form is not None:
            self.explained = self.form.note or f"{self.form.title}. {self.explained}"
            self.submit = self.form.submit
            self.fields.update(fields_of(self.form))
        self.order_fields([*(name for name in self.fields if name != REASON), REASON])

    def ask_again(self, pending: int | None) -> None:
        """Show the form as it was sent; `pending` is the question that is asked by now, where it is another."""
        if pending is not None:
            again = QueryDict(mutable=True)
            again.update(self.data)
            again["pending"] = str(pending)
            self.data = again

    def clean(self) -> dict[str, Any]:
        """The values as the page reads them; what cannot be read is told at its field."""
        given: dict[str, Any] = super().clean() or {}
        if self.form is None:
            self.add_error(None, "Nothing to apply this to right now.")
        elif not self.errors:
            try:
                given["order"] = order_of(self.form, self.data, given[REASON])
            except Unreadable as error:
                self.add_error(error.field if error.field in self.fields else None, f"{error.message} {error.hint}")
        return given

    def command(self) -> dict[str, Any]:
        order: dict[str, Any] = self.cleaned_data["order"]
        return order


def board_form(game: str, listed: ListedForm) -> type[BoardForm]:
    """The GM action of a form that a game's page has."""
    body = {**listed._asdict(), "game": game, "__doc__": listed.title, "__module__": __name__}
    return type(f"BoardForm_{listed.name}", (BoardForm,), body)


def page_of(deed: type[BoardForm], icon: str) -> Any:
    """A page of the admin site for a GM action, as a method of `GmActions`."""

    def act(self: Any, request: Any, object_id: str) -> Any:
        return self.do(request, object_id, deed)

    act.__name__ = deed.name
    act.__doc__ = deed.title
    variant = ActionVariant.DANGER if deed.final else ActionVariant.DEFAULT
    return action(description=deed.title, url_path=deed.name, icon=icon, permissions=["hand"], variant=variant)(act)
