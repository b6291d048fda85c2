"""Forms for what the GM does by hand between battles: each makes a command, and says why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast
from uuid import uuid4

from django import forms
from django.http import QueryDict
from django.utils.html import conditional_escape
from unfold.widgets import (
    UnfoldAdminIntegerFieldWidget,
    UnfoldAdminSelect2Widget,
    UnfoldAdminTextareaWidget,
    UnfoldAdminTextInputWidget,
)

from campaigns.command_targets import Subject
from campaigns.correctable import of_company, of_hero, value_typed
from campaigns.domain.bounds import MOST_GOLD, MOST_ITEMS, MOST_XP
from campaigns.narration import plainly
from campaigns.open_choices import FATES
from campaigns.page_context import company_names, numbers_of
from matches.errors import KeyReused, Refusal

LONGEST_REASON = 500

Choices = Sequence[tuple[str, str]]


class GmForm(forms.Form):
    """A deed. `name` is its address, `title` its button, `explained` what it comes to; `final` ones warn by colour.

    `key` travels with the form, so that one that is sent twice acts once.
    """

    name = ""
    title = ""
    explained = ""
    icon = "edit"
    final = False

    reason = forms.CharField(
        max_length=LONGEST_REASON,
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 3}),
        help_text="Recorded in the log, where everyone in the campaign can read it.",
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

    def offer(self, name: str, choices: Choices) -> None:
        """Let a field offer these choices."""
        cast("forms.ChoiceField", self.fields[name]).choices = choices

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


def choice(label: str, help_text: str = "", *, required: bool = True) -> forms.ChoiceField:
    """One of some, to be found by typing."""
    return forms.ChoiceField(label=label, help_text=help_text, required=required, widget=UnfoldAdminSelect2Widget)


def number(label: str, most: int, help_text: str = "", *, least: int = 1, required: bool = True) -> forms.IntegerField:
    """A whole number."""
    return forms.IntegerField(
        label=label,
        min_value=least,
        max_value=most,
        help_text=help_text,
        required=required,
        widget=UnfoldAdminIntegerFieldWidget,
    )


class OfGold(GmForm):
    """Gold that comes or goes by the GM's word."""

    amount = number("Gold pieces", MOST_GOLD)

    def prepare(self) -> None:
        """Say how much there is."""
        self.fields["amount"].help_text = f"The company has {self.subject.company.gold}."

    def order(self) -> dict[str, Any]:
        """So much gold."""
        given = self.cleaned_data
        return {
            "type": self.name,
            "company": self.subject.company.id,
            "amount": given["amount"],
            "reason": given["reason"],
        }


class AwardGold(OfGold):
    """Gives gold."""

    name, title, icon = "award_gold", "Award gold", "payments"
    explained = "Added at once; the reason is shown in the ledger."


class Fine(OfGold):
    """Takes gold."""

    name, title, icon = "fine", "Fine", "gavel"
    explained = "Paid at once; never more than the company has, unless the house rules allow debts."


class AwardXp(GmForm):
    """Gives a hero experience."""

    name, title, icon = "award_xp", "Award XP", "military_tech"
    explained = "Levels gained this way apply at once and open their choices."

    amount = number("XP", MOST_XP)

    def order(self) -> dict[str, Any]:
        """So much experience."""
        given, about = self.cleaned_data, self.subject
        hero = {"company": about.company.id, "hero": about.hero.id}
        return {"type": "award_xp", **hero, "amount": given["amount"], "reason": given["reason"]}


class DeclareFate(GmForm):
    """Says what became of a hero."""

    name, title, icon = "declare_fate", "Declare fate", "skull"
    explained = "Dead, or alive after all. A dead hero’s equipment goes to the stash."
    final = True

    fate = choice("Fate")
    match = choice("Battle", required=False)

    def prepare(self) -> None:
        """The fates there are, and the battles that it may have met them in."""
        self.offer("fate", list(FATES.items()))
        battles = [(match, f"battle {n}") for match, n in numbers_of(self.subject.campaign).items()]
        self.offer("match", [("", "no battle"), *reversed(battles)])
        self.initial["match"] = next(iter(self.subject.company.fates_owed.get(self.subject.hero.id, ())), "")

    def order(self) -> dict[str, Any]:
        """The fate."""
        given, about = self.cleaned_data, self.subject
        hero = {"company": about.company.id, "hero": about.hero.id}
        return {"type": "declare_fate", **hero, **{name: given[name] for name in ("fate", "match", "reason")}}


class Correct(GmForm):
    """Mends a value. What the field is now stands beside it."""

    icon = "build"
    explained = "To correct mistakes. The log keeps the old value, the new value and the reason."

    field = choice("What to correct")
    value = forms.CharField(label="New value", required=False, max_length=200, widget=UnfoldAdminTextInputWidget)

    def clean(self) -> dict[str, Any]:
        """The value as the field wants it: words, or a whole number."""
        given: dict[str, Any] = super().clean() or {}
        try:
            given["value"] = value_typed(given.get("field", ""), given.get("value", "")) if given.get("field") else None
        except ValueError:
            self.add_error("value", "Must be a whole number.")
        return given

    def order(self) -> dict[str, Any]:
        """The correction."""
        given, about = self.cleaned_data, self.subject
        order = {"type": "correct", "company": about.company.id, "hero": about.hero_id}
        return order | {name: given[name] for name in ("field", "value", "reason")}


class CorrectCompany(Correct):
    """Mends a value of a company."""

    name, title = "correct", "Correct the company"

    def prepare(self) -> None:
        """What can be put right."""
        self.offer("field", list(of_company(self.subject)))


class CorrectHero(Correct):
    """Mends a value of a hero."""

    name, title = "correct", "Correct the hero"

    def prepare(self) -> None:
        """What can be put right."""
        self.offer("field", list(of_hero(self.subject)))


class Transfer(GmForm):
    """Hands gold or items to another company."""

    name, title, icon = "transfer", "Transfer", "move_up"
    explained = "All or nothing: everything moves to the other company, or nothing does."

    to = choice("To")
    gold = number("Gold pieces", MOST_GOLD, least=0, required=False)

    def prepare(self) -> None:
        """The other companies, and a number for each item of the stash."""
        campaign, company = self.subject.campaign, self.subject.company
        names = company_names(campaign.id)
        others = [one for one in campaign.companies.values() if not one.disbanded and one.company != company.id]
        self.offer("to", [("", "Choose a company"), *((one.company, names[one.company]) for one in others)])
        self.fields["gold"].help_text = f"The company has {company.gold}."
        for item, count in company.stash.items():
            most = min(count, MOST_ITEMS)
            field = number(plainly(item).capitalize(), most, f"{count} in the stash.", least=0, required=False)
            self.fields[f"item {item}"] = field

    def order(self) -> dict[str, Any]:
        """What is handed over."""
        given, company = self.cleaned_data, self.subject.company
        items = {item: given[f"item {item}"] for item in company.stash if given[f"item {item}"]}
        return {
            "type": "transfer",
            "company": company.id,
            "to": given["to"],
            "gold": given["gold"] or 0,
            "items": items,
            "reason": given["reason"],
        }
