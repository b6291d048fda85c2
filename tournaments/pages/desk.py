"""The organizer's desk: what waits, drafts, jobs; the forms of the whole, of stages and people; newest events."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponseBase

from campaigns.naming import unknown_account
from campaigns.narration import by
from jobs.models import OVER, Job
from rules.kernel.messages import tag_of
from rules.kernel.switches import switches_of
from tournaments import service
from tournaments.domain import commands as co
from tournaments.domain.discipline import commands as dc
from tournaments.domain.discipline.house_rules import DisciplineRules
from tournaments.domain.schedule import commands as sc
from tournaments.domain.stage_rules import FORMATS, PAIRED, Format, rounds_of
from tournaments.domain.standings.points import ONE_POINT, THREE_POINTS
from tournaments.domain.standings.rules import PRESETS
from tournaments.domain.state import TAKING_PART, Stage
from tournaments.narration import tell
from tournaments.pages.fixture_lines import FixtureLine, lines_of
from tournaments.pages.offers import ASKED, form, offer, only, with_fields
from tournaments.pages.request_context import Offer, Offers, TournamentPage, answer, at_tournament, for_anybody
from tournaments.pages.tabs import header
from tournaments.pages.waiting import waits_of_officials
from web.errors import Forbidden
from web.models import Account
from web.pages.command_forms import FormContext
from web.pages.fields import Field

NEWEST = 30
JOBS = 8
FIELDS: dict[Format, tuple[str, ...]] = {
    "round_robin": ("legs", "second_leg", "qualify", "best_of"),
    "groups": ("groups", "legs", "qualify", "best", "best_of"),
    "swiss": ("rounds", "missing", "qualify", "best_of"),
    "elimination": ("third_place", "best_of"),
    "double_elimination": ("reset", "best_of"),
    "tables": ("sides", "rounds", "missing", "qualify"),
}
"""The rules of a stage that mean something in a format."""
PRESET: dict[Format, str] = {"round_robin": "league", "groups": "mini_table", "swiss": "swiss", "tables": "placings"}
PRESET_WORDS = {
    "swiss": "Swiss: head-to-head, Buchholz, Sonneborn-Berger, wins",
    "league": "league: score difference, score, head-to-head",
    "mini_table": "mini-table among the tied, then the whole table",
    "placings": "placings: most first places, then score",
    "round_robin": "round robin: head-to-head, Sonneborn-Berger, wins",
}
SCHEMES = {"three": ("3 for a win, 1 for a draw", THREE_POINTS), "one": ("1 for a win, ½ for a draw", ONE_POINT)}


class StageDesk(NamedTuple):
    """A stage on the desk: its drafts, its missing results, its forms."""

    stage: Stage
    format: str
    drafts: Sequence[tuple[int, Sequence[FixtureLine]]]
    rounds: str
    missing: int
    offers: str
    """The place of its forms among the offers."""


class JobLine(NamedTuple):
    """A job of the tournament."""

    job: Job
    words: str
    done: str
    why: str


@for_anybody
def desk_page(request: HttpRequest, tournament_id: uuid.UUID) -> HttpResponseBase:
    """The desk, for officials."""
    page = at_tournament(request, tournament_id)
    if not page.official:
        message, hint = "The desk is for officials of the tournament.", "Ask its organizer."
        raise Forbidden("officials_only", message, rule="KERNEL-TOUR-01", hint=hint)
    return answer(request, page, "tournaments/desk.html", _context, page_offers)


def _context(page: TournamentPage) -> dict[str, Any]:
    return header(page, "desk") | {
        "waits": list(waits_of_officials(page)),
        "stage_desks": [_stage_desk(page, one) for one in page.tournament.stages.values()] if page.organizes else [],
        "jobs": _jobs(page) if page.organizes else [],
        "history": list(_history(page)) if page.organizes else [],
        "people": [
            (one.name or "somebody", ", ".join(role.replace("co_organizer", "co-organizer") for role in one.roles))
            for one in page.tournament.officials.values()
            if one.roles
        ],
    }


def _stage_desk(page: TournamentPage, stage: Stage) -> StageDesk:
    fixtures = page.tournament.fixtures_of(stage.id)
    lines = lines_of(page, [one for one in fixtures if stage.rounds[one.round] == "draft"])
    drafts = [
        (number, [line for line in lines if line.fixture.round == number])
        for number, status in sorted(stage.rounds.items())
        if status == "draft"
    ]
    whole = rounds_of(stage) if stage.format in PAIRED else len(stage.rounds)
    return StageDesk(
        stage,
        FORMATS[stage.format],
        drafts,
        f"{len(stage.rounds)} of {whole} rounds" if stage.format in PAIRED else f"{len(stage.rounds)} rounds",
        sum(one.result is None for one in fixtures),
        f"stage {stage.id}",
    )


JOB_WORDS = {"open_fixture": "start the battle of", "record_game": "record the battle"}


def _jobs(page: TournamentPage) -> list[JobLine]:
    rows = Job.objects.filter(subject__startswith=f"{page.id}").order_by("-created_at", "-id")[:JOBS]
    return [
        JobLine(
            one,
            f"{JOB_WORDS.get(one.kind, one.kind.replace('_', ' '))} {_subject(page, one)}".strip(),
            f"{one.done} of {one.of}" if one.of and one.state not in OVER else "",
            str(one.error or one.result.get("why", "")),
        )
        for one in rows
    ]


def _subject(page: TournamentPage, job: Job) -> str:
    rest = job.subject.partition(" ")[2]
    if rest in page.tournament.fixtures:
        return page.names.fixture(rest)
    match = next(
        (one.id for one in page.tournament.fixtures.values() if any(game.match == rest for game in one.games)), ""
    )
    return f"of {page.names.fixture(match)}" if match else page.names.stage(rest)


class Told(NamedTuple):
    """An event of the log."""

    number: int
    at: str
    text: str
    reason: str
    actor: str


def _history(page: TournamentPage) -> Iterator[Told]:
    entries = list(service.history_of(page.loaded, max(0, page.loaded.version - NEWEST)))
    for one in reversed(entries):
        recorded = one.recorded
        at = f"{recorded.recorded:%Y-%m-%d %H:%M} UTC"
        text, reason = tell(one.event, page.names), getattr(one.event, "reason", "")
        yield Told(recorded.version, at, text, "" if reason.rstrip(".") in text else reason, by(recorded.actor))


# Forms


def page_offers(page: TournamentPage) -> Offers:
    """By place on the desk its forms."""
    if not page.organizes:
        return {}
    placed = {
        "whole": list(_whole(page)),
        "add": list(_adding(page)),
        "discipline": [_discipline(page)],
        "people": only(_roles(page)),
    }
    return placed | {f"stage {one.id}": list(_about_stage(page, one)) for one in page.tournament.stages.values()}


def _whole(page: TournamentPage) -> Iterator[Offer]:
    now = page.tournament
    change = FormContext(
        now={
            "title": now.title,
            "visibility": now.visibility,
            "capacity": now.capacity,
            "check_in": str(now.check_in).lower(),
        }
    )
    yield from only(
        offer(page, co.OpenSignUp),
        offer(page, co.CloseSignUp, folded=True),
        offer(page, co.EndTournament, folded=True),
        offer(page, co.ReopenTournament, asked={"reason": ASKED}, folded=True),
        Offer(form(co.ChangeTournament, change, folded=True)) if now.status != "ended" else None,
        offer(page, sc.SetOverdue, asked={"policy": "show", "grace_days": 1}, folded=True),
        *_blackouts(page),
    )


def _adding(page: TournamentPage) -> Iterator[Offer]:
    """A form for each format, with the rules that mean something in it."""
    if page.tournament.status == "ended":
        return
    sources = [(one.id, one.name) for one in page.tournament.stages.values()]
    for format_, words in FORMATS.items():
        if format_ == "tables" and page.facts.most_sides < 3:
            continue
        made = form(
            co.AddStage,
            FormContext(choices={"stage": sources}, helps=HELPS),
            given={"format": format_},
            name=f"add_{format_}",
            title=words[0].upper() + words[1:],
            submit=f"Add the stage: {words}",
            folded=True,
        )
        kept = tuple(
            one
            for one in made.fields
            if not one.name.startswith("rules-") or one.name.removeprefix("rules-") in FIELDS[format_]
        )
        made = replace(made, fields=kept)
        yield Offer(_with_standing(made, format_))


HELPS = {
    "rules-rounds": "0: as many as leave at most one undefeated.",
    "rules-qualify": "Into the next stage; 0: nobody, or all. The table shows them as a zone.",
    "rules-groups": "At least 2.",
}


def _with_standing(made: Any, format_: Format) -> Any:
    """The form of a stage with points and tie-breaks, which are lists that people choose as a whole."""
    if format_ not in PRESET:
        return made
    order = Field("order", "Between equals decides", "select", tuple(PRESET_WORDS.items()), PRESET[format_], wide=True)
    scheme = Field("scheme", "Points", "select", tuple((key, words) for key, (words, _) in SCHEMES.items()), "three")
    *before, reason = made.fields
    fields = (*before, *(() if format_ == "tables" else (scheme,)), order, reason)

    def command(values: dict[str, Any]) -> dict[str, Any]:
        command = made.command(values)
        points = SCHEMES[values["scheme"]][1] if values.get("scheme") else None
        standing: dict[str, Any] = {"order": list(PRESETS[values["order"]])} if values.get("order") else {}
        if points is not None and points != THREE_POINTS:
            standing["points"] = {
                name: getattr(points, name) for name in ("win", "draw", "bye", "half_bye", "forfeit_win")
            }
        if format_ == "tables":
            standing["points"] = {"by_place": BY_PLACE}
        return {**command, "rules": {**command.get("rules", {}), **({"standing": standing} if standing else {})}}

    return replace(made, fields=fields, command=command)


BY_PLACE = [500, 300, 200, 100]
"""Points of a table of several sides, by place."""


def _about_stage(page: TournamentPage, stage: Stage) -> Iterator[Offer]:
    given, key = {"stage": stage.id}, stage.id
    yield from only(
        offer(page, co.StartStage, key, given=given, shut=("too_few_entrants", "stage_not_finished")),
        *(
            offer(
                page,
                co.PublishRound,
                f"{key}-{number}",
                given={**given, "round": number},
                title=f"Publish round {number}",
                submit=f"Publish round {number}",
            )
            for number in _drafts(stage)[:1]
        ),
        offer(
            page,
            co.PublishRound,
            key,
            given={**given, "round": 0},
            title="Publish all rounds",
            submit="Publish all rounds",
        )
        if len(_drafts(stage)) > 1
        else None,
        *(
            offer(page, co.DiscardRound, f"{key}-{number}", given={**given, "round": number}, folded=True)
            for number in _drafts(stage)[:1]
            if stage.format in PAIRED
        ),
        offer(page, co.Pair, key, given=given, shut=("results_missing",), submit=f"Pair round {len(stage.rounds) + 1}")
        if stage.format in PAIRED and not _drafts(stage)
        else None,
        offer(page, co.FinishStage, key, given=given, shut=("results_missing", "rounds_missing"), folded=True)
        if stage.status == "running" and not _drafts(stage)
        else None,
        offer(page, co.CorrectTable, key, given=given, asked={"reason": ASKED}, folded=True),
        *_scheduling(page, stage),
        _joining(page, stage) if stage.status == "running" and stage.format in PAIRED else None,
        _adjust(page, stage) if stage.status == "running" else None,
        _change(page, stage) if stage.status == "planned" else None,
        offer(page, co.RemoveStage, key, given=given, folded=True),
    )


def _scheduling(page: TournamentPage, stage: Stage) -> Iterator[Offer | None]:
    """The dates of the rounds, the times that are offered, and the draft that workers draw."""
    given, key = {"stage": stage.id}, stage.id
    if stage.status == "finished":
        return
    yield offer(page, sc.SetRoundDates, key, given=given, asked={"first": page.today}, folded=True)
    times = offer(page, sc.OfferSlots, key, given=given, asked={"times": ["19:30"]}, asking=NO_CHOICES, folded=True)
    if times is not None:
        typed = Field("times", "Times", help="Such as 14:00, 19:30", longest=300)
        made = replace(times.form, fields=(typed, *with_fields(times.form, without=("times",))))
        yield replace(times, form=replace(made, command=partial(_times_offered, stage.id)))
    drawn = offer(page, sc.DrawSchedule, key, given=given, folded=True)
    yield replace(drawn, previewed=False) if drawn is not None else None
    if stage.drawing is not None:
        yield Offer(form(sc.TakeSchedule, given=given), key, previewed=False)
    yield offer(page, sc.PublishSchedule, key, given=given)
    yield offer(page, sc.UndoSchedule, key, given=given, folded=True)
    yield offer(page, sc.DiscardSchedule, key, given=given, folded=True)


NO_CHOICES = FormContext(choices={"": ()})


def _times_offered(stage: str, values: dict[str, Any]) -> dict[str, Any]:
    times = [one.strip() for one in (values.get("times") or "").replace(";", ",").split(",") if one.strip()]
    return {"type": tag_of(sc.OfferSlots), "stage": stage, "times": times} | (
        {"reason": values["reason"]} if values.get("reason") else {}
    )


def _joining(page: TournamentPage, stage: Stage) -> Offer | None:
    """Those who take part in the tournament and not in the stage."""
    late = [
        (one.id, one.name)
        for one in page.tournament.entrants.values()
        if one.id not in stage.entrants and one.status in TAKING_PART
    ]
    if not late:
        return None
    asking = FormContext(choices={"entrant": late})
    return Offer(form(co.JoinStage, asking, given={"stage": stage.id}, folded=True), stage.id)


def _blackouts(page: TournamentPage) -> Iterator[Offer | None]:
    """Dates that are kept free."""
    asked = {"first": page.today}
    yield offer(page, sc.AddBlackout, asked=asked, folded=True)
    for one in page.tournament.blackouts:
        words = f"{one.first} to {one.last}" if one.last and one.last != one.first else one.first
        title = f"No longer keep free: {one.label or words}"
        yield offer(page, sc.RemoveBlackout, one.id, given={"blackout": one.id}, folded=True, title=title)


def _drafts(stage: Stage) -> list[int]:
    return sorted(number for number, status in stage.rounds.items() if status == "draft")


def _adjust(page: TournamentPage, stage: Stage) -> Offer:
    entrants = [(one, page.name(one)) for one in stage.entrants]
    return Offer(
        form(co.AdjustPoints, FormContext(choices={"entrant": entrants}), given={"stage": stage.id}, folded=True),
        stage.id,
    )


def _change(page: TournamentPage, stage: Stage) -> Offer:
    made = form(
        co.ChangeStage, FormContext(now={"name": stage.name}, helps=HELPS), given={"stage": stage.id}, folded=True
    )
    return Offer(replace(made, title="Change the name", fields=with_fields(made, without=("rules",))), stage.id)


def _roles(page: TournamentPage) -> Offer | None:
    if not page.may("organizer"):
        return None
    made = form(co.SetRoles, FormContext(choices={"account": (), "": tuple(co.ROLES.items())}))
    roles = tuple(Field(f"role-{role}", words.capitalize(), "check", at="roles") for role, words in co.ROLES.items())
    user = Field("user", "Username", required=True, longest=150, at="account")
    fields = (user, *roles, *with_fields(made, without=("account", "roles")))

    def command(values: dict[str, Any]) -> dict[str, Any]:
        row = Account.objects.filter(user__username=values["user"].strip(), user__is_active=True).first()
        if row is None:
            raise unknown_account("account", "Nobody here has that username.")
        roles = [role for role in co.ROLES if values.get(f"role-{role}")]
        return {"type": tag_of(co.SetRoles), "account": row.key.hex, "roles": roles} | (
            {"reason": values["reason"]} if values.get("reason") else {}
        )

    return Offer(replace(made, fields=fields, command=command, note="None ticked: no duties any more."))


def _discipline(page: TournamentPage) -> Offer:
    """The switches of discipline; tables of them stay as they are."""
    now = page.tournament.discipline
    switches = {
        name: one for name, one in switches_of(DisciplineRules).items() if not isinstance(getattr(now, name), tuple)
    }
    fields = []
    for name, one in switches.items():
        value = getattr(now, name)
        if one.options:
            fields.append(Field(name, one.label, "select", tuple(one.options.items()), str(value), one.help))
        else:
            low, high = one.within or (0, 9999)
            fields.append(Field(name, one.label, "number", value=str(value), low=low, high=high, help=one.help))
    made = form(dc.SetDiscipline, given={"rules": {}}, folded=True, submit="Set the rules of discipline")

    def command(values: dict[str, Any]) -> dict[str, Any]:
        rules = {name: values[name] for name in switches if values.get(name) is not None}
        thresholds = [{**{part: getattr(one, part) for part in one.__struct_fields__}} for one in now.thresholds]
        return {
            "type": tag_of(dc.SetDiscipline),
            "rules": {**rules, "thresholds": thresholds},
            "reason": values["reason"],
        }

    return Offer(replace(made, fields=(*fields, *made.fields), command=command))
