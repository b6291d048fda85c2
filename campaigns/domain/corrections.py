"""Corrections by the GM, field by field: another value, or a choice or purchase taken back. [KERNEL-CAMP-09]"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple, cast, get_args

from campaigns.domain.campaign import commands as co
from campaigns.domain.campaign.decide.stages import open_draft
from campaigns.domain.choices import shed_choices, take_back, xp_changes
from campaigns.domain.company import events as cev
from campaigns.domain.company.decide.naming import LONGEST, require_hero_name, require_words, tidy
from campaigns.domain.company.decide.trade import change_gold, known_upgrade
from campaigns.domain.company.draft import Draft
from campaigns.domain.company.state import MOST_GOLD, MOST_ITEMS
from campaigns.domain.event_base import Change
from campaigns.domain.gm_commands import GM_ACTIONS, NAMES
from campaigns.domain.history import counting
from campaigns.domain.world import Act
from rules.kernel.errors import Refused
from rules.kernel.progression import ChoiceKind, Figure, ItemState
from rules.kernel.reading import plain

MOST_CHARACTERS = max(LONGEST.values())


def correct(act: Act, command: co.Correct) -> None:
    """A corrected field: its old and its new value."""
    draft = open_draft(act, command.company)
    figure = draft.any_hero(command.hero) if command.hero else None
    fields = OF_COMPANY if figure is None else OF_HERO
    found = correctable(fields, command.field)
    if found is None:
        raise _unknown(command.field, fields)
    part = command.field.partition(".")[2]
    log = act.world.logs[command.company]
    found.apply(CorrectedField(draft, log, command.field, part, command.value, fields, figure))


class CorrectedField(NamedTuple):
    """A field to be corrected, of a company or of its `hero`, and its new value.

    `part` is the rest of a field that has parts. `log`: all events of the company; `fields`: all that can be corrected.
    """

    draft: Draft
    log: Sequence[Any]
    field: str
    part: str
    value: Any
    fields: Mapping[str, Correctable]
    hero: Figure | None = None

    @property
    def figure(self) -> Figure:
        """The hero it is about."""
        return cast("Figure", self.hero)

    def change(self, old: Any, new: Any, field: str = "") -> None:
        """One value instead of another."""
        _differs(old, new)
        hero = self.hero.id if self.hero is not None else ""
        self.draft.emit(cev.Corrected(changes=(Change(field=field or self.field, old=old, new=new, hero=hero),)))

    def number(self, low: int, high: int) -> int:
        """The value, a number within these bounds."""
        if not isinstance(self.value, int) or isinstance(self.value, bool) or not low <= self.value <= high:
            message = f"{self.field} must be {low} to {high}, not {self.value!r}."
            raise Refused(
                "bad_value", message, GM_ACTIONS, field="value", hint=f"Give a whole number from {low} to {high}."
            )
        return self.value

    def words(self, check: Callable[[str], None]) -> str:
        """The value as it is kept, words that `check` has nothing against."""
        if not isinstance(self.value, str) or len(self.value) > MOST_CHARACTERS:
            message = f"Must be a text of 1 to {MOST_CHARACTERS} characters."
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
            raise Refused("bad_value", message, GM_ACTIONS, field="value", hint="Give null.")

    def missing(self, what: str) -> Refused:
        """The refusal to take away what is not there."""
        return Refused(
            "nothing_to_change", f"There is no {what}.", GM_ACTIONS, field="field", hint="Name something that exists."
        )


def _differs(old: Any, new: Any) -> None:
    if old == new:
        raise Refused(
            "nothing_to_change", f"It is already {old!r}.", GM_ACTIONS, field="value", hint="Give another value."
        )


def _unknown(field: str, fields: Iterable[str]) -> Refused:
    known = ", ".join(fields)
    return Refused(
        "unknown_field", f"{field!r} cannot be corrected.", GM_ACTIONS, field="field", hint=f"Choose one of {known}."
    )


# Of a company


def _company_words(fix: CorrectedField) -> None:
    company = fix.draft.company
    old = company.hall.name if fix.field == "hall" else getattr(company, fix.field)
    words = fix.words(lambda text: require_words(fix.draft.terms, {fix.field: text}))
    fix.change(old, words, "hall.name" if fix.field == "hall" else "")


def _gold(fix: CorrectedField) -> None:
    wanted = fix.number(-MOST_GOLD, MOST_GOLD)
    _differs(fix.draft.company.gold, wanted)
    change_gold(fix.draft, wanted - fix.draft.company.gold, "correction", field="value")


def _leader(fix: CorrectedField) -> None:
    """One of the heroes who are there, or nobody."""
    old, new = fix.draft.company.leader, fix.value
    if new is None:
        new = ""
    elif not isinstance(new, str):
        message, hint = f"Must be the id of a hero, not {new!r}.", "Give the id of a hero, or null for nobody."
        raise Refused("bad_value", message, GM_ACTIONS, field="value", hint=hint)
    _differs(old, new)
    fix.draft.emit(cev.LeaderNamed(hero=fix.draft.hero(new, field="value").id if new else "", old=old))


def _stash(fix: CorrectedField) -> None:
    """So many of an item: what is more was found, what is less is lost."""
    held, wanted = fix.draft.company.stash.get(fix.part, 0), fix.number(0, MOST_ITEMS)
    _differs(held, wanted)
    if wanted < held:
        fix.draft.emit(cev.ItemLost(item=fix.part, count=held - wanted))
    else:
        _find(fix, wanted - held)


def _find(fix: CorrectedField, count: int) -> None:
    """So many of an item of the game's list, in the stash."""
    goods = fix.draft.terms.progression.trade.goods(fix.draft.terms.rules)
    if fix.part not in goods:
        message, hint = (
            f"There is no item {fix.part!r}.",
            f"Choose one of {', '.join(goods) or 'none: this game has none'}.",
        )
        raise fix.draft.terms.refusal("unknown_item", message, field="field", hint=hint)
    fix.draft.emit(cev.ItemReceived(item=fix.part, count=count))


