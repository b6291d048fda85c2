"""A campaign of each game in which pages have much to offer: everybody owes, owns and is asked something."""

import uuid

from campaigns.games import deals
from jobs import queue
from matches import service
from rules.kernel.messages import tag_of
from rules.registry import RULESETS
from tests.campaigns.acting import Evening, make_person
from tests.campaigns.fighting import strike
from web.people import THE_HOUSE

GAMES = tuple(key for key, game in RULESETS.items() if game.progression is not None)
GIVING_UP = {"concede": "side", "forfeit": "team", "end_skirmish": "winner"}
"""By the command that ends a match at once, its field for a side: the one that gives it up, or that has won it."""
SETTLED = 60
"""Within so many seconds all jobs are done."""


def full_campaign(game):
    """Gail runs it with Cora; Ann and Bob fought two battles, of which one was made void; Gail and Cora are fighting.

    Dan is invited, Eve asks to join, Bob wants Ann to play his company.
    """
    evening = Evening(game=game)
    for name in ("ann", "bob", "cora", "gail"):
        if name != "gail":
            evening.join(name)
        _found(evening, name, game)
    evening.people["dan"] = make_person("dan")
    evening.do("invite", account=evening.key("dan"))
    evening.do("set_role", account=evening.key("cora"), role="co_gm")
    for name, value in {"fate": "gm", "selling": "half"}.items():
        if name in RULESETS[game].progression.rules_type.__struct_fields__:
            evening.do("set_house_rule", name=name, value=value)
    _fight(evening, game)
    voided = _fight(evening, game)
    evening.do("void_battle", match=voided, reason="The dice were loaded.")
    start(evening, game, "cora", "gail")
    if deals(game):
        _own_things(evening)
    _keep_things(evening)
    evening.do("request_join", by="eve")
    evening.do("hand_over", company=evening.companies["bob"], account=evening.key("ann"), by="bob")
    return evening


def campaign_of_stage(stage, evening):
    """Another campaign of the game of `evening`, not begun yet or over."""
    other = Evening(game=evening.campaign.game, start=stage != "draft")
    if stage == "ended":
        other.do("end_campaign")
    return other


def _found(evening, name, game):
    order = {"name": f"{name.title()}'s", "motto": "On", "hall": f"Hall of {name.title()}"}
    (evening.companies[name],) = evening.do("found_company", by=name, **order).companies
    progression = RULESETS[game].progression
    recruits = progression.recruits(progression.rules_type())
    for number in (1, 2):
        first = {field: list(words)[number - 1 if field == "calling" else 0] for field, words in recruits.items()}
        hero = {"company": evening.companies[name], "name": f"{name.title()} {number}", **first}
        evening.do("recruit_hero", by=name, **hero)


def start(evening, game, *players):
    """Start a battle between the companies of two players; the id of its match."""
    fielded = {
        seat: {"company": evening.companies[name], "heroes": [one.id for one in evening.company(name).ready]}
        for seat, name in zip(RULESETS[game].seats, players, strict=False)
    }
    ground = dict(RULESETS[game].progression.default_ground)
    return list(evening.do("start_battle", sides=fielded, ground=ground).campaign.state.battles)[-1]


def _fight(evening, game):
    """A battle of Ann against Bob that Bob gives up, and that is on record."""
    match = start(evening, game, "ann", "bob")
    kinds = {tag_of(kind): kind for kind in RULESETS[game].command_types.values()}
    if "gm_adjust" in kinds:
        strike(uuid.UUID(match), "s2-h1")
    (command,) = kinds.keys() & GIVING_UP.keys()
    reason = {"reason": "Rain."} if "reason" in kinds[command].__struct_fields__ else {}
    order = {"type": command, GIVING_UP[command]: RULESETS[game].seats[1], **reason}
    service.give_command(THE_HOUSE, uuid.UUID(match), order, by="gm")
    queue.sweep(SETTLED)
    return match


def _keep_things(evening):
    """Ann's first hero is under a condition, and Ann holds one of Bob's captive."""
    known = RULESETS[evening.campaign.game].progression.conditions
    name = next(iter(known), "cursed")
    cursed = {"company": evening.companies["ann"], "hero": "h1", "name": name, "reason": "A witch."}
    evening.do("add_condition", **cursed)
    taken = {"company": evening.companies["bob"], "hero": "h2", "holder": evening.companies["ann"], "captor": "h1"}
    evening.do("capture_hero", **taken, reason="An ambush.")


def _own_things(evening):
    """Items in the stash and worn, choices that are owed, an invasion that was declared."""
    ann, bob = evening.companies["ann"], evening.companies["bob"]
    for item in ("dagger", "spear"):
        evening.do("buy_item", by="ann", company=ann, item=item, count=2)
    evening.do("assign_item", by="ann", company=ann, hero="h1", item="dagger")
    evening.do("award_xp", company=ann, hero="h1", amount=4, reason="Wit.")
    evening.do("declare_invasion", by="ann", company=ann, defender=bob)
