"""The GM's hand in Storm of Istra: sight, corrections, terrain, the end. Each leaves its reason on record.

The page and the admin show these same forms.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from matches.pages.boards.base import Field, Form, Situation
from matches.pages.boards.istra import adjusting, placing
from matches.pages.boards.istra.activation_forms import skill_fields, skill_of
from matches.pages.boards.istra.people import models, name_of
from rules.istra.decide.activations import MOST_MODIFIER
from rules.istra.questions import on_board
from rules.istra.state import Activation, Side, State

Values = Mapping[str, Any]

REASON = Field("reason", "Reason", required=True, help="Recorded in the log.")
SEEN = (("", "as computed"), ("true", "yes"), ("false", "no"))
RESULTS = (
    ("win", "a win for the sides ticked below"),
    ("draw", "a draw"),
    ("abandoned", "no result, as if it had not been played"),
)


def forms(situation: Situation) -> list[Form]:
    """Every form of the GM's hand."""
    state = situation.state
    topics = {
        "Models": [*_sight(state), *_skill(state), *adjusting.of_models(situation)],
        "Terrain and the battle": [*placing.forms(situation), *adjusting.of_the_battle(situation)],
        "Play": [_concede(state, state.sides), _end(state)],
    }
    return [replace(form, topic=topic) for topic, forms in topics.items() for form in forms]


def of_a_seat(situation: Situation) -> list[Form]:
    """What a player may do at any time: give up for a side of its seats; without a GM, say what is seen.

    All seats have to say that. [IST-Q-06]
    """
    state = situation.state
    own = [side for side in state.sides if side.seat in situation.seats]
    if not own or state.result is not None:
        return []
    return [*([] if state.gm else _sight(state)), _concede(state, own)]


def _sight(state: State) -> list[Form]:
    present = models(state, on_board(state))
    if not present:
        return []
    fields = (
        Field("attacker", "Attacker", "select", present, required=True),
        Field("target", "Target", "select", present, required=True),
        Field("los", "Attacker sees the target", "select", SEEN),
        Field("cover", "Target is in cover", "select", SEEN),
        REASON,
    )
    note = "Applies until that attack is resolved."
    if not state.gm:
        note += " Without a GM at the table, it applies once every seat has entered the same."
    return [Form("gm_sight", "Decide line of sight", "Apply", fields, _sight_command, note, "IST-SIGHT-06")]


def _sight_command(values: Values) -> dict[str, Any]:
    order = {"type": "gm_sight", **{name: values[name] for name in ("attacker", "target", "reason")}}
    return order | {name: values[name] == "true" for name in ("los", "cover") if values[name]}


def _skill(state: State) -> list[Form]:
    """A skill check of the active model, with a modifier."""
    acting = next((frame.model for frame in state.agenda if isinstance(frame, Activation)), None)
    if acting is None or not isinstance(state.agenda[-1], Activation):
        return []
    modifier = Field("modifier", "Modifier", "number", value="0", low=-MOST_MODIFIER, high=MOST_MODIFIER)
    return [
        Form(
            "gm_skill_check",
            f"Skill check of {name_of(state, acting)}, with a modifier",
            "Roll the skill check",
            (*skill_fields(), modifier),
            lambda values: {
                "type": "skill_check",
                "model": acting,
                "skill": skill_of(values),
                "difficulty": values["difficulty"],
                "modifier": values["modifier"] or 0,
            },
            rule="IST-Q-98",
        )
    ]


def _concede(state: State, giving: Sequence[Side]) -> Form:
    sides = tuple((side.id, side.name) for side in giving)
    return Form(
        "concede",
        "Concede for a side",
        "Concede for this side",
        (Field("side", "Side", "select", sides, required=True), REASON),
        lambda values: {"type": "concede", "side": values["side"], "reason": values["reason"]},
        note="Its models leave the table. When one alliance is left, the battle is over.",
        rule="IST-END-01",
        danger=True,
    )


def _end(state: State) -> Form:
    winners = tuple(Field(f"won-{side.id}", f"{side.name} have won", "check") for side in state.sides)
    return Form(
        "end_battle",
        "End the battle",
        "End the battle",
        (Field("result", "Result", "select", RESULTS, required=True), *winners, REASON),
        _end_command,
        note="The battle ends immediately.",
        rule="IST-END-01",
        danger=True,
    )


def _end_command(values: Values) -> dict[str, Any]:
    won = [name.removeprefix("won-") for name, ticked in values.items() if name.startswith("won-") and ticked]
    return {"type": "end_battle", "result": values["result"], "winners": won, "reason": values["reason"]}
