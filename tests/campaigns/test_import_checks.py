"""Files with good chains of hashes that tell what never was: refused by line and reason, and nothing is stored."""

import io
import uuid

import msgspec
import pytest
from msgspec.structs import replace

from campaigns import event_codec, service, transfer
from campaigns.domain.campaign import events as ev
from campaigns.domain.company import events as cev
from campaigns.domain.event_base import Cause, Change
from campaigns.event_codec import CAMPAIGNS, COMPANIES
from campaigns.loading import load_campaign
from campaigns.models import Campaign
from eventstore import api as store
from tests.campaigns.acting import Evening
from tests.campaigns.elsewhere import elsewhere
from tests.campaigns.fighting import start
from tests.rules.play import rule
from web.errors import Refusal
from web.people import THE_HOUSE

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]

STRANGER = "0" * 32


@pytest.fixture
def evening():
    return Evening("ann", "bob")


class Forger:
    """Writes streams as they were, with something added or changed, into a log of its own."""

    def __init__(self, evening):
        self.streams = {name: self._told(name) for name in transfer.streams_of(load_campaign(evening.id))}
        self.campaign = f"campaign-{evening.id}"
        self.company = f"company-{evening.companies['ann']}"

    @staticmethod
    def _told(name):
        return [store.NewEvent(one.type, one.schema, one.body) for one in store.read(name)]

    def add(self, stream, *events):
        aggregate = CAMPAIGNS if stream == self.campaign else COMPANIES
        self.streams[stream] += [event_codec.stored(aggregate, event) for event in events]

    def change(self, stream, version, **fields):
        """Event number `version` with other values."""
        old = self.streams[stream][version - 1]
        body = msgspec.json.encode(msgspec.json.decode(old.body) | fields)
        self.streams[stream][version - 1] = store.NewEvent(old.type, old.schema, body)

    def file(self):
        elsewhere()
        for name, events in self.streams.items():
            told = {"actor": "user:mallory", "command_id": uuid.uuid4(), "fingerprint": bytes(32)}
            store.append(name, 0, events, **told)
        file = io.BytesIO()
        store.export_streams(list(self.streams), file)
        elsewhere()
        file.seek(0)
        return file

    def line(self, stream, version):
        """The line of the file in which an event stands; the first line is the head."""
        names = list(self.streams)
        return 1 + sum(len(self.streams[name]) for name in names[: names.index(stream)]) + version


@pytest.fixture
def forger(evening):
    return Forger(evening)


def refused(forger):
    """Why the file is refused. Nothing of it is here then, and the database is not quoted."""
    with pytest.raises(Refusal) as caught:
        transfer.import_campaign(forger.file())
    assert store.last_position() == 0
    assert not Campaign.objects.exists()
    assert (caught.value.code, caught.value.rule) == ("bad_export", "KERNEL-CAMP-13")
    for word in ("varchar", "character varying", "constraint", "SQL", "DETAIL"):
        assert word not in caught.value.message
    return caught.value


def test_what_nobody_has_touched_is_taken(evening, forger):
    """The forger alone is no reason to refuse."""
    assert transfer.import_campaign(forger.file()).campaign == evening.id


@rule("KERNEL-CAMP-13", "KERNEL-ILL-36")
@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"battle_rules": {"zz": 1}}, "zz"),
        ({"rules": {"luck": "on"}}, "luck"),
        ({"rules": {"debt": 5}}, "debt"),
        ({"rules": {"hall_downtimes": "soon"}}, "hall_downtimes"),
        ({"battle_rules": {"measure": 7}}, "measure"),
    ],
)
def test_it_refuses_house_rules_that_nobody_has(forger, fields, said):
    forger.change(forger.campaign, 1, **fields)
    refusal = refused(forger)
    assert "house rules" in refusal.message
    assert said in refusal.message
    assert forger.campaign in refusal.message


@rule("KERNEL-CAMP-13", "KERNEL-CAMP-04")
def test_a_number_out_of_bounds_is_put_right_here(evening, forger):
    """Logs from before bounds were looked at hold such numbers."""
    forger.change(forger.campaign, 1, rules={"hall_downtimes": -5})
    transfer.import_campaign(forger.file())
    service.give_command(THE_HOUSE, evening.id, {"type": "set_house_rule", "name": "hall_downtimes", "value": 1})
    assert load_campaign(evening.id).state.rules == {"hall_downtimes": 1}


