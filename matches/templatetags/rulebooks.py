"""Words of the rules of a game."""

from django import template

from matches.rulebooks import rule_text
from web.templatetags.sentences import rule_words

register = template.Library()


@register.filter
def words_by(rule: str, game: str) -> str:
    """The words of a rule, by the book of a game."""
    return rule_words(rule_text(game, rule)) if rule else ""
