"""Campaigns from outside: people are names without a person, and it is told where it comes from."""

import io
import json
import re
from itertools import chain
from uuid import UUID, uuid4

import pytest
from django.contrib.auth import get_user_model
from django.urls import reverse

from campaigns import event_codec, service, transfer
from campaigns.loading import load_campaign, load_company
from campaigns.models import Campaign, Company, Member
from campaigns.provenance import belongs_here
from eventstore import api as store
from eventstore.models import Event
from jobs import queue
from jobs.models import Job
from matches import promised, service as service_of_matches
from matches.loading import load_match
from matches.models import Match, stream_of
from tests.campaigns.acting import Evening
from tests.campaigns.elsewhere import elsewhere, exported, taken_in, told
from tests.campaigns.fighting import concede, start
from tests.eventstore.forged_files import Forgery
from tests.matches.calling import Api, refused
from tests.matches.conftest import make_user
from web.errors import NotThere, Refusal
from web.people import THE_HOUSE, person

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]


@pytest.fixture
def evening():
    return Evening("ann", "bob")


@pytest.fixture
def heads():
    return {}


@pytest.fixture
def taken(evening, heads):
    """The match of the battle that goes on; `heads` has the heads that the streams had where they come from."""
    return taken_in(evening, heads)


def test_heads_are_those_it_had(taken, heads):
    assert {name: store.head(name) for name in heads} == heads
    assert store.verify_store() == []
    assert store.check("campaigns") == store.check("matches") == []


def test_its_people_are_names_without_a_person(evening, taken):
    state = load_campaign(evening.id).state
    assert {one.name for one in state.people.values()} == {"ann (elsewhere)", "bob (elsewhere)", "gail (elsewhere)"}
    for who in evening.people.values():
        assert who.key not in state.people
        with pytest.raises(NotThere):
            service.see_campaign(who, evening.id)
    assert not Member.objects.exclude(account=None).exists()
    assert not Company.objects.exclude(owner=None).exists()
    company = load_company(UUID(evening.companies["ann"])).state
    assert company.owner in state.people
    assert company.owner != evening.people["ann"].key
    match = load_match(taken)
    assert not any(match.roster.held_by(who.key) for who in evening.people.values())


