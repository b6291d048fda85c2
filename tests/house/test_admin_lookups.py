"""The admin site answers what its filters and its search ask, and nothing that an address makes up."""

import pytest
from django.contrib import admin
from django.contrib.admin.utils import get_fields_from_path
from django.contrib.auth import get_user_model
from django.test import Client, RequestFactory
from django.urls import reverse

from tests.eventstore.log import write

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]

LOOKUPS = ("", "__exact", "__gt", "__lt", "__contains", "__startswith", "__regex", "__in", "__range", "__isnull")
VALUES = ("1", "x", "^.*7", "9" * 23)
LISTS = sorted(admin.site._registry, key=lambda model: model._meta.label)


@pytest.fixture
def root(db):
    write("thing-1", 2)
    client = Client()
    client.force_login(get_user_model().objects.create_superuser("root", password="the-orb-is-copper"))
    return client


def paths(model, depth):
    """Every column of a model and, `depth` relations far, of the models it leads to."""
    for field in model._meta.get_fields():
        yield field.name
        if field.is_relation and field.related_model is not None and depth:
            yield from (f"{field.name}__{path}" for path in paths(field.related_model, depth - 1))


def asking(address="/"):
    request = RequestFactory().get(address)
    request.user = get_user_model()(is_superuser=True, is_active=True)
    return request


def declared(model):
    """What the filters of a list read, as they say themselves."""
    shown, request = admin.site._registry[model], asking()
    names = set()
    for one in shown.list_filter:
        if isinstance(one, type):
            made = one(request, {}, model, shown)
        else:
            path, kind = (one, admin.FieldListFilter.create) if isinstance(one, str) else one
            made = kind(get_fields_from_path(model, path)[-1], request, {}, model, shown, field_path=path)
        names.update(made.expected_parameters())
    return names


def address_of(model):
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")


@pytest.mark.parametrize("model", LISTS, ids=lambda model: model._meta.label)
def test_every_list_takes_the_parameters_of_its_filters(root, model):
    for name in declared(model):
        assert root.get(address_of(model), {name: "1"}).status_code in (200, 302), name


@pytest.mark.parametrize("model", LISTS, ids=lambda model: model._meta.label)
def test_every_list_refuses_lookups_in_its_own_columns(root, model):
    known = declared(model)
    for path in paths(model, depth=0):
        for name in {f"{path}{lookup}" for lookup in LOOKUPS} - known:
            answer = root.get(address_of(model), {name: "1"})
            assert (answer.status_code, "cannot be filtered" in answer.content.decode()) == (400, True), name


@pytest.mark.parametrize("model", LISTS, ids=lambda model: model._meta.label)
def test_every_list_refuses_lookups_in_what_its_rows_lead_to(db, model):
    shown, request = admin.site._registry[model], asking()
    asked = {f"{path}{lookup}" for path in paths(model, depth=2) for lookup in LOOKUPS}
    assert {name for name in asked if shown.lookup_allowed(name, "1", request)} <= declared(model)


@pytest.mark.parametrize("model", LISTS, ids=lambda model: model._meta.label)
def test_declared_filters_survive_any_value(root, model):
    for name in declared(model):
        for value in VALUES:
            assert root.get(address_of(model), {name: value}).status_code in (200, 302), (name, value)


def test_it_refuses_what_no_list_knows(root):
    for model in LISTS:
        assert root.get(address_of(model), {"nonsense": "1"}).status_code == 400
        assert root.get(address_of(model), {"_to_field": "nonsense"}).status_code == 400


@pytest.mark.parametrize("model", LISTS, ids=lambda model: model._meta.label)
def test_it_refuses_what_leads_back_to_its_rows(root, model):
    """Django took a relation that leads back for a column, and failed."""
    asked = {"app_label": model._meta.app_label, "model_name": model._meta.model_name}
    for back in model._meta.related_objects:
        assert root.get(address_of(model), {"_to_field": back.name}).status_code == 400, back.name
        answer = root.get(reverse("admin:autocomplete"), {**asked, "field_name": back.name, "term": "a"})
        assert answer.status_code in (403, 404), back.name


@pytest.mark.parametrize("model", LISTS, ids=lambda model: model._meta.label)
def test_it_refuses_a_search_that_is_too_long(root, model):
    """Two thousand words made the database fail, and so many digits are no number to Python."""
    if not admin.site._registry[model].search_fields:
        return
    for term in ("a " * 2000, "9" * 5000, "a" * 201):
        answer = root.get(address_of(model), {"q": term})
        assert (answer.status_code, "at most 200 characters" in answer.content.decode()) == (400, True)
    assert root.get(address_of(model), {"q": "a " * 100}).status_code == 200


def test_staff_learns_nothing_of_a_hidden_body(root):
    """`body__regex` told hidden placements letter by letter; `body__gt` was a fault."""
    events = reverse("admin:eventstore_event_changelist")
    for name in ("body__regex", "body__contains", "body__gt", "body__exact", "hash__gt", "command_id__gt"):
        assert root.get(events, {name: "7b"}).status_code == 400, name
