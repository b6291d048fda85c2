"""Slips mended by the GM, field by field: a value set right, a choice or a purchase taken back. [KERNEL-CAMP-09]"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, cast

from campaigns.domain.campaign import commands as co
from campaigns.domain.choices import shed_choices, take_back, xp_changes
from campaigns.domain.company import events as cev
from campaigns.domain.company.decide.naming import require_hero_name, require_words, tidy
from campaigns.domain.company.decide.trade import change_gold, known_upgrade
from campaigns.domain.company.draft import Draft
from campaigns.domain.company.state import MOST_GOLD, MOST_ITEMS
from campaigns.domain.event_base import Change
from campaigns.domain.gm_commands import HAND, NAMES, open_draft
from campaigns.domain.history import counting
from campaigns.domain.world import Act
from rules.kernel.errors import Refused
from rules.kernel.progression import ChoiceKind, Figure
from rules.kernel.reading import plain

LONGEST = 200


def correct(act: Act, command: co.Correct) -> None:
    """A slip mended: the value that was, the value that is."""
    draft = open_draft(act, command.company)
    figure = draft.any_hero(command.hero) if command.hero else None
    fields = OF_COMPANY if figure is None else OF_HERO
    name, dot, part = command.field.partition(".")
    mend = fields.get(f"{name}.*" if dot else name)
    if mend is None:
        raise _unknown(command.field, fields)
    mend(CorrectedField(draft, act.world.logs[command.company], command.field, part, command.value, fields, figure))


class CorrectedField(NamedTuple):
    """What is to be mended: a field of a company, or of its `hero`, and what it should be.

    `part` is the rest of a field that has parts. `log`: all events of the company; `fields`: what else can be mended.
    """

    draft: Draft
    log: Sequence[Any]
    field: str
    part: str
    value: Any
    fields: Mapping[str, Callable[[CorrectedField], None]]
    hero: Figure | None = None

    @property
    def figure(self) -> Figure:
        """The hero it is about."""
        return cast("Figure", self.hero)

    def put_right(self, old: Any, new: Any, field: str = "") -> None:
        """One value instead of another."""
        _differs(old, new)
        hero = self.hero.id if self.hero is not None else ""
        self.draft.tell(cev.Corrected(changes=(Change(field=field or self.field, old=old, new=new, hero=hero),)))

    def number(self, low: int, high: int) -> int:
        """The value, a number within these bounds."""
        if not isinstance(self.value, int) or isinstance(self.value, bool) or not low <= self.value <= high:
            message = f"{self.field} must be {low} to {high}, not {self.value!r}."
            raise Refused("bad_value", message, HAND, field="value", hint=f"Give a whole number from {low} to {high}.")
        return self.value

    def words(self, check: Callable[[str], None]) -> str:
        """The value as it is kept, words that `check` has nothing against."""
        if not isinstance(self.value, str) or len(self.value) > LONGEST:
            message = f"Must be a text of 1 to {LONGEST} characters."
            raise Refused("bad_value", message, NAMES, field="value", hint="Give a shorter text, or some text.")
        try:
            check(self.value)
        except Refused as no:
            raise no.at("value") from None
        return tidy(self.value)

    def nothing(self) -> None:
        """Refuse any value but null: what the field names is taken away."""
        if self.value is not None:
            message = f"{self.field} can only be taken away."
            raise Refused("bad_value", message, HAND, field="value", hint="Give null.")

    def missing(self, what: str) -> Refused:
        """The refusal to take away what is not there."""
        return Refused(
            "nothing_to_change", f"There is no {what}.", HAND, field="field", hint="Name something that exists."
        )


def _differs(old: Any, new: Any) -> None:
    if old == new:
        raise Refused("nothing_to_change", f"It is already {old!r}.", HAND, field="value", hint="Give another value.")


def _unknown(field: str, fields: Mapping[str, Any]) -> Refused:
    known = ", ".join(fields)
    return Refused(
        "unknown_field", f"{field!r} cannot be corrected.", HAND, field="field", hint=f"Choose one of {known}."
    )


# Of a company


def _company_words(slip: CorrectedField) -> None:
    company = slip.draft.company
    old = company.hall.name if slip.field == "hall" else getattr(company, slip.field)
    words = slip.words(lambda text: require_words(slip.draft.terms, {slip.field: text}))
    slip.put_right(old, words, "hall.name" if slip.field == "hall" else "")


def _gold(slip: CorrectedField) -> None:
    wanted = slip.number(-MOST_GOLD, MOST_GOLD)
    _differs(slip.draft.company.gold, wanted)
    change_gold(slip.draft, wanted - slip.draft.company.gold, "correction", field="value")


def _leader(slip: CorrectedField) -> None:
    """One of the heroes who are there, or nobody."""
    old, new = slip.draft.company.leader, slip.value
    if new is None:
        new = ""
    elif not isinstance(new, str):
        message, hint = f"Must be the id of a hero, not {new!r}.", "Give the id of a hero, or null for nobody."
        raise Refused("bad_value", message, HAND, field="value", hint=hint)
    _differs(old, new)
    slip.draft.tell(cev.LeaderNamed(hero=slip.draft.hero(new, field="value").id if new else "", old=old))


def _stash(slip: CorrectedField) -> None:
    """So many of an item: what is more was found, what is less is lost."""
    held, wanted = slip.draft.company.stash.get(slip.part, 0), slip.number(0, MOST_ITEMS)
    _differs(held, wanted)
    if wanted < held:
        slip.draft.tell(cev.ItemLost(item=slip.part, count=held - wanted))
    else:
        _find(slip, wanted - held)


def _find(slip: CorrectedField, count: int) -> None:
    """So many of an item of the game's list, in the stash."""
    goods = slip.draft.terms.progression.goods(slip.draft.terms.rules)
    if slip.part not in goods:
        message, hint = (
            f"There is no item {slip.part!r}.",
            f"Choose one of {', '.join(goods) or 'none: this game has none'}.",
        )
        raise slip.draft.terms.refusal("unknown_item", message, field="field", hint=hint)
    slip.draft.tell(cev.ItemReceived(item=slip.part, count=count))


