"""What the children of the nursery do about battles of a campaign: fight them, settle them, tell what came of it."""

import json
import random
import time
import uuid
from collections import Counter
from pathlib import Path
from typing import Any

from celery import current_app
from django.contrib.auth import get_user_model
from django.db import InterfaceError, OperationalError, connection

from campaigns import event_codec
from campaigns.loading import load_campaign, load_company
from campaigns.models import Campaign, Company
from eventstore import api
from jobs import dispatch, queue
from jobs.models import Job
from tests.campaigns.acting import Evening
from tests.campaigns.fighting import concede
from web.people import person

POLL_SECONDS = 0.005
PLAYERS = ("ann", "bob")


def fight(battles: str) -> None:
    """So many battles of one campaign, each between two companies of its own, each given up. Nobody settles them."""
    evening = Evening()
    for name in PLAYERS:
        evening.join(name)
    _fight(evening, int(battles))


def fight_on(battles: str) -> None:
    """More of them in the same campaign."""
    evening = Evening.__new__(Evening)
    evening.id, evening.companies = Campaign.objects.get().pk, {}
    users = get_user_model().objects
    evening.people = {name: person(users.get(username=name)) for name in ("gail", *PLAYERS)}
    _fight(evening, int(battles))


def _fight(evening: Evening, battles: int) -> None:
    for _ in range(battles):
        sides = {}
        for seat, name in zip(("s1", "s2"), PLAYERS, strict=True):
            evening.found(name, heroes=1)
            sides[seat] = {"company": evening.companies[name], "heroes": ["h1"]}
        done = evening.do("start_battle", sides=sides)
        concede(uuid.UUID(list(done.campaign.state.battles)[-1]))
    assert dispatch.settle(5)


def settle_battles(path: str) -> None:
    """Do what is due, again and again; a line in the file `path` for each look."""
    with Path(path).open("a", buffering=1) as progress:
        while True:
            try:
                progress.write("looked\n")
                queue.sweep(1)
            except (OperationalError, InterfaceError):
                connection.close()
            time.sleep(POLL_SECONDS)


def await_settled() -> None:
    """Do nothing, and wait until others have done all that is due or waits."""
    while Job.objects.exclude(state__in=(Job.State.DONE, Job.State.PARKED)).exists():
        time.sleep(POLL_SECONDS)


def deliver_again(seed: str) -> None:
    """Send every job to the workers twice more, in any order."""
    letters = [str(pk) for pk in Job.objects.values_list("pk", flat=True)] * 2
    random.Random(seed).shuffle(letters)
    for job in letters:
        current_app.send_task(dispatch.RUN_JOB, args=[job], ignore_result=True)


def tell_settled(path: str) -> None:
    """Write to `path` what became of jobs, battles, companies and heroes, and what does not fit the log."""
    found: dict[str, Any] = {
        "jobs": Counter(f"{kind} {state}" for kind, state in Job.objects.values_list("kind", "state")),
        "parked": list(Job.objects.filter(state=Job.State.PARKED).values_list("kind", "error_type", "error")),
        "attempts": sum(Job.objects.filter(kind="settle_match").values_list("attempts", flat=True)),
        "settled": Counter(),
        "recorded": Counter(),
        "wrong": [*map(str, api.verify_store()), *api.check("campaigns"), *api.check("matches")],
    }
    for campaign in Campaign.objects.all():
        found["settled"].update(_named(event_codec.CAMPAIGNS, campaign.stream, "match", "battle_settled"))
        open_still = [battle for battle in load_campaign(campaign.pk).state.battles.values() if battle.stage == "open"]
        found["wrong"] += [f"battle {battle.match} is open" for battle in open_still]
    for company in Company.objects.all():
        found["recorded"].update(_named(event_codec.COMPANIES, company.stream, "match", "battle_recorded"))
        found["wrong"] += _unbalanced(company)
    Path(path).write_text(json.dumps(found))


def _events(aggregate: event_codec.Aggregate, stream: str) -> list[Any]:
    return list(event_codec.read_events(aggregate, stream))


def _named(aggregate: event_codec.Aggregate, stream: str, field: str, tag: str) -> list[str]:
    """A field of each event of a kind."""
    return [getattr(one, field) for one in _events(aggregate, stream) if one.__struct_config__.tag == tag]


def _unbalanced(company: Company) -> list[str]:
    """Gold that is not the sum of its ledger, and heroes without exactly the experience that they were given."""
    told, state = _events(event_codec.COMPANIES, company.stream), load_company(company.pk).state
    gold = sum(one.delta for one in told if one.__struct_config__.tag == "gold_changed")
    wrong = [] if gold == state.gold == company.gold else [f"{company}: {gold} gp, {state.gold}, {company.gold}"]
    gained: Counter[str] = Counter()
    for one in told:
        if one.__struct_config__.tag == "xp_gained":
            gained[one.hero] += one.new - one.old
    experience = (
        f"{hero} has {hero.xp} XP and was given {gained[hero.hero]}"
        for hero in company.heroes.all()
        if not hero.xp == gained[hero.hero] == state.heroes[hero.hero].xp
    )
    return [*wrong, *experience]


ROLES = {
    "fight": fight,
    "fight_on": fight_on,
    "settle_battles": settle_battles,
    "await_settled": await_settled,
    "deliver_again": deliver_again,
    "tell_settled": tell_settled,
}
