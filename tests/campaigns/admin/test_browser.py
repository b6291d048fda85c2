"""The GM's pages in a real browser: none is wider than a telephone, and none complains."""

import pytest
from django.conf import settings

from campaigns.models import Battle, Campaign, Company, Hero
from jobs import queue
from tests.campaigns.acting import Evening
from tests.campaigns.admin import filling
from tests.campaigns.admin.conftest import RIGHTS
from tests.campaigns.fighting import concede, start
from tests.matches.admin.conftest import client_of, staff
from tests.matches.pages.served import WIDTHS, is_too_wide

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def addresses():
    """What a GM opens on an evening, one battle after the campaign began."""
    evening = Evening("ann", "bob")
    concede(start(evening, "ann", "bob"))
    queue.sweep(60)
    campaign, battle = Campaign.objects.get(), Battle.objects.get()
    company, hero = Company.objects.order_by("name")[0], Hero.objects.order_by("pk")[0]
    return [
        "/admin/",
        *(filling.changelist(model) for model in filling.MODELS),
        *(filling.page(row) for row in (campaign, company, hero, battle)),
        f"{filling.page(hero)}?why=xp",
        *(filling.act(campaign, deed) for deed in ("start_battle", "start_downtime")),
        *(filling.act(company, deed) for deed in ("transfer", "correct", "choices")),
        *(filling.act(battle, deed) for deed in ("aftermath", "void_battle", "record_again")),
    ]


def logged_in(page, server, users, width):
    """The page of a browser in which Gail is logged in."""
    gail = client_of(staff(users.objects.get(username="gail"), *RIGHTS, "view_event"))
    cookie = {"name": settings.SESSION_COOKIE_NAME, "value": gail.cookies[settings.SESSION_COOKIE_NAME].value}
    page.context.add_cookies([cookie | {"url": server.url}])
    page.set_viewport_size({"width": width, "height": 900})


@pytest.mark.parametrize("width", WIDTHS)
def test_every_page_fits_and_none_complains(page, complaints, live_server, addresses, django_user_model, width):
    logged_in(page, live_server, django_user_model, width)
    for address in addresses:
        answer = page.goto(live_server.url + address)
        assert (address, answer.status) == (address, 200)
        assert not is_too_wide(page), address
    assert complaints.heard == []


LONGEST = {
    "type_name": "hachigoku.combination_adjudicated",
    "actor": "user:organizer (elsewhere)",
    "stream_link": "Nights at the Moon Gate, an ambush in the bamboo: House Tsukino – House Inoue",
}
FILL = """longest => {
    for (const [name, text] of Object.entries(longest)) {
        const cell = document.querySelector(`#result_list .field-${name}`);
        (cell.querySelector("a") || cell).textContent = text;
    }
    const table = document.querySelector("#result_list");
    return table.offsetWidth - table.parentElement.clientWidth;
}"""


def test_no_column_of_the_events_is_cut(page, live_server, addresses, django_user_model):
    """However long the names in its rows are."""
    logged_in(page, live_server, django_user_model, 1280)
    page.goto(live_server.url + "/admin/eventstore/event/")
    assert page.evaluate(FILL, LONGEST) <= 0