def at_ann(evening, hero):
    """What may not be told of Ann's company, which has 300 gp, two heroes and an empty stash: by case."""
    founded = next(store.read(f"company-{evening.companies['ann']}"))
    return {
        "ledger": (cev.GoldChanged(delta=1, balance=999, purpose="award"), "300 and 1 make 301, not 999"),
        "sold": (cev.ItemSold(item="dagger", count=1, price=1), "the stash does not have 1 of dagger"),
        "given": (cev.ItemGiven(item="dagger", count=2, to="x"), "the stash does not have 2 of dagger"),
        "assigned": (cev.ItemAssigned(hero="h1", item="dagger"), "the stash does not have 1 of dagger"),
        "recruited": (cev.HeroRecruited(figure=hero, price=0), "hero h1 is recruited twice"),
        "founded": (event_codec.decoded(COMPANIES, founded), "it must begin with its first event"),
    }


@rule("KERNEL-CAMP-13", "KERNEL-ILL-36")
@pytest.mark.parametrize("case", ["ledger", "sold", "given", "assigned", "recruited", "founded"])
def test_it_refuses_events_that_cannot_follow(evening, forger, case):
    event, said = at_ann(evening, evening.company("ann").heroes["h1"])[case]
    forger.add(forger.company, event)
    refusal = refused(forger)
    assert said in refusal.message
    assert refusal.field == f"line {forger.line(forger.company, len(forger.streams[forger.company]))}"


@rule("KERNEL-CAMP-13", "KERNEL-ILL-36")
@pytest.mark.parametrize(
    ("event", "said"),
    [
        (cev.XpGained(hero="h9", old=0, new=1), "it has no hero 'h9'"),
        (cev.HeroRestored(hero=""), "it has no hero ''"),
        (cev.BattleJoined(match=str(uuid.UUID(int=1)), heroes=("h1", "h9")), "it has no hero 'h9'"),
        (cev.ItemReturned(hero="h1", item="open"), "'open' is not an item of istra"),
        (cev.ItemBought(item="plasma_gun", count=1, price=1), "'plasma_gun' is not an item of istra"),
    ],
)
def test_it_refuses_heroes_and_things_that_are_not_there(forger, event, said):
    forger.add(forger.company, event)
    refusal = refused(forger)
    assert said in refusal.message
    assert refusal.field == f"line {forger.line(forger.company, len(forger.streams[forger.company]))}"


@rule("KERNEL-CAMP-13", "KERNEL-ILL-36")
def test_it_refuses_a_battle_fought_by_heroes_that_a_company_has_not(evening):
    start(evening, "ann", "bob")
    forger = Forger(evening)
    told = forger.streams[forger.campaign]
    version = next(number for number, one in enumerate(told, 1) if one.type == "campaign.battle_started")
    sides = msgspec.json.decode(told[version - 1].body)["sides"]
    sides[0]["models"] = {"h9": "s1-h9"}
    forger.change(forger.campaign, version, sides=sides)
    assert "hero 'h9' of battle" in refused(forger).message


@rule("KERNEL-CAMP-13", "KERNEL-ILL-36")
@pytest.mark.parametrize("twice", ["campaign", "company"])
def test_it_refuses_a_campaign_that_begins_or_a_company_that_enters_twice(evening, forger, twice):
    events = list(store.read(forger.campaign))
    wanted = {"campaign": "campaign.campaign_opened", "company": "campaign.company_entered"}[twice]
    forger.add(forger.campaign, event_codec.decoded(CAMPAIGNS, next(one for one in events if one.type == wanted)))
    assert ("must begin with its first event" if twice == "campaign" else "is founded twice") in refused(forger).message


