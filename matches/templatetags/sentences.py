"""Words that come from elsewhere, put as sentences."""

from django import template

register = template.Library()

STOPS = (".", "!", "?", "…", ":")


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
