"""Whatever the page of a match offers its GM is offered in the admin site as well: its forms, read off the page."""

import json
import re
from contextlib import suppress
from html.parser import HTMLParser
from urllib.parse import parse_qs, urlsplit

import pytest
from django.urls import reverse

from eventstore import api as store
from matches import service
from matches.admin.gm_actions import GAMES, TABLE
from matches.errors import DiceWanted
from matches.loading import load_match
from matches.models import Match, SeatOffer, stream_of
from matches.service import NewMatch
from matches.simulation.playing import default_setup
from rules.kernel.table_events import TABLE_COMMANDS
from tests.matches.admin.conftest import client_of, staff
from tests.matches.admin.test_gm_actions import address, hidden, offered, text, told, version
from tests.matches.pages.battles import FIELD, battle
from tests.matches.pages.conftest import IN_A_GO, opened
from tests.rules.play import rule
from web.people import THE_HOUSE, person

pytestmark = pytest.mark.django_db

SEAT = {"join": "take", "leave": "leave", "offer": "invite", "invite": "link", "withdraw": "withdraw"}
"""The act of the admin for each button of a seat on the page."""
LINKS = {"fork": "fork", "export": "export"}
"""What the page leads to and changes something or leaves the server; other links only show."""
ELSEWHERE = {
    "dice": "entered while a roll waits for them; a form of its own there",
    "standing": "a choice of the question that it answers",
}
"""Commands to the table that have no form of their own on the page."""
KINDS = ("in_a_go", "free", "invited", "dice", "salts", "standing", "paused", "over", "istra", "hachigoku")


PUSH = {"type": "act", "player": "h1", "name": "push_pull", "target": "a1"}
DICE = {"home": "table", "away": "table", "gm": "table"}


class Forms(HTMLParser):
    """The forms of a page, each with its address, hidden fields and buttons, and the addresses it leads to."""

    def __init__(self, page):
        super().__init__()
        self.forms, self.links = [], []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        if tag == "form":
            self.forms.append({"to": given.get("action", ""), "by": given.get("method"), "hidden": {}, "buttons": []})
        elif tag == "a":
            self.links.append(given.get("href", ""))
        elif self.forms and tag == "input" and given.get("type") == "hidden":
            self.forms[-1]["hidden"][given["name"]] = given.get("value", "")
        elif self.forms and tag == "button" and "disabled" not in given:
            self.forms[-1]["buttons"].append((given.get("name"), given.get("value")))


def wanted(form):
    """What the admin must have for a form of the page: its buttons, acts and commands."""
    last, hidden_fields = form["to"].rpartition("/")[2], form["hidden"]
    match last:
        case "seats":
            return {f"act {SEAT[do]}:{hidden_fields['seat']}" for _, do in form["buttons"]}
        case "settings":
            return {"button settings"}
        case "commands" if hidden_fields.get("form") == "dice":
            return {"act dice"}
        case "commands" if "form" in hidden_fields:
            uid = hidden_fields["form"]
            return {f"button {uid}" if uid in NAMED else f"act form:{uid}"}
        case "commands":
            return {f"command {normal(json.loads(command))}" for name, command in form["buttons"] if name == "command"}
    raise AssertionError(f"a new form, which the admin must have too: {form}")


NAMED = {one.name for forms in (TABLE, *GAMES.values()) for one in forms}


def normal(command):
    return json.dumps(command, sort_keys=True)


def acts(client, match):
    """The acts of a match's list in the admin, by their address."""
    page = client.get(reverse("admin:matches_match_acts", args=[match]))
    assert page.status_code == 200
    return {parse_qs(where[1:])["act"][0]: where for _, links in page.context["groups"] for _, where in links}


def act(client, match, uid):
    return reverse("admin:matches_match_acts", args=[match]) + acts(client, match)[uid]


def buttons(client, match):
    page = client.get(reverse("admin:matches_match_change", args=[match]))
    detail = page.context["actions_detail"]
    return {urlsplit(one["path"]).path.rstrip("/").rpartition("/")[2] for one in flattened(detail)}


def flattened(items):
    return [one for item in items for one in (item.get("items") or [item])]


