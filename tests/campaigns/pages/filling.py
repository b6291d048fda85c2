"""Pages of campaigns as a browser asks for them, and their forms as it sends them."""

from html import unescape

from django.contrib.messages import get_messages
from django.urls import reverse


def at(evening):
    return reverse("campaigns:campaign", args=[evening.id])


def company_of(evening, name):
    return reverse("campaigns:company", args=[evening.companies[name]])


def hero_of(evening, name, hero="h1"):
    return reverse("campaigns:hero", args=[evening.companies[name], hero])


def text(response):
    """What a page says, its blanks put together."""
    return " ".join(unescape(response.content.decode()).split())


def offers(response):
    """By uid what a page offers."""
    return {one.shown.uid: one for some in response.context["offers"].values() for one in some}


def send(client, address, form, key=None, **fields):
    """Open a page and send one of its forms, as it is filled in there but for `fields`."""
    page = client.get(address)
    assert form in offers(page), f"{form} is not among {sorted(offers(page))}"
    filled = {one.field.name: one.value for one in offers(page)[form].shown.fields}
    return client.post(address, {**filled, "form": form, "key": key or page.context["key"], **fields})


def told(response):
    """What was said of what was done."""
    return " ".join(str(message) for message in get_messages(response.wsgi_request))


def refused(response, form):
    """Why a form was refused, and the fields at fault."""
    shown = offers(response)[form].shown
    assert shown.open
    return shown.error, [field.field.name for field in shown.fields if field.error]