class TestNames:
    """Ann, Bob and Gail have accounts here, too: wherever the file's are named it says that they are not these."""

    BARE = re.compile(r"\b(?:ann|bob|gail)\b(?! \(elsewhere\))")

    @pytest.fixture
    def evening(self):
        """With everything that names people: an offer, an invitation, a request, a role, who left, a hand-over."""
        evening = Evening("ann", "bob", title="Knives of the North")
        evening.do("set_role", account=evening.key("bob"), role="co_gm")
        evening.do("hand_over", "ann", company=evening.companies["ann"], account=evening.key("bob"))
        evening.do("withdraw_offer", "bob", company=evening.companies["ann"])
        evening.do("hand_over", "ann", company=evening.companies["ann"], account=evening.key("bob"))
        evening.do("invite", account=evening.key("eve"), name="eve")
        return evening

    @pytest.fixture
    def gertrud(self, evening, taken):
        user = make_user("gertrud")
        transfer.adopt(person(user), evening.id)
        return user

    def bare(self, text):
        return sorted(set(self.BARE.findall(text)))

    def test_by_the_api(self, evening, taken, gertrud):
        api, company = Api(gertrud), evening.companies["ann"]
        documents = {
            address: json.dumps(api.get(address))
            for address in (
                "campaigns/",
                f"campaigns/{evening.id}/",
                f"campaigns/{evening.id}/events",
                f"campaigns/{evening.id}/battles/",
                f"campaigns/{evening.id}/standings",
                f"companies/{company}/",
                f"companies/{company}/events",
                f"companies/{company}/ledger",
                f"companies/{company}/heroes/h1/",
            )
        }
        assert {address: self.bare(text) for address, text in documents.items() if self.bare(text)} == {}
        members = {one["name"] for one in api.get(f"campaigns/{evening.id}/")["members"]}
        assert members == {"ann (elsewhere)", "bob (elsewhere)", "gail (elsewhere)", "gertrud"}
        assert api.get(f"companies/{company}/")["owner"]["name"] == "ann (elsewhere)"
        actors = {one["actor"] for one in api.get(f"companies/{company}/events")["events"]}
        assert actors == {"user:ann (elsewhere)", "user:gail (elsewhere)"}

    def test_on_the_pages(self, evening, taken, gertrud, client):
        client.force_login(gertrud)
        company = evening.companies["ann"]
        for page, where in (
            ("list", []),
            ("campaign", [evening.id]),
            ("company", [company]),
            ("hero", [company, "h1"]),
            ("battle", [evening.id, taken]),
        ):
            text = client.get(reverse(f"campaigns:{page}", args=where)).content.decode()
            assert self.bare(text) == [], page
        text = client.get(reverse("campaigns:campaign", args=[evening.id])).content.decode()
        assert "bob (elsewhere) declines to play" in text
        assert "ann (elsewhere)</small>" in text

    def test_on_the_admin_site(self, evening, taken, admin_client):
        company = evening.companies["ann"]
        for model, row in (("campaigns_campaign", evening.id), ("campaigns_company", company)):
            for page in (reverse(f"admin:{model}_changelist"), reverse(f"admin:{model}_change", args=[row])):
                assert self.bare(admin_client.get(page).content.decode()) == [], page
        events = admin_client.get(reverse("admin:eventstore_event_changelist"), {"all": ""})
        actors = {event.actor for event in events.context["cl"].result_list}
        assert "user:gail (elsewhere)" in actors
        assert not {"user:ann", "user:bob", "user:gail"} & actors
        home = admin_client.get(reverse("admin:index"))
        assert not {"ann", "bob", "gail"} & {event["actor"] for event in home.context["last_events"]}

    def test_in_the_terminal(self, evening, taken):
        for words in (("show", evening.id), ("show", evening.id, "--json"), ("list",), ("list", "--json")):
            text = told(*words)
            assert "gail (elsewhere)" in text
            assert self.bare(text) == []

    def test_rows_made_again_say_the_same(self, evening, taken):
        store.rebuild("campaigns")
        assert store.check("campaigns") == []
        assert Campaign.objects.get().gm_name == "gail (elsewhere)"
        assert {one.name for one in Member.objects.all()} == {"ann (elsewhere)", "bob (elsewhere)", "gail (elsewhere)"}

    def test_who_runs_it_names_them_so(self, evening, taken, gertrud):
        """And finds an account here by its own name, which is no member."""
        at = f"campaigns/{evening.id}/commands"
        order = {"command": {"type": "set_role", "role": "player"}, "user": "bob (elsewhere)"}
        Api(gertrud).post(at, order)
        roles = {one.name: one.role for one in load_campaign(evening.id).state.people.values()}
        assert roles["bob (elsewhere)"] == "player"
        refused(Api(gertrud)("POST", at, order | {"user": "ann"}), 422, "not_a_member")

    def test_a_battle_with_them_goes_out_and_in_again(self, evening, taken, gertrud):
        """They sit in its match by these names, and the file of it is one that can be taken in."""
        evening.people["gail"] = person(gertrud)
        evening.do("void_battle", match=str(taken), reason="rain")
        match_id = start(evening, "ann", "bob")
        seats = {holder.name for holder in load_match(match_id).roster.seats.values()}
        assert seats == {"ann (elsewhere)", "bob (elsewhere)"}
        raw = exported(evening)
        elsewhere()
        transfer.import_campaign(io.BytesIO(raw))
        names = {one.name for one in load_campaign(evening.id).state.people.values()}
        assert names == {"ann (elsewhere)", "bob (elsewhere)", "gail (elsewhere)", "gertrud"}


def test_who_is_named_by_the_house_runs_it(evening, taken):
    gail = person(make_user("gertrud"))
    assert transfer.adopt(gail, evening.id)
    assert load_campaign(evening.id).state.gm.account == gail.key
    assert service.load_campaign(evening.id).state.people[gail.key].role == "gm"
    assert load_match(taken).roster.is_run_by(gail.key)


def test_the_log_tells_whose_acts_made_them_its_gm(evening, taken):
    """The operator's: invitation and roles are the house's, the acceptance is under their name (0011)."""
    before = load_campaign(evening.id).version
    transfer.adopt(person(make_user("gertrud")), evening.id)
    told = [(one.type.partition(".")[2], one.actor) for one in store.read(f"campaign-{evening.id}", before)]
    roles = [("role_given", "house")] * 2
    assert told == [("member_invited", "house"), ("member_joined", "user:gertrud"), *roles]


@pytest.fixture
def by_the_house(evening):
    """The campaign in a file that says of everything that `house` has done it, taken in."""
    forgery = Forgery(exported(evening))
    for event in chain(*forgery.events):
        event["actor"] = "house"
    raw = forgery.raw()
    elsewhere()
    transfer.import_campaign(io.BytesIO(raw))