def commands(client, match, offered_acts):
    """The commands that can be given by the acts that ask for one choice, or for nothing."""
    found = {normal({"type": "pass"})} if "pass" in offered_acts else set()
    found |= {
        normal({"type": "clear_standing", "seat": uid.removeprefix("clear:")})
        for uid in offered_acts
        if uid.startswith("clear:")
    }
    for uid, where in offered_acts.items():
        if uid.startswith("ask:"):
            form = client.get(reverse("admin:matches_match_acts", args=[match]) + where).context["form"]
            found |= {normal(json.loads(value)) for value, _ in form.fields["answer"].choices if value}
    return found


@pytest.fixture(params=KINDS)
def shown(request, alice, users):
    """A match that Alice runs, at moments whose pages differ."""
    kind = request.param
    if kind == "istra":
        return battle(alice, users, position=FIELD | {"gm": True})
    if kind == "hachigoku":
        return service.create_match(alice, NewMatch(ruleset=kind, setup=default_setup(kind), visibility="public"))
    match = opened(alice, users, position=IN_A_GO, dice=DICE if kind == "dice" else None)
    prepare(kind, match, alice)
    return match


def prepare(kind, match, alice):
    if kind in ("free", "invited", "salts"):
        service.leave_seat(alice, match, "home")
    if kind == "salts":
        service.take_seat(alice, match, "home")
    if kind == "invited":
        service.offer_seat(alice, match, "home", "dora")
        service.offer_seat(alice, match, "gm", "eve")
    if kind == "standing":
        order = {"type": "standing", "seat": "away", "answer": "pass", "until": "match"}
        service.give_command(THE_HOUSE, match, order)
    if kind == "dice":
        service.give_command(THE_HOUSE, match, PUSH)
        with suppress(DiceWanted):
            service.give_command(THE_HOUSE, match, {"type": "pass"})
        with suppress(DiceWanted):
            service.give_command(THE_HOUSE, match, {"type": "dice", "faces": [11]})
    if kind in ("paused", "over"):
        order = {"paused": "pause", "over": "abandon"}[kind]
        service.give_command(alice, match, {"type": order, "reason": "Supper."}, by="gm")


def test_every_form_of_the_page_is_there(gm, shown):
    page = Forms(gm.get(f"/matches/{shown}").content.decode())
    there = acts(gm, shown)
    has = {f"act {uid}" for uid in there} | {f"button {name}" for name in buttons(gm, shown)}
    has |= {f"command {one}" for one in commands(gm, shown, there)}
    own = [one for one in page.forms if one["to"].startswith(f"/matches/{shown}/") and one["by"] == "post"]
    assert len(own) > 1
    assert {one for form in own for one in wanted(form)} - has == set()
    leads = {link.rpartition("/")[2] for link in page.links if link.startswith(f"/matches/{shown}/")}
    assert {f"button {LINKS[one]}" for one in leads & {*LINKS}} <= has
    assert leads <= {*LINKS, "replay", "dice", "verify"} | {one for one in leads if "?" in one}


def test_the_moments_are_those_they_should_be(gm, alice, users):
    """Each act is seen at one moment at least, so that none of the others passes for want of it."""
    seen = set()
    for kind in KINDS[:-2]:
        match = opened(alice, users, position=IN_A_GO, dice=DICE if kind == "dice" else None)
        prepare(kind, match, alice)
        seen |= {uid.partition(":")[0] for uid in acts(gm, match)}
    assert seen == {"take", "leave", "invite", "link", "withdraw", "ask", "form", "dice", "clear"}


def test_every_command_to_the_table_has_its_form():
    salts, dice = {"add_salt"}, {"correct_dice"}
    assert {*TABLE_COMMANDS} == {one.name for one in TABLE} | salts | dice | {"clear_standing"} | {*ELSEWHERE}


# What they do


def look(client, where, **fields):
    """A form as it is shown with what it will change."""
    with_hidden = {**hidden(client.get(where)), **fields}
    return client.post(where, with_hidden)


def do(client, where, **fields):
    shown = look(client, where, **fields)
    assert shown.status_code == 200, told(shown)
    assert shown.context["form"].refusal is None, shown.context["form"].refusal
    return client.post(where, {**hidden(shown), **fields}, follow=True)


def rows(shown):
    return [tuple(row) for row in shown.context["form"].preview.rows]


def holders(match):
    return {name: holder.name for name, holder in load_match(match).roster.seats.items()}


