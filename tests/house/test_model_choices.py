"""The choices of a model's field are the values that the domain or the API has for it."""

from __future__ import annotations

from typing import Any, get_args

import pytest
from django.db.models import TextChoices

from campaigns.domain.campaign import state
from campaigns.models import Battle, Campaign, Member
from matches import facts
from matches.api import shapes
from matches.models import Match


@pytest.mark.parametrize(
    ("choices", "literal"),
    [
        (Campaign.Stage, state.Stage),
        (Member.Role, state.Role),
        (Battle.Kind, state.BattleKind),
        (Battle.Stage, state.BattleStage),
        (Match.Status, shapes.Status),
        (Match.Visibility, facts.Visibility),
    ],
    ids=lambda one: one.__qualname__ if isinstance(one, type) else "",
)
def test_the_choices_of_a_model_are_those_of_the_domain(choices: type[TextChoices], literal: Any) -> None:
    assert tuple(choices.values) == get_args(literal)