class TestAnotherHouse:
    """Did what `house` is said to have done in a file that nobody has signed."""

    def test_the_history_says_so(self, evening, by_the_house):
        stream = f"campaign-{evening.id}"
        assert {one.recorded.actor for one in event_codec.history(event_codec.CAMPAIGNS, stream)} == {"another house"}
        service.give_command(THE_HOUSE, evening.id, {"type": "rename_campaign", "title": "Spring"})
        *_, last = event_codec.history(event_codec.CAMPAIGNS, stream)
        assert last.recorded.actor == "house"

    def test_the_api_says_so(self, evening, by_the_house):
        imported = load_campaign(evening.id).version
        user = make_user("gertrud")
        transfer.adopt(person(user), evening.id)
        api, company = Api(user), evening.companies["ann"]
        events = api.get(f"campaigns/{evening.id}/events", limit=imported)["events"]
        events += api.get(f"companies/{company}/events")["events"]
        assert {event["actor"] for event in events} == {"another house"}
        lines = api.get(f"companies/{company}/ledger")["lines"]
        assert [line["delta"] for line in lines] == [500, -100, -100]
        assert {line["actor"] for line in lines} == {"another house"}

    def test_the_ledger_says_what_this_house_did(self, evening, by_the_house):
        user, company = make_user("gertrud"), evening.companies["ann"]
        transfer.adopt(person(user), evening.id)
        order = {"type": "fine", "company": company, "amount": 1, "reason": "for the noise"}
        service.give_command(THE_HOUSE, evening.id, order)
        *_, last = Api(user).get(f"companies/{company}/ledger")["lines"]
        assert last["actor"] == "house"

    def test_the_admin_site_says_so(self, by_the_house, admin_client):
        listed = admin_client.get(reverse("admin:eventstore_event_changelist"), {"all": ""})
        assert {event.actor for event in listed.context["cl"].result_list} == {"another house"}
        event = Event.objects.order_by("position").last()
        assert (
            "another house"
            in admin_client.get(reverse("admin:eventstore_event_change", args=[event.pk])).content.decode()
        )
        home = admin_client.get(reverse("admin:index"))
        assert home.context["last_events"] == []  # none of it happened here


def test_what_this_house_has_signed_binds_people_as_before(evening):
    raw = exported(evening)
    elsewhere()
    transfer.import_campaign(io.BytesIO(raw))
    for name in ("ann", "bob", "gail"):
        who = evening.people[name]
        assert who.key in service.see_campaign(who, evening.id).state.people
    assert not Campaign.objects.get().from_outside


def test_our_seal_on_an_export_does_not_make_it_ours(evening, taken):
    """Exported here, sealed by this house, and taken in again where nothing is left."""
    raw = exported(evening)
    elsewhere()
    transfer.import_campaign(io.BytesIO(raw))
    assert Campaign.objects.get().from_outside
    assert Match.objects.get().from_outside
    assert not Member.objects.exclude(account=None).exists()
    state = load_campaign(evening.id).state
    assert not {who.key for who in evening.people.values()} & state.people.keys()


def test_a_battle_that_came_with_it_is_one_of_it(evening, taken):
    """And of no other campaign."""
    assert belongs_here(stream_of(taken), evening.id)
    assert not belongs_here(stream_of(taken), uuid4())


def test_a_match_from_another_file_is_no_battle_of_it(evening, heads):
    """A battle of a campaign here, whose match is not here: somebody brings one of that id."""
    match_id = start(evening, "ann", "bob")
    whole = exported(evening)
    concede(match_id)
    file = io.BytesIO()
    store.export_streams([stream_of(match_id)], file)
    elsewhere()
    store.import_streams(io.BytesIO(_without_match(whole)), store.find_seal_key())
    store.import_streams(io.BytesIO(file.getvalue()), None, by="user:mallory")
    store.catch_up_all()
    with pytest.raises(Refusal):
        service.give_command(THE_HOUSE, evening.id, {"type": "record_battle", "match": str(match_id)})
    assert load_campaign(evening.id).state.battles[str(match_id)].stage == "open"


