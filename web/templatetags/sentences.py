"""Words that come from elsewhere, put as sentences."""

import re

from django import template

register = template.Library()

STOPS = (".", "!", "?", "…", ":")
_POINT = re.compile(
    r"who: (?P<who>.+?); when: (?P<when>.+?)(?:; options: .+?)?(?:; passing means: (?P<passing>.+))?", re.DOTALL
)
"""A decision point of a catalogue: the commands that answer it are left out."""
_JOINED = re.compile(r"(?<=\w)_(?=\w)")
"""What joins words of code: `attack_roll`."""


@register.filter
def sentence(words: object) -> str:
    """The words with a capital at their beginning and a stop at their end; nothing where there are none.

    >>> sentence("a d20 cannot show 21"), sentence("Fill it in."), sentence("")
    ('A d20 cannot show 21.', 'Fill it in.', '')
    """
    text = str(words or "").strip()
    if not text:
        return ""
    return text[0].upper() + text[1:] + ("" if text.endswith(STOPS) else ".")


@register.filter
def rule_words(text: object) -> str:
    """The words of a rule as people read them: without the marks of code; of a decision point who is asked, and when.

    >>> rule_words("who: mover's owner; when: two are near; options: `contact(model)`; passing means: lowest id")
    "Asked: mover's owner. When: two are near. Passing means: lowest id."
    >>> rule_words("What is unspent at `end_activation` is lost.")
    'What is unspent at end activation is lost.'
    """
    words = _JOINED.sub(" ", str(text or "").replace("`", "").replace("\\|", "|"))
    point = _POINT.fullmatch(words)
    if point is None:
        return words
    heads = (("Asked", point["who"]), ("When", point["when"]), ("Passing means", point["passing"]))
    return " ".join(sentence(f"{head}: {said}") for head, said in heads if said)
