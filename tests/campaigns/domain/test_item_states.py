"""Items that are broken, dropped, lost: told by battles, mended by the GM, left at home. [KERNEL-CAMP-18]"""

import pytest

from rules.kernel.progression import Figure
from tests.campaigns.domain.bouts import Season
from tests.campaigns.domain.nights import Night
from tests.rules.play import rule


@pytest.fixture
def season(ring):
    return Season.running(ann=2, bob=2)


def belt(season, value, **fields):
    order = {"company": "bob", "hero": "h1", "field": "items.belt", "value": value, "reason": "x"}
    return season.do("correct", **{**order, **fields})


@rule("KERNEL-CAMP-18")
def test_a_battle_tells_what_became_of_items(season):
    season.bout("m1", red="ann", blue="bob", off="blue")
    assert season.hero("bob").item_states == {"belt": "dropped"}
    (told,) = season.of("bob", "item_state_changed")
    assert (told.old, told.new, told.why, told.because.match) == (None, "dropped", "battle", "m1")
    assert season.hero("bob").equipment == ("belt",)  # it is still the hero's


@rule("KERNEL-CAMP-18", "KERNEL-CAMP-09")
def test_the_gm_mends_and_breaks(season):
    season.bout("m1", red="ann", blue="bob", off="blue")
    assert belt(season, None) == ["item_state_changed"]
    assert (season.hero("bob").item_states, season.of("bob", "item_state_changed")[0].why) == ({}, "gm")
    belt(season, "broken")
    assert season.hero("bob").item_states == {"belt": "broken"}


@rule("KERNEL-CAMP-18", "KERNEL-ILL-43")
def test_it_refuses_items_and_states_that_there_are_not(season):
    order = {"company": "bob", "hero": "h1", "reason": "x"}
    season.refuses("correct", "nothing_to_change", **order, field="items.sword", value="lost", at="field")
    season.refuses("correct", "bad_value", **order, field="items.belt", value="rusty", at="value")
    season.refuses("correct", "nothing_to_change", **order, field="items.belt", value=None, at="value")


@pytest.mark.parametrize(
    ("states", "at_hand"),
    [
        ({}, ("dagger", "dagger", "spear")),
        ({"dagger": "lost"}, ("dagger", "spear")),
        ({"dagger": "dropped", "spear": "destroyed"}, ("dagger",)),
        ({"spear": "broken", "dagger": "damaged"}, ("dagger", "dagger", "spear")),
        ({"halo": "lost"}, ("dagger", "dagger", "spear")),
    ],
)
@rule("KERNEL-CAMP-18")
def test_what_is_gone_is_not_at_hand(states, at_hand):
    figure = Figure(id="h1", name="Asa", equipment=("dagger", "dagger", "spear"), item_states=states)
    assert figure.at_hand == at_hand


@rule("KERNEL-CAMP-18")
def test_what_is_lost_is_not_fielded():
    night = Night.running(ann=1, bob=1)
    for item in ("dagger", "spear"):
        night.do("buy_item", by="ann", company="ann", item=item)
        night.do("assign_item", by="ann", company="ann", hero="h1", item=item)
    night.do("correct", company="ann", hero="h1", field="items.spear", value="lost", reason="x")
    game = night.start("m1", {"s1": ("ann", "h1"), "s2": ("bob", "h1")})
    model = next(one for one in game.state.models if one.id == "s1-h1")
    assert [one for one in ("dagger", "spear") if one in repr(model)] == ["dagger"]


@rule("KERNEL-CAMP-18", "KERNEL-ILL-43")
def test_it_refuses_to_stash_what_is_not_whole():
    night = Night.running(ann=1)
    night.do("buy_item", by="ann", company="ann", item="spear", count=2)
    night.do("assign_item", by="ann", company="ann", hero="h1", item="spear")
    night.do("correct", company="ann", hero="h1", field="items.spear", value="broken", reason="x")
    stash = {"company": "ann", "hero": "h1", "item": "spear"}
    night.refuses("return_item", "item_not_whole", by="ann", **stash, rule="KERNEL-CAMP-18", at="item")
    night.do("correct", company="ann", hero="h1", field="items.spear", value=None, reason="x")
    night.do("return_item", by="ann", **stash)


@rule("KERNEL-CAMP-18")
def test_what_the_dead_had_not_at_hand_is_gone_with_them():
    night = Night.running(ann=1)
    for item in ("dagger", "spear"):
        night.do("buy_item", by="ann", company="ann", item=item)
        night.do("assign_item", by="ann", company="ann", hero="h1", item=item)
    night.do("correct", company="ann", hero="h1", field="items.spear", value="destroyed", reason="x")
    night.do("declare_fate", company="ann", hero="h1", fate="dead", reason="x")
    assert (night.companies["ann"].stash, night.hero("ann").equipment) == ({"dagger": 1}, ("spear",))


# Undone


@rule("KERNEL-CAMP-18", "KERNEL-CAMP-07")
def test_a_void_battle_gives_back_what_was_dropped_in_it(season):
    season.bout("m1", red="ann", blue="bob", off="blue")
    season.do("void_battle", match="m1", reason="x")
    assert season.hero("bob").item_states == {}
    season.do("record_again", match="m1", reason="x")
    assert season.hero("bob").item_states == {"belt": "dropped"}


@rule("KERNEL-CAMP-18", "KERNEL-CAMP-07")
def test_what_the_gm_has_said_since_holds(season):
    season.bout("m1", red="ann", blue="bob", off="blue")
    belt(season, None)
    season.do("record_again", match="m1", reason="x")
    assert season.hero("bob").item_states == {}
    belt(season, "destroyed")
    season.do("void_battle", match="m1", reason="x")
    assert season.hero("bob").item_states == {"belt": "destroyed"}


@rule("KERNEL-CAMP-18", "KERNEL-CAMP-07")
def test_what_was_broken_before_is_so_again_without_the_battle(season):
    belt(season, "broken")
    season.bout("m1", red="ann", blue="bob", off="blue")
    assert season.hero("bob").item_states == {"belt": "dropped"}
    season.do("record_again", match="m1", reason="x")
    assert season.hero("bob").item_states == {"belt": "dropped"}
    season.do("void_battle", match="m1", reason="x")
    assert season.hero("bob").item_states == {"belt": "broken"}


@rule("KERNEL-CAMP-18", "KERNEL-CAMP-07")
def test_a_void_battle_does_not_mend_what_was_destroyed_since(season):
    season.bout("m1", red="ann", blue="bob", off="blue")
    belt(season, "destroyed")
    season.do("void_battle", match="m1", reason="x")
    assert season.hero("bob").item_states == {"belt": "destroyed"}
