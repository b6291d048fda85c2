"""What a GM sees before confirming: each value that an act changes, and the events and rules that make it so."""

from campaigns.domain.event_base import Cause
from rules.kernel.messages import tag_of
from tests.campaigns.domain.nights import Night
from tests.rules.play import rule

PAIR = {"s1": ("ann", "h1"), "s2": ("bob", "h1")}
WHY = {"reason": "the wrong table"}


def reasons(night, kind, **fields):
    """By company, hero and field: each event behind it, its rule, and whether it is one that no longer counts."""
    return {
        line[:3]: [(tag_of(one.event), one.rule, bool(one.undone)) for one in line.why]
        for line in night.lines(kind, match="m1", **WHY, **fields)
    }


def check_numbers(night, kind, **fields):
    """Each event that no longer counts is the one of that number in its company's log."""
    for line in night.lines(kind, match="m1", **WHY, **fields):
        assert line.why, line
        for one in line.why:
            if one.undone:
                assert night.logs[f"company-{line.company}"][one.undone - 1] == one.event


@rule("KERNEL-CAMP-07")
def test_it_names_what_the_battle_did_and_the_rules_of_it():
    night = Night.running({"battle_income": 20, "fate": "deadly"}, ann=1, bob=1)
    night.do("buy_item", company="bob", item="dagger")
    night.do("assign_item", company="bob", hero="h1", item="dagger")
    night.fight("m1", PAIR, out=("s2-h1",), won=("s1",))
    assert reasons(night, "void_battle") == {
        ("ann", "", "gold"): [("gold_changed", "IST-Q-109", True)],
        ("ann", "h1", "xp"): [("xp_gained", "IST-XP-01", True)],
        ("bob", "", "gold"): [("gold_changed", "IST-Q-109", True)],
        ("bob", "", "leader"): [("leader_named", "KERNEL-CAMP-06", True)],
        ("bob", "", "stash"): [("item_returned", "KERNEL-CAMP-06", True)],
        ("bob", "h1", "equipment"): [("item_returned", "KERNEL-CAMP-06", True)],
        ("bob", "h1", "standing"): [("hero_fate_set", "IST-Q-100", True)],
    }
    check_numbers(night, "void_battle")


@rule("KERNEL-CAMP-07")
def test_it_names_the_event_of_the_match_that_is_behind_it():
    night = Night.running({"fate": "deadly"}, ann=1, bob=1)
    night.fight("m1", PAIR, out=("s2-h1",), won=("s1",))
    out = next(at for at, event in enumerate(night.matches["m1"].events, 1) if tag_of(event) == "model_out")
    (line,) = (line for line in night.lines("void_battle", match="m1", **WHY) if line.field == "standing")
    assert [one.because for one in line.why] == [Cause("m1", out)]


@rule("KERNEL-CAMP-07")
def test_it_names_the_choices_that_go_with_a_level():
    night = Night.running(ann=1, bob=1)
    night.do("award_xp", company="ann", hero="h1", amount=3, **WHY)
    night.do("choose_talent", company="ann", hero="h1", talent="cleave")
    night.fight("m1", PAIR)
    about = {"company": "ann", "hero": "h1"}
    night.do("raise_core", stat="power", **about)
    night.do("choose_talent", talent="toughness", **about)
    found = reasons(night, "void_battle")
    assert found["ann", "h1", "level"] == [("xp_gained", "IST-XP-01", True)]
    assert found["ann", "h1", "stats.power"] == [("core_raised", "IST-XP-03", True)]
    assert found["ann", "h1", "raised"] == [("core_raised", "IST-XP-03", True)]
    assert found["ann", "h1", "talents"] == [("talent_chosen", "IST-XP-04", True)]
    assert found["ann", "h1", "stats.health"] == [("talent_chosen", "IST-XP-04", True)]
    check_numbers(night, "void_battle")


