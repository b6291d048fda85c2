"""What events say in plain words: templates that stand on their classes, filled in by whoever knows the names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from string import Formatter
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

N = TypeVar("N")

Word: TypeAlias = Callable[[N, Any], str]
"""How the value of a field is said by somebody who knows the names."""


class Part(NamedTuple):
    """A piece of a template: text, and the field that follows with the word that says it. The last has no `field`."""

    text: str
    field: str = ""
    word: str = ""


def parts_of(template: str) -> tuple[Part, ...]:
    """The pieces of a template. A field without a word of its own is said by the word of its name.

    >>> [tuple(part) for part in parts_of("{player} moves to {to:square}.")]
    [('', 'player', 'player'), (' moves to ', 'to', 'square'), ('.', '', '')]
    """
    return tuple(Part(text, field or "", word or field or "") for text, field, word, _ in Formatter().parse(template))


def without_names(word: Callable[[Any], str]) -> Word[Any]:
    """A word that needs no names."""
    return lambda _names, value: word(value)


AS_IT_IS = without_names(str)


class Sentence(Generic[N]):
    """A template ready to be filled in: ``{field}`` or ``{field:word}``, with the words by name.

    A field for whose name there is no word is said as it is. A word that is named and is not there is a `KeyError`.

    >>> moved = Sentence("{player} moves to {to:square}.", {"square": without_names(lambda at: f"({at[0]}, {at[1]})")})
    >>> moved.filled_in(None, {"player": "Ylva", "to": [4, 4]}.__getitem__)
    'Ylva moves to (4, 4).'
    """

    def __init__(self, template: str, words: Mapping[str, Word[N]]) -> None:
        self._parts = [
            (text, field, words.get(word, AS_IT_IS) if word == field else words[word])
            for text, field, word in parts_of(template)
        ]

    def filled_in(self, names: N, value_of: Callable[[str], Any]) -> str:
        """The sentence of an event whose fields `value_of` gives."""
        return "".join(f"{text}{word(names, value_of(field))}" if field else text for text, field, word in self._parts)
