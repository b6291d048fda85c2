"""GM actions in the admin site, made from the forms of the match page; each asks for a reason."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, NamedTuple

from django import forms
from django.http import QueryDict
from unfold.decorators import action
from unfold.enums import ActionVariant

from matches.handler import done_before
from matches.pages.foreseeing import Preview, foresee
from matches.pages.gm_forms import gm_forms
from matches.service import LoadedMatch, give_command
from rules.kernel.asks import GM
from rules.kernel.labels import REASON, FormText
from web.admin.fields import fields_of, order_of, reason_field
from web.admin.two_steps import TwoStepForm
from web.errors import Refusal
from web.people import Person


class Done(NamedTuple):
    """What is told once a form was carried out, and the match to go to, where that is another one."""

    said: str
    match: str = ""


class ListedForm(NamedTuple):
    """A form of the match page in the admin's list of actions."""

    name: str
    title: str
    icon: str
    final: bool = False


def listed(name: str, text: FormText, icon: str) -> ListedForm:
    """A form listed under the title of its command."""
    return ListedForm(name, text.title, icon, text.final)


class MatchForm(TwoStepForm):
    """A form about a match. `pending` travels with it: an answer to a question that has passed is refused."""

    title = ""
    final = False
    submit = ""
    explained = ""

    pending = forms.IntegerField(min_value=0, max_value=2**31, widget=forms.HiddenInput)

    def __init__(self, who: Person, match: LoadedMatch, sent: QueryDict | None = None) -> None:
        super().__init__(sent, {"pending": match.version})
        self.who, self.match = who, match

    def was_done(self, key: str) -> bool:
        return done_before(self.who, key)

    def give(self, key: str) -> Done:
        """Let it happen. Raises Refusal, and DiceWanted where it waits for dice."""
        raise NotImplementedError

    def refuse(self, refusal: Refusal) -> None:
        """Where the question has changed, the next time it is an answer to the present one."""
        if refusal.more.get("pending") is not None:
            self.put("pending", str(refusal.more["pending"]))
        super().refuse(refusal)


class BoardForm(MatchForm):
    """A GM action with the fields of a form of the page.

    `name` is that form's, and its address here; `game` is the game that has it, empty where all have it; a `final` one
    cannot be taken back.
    """

    name: ClassVar[str] = ""
    game: ClassVar[str] = ""
    explained = "For what the rules engine cannot see, or to correct mistakes at the table."

    reason = reason_field("Recorded in the log, where everyone who may see the match can read it.")

    def __init__(self, who: Person, match: LoadedMatch, sent: QueryDict | None = None) -> None:
        """The fields of the form, if it makes sense now; `sent` is what was submitted, if anything."""
        super().__init__(who, match, sent)
        self.form = gm_forms(match).get(self.name)
        if self.form is not None:
            self.explained = self.form.note or f"{self.form.title}. {self.explained}"
            self.submit = self.form.submit
            self.fields.update(fields_of(self.form))
        self.order_fields([*(name for name in self.fields if name != REASON), REASON])

    def clean(self) -> dict[str, Any]:
        if self.form is None:
            self.add_error(None, "Nothing to apply this to right now.")
        return super().clean()

    def order(self) -> dict[str, Any]:
        """The command, its values as the page reads them."""
        return order_of(self.form, self.data, self.cleaned_data[REASON]) if self.form is not None else {}

    def foresee(self, order: Mapping[str, Any]) -> Preview:
        return foresee(self.who, self.match, order)

    def give(self, key: str) -> Done:
        pending = self.cleaned_data["pending"]
        answer = give_command(self.who, self.match.id, self.command, by=GM, pending=pending, key=key)
        return Done(f"{self.title}: done, events {answer.first} to {answer.version}.")


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
