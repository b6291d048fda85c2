"""The GM's hand in Storm of Istra: sight, corrections, terrain, the end. Each leaves its reason on record.

The page and the admin show these same forms.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from matches.pages.boards.base import Situation
from matches.pages.boards.istra import adjusting, placing
from matches.pages.boards.istra.activation_forms import skill_fields, skill_of
from matches.pages.boards.istra.people import models, name_of
from rules.istra.commands import Concede, EndBattle, GmSight, SkillCheck
from rules.istra.questions import on_board
from rules.istra.state import Activation, Side, State
from web.pages.command_forms import Asking, field_for, form_of
from web.pages.fields import Form


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
    note = GmSight.form.note
    if not state.gm:
        note += " Without a GM at the table, it applies once every seat has entered the same."
    return [form_of(GmSight, Asking(choices={"model": present}), note=note)]


def _skill(state: State) -> list[Form]:
    """A skill check of the active model, with a modifier."""
    acting = next((frame.model for frame in state.agenda if isinstance(frame, Activation)), None)
    if acting is None or not isinstance(state.agenda[-1], Activation):
        return []
    modifier = field_for(SkillCheck, "modifier")
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
    return form_of(Concede, Asking(choices={"side": [(side.id, side.name) for side in giving]}))


def _end(state: State) -> Form:
    winners = [(side.id, f"{side.name} have won") for side in state.sides]
    return form_of(EndBattle, Asking(choices={"winner": winners}))
