"""Windows of an attack when its dice lie, before the damage: Evasive, Spare. [IST-D-07, IST-Q-34]"""

from __future__ import annotations

from msgspec.structs import replace

from rules.istra.commands import React
from rules.istra.decide.hits import hits
from rules.istra.decide.rolling import IstRun
from rules.istra.decide.settling import use_ability
from rules.istra.decide.targets import has_ability
from rules.istra.decide.throws import evade
from rules.istra.points.windows import AttackWindow, Question
from rules.istra.questions import are_enemies, get
from rules.istra.state import Attack, State


class Evasive(AttackWindow):
    """A Halfling hit by an enemy makes it roll again, at −2. [IST-D-07, IST-RACE-23, IST-Q-87]"""

    kind, rule, stages, text = "evasive", "IST-D-07", ("rolled",), "{about} has hit."
    heading = "{who} may dodge {about:who}"

    def questions(self, state: State, attack: Attack, active: str) -> list[Question]:
        attacker = get(state, attack.attacker)
        hit = [get(state, one.defender) for one in attack.exchanges if attacker.id in one.winners and one.defence]
        nimble = [one for one in hit if has_ability(one, "evasive") and are_enemies(state, one, attacker)]
        return [Question(one.id, attacker.id, "evasive") for one in nimble]

    def take_effect(self, run: IstRun, attack: Attack, command: React, about: str) -> None:
        use_ability(run, command.model, "evasive")
        again = tuple(evade(run, attack, one) if one.defender == command.model else one for one in attack.exchanges)
        run.advance(replace(attack, exchanges=again))


class Spare(AttackWindow):
    """House rule: a winner does no damage to one that it has beaten. [IST-Q-34]"""

    kind, rule, stages, text = "spare", "IST-Q-34", ("rolled",), "{about} is beaten."
    heading = "{who} may spare {about:who}"

    def questions(self, state: State, attack: Attack, active: str) -> list[Question]:
        if state.rules.winner_may_spare == "off":
            return []
        return [Question(hit.by, hit.whom, "spare") for hit in hits(state, attack) if hit.by != hit.whom]

    def take_effect(self, run: IstRun, attack: Attack, command: React, about: str) -> None:
        own = command.model == attack.attacker
        again = tuple(
            replace(one, winners=tuple(name for name in one.winners if name != command.model), spared=one.spared or own)
            if {command.model, about} == {attack.attacker, one.defender}
            else one
            for one in attack.exchanges
        )
        run.advance(replace(attack, exchanges=again))