class TestForgedBattle:
    """Eve brings a match that she runs and that says it is a battle of a campaign here."""

    @pytest.fixture
    def waiting(self, evening, monkeypatch):
        """A battle that is open and whose match is not yet."""
        with monkeypatch.context() as patched:
            patched.setattr(queue, "at_once", lambda _jobs: None)
            return start(evening, "ann", "bob")

    @pytest.fixture
    def file(self, evening):
        """What Eve makes of the file of another battle, which was made void: a match of any id, with her as its GM."""
        fought = start(evening, "ann", "bob")
        whole = io.BytesIO()
        service_of_matches.export_match(THE_HOUSE, fought, whole)
        evening.do("void_battle", match=str(fought), reason="rain")
        eve = evening.people["eve"]

        def forged(match_id):
            forgery = Forgery(whole.getvalue())
            forgery.streams[0]["name"] = stream_of(match_id)
            for event in forgery.events[0]:
                body = json.loads(event["body"].replace(str(fought), str(match_id)))
                if body["type"] == "match_hosted":
                    body["gm"] = {"user": eve.key, "name": "eve"}
                elif body["type"] == "match_opened":
                    body["dice"] = dict.fromkeys(body["dice"], "table")  # no secret is wanted to go on
                event["body"], event["command"] = json.dumps(body, separators=(",", ":")), str(uuid4())
            return io.BytesIO(forgery.raw())

        return forged

    @pytest.fixture
    def brought(self, evening, file, waiting, monkeypatch):
        """What Eve has brought under the id of the battle that waits, as releases of old let her."""
        with monkeypatch.context() as patched:
            patched.setattr(promised, "_promises", [])
            assert service_of_matches.import_match(evening.people["eve"], file(waiting)) == waiting
        return waiting

    def ended(self, evening, match_id):
        """Eve ends the match that she has brought, which would be the end of a battle."""
        eve = evening.people["eve"]
        match = load_match(match_id)
        assert (match.roster.campaign, match.roster.is_run_by(eve.key)) == (str(evening.id), True)
        service_of_matches.give_command(eve, match_id, {"type": "concede", "side": "s2"})
        assert load_match(match_id).status() == Match.Status.FINISHED

    def test_it_does_not_settle_the_battle_whose_id_it_bears(self, evening, brought):
        owed = set(Job.objects.values_list("kind", "subject"))
        self.ended(evening, brought)
        assert set(Job.objects.values_list("kind", "subject")) == owed
        queue.sweep(60)
        assert evening.campaign.battles[str(brought)].stage == "open"
        assert not Job.objects.filter(kind="settle_match", subject=str(brought)).exists()

    def test_the_list_of_battles_says_who_brought_it(self, evening, brought):
        api = Api(get_user_model().objects.get(username="ann"))
        battles = {one["match"]: one["imported"] for one in api.get(f"campaigns/{evening.id}/battles/")["results"]}
        assert battles.pop(str(brought))["by"] == "eve"
        assert set(battles.values()) == {None}

    def test_one_of_another_id_plants_no_job(self, evening, file, waiting):
        owed = set(Job.objects.values_list("kind", "subject"))
        another = uuid4()
        service_of_matches.import_match(evening.people["eve"], file(another))
        self.ended(evening, another)
        assert set(Job.objects.values_list("kind", "subject")) == owed
        assert evening.campaign.battles[str(waiting)].stage == "open"

    def test_a_trusted_house_that_had_it_so_does_not_make_it_a_battle(self, evening, brought, monkeypatch):
        """It seals the campaign with the match that Eve had brought, and tells that she did."""
        monkeypatch.setenv("SKALD_SEAL_KEY", "aa" * 32)
        self.ended(evening, brought)
        raw = exported(evening)
        elsewhere()
        monkeypatch.setenv("SKALD_SEAL_KEY", "bb" * 32)
        monkeypatch.setenv("SKALD_TRUSTED_SEALS", "aa" * 32)
        owed = transfer.import_campaign(io.BytesIO(raw)).jobs
        assert [job.kind for job in owed] == []
        queue.sweep(60)
        campaign, match = Campaign.objects.get(), Match.objects.get(pk=brought)
        assert (campaign.from_outside, match.from_outside) == (False, True)
        assert not belongs_here(stream_of(brought), evening.id)
        assert evening.campaign.battles[str(brought)].stage == "open"
        assert Job.objects.exclude(state="done").count() == 0
        assert store.verify_store() == store.check("campaigns") == store.check("matches") == []


def _without_match(raw):
    forgery = Forgery(raw)
    kept = [one["name"].startswith("match-") for one in forgery.streams].index(True)
    del forgery.streams[kept], forgery.events[kept]
    return forgery.raw()
