"""All that pages, the API, the admin, jobs and commands use of matches."""

from matches.access import Role, access
from matches.errors import DiceWanted, Stale
from matches.invitations import offers_to
from matches.loading import LoadedMatch
from matches.opening import NewFork, NewMatch, create_match, fork_match
from matches.play import Answer, give_command
from matches.queries import (
    VisibleMatch,
    events_page,
    legal_commands,
    load,
    match_document,
    pending_now,
    state_document,
    version_before,
)
from matches.replaying import MatchUpdate, entries_for, news_after, replay_document
from matches.seating import (
    Settings,
    assign_seat,
    change_settings,
    end_invitation,
    give_gm,
    invite,
    leave_seat,
    offer_seat,
    open_seats,
    set_title,
    set_visibility,
    take_seat,
)
from matches.transfer import export_match, import_file, import_match
from matches.verifying import verify_match

__all__ = [
    "Answer",
    "DiceWanted",
    "LoadedMatch",
    "MatchUpdate",
    "NewFork",
    "NewMatch",
    "Role",
    "Settings",
    "Stale",
    "VisibleMatch",
    "access",
    "assign_seat",
    "change_settings",
    "create_match",
    "end_invitation",
    "entries_for",
    "events_page",
    "export_match",
    "fork_match",
    "give_command",
    "give_gm",
    "import_file",
    "import_match",
    "invite",
    "leave_seat",
    "legal_commands",
    "load",
    "match_document",
    "news_after",
    "offer_seat",
    "offers_to",
    "open_seats",
    "pending_now",
    "replay_document",
    "set_title",
    "set_visibility",
    "state_document",
    "take_seat",
    "verify_match",
    "version_before",
]
