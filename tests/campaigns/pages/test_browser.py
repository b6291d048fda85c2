"""An evening in a real browser: a campaign is founded, somebody joins by its link, founds a company and fits it out."""

import pytest

from tests.browser import Complaints, new_context
from tests.matches.pages.served import WIDTHS, house, is_too_wide

__all__ = ["house"]
pytestmark = [pytest.mark.browser, pytest.mark.slow]


class Visitor:
    """Somebody with a browser of their own, who looks at every page that they come to."""

    def __init__(self, browser, house, name, width, scheme):
        self.context = new_context(browser, viewport={"width": width, "height": 800}, color_scheme=scheme)
        self.page = self.context.new_page()
        self.complaints = Complaints()
        self.complaints.listen(self.page)
        self.house = house
        house.log_in(self.page, name)

    def go(self, address):
        self.page.goto(address if address.startswith("http") else f"{self.house.url}{address}")
        self.look()

    def follow(self, name):
        self.page.get_by_role("link", name=name, exact=True).first.click()
        self.look()

    def press(self, name):
        self.page.get_by_role("button", name=name, exact=True).first.click()
        self.look()

    def look(self):
        self.page.wait_for_load_state("load")
        assert not is_too_wide(self.page), self.page.url
        opened = "() => document.querySelectorAll('details').forEach(one => { one.open = true; })"
        self.page.evaluate(opened)
        assert not is_too_wide(self.page), f"{self.page.url}, everything open"
        assert self.complaints.heard == []

    def fill(self, place, **fields):
        """Fill in the form of a place by its labels."""
        for label, value in fields.items():
            field = self.page.locator(f"#{place}").get_by_label(label.replace("_", " ")).first
            if field.evaluate("one => one.tagName") == "SELECT":
                field.select_option(label=value)
            else:
                field.fill(value)

    def says(self, text):
        self.page.get_by_text(text, exact=False).first.wait_for()


def set_rules(gm):
    """The fates of heroes, and a race of the house."""
    gm.follow("House rules")
    fate = gm.page.get_by_role("group", name="Heroes who were taken out")
    fate.get_by_label("roll a d20 for survival, and are dead if it fails").check()
    gm.press("Save the house rules")
    gm.says("Set: “Heroes who were taken out”.")
    gm.follow("Races of the house")
    for label, value in {"Name": "goblin", "Power": "3", "Finesse": "6", "Will": "3", "Price in gold": "5"}.items():
        gm.page.get_by_label(label).first.fill(value)
    gm.press("Add a row")
    assert gm.page.locator(".table-row").count() == 2
    gm.press("Save")
    gm.says("Set: Races of the house.")


def look_at_a_battle(gm):
    """What was done in battles stands on the page; a battle against wolves is started, and made void."""
    gm.says("Battles in numbers")
    gm.press("Start the campaign")
    gm.follow("Start a battle")
    owls = gm.page.get_by_role("group", name="Owls")
    assert not owls.get_by_label("Ilse").is_visible()
    assert owls.get_by_text("1 can fight: Ilse.").is_visible()
    owls.get_by_label("Its dice").select_option(label="entered by hand")
    owls.get_by_label("Seat").select_option(label="side 1")
    assert owls.get_by_label("Ilse").is_checked()
    assert owls.get_by_label("Ilse").is_visible()
    gm.page.get_by_label("The GM’s monsters").select_option(index=1)
    gm.press("Start the battle")
    gm.says("Battle 1 begins as a battle that counts: Owls (1) against the GM's side.")
    gm.follow("To its match")
    gm.page.go_back()
    gm.follow("GM actions")
    gm.follow("Void the battle")
    gm.says("What will change and why")
    gm.fill("action", Reason="Rain.")
    gm.press("Void the battle")
    gm.says("Battle 1 is void; its changes are undone.")


@pytest.mark.parametrize(("width", "scheme"), list(zip(WIDTHS, ["light", "dark"], strict=True)))
def test_an_evening(browser, house, width, scheme):
    title = f"Winter of {width}"
    gm = Visitor(browser, house, "alice", width, scheme)
    gm.go("/campaigns/")
    gm.fill("found", Title=title, Game="Storm of Istra")
    gm.press("Found the campaign")
    gm.press("Create a link")
    link = gm.page.locator(".address").first.inner_text()
    set_rules(gm)

    bob = Visitor(browser, house, "bob", width, scheme)
    bob.go(link)
    bob.press(f"Join {title}")
    bob.fill("companies", Name="Owls", Motto="Who?", Name_of_its_hall="The Barn")
    bob.press("Found the company")
    bob.says("Company founded: Owls.")
    bob.fill("heroes", Name="Ilse", Race="Dwarf, 90 gold", Class="Fighter")
    bob.press("Recruit")
    bob.says("Ilse joins for 90 gold.")
    bob.page.locator("#market li", has_text="Light armour").get_by_role("button", name="Buy").click()
    bob.says("Bought: 1 × light armour at 15 gold.")
    bob.fill("stash", Give_it_to="Ilse")
    bob.press("Give")
    bob.says("Ilse takes light armour from the stash.")
    bob.follow("Ilse")
    bob.fill("choices", Talent="Cleave")
    bob.press("Choose this talent")
    bob.says("Ilse learns the talent Cleave.")
    bob.page.locator(".values a", has_text="Power").click()
    bob.look()
    bob.says("Why Power 7?")
    gm.go(link.partition("join/")[0])
    gm.follow(title)
    look_at_a_battle(gm)
    for one in (gm, bob):
        assert one.complaints.heard == []
        one.context.close()
