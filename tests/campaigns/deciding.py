"""Commands of campaigns as their deciders take them, with nothing written."""

from contextlib import contextmanager

import pytest

from campaigns import service
from campaigns.access import member
from campaigns.dice import committed, with_dice
from campaigns.domain import acts
from campaigns.loading import DecisionContext, load_campaign
from rules.kernel.dice import HouseDice
from rules.kernel.errors import Malformed, Refused
from web.errors import Unreadable

DICE = HouseDice(b"y" * 32)


def whole(command):
    """A command with what the server fills in: ids, and the account of somebody who is invited by name."""
    filled = dict.fromkeys(service.FILLED_HERE.get(acts.COMMANDS[command["type"]], ()), "made-here")
    return {**({"account": "0" * 32} if command["type"] == "invite" else {}), **filled, **command}


def is_done(campaign, who, command):
    """Whether a command would be carried out; False where the rules refuse it. `Malformed` where it cannot be read.

    So is ground on which the game could not open the match: the campaign refuses that as ``bad_ground``.
    """
    seen, order = load_campaign(campaign), acts.parse(whole(command))
    try:
        order = with_dice(order, seen, committed(order))
        acts.decide(DecisionContext(seen, order).world, order, member(who), DICE, batch="asked")
    except Refused as no:
        if no.code == "bad_ground":
            raise Malformed(no.message, no.field) from no
        return False
    return True


@contextmanager
def readable(form, what):
    """Fails where what is sent of a form cannot be read."""
    try:
        yield
    except (Malformed, Unreadable) as error:
        pytest.fail(f"{form}, {what}: {error}")
