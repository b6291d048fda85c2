"""Titles of battles for strangers: whoever has the address of one learns nothing of its campaign by them."""

from __future__ import annotations

import re

from matches.facts import Roster

OF_CAMPAIGN = re.compile(r"^.*, battle (\d+: )")
"""How a battle was called by its campaign, until it was no more."""
CUT_SHORT = "…"


def title_for_strangers(title: str, roster: Roster) -> str:
    """A title that the match has or had, without the campaign's in it, for who neither runs it nor sits in it.

    >>> title_for_strangers("The Long Winter, battle 2: Ann's against Bob's", Roster(campaign="c1"))
    "Battle 2: Ann's against Bob's"
    >>> title_for_strangers("The Long Winter, battle 2: Ann's against Bob's", Roster())
    "The Long Winter, battle 2: Ann's against Bob's"
    """
    if not roster.campaign:
        return title
    bare, found = OF_CAMPAIGN.subn(r"Battle \1", title)
    return "A battle" if not found and title.endswith(CUT_SHORT) else bare
