"""Who is ahead in a campaign, and what its companies have done in the battles that count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import accumulate
from typing import Annotated, get_args
from uuid import UUID

import msgspec
from django.db.models import QuerySet, Sum

from campaigns.domain.campaign.house_rules import progression_of, switches_of
from campaigns.domain.campaign.state import Battle, Campaign
from campaigns.games import deals
from campaigns.models import Company
from rules.kernel.progression import Ending

Count = Annotated[int, msgspec.Meta(ge=0)]


class StandingsLine(msgspec.Struct, frozen=True):
    """A company in the standings: battles that counted, XP of all who ever were its heroes, what it is worth.

    `counts` and `scorers` are those of its battles together, `invasions_won` and `invasions_lost` of those of halls in
    which it was attacker or defender. `endings`: how often it was defeated, surrendered or fled, in games that tell.
    """

    place: Count
    company: UUID
    name: str
    won: Count
    drawn: Count
    lost: Count
    invasions_won: Count
    invasions_lost: Count
    counts: dict[str, int]
    scorers: dict[str, int]
    endings: dict[str, int]
    xp: Count
    worth: int
    disbanded: bool


POINTS = ("points_for", "points_against")
"""The keys of the points of a match among what is counted, in games that have them."""
FORM = 5
"""So many battles tell the form of a company."""


def ties(game: str) -> str:
    """What decides between companies, in words, the first first."""
    points = POINTS[0] in progression_of(game).counted
    last = ", then points for less points against" if points else ", then worth in gold" if deals(game) else ""
    return f"Ranked by battles won, then drawn{last}."


def rows_to_rank(campaign: UUID) -> QuerySet[Company]:
    """The companies of a campaign by name, with the XP of their heroes as `xp`: what `standings` is made from."""
    return Company.objects.filter(campaign=campaign).annotate(xp=Sum("heroes__xp")).order_by("name", "id")


def standings(campaign: Campaign, rows: Iterable[Company]) -> list[StandingsLine]:
    """The companies, the best first: most battles won, then drawn, then as `ties` says, at last by name.

    A battle counts when it was recorded and was no friendly one. `rows` have the XP of their heroes as `xp`.
    """
    counting = _counting(campaign)
    lines = [_line(row, campaign, counting) for row in rows]
    lines.sort(key=lambda line: (-line.won, -line.drawn, -_margin(line), -line.worth, line.name, str(line.company)))
    return [msgspec.structs.replace(line, place=place) for place, line in enumerate(lines, 1)]


def form(campaign: Campaign, company: str) -> str:
    """How a company came out of its last battles that counted, a letter each (W, D, L), the oldest first."""
    fought = [battle for battle in _counting(campaign) if company in battle.companies]
    return "".join("D" if one.drawn else "W" if company in one.winners else "L" for one in fought[-FORM:])


def course(campaign: Campaign, company: str) -> list[int]:
    """Battles won less battles lost after each battle of a company that counted; 0 before the first."""
    fought = [battle for battle in _counting(campaign) if company in battle.companies]
    gained = [0 if one.drawn else 1 if company in one.winners else -1 for one in fought]
    return [0, *accumulate(gained)]


def _counting(campaign: Campaign) -> list[Battle]:
    return [one for one in campaign.battles.values() if one.stage == "recorded" and one.kind != "friendly"]


def _margin(line: StandingsLine) -> int:
    gained, given = (line.counts.get(count, 0) for count in POINTS)
    return gained - given


def tallies(campaign: Campaign, line: StandingsLine) -> list[tuple[str, int]]:
    """What a company has done in its battles, in words: the same words in the same order for each of a campaign."""
    game = progression_of(campaign.game)
    halls = [("invasions won", line.invasions_won), ("invasions lost", line.invasions_lost)]
    return [
        *((words, line.counts.get(count, 0)) for count, words in _counted(campaign, game.counted)),
        *((ending, line.endings.get(ending, 0)) for ending in _endings(campaign)),
        *(halls if game.halls.upgrades(switches_of(campaign.game, campaign.rules)) else []),
    ]


def _counted(campaign: Campaign, counted: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """What is counted, and in words: each with its parts, "lost:GROUP", as far as any battle has such."""
    seen = {key for battle in campaign.battles.values() for score in battle.scores.values() for key in score.counts}
    for count, word in counted.items():
        yield count, word
        for key in sorted(key for key in seen if key.startswith(f"{count}:")):
            yield key, f"{word}: {key.removeprefix(f'{count}:')}"


def _endings(campaign: Campaign) -> list[str]:
    """The words for how sides left its battles, as far as any did."""
    seen = {score.ending for battle in campaign.battles.values() for score in battle.scores.values()}
    return [ending for ending in get_args(Ending) if ending and ending in seen]


def _line(row: Company, campaign: Campaign, counting: Iterable[Battle]) -> StandingsLine:
    name = str(row.pk)
    fought = [battle for battle in counting if name in battle.companies]
    halls = [one for one in fought if name in _parties(campaign, one) and not one.drawn]
    won = sum(name in battle.winners for battle in fought)
    drawn = sum(battle.drawn for battle in fought)
    scores = [battle.scores[name] for battle in fought if name in battle.scores]
    return StandingsLine(
        place=0,
        company=row.pk,
        name=row.name,
        won=won,
        drawn=drawn,
        lost=len(fought) - won - drawn,
        invasions_won=sum(name in battle.winners for battle in halls),
        invasions_lost=sum(name not in battle.winners for battle in halls),
        counts=_together(score.counts for score in scores),
        scorers=_together(score.figures for score in scores),
        endings=dict(Counter(score.ending for score in scores if score.ending)),
        xp=row.xp or 0,  # type: ignore[attr-defined]  # an annotation
        worth=row.worth,
        disbanded=row.disbanded,
    )


def _parties(campaign: Campaign, battle: Battle) -> tuple[str, ...]:
    """The attacker and the defender of a hall; nobody in a battle of another kind."""
    invasion = campaign.invasions.get(battle.invasion)
    return (invasion.attacker, invasion.defender) if invasion is not None else ()


def _together(parts: Iterable[Mapping[str, int]]) -> dict[str, int]:
    sums: Counter[str] = Counter()
    for part in parts:
        sums.update(part)
    return dict(sums)
