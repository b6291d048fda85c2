"""A campaign of each game in which pages have much to offer: everybody owes, owns and is asked something."""

import uuid

from jobs import queue
from matches import service
from tests.campaigns.acting import Evening, make_person
from tests.campaigns.fighting import concede, strike
from web.people import THE_HOUSE

GAMES = ("ishmek", "istra")
SEATS = {"ishmek": ("home", "away"), "istra": ("s1", "s2")}
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
    if game == "istra":
        evening.do("set_house_rule", name="fate", value="gm")
        evening.do("set_house_rule", name="selling", value="half")
    _fight(evening, game)
    voided = _fight(evening, game)
    evening.do("void_battle", match=voided, reason="The dice were loaded.")
    start(evening, game, "cora", "gail")
    if game == "istra":
        _own_things(evening)
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
    for number, calling in enumerate(("fighter", "magic_user"), 1):
        said = {"race": "human", "calling": calling} if game == "istra" else {}
        hero = {"company": evening.companies[name], "name": f"{name.title()} {number}", **said}
        evening.do("recruit_hero", by=name, **hero)


def start(evening, game, *players):
    """Start a battle between the companies of two players; the id of its match."""
    fielded = {
        seat: {"company": evening.companies[name], "heroes": [one.id for one in evening.company(name).ready]}
        for seat, name in zip(SEATS[game], players, strict=True)
    }
    ground = {"turns_total": 2} if game == "ishmek" else {}
    return list(evening.do("start_battle", sides=fielded, ground=ground).campaign.state.battles)[-1]


def _fight(evening, game):
    """A battle of Ann against Bob that Bob gives up, and that is on record."""
    match = start(evening, game, "ann", "bob")
    if game == "istra":
        strike(uuid.UUID(match), "s2-h1")
        concede(uuid.UUID(match))
    else:
        rain = {"type": "forfeit", "team": "away", "reason": "Rain."}
        service.give_command(THE_HOUSE, uuid.UUID(match), rain, by="gm")
    queue.sweep(SETTLED)
    return match


def _own_things(evening):
    """Items in the stash and worn, choices that are owed, an invasion that was declared."""
    ann, bob = evening.companies["ann"], evening.companies["bob"]
    for item in ("dagger", "spear"):
        evening.do("buy_item", by="ann", company=ann, item=item, count=2)
    evening.do("assign_item", by="ann", company=ann, hero="h1", item="dagger")
    evening.do("award_xp", company=ann, hero="h1", amount=4, reason="Wit.")
    evening.do("declare_invasion", by="ann", company=ann, defender=bob)
