"""What a player of Storm of Istra is asked: buttons with their chances and reasons, forms, what a way would come to."""

from random import Random
from typing import Literal, get_args, get_origin, get_type_hints

import pytest

from rules.istra.house_rules import HouseRules
from rules.istra.system import ISTRA
from rules.kernel.asks import GM
from rules.kernel.dice import HouseDice, TableDice
from rules.kernel.previews import preview
from tests.matches.pages.battles import (
    BOARD,
    CAMP,
    FIELD,
    ORM,
    SASKIA,
    SMALL,
    YLVA,
    asked,
    at,
    commanded,
    form,
    group,
    hero,
    question,
    seen,
    tried,
)
from tests.rules.istra.battles import man, opened, position, setup, wall
from tests.rules.istra.fights import Fight, duel
from web.errors import Unreadable
from web.pages.forms import values_of


class TestActivation:
    def test_it_offers_what_the_model_can_do(self):
        acts = question(at(FIELD))
        assert acts.title == "Ylva acts"
        assert [one.name for one in acts.forms] == ["move", "skill_check"]
        assert acts.default.command == {"type": "end_activation", "model": "ylva"}
        assert acts.default.detail == "1 Movement action and 1 Standard action unspent"
        assert {"Switch to the bow", "Fight empty-handed"} <= group(acts, "things").keys()

    def test_an_item_out_of_reach_is_called_by_its_name(self):
        cup = {"id": "cup_1", "name": "The cup", "pos": [2500, 2500, 0]}
        things = group(question(at(FIELD | {"items": [cup]})), "things")
        assert things["Pick up The cup"].refused == "The cup is not within reach of Ylva."

    def test_a_shot_shows_its_chance_and_what_goes_into_it(self):
        archer = YLVA | {"active_weapon": "bow"}
        shots = group(question(at(FIELD | position([archer], [ORM, SASKIA], active="ylva"))), "shoot")
        # Within 6": two dice, the higher counts. Ylva's Finesse 5 against Orm's Power 5; ties hit.
        assert shots["Orm"].token == "orm"
        assert shots["Orm"].detail == '5" away, 2d20 +5, higher of two dice'
        assert shots["Orm"].warning == "Orm may take it on a shield."
        assert shots["Saskia"].detail == '7" away, 1d20 +5'
        assert shots["Saskia"].fraction == "209/400"

    def test_a_shot_that_is_not_possible_says_why_by_name(self):
        archer, far = YLVA | {"active_weapon": "bow"}, hero("far", "Farmann", (4500, 4500))
        hidden = hero("hidden", "Hidden", (1000, 1500), radius=50)
        document = position([archer], [far, hidden], terrain=[wall("wall", 800, 1200, 1200, 1250)], active="ylva")
        shots = group(question(at(document)), "shoot")
        assert shots["Farmann"].refused == "Farmann is out of range."
        assert shots["Hidden"].refused == "Ylva does not see Hidden."

    def test_in_contact_it_strikes_or_breaks_away(self):
        foes = [hero("b", "Orm", (1100, 1000))]
        fight = Fight([hero("a", "Ylva", (1000, 1000), talents=["power_attack"])], foes, engaged=[["a", "b"]])
        acts = question(fight.state, power_attack="on")
        assert [one.name for one in acts.forms] == ["disengage", "skill_check"]
        blow = group(acts, "melee")["Orm"]
        assert blow.command == {"type": "melee", "model": "a", "target": "b", "declare": ["power_attack"]}
        assert blow.detail == "Power attack, 1d20 +3"  # Power 5, unarmed −2
        (field,) = BOARD.how(seen(fight.state), [{"kind": "activation", "player": "a"}])
        assert (field.name, field.label) == ("power_attack", "Power attack (2 left)")

    def test_a_talent_that_is_a_name_says_so(self):
        fight = duel({"talents": ["tumble"], "class": "expert"})
        refused = group(question(fight.state), "talents")["Tumble"].refused
        assert refused == "Tumble has no rules here, only a name."

    def test_a_whirlwind_comes_in_every_order(self):
        foes = [hero("b", "Orm", (1100, 1000)), hero("c", "Quill", (1000, 1100))]
        fight = Fight([man("a", (1000, 1000), talents=["whirlwind"])], foes, engaged=[["a", "b"], ["a", "c"]])
        labels = set(group(question(fight.state), "talents"))
        assert labels == {"Whirlwind: Orm, then Quill", "Whirlwind: Quill, then Orm"}

    def test_spells_are_cast_at_whom_they_reach(self):
        mage = man("a", (1000, 1000), **{"class": "magic_user"}, spells=["fireball", "ray_of_frost", "lightning_fork"])
        foes = [hero("b", "Orm", (1000, 1500)), hero("c", "Quill", (1000, 1700))]
        acts = question(Fight([mage], foes).state)
        ball = group(acts, "cast-fireball")["Around Orm"]
        assert ball.detail.startswith("catches Orm and Quill")
        assert group(acts, "cast-ray_of_frost")["Toward Quill"].detail.startswith("hits Orm")
        assert group(acts, "cast-lightning_fork")["Orm"].command["target"] == "b"
        aimed = form(acts, "aim-fireball")
        assert commanded(aimed, point="10, 15") == {
            "type": "cast",
            "model": "a",
            "spell": "fireball",
            "point": [1000, 1500],
        }
        assert tried(aimed, point="10, 15").words.startswith("Catches Orm and Quill.")
        assert tried(aimed, point="40, 40").refused.code == "no_target"
        assert commanded(form(acts, "aim-ray_of_frost"), point="10, 15")["direction"] == [0, 500]


