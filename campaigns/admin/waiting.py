"""What waits for a GM, and what is under way in their campaigns: each row with what can be done about it.

Each group is two questions, however much waits: how many, and the first few.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.models import Exists, Model, OuterRef, Prefetch, QuerySet, Subquery
from django.urls import reverse

from campaigns import page_context
from campaigns.admin.scoping import CHANGE, run_by
from campaigns.models import Battle, BattleSide, Campaign, Candidate, Company, Hero, Job
from campaigns.narration import against, plainly, until
from jobs.models import OVER
from matches.models import OVER as MATCH_OVER, Match, run_by as match_run_by
from rules.kernel.progression import Condition

MOST_SHOWN = 8
LONGEST_ERROR = 120
WHEN = ("summary__run_out", "company__campaign__downtime")
"""What tells when the conditions of a hero run out."""
NEXT_DOWNTIME = ("Start the next downtime", "start_downtime")


class Act(NamedTuple):
    """What can be done about something: the words of its button, and where."""

    label: str
    address: str


@dataclass(frozen=True, slots=True)
class Row:
    """Something that waits: what it is, its page, what tells it from others, and what can be done about it, if so."""

    text: str
    address: str
    beside: str
    act: Act | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """Rows of one kind; `count` of them in all, and the address of the list of all, where there is one."""

    title: str
    count: int
    rows: list[Row]
    everything: str = ""


@dataclass(frozen=True, slots=True)
class Waiting:
    """What waits for somebody, and what is under way without them."""

    for_gm: list[Group]
    under_way: list[Group]


def waiting(user: Any) -> Waiting:
    """What waits in the campaigns and matches that `user` runs."""
    desk = Desk(user)
    return Waiting(list(filter(None, desk.for_gm())), list(filter(None, desk.under_way())))


class Desk:
    """The lists of a GM; each answers a group of what waits, None where nothing does."""

    def __init__(self, user: Any) -> None:
        self.user = user
        self.may_act = user.has_perm(CHANGE)
        self.may_decide = user.has_perm("matches.change_match")

    def for_gm(self) -> Iterator[Group | None]:
        yield self._asking()
        yield self._decisions()
        yield self._over()
        yield self._fates()
        yield self._invasions()
        yield self._parked()
        yield self._captives()
        yield self._choices()

    def under_way(self) -> Iterator[Group | None]:
        yield self._battles()
        yield self._conditions()
        yield self._halls()
        yield self._jobs()

    def _group(
        self, title: str, rows: QuerySet[Any], row: Callable[[Any], Row], everything: tuple[str, str] = ("", "")
    ) -> Group | None:
        """The first of `rows`; `everything`: the model and the filter of the list that has them all."""
        count = rows.count()
        if not count:
            return None
        model, narrowed = everything
        address = f"{reverse(f'admin:campaigns_{model}_changelist')}?{narrowed}" if model else ""
        return Group(title, count, [row(one) for one in rows[:MOST_SHOWN]], address)

    def _act(self, label: str, row: Model, action: str) -> Act | None:
        """A GM action on the page of a row, for who may take it."""
        return Act(label, _address(row, action)) if self.may_act else None

    def _asking(self) -> Group | None:
        rows = Candidate.objects.filter(kind=Candidate.Kind.ASKED).select_related("campaign")
        rows = run_by(self.user, rows, "campaign").order_by("campaign__from_outside", "pk")
        return self._group("Asks to join", rows, self._candidate)

    def _candidate(self, one: Candidate) -> Row:
        answer = self._act("Answer", one.campaign, "acts")
        name = one.name or "Someone"
        return Row(f"{name} asks to join", _page(one.campaign), _beside(one.message, _title(one.campaign)), answer)

    def _decisions(self) -> Group | None:
        """Matches that wait for the GM, of campaigns or not."""
        rows = Match.objects.all() if self.user.is_superuser else Match.objects.filter(match_run_by(self.user))
        rows = rows.exclude(status__in=MATCH_OVER).filter(summary__waits_for__icontains='"gm"')
        return self._group("Matches that wait for you", rows.order_by("-sort_key", "-id"), self._decision)

    def _decision(self, one: Match) -> Row:
        address = reverse("admin:matches_match_change", args=[one.pk])
        beside = f"{one.status}, last event {one.updated_at:%Y-%m-%d %H:%M} UTC"
        where = reverse("admin:matches_match_acts", args=[one.pk]) if self.may_decide else one.get_absolute_url()
        return Row(one.title, address, beside, Act("Decide", where))

    def _open_battles(self, *, over: bool) -> QuerySet[Battle]:
        """Battles that are not settled, those with a match that is over or the others."""
        ended = Exists(Match.objects.filter(pk=OuterRef("match"), status__in=MATCH_OVER))
        sides = Prefetch("sides", BattleSide.objects.select_related("company").order_by("seat"))
        rows = Battle.objects.filter(ended if over else ~ended, stage=Battle.Stage.OPEN)
        rows = run_by(self.user, rows.select_related("campaign").prefetch_related(sides), "campaign")
        return rows.order_by("campaign__from_outside", "-pk")

    def _over(self) -> Group | None:
        rows = self._open_battles(over=True)
        return self._group("Battles to record", rows, self._finished, ("battle", "stage__exact=open"))

    def _finished(self, one: Battle) -> Row:
        return _battle(one, self._act("Record", one, "record_battle"))

    def _battles(self) -> Group | None:
        rows = self._open_battles(over=False)
        return self._group("Battles being fought", rows, self._fought, ("battle", "stage__exact=open"))

    def _fought(self, one: Battle) -> Row:
        page = "admin:matches_match_change" if self.user.has_perm("matches.view_match") else "pages:match"
        return _battle(one, Act("Watch", reverse(page, args=[one.match])))

    def _companies(self, **which: Any) -> QuerySet[Company]:
        rows = run_by(self.user, Company.objects.filter(disbanded=False, **which), "campaign")
        return rows.select_related("campaign").order_by("campaign__from_outside", "name", "id")

    def _fates(self) -> Group | None:
        rows = self._companies(summary__has_key="fates_owed").exclude(summary__fates_owed={})
        return self._group("Fates to declare", rows, self._fate)

    def _fate(self, one: Company) -> Row:
        count = sum(map(len, one.summary["fates_owed"].values()))
        text = f"{one.name}: {count} {'fate' if count == 1 else 'fates'} to declare"
        return Row(text, _page(one), _title(one.campaign), self._act("Declare", one, "choices"))

    def _invasions(self) -> Group | None:
        rows = run_by(self.user, Campaign.objects.filter(summary__invasions__gt=0), "pk")
        return self._group("Invasions declared", rows.order_by("from_outside", "title", "id"), self._invasion)

    def _invasion(self, one: Campaign) -> Row:
        count = one.summary["invasions"]
        text = f"{_title(one)}: {count} {'invasion' if count == 1 else 'invasions'} declared"
        return Row(text, _page(one), "", self._act("Start the battle", one, "start_battle"))

    def _unfinished(self, *, parked: bool) -> QuerySet[Job]:
        title = Campaign.objects.filter(pk=OuterRef("scope")).values("title")
        rows = Job.objects.exclude(state__in=OVER).annotate(campaign_title=Subquery(title))
        rows = rows.filter(state=Job.State.PARKED) if parked else rows.exclude(state=Job.State.PARKED)
        return run_by(self.user, rows, "scope").order_by("state", "-created_at")

    def _parked(self) -> Group | None:
        rows = self._unfinished(parked=True)
        return self._group("Jobs that failed", rows, self._failed, ("job", "state__exact=parked"))

    def _failed(self, one: Job) -> Row:
        return _job(one, " ".join(one.error.split())[:LONGEST_ERROR], self._act("Retry", one, "retry"))

    def _jobs(self) -> Group | None:
        rows = self._unfinished(parked=False)
        return self._group("Jobs", rows, self._running, ("job", "done=no"))

    @staticmethod
    def _running(one: Job) -> Row:
        return _job(one, f"{one.state}, {one.done} of {one.of}" if one.of else one.state)

    def _heroes(self, **which: Any) -> QuerySet[Hero]:
        rows = Hero.objects.filter(company__disbanded=False, **which)
        rows = run_by(self.user, rows, "company__campaign").select_related("company__campaign")
        return rows.order_by("company__campaign__from_outside", "company__name", "id")

    def _captives(self) -> Group | None:
        rows = self._heroes(captive=True)
        return self._group("Captives", rows, self._captive, ("hero", "captive__exact=1"))

    def _captive(self, one: Hero) -> Row:
        return _hero(one, f"{one.name} is held captive", self._act("Set free", one, "free_captive"))

    def _choices(self) -> Group | None:
        """Those that can be made: a company in a battle has to wait for its end."""
        rows = self._heroes(owed__gt=0, company__in_battle=None)
        return self._group("Open choices", rows, self._choice, ("hero", "owed=some"))

    def _choice(self, one: Hero) -> Row:
        owed = page_context.choices_in_words(one.company.game, one.summary.get("owed", {}))
        return _hero(one, f"{one.name}: {', '.join(owed)}", self._act("Choose", one, "choices"))

    def _conditions(self) -> Group | None:
        """Heroes under what ends by the clock of their campaign, which the GM sets: who comes first stands first."""
        timed = self._heroes(summary__has_key="run_out")
        left = {pk: _first_end(ends, now) for pk, ends, now in timed.values_list("pk", *WHEN)}
        if not left:
            return None
        first = sorted(left, key=left.__getitem__)[:MOST_SHOWN]
        found = timed.in_bulk(first)
        return Group("Conditions that run out", len(left), [self._condition(found[pk]) for pk in first if pk in found])

    def _condition(self, one: Hero) -> Row:
        ends = sorted(one.summary["run_out"], key=lambda each: _end(each[1], one.company.campaign.downtime))
        told = ", ".join(f"{plainly(name)} {until(Condition(name=name, ends=when))}" for name, when in ends)
        by_hours = any(Condition(name=name, ends=when).last_hour is not None for name, when in ends)
        label, action = ("Advance the clock", "advance_clock") if by_hours else NEXT_DOWNTIME
        return _hero(one, f"{one.name}: {told}", self._act(label, one.company.campaign, action))

    def _halls(self) -> Group | None:
        rows = self._companies(orders__gt=0)
        return self._group("Halls under construction", rows, self._hall, ("company", "orders=some"))

    def _hall(self, one: Company) -> Row:
        text = f"{one.hall or one.name}: {page_context.orders_words(one)}"
        label, action = NEXT_DOWNTIME
        ended = self._act(label, one.campaign, action)
        return Row(text, _page(one), _beside(one.name, _title(one.campaign)), ended)


def _first_end(ends: Sequence[Sequence[str]], downtime: int) -> tuple[int, int]:
    """When the first of a hero's conditions runs out, in a campaign that is in this downtime."""
    return min(_end(when, downtime) for _, when in ends)


