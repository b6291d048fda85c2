"""Heroes of companies to test with, and what battles mean for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from rules.istra.campaign_rules import CampaignRules
from rules.istra.progression import PROGRESSION
from rules.kernel.dice import TableDice
from rules.kernel.errors import NeedDice, Refused
from rules.kernel.progression import Consequence, Figure, FinishedMatch, RecruitOrder
from rules.kernel.reading import read
from rules.kernel.rolls import Need
from tests.rules.istra.skirmish import Skirmish


def house(**switches: Any) -> CampaignRules:
    """Campaign switches as a campaign reads and judges them."""
    rules = read(switches, CampaignRules, "house_rules")
    PROGRESSION.check_rules(rules)
    return rules


BOOK = house()


def order(name: str = "Ilse", race: str = "human", calling: str = "fighter", **fields: Any) -> RecruitOrder:
    return RecruitOrder(id=name.lower(), name=name, race=race, calling=calling, **fields)


def recruit(
    name: str = "Ilse", race: str = "human", calling: str = "fighter", rules: CampaignRules = BOOK, **fields: Any
) -> Figure:
    return PROGRESSION.recruit(rules, order(name, race, calling, **fields))


def refused(code: str, call: Any, *args: Any) -> Refused:
    """Assert that something is refused with `code`, by a row of the catalogue, naming the field."""
    with pytest.raises(Refused) as caught:
        call(*args)
    assert caught.value.code == code, f"refused as {caught.value} instead of {code}"
    assert caught.value.rule.startswith("IST-")
    assert caught.value.message
    assert caught.value.field
    assert caught.value.hint
    return caught.value


def settled(
    fight: Skirmish,
    models: Mapping[str, str],
    rules: CampaignRules = BOOK,
    dice: Sequence[int] = (),
    resting: Sequence[str] = (),
) -> dict[str, Consequence]:
    """What a battle means for the heroes behind its models. Fails when dice are lacking or left over."""
    tape = TableDice(dice)
    played = FinishedMatch(fight.state, fight.events, models, resting=resting)
    found = PROGRESSION.settle(rules, played, tape)
    assert not tape.unused, f"dice are left over: {tape.unused}"
    return {one.figure: one for one in found}


def wanted(fight: Skirmish, models: Mapping[str, str], rules: CampaignRules) -> Need:
    """The roll that a settlement waits for."""
    with pytest.raises(NeedDice) as caught:
        PROGRESSION.settle(rules, FinishedMatch(fight.state, fight.events, models), TableDice())
    return caught.value.need