@pytest.fixture
def a_go(alice, users):
    return opened(alice, users, position=IN_A_GO)


@rule("KERNEL-MATCH-02")
def test_a_seat_is_cleared_and_taken(gm, a_go):
    where = act(gm, a_go, "leave:home")
    assert rows(look(gm, where)) == [("Ravens", "Seat", "bob", "free")]
    assert holders(a_go) == {"home": "bob", "away": "charlie"}
    assert "The seat of Ravens is free." in text(do(gm, where))
    assert holders(a_go) == {"away": "charlie"}

    where = act(gm, a_go, "take:home")
    assert rows(look(gm, where)) == [("Ravens", "Seat", "free", "alice")]
    do(gm, where)
    assert holders(a_go) == {"home": "alice", "away": "charlie"}


def test_somebody_is_invited_by_name_and_the_invitation_withdrawn(gm, alice, a_go):
    service.leave_seat(alice, a_go, "home")
    where = act(gm, a_go, "invite:home")
    assert rows(look(gm, where, user="dora")) == [("Ravens", "Invitation", "–", "dora")]
    assert not SeatOffer.objects.exists()
    do(gm, where, user="dora")
    assert SeatOffer.objects.get().name == "dora"

    do(gm, act(gm, a_go, "withdraw:home"))
    assert not SeatOffer.objects.exists()


def test_who_invites_themself_is_seated_and_told_so_before(gm, alice, a_go):
    service.leave_seat(alice, a_go, "home")
    where = act(gm, a_go, "invite:home")
    assert rows(look(gm, where, user="alice")) == [("Ravens", "Seat", "free", "alice")]
    do(gm, where, user="alice")
    assert holders(a_go)["home"] == "alice"


def test_a_link_is_made_that_works_once(gm, alice, users, a_go):
    service.leave_seat(alice, a_go, "home")
    page = text(do(gm, act(gm, a_go, "link:home")))
    seat, token = re.search(r"/join\?seat=(home)&invite=(\S+?)[<\s\"]", page).groups()
    service.take_seat(person(users["eve"]), a_go, seat, token)
    assert holders(a_go)["home"] == "eve"


def test_somebody_is_invited_to_run_the_match(gm, users, a_go):
    do(gm, act(gm, a_go, "invite:gm"), user="eve")
    service.take_seat(person(users["eve"]), a_go, "gm")
    assert load_match(a_go).roster.gm.name == "eve"
    refused = gm.get(reverse("admin:matches_match_acts", args=[a_go]), follow=True)
    assert "Only the GM may do this" in text(refused)


def test_title_and_visibility_are_changed_together(gm, a_go):
    new = {"title": "Ravens at noon", "visibility": "private"}
    assert rows(look(gm, address(a_go, "settings"), **new)) == [
        ("Match", "Title", "Ravens at dusk", "Ravens at noon"),
        ("Match", "Visibility", "public", "private"),
    ]
    do(gm, address(a_go, "settings"), **new)
    roster = load_match(a_go).roster
    assert (roster.title, roster.visibility, roster.open_seats) == ("Ravens at noon", "private", False)


@pytest.mark.parametrize("what", ["settings", "fork"])
def test_the_form_is_headed_by_its_name(gm, a_go, what):
    """A field for the title of the match takes no place of the form's own."""
    page = gm.get(address(a_go, what)).content.decode()
    heading = re.search(r"<h1 class=\"skald-title\">(.*?)</h1>", page, re.DOTALL)[1]
    assert heading.split(":")[0] in ("Title and visibility", "Fork the match")
    assert page.count('name="title"') == 1


def test_a_fork_leads_to_the_new_match(gm, a_go):
    opening = load_match(a_go).table.opening
    new = {"version": str(opening), "title": "Ravens again", "visibility": "private"}
    assert rows(look(gm, address(a_go, "fork"), **new)) == [
        ("New match", "Title", "–", "Ravens again"),
        ("New match", "Continues after event", "–", str(opening)),
        ("New match", "Visibility", "–", "private"),
        ("New match", "Free seats", "–", "by invitation"),
    ]
    assert not Match.objects.filter(forked_from=a_go).exists()
    done = do(gm, address(a_go, "fork"), **new)
    fork = Match.objects.get(forked_from=a_go)
    assert done.redirect_chain[-1][0] == reverse("admin:matches_match_change", args=[fork.pk])
    assert (fork.title, fork.gm_name) == ("Ravens again", "alice")