def _upgrade(slip: CorrectedField) -> None:
    """An upgrade, standing or on order, that was bought by mistake; its price comes back. [IST-HALL-01]"""
    slip.nothing()
    known_upgrade(slip.draft, slip.part, "field")
    hall = slip.draft.company.hall
    bought = [one for one in counting(slip.log) if _buys(one[1], slip.part)]
    if not bought:
        raise slip.missing(f"upgrade {slip.part!r} in {hall.name}")
    for version, event in bought:
        field = "hall.orders" if isinstance(event, cev.UpgradeOrdered) else "hall.upgrades"
        old = hall.orders if isinstance(event, cev.UpgradeOrdered) else hall.upgrades
        left = [one for one in old if slip.part not in (one, getattr(one, "upgrade", ""))]
        change = Change(field=field, old=plain(old), new=plain(left))
        slip.draft.tell(cev.Undone(event=version, changes=(change,)))
    change_gold(slip.draft, bought[-1][1].price, "correction", slip.part)


def _buys(event: Any, upgrade: str) -> bool:
    return isinstance(event, cev.UpgradeOrdered | cev.HallUpgraded) and event.upgrade == upgrade


# Of a hero


def _hero_name(slip: CorrectedField) -> None:
    slip.put_right(slip.figure.name, slip.words(lambda text: require_hero_name(slip.draft.terms, text)))


def _stat(slip: CorrectedField) -> None:
    """A full stat, within what the game's matches take."""
    bounds = slip.draft.terms.progression.bounds(slip.draft.terms.rules)
    slip.put_right(_full(slip), slip.number(*bounds.get(slip.part, (0, MOST_GOLD))))


def _carried(slip: CorrectedField) -> None:
    """What is lost of a stat: no more than there is of it."""
    most = max(_full(slip), 0)
    slip.put_right(slip.figure.carried.get(slip.part, 0), slip.number(0, most))


def _full(slip: CorrectedField) -> int:
    if slip.part not in slip.figure.stats:
        raise _unknown(slip.field, slip.fields)
    return slip.figure.stats[slip.part]


