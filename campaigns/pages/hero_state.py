"""What a hero is under between battles, as pages show it, and the forms for it: recovery, and what the GM does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from django.urls import reverse

from campaigns.domain.campaign import between_battles as bb
from campaigns.domain.company.events import UsesSpent
from campaigns.domain.history import counting
from campaigns.game_clock import clock
from campaigns.models import Hero
from campaigns.narration import Names, captor, condition_word, held_how, plainly, until
from campaigns.pages.outfitting import order, shut
from campaigns.pages.request_context import Offer, PageContext, Values, company_form
from campaigns.replay_links import replay_of
from matches.rulebooks import rule_text
from rules.kernel.labels import FormText, labelled
from rules.kernel.messages import tag_of
from rules.kernel.progression import Captive, Condition, Figure, RecoveryAct
from web.pages.command_forms import FormContext, form_of
from web.pages.fields import Form


class StateLine(NamedTuple):
    """Something that a hero is under: what, how long, and where it comes from, with a replay that shows it, if any."""

    what: str
    until: str = ""
    source: str = ""
    address: str = ""


class ActLine(NamedTuple):
    """An act of recovery: what it is called, its rule with its words, and when it was tried last."""

    title: str
    rule: str
    rule_words: str
    last: str


def state_lines(ctx: PageContext, hero: Figure) -> list[StateLine]:
    """Conditions, injuries, an absence, captivity and items that are not whole, all alike."""
    names = ctx.names
    healed = "until it is healed"
    lines = [condition_line(one, names) for one in hero.conditions]
    lines += [StateLine(one.title or names.word(one.name), plainly(one.until) or healed) for one in hero.injuries]
    if hero.absence is not None:
        absence = hero.absence
        left = f"for {absence.matches} more matches" if absence.matches else ""
        lines.append(StateLine(f"Absent: {plainly(absence.why)}", left or f"until the end of the {absence.until}"))
    if hero.captive is not None:
        lines.append(captive_line(hero.captive, names))
    words = ctx.standards.progression.items(ctx.standards.rules, hero)
    lines += [
        StateLine(f"{words.get(item) or names.word(item)}: {state}", "until the GM mends it")
        for item, state in hero.item_states.items()
    ]
    return [one._replace(what=one.what[:1].upper() + one.what[1:]) for one in lines]


def conditions_in_words(hero: Figure, names: Names) -> str:
    """The conditions of a hero in one line; empty where it has none."""
    return ", ".join(condition_word(one, names) for one in hero.conditions)


def condition_line(condition: Condition, names: Names) -> StateLine:
    """A condition, with the event of the match that brought it."""
    return StateLine(
        condition_word(condition, names),
        until(condition),
        _source(condition, names, condition.source),
        replay_of(condition.match, condition.event) if condition.match else "",
    )


def captive_line(captive: Captive, names: Names) -> StateLine:
    """Who holds a hero, and how."""
    how = held_how(captive)
    what = f"Held captive by {captor(captive, names)}{f' ({how})' if how else ''}"
    address = replay_of(captive.match, captive.event) if captive.match else ""
    return StateLine(what, "until set free", _source(captive, names), address)


def _source(of: Condition | Captive, names: Names, said: str = "") -> str:
    """Where it comes from: what was said of it, the battle or the GM, and when."""
    where = names.battle(of.match) if of.match else "the GM"
    return ", ".join(filter(None, [said, where, f"since {clock(of.since)}"]))


def spent_lines(hero: Figure, events: Sequence[Any], names: Names) -> list[StateLine]:
    """What it has used up for the campaign, each with the battles in which it did. `events`: all of its company."""
    spent: list[StateLine] = []
    uses = [one for _, one in counting(events) if isinstance(one, UsesSpent) and one.hero == hero.id]
    for name, count in hero.spent.items():
        own = [one for one in uses if name in one.uses]
        caused = [one.because for one in own if one.because is not None]
        where = ", ".join(dict.fromkeys(names.battle(cause.match) for cause in caused))
        address = replay_of(caused[-1].match, caused[-1].event or "end") if caused else ""
        spent.append(StateLine(names.word(name), f"{count} used", where, address))
    return spent


def act_lines(ctx: PageContext, hero: Figure) -> list[ActLine]:
    """The acts of recovery of the game, with the last day of each."""
    found = []
    for key, act in _acts(ctx).items():
        day = hero.recovered.get(key)
        last = f"last on day {day}" if day else "not tried yet"
        found.append(ActLine(act.title, act.rule, rule_text(ctx.campaign.game, act.rule), last))
    return found


def _acts(ctx: PageContext) -> Mapping[str, RecoveryAct]:
    return ctx.standards.progression.recovery.acts(ctx.standards.rules)


# Forms


def recovery_offers(ctx: PageContext, hero: Figure) -> list[Offer]:
    """A form for each act that who looks may order."""
    return [_recovery(ctx, hero, key, act) for key, act in _acts(ctx).items() if act.who == "owner" or ctx.runs]


def _recovery(ctx: PageContext, hero: Figure, key: str, act: RecoveryAct) -> Offer:
    """What the act wants said, and the command that it makes; a captive's captor has a part in it."""
    captive = hero.captive
    given = {"hero": hero.id, "act": key, "other": captive.company if captive is not None else ""}
    text = FormText(act.title, act.title, act.note, act.rule)
    heroes = [(one.id, one.name) for one in ctx.company.ready if one.id != hero.id]
    if act.details is None or not labelled(act.details):
        form = company_form(ctx, bb.Recover, given=given, text=text._replace(fields=("reason",)), folded=True)
        form = replace(form, fields=(), command=lambda _values: order(ctx, "recover", **given))
        return Offer(form, key, refused=ctx.why_not(form.command({})))
    asked = form_of(_command_of(act), FormContext(choices={"hero": heroes}), text=text, name="recover", folded=True)

    def command(values: Values) -> dict[str, Any]:
        details = {name: value for name, value in asked.command(dict(values)).items() if name != "type"}
        return order(ctx, "recover", **given, details=details)

    return Offer(
        replace(asked, command=command, kind=tag_of(bb.Recover)),
        key,
        refused=ctx.why_not(order(ctx, "recover", **given)),
    )


