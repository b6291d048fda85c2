"""The rules of the house: the customs of every campaign, the game's campaign switches, the switches of its battles.

Names are flat; each belongs to one of the three.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any, ClassVar, Literal

import msgspec

from campaigns.domain.campaign.state import Campaign
from rules.kernel.errors import Malformed, Refused
from rules.kernel.game import Game
from rules.kernel.progression import Progression
from rules.kernel.reading import joined, plain, read
from rules.kernel.switches import OffOn, Switches, switch
from rules.registry import RULESETS

Scope = Literal["campaign", "battle"]
LONGEST_BUILDING = 1000
"""Downtimes that an upgrade of a hall may take."""
LONGEST_DOWNTIME = 365
"""Days that may pass with a downtime."""


class CampaignRules(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The switches that campaigns of every game have.

    `debt`: GM actions and the undoing of battles may take gold below 0. `hall_downtimes`: so many downtimes pass
    before an upgrade of the hall stands. `downtime_days`: so many days of game time pass with a downtime.
    """

    switches: ClassVar[Switches] = {
        "The campaign": {
            "debt": switch(
                "KERNEL-CAMP-08",
                "Companies may be in debt",
                "no: whatever costs more gold than they have is refused",
                "yes, by GM actions and by battles that are undone; nobody buys on credit",
            ),
            "hall_downtimes": switch(
                "KERNEL-CAMP-10", "Downtimes that building in a hall takes", help="0: it is built at once."
            ),
            "downtime_days": switch(
                "KERNEL-CAMP-15", "Days that pass with a downtime", help="0: the clock stands still."
            ),
        }
    }

    debt: OffOn = "off"
    hall_downtimes: int = 0
    downtime_days: int = 0


def game_of(key: str) -> Game[Any]:
    """A game that has campaigns; refused where there is none."""
    progression_of(key)
    return RULESETS[key]


def progression_of(key: str) -> Progression[Any]:
    """What a game says of rosters between its matches; refused where it has no campaigns."""
    game = RULESETS.get(key)
    if game is None or game.progression is None:
        known = ", ".join(sorted(name for name, game in RULESETS.items() if game.progression is not None))
        message = f"There are no campaigns for {key!r}; known are {known}."
        raise Refused("unknown_game", message, "KERNEL-CAMP-02", field="game", hint="Choose one of these.")
    return game.progression


def customs_of(rules: Mapping[str, Any]) -> CampaignRules:
    """The customs among a campaign's switches."""
    names = _names(CampaignRules)
    return read({name: value for name, value in rules.items() if name in names}, CampaignRules, "rules")


def switches_of(game: str, rules: Mapping[str, Any]) -> Any:
    """The game's own campaign switches, with its defaults for what was not set."""
    names = _names(CampaignRules)
    own = {name: value for name, value in rules.items() if name not in names}
    return read(own, progression_of(game).rules_type, "rules")


def check_rules(game: str, rules: Mapping[str, Any], battle_rules: Mapping[str, Any]) -> None:
    """`Malformed` or `Refused` where a switch is unknown or has a value that it cannot have.

    The field at fault begins with ``rules.`` or ``battle_rules.`` and the name of the switch.
    """
    with _faults_in("rules"):
        if not 0 <= customs_of(rules).hall_downtimes <= LONGEST_BUILDING:
            message = f"hall_downtimes must be 0 to {LONGEST_BUILDING}."
            raise Refused("bad_house_rule", message, "KERNEL-CAMP-04", field="hall_downtimes", hint="0 means at once.")
        if not 0 <= customs_of(rules).downtime_days <= LONGEST_DOWNTIME:
            message = f"downtime_days must be 0 to {LONGEST_DOWNTIME}."
            hint = "0 lets no time pass."
            raise Refused("bad_house_rule", message, "KERNEL-CAMP-04", field="downtime_days", hint=hint)
        progression_of(game).check_rules(switches_of(game, rules))
    with _faults_in("battle_rules"):
        read(dict(battle_rules), game_of(game).house_rules, "battle_rules")
        game_of(game).check_house_rules(battle_rules)