def _upgrade(fix: CorrectedField) -> None:
    """An upgrade, standing or on order, that was bought by mistake; its price comes back. [IST-HALL-01]"""
    fix.nothing()
    known_upgrade(fix.draft, fix.part, "field")
    hall = fix.draft.company.hall
    bought = [one for one in counting(fix.log) if _buys(one[1], fix.part)]
    if not bought:
        raise fix.missing(f"upgrade {fix.part!r} in {hall.name}")
    for version, event in bought:
        field = "hall.orders" if isinstance(event, cev.UpgradeOrdered) else "hall.upgrades"
        old = hall.orders if isinstance(event, cev.UpgradeOrdered) else hall.upgrades
        left = [one for one in old if fix.part not in (one, getattr(one, "upgrade", ""))]
        change = Change(field=field, old=plain(old), new=plain(left))
        fix.draft.emit(cev.Undone(event=version, changes=(change,)))
    change_gold(fix.draft, bought[-1][1].price, "correction", fix.part)


def _buys(event: Any, upgrade: str) -> bool:
    return isinstance(event, cev.UpgradeOrdered | cev.HallUpgraded) and event.upgrade == upgrade


# Of a hero


def _hero_name(fix: CorrectedField) -> None:
    fix.change(fix.figure.name, fix.words(lambda text: require_hero_name(fix.draft.terms, text)))


def _stat(fix: CorrectedField) -> None:
    """A full stat, within what the game's matches take."""
    bounds = fix.draft.terms.progression.bounds(fix.draft.terms.rules)
    fix.change(_full(fix), fix.number(*bounds.get(fix.part, (0, MOST_GOLD))))


def _carried(fix: CorrectedField) -> None:
    """What is lost of a stat: no more than there is of it."""
    most = max(_full(fix), 0)
    fix.change(fix.figure.carried.get(fix.part, 0), fix.number(0, most))


def _full(fix: CorrectedField) -> int:
    if fix.part not in fix.figure.stats:
        raise _unknown(fix.field, fix.fields)
    return fix.figure.stats[fix.part]


def _xp(fix: CorrectedField) -> None:
    """The experience, the level that it makes, and no more choices than that earns."""
    terms = fix.draft.terms
    xp = fix.number(*terms.progression.bounds(terms.rules)["xp"])
    _differs(fix.figure.xp, xp)
    fix.draft.emit(cev.Corrected(changes=xp_changes(fix.draft, fix.figure, xp)))
    shed_choices(fix.draft, fix.log, fix.figure.id)


def _standing(fix: CorrectedField) -> None:
    """Back among those who are ready."""
    if fix.value != "ready":
        hint = "Give ready; deaths, dismissals and retirements have commands of their own."
        raise Refused("bad_value", "The status can only be set to ready.", GM_ACTIONS, field="value", hint=hint)
    _differs(fix.figure.standing, "ready")
    fix.draft.emit(cev.HeroRevived(hero=fix.figure.id, old=fix.figure.standing))


def _absence(fix: CorrectedField) -> None:
    fix.nothing()
    fix.change(plain(fix.figure.absence), None)


