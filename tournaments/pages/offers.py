"""The forms on the pages of a tournament: each made from its command's struct, with what may be chosen now.

A form stands where its object is: those of a fixture on its page, of an entrant on its own, of a ban on the board, of
stages and the whole on the desk. What the rules would refuse is not offered, or says why.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from campaigns.loading import load_company
from campaigns.models import Hero
from campaigns.page_context import company_names
from rules.kernel.messages import Command, tag_of
from tournaments.domain import commands as co
from tournaments.domain.decide.entrants import by_seed
from tournaments.domain.discipline import commands as dc
from tournaments.domain.state import TAKING_PART, Entrant, Fixture
from tournaments.domain.suspensions import barred_of
from tournaments.pages.request_context import Offer, TournamentPage
from web.errors import NotThere, Refusal
from web.pages.command_forms import NO_CONTEXT, NOTHING, FormContext, Values, form_of
from web.pages.fields import Field, Form

PROMPT = "choose …"
ASKED = "asked"
"""What stands for a reason where the rules are only asked whether a command is open."""
DRAWN = "drawn"


def form(kind: type[Command], asking: FormContext = NO_CONTEXT, *, given: Values = NOTHING, **style: Any) -> Form:
    """The form of a command; `given` are its fields that are not asked for."""
    return form_of(kind, asking._replace(prompt=PROMPT), given=given, **style)


def offer(
    page: TournamentPage,
    kind: type[Command],
    owner: str = "",
    *,
    given: Values = NOTHING,
    asked: Values = NOTHING,
    shut: tuple[str, ...] = (),
    asking: FormContext = NO_CONTEXT,
    **style: Any,
) -> Offer | None:
    """An offer where its command could be given now; `asked`: what stands for the rest while the rules are asked.

    What is refused with a code of `shut` is shown all the same, with the refusal.
    """
    refused = page.why_not({"type": tag_of(kind), **given, **asked})
    if refused is not None and refused.code not in shut:
        return None
    return Offer(form(kind, asking, given=given, **style), owner, refused)


def only(*offers: Offer | None) -> list[Offer]:
    """The offers that are not None."""
    return [one for one in offers if one is not None]


def with_fields(made: Form, *more: Field, without: tuple[str, ...] = (), first: bool = True) -> tuple[Field, ...]:
    """The fields of a form without some, and with some made by hand."""
    kept = tuple(one for one in made.fields if one.name not in without and one.name.partition("-")[0] not in without)
    return (*more, *kept) if first else (*kept, *more)


# Fixtures


def about_fixture(page: TournamentPage, fixture: Fixture) -> dict[str, list[Offer]]:
    """By place on the page of a fixture the forms there."""
    return {
        "lineups": list(_lineups(page, fixture)),
        "report": list(_reports(page, fixture)),
        "dispute": only(_evidence(page, fixture)),
        "record": only(_record(page, fixture), _withdraw(page, fixture)),
        "date": only(_date(page, fixture)),
        "pairing": only(_pairing(page, fixture)),
        "offence": [one for side in fixture.sides if side for one in offences(page, side, fixture)],
    }


def _captained(page: TournamentPage, fixture: Fixture) -> list[str]:
    return [side for side in fixture.sides if side and (side in page.own or page.organizes)]


def _lineups(page: TournamentPage, fixture: Fixture) -> Iterator[Offer]:
    open_now = any(game.status == "open" for game in fixture.games)
    closed = fixture.bye or fixture.result or fixture.disputed or open_now
    if not page.published(fixture) or not fixture.known or closed:
        return
    out = barred_of(page.tournament, fixture.id)
    for side in _captained(page, fixture):
        choices = list(_ready(page, side))
        now = {f"heroes-{hero}": hero in fixture.lineups.get(side, ()) for hero, _ in choices}
        barred = {hero: refused for (entrant, hero), refused in out.items() if entrant == side}
        helps = {f"heroes-{hero}": f"Out: {barred[hero].message}" for hero, _ in choices if hero in barred}
        asking = FormContext(choices={"hero": choices}, now=now, helps=helps)
        title = f"Who plays for {page.name(side)}"
        made = form(co.NameLineup, asking, given={"fixture": fixture.id, "entrant": side}, title=title)
        other = "" if side in page.own else " You name them as an organizer."
        note = f"The battle starts by itself once all sides have named theirs.{other}"
        submit = "Change the line-up" if side in fixture.lineups else "Name the line-up"
        shut = barred.get("")
        refused = Refusal(shut.code, shut.message, rule=shut.rule, hint=shut.hint) if shut is not None else None
        yield Offer(replace(made, note=note, submit=submit, folded=side not in page.own), side, refused)


def _ready(page: TournamentPage, side: str) -> Iterator[tuple[str, str]]:
    """The heroes of an entrant that could be fielded."""
    try:
        company = load_company(uuid.UUID(page.tournament.entrants[side].company)).state
    except NotThere:
        return
    for hero in company.ready:
        yield hero.id, hero.name


def outcome_fields(page: TournamentPage, fixture: Fixture, *, draws: bool) -> tuple[Field, ...]:
    """What came of a fixture, as people say it: who won; of more than two sides the place of each; and scores."""
    sides = [(side, page.name(side)) for side in fixture.sides]
    scored = page.facts.scored or page.tournament.stages[fixture.stage].rules.best_of > 1
    scores = tuple(
        Field(f"scores-{side}", f"Score of {name}", "number", low=0, high=1_000_000, at="scores")
        for side, name in sides
    )
    if len(sides) != 2:
        places = (
            Field(f"places-{side}", f"Place of {name}", "number", low=1, high=len(sides), at="places")
            for side, name in sides
        )
        return (*places, *(scores if scored else ()))
    drawn = [(DRAWN, "nobody: a draw")] if draws else []
    won = Field("won", "Who won", "select", (("", PROMPT), *sides, *drawn), at="places")
    return (won, *(scores if scored else ()))


def outcome_of(fixture: Fixture, values: Values) -> dict[str, Any]:
    """The places and scores of what was filled in."""
    won = values.get("won")
    if won:
        places = {side: 1 if won in (side, DRAWN) else 2 for side in fixture.sides}
    else:
        typed = {side: values.get(f"places-{side}") for side in fixture.sides}
        places = {side: place for side, place in typed.items() if place is not None}
    scores = {side: values[f"scores-{side}"] for side in fixture.sides if values.get(f"scores-{side}") is not None}
    return {"places": places} | ({"scores": scores} if scores else {})


def _needs_winner(page: TournamentPage, fixture: Fixture) -> bool:
    return bool(fixture.inputs) or page.tournament.stages[fixture.stage].format in ("elimination", "double_elimination")


EMPTY_SIDES = FormContext(choices={"": ()})


def _reports(page: TournamentPage, fixture: Fixture) -> Iterator[Offer]:
    draws = not _needs_winner(page, fixture)
    sides = [side for side in fixture.sides if side in page.own]
    for side in sides:
        example = {one: place for place, one in enumerate(fixture.sides, 1)}
        asked = {"fixture": fixture.id, "entrant": side, "places": example}
        refused = page.why_not({"type": tag_of(co.ReportResult), **asked})
        if refused is not None and refused.code != "nothing_to_change":
            continue
        made = form(co.ReportResult, EMPTY_SIDES, given={"fixture": fixture.id, "entrant": side})
        fields = with_fields(made, *outcome_fields(page, fixture, draws=draws), without=("places", "scores"))
        note = "The result counts once all sides have reported the same; different reports are a dispute."
        title = f"Report for {page.name(side)}"
        yield Offer(
            replace(
                made,
                fields=fields,
                note=note,
                title=title,
                submit="Report the result",
                command=_reporting(made, fixture),
            ),
            side,
        )


def _reporting(made: Form, fixture: Fixture) -> Any:
    def command(values: dict[str, Any]) -> dict[str, Any]:
        order = {name: value for name, value in made.command(values).items() if name not in ("places", "scores")}
        return {**order, **outcome_of(fixture, values)}

    return command


def _evidence(page: TournamentPage, fixture: Fixture) -> Offer | None:
    if not fixture.disputed or fixture.result is not None:
        return None
    made = offer(page, co.AddEvidence, given={"fixture": fixture.id}, asked={"text": ASKED}, submit="Add the evidence")
    if made is None:
        return None
    wide = tuple(replace(one, wide=True, kind="long") for one in made.form.fields)
    return replace(made, form=replace(made.form, fields=wide))


PLACELESS = ("double_forfeit", "void", "abandoned")


def _record(page: TournamentPage, fixture: Fixture) -> Offer | None:
    if not page.may("reporters"):
        return None
    refused = page.why_not({"type": tag_of(co.RecordResult), "fixture": fixture.id, "kind": "void", "reason": ASKED})
    if refused is not None and refused.code not in ("nothing_to_change", "later_result", "no_winner"):
        return None
    made = form(co.RecordResult, EMPTY_SIDES, given={"fixture": fixture.id})
    outcome = outcome_fields(page, fixture, draws=True)
    kind, *rest = with_fields(made, without=("places", "scores"))
    kind = replace(kind, help="Of a double forfeit, a void and an abandoned fixture nobody is the winner.")
    if len(fixture.sides) != 2:
        kind = replace(kind, choices=tuple(one for one in kind.choices if one[0] not in ("forfeit", "double_forfeit")))
    title = "Rule on the dispute" if fixture.disputed and fixture.result is None else "Record the result"
    if fixture.result is not None:
        title = "Correct the result"

    def command(values: dict[str, Any]) -> dict[str, Any]:
        order = {
            "type": tag_of(co.RecordResult),
            "fixture": fixture.id,
            "kind": values["kind"],
            "reason": values["reason"],
        }
        return (
            order if values["kind"] in PLACELESS and not values.get("won") else {**order, **outcome_of(fixture, values)}
        )

    note = "" if fixture.result is None else "The correction is on record beside what it corrects."
    return Offer(
        replace(
            made,
            fields=(kind, *outcome, *rest),
            title=title,
            submit=title,
            note=note,
            command=command,
            folded=fixture.result is not None,
        )
    )


def _withdraw(page: TournamentPage, fixture: Fixture) -> Offer | None:
    if fixture.result is None:
        return None
    asked = {"reason": ASKED}
    return offer(
        page, co.WithdrawResult, given={"fixture": fixture.id}, asked=asked, shut=("later_result",), folded=True
    )


def _date(page: TournamentPage, fixture: Fixture) -> Offer | None:
    if not page.organizes or fixture.bye is not None or fixture.result is not None:
        return None
    made = form(co.SetDate, given={"fixture": fixture.id}, folded=True)
    slot = fixture.slot
    fields = (
        Field(
            "date",
            "Date",
            value=slot.date if slot else "",
            help="A date such as 2026-12-24",
            longest=10,
            at="slot.date",
        ),
        Field(
            "time",
            "Time",
            value=slot.time if slot else "",
            help="Such as 19:30; empty: some time that day",
            longest=5,
            at="slot.time",
        ),
        Field("venue", "Venue", value=slot.venue if slot else "", longest=80, at="slot.venue"),
        Field(
            "table",
            "Table",
            "number",
            value=str(slot.table) if slot and slot.table else "",
            low=0,
            high=999,
            at="slot.table",
        ),
    )
    rest = tuple(
        replace(one, value=fixture.deadline) if one.name == "deadline" else one
        for one in with_fields(made, without=("slot",))
    )

    def command(values: dict[str, Any]) -> dict[str, Any]:
        order: dict[str, Any] = {"type": tag_of(co.SetDate), "fixture": fixture.id}
        named = {name: values[name] for name in ("date", "time", "venue", "table") if values.get(name)}
        if named:
            order["slot"] = {"date": "", **named}
        for name in ("deadline", "reason"):
            if values.get(name):
                order[name] = values[name]
        return order

    return Offer(replace(made, fields=(*fields, *rest), command=command))


def _pairing(page: TournamentPage, fixture: Fixture) -> Offer | None:
    """Others in a fixture of a draft; a select a side."""
    if not page.organizes or page.published(fixture) or fixture.inputs:
        return None
    stage = page.tournament.stages[fixture.stage]
    entrants = [(one, page.name(one)) for one in (stage.groups.get(fixture.group) or stage.entrants)]
    made = form(co.EditPairing, FormContext(choices={"entrant": entrants}), given={"fixture": fixture.id})
    sides = tuple(
        Field(
            f"side-{place}",
            "Home side" if place == 0 else f"Side {place + 1}",
            "select",
            tuple(entrants),
            side,
            at="sides",
        )
        for place, side in enumerate(fixture.sides)
    )

    def command(values: dict[str, Any]) -> dict[str, Any]:
        order = {"type": tag_of(co.EditPairing), "fixture": fixture.id}
        named = [values[f"side-{place}"] for place in range(len(fixture.sides))]
        return {**order, "sides": named} | ({"reason": values["reason"]} if values.get("reason") else {})

    fields = with_fields(made, *sides, without=("sides",))
    note = "Whom they take the place of meet in their fixture."
    return Offer(replace(made, fields=fields, note=note, command=command))


# Entrants


def about_entrants(page: TournamentPage) -> dict[str, list[Offer]]:
    """By place on the page of entrants: signing up, seeding, and under `entrant <id>` those about one."""
    placed = {"enter": only(_enter(page)), "seed": only(_seed(page))}
    begun = page.tournament.status not in ("draft", "sign_up")
    if begun:  # whoever leaves now does so on the page of the entrant
        return placed
    return placed | {f"entrant {one.id}": about_entrant(page, one) for one in page.tournament.entrants.values()}


def _enter(page: TournamentPage) -> Offer | None:
    """Companies that are not entered yet: of one's own, or for organizers all of them."""
    if page.tournament.status == "ended" or not page.who.key:
        return None
    entered = {one.company for one in page.tournament.entrants.values()}
    names = company_names(page.tournament.campaign)
    free = [
        (company, names.get(company, company))
        for company, one in page.facts.companies.items()
        if company not in entered and not one.disbanded and (page.organizes or one.owner == page.who.key)
    ]
    open_now = page.tournament.status == "sign_up"
    if not free or not (open_now or page.organizes):
        return None
    asking = FormContext(choices={"company": sorted(free, key=lambda one: one[1])})
    note = "" if open_now else "The sign-up is not open: entering a company takes a reason."
    return Offer(form(co.Enter, asking, note=note))


