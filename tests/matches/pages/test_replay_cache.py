"""Replays are made once, kept as far as anybody may see them, and never shown to other eyes."""

import gzip
import json
from threading import Event, Thread
from uuid import uuid4

import pytest
from django.test import Client

from eventstore import api as store
from matches import replay_answers, service
from matches.loading import load_match
from matches.models import stream_of
from matches.replay_cache import EncodedDocument, ReplayCache
from tests.matches.admin.conftest import client_of
from tests.matches.calling import Api
from tests.matches.pages.conftest import opened, play_on
from tests.rules.ishmek.arena import man, setup

pytestmark = pytest.mark.django_db

PLACE = ("page", uuid4(), "")
QUOTE = '"'
ENOUGH = 600
"""Events of a match that is long enough for its weight to tell."""


@pytest.fixture(autouse=True)
def empty(monkeypatch):
    """A cache that holds nothing yet."""
    cache = ReplayCache(2**20)
    monkeypatch.setattr(replay_answers, "replays", cache)
    return cache


@pytest.fixture
def made(monkeypatch):
    """The documents that were made, by whom they were made for."""
    log, make = [], service.replay_document

    def noted(who, *args, **more):
        log.append(who.name)
        return make(who, *args, **more)

    monkeypatch.setattr(service, "replay_document", noted)
    return log


def address(match, query=""):
    return f"/matches/{match}/replay.json{query}"


def kept(answer):
    return sorted(part.strip() for part in answer["Cache-Control"].split(","))


class TestOnce:
    def test_it_is_made_once_for_all_who_see_the_same(self, client, users, over, made):
        documents = [client.get(address(over)).json() for _ in range(2)]
        documents.append(client_of(users["eve"]).get(address(over)).json())
        client.get(f"/matches/{over}/replay?n=3")
        assert len(made) == 1
        assert documents[0] == documents[1] == documents[2]

    def test_so_is_that_of_the_api(self, over, made):
        documents = [Api().get(f"matches/{over}/replay") for _ in range(2)]
        assert documents[0] == documents[1]
        assert len(made) == 1

    def test_it_is_made_anew_after_every_event(self, alice, client, a_go, made):
        before = client.get(address(a_go)).json()["version"]
        service.give_command(alice, a_go, {"type": "pause", "reason": "tea"})
        after = client.get(address(a_go)).json()
        assert after["version"] > before
        assert "play_paused" in {event["type"] for event in after["events"][before:]}
        assert len(made) == 2

    def test_each_pair_of_eyes_has_its_own(self, client, users, placing, made):
        """A placement is hidden from the other seat until both are done."""
        bob, charlie = client_of(users["bob"]), client_of(users["charlie"])
        squares = {"at-h1": "1,1", "at-h2": "1,2", "at-h3": "1,6"}
        bob.post(f"/matches/{placing}/commands", {"form": "place:home", **squares})
        for _ in range(2):
            own = bob.get(address(placing)).content.decode()
            others = charlie.get(address(placing)).content.decode()
            public = client.get(address(placing)).content.decode()
            assert ["have submitted" in seen for seen in (own, others, public)] == [True, False, False]
        assert sorted(made) == ["", "bob", "charlie"]

    def test_the_address_of_a_document_gives_others_their_own(self, users, placing):
        """Its name is no key to it: who may see less gets less, and nothing of it to keep."""
        bob, charlie = client_of(users["bob"]), client_of(users["charlie"])
        squares = {"at-h1": "1,1", "at-h2": "1,2", "at-h3": "1,6"}
        bob.post(f"/matches/{placing}/commands", {"form": "place:home", **squares})
        tag = bob.get(address(placing))["ETag"]
        for headers in ({}, {"If-None-Match": tag}):
            answer = charlie.get(address(placing, f"?v={tag.strip(QUOTE)}"), headers=headers)
            assert answer.status_code == 200
            assert "have submitted" not in answer.content.decode()
            assert answer["ETag"] != tag
            assert kept(answer) == ["no-store", "private"]

    def test_strangers_get_nothing_of_what_is_kept(self, alice, client, users, over):
        tag = client.get(address(over))["ETag"]
        service.set_visibility(alice, over, "private")
        for headers in ({}, {"If-None-Match": tag}, {"If-None-Match": "*"}):
            assert client.get(address(over), headers=headers).status_code == 404
        assert client_of(users["alice"]).get(address(over)).status_code == 200

    def test_who_comes_while_it_is_made_waits_for_it(self):
        cache, begun, go_on, calls = ReplayCache(2**20), Event(), Event(), []

        def slow():
            calls.append(1)
            begun.set()
            go_on.wait(30)
            return EncodedDocument.of({"n": 1})

        found = []
        threads = [Thread(target=lambda: found.append(cache.get(PLACE, b"head", slow))) for _ in range(3)]
        for thread in threads:
            thread.start()
        begun.wait(30)
        go_on.set()
        for thread in threads:
            thread.join(30)
        assert (len(calls), len(set(found))) == (1, 1)
        assert cache._making == {}

    def test_what_is_there_leaves_no_lock_behind(self):
        """Each hit used to leave one, for every match and pair of eyes, for as long as the process lived."""
        cache = ReplayCache(2**20)
        places = [("page", uuid4(), eyes) for eyes in ("", "home")]
        for place in places * 2:
            cache.get(place, b"head", lambda: EncodedDocument.of({"n": 1}))
        assert cache._making == {}

    def test_one_that_fails_is_made_again(self):
        cache = ReplayCache(2**20)

        def broken():
            raise RuntimeError("a bug")

        with pytest.raises(RuntimeError):
            cache.get(PLACE, b"head", broken)
        assert cache._making == {}
        assert cache.get(PLACE, b"head", lambda: EncodedDocument.of({"n": 1})).document() == {"n": 1}

    def test_it_keeps_no_more_than_there_is_room_for(self):
        packed, calls = EncodedDocument.of({"n": 1}), []
        cache = ReplayCache(2 * len(packed.body))
        places = [("page", uuid4(), "") for _ in range(3)]

        def get(place):
            cache.get(place, b"head", lambda: calls.append(place) or packed)

        for place in (places[0], places[1], places[0], places[2], places[0], places[1]):
            get(place)
        assert calls == [places[0], places[1], places[2], places[1]]

    def test_one_that_is_too_large_is_sent_all_the_same(self):
        assert ReplayCache(1).get(PLACE, b"head", lambda: EncodedDocument.of({"n": 1})).document() == {"n": 1}


