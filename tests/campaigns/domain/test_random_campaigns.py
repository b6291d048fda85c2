"""Campaigns drawn at random: whatever is tried, what happens adds up, and what is undone was never there."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from campaigns.domain.acts import COMMANDS, decide, parse
from campaigns.domain.campaign.evolve import evolve as evolve_campaign
from campaigns.domain.company.evolve import fold
from campaigns.domain.world import Finished
from rules.istra.progression import PROGRESSION
from rules.istra.state import Model, Result, Side, State
from rules.kernel.dice import TableDice
from rules.kernel.errors import Malformed, NeedDice, Refused
from rules.kernel.ruleset import Outcome
from tests.campaigns.domain.nights import PEOPLE, Night
from tests.rules.play import rule

OWNERS = ("ann", "bob", "cid")
HEROES = ("h1", "h1", "h1", "h2", "h3", "h9")
ITEMS = ("dagger", "shield", "light_armour", "helmet", "rifle", "spoon")
TALENTS = ("cleave", "power_attack", "toughness", "whirlwind", "smite")
RULES: tuple[dict[str, Any], ...] = (
    {},
    {"fate": "deadly", "win_income": 40, "selling": "half"},
    {"fate": "survival_roll", "carry_damage": "on", "battle_income": 10},
    {"fate": "gm"},
    {"xp": "all_living", "debt": "on", "invasion_loot": 60, "hall_downtimes": 1},
)

companies = st.sampled_from(OWNERS)
heroes = st.sampled_from(HEROES)
amounts = st.integers(1, 400)


def deed(name: str, /, **fields: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({"type": st.just(name), **fields})


DEEDS = st.one_of(
    deed(
        "recruit_hero",
        company=companies,
        name=st.just("Osk"),
        race=st.sampled_from(("human", "dwarf")),
        calling=st.just("fighter"),
    ),
    deed("buy_item", company=companies, item=st.sampled_from(ITEMS), count=st.integers(1, 3)),
    deed("sell_item", company=companies, item=st.sampled_from(ITEMS)),
    deed("assign_item", company=companies, hero=heroes, item=st.sampled_from(ITEMS)),
    deed("return_item", company=companies, hero=heroes, item=st.sampled_from(ITEMS)),
    deed("choose_talent", company=companies, hero=heroes, talent=st.sampled_from(TALENTS)),
    deed("raise_core", company=companies, hero=heroes, stat=st.sampled_from(("power", "finesse", "health"))),
    deed("upgrade_hall", company=companies, upgrade=st.sampled_from(("walls", "clear_the_area"))),
    deed("dismiss_hero", company=companies, hero=heroes),
    deed("award_gold", company=companies, amount=amounts, reason=st.just("x")),
    deed("fine", company=companies, amount=amounts, reason=st.just("x")),
    deed("award_xp", company=companies, hero=heroes, amount=st.integers(4, 9), reason=st.just("x")),
    deed(
        "declare_fate", company=companies, hero=heroes, fate=st.sampled_from(("dead", "survived")), reason=st.just("x")
    ),
    deed("correct", company=companies, hero=heroes, field=st.just("xp"), value=st.integers(0, 9), reason=st.just("x")),
    deed("transfer", company=companies, to=companies, gold=st.integers(0, 300), reason=st.just("x")),
    deed("finish_upgrades", company=companies),
    deed("start_downtime"),
)
BATTLES = st.fixed_dictionaries(
    {
        "battle": st.sampled_from((("ann", "bob"), ("bob", "cid"), ("cid", "ann"))),
        "kind": st.sampled_from(("counting", "counting", "friendly")),
        "fallen": st.sets(st.sampled_from(("s1-h1", "s1-h2", "s2-h1", "s2-h2"))),
        "winner": st.sampled_from(("s1", "s2", None)),
        "faces": st.lists(st.integers(1, 20), min_size=8, max_size=8),
    }
)
LESSONS = st.fixed_dictionaries({"learner": companies, "stat": st.sampled_from(("power", "will"))})
VOIDS = st.fixed_dictionaries({"void": st.integers(0, 5)})


class Luck(TableDice):
    """Dice of which some may be left."""


def furnished(rules: dict[str, Any]) -> Night:
    """Three companies with heroes, a hero with choices to make, and something in each stash."""
    night = Night.running(rules, ann=2, bob=2, cid=1)
    for name in OWNERS:
        night.do("award_gold", company=name, amount=150, reason="x")
        for item in ("dagger", "shield", "light_armour"):
            night.do("buy_item", company=name, item=item)
        night.do("award_xp", company=name, hero="h1", amount=3, reason="x")
    return night


def play(night: Night, document: dict[str, Any], faces: tuple[int, ...] = ()) -> bool:
    """Try a command by the GM; whether it happened. Nothing else than a refusal may come of it."""
    before = (night.campaign, dict(night.companies))
    try:
        night.acts += 1
        command = parse(document)
        written = decide(night.world(command), command, PEOPLE["gm"], Luck(faces), batch=f"b{night.acts}")
    except (Refused, Malformed, NeedDice):
        assert before == (night.campaign, night.companies)
        return False
    night.happen(written)
    return True


def fight(night: Night, one: dict[str, Any]) -> bool:
    """Field whoever can be fielded, strike some down, record it."""
    match = f"m{night.acts}"
    sides = {
        f"s{number}": {"company": name, "heroes": fit(night, name)} for number, name in enumerate(one["battle"], 1)
    }
    if not play(night, {"type": "start_battle", "match": match, "kind": one["kind"], "sides": sides}):
        return False
    models = tuple(
        Model(id=model, side=side.seat, owner=side.seat, status="out" if model in one["fallen"] else "on_board")
        for side in night.campaign.battles[match].sides
        for model in side.models.values()
    )
    won = (one["winner"],) if one["winner"] else ()
    sides_of = tuple(Side(id=seat, seat=seat) for seat in ("s1", "s2"))
    state = State(sides=sides_of, models=models, result=Result("gm", won))
    night.matches[match] = Finished(state, [], Outcome("gm", one["winner"]))
    assert play(night, {"type": "record_battle", "match": match}, tuple(one["faces"]))
    return True


def fit(night: Night, company: str) -> list[str]:
    rules = msgspec.convert({k: v for k, v in night.campaign.rules.items() if k not in CUSTOMS}, PROGRESSION.rules_type)
    return [hero.id for hero in night.companies[company].ready if PROGRESSION.unfit(rules, hero) is None][:3]


CUSTOMS = ("debt", "hall_downtimes")


def attempt(night: Night, step: dict[str, Any]) -> None:
    if "battle" in step:
        fight(night, step)
    elif "learner" in step:
        hero = {"company": step["learner"], "hero": "h1"}
        play(night, {"type": "award_xp", "amount": 4, "reason": "x", **hero})
        play(night, {"type": "raise_core", "stat": step["stat"], **hero})
    elif "void" in step:
        matches = list(night.campaign.battles)
        match = matches[step["void"]] if step["void"] < len(matches) else "m0"
        play(night, {"type": "void_battle", "match": match, "reason": "x"})
    else:
        play(night, step)


def check(night: Night) -> None:
    """All streams fold anew to what is live; what the sides of every deal had, has not grown."""
    campaign = None
    for event in night.logs["campaign-k1"]:
        campaign = evolve_campaign(campaign, event)
    assert campaign == night.campaign
    for name, company in night.companies.items():
        assert fold(night.logs[f"company-{name}"]) == company
        assert company.in_battle == ""
    assert sum(company.ledger.get("transfer", 0) for company in night.companies.values()) == 0


@rule("IST-CAMP-08", "KERNEL-CAMP-08", "IST-XP-02", "IST-XP-04")
@given(
    rules=st.sampled_from(RULES),
    steps=st.lists(st.one_of(DEEDS, DEEDS, LESSONS, BATTLES, VOIDS), min_size=5, max_size=40),
)
def test_whatever_is_tried_adds_up(rules: dict[str, Any], steps: list[dict[str, Any]]) -> None:
    night = furnished(rules)
    for step in steps:
        attempt(night, step)
    check(night)


@rule("KERNEL-CAMP-07")
@given(
    rules=st.sampled_from(RULES), steps=st.lists(st.one_of(DEEDS, DEEDS, LESSONS, BATTLES), max_size=25), last=BATTLES
)
def test_settling_the_last_battle_anew_changes_nothing_and_undoing_it_gives_everything_back(
    rules: dict[str, Any], steps: list[dict[str, Any]], last: dict[str, Any]
) -> None:
    night = furnished(rules)
    for step in steps:
        attempt(night, step)
    before = dict(night.companies)
    if fight(night, last):
        about = {"match": list(night.campaign.battles)[-1], "reason": "x"}
        after = dict(night.companies)
        assert play(night, {"type": "record_again", **about}, tuple(last["faces"]))
        check_same(night.companies, after)
        assert play(night, {"type": "void_battle", **about})
        check_same(night.companies, before)


def check_same(companies: dict[str, Any], wanted: dict[str, Any]) -> None:
    """The companies are what they are wanted to be, whatever the way they came there."""
    for name, company in wanted.items():
        now = companies[name]
        assert same(now.heroes) == same(company.heroes)
        assert (now.gold, now.stash, now.leader) == (company.gold, company.stash, company.leader)
        assert (now.in_battle, now.undecided) == (company.in_battle, company.undecided)


def same(figures: dict[str, Any]) -> dict[str, Any]:
    """The figures, whatever the order in which they carry their things."""
    return {name: msgspec.structs.replace(one, equipment=tuple(sorted(one.equipment))) for name, one in figures.items()}


@settings(max_examples=200)
@given(name=st.sampled_from(sorted(COMMANDS)), by=st.sampled_from(sorted(PEOPLE)), data=st.data())
def test_any_command_by_anybody_is_answered_or_refused(name: str, by: str, data: st.DataObject) -> None:
    night = Night.running(ann=1, bob=1)
    night.start("m1", {"s1": ("ann", "h1"), "s2": ("bob", "h1")})
    words = st.sampled_from(("ann", "bob", "h1", "m1", "k1", "x", "", "gm", "xp", "debt", "istra"))
    kind = COMMANDS[name]
    document: dict[str, Any] = {"type": name}
    for field in msgspec.structs.fields(kind):
        if field.required or data.draw(st.booleans()):
            document[field.encode_name] = data.draw(st.one_of(words, st.integers(-5, 600), st.just({}), st.just([])))
    with suppress(Refused, Malformed):
        command = parse(document)
        assert decide(night.world(command), command, PEOPLE[by], TableDice(), batch="b")
