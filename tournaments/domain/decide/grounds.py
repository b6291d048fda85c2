"""What the battles of fixtures are set up with besides their sides. [KERNEL-TOUR-19]"""

from __future__ import annotations

from typing import Any

from msgspec.structs import fields

from rules.kernel.errors import Malformed, Refused
from rules.kernel.game import Game
from rules.kernel.reading import joined, read
from rules.registry import RULESETS
from tournaments.domain import commands as co, events as ev
from tournaments.domain.state import Fixture, Tournament
from tournaments.domain.world import Act

BY_CAMPAIGN = ("house_rules",)
"""What a setup has from the campaign in every game."""


def set_ground(act: Act, command: co.SetGround) -> None:
    """Of a stage that is not finished; each part is one that the game reads, and that the campaign does not say."""
    stage = act.stage(command.stage)
    if stage.status == "finished":
        message, hint = f"{stage.name} is finished: no battle of it will start.", "Name another stage."
        raise Refused("stage_not_running", message, co.GROUND, field="stage", hint=hint)
    if command.ground == stage.grounds.get(command.round, {}):
        message, hint = "Its battles are set up like that already.", "Change something."
        raise Refused("nothing_to_change", message, co.GROUND, field="ground", hint=hint)
    game: Game[Any] = RULESETS[act.tournament.game]
    known = _parts(game)
    for name, value in command.ground.items():
        if name not in known:
            hint = f"Name some of these: {', '.join(sorted(known))}."
            message = f"Nobody sets {name[:40]!r} of a match of {game.title} in a tournament."
            raise Refused("bad_ground", message, co.GROUND, field=f"ground.{name[:40]}", hint=hint)
        try:
            read(value, known[name])
        except Malformed as bad:
            field, hint = joined(f"ground.{name}", bad.field), f"Send it as in a setup of {game.title}."
            raise Refused("bad_ground", f"{bad.message}.", co.GROUND, field=field, hint=hint) from None
    act.emit(ev.GroundSet(stage=stage.id, round=command.round, ground=command.ground))


def _parts(game: Game[Any]) -> dict[str, Any]:
    """The parts of a game's setup that a tournament may say, with their types."""
    progression = game.progression
    if game.setup_type is None or progression is None:
        return {}
    taken = {progression.sides_part, *progression.told_by_campaign, *BY_CAMPAIGN}
    return {one.encode_name: one.type for one in fields(game.setup_type) if one.encode_name not in taken}


def ground_of(tournament: Tournament, fixture: Fixture) -> dict[str, Any]:
    """What the next battle of a fixture is set up with: that of its round, else of its stage, over that of the game."""
    stage = tournament.stages[fixture.stage]
    progression = RULESETS[tournament.game].progression
    by_game = progression.default_ground if progression is not None else {}
    return {**by_game, **stage.grounds.get(fixture.round, stage.grounds.get(0, {}))}