def _xp(slip: CorrectedField) -> None:
    """The experience, the level that it makes, and no more choices than that earns."""
    terms = slip.draft.terms
    xp = slip.number(*terms.progression.bounds(terms.rules)["xp"])
    _differs(slip.figure.xp, xp)
    slip.draft.tell(cev.Corrected(changes=xp_changes(slip.draft, slip.figure, xp)))
    shed_choices(slip.draft, slip.log, slip.figure.id)


def _standing(slip: CorrectedField) -> None:
    """Back among those who are ready."""
    if slip.value != "ready":
        hint = "Give ready; deaths, dismissals and retirements have commands of their own."
        raise Refused("bad_value", "The status can only be set to ready.", HAND, field="value", hint=hint)
    _differs(slip.figure.standing, "ready")
    slip.draft.tell(cev.HeroRevived(hero=slip.figure.id, old=slip.figure.standing))


def _absence(slip: CorrectedField) -> None:
    slip.nothing()
    slip.put_right(plain(slip.figure.absence), None)


def _equipment(slip: CorrectedField) -> None:
    """So many of an item with a hero: what is more was found, what is less is lost."""
    held, wanted = slip.figure.equipment.count(slip.part), slip.number(0, MOST_ITEMS)
    _differs(held, wanted)
    for _ in range(wanted, held):
        slip.draft.tell(cev.ItemLost(item=slip.part, hero=slip.figure.id))
    for _ in range(held, wanted):
        _hand_out(slip)


def _hand_out(slip: CorrectedField) -> None:
    """One more of an item for a hero who is there and can carry it."""
    terms = slip.draft.terms
    figure = slip.draft.hero(slip.figure.id)
    try:
        terms.progression.check_kit(terms.rules, figure, slip.part)
    except Refused as no:
        raise no.at("field") from None
    _find(slip, 1)
    slip.draft.tell(cev.ItemAssigned(hero=figure.id, item=slip.part))


def _spent(slip: CorrectedField) -> None:
    """How often the hero has used what it has only so often in the campaign. [IST-Q-72]"""
    if slip.part not in slip.figure.spent:
        raise _unknown(slip.field, slip.fields)
    bounds = slip.draft.terms.progression.bounds(slip.draft.terms.rules)
    slip.put_right(slip.figure.spent[slip.part], slip.number(*bounds[slip.field]))


def _injury(slip: CorrectedField) -> None:
    slip.nothing()
    if slip.part not in (injury.name for injury in slip.figure.injuries):
        raise slip.missing(f"injury {slip.part!r}")
    slip.draft.tell(cev.InjuryHealed(hero=slip.figure.id, injury=slip.part))


def _choice(kind: ChoiceKind) -> Callable[[CorrectedField], None]:
    """A choice that was not meant so, to be made anew."""

    def mend(slip: CorrectedField) -> None:
        slip.nothing()
        if not take_back(slip.draft, slip.log, slip.figure.id, kind, slip.part):
            raise slip.missing(f"{slip.draft.terms.progression.choices.get(kind, kind)} {slip.part!r} to take back")

    return mend


OF_COMPANY: Mapping[str, Callable[[CorrectedField], None]] = {
    "name": _company_words,
    "motto": _company_words,
    "hall": _company_words,
    "gold": _gold,
    "leader": _leader,
    "stash.*": _stash,
    "upgrades.*": _upgrade,
}
"""What can be mended of a company; ``*`` is an item, or an upgrade."""

OF_HERO: Mapping[str, Callable[[CorrectedField], None]] = {
    "name": _hero_name,
    "xp": _xp,
    "standing": _standing,
    "absence": _absence,
    "stats.*": _stat,
    "carried.*": _carried,
    "equipment.*": _equipment,
    "spent.*": _spent,
    "injuries.*": _injury,
    "raised.*": _choice("core"),
    "talents.*": _choice("talent"),
    "spells.*": _choice("spell"),
}
"""What can be mended of a hero; ``*`` is a stat, an item, an injury, or what was chosen."""
