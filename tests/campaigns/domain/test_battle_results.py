"""Who has won a battle: the GM's side and alliances among them, and who pays for a lost invasion."""

import pytest

from tests.campaigns.domain.nights import Night
from tests.rules.play import rule

ORC = {"id": "orc", "kind": "monster", "power_max": 5, "finesse_max": 5, "will_max": 5}
GROUND = {"sides": {"gm": {"models": [ORC]}}}
PAIR = {"s1": ("ann", "h1"), "s2": ("bob", "h1")}
THREE = {**PAIR, "s3": ("cid", "h1")}


def results(night):
    """How the last recorded battle went, by company."""
    return {
        name: night.of(name, "battle_recorded")[0].result
        for name in night.companies
        if night.of(name, "battle_recorded")
    }


def fight(night, match, sides=PAIR, ground=GROUND, **how):
    """A battle on the GM's ground, to its record."""
    night.finish(match, night.start(match, sides, ground=ground), **how)
    night.do("record_battle", match=match)
    return night.campaign.battles[match]


@rule("KERNEL-CAMP-06", "IST-Q-99")
def test_whom_the_gms_side_has_beaten_has_lost():
    night = Night.running({"battle_income": 10, "win_income": 30}, ann=1, bob=1)
    battle = fight(night, "m1", out=("s1-h1", "s2-h1"))
    assert night.matches["m1"].outcome.winner == "gm"
    assert results(night) == {"ann": "lost", "bob": "lost"}
    assert (battle.winners, battle.winning_seats, battle.drawn) == ((), ("gm",), False)
    settled = night.told["campaign-k1"][-1]
    assert (settled.winners, settled.winning_seats) == ((), ("gm",))
    assert (night.gold("ann"), night.gold("bob")) == (410, 410)


@rule("KERNEL-CAMP-06")
def test_where_nobody_has_won_it_is_a_draw():
    night = Night.running({"win_income": 30}, ann=1, bob=1)
    battle = fight(night, "m1")
    assert (night.gold("ann"), night.gold("bob")) == (400, 400)
    assert results(night) == {"ann": "drawn", "bob": "drawn"}
    assert (battle.winners, battle.winning_seats, battle.drawn) == ((), (), True)
    night.do("void_battle", match="m1", reason="x")
    assert not night.campaign.battles["m1"].drawn


@rule("IST-Q-115", "IST-Q-109", "KERNEL-CAMP-06")
def test_all_companies_of_an_alliance_that_wins_have_won():
    night = Night.running({"win_income": 30}, ann=1, bob=1, cid=1)
    battle = fight(night, "m1", THREE, {}, won=("s1", "s3"))
    assert results(night) == {"ann": "won", "bob": "lost", "cid": "won"}
    assert (battle.winners, battle.winning_seats) == (("ann", "cid"), ("s1", "s3"))
    assert [night.gold(name) for name in ("ann", "bob", "cid")] == [430, 400, 430]


@rule("KERNEL-CAMP-06")
def test_a_battle_that_was_voided_is_nobodys():
    night = Night.running(ann=1, bob=1)
    fight(night, "m1", won=("gm",))
    night.do("void_battle", match="m1", reason="x")
    assert night.campaign.battles["m1"].winning_seats == ()
    night.do("record_again", match="m1", reason="x")
    assert night.campaign.battles["m1"].winning_seats == ("gm",)


# One company and the GM


@rule("IST-SETUP-01", "IST-XP-01", "IST-Q-114", "KERNEL-CAMP-05")
@pytest.mark.parametrize(("out", "result", "xp"), [(("orc",), "won", [1, 1]), (("s1-h1", "s1-h2"), "lost", [0, 0])])
def test_one_company_fights_the_gms_monsters(out, result, xp):
    night = Night.running(ann=2)
    battle = fight(night, "m1", {"s1": ("ann", "h1", "h2")}, out=out)
    assert results(night) == {"ann": result}
    assert battle.drawn is False
    assert [night.hero("ann", hero).xp for hero in ("h1", "h2")] == xp


@rule("KERNEL-CAMP-05", "KERNEL-ILL-24", "IST-SETUP-01")
def test_it_refuses_a_battle_with_nobody_to_fight():
    night = Night.running(ann=1, bob=1)
    alone = {"s1": {"company": "ann", "heroes": ["h1"]}}
    for sides, ground, code, field in (
        ({}, GROUND, "too_few_sides", "sides"),
        (alone, {}, "too_few_sides", "sides"),
        (alone, {"sides": 7}, "too_few_sides", "sides"),
        (alone, {**GROUND, "gm": False}, "too_few_players", "ground.sides"),
    ):
        night.refuses("start_battle", code, match="m1", sides=sides, ground=ground, at=field)


