"""What the GM does by hand in Storm of Istra: the forms of the match page, as they stand there."""

from __future__ import annotations

from typing import Any, ClassVar

from unfold.decorators import action
from unfold.enums import ActionVariant

from matches.admin.deeds import Deed
from matches.admin.fields import field_of
from matches.documents import plain
from matches.errors import Unreadable
from matches.pages.boards.base import Form, Situation
from matches.pages.boards.istra import hand
from matches.pages.forms import values_of
from matches.service import LoadedMatch
from rules.kernel.ruleset import GM

RULESET = "istra"


def page_forms(match: LoadedMatch) -> dict[str, Form]:
    """The forms of the GM's hand for a battle, by name."""
    view = plain(match.ruleset.view(match.state, GM))
    return {form.name: form for form in hand.forms(Situation(match.ruleset, match.state, view, GM))}


class ByHand(Deed):
    """A deed with the fields of a form of the page. `name` is that form's, and its address here."""

    name: ClassVar[str] = ""
    explained = "What the rules engine cannot see, or what went wrong at the table."
    form: Form | None = None

    def prepare(self) -> None:
        """The fields of the form, if it makes sense now."""
        self.form = page_forms(self.match).get(self.name)
        if self.form is None:
            return
        self.explained = self.form.note or f"{self.form.title}. {self.explained}"
        for field in self.form.fields:
            if field.name != "reason":
                self.fields[field.name] = field_of(field)

    def clean(self) -> dict[str, Any]:
        """The values as the page reads them; what cannot be read is told at its field."""
        given: dict[str, Any] = super().clean() or {}
        if self.form is None:
            self.add_error(None, "There is nothing to do that with now.")
        elif not self.errors:
            try:
                given["order"] = self._order(self.form)
            except Unreadable as error:
                self.add_error(error.field if error.field in self.fields else None, f"{error.message} {error.hint}")
        return given

    def _order(self, form: Form) -> dict[str, Any]:
        typed = {field.name: str(self.data.get(field.name, "")) for field in form.fields}
        order = form.command(values_of(form, typed))
        return order | {"reason": self.cleaned_data["reason"]} if "reason" in typed else order

    def command(self) -> dict[str, Any]:
        """The command that the page would send."""
        order: dict[str, Any] = self.cleaned_data["order"]
        return order


def _deed(name: str, title: str, *, final: bool = False) -> type[ByHand]:
    body = {"name": name, "title": title, "final": final, "__doc__": title, "__module__": __name__}
    return type(f"ByHand_{name}", (ByHand,), body)


DEEDS: dict[str, tuple[type[ByHand], str]] = {
    deed.name: (deed, icon)
    for deed, icon in (
        (_deed("gm_sight", "Say what is seen"), "visibility"),
        (_deed("gm_skill_check", "Skill check"), "casino"),
        (_deed("gm_number", "Change a number"), "exposure"),
        (_deed("gm_flag", "Say what one is"), "flag_circle"),
        (_deed("gm_pos", "Move a model"), "place"),
        (_deed("gm_status", "Take a model off"), "person_remove"),
        (_deed("gm_condition", "Conditions"), "healing"),
        (_deed("gm_engaged", "Engage or part"), "swords"),
        (_deed("gm_active_weapon", "Weapon in hand"), "back_hand"),
        (_deed("gm_loaded", "Load a weapon"), "sync"),
        (_deed("gm_used", "Correct uses"), "counter_1"),
        (_deed("gm_owner", "Change the owner"), "switch_account"),
        (_deed("gm_item", "Put an item"), "category"),
        (_deed("gm_zone", "Lift a zone"), "select_all"),
        (_deed("gm_turn_limit", "Turn limit"), "timer"),
        (_deed("gm_nominator", "Next nominator"), "record_voice_over"),
        (_deed("place_terrain", "Place terrain"), "forest"),
        (_deed("paste_terrain", "Paste terrain"), "data_object"),
        (_deed("remove_terrain", "Remove terrain"), "delete"),
        (_deed("concede", "Give up for a side", final=True), "flag"),
        (_deed("end_battle", "End the battle", final=True), "block"),
    )
}
"""Every form of the page's hand by its name, with its icon."""


def actions() -> dict[str, Any]:
    """A page of the admin site for each deed, as methods of a `GmHand`."""
    return {name: _action(deed, icon) for name, (deed, icon) in DEEDS.items()}


def _action(deed: type[ByHand], icon: str) -> Any:
    def act(self: Any, request: Any, object_id: str) -> Any:
        return self.do(request, object_id, deed)

    act.__name__ = deed.name
    act.__doc__ = deed.title
    variant = ActionVariant.DANGER if deed.final else ActionVariant.DEFAULT
    return action(description=deed.title, url_path=deed.name, icon=icon, permissions=["hand"], variant=variant)(act)
