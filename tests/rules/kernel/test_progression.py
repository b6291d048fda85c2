"""The parts of a game between its matches, as they are in a game that has none of them."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.errors import Refused
from rules.kernel.progression import Figure, Growth, Halls, Trade
from tests.rules.play import rule

FIGURE = Figure(id="h1", name="Asa")


def refused(act: Any, *arguments: Any) -> Refused:
    with pytest.raises(Refused) as caught:
        act(None, *arguments)
    return caught.value


@rule("KERNEL-CAMP-08")
def test_a_game_without_trade_has_no_prices_and_sells_nothing() -> None:
    trade: Trade[Any] = Trade()
    assert (trade.starting_gold, trade.goods(None), trade.worth(None, FIGURE)) == (0, (), 0)
    assert (trade.income(None, won=True), trade.loot(None), trade.price_of_figure(None, "orc")) == (0, 0, 0)
    for no in (
        refused(trade.price_of_item, "dagger"),
        refused(trade.resale, "dagger"),
        refused(trade.check_kit, FIGURE, "dagger"),
    ):
        assert (no.code, no.rule, no.field) == ("item_not_for_sale", "KERNEL-CAMP-08", "item")


@rule("KERNEL-CAMP-11")
def test_a_game_without_growth_has_one_level_and_no_choices() -> None:
    growth: Growth[Any] = Growth()
    assert (growth.level(None, 1000), growth.experience(None, "survived"), growth.choices) == (1, 0, {})
    assert (growth.earned(None, FIGURE), growth.owed(None, FIGURE), growth.options(None, FIGURE, "core")) == (
        {},
        {},
        {},
    )
    no = refused(growth.choose, FIGURE, "talent", "rage")
    assert (no.code, no.rule, no.field) == ("no_such_choice", "KERNEL-CAMP-11", "talent")


def test_a_game_without_halls_has_nothing_to_build() -> None:
    halls: Halls[Any] = Halls()
    assert (halls.upgrades(None), halls.from_founding_gold(None)) == ({}, True)
