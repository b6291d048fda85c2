"""Commands: who may give them, what they are told, and that each happens once."""

from hashlib import sha256

import pytest
from msgspec.structs import replace

from eventstore import api as store, provenance as store_provenance
from eventstore.models import Snapshot
from matches import event_codec, facts, loading, play, service
from matches.errors import DiceWanted, Stale
from matches.facts import TitleSet
from matches.game_adapter import adapter_of
from matches.loading import LoadedMatch, load_match
from matches.models import Match, stream_of
from matches.recent import RecentFolds
from tests.matches.conftest import TABLE, new
from tests.rules.kernel.at_table import NO_SHADES
from tests.rules.kernel.toy import SootRolled
from web.errors import Forbidden, KeyReused, NotThere, Refusal, Unreadable
from web.people import THE_HOUSE

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]

SPARK = {"type": "spark", "seat": "home"}
SPARK_RULE = "A spark is a d20 and the lamp's skill against the other lamp's dimness."
PASS = {"type": "pass", "player": "away"}


def types(answer):
    return [event["type"] for event in answer.events]


def refused(code, call, *args, **kwargs):
    with pytest.raises(Refusal) as caught:
        call(*args, **kwargs)
    assert caught.value.code == code
    return caught.value


def refused_command(code, person, match, command, **more):
    """The refusal of a command, of which nothing is stored."""
    before = store.head(stream_of(match))
    refusal = refused(code, service.give_command, person, match, command, **more)
    assert store.head(stream_of(match)) == before
    return refusal


def test_it_works(match, bob, charlie):
    answer = service.give_command(bob, match, SPARK)
    assert types(answer) == ["spark_declared", "decided"]
    assert answer.pending["id"] == answer.version
    assert [ask["seat"] for ask in answer.pending["asks"]] == ["away"]
    answer = service.give_command(charlie, match, PASS, dice=[15])
    assert types(answer) == ["spark_rolled", "dimmed", "turn_passed", "decided"]
    assert answer.events[0]["dice"] == [[20, 15, True]]


class TestDice:
    def test_wanted_dice_are_asked_for_and_the_command_is_kept(self, match, bob, charlie):
        service.give_command(bob, match, SPARK)
        with pytest.raises(DiceWanted) as caught:
            service.give_command(charlie, match, PASS)
        document = caught.value.document()
        assert caught.value.status == 409
        assert document["need"]["sides"] == [20]
        assert document["need"]["target"] == 10
        assert document["need"]["chance"] == [11, 20]
        assert document["need"]["mods"] == [
            {"value": 0, "label": "skill", "rule": "TOY-SPARK-01", "rule_text": SPARK_RULE}
        ]
        assert document["pending"] == load_match(match).version
        assert load_match(match).table.opened.command == PASS

    def test_the_dice_go_on_with_it(self, match, bob, charlie):
        service.give_command(bob, match, SPARK)
        refused("dice_wanted", service.give_command, charlie, match, PASS)
        answer = service.give_command(bob, match, {"type": "dice", "faces": [3]})
        assert types(answer) == ["dice_entered", "spark_rolled", "turn_passed", "decided"]

    def test_too_few_ask_for_the_rest(self, match, bob, charlie):
        service.give_command(bob, match, SPARK)
        # A 1 misses 10 by 9; with a shade by more, and then a d6 is wanted.
        refusal = refused(
            "dice_wanted", service.give_command, charlie, match, {"type": "shade", "seat": "away"}, dice=[1]
        )
        assert refusal.need["purpose"] == "soot"
        assert refusal.need["typed"] == [1]
        answer = service.give_command(charlie, match, {"type": "dice", "faces": [6]}, by="away")
        assert "soot_rolled" in types(answer)

    def test_it_refuses_too_many_and_stores_nothing(self, match, bob, charlie):
        service.give_command(bob, match, SPARK)
        refusal = refused_command("bad_die", charlie, match, PASS, dice=[15, 2])
        assert refusal.field == "dice[1]"

    @pytest.mark.parametrize("face", [0, 21, -3])
    def test_it_refuses_faces_that_are_on_no_such_die(self, match, bob, charlie, face):
        service.give_command(bob, match, SPARK)
        refused_command("bad_die", charlie, match, PASS, dice=[face])

    @pytest.mark.parametrize("face", ["4", True, 1.5, None, 2**70, [4]])
    def test_it_refuses_what_is_no_number(self, match, bob, charlie, face):
        service.give_command(bob, match, SPARK)
        refused_command("malformed", charlie, match, PASS, dice=[face])

    def test_nothing_else_happens_before_they_fall(self, match, bob, charlie):
        service.give_command(bob, match, SPARK)
        refused("dice_wanted", service.give_command, charlie, match, PASS)
        refusal = refused_command("dice_wanted", bob, match, SPARK)
        assert refusal.need["purpose"] == "spark"

    def test_dice_nobody_asked_for(self, match, bob):
        refused_command("no_dice_wanted", bob, match, {"type": "dice", "faces": [4]})

    def test_nobody_looks_at_house_dice_and_withdraws(self, alice, bob):
        match = service.create_match(alice, new(dice={**TABLE, "home": "house"}, setup=None, position=NO_SHADES))
        answer = service.give_command(alice, match, SPARK, by="home", dice=[99])
        assert "spark_rolled" in types(answer)
        assert answer.dice_left == (99,)

    def test_a_face_that_cannot_be_is_asked_for_again_once_house_dice_fell(self, alice, toy, monkeypatch):
        def spark_and_soot(game, run):
            spark(game, run)
            run.roll(SootRolled, toy.soot("away"), seat="away")

        spark = type(toy)._spark
        monkeypatch.setattr(type(toy), "_spark", spark_and_soot)
        match = service.create_match(alice, new(dice={**TABLE, "home": "house"}, setup=None, position=NO_SHADES))
        refusal = refused("dice_wanted", service.give_command, alice, match, SPARK, dice=[99, 4], key="k")
        assert refusal.field == "dice[0]"
        assert "a d6 cannot show 99" in refusal.message
        assert refusal.more["dice_left"] == [99, 4]
        assert load_match(match).table.opened.tape == ()
        again = refused("dice_wanted", service.give_command, alice, match, SPARK, dice=[99, 4], key="k")
        assert again.more["repeated"]
        refused_command("bad_die", alice, match, {"type": "dice", "faces": [9]})
        assert "soot_rolled" in types(service.give_command(alice, match, {"type": "dice", "faces": [4]}))

    def test_house_dice_need_no_typing(self, house_match, bob, charlie):
        service.give_command(bob, house_match, SPARK)
        answer = service.give_command(charlie, house_match, PASS)
        assert answer.events[0]["source"] == "house"