@contextmanager
def _faults_in(part: str) -> Iterator[None]:
    """Let faults of switches be told by one path each, whoever finds them."""
    try:
        yield
    except Malformed as bad:
        raise Malformed(bad.message, _path(part, bad.field)) from None
    except Refused as no:
        raise no.at(_path(part, no.field)) from None


def _path(part: str, field: str) -> str:
    """One path for whatever the switches are called where the fault was found.

    >>> _path("battle_rules", "house_rules.bow_range"), _path("rules", "rules"), _path("rules", "races.orc.cost")
    ('battle_rules.bow_range', 'rules', 'rules.races.orc.cost')
    """
    first, _, rest = field.partition(".")
    return joined(part, rest if first in ("rules", "battle_rules", "house_rules") else field)


def check_changes(campaign: Campaign, new: Mapping[str, Any], place: Callable[[str], str]) -> None:
    """Refuse values that switches cannot have, as they will stand beside each other and the rest.

    `place` says where the value of a switch comes from: the fault is there, or at the first where it is of another one.
    The rest may be out of bounds, in a campaign from before bounds were checked: then they are corrected one by one.
    """
    of_battles = {name for name in new if scope_of(campaign.game, name) == "battle"}
    own = {name: value for name, value in new.items() if name not in of_battles}
    battle = {name: value for name, value in new.items() if name in of_battles}
    try:
        try:
            check_rules(campaign.game, {**campaign.rules, **own}, {**campaign.battle_rules, **battle})
        except (Malformed, Refused):
            if unsound(campaign) is None:
                raise
            check_rules(campaign.game, own, battle)
    except Malformed as bad:
        raise Malformed(bad.message, _at_fault(list(new), bad.field, place)) from None
    except Refused as no:
        raise no.at(_at_fault(list(new), no.field, place)) from None


def _at_fault(names: Sequence[str], field: str, place: Callable[[str], str]) -> str:
    """Where a fault lies, of the values of switches that are set.

    >>> _at_fault(["fate", "races"], "rules.races.orc.cost", "values.{}".format)
    'values.races.orc.cost'
    >>> _at_fault(["fate", "races"], "rules.survival", "values.{}".format)
    'values.fate'
    """
    named = field.partition(".")[2]
    parts = re.split(r"(?=[.\[])", named, maxsplit=1)
    if parts[0] not in names:
        return place(names[0])
    return place(parts[0]) + "".join(parts[1:])


def unsound(campaign: Campaign) -> Refused | None:
    """Why nothing can be played by the switches of a campaign; None where it can."""
    try:
        check_rules(campaign.game, campaign.rules, campaign.battle_rules)
    except Refused as no:
        return no
    except Malformed as bad:
        message = f"{bad.field}: {bad.message}."
        hint = "Correct this house rule."
        return Refused("bad_house_rule", message, "KERNEL-CAMP-04", field=bad.field, hint=hint)
    return None


def scope_of(game: str, name: str) -> Scope:
    """Whose switch that is; refused where nobody has one of that name."""
    ruleset = game_of(game)
    own = _names(CampaignRules) | _names(progression_of(game).rules_type)
    if name in own:
        return "campaign"
    if name in _names(ruleset.house_rules):
        return "battle"
    message = f"There is no house rule {name!r} in {ruleset.title}."
    hint = f"House rules of the campaign are {', '.join(sorted(own))}; the others are those of its battles."
    raise Refused("unknown_house_rule", message, "KERNEL-CAMP-04", field="name", hint=hint)


def setting(campaign: Campaign, name: str) -> Any:
    """The present value of a switch as plain JSON, its default where it was never set.

    A log from elsewhere may have set one that its game has not: it has the value that was set.
    """
    for rules in (campaign.rules, campaign.battle_rules):
        if name in rules:
            return plain(rules[name])
    game = game_of(campaign.game)
    kinds = {"battle": game.house_rules, "campaign": progression_of(campaign.game).rules_type}
    kind = CampaignRules if name in _names(CampaignRules) else kinds[scope_of(campaign.game, name)]
    return plain(getattr(kind(), name))


@cache
def _names(kind: type[Any]) -> frozenset[str]:
    return frozenset(field.encode_name for field in msgspec.structs.fields(kind))
