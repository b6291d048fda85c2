"""Forms of the admin site as a browser fills them in, and what its pages say then."""

from html import unescape

from django.contrib.messages import get_messages
from django.urls import reverse

from campaigns.models import Battle, Campaign, Company, Hero, Job

MODELS = {"campaign": Campaign, "company": Company, "hero": Hero, "battle": Battle, "job": Job}


def page(row):
    return reverse(f"admin:campaigns_{row._meta.model_name}_change", args=[row.pk])


def act(row, deed):
    return reverse(f"admin:campaigns_{row._meta.model_name}_{deed}", args=[row.pk])


def changelist(model, **query):
    return reverse(f"admin:campaigns_{model}_changelist", query=query)


def send(client, address, **fields):
    """Open a form, fill it in and send it."""
    form = client.get(address).context["form"]
    hidden = {field.name: field.value() for field in form if field.is_hidden}
    return client.post(address, {**hidden, "reason": "The table agreed.", **fields})


def told(response):
    return " ".join(str(message) for message in get_messages(response.wsgi_request))


def text(response):
    """What a page says, its blanks put together."""
    return " ".join(unescape(response.content.decode()).split())