@rule("KERNEL-CAMP-07")
def test_settling_again_tells_what_goes_and_what_comes():
    night = Night.running({"win_income": 30}, ann=1, bob=1)
    night.fight("m1", PAIR, won=("s1",))
    night.finish("m1", night.table("m1"), out=("s1-h1",), won=("s2",))
    assert reasons(night, "record_again") == {
        ("ann", "", "gold"): [("gold_changed", "IST-Q-109", True)],
        ("ann", "h1", "xp"): [("xp_gained", "IST-XP-01", True)],
        ("bob", "", "gold"): [("gold_changed", "IST-Q-109", False)],
    }
    check_numbers(night, "record_again")


@rule("KERNEL-CAMP-07")
def test_what_a_void_battle_would_bring_is_told_with_its_rules():
    night = Night.running(ann=1, bob=1)
    night.fight("m1", PAIR)
    night.do("void_battle", match="m1", **WHY)
    assert reasons(night, "record_again") == {
        ("ann", "h1", "xp"): [("xp_gained", "IST-XP-01", False)],
        ("bob", "h1", "xp"): [("xp_gained", "IST-XP-01", False)],
    }


@rule("KERNEL-CAMP-09", "KERNEL-CAMP-08")
def test_deeds_of_the_gm_are_reasons_themselves():
    night = Night.running(ann=1)
    (line,) = night.lines("fine", company="ann", amount=5, **WHY)
    assert [(one.event.reason, one.rule, one.undone, one.because) for one in line.why] == [
        ("the wrong table", "KERNEL-CAMP-08", 0, None)
    ]
    (line,) = night.lines("declare_fate", company="ann", hero="h1", fate="dead", **WHY)[:1]
    assert [(tag_of(one.event), one.rule) for one in line.why] == [("leader_named", "KERNEL-CAMP-09")]


@rule("KERNEL-CAMP-07", "IST-D-18")
def test_fates_that_come_to_be_owed_or_are_owed_no_more_are_told():
    night = Night.running({"fate": "gm"}, ann=1, bob=1)
    night.fight("m1", PAIR, out=("s2-h1",), won=("s1",))
    assert ("bob", "h1", "fates_owed", 1, 0) in night.preview("void_battle", match="m1", **WHY)
    assert reasons(night, "void_battle")["bob", "h1", "fates_owed"] == [("hero_fate_set", "IST-D-18", True)]
    night.do("void_battle", match="m1", **WHY)
    assert ("bob", "h1", "fates_owed", 0, 1) in night.preview("record_again", match="m1", **WHY)


@rule("KERNEL-CAMP-09")
def test_what_is_put_right_of_a_company_and_its_hall_is_told():
    night = Night.running({"hall_downtimes": 1}, ann=1)
    night.do("award_gold", company="ann", amount=500, **WHY)
    night.do("upgrade_hall", company="ann", upgrade="walls", by="ann")
    night.do("start_downtime")
    night.do("finish_upgrades", by="house", company="ann")
    night.do("upgrade_hall", company="ann", upgrade="clear_the_area", by="ann")
    gold = night.companies["ann"].gold

    def seen(field, value):
        return night.preview("correct", company="ann", field=field, value=value, **WHY)

    assert seen("name", "Owls") == {("ann", "", "name", "Ann's", "Owls")}
    assert seen("motto", "Up") == {("ann", "", "motto", "On", "Up")}
    assert seen("hall", "The Nest") == {("ann", "", "hall.name", "The Hall", "The Nest")}
    # Walls cost 100, Clear the Area 50 (IST-Q-105), and what was bought by mistake is paid back.
    assert seen("upgrades.walls", None) == {
        ("ann", "", "gold", gold, gold + 100),
        ("ann", "", "hall.upgrades", ("walls",), ()),
    }
    assert seen("upgrades.clear_the_area", None) == {
        ("ann", "", "gold", gold, gold + 50),
        ("ann", "", "hall.orders", ("clear_the_area",), ()),
    }