def _equipment(fix: CorrectedField) -> None:
    """So many of an item with a hero: what is more was found, what is less is lost."""
    held, wanted = fix.figure.equipment.count(fix.part), fix.number(0, MOST_ITEMS)
    _differs(held, wanted)
    for _ in range(wanted, held):
        fix.draft.emit(cev.ItemLost(item=fix.part, hero=fix.figure.id))
    for _ in range(held, wanted):
        _give_item(fix)


def _give_item(fix: CorrectedField) -> None:
    """One more of an item for a hero who is there and can carry it."""
    terms = fix.draft.terms
    figure = fix.draft.hero(fix.figure.id)
    try:
        terms.progression.trade.check_kit(terms.rules, figure, fix.part)
    except Refused as no:
        raise no.at("field") from None
    _find(fix, 1)
    fix.draft.emit(cev.ItemAssigned(hero=figure.id, item=fix.part))


def _spent(fix: CorrectedField) -> None:
    """How often the hero has used what it has only so often in the campaign, used yet or not. [IST-Q-72]"""
    bounds = fix.draft.terms.progression.bounds(fix.draft.terms.rules)
    if fix.part not in fix.figure.spent and fix.field not in bounds:
        raise _unknown(fix.field, fix.fields)
    fix.change(fix.figure.spent.get(fix.part, 0), fix.number(*bounds.get(fix.field, (0, MOST_ITEMS))))


def _item_state(fix: CorrectedField) -> None:
    """What has become of an item; null: it is back whole, and at hand."""
    terms, figure = fix.draft.terms, fix.figure
    if fix.part not in {*figure.item_states, *terms.progression.items(terms.rules, figure)}:
        raise fix.missing(f"item {fix.part!r} of {figure.name}")
    old, new = figure.item_states.get(fix.part), fix.value
    if new not in (None, *get_args(ItemState)):
        hint = f"Give null, or one of {', '.join(get_args(ItemState))}."
        raise Refused("bad_value", f"An item cannot be {new!r}.", GM_ACTIONS, field="value", hint=hint)
    _differs(old, new)
    fix.draft.emit(cev.ItemStateChanged(hero=figure.id, item=fix.part, old=old, new=new, why="gm"))


def _injury(fix: CorrectedField) -> None:
    fix.nothing()
    if fix.part not in (injury.name for injury in fix.figure.injuries):
        raise fix.missing(f"injury {fix.part!r}")
    fix.draft.emit(cev.InjuryHealed(hero=fix.figure.id, injury=fix.part))


def _choice(kind: ChoiceKind) -> Callable[[CorrectedField], None]:
    """A choice taken back, to be made again."""

    def apply(fix: CorrectedField) -> None:
        fix.nothing()
        if not take_back(fix.draft, fix.log, fix.figure.id, kind, fix.part):
            word = fix.draft.terms.progression.growth.choices.get(kind, kind)
            raise fix.missing(f"{word} {fix.part!r} to take back")

    return apply


class Correctable(NamedTuple):
    """A field that can be corrected, and what its value is: a number, a text, a key or nothing, or always the same."""

    apply: Callable[[CorrectedField], None]
    value: Literal["number", "text", "id", "null", "ready"] = "number"


OF_COMPANY: Mapping[str, Correctable] = {
    "name": Correctable(_company_words, "text"),
    "motto": Correctable(_company_words, "text"),
    "hall": Correctable(_company_words, "text"),
    "gold": Correctable(_gold),
    "leader": Correctable(_leader, "id"),
    "stash.*": Correctable(_stash),
    "upgrades.*": Correctable(_upgrade, "null"),
}
"""What can be corrected of a company; ``*`` is an item, or an upgrade."""

OF_HERO: Mapping[str, Correctable] = {
    "name": Correctable(_hero_name, "text"),
    "xp": Correctable(_xp),
    "standing": Correctable(_standing, "ready"),
    "absence": Correctable(_absence, "null"),
    "stats.*": Correctable(_stat),
    "carried.*": Correctable(_carried),
    "equipment.*": Correctable(_equipment),
    "spent.*": Correctable(_spent),
    "items.*": Correctable(_item_state, "id"),
    "injuries.*": Correctable(_injury, "null"),
    "raised.*": Correctable(_choice("core"), "null"),
    "talents.*": Correctable(_choice("talent"), "null"),
    "spells.*": Correctable(_choice("spell"), "null"),
}
"""What can be corrected of a hero; ``*`` is a stat, an item, an injury, or what was chosen."""


def correctable(fields: Mapping[str, Correctable], field: str) -> Correctable | None:
    """How a field of a company or a hero is corrected, by its path; None where it cannot be."""
    name, dot, _ = field.partition(".")
    return fields.get(f"{name}.*" if dot else name)
