"""The log in the admin site: everything to look at, nothing to change. What its streams are about, the apps say."""

from eventstore.admin.filters import ChoiceFilter, DayFilter, OwnSelectFilter
from eventstore.admin.log import CommandAdmin, EventAdmin, SealAdmin, StreamAdmin
from eventstore.admin.lookups import LONGEST_SEARCH, DeclaredLookups, SearchTooLong
from eventstore.admin.marks import HIDDEN, is_readable, mark_listed_events
from eventstore.admin.origins import StreamOrigins, brought, played_here
from eventstore.admin.read_only import ReadOnly, at, button, buttons, once, stream_address
from eventstore.admin.stream_info import StreamInfo, listed_for, stream_info_for, stream_names, titles_of
from eventstore.admin.subscriptions import SubscriptionAdmin

__all__ = [
    "HIDDEN",
    "LONGEST_SEARCH",
    "ChoiceFilter",
    "CommandAdmin",
    "DayFilter",
    "DeclaredLookups",
    "EventAdmin",
    "OwnSelectFilter",
    "ReadOnly",
    "SealAdmin",
    "SearchTooLong",
    "StreamAdmin",
    "StreamInfo",
    "StreamOrigins",
    "SubscriptionAdmin",
    "at",
    "brought",
    "button",
    "buttons",
    "is_readable",
    "listed_for",
    "mark_listed_events",
    "once",
    "played_here",
    "stream_address",
    "stream_info_for",
    "stream_names",
    "titles_of",
]
