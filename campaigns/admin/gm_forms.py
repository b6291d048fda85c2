"""Forms of GM actions in the admin site: each makes a command with a reason."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, ClassVar
from uuid import uuid4

from django import forms
from django.forms import BoundField
from django.http import QueryDict
from django.utils.html import conditional_escape
from unfold.widgets import UnfoldAdminSelect2Widget, UnfoldAdminTextareaWidget

from campaigns.battle_report import battle_of, foresee
from campaigns.command_targets import CommandTarget
from campaigns.domain.campaign import between_battles as bb, commands as co
from campaigns.domain.company.state import Company as CompanyState
from campaigns.pages import hero_state, outfitting
from campaigns.pages.battle import undo_form
from campaigns.pages.governing import REASON, stage_form
from campaigns.pages.hero import marks
from campaigns.pages.request_context import PageContext
from campaigns.pages.starting import DICE, HERO, SEAT, at_home, notes, offer, placed, warnings
from campaigns.unprepared import told_of
from matches.pages.boards import board_of
from rules.kernel.asks import GM
from rules.kernel.messages import Command, tag_of
from rules.kernel.progression import Figure
from rules.kernel.reading import plain
from web.admin.fields import fields_of, order_of, reason_field
from web.errors import KeyReused, Refusal, Unreadable
from web.pages.fields import Form
from web.pages.forms import LONGEST_DOCUMENT, values_of
from web.untrusted_input import read_json


class GmForm(forms.Form):
    """The form of a GM action. `name` is its address, `submit` its button, `explained` its note.

    `final` ones warn by colour. `key` travels with the form, so that one that is sent twice acts once.
    """

    name = ""
    title = ""
    explained = ""
    submit = ""
    icon = "edit"
    final = False

    reason = reason_field(co.RECORDED)
    key = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, target: CommandTarget, sent: QueryDict | None = None) -> None:
        """`target` fills the choices; `sent` is what came back, if it did."""
        super().__init__(data=sent, initial={"key": uuid4()})
        self.target = target
        self.refusal: Refusal | None = None
        self.prepare()
        for field in self.fields.values():
            field.help_text = conditional_escape(field.help_text)  # Django shows it as HTML; names are anybody's
        self.order_fields([*(name for name in self.fields if name != "reason"), "reason"])

    def prepare(self) -> None:
        """Fill what depends on the target."""

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
        self.data = with_value(self.data, "key", str(uuid4()))
        message = "This form was already sent with different values, and those were applied."
        return Refusal("key_reused", message, rule="KERNEL-MATCH-04", hint="Send it again to apply these as well.")


class PageForm(GmForm):
    """A GM action that asks what a form of the page asks, and gives its command."""

    def page_form(self) -> Form:
        raise NotImplementedError

    def prepare(self) -> None:
        self.form = self.page_form()
        self.explained, self.submit = self.form.note, self.form.submit
        self.fields.update(fields_of(self.form, UnfoldAdminSelect2Widget))

    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = super().clean() or {}
        if not self.errors:
            try:
                self.command = order_of(self.form, self.data, given["reason"])
            except Unreadable as error:
                self.add_error(error.field if error.field in self.fields else None, error.message)
        return given

    def order(self) -> dict[str, Any]:
        return self.command


Maker = Callable[[PageContext, CommandTarget], Form]
"""Makes the form of a page for who looks at it, about a target."""


class ConfirmedForm(PageForm):
    """A GM action that is sent twice: the first time it shows what it will change, the second time it is done."""

    seen = forms.CharField(widget=forms.HiddenInput, required=False, initial="")

    def clean(self) -> dict[str, Any]:
        given = super().clean()
        foreseen = None if self.errors else foresee(self.target, self.command)
        if foreseen is not None and foreseen.refused is None and given.get("seen") != foreseen.mark:
            self.rows = foreseen.rows
            self.data = with_value(self.data, "seen", foreseen.mark)
            self.add_error(None, "Check what will change, then send the form again.")
        return given


def with_value(data: Any, name: str, value: str) -> QueryDict:
    """What was sent, with another value in one place."""
    again = QueryDict(mutable=True)
    again.update(data)
    again[name] = value
    return again


def page_form(kind: type[Command], make: Maker, title: str = "", base: type[PageForm] = PageForm) -> type[PageForm]:
    """The GM action of a command, whose form the page has; `title` where the command's own is none for a button."""

    def made(self: PageForm) -> Form:
        return make(PageContext(self.target.who, self.target.loaded, self.target.loaded_company), self.target)

    text = kind.form
    words = {"name": tag_of(kind), "title": title or text.title, "icon": text.icon, "final": text.final}
    body = {**words, "explained": text.note, "page_form": made, "__doc__": text.title, "__module__": __name__}
    return type(f"PageForm_{tag_of(kind)}", (base,), body)