@rule("KERNEL-TABLE-08")
def test_a_fork_in_the_midst_of_a_command_is_refused_before_it_is_made(gm, a_go):
    shown = look(gm, address(a_go, "fork"), version="1", visibility="private")
    assert shown.context["form"].refusal.code == "bad_fork"


def test_a_match_is_exported_and_imported_again(gm, a_go):
    answer = gm.get(address(a_go, "export"))
    assert answer["Content-Disposition"] == 'attachment; filename="ravens-at-dusk.skald"'
    assert b"".join(answer.streaming_content).startswith(b"{")


@rule("KERNEL-DICE-01")
def test_a_decision_is_looked_at_with_its_roll_and_then_made(gm, alice, users):
    """Ylva pushes Saskia, who defends herself. On table dice nothing falls: it leads to the form of the dice."""
    match = opened(alice, users, position=IN_A_GO, dice=DICE)
    where, answers = decision(gm, match)
    assert "Push/Pull" in text(do(gm, where, answer=answers[normal(PUSH)]))

    before = version(match)
    where, answers = decision(gm, match)
    defend = answers[normal({"type": "defend", "player": "a1"})]
    shown = look(gm, where, answer=defend)
    assert shown.context["form"].preview.roll is not None
    assert version(match) == before
    done = gm.post(where, {**hidden(shown), "answer": defend})
    assert done["Location"] == reverse("admin:matches_match_acts", args=[match]) + "?act=dice"
    assert "dice" in acts(gm, match)


def decision(client, match):
    """The address of the only question, and by command the value that stands for it in the form."""
    (where,) = [act(client, match, uid) for uid in acts(client, match) if uid.startswith("ask:")]
    field = client.get(where).context["form"].fields["answer"]
    return where, {normal(json.loads(value)): value for value, _ in field.choices if value}


def test_dice_are_entered_and_corrected(gm, alice, users):
    match = opened(alice, users, position=IN_A_GO, dice=DICE)
    prepare("dice", match, alice)
    do(gm, act(gm, match, "form:correct_dice"), index="0", face="12", reason="Misread.")
    assert load_match(match).table.opened.tape == (12,)
    assert "Misread." in store_text(match)


def store_text(match):
    return " ".join(event.body.decode() for event in store.read(stream_of(match)))


def test_a_form_sent_twice_acts_once(gm, a_go):
    where = act(gm, a_go, "leave:home")
    shown = look(gm, where)
    sent = hidden(shown)
    gm.post(where, sent)
    after = version(a_go)
    again = gm.post(where, sent, follow=True)
    assert version(a_go) == after
    assert "already sent and applied" in text(again)


def test_what_only_looks_changes_nothing(gm, shown):
    before = version(shown)
    for where in acts(gm, shown).values():
        assert gm.get(reverse("admin:matches_match_acts", args=[shown]) + where).status_code == 200
    assert version(shown) == before


def test_staff_who_do_not_run_the_match_decide_nothing(gm, other_staff, a_go):
    where = act(gm, a_go, "leave:home")
    before = version(a_go)
    assert "Only the GM may do this" in text(other_staff.get(where, follow=True))
    other_staff.post(where, {**hidden(gm.get(where)), "seen": ""})
    refused = look(other_staff, address(a_go, "settings"), title="Mine", visibility="public")
    assert refused.context["form"].refusal.code == "gm_only"
    assert version(a_go) == before


@pytest.mark.parametrize("what", ["acts", "settings", "fork", "export"])
def test_they_require_the_right_to_change_matches(users, a_go, what):
    looker = client_of(staff(users["eve"], "view_match"))
    assert looker.get(address(a_go, what)).status_code == 403


@pytest.mark.parametrize("what", ["acts", "settings", "fork", "export"])
def test_a_private_match_of_others_is_not_there(other_staff, match, what):
    assert other_staff.get(address(match, what)).status_code == 404


def test_of_a_match_that_is_over_the_lasting_acts_remain(gm, alice, a_go):
    prepare("over", a_go, alice)
    assert set(offered(gm, a_go)) == {"Title and visibility", "Fork the match", "Export as a file"}