class TestWays:
    def test_it_tells_what_a_way_costs_and_draws_it(self):
        move = form(question(at(FIELD)), "move")
        trial = tried(move, path="10, 12; 12, 12")
        assert trial.words == '4" of 9". Nobody may react on the way.'
        assert trial.submit == 'Move 4"'
        assert trial.refused is None
        assert [stroke.label for stroke in trial.strokes if stroke.kind == "turn"] == ['2"', '4"']
        assert commanded(move, path="10, 12; 12, 12") == {
            "type": "move",
            "model": "ylva",
            "path": [[1000, 1200], [1200, 1200]],
        }

    def test_it_tells_whom_a_way_meets(self):
        trial = tried(form(question(at(FIELD)), "move"), path="16, 10")
        assert trial.words == '4" of 9", stops in contact with Orm. Nobody may react on the way.'
        ghost = next(stroke for stroke in trial.strokes if stroke.kind == "ghost")
        assert ghost.d.startswith("M1450 2000a50")  # side by side with Orm, who stands at 16, 10

    def test_a_way_that_is_too_long_is_drawn_with_its_reason(self):
        trial = tried(form(question(at(FIELD)), "move"), path="10, 4; 20, 4")
        assert (trial.refused.code, trial.refused.rule) == ("move_too_far", "IST-MOVE-02")
        assert trial.words == '16" of 9".'
        assert trial.strokes

    def test_a_far_place_takes_a_sprint_as_well(self):
        move = form(question(at(FIELD)), "move")
        trial = tried(move, path="0, 10")
        sprint = 'Move 9" of 9"; then Sprint 1" of 4.5", with the Standard action.'
        assert trial.words == f"{sprint} Nobody may react on the way."
        assert trial.submit == 'Move 9", Sprint 1"'
        assert sum(stroke.kind == "ghost" for stroke in trial.strokes) == 2
        orders = move.course(values_of(move, {"path": "0, 10"}))
        assert [(order["type"], order["path"][-1][:2]) for order in orders] == [
            ("move", [100, 1000]),
            ("sprint", [0, 1000]),
        ]

    def test_a_way_goes_round_who_would_stop_it_and_tells_who_may_shoot(self):
        archers = position([YLVA], [ORM | {"equipment": ["bow"], "active_weapon": "bow"}], active="ylva")
        move = form(question(at(archers)), "move")
        assert tried(move, path="19, 10").words.endswith("Goes round what is in the way. Nobody may react on the way.")
        contact = tried(move, path="16, 10")
        assert contact.words == '4" of 9", stops in contact with Orm. Orm may shoot first.'
        assert sum(stroke.kind == "window" for stroke in contact.strokes) == 1

    def test_a_way_over_the_edge_is_told(self):
        near = FIELD | position([YLVA | {"pos": [200, 1000]}], [ORM], active="ylva")
        assert (
            "leaves the table over the left edge for good"
            in tried(form(question(at(near)), "move"), path="-1, 10").words
        )

    def test_a_jump_leads_over_the_edge_before_it(self):
        high = hero("ylva", "Ylva", (1500, 1500, 500))
        tower = wall("tower", 1000, 1000, 2000, 2000, height=500)
        move = form(
            question(at(position([high], [ORM | {"pos": [4000, 4000]}], terrain=[tower], active="ylva"))), "move"
        )
        assert commanded(move, path="15, 21 jump") == {
            "type": "move",
            "model": "ylva",
            "path": [[1500, 2000, 500], [1500, 2000, 0], [1500, 2100]],
            "jumps": [1],
        }
        words = '6" of 9", jumps down 5" for 7 damage. Nobody may react on the way.'
        assert tried(move, path="15, 21 jump").words == words
        assert tried(move, path="15, 21").refused.code == "path_blocked"

    def test_disengaging_shows_its_chance(self):
        fight = duel()
        trial = tried(form(question(fight.state), "disengage"), path="6, 10")
        assert trial.words.startswith("50 % to get away.")

    def test_a_flight_is_offered_ways_out(self):
        foes = [hero("b", "Orm", (1000, 300))]
        fight = Fight([man("r", (4000, 4000)), hero("a", "Ylva", (1000, 800), health=1)], foes, active="r")
        fight.do("end_activation", model="r")
        fight.do("nominate", model="a", dice=[2])
        flee = question(fight.state)
        assert flee.title == "How does Ylva flee?"
        assert flee.default.command == {"type": "flee_path", "model": "a"}
        out = form(flee, "flee_path")
        assert out.spots
        assert all(tried(out, path=spot.value).refused is None for spot in out.spots)
        assert tried(out, path="12, 12").refused.code == "bad_flee_path"

    @pytest.mark.parametrize("path", ["nowhere", "1, 2, 3, 4", "1,5; x", "1e9, 2", "12,5 14,6"])
    def test_it_refuses_what_is_no_way(self, path):
        with pytest.raises(Unreadable) as refused:
            values_of(form(question(at(FIELD)), "move"), {"path": path})
        assert refused.value.field == "path"

    def test_no_field_of_a_way_must_be_filled_in_and_what_is_missing_is_said(self):
        move = form(question(at(FIELD)), "move")
        assert [field.required for field in move.fields] == [False]
        with pytest.raises(Unreadable, match="No way has been chosen") as refused:
            move.command(values_of(move, {"path": ""}))
        assert (refused.value.field, refused.value.hint) == ("path", "Click the table where it is to go.")

    def test_it_takes_places_far_off_the_table_for_what_they_are(self):
        assert tried(form(question(at(FIELD)), "move"), path="99999, 99999").refused is not None