AWARD_GOLD = page_form(co.AwardGold, lambda ctx, _: outfitting.award_gold(ctx))
FINE = page_form(co.Fine, lambda ctx, _: outfitting.fine(ctx))
TRANSFER = page_form(co.Transfer, lambda ctx, _: outfitting.transfer(ctx))
AWARD_XP = page_form(co.AwardXp, lambda ctx, about: outfitting.award_xp(ctx, about.hero))
DECLARE_FATE = page_form(co.DeclareFate, lambda ctx, about: outfitting.declare_fate(ctx, about.hero))


def _of_state(kind: type[Command], make: Callable[[PageContext, Figure], Form]) -> type[PageForm]:
    """What the GM does to what a hero is under."""
    return page_form(kind, lambda ctx, about: make(ctx, about.hero), base=ConfirmedForm)


ADD_CONDITION = _of_state(bb.AddCondition, hero_state.add_condition)
END_CONDITION = _of_state(bb.EndCondition, hero_state.end_condition)
CAPTURE_HERO = _of_state(bb.CaptureHero, hero_state.capture_hero)
FREE_CAPTIVE = _of_state(bb.FreeCaptive, hero_state.free_hero)
CORRECT_COMPANY = page_form(co.Correct, lambda ctx, _: outfitting.correct_company(ctx), "Correct the company")
CORRECT_HERO = page_form(co.Correct, lambda ctx, about: outfitting.correct_hero(ctx, about.hero), "Correct the hero")


class PreviewedForm(PageForm):
    """A GM action that shows what it will change; what others changed meanwhile is shown before anything is done."""

    kind: ClassVar[type[Command]]
    final = True
    seen = forms.CharField(widget=forms.HiddenInput, required=False)

    def page_form(self) -> Form:
        return undo_form(self.kind, battle_of(self.target))

    def prepare(self) -> None:
        super().prepare()
        now = {field.name: field.value for field in self.form.fields}
        sent = self.data if self.is_bound else now
        foreseen = foresee(self.target, self.form.command({"played": sent.get("played", ""), "reason": "preview"}))
        no = foreseen.refused
        self.unseen = f"{no.message} {no.hint}".strip() if no is not None else ""
        self.rows = foreseen.rows
        self.initial["seen"] = self.print = foreseen.mark

    def clean(self) -> dict[str, Any]:
        given = super().clean()
        if given.get("seen") != self.print:
            self.show_again()
            self.add_error(None, "Something has changed since this page was shown. Check again what will change.")
        return given

    def show_again(self) -> None:
        """Show the form as it was sent, but for what it will change now."""
        self.data = with_value(self.data, "seen", self.print)


class VoidBattle(PreviewedForm):
    """Makes a battle void."""

    kind = co.VoidBattle
    name, title, icon = "void_battle", kind.form.title, kind.form.icon


class RecordAgain(PreviewedForm):
    """Undoes a battle and settles it anew."""

    kind = co.RecordAgain
    name, title, icon = "record_again", kind.form.title, kind.form.icon


