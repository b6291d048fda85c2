"""The replay page without a script, its document, and the pages that check a match."""

import io
import re

import pytest

from matches import service
from matches.pages.replaying import narrated_lines
from rules.kernel.replay import seek
from web.people import THE_HOUSE

pytestmark = pytest.mark.django_db


def replay(client, match_id, **query):
    answer = client.get(f"/matches/{match_id}/replay", query)
    assert answer.status_code == 200
    return answer.content.decode()


def test_it_works(client, over):
    document = client.get(f"/matches/{over}/replay.json").json()
    html = replay(client, over, n=document["version"])
    assert f"Event {document['version']} of {document['version']}" in html
    assert "The match is over" in html


def test_a_match_that_is_over_is_shown_from_its_first_go_on(client, over, a_go):
    document = client.get(f"/matches/{over}/replay.json").json()
    first_go = next(event["n"] for event in document["events"] if event["type"] == "go_started")
    assert document["beginning"] == first_go
    assert f"Event {first_go} of {document['version']}" in replay(client, over)
    ended = next(event["n"] for event in document["events"] if event["type"] == "match_ended")
    assert f"Event {ended} of {document['version']}" in replay(client, over, n="end")
    running = client.get(f"/matches/{a_go}/replay.json").json()["version"]
    assert f"Event {running} of {running}" in replay(client, a_go)


def test_it_opens_on_a_board_with_everybody_on_it(client, over):
    tokens = re.findall(r'<g class="token [^>]*id="token-[^>]*>', replay(client, over))
    assert len(tokens) == 4
    assert all("translate(" in token and 'display="none"' not in token for token in tokens)


def test_the_timeline_leads_to_turns_and_key_moments_and_says_what_they_are(client, over):
    document = client.get(f"/matches/{over}/replay.json").json()
    html = replay(client, over)
    turn = next(line for line in document["lines"] if line["type"] == "turn_started")
    assert (
        f'<a class="mark" href="?n={turn["n"]}" data-n="{turn["n"]}" data-kind="turn" data-said="{turn["text"]} '
        in html
    )
    ended = next(line for line in document["lines"] if line.get("moment") == "end")
    assert f'data-kind="end" data-said="End: {ended["text"]} (event {ended["n"]})"' in html
    assert html.count('class="mark"') == 2 + sum("moment" in line for line in document["lines"])


def test_the_end_of_a_match_is_its_last_event_of_play(alice, client, over, a_go):
    service.change_settings(alice, over, service.Settings("Long ago", "public", open_seats=False))
    html = replay(client, over, n="end")
    assert re.search(r'id="said"[^>]*><b class="n">\d+</b> The match is over: ', html)
    service.give_command(alice, a_go, {"type": "pause", "reason": "tea"})
    running = client.get(f"/matches/{a_go}/replay.json").json()["version"]
    assert f"Event {running} of {running}" in replay(client, a_go, n="end")


def test_the_document_names_whoever_rolled(client, over):
    document = client.get(f"/matches/{over}/replay.json").json()
    rolled = {event["by"] for event in document["events"] if event.get("dice") and "by" in event}
    assert set(document["names"]) == rolled
    assert all(" " in document["names"][who] for who in rolled if who in ("h1", "h2", "a1", "a2"))


def test_the_board_stands_as_it_stood(client, over):
    document = client.get(f"/matches/{over}/replay.json").json()
    stepped = next(event for event in document["events"] if event["type"] == "stepped")
    html = replay(client, over, n=stepped["n"])
    x, y = stepped["to"]
    token = re.search(rf'id="token-{stepped["player"]}"[^>]*', html)[0]
    assert f'transform="translate({100 * x} {100 * y})"' in token
    assert seek(document, stepped["n"])["players"][stepped["player"]]["at"] == [x, y]
    assert '<path class="stroke" data-kind="step"' in html


def test_it_says_why_somebody_was_asked(client, over):
    document = client.get(f"/matches/{over}/replay.json").json()
    picking = next(event for event in document["events"] if any(ask["kind"] == "pick" for ask in event.get("asks", ())))
    html = replay(client, over, n=picking["n"])
    assert "Name the player who goes next." in html
    assert document["words"]["ISH-INIT-02"] in html


def test_links_lead_from_action_to_action(client, over):
    document = client.get(f"/matches/{over}/replay.json").json()
    actions = document["marks"]["action"]
    html = replay(client, over, n=actions[5])
    assert f'href="?n={actions[4]}"' in html
    assert f'href="?n={actions[6]}"' in html
    assert f'href="?n={actions[5] + 1}"' in html


