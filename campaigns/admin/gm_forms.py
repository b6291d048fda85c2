"""Forms of GM actions in the admin site: each makes a command with a reason."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.forms import BoundField
from django.http import QueryDict
from django.utils.html import conditional_escape
from unfold.widgets import UnfoldAdminSelect2Widget, UnfoldAdminTextareaWidget

from campaigns.battle_report import battle_of
from campaigns.command_targets import CommandTarget
from campaigns.domain.acts import COMMANDS
from campaigns.domain.campaign import between_battles as bb, commands as co
from campaigns.domain.company.state import Company as CompanyState
from campaigns.foreseeing import Preview, foresee
from campaigns.pages import hero_state, outfitting
from campaigns.pages.battle import undo_form
from campaigns.pages.governing import REASON, rename_form, stage_form
from campaigns.pages.hero import marks
from campaigns.pages.request_context import PageContext
from campaigns.pages.starting import DICE, HERO, SEAT, at_home, notes, offer, placed, warnings
from campaigns.service import give_command
from campaigns.unprepared import told_of, warnings_of
from matches.handler import done_before
from matches.pages.boards import board_of
from rules.kernel.asks import GM
from rules.kernel.messages import Command, tag_of
from rules.kernel.progression import Figure
from rules.kernel.reading import plain
from web.admin.fields import fields_of, order_of, reason_field
from web.admin.two_steps import TwoStepForm
from web.errors import Refusal, Unreadable
from web.pages.fields import Field, Form
from web.pages.forms import LONGEST_DOCUMENT, values_of
from web.untrusted_input import read_json


def page_context(target: CommandTarget) -> PageContext:
    """The target as pages know it."""
    return PageContext(target.who, target.loaded, target.loaded_company)


class GmForm(TwoStepForm):
    """The form of a GM action. `name` is its address, `submit` its button, `explained` its note.

    One in which nothing is typed but the reason shows what it will change when it is opened. `final` ones warn by
    colour.
    """

    name = ""
    title = ""
    explained = ""
    submit = ""
    icon = "edit"
    final = False
    said = ""
    """What is told once it is done, where that is more than its title."""
    warned: Sequence[str] = ()
    """What the GM is warned of once it is done."""

    reason = reason_field(co.RECORDED)

    def __init__(self, target: CommandTarget, sent: QueryDict | None = None) -> None:
        """`target` fills the choices; `sent` is what came back, if it did."""
        super().__init__(sent)
        self.target = target
        self.prepare()
        for field in self.fields.values():
            field.help_text = conditional_escape(field.help_text)  # Django shows it as HTML; names are anybody's
        self.order_fields([*(name for name in self.fields if name != "reason"), "reason"])

    def prepare(self) -> None:
        """Fill what depends on the target."""

    def was_done(self, key: str) -> bool:
        return done_before(self.target.who, key)

    def refuse(self, refusal: Refusal) -> None:
        """Names stand in it where the rules have ids."""
        super().refuse(page_context(self.target).with_names(refusal))

    def foresee(self, order: Mapping[str, Any]) -> Preview:
        return foresee(self.target, order)

    def give(self, key: str) -> None:
        """Let it happen, under a key that makes it happen once. Raises Refusal."""
        done = give_command(self.target.who, self.target.loaded.id, self.command, key=key)
        self.warned = told_of(list(warnings_of(done)))


class PageForm(GmForm):
    """A GM action that asks what a form of the page asks, and gives its command."""

    def page_form(self) -> Form:
        raise NotImplementedError

    def prepare(self) -> None:
        self.form = self.page_form()
        self.explained, self.submit = self.form.note, self.form.submit
        self.fields.update(fields_of(self.form, UnfoldAdminSelect2Widget))
        if not self.is_bound and all(
            one.kind in ("select", "check") or one.name == REASON.name for one in self.form.fields
        ):
            self._look_at_first()

    def _look_at_first(self) -> None:
        """What it will change as it stands there at first, where nothing is left to choose."""
        typed = {one.name: one.value for one in self.form.fields}
        try:
            preview = self.foresee(order_of(self.form, typed, "preview"))
        except Unreadable:
            return
        if preview.refused is None or not self._asked():
            self.preview, self.initial["seen"] = preview, preview.mark

    def _asked(self) -> list[Field]:
        """What it asks besides the reason."""
        return [one for one in self.form.fields if one.name != REASON.name]

    def order(self) -> dict[str, Any]:
        reason = self.cleaned_data["reason"]
        order = order_of(self.form, self.data, reason)
        kind = COMMANDS.get(order["type"])
        return {**order, REASON.name: reason} if kind is not None and hasattr(kind, REASON.name) else order


Maker = Callable[[PageContext, CommandTarget], Form]
"""Makes the form of a page for who looks at it, about a target."""


def page_form(kind: type[Command], make: Maker, title: str = "") -> type[PageForm]:
    """The GM action of a command, whose form the page has; `title` where the command's own is none for a button."""

    def made(self: PageForm) -> Form:
        return make(page_context(self.target), self.target)

    text = kind.form
    words = {"name": tag_of(kind), "title": title or text.title, "icon": text.icon, "final": text.final}
    body = {**words, "explained": text.note, "page_form": made, "__doc__": text.title, "__module__": __name__}
    return type(f"PageForm_{tag_of(kind)}", (PageForm,), body)


AWARD_GOLD = page_form(co.AwardGold, lambda ctx, _: outfitting.award_gold(ctx))
FINE = page_form(co.Fine, lambda ctx, _: outfitting.fine(ctx))
TRANSFER = page_form(co.Transfer, lambda ctx, _: outfitting.transfer(ctx))
AWARD_XP = page_form(co.AwardXp, lambda ctx, about: outfitting.award_xp(ctx, about.hero))
DECLARE_FATE = page_form(co.DeclareFate, lambda ctx, about: outfitting.declare_fate(ctx, about.hero))


def _of_state(kind: type[Command], make: Callable[[PageContext, Figure], Form]) -> type[PageForm]:
    """What the GM does to what a hero is under."""
    return page_form(kind, lambda ctx, about: make(ctx, about.hero))


ADD_CONDITION = _of_state(bb.AddCondition, hero_state.add_condition)
END_CONDITION = _of_state(bb.EndCondition, hero_state.end_condition)
CAPTURE_HERO = _of_state(bb.CaptureHero, hero_state.capture_hero)
FREE_CAPTIVE = _of_state(bb.FreeCaptive, hero_state.free_hero)
CORRECT_COMPANY = page_form(co.Correct, lambda ctx, _: outfitting.correct_company(ctx), "Correct the company")
CORRECT_HERO = page_form(co.Correct, lambda ctx, about: outfitting.correct_hero(ctx, about.hero), "Correct the hero")


def _undo(kind: type[Command]) -> type[PageForm]:
    return page_form(kind, lambda _, about: undo_form(kind, battle_of(about)))


RECORD_BATTLE = _undo(co.RecordBattle)
RECORD_AGAIN = _undo(co.RecordAgain)
VOID_BATTLE = _undo(co.VoidBattle)


def _stage(kind: type[Command]) -> type[PageForm]:
    return page_form(kind, lambda ctx, _: stage_form(ctx, kind))


START_CAMPAIGN = _stage(co.StartCampaign)
ARCHIVE_CAMPAIGN = _stage(co.ArchiveCampaign)
RENAME_CAMPAIGN = page_form(co.RenameCampaign, lambda ctx, _: rename_form(ctx))
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
        yield "The GM", [self[name] for name in (f"{DICE}{GM}", REASON.name, "key", "seen")]

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