class TestLong:
    """A match of three thousand events, most of them appended at once."""

    @pytest.fixture
    def long(self, alice, match):
        service.set_visibility(alice, match, "public")
        before = load_match(match).version
        for command in ({"type": "pause", "reason": "tea"}, {"type": "resume"}):
            service.give_command(alice, match, command)
        break_for_tea = [store.NewEvent(one.type, one.schema, one.body) for one in store.read(stream_of(match), before)]
        version = before + len(break_for_tea)
        many = break_for_tea * (3_000 // len(break_for_tea))
        store.append(stream_of(match), version, many, actor="gm", command_id=uuid4(), fingerprint=b"f" * 32)
        return match

    def test_it_is_made_once_at_a_head(self, client, users, long, made, empty):
        first = client.get(address(long))
        assert first.json()["version"] == len(first.json()["events"]) > 3_000
        tag = first["ETag"]
        for asked in (client, client_of(users["eve"]), Client()):
            assert asked.get(address(long)).content == first.content
            assert asked.get(address(long), headers={"If-None-Match": tag}).status_code == 304
            assert asked.get(f"/matches/{long}/replay").status_code == 200
        assert len(made) == 1
        assert [head for head, _ in empty._kept.values()] == [load_match(long).hash]

    def test_it_is_made_anew_at_the_next_head(self, alice, client, long, made, empty):
        before = client.get(address(long))
        service.give_command(alice, long, {"type": "pause", "reason": "tea"})
        after = [client.get(address(long)) for _ in range(2)]
        assert after[0].content == after[1].content
        assert after[0].json()["version"] > before.json()["version"]
        assert after[0]["ETag"] != before["ETag"]
        assert len(made) == 2
        assert [head for head, _ in empty._kept.values()] == [load_match(long).hash]


class TestSending:
    def test_it_is_gzipped_for_who_takes_that(self, client, over):
        plain = client.get(address(over))
        for accepts in ("gzip", "br, gzip;q=0.8"):
            zipped = client.get(address(over), headers={"Accept-Encoding": accepts})
            assert zipped["Content-Encoding"] == "gzip"
            assert gzip.decompress(zipped.content) == plain.content
            assert len(zipped.content) < len(plain.content) / 4
        for accepts in ("", "br", "gzip;q=0", "gzip; q=0.0, br"):
            assert "Content-Encoding" not in client.get(address(over), headers={"Accept-Encoding": accepts})
        assert "Accept-Encoding" in plain["Vary"]
        assert "Cookie" in plain["Vary"]

    def test_who_has_it_is_told_so(self, client, over):
        for accepts in ("", "gzip"):
            tag = client.get(address(over), headers={"Accept-Encoding": accepts})["ETag"]
            again = client.get(address(over), headers={"If-None-Match": tag, "Accept-Encoding": accepts})
            assert (again.status_code, again.content) == (304, b"")
        assert client.get(address(over), headers={"If-None-Match": '"another"'}).status_code == 200

    def test_gzipped_it_has_a_tag_of_its_own(self, client, over):
        """A strong tag names bytes, and those are others."""
        plain, zipped = (client.get(address(over), headers={"Accept-Encoding": one})["ETag"] for one in ("", "gzip"))
        assert plain.startswith('"')
        assert zipped == plain.removesuffix('"') + '-gzip"'
        assert client.get(address(over), headers={"If-None-Match": zipped}).status_code == 200

    def test_the_page_names_what_may_be_kept_for_ever(self, client, over):
        html = client.get(f"/matches/{over}/replay").content.decode()
        tag = client.get(address(over))["ETag"].strip('"')
        assert f'data-document="{address(over)}?v={tag}"' in html
        assert kept(client.get(address(over, f"?v={tag}"))) == ["immutable", "max-age=31536000", "public"]
        for query in ("", "?v=another"):
            assert kept(client.get(address(over, query))) == ["no-cache", "public"]

    def test_a_match_that_goes_on_is_asked_for_each_time(self, client, a_go):
        tag = client.get(address(a_go))["ETag"].strip('"')
        assert kept(client.get(address(a_go, f"?v={tag}"))) == ["no-cache", "public"]

    @pytest.mark.parametrize("name", ["alice", "bob"])
    def test_what_is_for_some_eyes_is_kept_by_their_browser_once_it_is_over(self, users, over, name):
        own = client_of(users[name])
        tag = own.get(address(over))["ETag"].strip('"')
        named = own.get(address(over, f"?v={tag}"))
        assert kept(named) == ["immutable", "max-age=31536000", "private"]
        assert "Cookie" in named["Vary"]
        for query in ("", "?v=another"):
            assert kept(own.get(address(over, query))) == ["no-store", "private"]

    @pytest.mark.parametrize("name", ["alice", "bob"])
    def test_before_that_it_is_kept_nowhere(self, users, a_go, name):
        own = client_of(users[name])
        tag = own.get(address(a_go))["ETag"].strip('"')
        assert kept(own.get(address(a_go, f"?v={tag}"))) == ["no-store", "private"]

    @pytest.mark.parametrize("visibility", ["private", "unlisted"])
    def test_a_match_that_is_not_public_is_never_kept_between(self, alice, users, client, over, visibility):
        service.set_visibility(alice, over, visibility)
        for who in [client_of(users["alice"])] + ([client] if visibility == "unlisted" else []):
            tag = who.get(address(over))["ETag"].strip('"')
            assert kept(who.get(address(over, f"?v={tag}"))) == ["immutable", "max-age=31536000", "private"]
            assert kept(who.get(address(over))) == ["no-store", "private"]

    def test_the_page_is_gzipped_too(self, client, over):
        html = client.get(f"/matches/{over}/replay", headers={"Accept-Encoding": "gzip"})
        assert html["Content-Encoding"] == "gzip"
        assert b"Ravens at dusk" in gzip.decompress(html.content)

    def test_a_long_match_comes_to_less_than_150_kilobytes_with_its_page(self, alice, users, client):
        """The target is for 2,400 events: played here are a quarter of them, which come to a quarter of its events."""
        men = [man(f"h{n}", name=f"Raven {n}") for n in range(1, 6)]
        herons = [man(f"a{n}", name=f"Heron {n}") for n in range(1, 6)]
        match = opened(alice, users, setup=setup(men, herons, turns_total=4))
        version = play_on(match, until=lambda match: match.version >= ENOUGH).version
        zipped = {"Accept-Encoding": "gzip"}
        sent = [client.get(place, headers=zipped) for place in (f"/matches/{match}/replay", address(match))]
        assert all(one["Content-Encoding"] == "gzip" for one in sent)
        page, events = (len(one.content) for one in sent)
        assert page + events * 2_400 / version < 150_000

    def test_the_page_tells_the_same_as_the_document(self, client, over):
        document = client.get(address(over)).json()
        told = json.loads(json.dumps(document["lines"]))
        line = next(line for line in told if line["type"] == "stepped")
        assert line["text"] in client.get(f"/matches/{over}/replay?n={line['n']}").content.decode()
