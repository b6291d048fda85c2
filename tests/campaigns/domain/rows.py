"""Steps of rows about campaigns, for tables of `played` rows: commands, refusals, and facts of a company.

    played("KERNEL-CAMP-09", "the stash", night(ann=1), correct("stash.dagger", 3), fact("stash", {"dagger": 3}))

All of them are about Ann's company, unless they say otherwise.
"""

from collections.abc import Callable
from functools import partial, reduce

from campaigns.domain.company.evolve import evolve
from tests.campaigns.domain.nights import Night

WHY = {"reason": "a slip"}


def night(rules=None, **companies: int) -> Callable[[], Night]:
    """Where a row begins: a running campaign, with companies of so many heroes."""
    return partial(Night.running, rules, **companies)


def give(kind, /, events="", **fields):
    """A command is given; `events` are the names of those that come of it, where they are said."""

    def step(night):
        of = {} if kind == "start_downtime" else {"company": "ann"}
        came = night.do(kind, **{**of, **fields})
        assert not events or came == events.split()

    return step


def refused(kind, code, /, **fields):
    """A command is refused."""
    return lambda night: night.refuses(kind, code, **{"company": "ann", **fields})


def correct(field, value, events="", hero=""):
    """The GM corrects a field of the company, or of a hero."""
    return give("correct", events, hero=hero, field=field, value=value, **WHY)


def uncorrectable(code, field, *values, hero="", at="value"):
    """No such value can be corrected."""

    def step(night):
        for value in values:
            refused("correct", code, hero=hero, field=field, value=value, at=at, **WHY)(night)

    return step


def happened(event):
    """An event of the company as an act elsewhere would have told it."""

    def step(night):
        night.logs["company-ann"].append(event)
        night.companies["ann"] = evolve(night.companies["ann"], event)

    return step


def fact(path, value):
    """A value of the company: `hall.name`, or of a hero by its id, `h1.stats.power`."""

    def step(night):
        company = night.companies["ann"]
        first, *rest = path.split(".")
        found = company.heroes[first] if first in company.heroes else getattr(company, first)
        found = reduce(lambda one, part: one[part] if isinstance(one, dict) else getattr(one, part), rest, found)
        assert found == value, path

    return step