# Loot


def invade(night, number, won, sides=THREE):
    """Ann invades Bob, and others are in it; the gold of all three after it."""
    night.do("declare_invasion", company="ann", defender="bob", invasion=f"i{number}")
    night.fight(f"m{number}", sides, kind="invasion", invasion=f"i{number}", won=won)
    return [night.gold(name) for name in ("ann", "bob", "cid")]


@rule("IST-Q-108")
@pytest.mark.parametrize(
    ("won", "gold"),
    [
        (("s1",), [430, 370, 400]),
        (("s2",), [370, 430, 400]),
        (("s1", "s3"), [430, 370, 400]),
        (("s2", "s3"), [370, 430, 400]),
        (("s3",), [400, 400, 400]),
        (("s1", "s2"), [400, 400, 400]),
        ((), [400, 400, 400]),
    ],
)
def test_loot_goes_between_attacker_and_defender_alone(won, gold):
    night = Night.running({"invasion_loot": 30}, ann=1, bob=1, cid=1)
    assert invade(night, 1, won) == gold


@rule("IST-Q-108", "IST-HALL-02", "IST-CAMP-11", "IST-ILL-56")
def test_nobody_invades_a_company_that_is_in_a_battle():
    night = Night.running(ann=1, bob=1, cid=1)
    night.start("m1", {"s1": ("bob", "h1"), "s2": ("cid", "h1")})
    night.refuses(
        "declare_invasion", "company_in_battle", company="ann", defender="bob", invasion="i1", rule="IST-CAMP-11"
    )


# Invasions that do not come about


@rule("KERNEL-CAMP-02", "IST-HALL-02")
def test_the_end_of_a_campaign_withdraws_what_was_declared():
    night = Night.running(ann=1, bob=1, cid=1)
    invade(night, 1, ("s1",))
    night.do("declare_invasion", company="bob", defender="ann", invasion="i2")
    assert night.do("end_campaign") == ["invasion_withdrawn", "campaign_ended"]
    assert [one.stage for one in night.campaign.invasions.values()] == ["fought", "withdrawn"]
    night.do("reopen_campaign")
    opening = {
        "match": "m2",
        "sides": {"s1": {"company": "ann", "heroes": ["h1"]}, "s2": {"company": "bob", "heroes": ["h1"]}},
    }
    night.refuses("start_battle", "no_such_invasion", kind="invasion", invasion="i2", **opening)


@rule("KERNEL-CAMP-02", "IST-D-18", "IST-FATE-02")
def test_the_end_of_a_campaign_passes_the_fates_that_are_owed():
    night = Night.running({"fate": "gm"}, ann=1, bob=1)
    for match in ("m1", "m2"):
        night.fight(match, PAIR, out=("s2-h1",), won=("s1",))
    assert night.companies["bob"].open_fates == {"h1": ("m1", "m2")}
    assert night.do("end_campaign") == ["campaign_ended", "hero_fate_set", "hero_fate_set"]
    fates = [(one.fate, one.how, one.because.match) for one in night.of("bob", "hero_fate_set")]
    assert fates == [("taken_out", "passed", "m1"), ("taken_out", "passed", "m2")]
    assert (night.companies["bob"].open_fates, night.hero("bob").standing, night.hero("bob").xp) == ({}, "ready", 0)
    night.do("reopen_campaign")
    night.do("void_battle", match="m1", reason="x")
    night.do("declare_fate", company="bob", hero="h1", fate="dead", match="m2", reason="he died of it after all")
    assert night.hero("bob").standing == "dead"
    night.do("void_battle", match="m2", reason="x")
    assert (night.companies["bob"].open_fates, night.hero("bob").standing) == ({}, "ready")


@rule("KERNEL-CAMP-11", "IST-HALL-02")
def test_who_disbands_neither_invades_nor_is_invaded():
    night = Night.running(ann=1, bob=1, cid=1)
    for number, (attacker, defender) in enumerate((("ann", "bob"), ("bob", "ann"), ("cid", "bob")), 1):
        night.do("declare_invasion", company=attacker, defender=defender, invasion=f"i{number}")
    night.do("disband", by="ann", company="ann")
    assert [one.stage for one in night.campaign.invasions.values()] == ["withdrawn", "withdrawn", "declared"]