class TestSeats:
    def test_it_refuses_the_seat_of_another(self, match, charlie):
        refused_command("not_your_seat", charlie, match, SPARK)
        refused_command("not_your_seat", charlie, match, SPARK, by="home")

    def test_it_refuses_who_only_looks_on(self, match, alice, eve):
        service.set_visibility(alice, match, "public")
        with pytest.raises(Forbidden) as caught:
            service.give_command(eve, match, SPARK)
        assert caught.value.code == "no_seat"
        refused("not_your_seat", service.give_command, eve, match, SPARK, by="gm")

    def test_strangers_cannot_tell_that_a_private_match_exists(self, match, eve):
        with pytest.raises(NotThere):
            service.give_command(eve, match, SPARK)

    def test_the_gm_may_act_for_any_and_is_recorded_so(self, match, alice):
        service.give_command(alice, match, SPARK, by="home")
        last = list(store.read(stream_of(match)))[-1]
        assert b'"by":"gm"' in last.body
        assert last.actor == "user:alice"

    def test_players_cannot_do_what_is_for_the_gm(self, match, bob):
        refused_command("gm_only", bob, match, {"type": "pause", "reason": "tea"})
        dim = {"type": "dim", "lamp": "home", "dimness": 1}
        refused_command("gm_only", bob, match, dim)

    def test_it_refuses_a_seat_that_is_not_there(self, match, bob):
        assert refused("unknown_seat", service.give_command, bob, match, SPARK, by="attic").status == 400