def _command_of(act: RecoveryAct) -> Any:
    """The struct of what must be said of an act: forms are made of any that has labels."""
    return act.details


def gm_forms(ctx: PageContext, hero: Figure) -> Iterator[Form]:
    """What the GM does to what a hero is under; captives are taken and freed there too."""
    if hero.standing == "ready":
        yield add_condition(ctx, hero)
    if hero.conditions:
        yield end_condition(ctx, hero)
    if hero.standing == "ready" and hero.captive is None:
        yield capture_hero(ctx, hero)


def add_condition(ctx: PageContext, hero: Figure) -> Form:
    """A condition of the game, or where it has no list of them, of the GM's own."""
    form = company_form(ctx, bb.AddCondition, given={"hero": hero.id}, folded=True)
    known = tuple(ctx.standards.progression.conditions.items())
    if not known:
        return form
    first, *rest = form.fields
    return replace(form, fields=(replace(first, kind="select", choices=known), *rest))


def end_condition(ctx: PageContext, hero: Figure) -> Form:
    """One of those that it is under."""
    standing = [(one.id, f"{condition_word(one, ctx.names)}, {until(one)}") for one in hero.conditions]
    asking = FormContext(choices={"standing_condition": standing})
    return company_form(ctx, bb.EndCondition, asking, given={"hero": hero.id}, folded=True)


def capture_hero(ctx: PageContext, hero: Figure) -> Form:
    """By another company, or by the GM's side."""
    others = [
        (one.company, ctx.names.company(one.company))
        for one in ctx.campaign.companies.values()
        if not one.disbanded and one.company != ctx.company.id
    ]
    asking = FormContext(choices={"company": others})
    return company_form(ctx, bb.CaptureHero, asking, given={"hero": hero.id}, folded=True)


def free_form(company: str, hero: str, name: str) -> Form:
    """Sets a captive free."""
    given = {"company": company, "hero": hero}
    return form_of(bb.FreeCaptive, given=given, title=f"Set {name} free", submit=f"Set {name} free", folded=True)


def free_hero(ctx: PageContext, hero: Figure) -> Form:
    """Sets a hero of the company free."""
    return free_form(ctx.company.id, hero.id, hero.name)


def free_offers(ctx: PageContext, hero: Figure) -> list[Offer]:
    """For the GM, and for who plays the company that holds a hero."""
    if hero.captive is None or shut(ctx):
        return []
    holder = ctx.campaign.companies.get(hero.captive.company)
    if not ctx.runs and (holder is None or holder.owner != ctx.who.key):
        return []
    return [Offer(free_form(ctx.company.id, hero.id, hero.name), hero.id)]


# Captives of a company


class HeldLine(NamedTuple):
    """A hero whom a company holds: its name and company, its page."""

    name: str
    company: str
    address: str


def held_rows(ctx: PageContext) -> Sequence[Hero]:
    """The heroes of other companies whom this one holds."""
    rows = Hero.objects.filter(held_by=ctx.company.id, company__campaign=ctx.loaded.id, standing=Hero.Status.READY)
    return list(rows.select_related("company").order_by("company__name", "id"))


def held_lines(rows: Sequence[Hero]) -> list[HeldLine]:
    """As the page of their captor lists them."""
    return [
        HeldLine(row.name, row.company.name, reverse("campaigns:hero", args=[row.company_id, row.hero])) for row in rows
    ]


def held_offers(ctx: PageContext, rows: Sequence[Hero]) -> list[Offer]:
    """A form for each captive of the company, for who plays it."""
    held = ((str(row.company_id), row) for row in rows)
    return [Offer(free_form(company, row.hero, row.name), f"{company}-{row.hero}") for company, row in held]
