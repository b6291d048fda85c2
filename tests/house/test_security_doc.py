"""`docs/security.md` and `SECURITY.md` name files, settings, commands and places of the documents that exist."""

import re
from pathlib import Path

import pytest
from django.contrib import admin
from django.core.management import get_commands

from campaigns.demo.people import RIGHTS

ROOT = Path(__file__).resolve().parents[2]
DOCUMENT = ROOT / "docs" / "security.md"
TEXT = DOCUMENT.read_text()
GROUPS = ("Game masters", "Organizers")


def anchors(path):
    """The places of a document that a link may name."""
    heads = re.findall(r"^#+ (.*)$", path.read_text(), re.MULTILINE)
    return {re.sub(r"[^a-z0-9 -]", "", head.lower()).replace(" ", "-") for head in heads}


@pytest.mark.parametrize("path", [DOCUMENT, ROOT / "SECURITY.md"], ids=lambda path: path.name)
def test_its_links_lead_somewhere(path):
    links = re.findall(r"\]\(([^)]+)\)", path.read_text())
    assert links
    for link in links:
        name, _, place = link.partition("#")
        there = (path.parent / name).resolve()
        assert there.is_file(), link
        assert not place or place in anchors(there), link


def test_the_files_it_names_exist():
    named = set(re.findall(r"`((?:tests|web|matches|campaigns)/[a-z_/]+\.py)`", TEXT))
    assert len(named) > 30
    assert {name for name in named if not (ROOT / name).is_file()} == set()


def test_its_commands_exist():
    named = set(re.findall(r"manage\.py ([a-z]+)", TEXT))
    assert {"verify", "rebuild", "seal", "up"} <= named
    assert named <= set(get_commands())


def test_its_settings_are_in_the_list_of_settings():
    listed = (ROOT / "docs" / "configuration.md").read_text()
    named = set(re.findall(r"`([A-Z][A-Z_]+)(?:=[a-z]+)?`", TEXT)) - {"RIGHTS"}
    assert {"HTTPS", "PROXIES", "SKALD_SEAL_KEY"} <= named
    assert {name for name in named if f"`{name}`" not in listed} == set()


def lists_of_the_admin_site():
    """By name what the table says: for each group whether it may look."""
    start = TEXT.index("| list | Game masters | Organizers |")
    lines = TEXT[start : TEXT.index("\n\n", start)].splitlines()[2:]
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines]
    return {name: cells for names, *cells in rows for name in names.split(", ")}


def test_every_list_of_the_admin_site_is_in_its_table():
    registered = {str(model._meta.verbose_name_plural) for model in admin.site._registry}
    assert registered == set(lists_of_the_admin_site())


def test_its_groups_may_look_at_what_it_says():
    shown = {model: str(model._meta.verbose_name_plural) for model in admin.site._registry}
    for place, group in enumerate(GROUPS):
        may = {
            name
            for model, name in shown.items()
            if f"{model._meta.app_label}.view_{model._meta.model_name}" in RIGHTS[group]
        }
        said = {name for name, cells in lists_of_the_admin_site().items() if "look" in cells[place]}
        assert said == may, group