class TestBeforeTheFirstTurn:
    def test_a_model_is_deployed_by_a_place(self):
        state = deployment()
        deploy = form(question(state), "deploy")
        assert tried(deploy, model="ylva", pos="5, 3").words == "Ylva will stand here."
        assert tried(deploy, model="ylva", pos="5, 12").refused.code == "bad_deployment"
        assert tried(deploy, model="ylva", pos="15, 3").refused.code == "bad_deployment"
        assert commanded(deploy, model="ylva", pos="5, 3", active_weapon="bow") == {
            "type": "deploy",
            "model": "ylva",
            "pos": [500, 300],
            "active_weapon": "bow",
        }
        assert [stroke.kind for stroke in deploy.strokes] == ["zone"]

    def test_each_model_is_offered_what_it_carries(self):
        hand = next(field for field in form(question(deployment()), "deploy").fields if field.name == "active_weapon")
        assert (hand.follows, hand.choices) == ("model", (("", "as the roster says"),))
        assert [(offer.value, offer.title, dict(offer.choices)) for offer in hand.offers] == [
            ("ylva", "Ylva", {"one_handed": "One-handed", "bow": "Bow or longbow", "unarmed": "Unarmed"}),
        ]

    def test_a_hall_is_cleared_and_walled(self):
        hall = CAMP | {"invasion": {"defender": "s1", "upgrades": ["clear_the_area", "walls"]}}
        state = begun(opened(hall), [])
        clear = form(question(state), "clear")
        assert commanded(clear, **{"ids-marsh": "on"}) == {"type": "remove_terrain", "ids": ["marsh"]}
        state = begun(state, [])
        walls = form(question(state), "walls")
        order = commanded(walls, **{"centre-1": "8, 3", "centre-3": "20, 4", "along-3": "y"})
        assert order["sections"] == [{"centre": [800, 300], "along": "x"}, {"centre": [2000, 400], "along": "y"}]
        assert tried(walls, **{"centre-1": "8, 20"}).refused.code == "upgrade_not_available"

    def test_who_is_nominated_stands_in_the_group_of_its_side(self):
        state = at(position([YLVA, SASKIA | {"pos": [500, 500]}], [ORM | {"health": 7}], turn=2, nominator="s2"))
        names = question(state)
        assert [one.title for one in names.groups] == ["S2", "S1"]
        assert group(names, "nominate-s2")["Orm"].detail == "Spear in both hands, 7 of 20 Health"


