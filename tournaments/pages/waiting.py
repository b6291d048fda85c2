"""What waits in a tournament for whoever looks: of captains their fixtures, of officials what is theirs to settle."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from django.urls import reverse

from tournaments.domain.discipline.facts import TO_THE_END
from tournaments.domain.stage_rules import BRACKETS, PAIRED, rounds_of
from tournaments.domain.state import Fixture, Stage
from tournaments.pages.request_context import TournamentPage
from tournaments.wording import fixture_in_words, state_of


class Wait(NamedTuple):
    """What waits, in words, more of it in small print, where it is done, and what the button says."""

    words: str
    more: str
    address: str
    button: str


def waits_of_captain(page: TournamentPage) -> Iterator[Wait]:
    """What somebody who plays a company has to do."""
    tournament = page.tournament
    entrants = reverse("tournaments:entrants", args=[page.id])
    for name in sorted(page.own):
        one = tournament.entrants[name]
        before = tournament.status in ("draft", "sign_up")
        if before and tournament.check_in and one.status == "entered":
            yield Wait(f"Check {one.name} in", "Only those who check in take part.", f"{entrants}#{name}", "Check in")
    for fixture in tournament.fixtures.values():
        for side in fixture.sides:
            if side in page.own and page.published(fixture) and fixture.known and fixture.bye is None:
                yield from _of_side(page, fixture, side)


def _of_side(page: TournamentPage, fixture: Fixture, side: str) -> Iterator[Wait]:
    address = reverse("tournaments:fixture", args=[page.id, fixture.id])
    words = fixture_in_words(page.tournament, fixture)
    last = f"At the latest on {fixture.deadline}." if fixture.deadline else ""
    if fixture.result is not None or page.tournament.stages[fixture.stage].status != "running":
        return
    if fixture.disputed:
        yield Wait(
            f"Disputed: {words}", "Add your evidence; an organizer rules.", f"{address}#dispute", "To the dispute"
        )
    elif any(game.status == "open" for game in fixture.games):
        match = next(game.match for game in fixture.games if game.status == "open")
        yield Wait(
            f"Your battle: {words}", "It is being fought.", reverse("pages:match", args=[match]), "Go to the match"
        )
    elif side not in fixture.reports and fixture.reports:
        yield Wait(
            f"The other side has reported: {words}", "Report what you saw.", f"{address}#report", "Report the result"
        )
    elif side not in fixture.lineups and not fixture.reports:
        yield Wait(f"Name who plays: {words}", last, f"{address}#lineups", "Name the line-up")


def waits_of_officials(page: TournamentPage) -> Iterator[Wait]:
    """What officials have to settle, each for whom it is for."""
    if not page.official:
        return
    if page.organizes:
        yield from _of_organizers(page)
    if page.may("reporters"):
        yield from _overdue(page)
    if page.may("officers"):
        yield from _of_officers(page)


def _of_organizers(page: TournamentPage) -> Iterator[Wait]:
    tournament = page.tournament
    desk = reverse("tournaments:desk", args=[page.id])
    for fixture in tournament.fixtures.values():
        if fixture.disputed and fixture.result is None:
            address = reverse("tournaments:fixture", args=[page.id, fixture.id])
            more = f"{len(fixture.evidence)} on record as evidence."
            yield Wait(f"Dispute: {fixture_in_words(tournament, fixture)}", more, f"{address}#record", "Rule on it")
    waiting = [one.name for one in tournament.entrants.values() if one.status == "waiting"]
    if waiting and tournament.status in ("draft", "sign_up"):
        entrants = reverse("tournaments:entrants", args=[page.id])
        yield Wait(f"On the waiting list: {', '.join(waiting)}", "", entrants, "To the entrants")
    if not tournament.stages:
        yield Wait(
            "No stage is planned yet", "A tournament is played in one or several stages.", f"{desk}#add", "Add a stage"
        )
    elif tournament.status == "draft":
        yield Wait(
            "The sign-up is not open", "Open it, or enter companies yourself.", f"{desk}#whole", "Open the sign-up"
        )
    for stage in tournament.stages.values():
        yield from _of_stage(page, stage, f"{desk}#{stage.id}")
    if tournament.status == "running" and all(one.status == "finished" for one in tournament.stages.values()):
        yield Wait("All stages are finished", "Its end ends its bans, too.", f"{desk}#whole", "End the tournament")


def _of_stage(page: TournamentPage, stage: Stage, address: str) -> Iterator[Wait]:
    tournament = page.tournament
    if stage.status == "planned":
        source = tournament.stages.get(stage.source)
        begun = any(one.status == "running" for one in tournament.stages.values())
        if (source is not None and source.status == "finished") or (
            source is None and not begun and tournament.entrants
        ):
            yield Wait(f"{stage.name} can start", "Once everybody has signed up.", address, "Start it")
        return
    if stage.status != "running":
        return
    drafts = sorted(number for number, status in stage.rounds.items() if status == "draft")
    if drafts:
        rounds = ", ".join(map(str, drafts[:4])) + (" …" if len(drafts) > 4 else "")
        yield Wait(
            f"Drafts in {stage.name}: round {rounds}", "Nobody but organizers sees them.", address, "Look and publish"
        )
        return
    missing = sum(one.result is None for one in tournament.fixtures_of(stage.id))
    if missing:
        return
    more_to_pair = stage.format in PAIRED and len(stage.rounds) < rounds_of(stage)
    if more_to_pair:
        number = len(stage.rounds) + 1
        yield Wait(
            f"{stage.name}: all results are in", f"Round {number} can be paired.", address, f"Pair round {number}"
        )
    elif stage.rounds or stage.format in BRACKETS:
        yield Wait(f"{stage.name}: all results are in", "Its table can be frozen.", address, "Finish the stage")


def _overdue(page: TournamentPage) -> Iterator[Wait]:
    for fixture in page.tournament.fixtures.values():
        if state_of(page.tournament, fixture, page.today) == "overdue":
            address = reverse("tournaments:fixture", args=[page.id, fixture.id])
            words = fixture_in_words(page.tournament, fixture)
            yield Wait(f"Overdue: {words}", f"Due on {fixture.deadline}.", f"{address}#record", "Record a result")


def _of_officers(page: TournamentPage) -> Iterator[Wait]:
    address = reverse("tournaments:discipline", args=[page.id])
    for one in page.tournament.appeals:
        if one.ruling is None:
            yield Wait(
                f"{one.by} appeals against the ban of {page.names.ban(one.ban)}",
                one.reason,
                f"{address}#appeals",
                "Rule on it",
            )
    for reading in page.ledger.readings.values():
        if reading.state == "running" and reading.length != TO_THE_END and reading.left == 1:
            who = reading.ban.hero_name or page.name(reading.ban.entrant)
            yield Wait(
                f"The ban of {who} ends with the next match",
                page.name(reading.ban.entrant),
                f"{address}#out",
                "Show the ban",
            )
