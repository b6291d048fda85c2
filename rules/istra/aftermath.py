"""What a battle meant for those who were in it: their fates, their XP, the damage that stays, the gold it brought."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from msgspec.structs import replace

from rules.istra.campaign_rules import CampaignRules
from rules.istra.events import BattleEnded, GmOverride, LeftBoard, ModelOut
from rules.istra.questions import condition, get
from rules.istra.state import Model, State
from rules.istra.tables import ABILITIES, CORES
from rules.kernel.asks import GM
from rules.kernel.dice import Dice
from rules.kernel.messages import Event
from rules.kernel.progression import Consequence, Fate, FinishedMatch, Score
from rules.kernel.rolls import Need, aimed

XP_PER_BATTLE = 1
D20 = (20,)


def settle(rules: CampaignRules, played: FinishedMatch, dice: Dice) -> tuple[Consequence, ...]:
    """A fate and XP for each hero that was fielded, by ascending id. [IST-FATE-01, IST-XP-01, IST-Q-100, IST-Q-122]"""
    state: State = played.state
    if state.result is None or state.result.termination == "abandoned":
        return ()
    fielded = [
        consequence(rules, figure, get(state, played.models[figure]), played.events, dice)
        for figure in sorted(played.models)
    ]
    if rules.once_per_game == "campaign":
        fielded = [replace(one, spent=spent(played, one.figure)) for one in fielded]
    return (*fielded, *(at_rest(rules, figure) for figure in sorted(played.resting) if rules.xp == "all_living"))


def at_rest(rules: CampaignRules, figure: str) -> Consequence:
    """A hero that stayed in the hall, and by house rule learns from it all the same. [IST-Q-102]"""
    return Consequence(figure=figure, fate="rested", rule="IST-Q-102", xp=experience(rules, "rested"))


def consequence(rules: CampaignRules, figure: str, model: Model, events: Sequence[Event], dice: Dice) -> Consequence:
    event = number_of(events, lambda one: made_it_so(one, model))
    if model.status == "out":
        return fallen(rules, Consequence(figure=figure, fate="taken_out", rule="IST-FATE-02", event=event), dice)
    return Consequence(
        figure=figure,
        fate="survived",
        rule="IST-FATE-01",
        how=how_it_survived(model),
        event=event,
        xp=experience(rules, "survived"),
        carried=losses(model) if rules.carry_damage == "on" else {},
    )


def spent(played: FinishedMatch, figure: str) -> dict[str, int]:
    """How often a hero used, in this battle, the race abilities that are for once per game. [IST-Q-72]"""
    used, before = get(played.state, played.models[figure]).used, played.figures[figure].spent
    once = [row.name for row in ABILITIES.values() if row.limit == "battle"]
    uses = {name: used.get(name, 0) - before.get(name, 0) for name in once}
    return {name: count for name, count in uses.items() if count > 0}


def how_it_survived(model: Model) -> str:
    """On the board, in reserve, fled, or left the board otherwise. [IST-FATE-01]"""
    return "fled" if condition(model, "fled") is not None and model.status == "left_board" else model.status


def losses(model: Model) -> dict[str, int]:
    """What a model has lost of its full values. [IST-Q-101]"""
    lost = {name: getattr(model, f"{name}_max") - getattr(model, name) for name in (*CORES, "health")}
    return {name: value for name, value in lost.items() if value}


# Fates


def fallen(rules: CampaignRules, fate: Consequence, dice: Dice) -> Consequence:
    """The fate of a hero that was taken out: it recovers, unless the house has it otherwise. [IST-FATE-02, IST-Q-100]

    Living it gets XP only where all that live do. [IST-Q-102]
    """
    if rules.fate == "deadly":
        return replace(fate, fate="dead", rule="IST-Q-100")
    if rules.fate == "survival_roll":
        fate = survival(rules, fate, dice)
    if rules.fate == "gm":
        fate = replace(fate, rule="IST-D-18", undecided=True)
    return replace(fate, xp=experience(rules, fate.fate))


def experience(rules: CampaignRules, fate: Fate) -> int:
    """Who survived has 1 XP of the battle, by house rule all who live. [IST-XP-01, IST-FATE-02, IST-Q-102]"""
    learns = fate == "survived" or (fate != "dead" and rules.xp == "all_living")
    return XP_PER_BATTLE if learns else 0


def survival(rules: CampaignRules, fate: Consequence, dice: Dice) -> Consequence:
    """House rule: a plain 1D20 decides whether a hero lives. [IST-Q-100]"""
    need = aimed(Need("survival", fate.figure, GM, D20, "IST-Q-100", target=rules.survival))
    faces = dice.take(need).faces
    lives = sum(faces) >= rules.survival
    outcome = "taken_out" if lives else "dead"
    return replace(fate, fate=outcome, rule="IST-Q-100", faces=faces, target=rules.survival)


# What standings count

COUNTED: Mapping[str, str] = MappingProxyType({"kills": "kills", "lost": "models lost", "survivors": "survivors"})


def score(played: FinishedMatch) -> Score:
    """Enemies that its heroes took out, heroes it lost, and those who were left. [IST-FATE-01]"""
    state: State = played.state
    own = {model: figure for figure, model in played.models.items()}
    by = {event.model: event.by for event in (*played.before, *played.events) if isinstance(event, ModelOut)}
    out = [model.id for model in state.models if model.status == "out"]
    kills = Counter(own[by[model]] for model in out if model not in own and by.get(model) in own)
    lost = sum(model in own for model in out)
    counts = {"kills": kills.total(), "lost": lost, "survivors": len(own) - lost}
    return Score(counts, dict(sorted(kills.items())))


# Which event made it so


def number_of(events: Sequence[Event], wanted: Callable[[Event], bool]) -> int:
    return next((place + 1 for place in reversed(range(len(events))) if wanted(events[place])), 0)


def made_it_so(event: Event, model: Model) -> bool:
    """Whether an event made a model what it is after the battle: out, off the board, or there until the end."""
    if isinstance(event, GmOverride) and (event.model, event.field) == (model.id, "status"):
        return event.new == model.status
    if model.status == "out":
        return isinstance(event, ModelOut) and event.model == model.id
    if model.status == "left_board":
        return isinstance(event, LeftBoard) and event.model == model.id
    return isinstance(event, BattleEnded)
