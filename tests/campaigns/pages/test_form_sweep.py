"""Every choice that pages of campaigns offer and both bounds of every number, in a campaign of each game.

Each makes a command that can be read and decided: the rules may refuse it, but it never ends as `Malformed`.
"""

import uuid
from dataclasses import replace
from itertools import islice
from typing import Any, NamedTuple

import pytest
from django.test import RequestFactory

from campaigns.domain import acts
from campaigns.games import deals, progression_of
from campaigns.pages import company, governing, hero, outfitting, rules, starting
from campaigns.pages.battle import UNDO_ACTIONS, undo_form
from campaigns.pages.request_context import PROMPT, PageContext, at_campaign, at_company
from tests.campaigns.deciding import is_done, readable
from tests.campaigns.full import GAMES, campaign_of_stage, full_campaign
from tests.campaigns.once import written_for
from tests.matches.pages.test_form_sweep import typed, variants
from web.errors import Refusal, Unreadable
from web.pages.fields import Form
from web.pages.forms import DIGITS, values_of
from web.people import Person

NO_COMMAND = {"make_link", "withdraw_link"}
BESIDE = {"correct": {"value": "1"}, "invite": {"user": "eve"}}
"""What is typed where something has to stand, as in a correction to a number."""
ELSEWHERE = {
    *("open_campaign", "request_join", "accept_invite"),  # the list of campaigns
    *("make_choices", "take_over_dice"),  # the admin site
    *("set_house_rule", "set_house_rules"),  # the page of house rules, and those of its tables
    *("finish_upgrades", "end_conditions"),  # the house
}
"""The commands that no form of these pages makes."""
OF_GOLD = {
    *("award_gold", "fine", "transfer", "buy_item", "sell_item", "assign_item", "return_item"),
    *("award_xp", "raise_core", "choose_talent", "choose_spell"),
    *("upgrade_hall", "declare_invasion", "withdraw_invasion"),
}
"""The commands of games with gold, levels and halls."""
REFUSED = {
    *("record_battle", "end_campaign", "leave", "remove_member"),  # a battle is open, they have companies
    *("rename_campaign", "rename_company", "rename_hero"),  # that is the name already
}
"""What is offered here though the rules refuse it as it comes."""


class Offered(NamedTuple):
    """A form with the page that it is on, and who is offered it."""

    ctx: PageContext
    form: Form

    @property
    def who(self) -> Person:
        return self.ctx.who


@pytest.fixture(scope="module", params=GAMES)
def evening_once(request, django_db_setup, django_db_blocker):
    with written_for(request, django_db_blocker):
        yield full_campaign(request.param)


def everything_offered(evening):
    """The forms of all pages, as the GM and players are offered them, before, while and after it is played."""
    for name in ("gail", "ann", "bob", "cora"):
        yield from _offered(evening, evening.people[name])
    yield from _of_the_gm(evening)
    for stage in ("draft", "ended"):
        yield from _offered(campaign_of_stage(stage, evening), evening.people["gail"])


def _offered(evening, who):
    ctx = at_campaign(who, evening.id)
    yield from _placed(ctx, governing.offers(RequestFactory().get("/"), ctx))
    for key in evening.companies.values():
        ctx = at_company(who, uuid.UUID(key))
        yield from _placed(ctx, company.page_offers(ctx))
        for one in ctx.company.heroes:
            yield from _placed(ctx, hero.page_offers(one, ctx))


def _placed(ctx, offers):
    return [Offered(ctx, one.form) for some in offers.values() for one in some]


def _of_the_gm(evening):
    """The forms with pages of their own: a battle is started, made void, settled again, recorded."""
    ctx = at_campaign(evening.people["gail"], evening.id)
    for purpose in starting._purposes(ctx):
        yield Offered(ctx, starting.offer(ctx, list(starting.at_home(ctx)), purpose[0]).form)
    for battle in ctx.campaign.battles.values():
        for action in UNDO_ACTIONS.values():
            if battle.stage in action.stages:
                yield Offered(ctx, undo_form(action.kind, battle))


