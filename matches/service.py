"""All that pages, the API, the admin, jobs and commands use of matches."""

from matches.access import ANYBODY, THE_HOUSE, Person, Role, access, person
from matches.errors import (
    Busy,
    DiceWanted,
    Forbidden,
    KeyReused,
    NotThere,
    Refusal,
    Stale,
    Unreadable,
)
from matches.loading import LoadedMatch
from matches.opening import NewFork, NewMatch, create_match, fork_match
from matches.play import Answer, give_command
from matches.reading import (
    Seen,
    events_page,
    legal_commands,
    load,
    match_document,
    pending_now,
    state_document,
)
from matches.replaying import entries_after, replay_document
from matches.seating import (
    Settings,
    assign_seat,
    change_settings,
    give_gm,
    invite,
    leave_seat,
    open_seats,
    set_title,
    set_visibility,
    take_seat,
    user_named,
)
from matches.transfer import export_match, import_match
from matches.verifying import verify_match

__all__ = [
    "ANYBODY",
    "THE_HOUSE",
    "Answer",
    "Busy",
    "DiceWanted",
    "Forbidden",
    "KeyReused",
    "LoadedMatch",
    "NewFork",
    "NewMatch",
    "NotThere",
    "Person",
    "Refusal",
    "Role",
    "Seen",
    "Settings",
    "Stale",
    "Unreadable",
    "access",
    "assign_seat",
    "change_settings",
    "create_match",
    "entries_after",
    "events_page",
    "export_match",
    "fork_match",
    "give_command",
    "give_gm",
    "import_match",
    "invite",
    "leave_seat",
    "legal_commands",
    "load",
    "match_document",
    "open_seats",
    "pending_now",
    "person",
    "replay_document",
    "set_title",
    "set_visibility",
    "state_document",
    "take_seat",
    "user_named",
    "verify_match",
]