def test_an_act_is_one_line_with_its_roll_and_what_came_of_it_is_told_above(client, over):
    document = client.get(f"/matches/{over}/replay.json").json()
    lines = {line["n"]: line for line in document["lines"]}
    act = next(row for row in document["rows"] if row.get("roll") and row["roll"] != row["n"])
    html = replay(client, over, n=act["last"])
    assert f'<b class="n">{act["last"]}</b> {lines[act["n"]]["text"]}' in html
    assert 'class="chip' in html.split('id="lines"')[1]
    assert 'class="die' in html.split('id="caption-roll"')[1]


def test_before_the_first_event_there_is_a_board_too(client, over):
    html = replay(client, over, n=0)
    assert "Before the first event." in html
    assert "Event 0 of" in html


@pytest.mark.parametrize("n", ["-1", "x", "999999", "9" * 30])
def test_a_moment_that_is_not_there(client, over, n):
    answer = client.get(f"/matches/{over}/replay", {"n": n})
    assert answer.status_code == 404
    assert "is the latest, and is shown here" in answer.content.decode()
    assert "private matches" not in answer.content.decode()


def test_every_event_but_bookkeeping_has_a_line(client, over):
    document = client.get(f"/matches/{over}/replay.json").json()
    told = {line["n"] for line in document["lines"]}
    assert told == {event["n"] for event in document["events"] if event["type"] != "decided"}
    roll = next(line["roll"] for line in document["lines"] if line["type"] == "sr_rolled")
    assert roll["mods"][0]["text"].startswith("SR = d20")
    assert roll["rule_text"]


def test_secrets_stay_hidden_from_who_may_not_see_them(client, users, placing):
    client.force_login(users["bob"])
    squares = {"at-h1": "1,1", "at-h2": "1,2", "at-h3": "1,6"}
    client.post(f"/matches/{placing}/commands", {"form": "place:home", **squares})
    own = client.get(f"/matches/{placing}/replay.json").json()
    assert any("have submitted" in line["text"] for line in own["lines"])
    client.force_login(users["charlie"])
    others = client.get(f"/matches/{placing}/replay.json").json()
    assert not any("have submitted" in line["text"] for line in others["lines"])
    assert "[1, 6]" not in str(others["events"])


def test_voided_events_are_struck_through(alice, client, over, a_go):
    service.give_command(alice, a_go, {"type": "end_go", "player": "h1"})
    service.give_command(alice, a_go, {"type": "rewind", "to": 4, "reason": "too fast"})
    document = client.get(f"/matches/{a_go}/replay.json").json()
    void = {line["n"] for line in document["lines"] if line.get("void")}
    first, last, _ = document["voided"][0]
    assert void
    assert void <= set(range(first, last + 1))
    assert ' void"' in replay(client, a_go)


def test_the_lines_of_a_match_in_the_log_and_in_the_replay_are_the_same(alice, over):
    document = service.replay_document(alice, over)
    assert [line.n for line in narrated_lines(document, "ishmek") if line.moment][-1] > 0


def test_the_log_verifies(client, over):
    html = client.get(f"/matches/{over}/verify").content.decode()
    assert "This log is correct" in html
    assert "verified under Ishmêk, version " in html
    assert f'<a href="/matches/{over}/dice">Recompute them in your own browser</a>' in html


def test_the_dice_of_a_match_that_runs_cannot_be_recomputed_yet(client, a_go):
    html = client.get(f"/matches/{a_go}/verify").content.decode()
    assert "Anyone can do that too once the match ends." in html
    assert "in your own browser" not in html


def test_the_dice_page_says_what_was_promised(client, over, a_go, table_go):
    secret = service.load(THE_HOUSE, over).match.table.secret
    assert secret in client.get(f"/matches/{over}/dice").content.decode()
    running = client.get(f"/matches/{a_go}/dice").content.decode()
    assert service.load(THE_HOUSE, a_go).match.table.commitment in running
    assert "Published when the match ends" in running
    assert "This match has no house dice" in client.get(f"/matches/{table_go}/dice").content.decode()


def test_the_export_is_the_match(client, users, over):
    answer = client.get(f"/matches/{over}/export")
    assert answer["Content-Disposition"] == 'attachment; filename="ravens-at-dusk.skald"'
    body = b"".join(answer.streaming_content)
    assert service.import_match(THE_HOUSE, io.BytesIO(body)) == over


def test_the_export_waits_for_secrets(client, users, placing):
    client.force_login(users["bob"])
    squares = {"at-h1": "1,1", "at-h2": "1,2", "at-h3": "1,6"}
    client.post(f"/matches/{placing}/commands", {"form": "place:home", **squares})
    client.force_login(users["charlie"])
    answer = client.get(f"/matches/{placing}/export")
    assert answer.status_code == 403