def _seed(page: TournamentPage) -> Offer | None:
    """The place of each entrant as a number."""
    listed = by_seed(one for one in page.tournament.entrants.values() if one.status in TAKING_PART)
    if not page.organizes or len(listed) < 2 or page.tournament.status not in ("draft", "sign_up"):
        return None
    made = form(co.Seed, FormContext(choices={"entrant": [(one.id, one.name) for one in listed]}), folded=True)
    fields = tuple(
        Field(f"seed-{one.id}", one.name, "number", value=str(place), low=1, high=9999, at="entrants")
        for place, one in enumerate(listed, 1)
    )
    places = {one.id: place for place, one in enumerate(listed, 1)}

    def command(values: dict[str, Any]) -> dict[str, Any]:
        typed = {name: values.get(f"seed-{name}") or place for name, place in places.items()}
        order = sorted(places, key=lambda name: (typed[name], typed[name] == places[name], places[name]))
        return {"type": tag_of(co.Seed), "entrants": order} | (
            {"reason": values["reason"]} if values.get("reason") else {}
        )

    note = "1 is the strongest. Who is given the place of another comes before it."
    return Offer(replace(made, fields=with_fields(made, *fields, without=("entrants",)), note=note, command=command))


def about_entrant(page: TournamentPage, one: Entrant) -> list[Offer]:
    """What can be done about an entrant now."""
    if not (page.official or one.id in page.own):
        return []
    given, asked = {"entrant": one.id}, {"reason": ASKED}
    waiting = [(each.id, each.name) for each in page.tournament.entrants.values() if each.status == "waiting"]
    asking = FormContext(choices={"entrant": waiting if page.organizes else ()})
    before = page.tournament.status in ("draft", "sign_up")
    return only(
        offer(page, co.CheckIn, one.id, given=given) if page.tournament.check_in else None,
        offer(page, co.Admit, one.id, given=given, shut=("tournament_full",), folded=True) if page.organizes else None,
        offer(page, co.Decline, one.id, given=given, folded=True) if before else None,
        offer(page, co.Withdraw, one.id, given=given, asked=asked, asking=asking, folded=True) if not before else None,
        offer(page, co.Expel, one.id, given=given, asked=asked, asking=asking, folded=True) if not before else None,
        offer(page, co.Reinstate, one.id, given=given, asked=asked, folded=True),
    )