def sent(form):
    """What may be sent of a form: as it comes, and once for each choice and bound of a field.

    Nothing of a form in which something has to be chosen and there is nothing to choose: its button is shut.
    """
    selects = [field for field in form.fields if field.kind == "select" and field.required]
    chosen = {field.name: min(field.values - {""}, default="") for field in selects}
    if "" in chosen.values():
        return
    rows = {field.name: row for field in form.fields if (row := row_beside(form, field))}
    for what, filled in variants(form):
        name, _, value = what.partition("=")
        if value or name not in {**chosen, **rows.get(name, {})}:
            first = {field: one for field, one in {**chosen, **rows.get(name, {})}.items() if not filled[field]}
            yield what, {**filled, **first, **BESIDE.get(form.name, {})}


def row_beside(form, field):
    """What has to stand beside a part of a row of a recruit's sheet: names, and a choice wherever one is asked for."""
    if not field.name.startswith("sheet-"):
        return {}
    row = [one for one in form.fields if one.name.startswith(field.name.rpartition("-")[0])]
    chosen = {one.name: min(one.values - {""}) for one in row if ("", PROMPT) in one.choices}
    return {**chosen, **{one.name: "as agreed" for one in row if one.name.endswith(("-name", "-skill"))}}


def commanded(offered, filled) -> dict[str, Any] | None:
    """The command of a form as it is filled in; None where the page itself refuses two companies on one seat.

    A recruit's sheet is read from all that was sent.
    """
    form = offered.form
    if form.name == "recruit_hero":
        form = outfitting._recruit(replace(offered.ctx, posted=filled)).form
    try:
        return form.command(values_of(form, filled))
    except Refusal as refusal:
        if refusal.code != "seat_taken":
            raise
        return None


def heals(game):
    """Whether a game has acts of recovery."""
    progression = progression_of(game)
    return bool(progression.recovery.acts(progression.rules_type()))


def test_every_offered_choice_and_bound_can_be_decided(evening):
    kinds, done, posts = set(), set(), 0
    for one in everything_offered(evening):
        for what, filled in sent(one.form) if one.form.name not in NO_COMMAND else ():
            posts += 1
            with readable(one.form.name, what):
                command = commanded(one, filled)
                if command is not None:
                    kinds.add(command["type"])
                    done |= {command["type"]} if is_done(one.ctx.loaded.id, one.who, command) else set()
    game = evening.campaign.game
    recovery = {"recover"} if heals(game) else set()
    has_not = (set() if deals(game) else OF_GOLD) | ({"recover"} - recovery)
    assert kinds == set(acts.COMMANDS) - ELSEWHERE - has_not
    assert kinds - done == REFUSED | recovery  # nobody is wounded
    assert posts > 300


def test_every_choice_and_bound_of_a_house_rule_can_be_decided(evening):
    ctx = at_campaign(evening.people["gail"], evening.id)
    form, done = rules.rules_form(ctx), set()
    for what, filled in variants(form):
        order = changed(ctx, form, filled, what)
        if order is not None and is_done(evening.id, ctx.who, order):
            done.add(what)
    selects = [field for field in form.fields if field.kind == "select"]
    assert len(selects) > 20
    assert {f"{one.name}={value}" for one in selects for value in one.values - {one.value}} - done == set()


def test_a_house_rule_is_refused_a_number_beyond_all_bounds(evening):
    """The page has no upper bound for it but that of what can be typed; the rules have one."""
    ctx = at_campaign(evening.people["gail"], evening.id)
    form = rules.rules_form(ctx)
    plainly = {field.name: typed(field) for field in form.fields}
    for field in form.fields:
        if field.kind == "number" and field.high is None:
            order = changed(ctx, form, {**plainly, field.name: "9" * DIGITS}, field.name)
            assert not is_done(evening.id, ctx.who, order), field.name


def changed(ctx, form, filled, what):
    """The command of the one house rule that a form would change; None where it changes none."""
    with readable(form.name, what):
        values = values_of(form, filled)
        values.pop("reason")
        found = [
            {"type": "set_house_rule", "name": name, "value": value}
            for name, value in rules.changed_switches(ctx, form, values).items()
        ]
    assert len(found) <= 1, what
    return found[0] if found else None


def test_a_number_beyond_its_bounds_is_refused(evening):
    forms = [one.form for one in everything_offered(evening)]
    bounded = [(form, field) for form in forms for field in form.fields if field.kind == "number"]
    assert len(bounded) > 10
    for form, field in bounded:
        for _, filled in islice(sent(form), 1):
            for number in (
                None if field.low is None else field.low - 1,
                None if field.high is None else field.high + 1,
            ):
                if number is not None:
                    with pytest.raises(Unreadable, match="must be"):
                        values_of(form, {**filled, field.name: str(number)})