@rule("KERNEL-CAMP-13", "KERNEL-ILL-36")
@pytest.mark.parametrize("part", ["match", "because"])
def test_it_refuses_a_battle_whose_match_has_no_id(evening, forger, part):
    told = {"match": "nouuid", "kind": "counting", "sides": (), "downtime": 0}
    if part == "match":
        forger.add(forger.campaign, ev.BattleStarted(**told))
    else:
        match = str(uuid.uuid4())
        settled = ev.BattleSettled(match=match, termination="goal", because=Cause(match="nouuid"))
        forger.add(forger.campaign, ev.BattleStarted(**told | {"match": match}), settled)
    assert "'nouuid' is not the id of a match" in refused(forger).message


@rule("KERNEL-CAMP-13", "KERNEL-ILL-36")
def test_it_refuses_a_hero_whose_id_fits_no_address(evening, forger):
    hero = replace(evening.company("ann").heroes["h1"], id="a/b?c")
    forger.add(forger.company, cev.HeroRecruited(figure=hero, price=0))
    assert "'a/b?c' is not the id of a hero" in refused(forger).message


@rule("KERNEL-CAMP-13", "KERNEL-CAMP-03", "KERNEL-ILL-36")
@pytest.mark.parametrize(("role", "count"), [("gm", 2), ("player", 0)])
def test_it_refuses_a_campaign_without_its_one_gm(evening, forger, role, count):
    person = evening.key("ann") if role == "gm" else evening.key("gail")
    forger.add(forger.campaign, ev.RoleGiven(account=person, role=role, old="player"))
    assert f"a campaign has one GM, and this one has {count}" in refused(forger).message


@rule("KERNEL-CAMP-13", "KERNEL-CAMP-03", "KERNEL-ILL-36")
@pytest.mark.parametrize("account", ["mallory", str(uuid.UUID(STRANGER)), "x" * 300])
def test_it_refuses_members_who_are_no_accounts(forger, account):
    forger.add(forger.campaign, ev.MemberJoined(account=account, name="mallory"))
    assert "is not the key of an account" in refused(forger).message


@rule("KERNEL-CAMP-13", "KERNEL-ILL-36")
@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"game": "ishmek"}, "its game is ishmek, and that of its campaign istra"),
        ({"campaign": str(uuid.uuid4())}, "it belongs to another campaign"),
    ],
)
def test_it_refuses_companies_of_another_game_or_campaign(forger, fields, said):
    forger.change(forger.company, 1, **fields)
    refusal = refused(forger)
    assert said in refusal.message
    assert forger.company in refusal.message


@rule("KERNEL-CAMP-13", "KERNEL-ILL-36")
def test_it_refuses_a_company_in_a_match_that_is_no_battle(forger):
    forger.add(forger.company, cev.BattleJoined(match=str(uuid.uuid4()), heroes=("h1",)))
    assert "not an open battle of its campaign" in refused(forger).message


@rule("KERNEL-CAMP-13", "KERNEL-ILL-36")
def test_it_refuses_an_open_battle_that_a_company_has_left(evening):
    match = start(evening, "ann", "bob")
    forger = Forger(evening)
    forger.add(forger.company, cev.BattleLeft(match=str(match)))
    assert "is not in battle" in refused(forger).message


@rule("KERNEL-CAMP-13", "KERNEL-ILL-36")
@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"race": "r" * 65}, "hero.race has at most 64 characters"),
        ({"id": "h" * 65}, "hero.hero has at most 64 characters"),
        ({"xp": 2**31}, "hero.xp is 0 to 2147483647"),
        ({"xp": -1}, "hero.xp is 0 to 2147483647"),
    ],
)
def test_it_refuses_what_has_no_room(evening, forger, fields, said):
    figure = replace(evening.company("ann").heroes["h1"], **{"id": "h9", **fields}, standing="retired")
    forger.add(forger.company, cev.HeroRecruited(figure=figure, price=0))
    refusal = refused(forger)
    assert said in refusal.message
    assert forger.company in refusal.message


@rule("KERNEL-CAMP-13", "KERNEL-ILL-36")
def test_it_refuses_a_name_that_has_no_room(forger):
    changes = (Change(field="name", old="Ann's", new="n" * 201),)
    forger.add(forger.company, cev.Corrected(changes=changes))
    assert "company.name has at most 200 characters" in refused(forger).message
