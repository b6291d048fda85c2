"""Offences, bans, appeals: what officers and captains do about them. [KERNEL-TOUR-80 to KERNEL-TOUR-97]"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from campaigns.domain.event_base import Cause
from rules.kernel.errors import Refused
from tournaments.domain import commands as co, events as ev
from tournaments.domain.discipline import commands as dc
from tournaments.domain.discipline.appeals import file_appeal, gives_back, rule_on
from tournaments.domain.discipline.facts import Appeal, Ban, Lift, Offence
from tournaments.domain.discipline.house_rules import check_discipline
from tournaments.domain.discipline.ledger import given_back, reading_of
from tournaments.domain.discipline.offences import OFFENCES, Changed, decided
from tournaments.domain.evolve import evolve
from tournaments.domain.rights import RULE as WHO_MAY, is_organizer, plays
from tournaments.domain.state import Friendly
from tournaments.domain.suspensions import last_key, ledger_of, order_key
from tournaments.domain.world import TOURNAMENT, Act


def set_discipline(act: Act, command: dc.SetDiscipline) -> None:
    """Other rules, which the whole ledger is read by from now on."""
    check_discipline(command.rules)
    if command.rules == act.tournament.discipline:
        message, hint = "These are its rules already.", "Say what is to be different."
        raise Refused("nothing_to_change", message, TOURNAMENT, field="rules", hint=hint)
    act.emit(ev.DisciplineSet(rules=command.rules))


def record_offence(act: Act, command: dc.RecordOffence) -> None:
    """An officer's decision, and the ban that it opens."""
    entrant = act.entrant(command.entrant)
    name = _hero_name(act, entrant.company, command.hero)
    if (
        command.fixture
        and act.stage(act.fixture(command.fixture).stage).rounds.get(act.fixture(command.fixture).round) != "published"
    ):
        message, hint = "That fixture is a draft.", "Publish its round first."
        raise Refused("not_published", message, OFFENCES, field="fixture", hint=hint)
    if command.fixture and entrant.id not in act.fixture(command.fixture).sides:
        message, hint = f"{entrant.name} does not play that fixture.", "Name one of its own."
        raise Refused("not_a_side", message, OFFENCES, field="fixture", hint=hint)
    offence = Offence(
        id=f"o{act.next_number}",
        entrant=entrant.id,
        kind=command.kind,
        hero=command.hero,
        hero_name=name,
        fixture=command.fixture,
        rule=command.rule,
        reason=command.reason.strip(),
        points=command.points,
        at=last_key(act.tournament),
        day=act.world.today,
    )
    ban = decided(offence, command.matches, suspended=command.suspended, probation=command.probation)
    act.emit(ev.OffenceRecorded(offence=offence, number=act.next_number))
    if ban is not None:
        act.emit(ev.BanOpened(ban=ban, number=act.next_number))


def put_offences_on_record(act: Act, changed: Changed, bans: Sequence[Ban]) -> None:
    """What a battle has brought, each with the ban that it opens; what it does not bring any more is withdrawn."""
    match = next((one.match for one in (*changed.came, *changed.gone)), "")
    for offence in changed.gone:
        act.emit(ev.OffenceWithdrawn(offence=offence.id))
    for offence in changed.came:
        act.emit(ev.OffenceRecorded(offence=offence, number=act.next_number, because=Cause(match, offence.event)))
        for ban in bans:
            if offence.id in ban.causes:
                act.emit(ev.BanOpened(ban=ban, number=act.next_number, because=Cause(match, offence.event)))


def record_friendly(act: Act, command: co.RecordFriendly) -> None:
    """One that entrants have fought elsewhere in the campaign, or that does not count any more."""
    known = act.tournament.friendlies.get(command.match)
    entrants = {one: act.entrant(one, f"fielded.{one}") for one in command.fielded}
    order = known.order if known is not None else order_key(act.world.today, act.next_number)
    friendly = Friendly(fielded={name: command.fielded[name] for name in entrants}, order=order)
    if known == (friendly if command.counts else None):
        message, hint = "There is nothing new about that friendly.", "There is nothing to do."
        raise Refused("game_known", message, OFFENCES, field="match", hint=hint)
    act.emit(ev.FriendlyRecorded(match=command.match, friendly=friendly, counts=command.counts))


def _hero_name(act: Act, company: str, hero: str) -> str:
    known = act.campaign.companies.get(company)
    if not hero:
        return ""
    if known is None or hero not in known.everybody:
        message, hint = f"The entrant has no hero {hero!r}.", "Name a hero of its company by its id."
        raise Refused("unknown_hero", message, OFFENCES, field="hero", hint=hint)
    return known.everybody[hero]


def withdraw_offence(act: Act, command: dc.WithdrawOffence) -> None:
    """What an officer has decided; what a match has brought is corrected there."""
    offence = next((one for one in act.tournament.offences if one.id == command.offence), None)
    if offence is None:
        message, hint = f"There is no offence {command.offence!r}.", "Name one by its id."
        raise Refused("unknown_offence", message, OFFENCES, field="offence", hint=hint)
    if offence.match:
        message, hint = "This comes from a battle.", "Lift its ban, or void the battle."
        raise Refused("from_a_battle", message, OFFENCES, field="offence", hint=hint)
    before = ledger_of(act.tournament)
    after = ledger_of(evolve(act.tournament, ev.OffenceWithdrawn(offence=offence.id)))
    act.emit(ev.OffenceWithdrawn(offence=offence.id, given_back=given_back(before, after)))


def lift_ban(act: Act, command: dc.LiftBan) -> None:
    """One that keeps somebody out."""
    reading = reading_of(ledger_of(act.tournament), command.ban)
    if reading.state not in ("running", "waiting", "stayed", "suspended"):
        message, hint = "This ban keeps nobody out.", "There is nothing to do."
        raise Refused("ban_is_over", message, OFFENCES, field="ban", hint=hint)
    lift = Lift(ban=command.ban, at=last_key(act.tournament), reason=command.reason.strip())
    act.emit(ev.BanLifted(lift=lift))


def file(act: Act, command: dc.FileAppeal) -> None:
    """For the entrant whose hero is banned."""
    ledger = ledger_of(act.tournament)
    entrant = reading_of(ledger, command.ban).ban.entrant
    if not is_organizer(act) and not plays(act.tournament, act.campaign, act.by.account, entrant):
        message, hint = "Only whoever plays the company appeals for its heroes.", "Name a ban of your own heroes."
        raise Refused("not_yours", message, WHO_MAY, field="ban", hint=hint)
    appeal = Appeal(
        id=f"a{act.next_number}",
        ban=command.ban,
        by=act.by.name or act.by.account,
        reason=command.reason.strip(),
        filed=last_key(act.tournament),
    )
    act.emit(ev.AppealFiled(appeal=file_appeal(ledger, appeal, date.fromisoformat(act.world.today))))


def rule(act: Act, command: dc.RuleOnAppeal) -> None:
    """With a reason."""
    ledger = ledger_of(act.tournament)
    ruled = rule_on(
        ledger,
        command.appeal,
        command.ruling,
        reason=command.reason.strip(),
        at=last_key(act.tournament),
        length=command.length,
    )
    act.emit(ev.AppealRuled(appeal=ruled, given_back=gives_back(ledger.record, ruled)))
