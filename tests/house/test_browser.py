"""The house's pages in a real browser: nothing is blocked, nothing is missing, nothing comes from elsewhere."""

from urllib.parse import urlsplit

import pytest
from django.contrib.auth.models import Group, Permission, User

from config.links import password_link
from web.tokens import give_token

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WIDTHS = (1280, 390)


@pytest.fixture
def alice():
    return User.objects.create_superuser("alice", password="the-orb-is-copper")


@pytest.fixture
def visited(page):
    """The addresses the page asked for."""
    seen = []
    page.on("request", lambda request: seen.append(request.url))
    return seen


def foreign(addresses, live_server):
    own = urlsplit(live_server.url).netloc
    return [
        address
        for address in addresses
        if urlsplit(address).scheme in {"http", "https"} and urlsplit(address).netloc != own
    ]


def is_too_wide(page):
    return page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")


@pytest.mark.parametrize("width", WIDTHS)
def test_log_in(page, complaints, visited, live_server, alice, width):
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(f"{live_server.url}/login/?next=/api/docs/")
    assert not is_too_wide(page)
    page.get_by_label("Username").fill("alice")
    page.get_by_label("Password").fill("the-orb-is-copper")
    page.get_by_role("button", name="Log in").click()
    page.wait_for_url("**/api/docs/")
    assert complaints.heard == []
    assert foreign(visited, live_server) == []


def test_the_api_documents_work_offline(page, complaints, visited, live_server, alice):
    page.goto(f"{live_server.url}/api/docs/")
    page.get_by_text("/api/v1/token/").first.wait_for()
    assert complaints.heard == []
    assert foreign(visited, live_server) == []


@pytest.mark.parametrize("width", WIDTHS)
def test_the_admin_works_under_its_policy(page, complaints, visited, live_server, alice, width):
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(f"{live_server.url}/admin/")
    page.get_by_label("Username").fill("alice")
    page.get_by_label("Password").fill("the-orb-is-copper")
    page.get_by_role("button", name="Log in").click()
    page.wait_for_url("**/admin/")
    page.goto(f"{live_server.url}/admin/auth/user/")
    page.get_by_role("link", name="alice").first.wait_for()
    assert complaints.heard == []
    assert foreign(visited, live_server) == []


SCHEME = "getComputedStyle(document.documentElement).colorScheme"


def test_colours_chosen_on_the_pages_hold_in_the_admin_and_back(page, complaints, live_server, alice):
    """The system is light. Chosen dark on a page, then light in the admin, then as the system there."""
    page.goto(f"{live_server.url}/login/?next=/")
    page.get_by_label("Username").fill("alice")
    page.get_by_label("Password").fill("the-orb-is-copper")
    page.get_by_role("button", name="Log in").click()
    switch = page.locator("button[data-scheme-switch]")
    for shows in ("light", "dark"):
        switch.click()
        assert switch.get_attribute("data-shows") == shows
    page.goto(f"{live_server.url}/admin/")
    page.locator("html.dark").wait_for()
    for name, chosen in (("Light", "light"), ("System", "light dark")):
        page.get_by_text("unfold_more").click()
        page.get_by_text(name, exact=True).click()
        page.locator("html:not(.dark)").wait_for()
        page.goto(f"{live_server.url}/")
        assert page.evaluate(SCHEME) == chosen
        page.goto(f"{live_server.url}/admin/")
    page.emulate_media(color_scheme="dark")
    page.locator("html.dark").wait_for()
    assert complaints.heard == []


@pytest.mark.parametrize("width", WIDTHS)
def test_pages_of_people_fit(page, complaints, live_server, alice, width):
    page.set_viewport_size({"width": width, "height": 800})
    alice.user_permissions.add(Permission.objects.get(codename="view_match"))
    group = Group.objects.create(name="Game masters")
    give_token(alice, "the table of the league, on the old computer in the club room")
    page.goto(f"{live_server.url}{password_link(User.objects.create_user('bob'))}")
    page.get_by_role("heading", name="Choose a password").wait_for()
    assert not is_too_wide(page)
    page.goto(f"{live_server.url}/admin/")
    page.get_by_label("Username").fill("alice")
    page.get_by_label("Password").fill("the-orb-is-copper")
    page.get_by_role("button", name="Log in").click()
    page.wait_for_url("**/admin/")
    users, groups = "/admin/auth/user/", "/admin/auth/group/"
    for address in (
        "/account/",
        "/account/password/",
        users,
        f"{users}add/",
        f"{users}{alice.pk}/password-link/",
        groups,
    ):
        page.goto(f"{live_server.url}{address}")
        assert not is_too_wide(page), address
    for address, rights in (
        (f"{users}{alice.pk}/change/", "user_permissions"),
        (f"{groups}{group.pk}/change/", "permissions"),
    ):
        page.goto(f"{live_server.url}{address}")
        assert not is_too_wide(page), address
        box = page.locator(f"#id_{rights}").bounding_box()
        assert box["x"] + box["width"] <= width, address
    assert complaints.heard == []


@pytest.mark.parametrize("width", WIDTHS)
def test_an_address_that_leads_nowhere(page, live_server, width):
    page.set_viewport_size({"width": width, "height": 800})
    answer = page.goto(f"{live_server.url}/no/such/match")
    assert answer.status == 404
    page.get_by_role("heading", name="Page not found").wait_for()
    assert not is_too_wide(page)
    assert page.evaluate("getComputedStyle(document.querySelector('main')).maxWidth") == "672px"


def test_a_script_written_into_a_page_does_not_run(page, complaints, live_server):
    page.goto(f"{live_server.url}/login/")
    page.evaluate("""() => {
        const script = document.createElement('script');
        script.textContent = 'window.broken = true';
        document.body.append(script);
    }""")
    assert page.evaluate("window.broken") is None
    assert any("Content Security Policy" in words for words in complaints.heard)
