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
    """Open a form, fill it in and send it; where it shows what will change, send it again as it came back."""
    form = client.get(address).context["form"]
    return confirm(client, address, {**hidden(form), "reason": "The table agreed.", **fields})


def confirm(client, address, sent):
    """Send a form, and where it shows what will change, again as it came back."""
    shown = client.post(address, sent)
    form = shown.context["form"] if shown.status_code == 200 else None
    preview = getattr(form, "preview", None)
    if preview is None or preview.refused is not None:
        return shown
    return client.post(address, {**sent, **hidden(form)})


def look(client, address, **fields):
    """Open a form, fill it in and send it once."""
    form = client.get(address).context["form"]
    return client.post(address, {**hidden(form), "reason": "The table agreed.", **fields})


def hidden(form):
    """What travels with a form unseen."""
    return {field.name: field.value() or "" for field in form if field.is_hidden}


def told(response):
    return " ".join(str(message) for message in get_messages(response.wsgi_request))


def text(response):
    """What a page says, its blanks put together."""
    return " ".join(unescape(response.content.decode()).split())