RECORD_BATTLE = page_form(co.RecordBattle, lambda _, about: undo_form(co.RecordBattle, battle_of(about)))


def _stage(kind: type[Command]) -> type[PageForm]:
    return page_form(kind, lambda ctx, _: stage_form(ctx, kind))


START_CAMPAIGN = _stage(co.StartCampaign)
ADVANCE_CLOCK = _stage(bb.AdvanceClock)
START_DOWNTIME = _stage(co.StartDowntime)
END_CAMPAIGN = _stage(co.EndCampaign)
REOPEN_CAMPAIGN = _stage(co.ReopenCampaign)
TAKE_OVER_DICE = _stage(co.TakeOverDice)


class StartBattle(GmForm):
    """Begins a battle: what for, who fights from which seat, and with whom, asked as on the page; and for JSON."""

    name, title, icon = "start_battle", co.StartBattle.form.title, co.StartBattle.form.icon
    explained = co.StartBattle.form.note

    def prepare(self) -> None:
        self.ctx = PageContext(self.target.who, self.target.loaded)
        self.companies = list(at_home(self.ctx))
        self.notes = [*notes(self.ctx, self.companies), *told_of(warnings(self.ctx, self.companies))]
        self.asked = offer(self.ctx, self.companies, "").form
        self.fields.update(fields_of(self.asked))
        self.fields[REASON.name].required = False
        for company in self.companies:
            for hero in company.ready:
                self._tell_of(company, hero)
        self.fields["ground"] = forms.CharField(
            label="More of the setup, as JSON",
            required=False,
            max_length=LONGEST_DOCUMENT,
            help_text="Usually empty. A table pasted here replaces what is chosen above.",
            widget=UnfoldAdminTextareaWidget(attrs={"rows": 2}),
        )

    def _tell_of(self, company: CompanyState, hero: Figure) -> None:
        field = self.fields.get(f"{HERO}{company.id}-{hero.id}")
        if field is None:
            return
        names = self.ctx.names
        level = f"level {hero.level}" if self.ctx.levels else ""
        injuries = names.value(plain(hero.injuries)) if hero.injuries else ""
        conditions = hero_state.conditions_in_words(hero, names)
        kit = ", ".join(map(names.word, hero.equipment))
        field.label = f"{hero.name}, leader" if company.leader == hero.id else hero.name
        field.help_text = "; ".join(filter(None, (level, marks(self.ctx, hero), injuries, conditions, kit)))

    @property
    def groups(self) -> Iterator[tuple[str, list[BoundField]]]:
        yield "", [self["what"]]
        for company in self.companies:
            seat, dice, heroes = (f"{part}{company.id}" for part in (SEAT, DICE, HERO))
            fields = [name for name in self.fields if name in (seat, dice) or name.startswith(f"{heroes}-")]
            if fields:
                yield company.name, [self[name] for name in fields]
        ground = [one.name for one in board_of(self.ctx.campaign.game).ground_fields()]
        yield "The match", [self[name] for name in (*ground, "ground")]
        yield "The GM", [self[name] for name in (f"{DICE}{GM}", REASON.name, "key")]

    def _typed(self) -> dict[str, str]:
        typed = {one.name: str(self.data.get(one.name, "")) for one in self.asked.fields}
        return {name: text for name, text in typed.items() if text}

    def order(self) -> dict[str, Any]:
        order: dict[str, Any] = dict(self.asked.command(values_of(self.asked, self._typed())))
        return order | {"ground": order["ground"] | _pasted(self.cleaned_data["ground"])}

    def refuse(self, refusal: Refusal) -> None:
        super().refuse(placed(refusal, self._typed()))


def _pasted(text: str) -> dict[str, Any]:
    pasted = read_json(text.encode(), "ground") if text.strip() else {}
    if not isinstance(pasted, dict):
        raise Unreadable("That is not a JSON object.", "ground", hint='It starts with {"terrain": …}.')
    return pasted
