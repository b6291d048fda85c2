"""The GM's hand of a game in the admin site: the forms of the match page, as they stand there."""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple

from unfold.decorators import action
from unfold.enums import ActionVariant

from matches.admin.fields import fields_of, order_of
from matches.admin.gm_forms import GmForm
from matches.errors import Unreadable
from matches.pages.boards.base import Form
from matches.pages.gm_forms import gm_forms
from rules.kernel.labels import FormText


class ListedForm(NamedTuple):
    """A form of the page as the admin lists it."""

    name: str
    title: str
    icon: str
    final: bool = False


def listed(name: str, text: FormText, icon: str) -> ListedForm:
    """A form that is called in the admin what its command calls it."""
    return ListedForm(name, text.title, icon, text.final)


class BoardForm(GmForm):
    """A GM action with the fields of a form of the page.

    `name` is that form's, and its address here; `game` is the game that has it, empty where all have it.
    """

    name: ClassVar[str] = ""
    game: ClassVar[str] = ""
    explained = "For what the rules engine cannot see, or to correct mistakes at the table."
    form: Form | None = None

    def prepare(self) -> None:
        """The fields of the form, if it makes sense now."""
        self.form = gm_forms(self.match).get(self.name)
        if self.form is None:
            return
        self.explained = self.form.note or f"{self.form.title}. {self.explained}"
        self.submit = self.form.submit
        self.fields.update(fields_of(self.form))

    def clean(self) -> dict[str, Any]:
        """The values as the page reads them; what cannot be read is told at its field."""
        given: dict[str, Any] = super().clean() or {}
        if self.form is None:
            self.add_error(None, "Nothing to apply this to right now.")
        elif not self.errors:
            try:
                given["order"] = order_of(self.form, self.data, given["reason"])
            except Unreadable as error:
                self.add_error(error.field if error.field in self.fields else None, f"{error.message} {error.hint}")
        return given

    def command(self) -> dict[str, Any]:
        """The command that the page would send."""
        order: dict[str, Any] = self.cleaned_data["order"]
        return order


def board_form(game: str, listed: ListedForm) -> type[BoardForm]:
    """The deed of a form that a game's page has."""
    body = {**listed._asdict(), "game": game, "__doc__": listed.title, "__module__": __name__}
    return type(f"BoardForm_{listed.name}", (BoardForm,), body)


def page_of(deed: type[BoardForm], icon: str) -> Any:
    """A page of the admin site for a deed, as a method of a `GmHand`."""

    def act(self: Any, request: Any, object_id: str) -> Any:
        return self.do(request, object_id, deed)

    act.__name__ = deed.name
    act.__doc__ = deed.title
    variant = ActionVariant.DANGER if deed.final else ActionVariant.DEFAULT
    return action(description=deed.title, url_path=deed.name, icon=icon, permissions=["hand"], variant=variant)(act)
