"""Campaigns drawn at random: whatever is tried, what happens adds up, and what is undone was never there.

Gold and things: `Night` asks after each act whether all that came is there, or has gone somewhere.
"""

from __future__ import annotations

from typing import Any

import msgspec

from campaigns.domain.acts import COMMANDS, decide, parse
from campaigns.domain.campaign.evolve import evolve as evolve_campaign
from campaigns.domain.company.evolve import fold
from campaigns.domain.fielding import Fielding
from campaigns.domain.rights import RIGHTS
from campaigns.domain.world import Finished
from rules.istra.progression import PROGRESSION
from rules.istra.state import Model, Result, Side, State
from rules.kernel.asks import Outcome
from rules.kernel.dice import TableDice
from rules.kernel.errors import Malformed, NeedDice, Refused
from tests.campaigns.domain.nights import PEOPLE, Night
from tests.examples import given, settings, st
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

WHY = st.just("x")
companies = st.sampled_from(OWNERS)
heroes = st.sampled_from(HEROES)
amounts = st.integers(1, 400)


def deed(name: str, /, **fields: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({"type": st.just(name), **fields})


UNDO_ACTIONS = st.one_of(
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
    deed("award_gold", company=companies, amount=amounts, reason=WHY),
    deed("fine", company=companies, amount=amounts, reason=WHY),
    deed("award_xp", company=companies, hero=heroes, amount=st.integers(4, 9), reason=WHY),
    deed("declare_fate", company=companies, hero=heroes, fate=st.sampled_from(("dead", "survived")), reason=WHY),
    deed("correct", company=companies, hero=heroes, field=st.just("xp"), value=st.integers(0, 9), reason=WHY),
    deed(
        "transfer",
        company=companies,
        to=companies,
        gold=st.integers(0, 300),
        items=st.dictionaries(st.sampled_from(ITEMS), st.integers(1, 2), max_size=1),
        reason=WHY,
    ),
    deed("finish_upgrades", company=companies),
    deed("start_downtime"),
    deed("advance_clock", hours=st.integers(1, 30), reason=WHY),
    deed("end_conditions", company=companies),
    deed(
        "add_condition",
        company=companies,
        hero=heroes,
        name=st.sampled_from(("cursed", "maimed")),
        ends=st.sampled_from(("for_good", "battle", "gm")),
        reason=WHY,
    ),
    deed(
        "add_condition",
        company=companies,
        hero=heroes,
        name=st.just("cursed"),
        ends=st.sampled_from(("hours", "downtimes")),
        length=st.integers(1, 20),
        reason=WHY,
    ),
    deed("end_condition", company=companies, hero=heroes, condition=st.sampled_from(("c1", "c2")), reason=WHY),
    deed("capture_hero", company=companies, hero=st.just("h2"), holder=companies, reason=WHY),
    deed("free_captive", company=companies, hero=st.just("h2")),
    deed(
        "correct",
        company=companies,
        hero=heroes,
        field=st.sampled_from([f"items.{item}" for item in ITEMS]),
        value=st.sampled_from(("broken", "lost", None)),
        reason=WHY,
    ),
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
    return [hero.id for hero in Fielding(PROGRESSION, rules).fit(night.companies[company])][:3]


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
    steps=st.lists(st.one_of(UNDO_ACTIONS, UNDO_ACTIONS, LESSONS, BATTLES, VOIDS), min_size=5, max_size=40),
)
def test_whatever_is_tried_adds_up(rules: dict[str, Any], steps: list[dict[str, Any]]) -> None:
    night = furnished(rules)
    for step in steps:
        attempt(night, step)
    check(night)


@rule("KERNEL-CAMP-07")
@given(
    rules=st.sampled_from(RULES),
    steps=st.lists(st.one_of(UNDO_ACTIONS, UNDO_ACTIONS, LESSONS, BATTLES), max_size=25),
    last=BATTLES,
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


ANNS = st.sampled_from(("h1", "h2", "h3"))
DAGGERS = st.one_of(
    *(
        deed(name, company=st.just("ann"), hero=ANNS, item=st.just("dagger"))
        for name in ("assign_item", "assign_item", "return_item")
    ),
    *(deed(name, company=st.just("ann"), item=st.just("dagger")) for name in ("sell_item", "sell_item", "buy_item")),
    deed(
        "transfer", company=st.just("ann"), to=st.just("bob"), items=st.just({"dagger": 1}), gold=st.just(0), reason=WHY
    ),
    deed("correct", company=st.just("ann"), field=st.just("stash.dagger"), value=st.integers(0, 2), reason=WHY),
    deed("declare_fate", company=st.just("ann"), hero=ANNS, fate=st.sampled_from(("dead", "survived")), reason=WHY),
)
FALLS = st.fixed_dictionaries(
    {
        "battle": st.just(("ann", "bob")),
        "kind": st.just("counting"),
        "fallen": st.sets(st.sampled_from(("s1-h1", "s1-h2", "s1-h3")), min_size=1),
        "winner": st.just("s2"),
        "faces": st.just([]),
    }
)
TURNS = st.fixed_dictionaries({"turn": st.integers(0, 2)})


@rule("KERNEL-CAMP-07", "KERNEL-CAMP-08", "IST-Q-110")
@given(
    first=FALLS,
    steps=st.lists(st.one_of(DAGGERS, DAGGERS, TURNS), min_size=3, max_size=9),
    then=st.lists(st.one_of(DAGGERS, FALLS, TURNS), max_size=9),
)
def test_what_the_dead_left_is_had_once_whatever_became_of_it(
    first: dict[str, Any], steps: list[dict[str, Any]], then: list[dict[str, Any]]
) -> None:
    """In a deadly house all three of Ann's have a dagger; battles go and come again, and daggers from hand to hand."""
    night = Night.running({"fate": "deadly", "selling": "half"}, ann=3, bob=1)
    night.do("buy_item", company="ann", item="dagger", count=3)
    for hero in ("h1", "h2", "h3"):
        night.do("assign_item", company="ann", hero=hero, item="dagger")
    for step in (first, *steps, *then):
        if "turn" in step:
            turn(night, step["turn"])
        else:
            attempt(night, step)
    for number, stage in enumerate(stages(night)):
        assert stage == "voided" or turn(night, number)
    check(night)


def turn(night: Night, number: int) -> bool:
    """A battle that counts is voided, one that is void is recorded again; whether there is such a battle."""
    for match, stage in list(zip(night.campaign.battles, stages(night), strict=True))[number : number + 1]:
        name = "void_battle" if stage == "recorded" else "record_again"
        return play(night, {"type": name, "match": match, "reason": "x"})
    return False


def stages(night: Night) -> list[str]:
    return [battle.stage for battle in night.campaign.battles.values()]


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


@rule("KERNEL-CAMP-01")
@settings(max_examples=200)
@given(name=st.sampled_from(sorted(COMMANDS)), by=st.sampled_from(sorted(PEOPLE)), data=st.data())
def test_any_command_by_anybody_happens_whole_or_is_refused_with_a_reason(
    name: str, by: str, data: st.DataObject
) -> None:
    """What happens is checked by `Night`; a stranger brings about nothing but what is for anybody with an account."""
    night = Night.running(ann=1, bob=1)
    night.start("m1", {"s1": ("ann", "h1"), "s2": ("bob", "h1")})
    before = (night.campaign, dict(night.companies))
    document = any_document(data, name)
    night.acts += 1
    try:
        command = parse(document)
        written = decide(night.world(command), command, PEOPLE[by], TableDice(), batch=f"b{night.acts}")
    except (Refused, Malformed) as no:
        check_reason(no)
        written = {}
    if written:
        night.happen(written)
    else:
        assert (night.campaign, night.companies) == before
    assert not written or by != "eve" or RIGHTS[COMMANDS[name]] in ("account", "concerned")


def check_reason(no: Refused | Malformed) -> None:
    """It says what is wrong; a refusal by a rule, and what to do."""
    assert no.message
    assert isinstance(no, Malformed) or (no.code and no.rule and no.hint), no


def any_document(data: st.DataObject, name: str) -> dict[str, Any]:
    """A command with whatever in its fields."""
    words = st.sampled_from(("ann", "bob", "h1", "m1", "k1", "x", "", "gm", "xp", "debt", "istra"))
    document: dict[str, Any] = {"type": name}
    for field in msgspec.structs.fields(COMMANDS[name]):
        if field.required or data.draw(st.booleans()):
            document[field.encode_name] = data.draw(st.one_of(words, st.integers(-5, 600), st.just({}), st.just([])))
    return document
