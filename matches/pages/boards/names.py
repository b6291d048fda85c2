"""Whoever a view speaks of, by name: figures on the board, and the seats that play them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from matches.pages.boards.base import View
from matches.pages.boards.common import listed, signed
from rules.kernel.sentences import Word, without_names


class Names:
    """The names that a view gives. `figures` is where it has players, models or whatever stands on the board."""

    figures: ClassVar[str] = "figures"

    def __init__(self, view: View) -> None:
        self._figures: Mapping[str, Any] = view.get(self.figures, {})
        self._teams: Mapping[str, Any] = view.get("teams", {})

    def figure(self, figure: object) -> str:
        found = self._figures.get(str(figure))
        return str(found["name"]) if found else str(figure)

    def team(self, seat: object) -> str:
        found = self._teams.get(str(seat))
        return str(found["name"]) if found else str(seat)

    def anybody(self, name: object) -> str:
        return self.figure(name) if str(name) in self._figures else self.team(name)

    def many(self, figures: Sequence[object]) -> str:
        return listed([self.figure(figure) for figure in figures])

    def by_id(self) -> dict[str, str]:
        """The names that stand for ids in refusals: those of figures, of seats where a view has no figures."""
        return {name: str(entry["name"]) for name, entry in (self._figures or self._teams).items()}


WORDS: Mapping[str, Word[Names]] = {
    "who": lambda names, name: names.anybody(name),
    "signed": without_names(signed),
    "count": without_names(lambda things: str(len(things))),
}
"""How the headings of questions say an ask's options."""