# Discipline


def offences(page: TournamentPage, entrant: str, fixture: Fixture | None = None) -> list[Offer]:
    """Putting something on record against an entrant or one of its heroes; in one fixture, if it is given."""
    if not page.may("officers") or (fixture is not None and not page.published(fixture)):
        return []
    company = page.tournament.entrants[entrant].company
    heroes = list(Hero.objects.filter(company=uuid.UUID(company)).order_by("id").values_list("hero", "name"))
    fixtures = [
        (one.id, f"{page.names.fixture(one.id)}, round {one.round}")
        for one in page.tournament.fixtures.values()
        if entrant in one.sides and page.published(one)
    ]
    given = {"entrant": entrant, **({"fixture": fixture.id} if fixture is not None else {})}
    asking = FormContext(
        choices={"hero": heroes, "fixture": fixtures},
        helps={"matches": "Empty: no ban. 0: to the end of the tournament."},
    )
    title = f"Record an offence of {page.name(entrant)}"
    return [
        Offer(
            form(dc.RecordOffence, asking, given=given, title=title, submit="Record the offence", folded=True), entrant
        )
    ]


def about_bans(page: TournamentPage) -> dict[str, list[Offer]]:
    """Under `ban <id>`, `offence <id>` and `appeal <id>` what can be done about them."""
    placed: dict[str, list[Offer]] = {}
    asked = {"reason": ASKED}
    officer = page.may("officers")
    for ban, one in page.ledger.readings.items():
        given, who = {"ban": ban}, one.ban.hero_name or page.name(one.ban.entrant)
        may_appeal = one.ban.entrant in page.own or page.organizes
        placed[f"ban {ban}"] = only(
            offer(
                page,
                dc.FileAppeal,
                ban,
                given=given,
                asked=asked,
                folded=True,
                title=f"Appeal for {who}",
                submit="File the appeal",
            )
            if may_appeal
            else None,
            offer(
                page,
                dc.LiftBan,
                ban,
                given=given,
                asked=asked,
                folded=True,
                title=f"Lift the ban of {who}",
                submit="Lift the ban",
            )
            if officer
            else None,
        )
    for offence in page.tournament.offences if officer else ():
        given = {"offence": offence.id}
        placed[f"offence {offence.id}"] = only(
            offer(page, dc.WithdrawOffence, offence.id, given=given, asked=asked, folded=True)
        )
    for appeal in page.tournament.appeals if officer else ():
        if appeal.ruling is None:
            given = {"appeal": appeal.id}
            placed[f"appeal {appeal.id}"] = only(
                offer(
                    page,
                    dc.RuleOnAppeal,
                    appeal.id,
                    given=given,
                    asked={**asked, "ruling": "upheld"},
                    submit="Rule on the appeal",
                )
            )
    return placed
