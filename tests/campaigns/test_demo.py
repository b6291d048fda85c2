"""The Banak Open and evenings at Ashgate as a visitor finds them."""

from collections import Counter
from random import Random

import pytest
from django.contrib.auth.models import User

from campaigns.demo.battles import BATTLES
from campaigns.demo.people import passwords_file
from campaigns.demo.skirmishes import SKIRMISHES
from campaigns.demo.stories import BRANCHES, STORIES
from campaigns.demo.war import PLAN, BattleStep
from eventstore import api as store
from matches import service
from matches.documents import plain
from matches.models import Match
from tests.campaigns.conftest import run_demo
from web.people import THE_HOUSE, person

MOST_COMMANDS = 400
GOES = 3

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def found(status, ruleset="ishmek"):
    return list(Match.objects.filter(status=status, ruleset=ruleset).with_people())


def happened(match):
    return Counter(event.type.rpartition(".")[2] for event in store.read(match.stream))


def titled(part):
    return Match.objects.with_people().get(title__contains=part)


def test_it_works(furnished):
    assert "Banak Open" in furnished
    fights = sum(isinstance(step, BattleStep) for step in PLAN) + 1  # that of the feud
    assert Match.objects.count() == len(STORIES) + len(BATTLES) + len(SKIRMISHES) + len(BRANCHES) + fights
    assert set(Match.objects.values_list("visibility", flat=True)) == {"public"}


def test_it_prints_the_users_with_their_passwords(furnished):
    for name in ("gm", "organizer", "player"):
        (line,) = [line for line in furnished.splitlines() if line.split()[:1] == [name]]
        assert User.objects.get(username=name).check_password(line.split()[1])


def test_four_matches_are_over_with_points_and_an_injury(furnished):
    over = found("finished")

    assert len(over) >= 4
    assert all(match.summary["outcome"]["termination"] == "turns" for match in over)
    told = happened(titled("Coppers – Tessel"))
    assert told["point_scored"] >= 1
    assert told["injury_applied"] + told["player_removed"] >= 1


def test_one_of_them_has_a_foul_an_injury_and_a_dismissal_by_the_gms_hand(furnished):
    drama = titled("Reeds – Old Kiln")

    told = happened(drama)
    assert told["foul_called"] >= 1
    assert told["player_sat_out"] >= 1
    assert told["gm_effect_applied"] == told["player_dismissed"] == 1
    actors = {event.actor for event in store.read(drama.stream) if event.type == "ishmek.foul_called"}
    assert "user:gm" in actors


def test_one_was_turned_back_and_forked_from_just_before(furnished):
    source, fork = titled("Night School – Quarry"), Match.objects.get(forked_from__isnull=False)

    (rewound,) = [event for event in store.read(source.stream) if event.type == "rewound"]
    assert (fork.forked_from, fork.forked_at) == (source.pk, rewound.version - 1)
    assert rewound.actor == "user:gm"
    assert happened(fork)["decided"] > 1


def test_a_running_match_waits_for_the_player_to_decide(furnished):
    match = titled("Herons – Ushkar")
    player = person(User.objects.get(username="player"))

    asks = service.pending_now(player, match.pk, "home")["asks"]

    assert match.status == "running"
    assert any(ask["yours"] and ask["seat"] == "home" for ask in asks)
    assert service.legal_commands(player, match.pk, "home")["commands"]


def test_it_names_a_match_of_each_game_to_begin_with(furnished):
    lines = [line for line in furnished.splitlines() if line.startswith(("To play", "Or another game"))]
    first, battle, skirmish = titled("Herons – Ushkar"), titled("relic in the well"), titled("in the bamboo")
    assert lines == [
        f"To play: log in as player and open /matches/{first.pk} (Ishmêk: {first.title})",
        f"Or another game: /matches/{battle.pk} (Storm of Istra: {battle.title})",
        f"Or another game: /matches/{skirmish.pk} (Hachigoku skirmish: {skirmish.title})",
    ]


def test_it_prints_whole_addresses_of_a_site(furnished):
    match = titled("Herons – Ushkar")
    again = run_demo("--site=http://127.0.0.1:8123")
    assert f"open http://127.0.0.1:8123/matches/{match.pk} (" in again


def test_a_running_match_waits_for_dice_from_the_table(furnished):
    match = titled("Kiln Brotherhood – Veyra")

    (ask,) = service.pending_now(THE_HOUSE, match.pk)["asks"]

    assert (match.status, ask["kind"]) == ("running", "dice")
    assert ask["options"]["need"]["roll"]


def test_another_has_only_begun(furnished):
    match = titled("Goats – Saltmarsh")

    assert match.status == "running"
    assert match.summary["clock"]["turn"] == 1


def test_two_matches_wait_for_people_or_placement(furnished):
    waiting = found("waiting")

    assert len(waiting) >= 2
    assert any(match.open_seats for match in waiting)
    assert all(match.summary["waits_for"] == ["away", "home"] for match in waiting)


# Evenings at Ashgate


def test_three_battles_are_over_one_of_them_of_four_companies(furnished):
    over = [match for match in found("finished", "istra") if match.title.startswith("Evenings at Ashgate")]

    assert len(over) == 3
    assert all(happened(match)["attack_declared"] for match in over)
    assert sorted(len(match.summary["outcome"]["score"]) for match in over) == [2, 3, 4]


