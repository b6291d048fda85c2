"""What templates of the pages ask of what a page offers, and of a game's rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any
from uuid import UUID

from django import template

from campaigns.models import campaign_stream
from eventstore.api import describe_imports, imports_of
from matches.rulebooks import rule_text
from web.crests import Crest, crest
from web.pages.forms import ShownField
from web.templatetags.sentences import rule_words

register = template.Library()

Placed = Mapping[str, Sequence[Any]]


@register.inclusion_tag("campaigns/pages/_imported.html")
def imported(campaign: UUID) -> dict[str, Any]:
    """Where a campaign comes from, if it came out of a file."""
    return {"imports": describe_imports(imports_of(campaign_stream(campaign)))}


@register.inclusion_tag("components/crest.html")
def company_crest(numbers: Mapping[UUID, int], company: UUID | str, name: str) -> dict[str, Crest]:
    """The crest of a company, in its colour; `numbers` are those of its campaign."""
    return {"crest": crest(name, numbers.get(UUID(str(company)), 1))}


@register.filter
def placed(offers: Placed, account: str) -> Sequence[Any]:
    """What is offered about a member."""
    return offers.get(f"person {account}", ())


@register.filter
def stashed(offers: Placed, item: str) -> Sequence[Any]:
    """What is offered of an item of the stash."""
    return offers.get(f"stash {item}", ())


@register.filter
def signed(number: int) -> str:
    """A number with its sign.

    >>> signed(40), signed(-15), signed(0)
    ('+40', '−15', '0')
    """
    return f"{number:+}".replace("-", "−") if number else "0"


@register.filter
def under(text: str, name: str) -> str:
    """A sentence as it stands under the name of whom it is about.

    >>> under("Ilse comes back well.", "Ilse"), under("Lost: a dagger of Ilse.", "Ilse")
    ('Comes back well.', 'Lost: a dagger of Ilse.')
    """
    rest = text.removeprefix(f"{name} ")
    return rest[:1].upper() + rest[1:]


@register.filter
def words_of(game: str, rule: str) -> str:
    """The words of a rule of a game."""
    return rule_words(rule_text(game, rule))


@register.filter
def asked_at_once(fields: Sequence[ShownField]) -> Sequence[ShownField]:
    """The fields of a form that stand under no title to be opened."""
    return [one for one in fields if not one.field.fold]


@register.filter
def asked_in_rows(fields: Sequence[ShownField]) -> Iterator[list[tuple[str, list[ShownField], bool]]]:
    """The other fields, list by list: each row with its title, and whether something stands in it."""
    titled = [one for one in fields if one.field.fold]
    for _, listed in groupby(titled, lambda one: one.field.fold.rpartition(" ")[0]):
        rows = [(title, list(row)) for title, row in groupby(listed, lambda one: one.field.fold)]
        yield [(title, row, any(one.touched for one in row)) for title, row in rows]
