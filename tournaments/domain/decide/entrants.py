"""Who takes part: sign-up, waiting list, check-in, seeds. [KERNEL-TOUR-03, KERNEL-TOUR-04]"""

from __future__ import annotations

from collections.abc import Iterable

from rules.kernel.errors import Refused
from rules.kernel.reading import says_something
from tournaments.domain import commands as co, events as ev
from tournaments.domain.decide.opening import wrong_status
from tournaments.domain.rights import RULE as WHO_MAY, is_organizer
from tournaments.domain.state import TAKING_PART, Entrant
from tournaments.domain.world import ENTRANTS, Act, CompanyFacts

CHECK_IN = "KERNEL-TOUR-04"


def enter(act: Act, command: co.Enter) -> None:
    """A company of the campaign, once. Where all places are taken it waits."""
    company = _company(act, command.company)
    if not is_organizer(act):
        _check_owner(act, company)
    elif act.tournament.status != "sign_up" and not says_something(command.reason):
        message = "The sign-up is not open: entering a company takes a reason."
        raise Refused("reason_wanted", message, ENTRANTS, field="reason", hint="Give a reason, or open the sign-up.")
    if any(one.company == command.company for one in act.tournament.entrants.values()):
        message, hint = f"{company.name} has signed up already.", "See the list of entrants."
        raise Refused("entered_twice", message, ENTRANTS, field="company", hint=hint)
    number = len(act.tournament.entrants) + 1
    act.emit(
        ev.EntrantEntered(
            entrant=f"e{number}",
            company=command.company,
            name=company.name,
            seed=number,
            club=command.club.strip(),
            waiting=_full(act),
        )
    )


def _company(act: Act, name: str) -> CompanyFacts:
    company = act.campaign.companies.get(name)
    if company is None:
        message = f"{act.campaign.title} has no company {name!r}."
        hint = "A company of another campaign cannot enter: copy its roster into a new company here, and enter that."
        raise Refused("unknown_company", message, ENTRANTS, field="company", hint=hint)
    if company.disbanded:
        message, hint = f"{company.name} is disbanded.", "Choose another company."
        raise Refused("company_disbanded", message, ENTRANTS, field="company", hint=hint)
    return company


def _check_owner(act: Act, company: CompanyFacts) -> None:
    if company.owner != act.by.account:
        message, hint = "That company belongs to another player.", "Sign up a company of your own."
        raise Refused("not_yours", message, WHO_MAY, field="company", hint=hint)
    if act.tournament.status != "sign_up":
        raise wrong_status(act, "The sign-up is not open.", ENTRANTS)


def _full(act: Act) -> bool:
    taking_part = sum(one.status in TAKING_PART for one in act.tournament.entrants.values())
    return 0 < act.tournament.capacity <= taking_part


def check_in(act: Act, command: co.CheckIn) -> None:
    """Before the first stage, of who has a place."""
    entrant = act.entrant(command.entrant)
    if entrant.status != "entered":
        message = f"{entrant.name} is {status_in_words(entrant)}, and cannot check in."
        raise Refused("cannot_check_in", message, CHECK_IN, field="entrant", hint="Ask an organizer.")
    _before_play(act)
    act.emit(ev.EntrantCheckedIn(entrant=entrant.id))


def admit(act: Act, command: co.Admit) -> None:
    """From the waiting list, or back again; where all places are taken somebody has to leave first."""
    entrant = act.entrant(command.entrant)
    if entrant.status not in ("waiting", "declined"):
        message = f"{entrant.name} is {status_in_words(entrant)}."
        raise Refused("not_waiting", message, ENTRANTS, field="entrant", hint="Choose one that waits.")
    if _full(act):
        message = f"All {act.tournament.capacity} places are taken."
        hint = "Take somebody off the list, or give the tournament more places."
        raise Refused("tournament_full", message, ENTRANTS, field="entrant", hint=hint)
    act.emit(ev.EntrantAdmitted(entrant=entrant.id))


def decline(act: Act, command: co.Decline) -> None:
    """Off the list, before the first stage has started; whoever waited longest gets the place."""
    entrant = act.entrant(command.entrant)
    if entrant.status not in ("waiting", *TAKING_PART):
        message = f"{entrant.name} is {status_in_words(entrant)}."
        raise Refused("not_on_the_list", message, ENTRANTS, field="entrant", hint="See the list of entrants.")
    _before_play(act)
    act.emit(ev.EntrantDeclined(entrant=entrant.id))
    waiting = [one for one in act.tournament.entrants.values() if one.status == "waiting"]
    if waiting and not _full(act):
        act.emit(ev.EntrantAdmitted(entrant=waiting[0].id, reason=f"{entrant.name} gives up its place."))


def seed(act: Act, command: co.Seed) -> None:
    """The strongest first; those that are left out follow in their order."""
    for place, name in enumerate(command.entrants):
        act.entrant(name, f"entrants[{place}]")
        if name in command.entrants[:place]:
            message = f"{act.name(name)} is listed twice."
            raise Refused(
                "entrant_twice", message, ENTRANTS, field=f"entrants[{place}]", hint="List each entrant once."
            )
    left_out = [one.id for one in by_seed(act.tournament.entrants.values()) if one.id not in command.entrants]
    order = (*command.entrants, *left_out)
    if order == tuple(one.id for one in by_seed(act.tournament.entrants.values())):
        message, hint = "They are in that order already.", "Give another order."
        raise Refused("nothing_to_change", message, ENTRANTS, field="entrants", hint=hint)
    act.emit(ev.EntrantsSeeded(entrants=order))


def by_seed(entrants: Iterable[Entrant]) -> list[Entrant]:
    """Entrants by their seeds, the strongest first."""
    return sorted(entrants, key=lambda one: (one.seed, len(one.id), one.id))


def status_in_words(entrant: Entrant) -> str:
    """How an entrant stands."""
    words = {"waiting": "on the waiting list", "checked_in": "checked in", "declined": "off the list"}
    return words.get(entrant.status, entrant.status)


def _before_play(act: Act) -> None:
    if act.tournament.status == "running":
        raise wrong_status(act, "The tournament has begun.", CHECK_IN)
