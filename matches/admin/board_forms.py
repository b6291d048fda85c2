"""GM actions in the admin site, made from the forms of the match page; each asks for a reason."""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple
from uuid import uuid4

from django import forms
from django.http import QueryDict
from unfold.decorators import action
from unfold.enums import ActionVariant

from matches.pages.gm_forms import gm_forms
from matches.service import LoadedMatch
from rules.kernel.labels import REASON, FormText
from web.admin.fields import fields_of, order_of, reason_field
from web.errors import Unreadable


class ListedForm(NamedTuple):
    """A form of the match page in the admin's list of actions."""

    name: str
    title: str
    icon: str
    final: bool = False


def listed(name: str, text: FormText, icon: str) -> ListedForm:
    """A form listed under the title of its command."""
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

    reason = reason_field("Recorded in the log, where everyone who may see the match can read it.")
    pending = forms.IntegerField(min_value=0, max_value=2**31, widget=forms.HiddenInput)
    key = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, match: LoadedMatch, sent: QueryDict | None = None) -> None:
        """The fields of the form, if it makes sense now; `sent` is what was submitted, if anything."""
        super().__init__(data=sent, initial={"pending": match.version, "key": uuid4()})
        self.form = gm_forms(match).get(self.name)
        if self.form is not None:
            self.explained = self.form.note or f"{self.form.title}. {self.explained}"
            self.submit = self.form.submit
            self.fields.update(fields_of(self.form))
        self.order_fields([*(name for name in self.fields if name != REASON), REASON])

    def ask_again(self, pending: int | None) -> None:
        """Show the form again as it was submitted; `pending` is the current question, if it has changed."""
        if pending is not None:
            again = QueryDict(mutable=True)
            again.update(self.data)
            again["pending"] = str(pending)
            self.data = again

    def clean(self) -> dict[str, Any]:
        """The values as the page reads them; an error is shown at the field that cannot be read."""
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
    """The admin form of a GM action on a game's match page."""
    body = {**listed._asdict(), "game": game, "__doc__": listed.title, "__module__": __name__}
    return type(f"BoardForm_{listed.name}", (BoardForm,), body)


def page_of(gm_form: type[BoardForm], icon: str) -> Any:
    """The admin page of a GM action, as a method of `GmActions`."""

    def act(self: Any, request: Any, object_id: str) -> Any:
        return self.do(request, object_id, gm_form)

    act.__name__ = gm_form.name
    act.__doc__ = gm_form.title
    variant = ActionVariant.DANGER if gm_form.final else ActionVariant.DEFAULT
    return action(
        description=gm_form.title, url_path=gm_form.name, icon=icon, permissions=["gm_action"], variant=variant
    )(act)
