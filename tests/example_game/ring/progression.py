"""What matches of Ring mean for wrestlers between them, and how they mend."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any, ClassVar

import msgspec

from rules.kernel.dice import Dice
from rules.kernel.errors import Refused
from rules.kernel.labels import label
from rules.kernel.progression import (
    AFTER_A_BATTLE,
    Captive,
    Condition,
    Consequence,
    Entry,
    Figure,
    FinishedMatch,
    Progression,
    Recovery,
    RecoveryAct,
    RecoveryCase,
    RecoveryResult,
    RecruitOrder,
    Roster,
    Score,
    at_hour,
    barred_by,
)
from rules.kernel.rolls import Need, aimed
from rules.kernel.switches import OffOn, Switches, switch
from tests.example_game.ring.state import State

BREATH = 6
A_DAY = 24


class CampaignRules(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """House rules of campaigns of Ring."""

    switches: ClassVar[Switches] = {
        "The campaign": {"captives": switch("RING-CAMP-04", "Who is driven off the mat is taken captive")}
    }

    captives: OffOn = "off"


class Rubbing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who rubs a wrestler's shoulders, and how hard."""

    helper: Annotated[str, label("Helper", of="hero")]
    hard: Annotated[bool, label("Rub hard")] = False


class RingRecovery(Recovery[CampaignRules]):
    """Rubbing, wriggling free, and the GM's blessing."""

    def acts(self, rules: CampaignRules) -> Mapping[str, RecoveryAct]:
        return {
            "rub": RecoveryAct("Rub the shoulders", "RING-CAMP-05", details=Rubbing),
            "wriggle": RecoveryAct("Wriggle free", "RING-CAMP-06", per="none"),
            "bless": RecoveryAct("Bless", "RING-CAMP-07", who="gm", per="none"),
        }

    def recover(self, rules: CampaignRules, act: str, case: RecoveryCase, dice: Dice) -> RecoveryResult:
        tried = {"rub": rub, "wriggle": wriggle, "bless": bless}[act]
        return tried(case, dice)


def rub(case: RecoveryCase, dice: Dice) -> RecoveryResult:
    """[RING-CAMP-05]"""
    figure, rubbing = case.figure, case.details
    if rubbing.helper not in case.figures or rubbing.helper == figure.id:
        hint = "Name another wrestler of the company."
        raise refused("no_helper", "Somebody else of the company has to do it.", "RING-CAMP-05", "details.helper", hint)
    lost = figure.carried.get("breath", 0)
    if not lost:
        raise refused("not_out_of_breath", f"{figure.name} has all breath.", "RING-CAMP-05", "hero", "Fight first.")
    target, gain = (5, 2) if rubbing.hard else (3, 1)
    if not succeeds("rub", rubbing.helper, target, "RING-CAMP-05", dice):
        return RecoveryResult(said="no better for it")
    gain = min(gain, lost)
    return RecoveryResult(said=f"{gain} breath back", carried={"breath": lost - gain})


def wriggle(case: RecoveryCase, dice: Dice) -> RecoveryResult:
    """[RING-CAMP-06]"""
    if case.figure.captive is None:
        message = f"Nobody holds {case.figure.name}."
        raise refused("not_held", message, "RING-CAMP-06", "hero", "Name a captive.")
    freed = succeeds("wriggle", case.figure.id, 6, "RING-CAMP-06", dice)
    return RecoveryResult(said="out of the ropes" if freed else "still in the ropes", freed=freed)


def bless(case: RecoveryCase, dice: Dice) -> RecoveryResult:
    """[RING-CAMP-07]"""
    lifted = tuple(one.id for one in case.figure.conditions if one.name == "sprained")
    blessed = Condition(name="blessed", title="Blessed", source="the GM", ends=at_hour(case.hour + 2), amount=1)
    return RecoveryResult(
        said="blessed", ended=lifted, gained=(blessed,), mended=tuple(case.figure.item_states), spent={"blessing": 1}
    )


def succeeds(purpose: str, by: str, target: int, rule: str, dice: Dice) -> bool:
    need = aimed(Need(purpose, by, "gm", (6,), rule, target=target))
    return sum(dice.take(need).faces) >= target


