"""The values of a view as people read them: what each is called, and the words for what stands in it.

The labels are those of the structs that have them: commands, adjustments, and what the GM can set. A board names what
its view has otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from rules.kernel.labels import Label, labelled
from rules.kernel.switches import in_inches

NONE = "–"
TITLES = ("title", "label", "name", "termination", "kind", "shape", "face")
"""What an entry of a list is called by, the best first."""
ASIDE = frozenset((*TITLES, "id", "rule", "text", "source", "names"))
"""What of an entry is not told beside its title."""
PLAIN = ("value", "state", "mark")
"""What of it is told without its name."""
DRAWN = ("ground", "tracks", "queue", "cards", "gauges", "badges", "colour")
"""What only draws what other values say."""
NO_LABELS: Mapping[str, Label] = {}

Namer = Callable[[str], str]
"""Names whoever has an id; other texts it gives back."""


class ValueWords:
    """What the values of a view are called. `kinds`: structs that have labels for them.

    `called`: the labels of those that a view names otherwise, by their names or by the way to them, as "orbs.at".
    `drawn`: names that only draw what others say, and are not told. `lengths`: those that are hundredths of inches.
    """

    def __init__(
        self,
        kinds: Sequence[type] = (),
        called: Mapping[str, Label] = NO_LABELS,
        drawn: Collection[str] = (),
        lengths: Collection[str] = (),
    ) -> None:
        found = [one for kind in kinds for one in labelled(kind)]
        self.labels = {one.name: one.label for one in found} | dict(called)
        self.defaults = {one.name: one.default for one in found}
        self.drawn = frozenset((*DRAWN, *drawn))
        self.lengths = frozenset(lengths)

    def label(self, path: Sequence[str]) -> Label:
        """What a value is called; `path` leads to it, without the id of whose it is."""
        for name in (".".join(path), path[-1], path[0]):
            if name in self.labels:
                return self.labels[name]
        return Label(_words(" ".join(path[1:] or path)).capitalize())

    def both(self, path: Sequence[str], old: Any, new: Any, name: Namer) -> tuple[str, str]:
        """A value as it is and as it will be. What a view leaves out stands at its default."""
        usual = self.defaults.get(path[-1])
        if usual is None and isinstance(new if old is None else old, bool):
            usual = False
        label = self.label(path)
        was, will = (self._shown(path[-1], usual if one is None else one, label, name) for one in (old, new))
        return was, will

    def _shown(self, key: str, value: Any, label: Label, name: Namer) -> str:
        if isinstance(value, bool | str) and str(value).lower() in label.choices:
            return label.choices[str(value).lower()]
        return self._plain(key, value, name)

    def _plain(self, key: str, value: Any, name: Namer) -> str:
        if value is None or value in ("", [], {}):
            return NONE
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, list):
            return ", ".join(self._plain(key, one, name) for one in value)
        if isinstance(value, dict):
            return self._entry(value, name)
        if isinstance(value, int):
            return f'{in_inches(value)}"' if key in self.lengths else str(value)
        known = name(value) if isinstance(value, str) else str(value)
        return known if known != value else _words(known)

    def _entry(self, entry: Mapping[str, Any], name: Namer) -> str:
        """An entry by its title, and beside it what else it says.

        >>> ValueWords()._entry({"name": "shook", "title": "Badly Shook", "until": 3, "rule": "R"}, str)
        'Badly Shook (until 3)'
        >>> ValueWords()._entry({"face": 4, "state": "exchanged"}, str)
        '4 (exchanged)'
        """
        title = next((_words(str(entry[one])) for one in TITLES if entry.get(one)), "")
        told = [self._beside(key, value, name) for key, value in entry.items() if key not in ASIDE]
        beside = ", ".join(filter(None, told))
        return (f"{title} ({beside})" if beside else title) if title else beside or NONE

    def _beside(self, key: str, value: Any, name: Namer) -> str:
        if value in (None, "", [], {}, False):
            return ""
        shown = self._plain(key, value, name)
        return _words(key) if value is True else shown if key in PLAIN else f"{_words(key)} {shown}"


def _words(text: str) -> str:
    return text.replace("_", " ")
