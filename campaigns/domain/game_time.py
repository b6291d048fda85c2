"""The clock of a campaign: game time that the GM lets pass, and what ends by it. [KERNEL-CAMP-15]"""

from __future__ import annotations

from campaigns.domain.campaign import between_battles as bb, commands as co, events as ev
from campaigns.domain.campaign.decide.stages import running
from campaigns.domain.campaign.house_rules import customs_of
from campaigns.domain.world import Act
from rules.kernel.errors import Refused

CLOCK = "KERNEL-CAMP-15"
HOURS_A_DAY = 24


def day_of(hour: int) -> int:
    """The day of the campaign that an hour is in, from 1 on.

    >>> day_of(0), day_of(23), day_of(24)
    (1, 1, 2)
    """
    return hour // HOURS_A_DAY + 1


def advance_clock(act: Act, command: bb.AdvanceClock) -> None:
    """So many days and hours pass; battles may be open."""
    running(act.campaign)
    hours = command.hours + HOURS_A_DAY * command.days
    if not hours:
        hint = "Give at least one hour or one day."
        raise Refused("nothing_to_change", "No time would pass.", CLOCK, field="hours", hint=hint)
    _let_pass(act, hours)


def start_downtime(act: Act, command: co.StartDowntime) -> None:
    """The next downtime; battles may be open. By house rule days pass with it."""
    running(act.campaign)
    act.emit(ev.DowntimeStarted(number=act.campaign.downtime + 1))
    days = customs_of(act.campaign.rules).downtime_days
    if days:
        _let_pass(act, HOURS_A_DAY * days)


def _let_pass(act: Act, hours: int) -> None:
    act.emit(ev.ClockAdvanced(hours=hours, hour=act.campaign.hour + hours))