def refused(code: str, message: str, rule: str, field: str, hint: str) -> Refused:
    return Refused(code, message, rule, field=field, hint=hint)


class RingProgression(Progression[CampaignRules]):
    """Wrestlers with breath to lose, belts to drop and ankles to sprain."""

    rules_type = CampaignRules
    recovery = RingRecovery()
    recovery_note = "Breath comes back by rubbing."
    counted = MappingProxyType({"squares": "squares won"})
    conditions = MappingProxyType({"sprained": "Sprained ankle", "shaken": "Shaken", "cowed": "Cowed"})
    sides_part = "sides"

    def recruit(self, rules: CampaignRules, order: RecruitOrder) -> Figure:
        return Figure(id=order.id, name=order.name, stats={"breath": BREATH}, equipment=("belt",))

    def entries(self, rules: CampaignRules) -> Mapping[str, Entry]:
        return {}

    def bounds(self, rules: CampaignRules) -> Mapping[str, tuple[int, int]]:
        return {"breath": (1, BREATH), "xp": (0, 100), "spent.blessing": (0, 9)}

    def unfit(self, rules: CampaignRules, figure: Figure) -> Refused | None:
        """[RING-CAMP-02]"""
        if figure.standing != "ready":
            message = f"{figure.name} is {figure.standing}."
            return refused("hero_not_ready", message, "RING-CAMP-02", "heroes", "Field somebody else.")
        sprain = figure.condition("sprained")
        return barred_by(figure, sprain, "RING-CAMP-02") if sprain is not None else None

    def setup(self, rules: CampaignRules, rosters: Mapping[str, Roster], defender: str = "") -> dict[str, Any]:
        """[RING-CAMP-01]"""
        for seat, roster in rosters.items():
            if len(roster.figures) != 1:
                message = "One wrestler a side."
                raise refused("too_many", message, "RING-CAMP-01", f"setup.sides.{seat}", "Field one.")
        return {seat: roster.figures[0].name for seat, roster in rosters.items()}

    def settle(self, rules: CampaignRules, played: FinishedMatch, dice: Dice) -> tuple[Consequence, ...]:
        """[RING-CAMP-03, RING-CAMP-04]"""
        state: State = played.state
        end = len(played.events)
        return tuple(
            consequence(rules, played, state, figure, model.partition("-")[0], end)
            for figure, model in sorted(played.models.items())
        )

    def score(self, played: FinishedMatch) -> Score:
        result = played.state.result
        seats = {model.partition("-")[0] for model in played.models.values()}
        lost = result.winner is not None and result.winner not in seats
        ending = ("fled" if result.termination == "off_the_mat" else "defeated") if lost else ""
        return Score({"squares": 0 if lost else 1}, ending=ending)  # type: ignore[arg-type]  # one of these

    def carries(self, rules: CampaignRules) -> bool:
        return True


def consequence(
    rules: CampaignRules, played: FinishedMatch, state: State, figure: str, seat: str, end: int
) -> Consequence:
    """What a match means for one wrestler. [RING-CAMP-03]"""
    before = played.figures[figure]
    carried = {"breath": min(BREATH, before.carried.get("breath", 0) + 2)}
    whole = Consequence(figure=figure, fate="survived", rule="RING-CAMP-03", event=end, carried=carried)
    result = state.result
    if result is None or result.winner in (None, seat):
        return whole
    if result.termination == "last_turn":
        shaken = Condition(name="shaken", title="Shaken", source="a lost match", ends=AFTER_A_BATTLE, amount=-1)
        return msgspec.structs.replace(whole, conditions=(shaken,))
    ends = at_hour(played.hour + A_DAY)
    sprained = Condition(name="sprained", title="Sprained ankle", source="a fall off the mat", ends=ends)
    held = Captive(captor=f"{result.winner}-h1", device="ropes", conditions=("bound",))
    return msgspec.structs.replace(
        whole,
        conditions=(sprained,),
        items={"belt": "dropped"} if "belt" in before.at_hand else {},
        captive=held if rules.captives == "on" else None,
    )


PROGRESSION = RingProgression()
