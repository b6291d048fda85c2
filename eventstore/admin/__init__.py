"""The log in the admin site: everything to look at, nothing to change. What its streams are about, the apps say."""

from eventstore.admin.filters import ChoiceFilter, DayFilter
from eventstore.admin.following import SubscriptionAdmin
from eventstore.admin.log import CommandAdmin, EventAdmin, SealAdmin, StreamAdmin
from eventstore.admin.reading import ReadOnly, at, button, buttons, stream_address
from eventstore.admin.stories import Story, tells

__all__ = [
    "ChoiceFilter",
    "CommandAdmin",
    "DayFilter",
    "EventAdmin",
    "ReadOnly",
    "SealAdmin",
    "Story",
    "StreamAdmin",
    "SubscriptionAdmin",
    "at",
    "button",
    "buttons",
    "stream_address",
    "tells",
]
