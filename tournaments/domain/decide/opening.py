"""How a tournament begins and ends, what it is called, who may see it, and who runs it."""

from __future__ import annotations

from campaigns.domain.company.decide.naming import tidy
from rules.kernel.errors import Refused
from tournaments.domain import commands as co, events as ev
from tournaments.domain.rights import RULE as WHO_MAY, roles_of
from tournaments.domain.world import ENTRANTS, TOURNAMENT, Act


def open_tournament(act: Act, command: co.OpenTournament) -> None:
    """A draft in a campaign that goes on, with its GM as the organizer."""
    if act.world.tournament is not None:
        message, hint = "There already is a tournament with that id.", "Use another id."
        raise Refused("tournament_exists", message, TOURNAMENT, field="tournament", hint=hint)
    if not act.campaign.going_on:
        message, hint = f"{act.campaign.title} is over.", "Reopen the campaign, or name another."
        raise Refused("campaign_over", message, TOURNAMENT, field="campaign", hint=hint)
    act.emit(
        ev.TournamentOpened(
            tournament=command.tournament,
            campaign=command.campaign,
            game=act.campaign.game,
            title=titled(command.title, "title"),
            account=act.by.account or act.campaign.gm,
            name=act.by.name,
            visibility=command.visibility,
            capacity=command.capacity,
            check_in=command.check_in,
        )
    )


def titled(title: str, field: str, longest: int = 120) -> str:
    """The text without blanks that say nothing; refused where nothing of it can be seen, or not all, or too much."""
    title = tidy(title)
    if not 1 <= len(title) <= longest or not title.isprintable():
        message = f"The {field} has 1 to {longest} visible characters."
        raise Refused("bad_name", message, TOURNAMENT, field=field, hint="Give another one.")
    return title


def change(act: Act, command: co.ChangeTournament) -> None:
    """What is given, where it is something else than before."""
    was = act.tournament
    title = was.title if command.title is None else titled(command.title, "title")
    now = ev.TournamentChanged(
        title=title,
        visibility=command.visibility or was.visibility,
        capacity=was.capacity if command.capacity is None else command.capacity,
        check_in=was.check_in if command.check_in is None else command.check_in,
    )
    if (now.title, now.visibility, now.capacity, now.check_in) == (
        was.title,
        was.visibility,
        was.capacity,
        was.check_in,
    ):
        raise Refused("nothing_to_change", "It is like that already.", TOURNAMENT, hint="Say what is to be different.")
    act.emit(now)


def set_roles(act: Act, command: co.SetRoles) -> None:
    """Duties for somebody else; the organizer stays the one there is."""
    if not command.account:
        raise Refused("unknown_account", "Name an account.", WHO_MAY, field="account", hint="Name one by its key.")
    had, roles = roles_of(act.tournament, command.account), tuple(dict.fromkeys(command.roles))
    if "organizer" in {*had, *roles}:
        message, hint = "A tournament has one organizer, who stays it.", "Make others co-organizers."
        raise Refused("one_organizer", message, WHO_MAY, field="roles", hint=hint)
    if {*had} == {*roles}:
        message, hint = "These are their duties already.", "Choose others."
        raise Refused("nothing_to_change", message, WHO_MAY, field="roles", hint=hint)
    known = act.tournament.officials.get(command.account)
    name = command.name or (known.name if known is not None else "")
    act.emit(ev.RolesSet(account=command.account, name=name, roles=roles))


def open_sign_up(act: Act, _command: co.OpenSignUp) -> None:
    """Before anything is played."""
    if act.tournament.status != "draft":
        raise wrong_status(act, "The sign-up opens before the first stage starts.")
    act.emit(ev.SignUpOpened())


def close_sign_up(act: Act, _command: co.CloseSignUp) -> None:
    """One that is open."""
    if act.tournament.status != "sign_up":
        raise wrong_status(act, "The sign-up is not open.", ENTRANTS)
    act.emit(ev.SignUpClosed())


def end(act: Act, _command: co.EndTournament) -> None:
    """Once everything that was started is finished."""
    if act.tournament.status != "running":
        raise wrong_status(act, "Only a tournament that runs can be ended.")
    going = next((stage for stage in act.tournament.stages.values() if stage.status == "running"), None)
    if going is not None:
        message, hint = f"{going.name} is not finished.", "Finish the stage first."
        raise Refused("stage_not_finished", message, TOURNAMENT, hint=hint)
    act.emit(ev.TournamentEnded())


def reopen(act: Act, _command: co.ReopenTournament) -> None:
    """One that is over."""
    if act.tournament.status != "ended":
        raise wrong_status(act, "Only an ended tournament can be reopened.")
    act.emit(ev.TournamentReopened())


STATUS_WORDS = {"draft": "a draft", "sign_up": "open for sign-up", "running": "running", "ended": "over"}


def wrong_status(act: Act, message: str, rule: str = TOURNAMENT) -> Refused:
    """The refusal of what is not for a tournament as it stands."""
    now = f"{message} {act.tournament.title} is {STATUS_WORDS[act.tournament.status]}."
    return Refused("wrong_status", now, rule, hint="See how the tournament stands.")