def begun(state, dice):
    """After the default of what is asked."""
    for event in ISTRA.decide(state, ISTRA.parse({"type": "pass_window"}), TableDice(dice), GM):
        state = ISTRA.evolve(state, event)
    return state


def deployment():
    """The camp, with the initiative at the first side."""
    return begun(opened(CAMP), [15, 7])


class TestWindows:
    def test_a_charged_shot_has_ranges_and_talents(self):
        archer = SASKIA | {"talents": ["power_attack"], "class": "fighter"}
        fight = Fight([YLVA], [archer], active="ylva")
        fight.do("move", model="ylva", path=[[1000, 1800]])
        window = question(fight.state, power_attack="on")
        assert window.title == "Saskia may shoot at Ylva before the blow"
        assert set(group(window, "charged_shot")) == {'Shoot from 6"', 'Shoot from 7"'}
        order = commanded(form(window, "charged_shot"), range="3.25", power_attack="on")
        assert order == {
            "type": "react",
            "model": "saskia",
            "option": "charged_shot",
            "range": 325,
            "declare": ["power_attack"],
        }
        assert tried(form(window, "charged_shot"), range="8").refused.code == "bad_range"
        assert window.default.command == {"type": "pass_window", "model": "saskia"}

    def test_a_shield_says_what_the_attack_then_has(self):
        archer = YLVA | {"active_weapon": "bow"}
        fight = Fight([archer], [ORM], active="ylva")
        fight.do("shoot", model="ylva", target="orm")
        block = group(question(fight.state), "shot_at")["Block with the shield"]
        assert "takes an action" in block.detail
        assert block.chance

    def test_the_gm_is_asked_what_is_seen(self):
        fight = Fight([YLVA | {"active_weapon": "bow"}], [ORM], active="ylva", rules={"sight": "declared"})
        fight.do("shoot", model="ylva", target="orm")
        said = question(fight.state)
        assert said.title == "Can Ylva see Orm?"
        assert group(said, "sight")["Sees it in cover"].command["cover"] is True

    def test_equally_near_enemies_are_chosen_between(self):
        foes = [hero("b", "Orm", (1500, 1150)), hero("c", "Quill", (1500, 850))]
        fight = Fight([hero("a", "Ylva", (1000, 1000))], foes)
        fight.do("move", model="a", path=[[1500, 1000]])
        assert set(group(question(fight.state), "contact")) == {"Orm", "Quill"}


SWITCHES = {name: get_args(hint) for name, hint in get_type_hints(HouseRules).items() if get_origin(hint) is Literal}
COMPANY = (
    ("fighter", "dwarf", ["two_handed", "light_armour"], ["whirlwind", "cleave"]),
    ("expert", "halfling", ["bow", "shield"], ["double_ranged", "shadow_walk"]),
    ("magic_user", "steppe_elf", ["dagger"], ["gather_power", "domain_healing"]),
)


def company(side):
    spells = ["fireball", "lightning_fork"]
    return [
        man(f"{side}{n}", race=race, level=2, equipment=arms, talents=talents, **{"class": calling})
        | ({"spells": spells} if calling == "magic_user" else {})
        for n, (calling, race, arms, talents) in enumerate(COMPANY)
    ]


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_asked_can_be_answered_by_what_is_offered(seed):
    """Every button is taken or says why not, each place on offer is a way, throughout battles under odd house rules."""
    rng, dice = Random(seed), HouseDice(bytes([seed]) * 32)
    rules = {name: rng.choice(values) for name, values in SWITCHES.items() if seed}
    document = setup(
        company("a"), company("b"), board=SMALL, terrain=[wall("tower", 1300, 1300, 1700, 1700)], turn_limit=3
    )
    state, steps = None, 0
    for event in ISTRA.open(document, rules, dice):
        state = ISTRA.evolve(state, event)
    while ISTRA.outcome(state) is None:
        if steps % 4 == 0 or ISTRA.pending(state).asks[0].window:
            answerable(state)
        for event in ISTRA.decide(state, ISTRA.bots()["sensible"](state, rng), dice, GM):
            state = ISTRA.evolve(state, event)
        steps += 1


def answerable(state):
    for one in asked(state):
        buttons = [choice for every in one.groups for choice in every.choices]
        for choice in [*buttons, *filter(None, [one.default])]:
            assert bool(preview(ISTRA, state, choice.command).refused) == bool(choice.refused), choice
        for offered in one.forms:
            assert all(tried(offered, path=spot.value).refused is None for spot in offered.spots)
        assert one.forms or one.default or any(not choice.refused for choice in buttons)
