"""The same campaigns with squads of Ishmêk: no gold, no levels; who is barred stays barred until the GM lifts it."""

from campaigns.domain.battles import battle_setup
from campaigns.domain.world import World
from rules.ishmek.system import ISHMEK
from tests.campaigns.domain.nights import Night
from tests.rules.play import Play, rule

PAIR = {"home": {"company": "ann", "heroes": ["h1", "h2"]}, "away": {"company": "bob", "heroes": ["h1"]}}
GROUND = {"turns_total": 4}


def league():
    night = Night(game="ishmek")
    night.do("start_campaign")
    for owner, players in (("ann", 3), ("bob", 1)):
        night.join(owner)
        night.found(owner, players)
    return night


def opened(night, match):
    night.do("start_battle", match=match, sides=PAIR, ground=GROUND)
    world = World(night.campaign, night.companies)
    return Play.setup(ISHMEK, battle_setup(world, match, GROUND))


def dismissed():
    """The league after a match in which Ann's first player was dismissed, and Ann gave it up."""
    night = league()
    game = opened(night, "m1")
    game.do({"type": "dismiss", "player": "home-h1", "reason": "a knife"}, by="gm")
    game.do({"type": "forfeit", "team": "home", "reason": "shame"}, by="gm")
    night.keep("m1", game)
    night.do("record_battle", by="house", match="m1")
    return night


@rule("KERNEL-CAMP-05")
def test_a_squad_is_fielded_and_costs_nothing():
    night = league()
    assert night.gold("ann") == 0
    game = opened(night, "m1")
    assert [player.name for player in game.state.players] == ["Ann 1", "Ann 2", "Bob 1"]


@rule("KERNEL-CAMP-08")
def test_what_costs_nothing_is_had_in_debt_too():
    night = league()
    night.do("set_house_rule", name="debt", value="on")
    night.do("fine", company="bob", amount=5, reason="a brawl")
    night.recruit("bob", "Late")
    assert (night.gold("bob"), len(night.companies["bob"].heroes)) == (-5, 2)


@rule("KERNEL-CAMP-09", "ISH-SR-01")
def test_a_figure_of_a_sheet_is_corrected_within_the_bounds_of_the_stat_block():
    """Modifiers are -5 to 10, the proficiency bonus is 2 to 6."""
    night = league()
    about = {"company": "ann", "hero": "h1", "reason": "misread"}
    night.do("correct", field="stats.str_mod", value=-5, **about)
    assert night.hero("ann").stats["str_mod"] == -5
    for field, value in (("stats.str_mod", -6), ("stats.dex_mod", 11), ("stats.prof", 1), ("stats.prof", 7)):
        night.refuses("correct", "bad_value", field=field, value=value, at="value", **about)
    night.refuses("correct", "unknown_item", company="ann", field="stash.orb", value=1, reason="found", at="field")


@rule("KERNEL-CAMP-06", "KERNEL-CAMP-09")
def test_who_is_dismissed_is_barred_until_the_gm_lifts_it():
    night = dismissed()
    assert night.campaign.battles["m1"].winners == ("bob",)
    assert night.hero("ann").absence.why == "dismissed"
    assert night.of("ann", "absence_set")[0].because.event
    night.refuses("start_battle", "player_barred", match="m2", sides=PAIR, at="sides.home.heroes[0]")
    night.do("correct", company="ann", hero="h1", field="absence", value=None, reason="pardoned")
    opened(night, "m2")


@rule("KERNEL-CAMP-07")
def test_a_ban_goes_with_its_match():
    night = dismissed()
    night.do("void_battle", match="m1", reason="the wrong rules")
    assert night.hero("ann").absence is None


@rule("KERNEL-CAMP-09", "KERNEL-CAMP-08", "KERNEL-CAMP-11")
def test_what_the_gm_may_not_put_right_cites_no_other_game():
    night, why = league(), {"reason": "x"}
    night.do("retire_hero", company="ann", hero="h3")
    about = {"company": "ann", "hero": "h1", **why}
    for kind, code, row, fields in (
        ("correct", "unknown_field", "KERNEL-CAMP-09", {**about, "field": "luck", "value": 1}),
        ("correct", "bad_value", "KERNEL-CAMP-09", {**about, "field": "stats.prof", "value": "much"}),
        ("correct", "nothing_to_change", "KERNEL-CAMP-09", {**about, "field": "xp", "value": 0}),
        ("correct", "missing_hero_field", "KERNEL-CAMP-11", {**about, "field": "name", "value": " "}),
        ("correct", "unknown_hero", "KERNEL-CAMP-11", {**about, "hero": "h9", "field": "xp", "value": 1}),
        ("declare_fate", "unknown_battle", "KERNEL-CAMP-06", {**about, "fate": "dead", "match": "m9"}),
        ("declare_fate", "hero_gone", "KERNEL-CAMP-11", {**about, "hero": "h3", "fate": "dead"}),
        ("award_xp", "hero_gone", "KERNEL-CAMP-11", {**about, "hero": "h3", "amount": 1}),
        ("fine", "not_enough_gold", "KERNEL-CAMP-08", {"company": "ann", "amount": 1, **why}),
        ("transfer", "not_in_stash", "KERNEL-CAMP-08", {"company": "ann", "to": "bob", "items": {"orb": 1}, **why}),
    ):
        night.refuses(kind, code, rule=row, **fields)
    game = opened(night, "m1")
    assert game.outcome is None
    night.refuses("correct", "company_in_battle", rule="KERNEL-CAMP-05", **about, field="xp", value=1)


def test_it_refuses_to_invade_where_there_are_no_halls():
    league().refuses("declare_invasion", "no_halls", company="ann", defender="bob", invasion="i1")