def test_players_fought_the_gms_monsters_in_a_fog_of_the_gms(furnished):
    causeway = titled("the causeway")

    assert happened(causeway)["terrain_placed"] == 1
    assert set(causeway.summary["outcome"]["score"]) == {"s1", "s2", "gm"}
    actors = {event.actor for event in store.read(causeway.stream) if event.type == "istra.terrain_placed"}
    assert actors == {"user:gm"}


def test_a_running_battle_waits_for_the_player_to_act(furnished):
    match = titled("relic in the well")
    player = person(User.objects.get(username="player"))

    (ask,) = service.pending_now(player, match.pk, "s1")["asks"]

    assert (match.status, ask["kind"], ask["seat"], ask["yours"]) == ("running", "activation", "s1", True)
    assert service.legal_commands(player, match.pk, "s1")["commands"]


def test_a_running_battle_waits_for_dice_from_the_table(furnished):
    match = titled("ford by night")

    (ask,) = service.pending_now(THE_HOUSE, match.pk)["asks"]

    assert (match.status, ask["kind"]) == ("running", "dice")


def test_an_invasion_is_about_to_begin(furnished):
    match = titled("Weir is invaded")
    player = person(User.objects.get(username="player"))

    (ask,) = service.pending_now(player, match.pk, "s1")["asks"]
    assert (match.status, ask["kind"], ask["yours"]) == ("waiting", "building", True)
    service.give_command(player, match.pk, ask["default"])
    (ask,) = service.pending_now(player, match.pk, "s2")["asks"]
    assert (ask["kind"], ask["seat"]) == ("clear", "s2")


# Nights at the Moon Gate


def test_a_skirmish_is_over(furnished):
    (over,) = [one for one in found("finished", "hachigoku") if "tea-house" in one.title]

    assert over.summary["outcome"]["termination"] == "one_side_left"
    assert happened(over)["attack_declared"] >= 1


def test_on_the_bridge_and_in_the_bamboo_somebody_is_to_act(furnished):
    player = person(User.objects.get(username="player"))
    for place, surprised in (("the bridge", False), ("in the bamboo", True)):
        match = titled(place)
        (ask,) = service.pending_now(player, match.pk)["asks"]
        assert (match.status, ask["kind"]) == ("running", "choose_action")
        rounds = [event.body for event in store.read(match.stream) if event.type == "hachigoku.round_started"]
        assert (b'"surprise":true' in bytes(rounds[0])) == surprised


def test_a_duel_waits_for_dice_from_the_table(furnished):
    match = titled("duel at dawn")
    (ask,) = service.pending_now(THE_HOUSE, match.pk)["asks"]
    assert (match.status, ask["kind"]) == ("running", "dice")


# People


def test_every_match_has_its_gm(furnished):
    assert {match.gm.user.username for match in Match.objects.with_people()} == {"gm"}


def test_the_player_holds_seats(furnished):
    held = [seat for match in Match.objects.with_people() for seat in match.seats.all() if seat.holder == "player"]
    assert len(held) >= 3


def test_the_rows_are_what_the_log_adds_up_to(furnished):
    assert store.check("matches") == []
    assert store.verify_store() == []


VERIFIED = [
    "Coppers – Tessel",
    "Millstones – Lantern",
    "Night School – Quarry",
    "market square",
    "the causeway",
    "ford by night",
]


@pytest.mark.parametrize("part", VERIFIED)
def test_matches_verify_whether_dice_were_typed_or_rolled_here(furnished, part):
    assert service.verify_match(THE_HOUSE, titled(part).pk)["ok"]


def test_told_again_it_changes_nothing(furnished):
    before = store.last_position()

    again = run_demo()

    assert "already there" in again
    assert store.last_position() == before


def test_it_leaves_alone_what_people_have_played_since(furnished):
    match = titled("Herons – Ushkar")
    player = person(User.objects.get(username="player"))
    command = service.legal_commands(player, match.pk, "home")["commands"][0]["command"]
    version = service.give_command(player, match.pk, command).version
    service.set_visibility(person(User.objects.get(username="gm")), match.pk, "private")

    run_demo()

    match.refresh_from_db()
    assert (match.version, match.visibility) == (version + 1, "private")


def test_only_its_owner_can_read_the_passwords(furnished):
    assert passwords_file().stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    ("part", "ended"),
    [
        ("Herons – Ushkar", "go_ended"),
        ("Goats – Saltmarsh", "go_ended"),
        ("Lantern Row – Banak", "go_ended"),
        ("relic in the well", "activation_ended"),
    ],
)
def test_the_player_alone_can_play_on_for_whole_goes(furnished, part, ended):
    match = titled(part)
    player, rng = person(User.objects.get(username="player")), Random(5)
    before = happened(match)[ended]
    wanted = before + GOES

    for _ in range(MOST_COMMANDS):
        loaded = service.load(player, match.pk).match
        if loaded.table.outcome() is not None:
            assert happened(match)[ended] > before
            return
        command = plain(loaded.ruleset.bots()["sensible"](loaded.state, rng))
        service.give_command(player, match.pk, command)
        if happened(match)[ended] >= wanted:
            return
    raise AssertionError("no go comes to its end")