class TestOnce:
    def test_the_same_key_happens_once_and_answers_the_same(self, match, bob):
        first = service.give_command(bob, match, SPARK, key="k1")
        again = service.give_command(bob, match, SPARK, key="k1")
        assert again.repeated
        assert not first.repeated
        assert (again.first, again.version, again.events) == (first.first, first.version, first.events)

    def test_a_command_that_waits_for_dice_too(self, match, bob, charlie):
        service.give_command(bob, match, SPARK)
        first = refused("dice_wanted", service.give_command, charlie, match, PASS, key="k2")
        again = refused("dice_wanted", service.give_command, charlie, match, PASS, key="k2")
        assert again.need == first.need
        assert again.more == first.more | {"repeated": True}

    def test_it_refuses_the_key_for_anything_else(self, match, bob, charlie):
        service.give_command(bob, match, SPARK, key="k")
        with pytest.raises(KeyReused):
            service.give_command(bob, match, PASS, key="k")
        with pytest.raises(KeyReused):
            service.give_command(bob, match, SPARK, key="k", dice=[1])
        # Keys belong to who made them.
        service.give_command(charlie, match, PASS, key="k", dice=[15])

    @pytest.mark.parametrize("key", ["", "x" * 201, "a\nb", "a\x00b"])
    def test_it_refuses_a_key_that_is_none(self, match, bob, key):
        with pytest.raises(Unreadable):
            service.give_command(bob, match, SPARK, key=key)

    def test_a_refused_command_may_come_again_under_its_key(self, match, bob, charlie):
        refused("no_window", service.give_command, charlie, match, PASS, key="k")
        service.give_command(bob, match, SPARK)
        assert service.give_command(charlie, match, PASS, dice=[15], key="k").events


class TestPending:
    def test_an_answer_to_an_old_question_is_refused(self, match, bob, charlie):
        asked = service.pending_now(bob, match)["id"]
        service.give_command(bob, match, SPARK, pending=asked)
        with pytest.raises(Stale) as caught:
            service.give_command(charlie, match, PASS, pending=asked, dice=[15])
        assert caught.value.document()["pending"] == load_match(match).version

    def test_who_sits_down_meanwhile_makes_no_question_old(self, match, alice, bob):
        asked = service.pending_now(bob, match)["id"]
        service.set_title(alice, match, "Lamps at dawn")
        answer = service.give_command(bob, match, SPARK, pending=asked)
        assert types(answer) == ["spark_declared", "decided"]
        assert answer.first > asked + 1

    @pytest.mark.parametrize("pending", [0, -1, 10**9])
    def test_a_question_that_was_never_asked(self, match, bob, pending):
        refused("stale_pending", service.give_command, bob, match, SPARK, pending=pending)


class TestBadCommands:
    @pytest.mark.parametrize(
        ("command", "field"),
        [
            ({}, "command.type"),
            ({"type": "fly"}, "command.type"),
            ({"type": "spark"}, "command.seat"),
            ({"type": "spark", "seat": 4}, "command.seat"),
            ({"type": "spark", "seat": "home", "twice": True}, "command.twice"),
            ({"type": ["spark"]}, "command.type"),
            ({"type": "dim", "lamp": "home", "dimness": 2**64}, "command.dimness"),
            ({"type": "dim", "lamp": "home", "dimness": 1.5}, "command.dimness"),
            ({"type": "dim", "lamp": "home\x00", "dimness": 1}, "command.lamp"),
            ({"type": "rewind", "to": "x"}, "command.to"),
        ],
    )
    def test_it_says_what_is_wrong_and_changes_nothing(self, match, alice, command, field):
        refusal = refused_command("malformed", alice, match, command)
        assert refusal.status == 400
        assert refusal.field == field

    def test_depth(self, match, alice):
        deep = {"type": "spark", "seat": []}
        for _ in range(100):
            deep = {"type": "spark", "seat": [deep]}
        refused_command("malformed", alice, match, deep)


class TestTheEnd:
    def finished(self, match, alice):
        service.give_command(alice, match, {"type": "dim", "lamp": "home", "dimness": 13})

    def test_the_secret_of_the_dice_comes_with_the_last_event(self, house_match, alice):
        commitment = load_match(house_match).table.commitment
        answer = service.give_command(alice, house_match, {"type": "dim", "lamp": "home", "dimness": 13})
        assert types(answer)[-1] == "secret_revealed"
        assert answer.outcome["winner"] == "away"
        assert sha256(bytes.fromhex(answer.events[-1]["secret"])).hexdigest() == commitment

    def test_nothing_happens_after_it(self, match, alice, bob):
        self.finished(match, alice)
        assert refused_command("match_over", bob, match, SPARK).status == 409

    def test_abandoning_tells_the_secret_too(self, house_match, alice):
        answer = service.give_command(alice, house_match, {"type": "abandon", "reason": "Rain."})
        assert types(answer) == ["match_abandoned", "secret_revealed"]


# Blanks, signs of no width, a blank of Braille, a letter that is not drawn, dots.
UNREADABLE = ("", " \n ", "  \u200b ", "\u2800", "\u3164", "...")


