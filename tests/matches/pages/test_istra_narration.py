"""Every event of a battle is told in words, with the least and with the most it can hold."""

import msgspec
import pytest
from django.template.loader import render_to_string

from matches.pages.boards import board_of
from matches.pages.rolls import breakdown
from rules.istra.events import EVENTS, MOMENTS
from rules.istra.points import WINDOWS
from rules.istra.view import view
from tests.rules.istra.battles import man, piece, placed, position, rect
from tests.rules.istra.samples import SAMPLES

tell = board_of("istra").tell


def known(name, label, at):
    return man(name, at) | {"name": label}


TABLE = position(
    [known("a1", "Ylva", (1000, 1200)), known("a2", "Orm", (1100, 1500))],
    [known("b1", "Saskia", (1900, 1200)), known("b2", "Wolf", (3000, 3000))],
    terrain=[
        piece("m", rect(1400, 1500, 1800, 1700), ground="rough"),
        piece("t", rect(2000, 2000, 2300, 2300), los="opaque", height=300) | {"name": "The tower"},
    ],
    items=[
        {"id": "gem", "name": "The gem", "pos": [500, 500, 0]},
        {"id": "cup", "name": "The cup", "pos": [600, 500, 0]},
    ],
)
TABLE["sides"]["s1"]["name"], TABLE["sides"]["s2"]["name"] = "Gulls", "Herons"
VIEW = view(placed(TABLE), "")
IDS = ("a1", "a2", "b1", "b2", "s1", "s2")


def sample(name, **fields):
    return {"type": name, **SAMPLES[name], **fields}


def bare(name):
    """A sample with the fields alone that an event must have."""
    wanted = {field.encode_name for field in msgspec.structs.fields(EVENTS[name]) if field.required}
    return {key: value for key, value in sample(name).items() if key in {*wanted, "type"}}


def reads_well(text):
    words = text.replace(".", " ").replace(",", " ").replace(":", " ").replace("'", " ").split()
    return text.strip() and "_" not in text and "None" not in text and not set(words) & set(IDS)


@pytest.mark.parametrize("name", EVENTS)
def test_each_event_is_told(name):
    told = tell(sample(name), VIEW)
    assert reads_well(told.text), told.text


@pytest.mark.parametrize("name", EVENTS)
def test_what_is_left_out_of_an_event_is_its_default(name):
    told = tell(bare(name), VIEW)
    assert reads_well(told.text), told.text


@pytest.mark.parametrize("name", EVENTS)
def test_an_event_is_told_before_anybody_is_known(name):
    assert tell(sample(name), {}).text.strip()


@pytest.mark.parametrize("trigger", [window.kind for window in WINDOWS])
def test_every_window_says_what_happened(trigger):
    told = tell(sample("window_opened", trigger=trigger), VIEW)
    assert told.text.startswith("Ylva ")
    assert told.text.endswith("Saskia may answer with First strike.")


@pytest.mark.parametrize(
    ("name", "fields", "words"),
    [
        ("model_moved", {"cost": 500, "allowance": 900}, 'Ylva moves 5" of 9", to 15", 12".'),
        ("model_moved", {"kind": "sprint", "cost": 450}, 'Ylva sprints 4.5" further, to 15", 12".'),
        ("model_fell", {"height": 400, "damage": 6}, 'Ylva comes down 4" and takes 6 damage.'),
        ("left_board", {"edge": "top", "cause": "fled"}, "Ylva flees over the top edge and is gone."),
        (
            "attack_declared",
            {"distance": 900, "range": 2400, "into_melee": True},
            'Ylva looses an arrow at Saskia, from 9" (range 24"), into melee.',
        ),
        (
            "attack_declared",
            {"kind": "melee", "weapon": "two_handed", "declared": ["power_attack"]},
            "Ylva swings the two-hander at Saskia, with Power attack.",
        ),
        (
            "roll_made",
            {"adv": [["Flanked", "IST-ADV-06"]]},
            "Ylva attacks with Power: 14 (7 dropped) + 5 = 19 (advantage: Flanked).",
        ),
        ("combat_resolved", {}, "Ylva beats Saskia, 19 against 12: by 7."),
        (
            "combat_resolved",
            {"winners": ["a1", "b1"], "tie": True, "defence_total": 19, "difference": 0},
            "Blades lock at 19 against 19: Ylva and Saskia strike each other.",
        ),
        (
            "combat_resolved",
            {"kind": "shoot", "winners": ["b1"], "attack_total": 9, "difference": -3},
            "Ylva misses Saskia, 9 against 12: by 3.",
        ),
        (
            "damage_dealt",
            {},
            "Saskia takes 18 damage from Ylva: 19 + 2 − 5 armour = 16, × 2, + 4, ÷ 2 = 18. Relentless halves it.",
        ),
        (
            "core_lost",
            {},
            "Ylva loses a point of Finesse, 5 → 4, for there is no Power left to lose.",
        ),
        ("model_out", {}, "Ylva is taken out of battle by Saskia: no health is left. The cup lies on the ground."),
        (
            "morale_rolled",
            {"total": 15, "target": 26, "margin": -11},
            "Ylva fails morale with Orm's Will: 15 against 26, missed by 11.",
        ),
        ("terrain_removed", {"reason": ""}, "The tower is taken off the table."),
        ("gm_override", {}, "GM action: Ylva: Health left 20 → 12: slip."),
        (
            "battle_ended",
            {"reason": "last_standing"},
            "The battle is over: victory for Gulls (the last side standing).",
        ),
        ("model_nominated", {}, "Ylva is nominated to act next by Herons."),
    ],
)
def test_a_line_says_exactly_what_happened(name, fields, words):
    assert tell(sample(name, **fields), VIEW).text == words