def _end(when: str, downtime: int) -> tuple[int, int]:
    """When a condition runs out, to be compared: by the clock before any by downtimes, which take longer.

    >>> _end("hour:26", 3) < _end("hour:30", 3) < _end("downtime:4", 3) < _end("downtime:5", 3)
    True
    """
    condition = Condition(name="", ends=when)
    if condition.last_hour is not None:
        return 0, condition.last_hour
    return 1, (condition.last_downtime or downtime) - downtime


def _battle(one: Battle, act: Act | None) -> Row:
    fought = against(str(side.company) for side in one.sides.all())
    return Row(f"Battle {one.number}: {fought}", _page(one), _beside(_title(one.campaign), one.get_kind_display()), act)


def _hero(one: Hero, text: str, act: Act | None) -> Row:
    return Row(text, _page(one), _beside(one.company.name, _title(one.company.campaign)), act)


def _job(one: Job, beside: str, act: Act | None = None) -> Row:
    campaign = getattr(one, "campaign_title", None) or ""
    return Row(plainly(one.kind).capitalize(), _page(one), _beside(campaign, beside), act)


def _page(row: Model) -> str:
    return _address(row, "change")


def _address(row: Model, what: str) -> str:
    return reverse(f"admin:campaigns_{row._meta.model_name}_{what}", args=[row.pk])  # noqa: SLF001 - Django's way


def _title(campaign: Campaign) -> str:
    return f"{campaign.title}{' (imported)' if campaign.from_outside else ''}"


def _beside(*parts: str) -> str:
    return ", ".join(filter(None, parts))