class TestRewind:
    def test_play_goes_on_from_there(self, match, alice, bob, charlie):
        opening = load_match(match).table.opening
        service.give_command(bob, match, SPARK)
        service.give_command(charlie, match, PASS, dice=[15])
        service.give_command(alice, match, {"type": "rewind", "to": opening, "reason": "The wrong lamp."})
        loaded = load_match(match)
        assert loaded.state == load_match(match, opening).state
        assert types(service.give_command(bob, match, SPARK)) == ["spark_declared", "decided"]

    def test_it_refuses_to_go_where_nothing_was(self, match, alice):
        order = {"type": "rewind", "to": 999, "reason": "too far"}
        refused_command("bad_rewind", alice, match, order)

    @pytest.mark.rule("KERNEL-TABLE-05")
    @pytest.mark.parametrize("reason", [{}, *({"reason": text} for text in UNREADABLE)])
    def test_it_requires_a_reason(self, match, alice, bob, reason):
        service.give_command(bob, match, SPARK)
        order = {"type": "rewind", "to": 2} | reason
        for who in (alice, THE_HOUSE):
            refusal = refused_command("reason_wanted", who, match, order)
            assert (refusal.field, refusal.rule) == ("command.reason", "KERNEL-TABLE-05")
        refused_command("gm_only", bob, match, order)

    @pytest.mark.rule("KERNEL-TABLE-05")
    def test_it_takes_a_reason_in_any_script(self, match, alice):
        for reason in ("\u96e8", "3.", "\u0434\u043e\u0436\u0434\u044c"):
            service.give_command(alice, match, {"type": "rewind", "to": 2, "reason": reason})

    @pytest.mark.rule("KERNEL-TABLE-04")
    @pytest.mark.parametrize("reason", UNREADABLE)
    @pytest.mark.parametrize("order", ["pause", "abandon"])
    def test_so_does_all_else_that_the_gm_does_by_hand(self, match, alice, order, reason):
        command = {"type": order, "reason": reason}
        refusal = refused_command("reason_wanted", alice, match, command)
        assert refusal.field == "command.reason"

    def test_one_of_old_without_a_reason_holds(self, match, alice, bob, monkeypatch):
        """It was taken before a reason was wanted; it is folded and decided again as it was."""
        service.give_command(bob, match, SPARK)
        with monkeypatch.context() as of_old:
            of_old.setattr(play, "check_reason", lambda command: None)
            service.give_command(alice, match, {"type": "rewind", "to": 2})
        assert service.verify_match(alice, match)["ok"]
        assert load_match(match).state == load_match(match, 2).state

    def test_play_goes_to_before_an_earlier_rewind_and_into_what_that_made_void(self, match, alice):
        """Dimmed to 4, then to 5; back to 4, to 6; back to 5, and to the first rewind, which is 4."""
        points = {}
        for name, dimness in (("four", 4), ("five", 5)):
            points[name] = service.give_command(alice, match, dim(dimness)).version
        points["back"] = turned(match, alice, points["four"])
        service.give_command(alice, match, dim(6))
        for name, dimness in (("five", 5), ("back", 4), ("five", 5), ("four", 4)):
            turned(match, alice, points[name])
            for _ in ("as it is kept", "from the log alone"):
                assert load_match(match).state.lamp("away").dimness == dimness
                loading.recent_folds.forget(match)
                store.discard_snapshots(stream_of(match))


def dim(dimness):
    return {"type": "dim", "lamp": "away", "dimness": dimness}


def turned(match, alice, to):
    return service.give_command(alice, match, {"type": "rewind", "to": to, "reason": "the wrong lamp"}).version


class TestFirstCommand:
    """A match in which nobody has to be asked about a spark: its die comes at once."""

    @pytest.fixture
    def unshaded(self, alice):
        return service.create_match(alice, new(dice=TABLE, setup=None, position=NO_SHADES))

    def status(self, match):
        """As the match is kept, as its log alone has it, and as lists show it."""
        kept = load_match(match).status()
        loading.recent_folds.forget(match)
        store.discard_snapshots(stream_of(match))
        return {kept, load_match(match).status(), Match.Status(Match.objects.get(id=match).status)}

    def test_a_match_whose_first_command_waits_for_dice_has_begun(self, unshaded, alice):
        assert self.status(unshaded) == {Match.Status.WAITING}
        with pytest.raises(DiceWanted):
            service.give_command(alice, unshaded, SPARK)
        assert self.status(unshaded) == {Match.Status.RUNNING}
        service.give_command(alice, unshaded, {"type": "dice", "faces": [14]})
        assert self.status(unshaded) == {Match.Status.RUNNING}

    def test_it_has_begun_though_that_command_was_withdrawn(self, unshaded, alice):
        with pytest.raises(DiceWanted):
            service.give_command(alice, unshaded, SPARK)
        turned(unshaded, alice, load_match(unshaded).version)
        assert self.status(unshaded) == {Match.Status.RUNNING}

    def test_what_only_the_table_is_told_begins_nothing(self, unshaded, alice):
        service.give_command(alice, unshaded, {"type": "pause", "reason": "tea"})
        assert self.status(unshaded) == {Match.Status.WAITING}