def test_every_kind_of_key_moment_has_words():
    kinds = {tell(sample(name), VIEW).moment for name in EVENTS}
    kinds |= {tell(sample("attack_declared", origin=origin), VIEW).moment for origin in ("into_melee", "charged_shot")}
    assert {"critical", "fumble", "friend_hit", "charged_shot", "first_strike", "out", "morale", "left", "end"} < kinds
    assert kinds - {""} <= set(MOMENTS)


def test_a_roll_is_taken_apart_with_what_gave_it_two_dice():
    roll = sample("roll_made", adv=[["Flanked", "IST-ADV-06"]], dis=[["Cover", "IST-ADV-09"]])
    parts = breakdown(roll, lambda rule: f"the words of {rule}")
    assert [(die["face"], die["kept"]) for die in parts["dice"]] == [(7, False), (14, True)]
    assert [(one["sign"], one["label"], one["text"]) for one in parts["sources"]] == [
        ("advantage", "Flanked", "the words of IST-ADV-06"),
        ("disadvantage", "Cover", "the words of IST-ADV-09"),
    ]
    assert "Flanked" in render_to_string("matches/_roll.html", {"roll": parts})


# What is drawn


def test_a_path_bears_its_cost_and_that_of_each_stretch():
    path = [[1000, 1200, 0], [1300, 1200, 0], [1300, 1600, 0], [1900, 1600, 0], [1900, 1600, 100]]
    whole, *legs = tell(sample("model_moved", path=path, cost=1900), VIEW).strokes
    assert (whole.d, whole.label, whole.mover) == (
        "M1000 3600L1300 3600L1300 3200L1900 3200L1900 3200",
        '19"',
        "a1",
    )
    assert [leg.label for leg in legs] == ['3"', '4"', '10"', '1" up']


def test_a_shot_is_a_line_with_its_distance():
    (stroke,) = tell(sample("attack_declared"), VIEW).strokes
    assert (stroke.d, stroke.kind, stroke.label) == ("M1050 3600L1850 3600", "shoot", '9"')


def test_the_three_sight_lines_are_drawn_by_how_they_fare():
    told = tell(sample("sight_resolved", lines=["clear", "screened", "blocked"], source="computed"), VIEW)
    assert [stroke.kind for stroke in told.strokes] == ["sight-clear", "sight-screened", "sight-blocked"]
    assert told.strokes[0].d == "M1000 3600L1900 3600"
    assert {stroke.d for stroke in told.strokes[1:]} == {"M1000 3600L1900 3550", "M1000 3600L1900 3650"}


def test_a_fireball_is_drawn_as_wide_as_it_burns():
    told = tell(sample("spell_cast", point=[1900, 1200, 0]), VIEW)
    assert told.text == "Ylva casts Fireball; it bursts over Saskia."
    assert told.strokes[0].d.startswith("M1600 3600a300 300")


def test_nothing_is_drawn_for_somebody_off_the_table():
    assert tell(sample("attack_declared"), {}).strokes == ()