FOLDED = ("hash", "version", "state", "roster", "played", "last_play", "ruleset_version", "settled")


def same(one, other):
    for field in FOLDED:
        assert getattr(one, field) == getattr(other, field), field


class TestFolds:
    @pytest.fixture
    def long_match(self, match, alice):
        for turn in range(40):
            seat, other = ("home", "away")[:: 1 if turn % 2 == 0 else -1]
            service.give_command(alice, match, {"type": "spark", "seat": seat})
            service.give_command(alice, match, {"type": "pass", "player": other}, dice=[2])
        return match

    def test_snapshots_and_kept_folds_change_nothing_but_the_time(self, long_match):
        kept, middle = load_match(long_match), load_match(long_match, 70)
        loading.recent_folds.forget(long_match)
        from_snapshot = load_match(long_match)
        assert Snapshot.objects.count() >= 2
        loading.recent_folds.forget(long_match)
        store.discard_snapshots(stream_of(long_match))
        bare = load_match(long_match)
        same(bare, kept)
        same(bare, from_snapshot)
        same(load_match(long_match, 70), middle)

    def test_a_snapshot_nobody_can_read_is_thrown_away(self, long_match):
        kept = load_match(long_match)
        loading.recent_folds.forget(long_match)
        fold = Snapshot.objects.order_by("-version").first().fold_version
        store.discard_snapshots(stream_of(long_match))
        store.save_snapshot(stream_of(long_match), 100, fold, b'{"table": 4}')
        same(load_match(long_match), kept)
        assert not Snapshot.objects.exists()

    def leave_a_wrong_one(self, match):
        """A snapshot that somebody left who folded otherwise."""
        wrong = load_match(match)
        wrong.roster = replace(wrong.roster, title="Never")
        loading.recent_folds.forget(match)
        store.discard_snapshots(stream_of(match))
        wrong.save_snapshot()
        assert load_match(match).roster.title == "Never"

    def test_the_check_believes_no_snapshot(self, long_match):
        self.leave_a_wrong_one(long_match)
        title = Match.objects.get().title
        assert store.check("matches") == []
        Match.objects.update(title="Never")
        assert [line.partition(": ")[2] for line in store.check("matches")] == [
            f"title is 'Never' in the row and {title!r} in the log"
        ]

    def test_what_is_made_again_is_made_without_snapshots(self, long_match):
        title = Match.objects.get().title
        self.leave_a_wrong_one(long_match)
        store.rebuild("matches")
        assert (Match.objects.get().title, load_match(long_match).roster.title) == (title, title)
        assert not Snapshot.objects.exists()

    @pytest.mark.parametrize(
        ("where", "what"),
        [
            (facts, "after"),
            (LoadedMatch, "advance"),
            (event_codec, "events_of"),
            (store_provenance, "untrusted_imports"),
        ],
    )
    def test_code_that_folds_a_match_is_in_the_key(self, monkeypatch, where, what):
        def key():
            loading._fold_version.cache_clear()
            return loading._fold_version(adapter_of("toy"))

        before = key()
        with monkeypatch.context() as patch:
            patch.setattr(where, what, lambda *_: None)
            assert key() != before
        assert key() == before

    def test_a_fold_of_another_log_is_forgotten(self, long_match):
        kept = load_match(long_match)
        forged = kept.copy()
        forged.hash, forged.roster = b"x" * 32, type(kept.roster)()
        loading.recent_folds.forget(long_match)
        loading.keep(forged)
        same(load_match(long_match), kept)

    def test_who_takes_a_fold_may_move_it_on(self, long_match):
        first = load_match(long_match)
        first.advance([TitleSet(title="Mine alone")], b"y" * 32)
        assert load_match(long_match).roster.title == "Lamps at dusk"

    def test_only_so_many_are_kept(self, match, house_match):
        few = RecentFolds(1)
        few.keep(load_match(match))
        few.keep(load_match(house_match))
        assert few.find(match, None) is None
        assert few.find(house_match, None).id == house_match
        assert few.find(house_match, 1) is None
        few.keep(load_match(house_match, 2))
        assert few.find(house_match, None).version > 2
