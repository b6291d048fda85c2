"""Windows and other questions in the midst of something: react or let it go by. [IST-D-04..14]"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from matches.pages.boards.base import Choice, Group, Question, Situation
from matches.pages.boards.istra.inches import number
from matches.pages.boards.istra.people import listed, name_of
from matches.pages.boards.istra.targets import choice, declare_fields, declared
from matches.pages.boards.istra.trials import tried
from matches.pages.boards.istra.walking import walk_form
from rules.istra.decide.targets import chain_targets
from rules.istra.geometry.lengths import inches
from rules.istra.questions import engaged_with, get
from rules.istra.state import AttackKind, Model
from rules.istra.tables import FAR, NEAR
from web.pages.fields import Command, Field, Form

Ask = Mapping[str, Any]

SPANS = {"go": "activation", "turn": "turn", "match": "battle"}
STRIKES: dict[str, AttackKind] = {"charged_shot": "shoot", "first_strike": "melee", "cleave": "melee"}
"""Windows whose answer is an attack that talents can be declared with. [IST-Q-88]"""
TITLES = {
    "charged_shot": "{who} may shoot at {about} before the blow",
    "first_strike": "{who} may strike {about} first",
    "shot_at": "{who} may raise a shield against {about}",
    "evasive": "{who} may dodge {about}",
    "spare": "{who} may spare {about}",
    "all_you_got": "{who} may shrug it off",
    "cruel": "{who} may use Be cruel on {about}",
    "challenge": "{who} may challenge {about}",
    "vengeance": "{who} may swear vengeance on {about}",
    "cleave": "{who} may cleave on",
    "chain": "{who}’s spell may leap on",
}
ANSWERS = {
    "first_strike": ("Strike first", "takes the Standard action"),
    "arrow_block": ("Block with the shield", "takes an action; advantage on defence rolls against shots"),
    "shield_friend": ("Block the shot with the shield", "takes an action; the shielder is then the one shot at"),
    "evasive": ("Dodge: the attack is rolled again at −2", "once a battle"),
    "spare": ("Spare: no damage", ""),
    "all_you_got": ("“Is that all y'all got?”", "regains Health equal to its level, once a battle"),
    "cruel": ("Be cruel", "ongoing damage equal to its level, once a battle"),
    "challenge": ("Challenge", "both are at −4 on attacks on anybody else"),
    "vengeance": ("Swear vengeance", "advantage on the next attack on it, once a battle"),
}


def how(situation: Situation, ask: Ask) -> list[Field]:
    """The talents that can be declared with an attack that answers a window."""
    kind = STRIKES.get(ask["kind"])
    return [] if kind is None else declare_fields(situation, get(situation.state, ask["player"]), [kind])


def window(situation: Situation, ask: Ask) -> Question:
    """A reaction, and letting it go by."""
    state, model = situation.state, get(situation.state, ask["player"])
    about = name_of(state, ask["options"].get("about", ""))
    choices = _OFFERED.get(ask["kind"], _plain)(situation, ask, model)
    forms = [_shot_form(situation, ask, model)] if ask["kind"] == "charged_shot" else []
    group = Group(ask["kind"], "React", choices, open=True, rule=ask["rule"])
    standing = [
        Choice(
            f"Pass on all reactions until the end of the {words}",
            {"type": "standing", "answer": "pass", "until": span, "seat": ask["seat"]},
        )
        for span, words in SPANS.items()
    ]
    title_ = TITLES[ask["kind"]].format(who=name_of(state, model.id), about=about)
    return Question(ask, title_, [group], forms, Choice("Pass", dict(ask["default"])), standing)


def _react(model: Model, option: str, **more: Any) -> Command:
    return {"type": "react", "model": model.id, "option": option, **more}


def _declared(situation: Situation, ask: Ask, model: Model) -> dict[str, Any]:
    kind = STRIKES.get(ask["kind"])
    talents = declared(situation, model, kind) if kind is not None else []
    return {"declare": talents} if talents else {}


def _plain(situation: Situation, ask: Ask, model: Model) -> list[Choice]:
    """Options that need nothing more said."""
    made = []
    for option in ask["options"]["options"]:
        words, detail = ANSWERS[option]
        command = _react(model, option, **_declared(situation, ask, model))
        made.append(choice(situation, words, command, detail=[detail] if detail else []))
    return made


def _cleave(situation: Situation, ask: Ask, model: Model) -> list[Choice]:
    """Whoever else it is Engaged with."""
    more = _declared(situation, ask, model)
    return [
        choice(situation, name_of(situation.state, foe), _react(model, "cleave", target=foe, **more), token=foe)
        for foe in engaged_with(situation.state, model.id)
    ]


def _chain(situation: Situation, ask: Ask, model: Model) -> list[Choice]:
    """Whom the spell can reach from here, and has not attacked."""
    state = situation.state
    return [
        choice(situation, name_of(state, foe), _react(model, "chain", target=foe), token=foe)
        for foe in chain_targets(state, state.agenda[-2])
    ]


def _ranges(situation: Situation, ask: Ask, model: Model) -> list[Choice]:
    """A Charged shot from the ranges where something changes."""
    farthest, more = ask["options"]["farthest"], _declared(situation, ask, model)
    chosen = sorted({min(NEAR, farthest), min(FAR - 1, farthest), farthest})
    return [
        choice(situation, f"Shoot from {inches(far)}", _react(model, "charged_shot", range=far, **more))
        for far in chosen
    ]


def _shot_form(situation: Situation, ask: Ask, model: Model) -> Form:
    farthest, talents = ask["options"]["farthest"], declare_fields(situation, model, ["shoot"])

    def command(values: Mapping[str, Any]) -> Command:
        chosen = [talent.name for talent in talents if values[talent.name]]
        return _react(model, "charged_shot", range=values["range"], **({"declare": chosen} if chosen else {}))

    return Form(
        "charged_shot",
        "Shoot from another range",
        "Shoot",
        (Field("range", "Range, inches", "inches", value=number(farthest), required=True), *talents),
        command,
        note=f"Anything from 0 to {inches(farthest)}, where the movement began. Both actions are spent.",
        rule="IST-REACT-04",
        folded=True,
        trial=lambda values: tried(situation, command(values), "Charged shot:", ()),
    )


_OFFERED: dict[str, Callable[[Situation, Ask, Model], list[Choice]]] = {
    "cleave": _cleave,
    "chain": _chain,
    "charged_shot": _ranges,
}


# What is no window


def contact(situation: Situation, ask: Ask) -> Question:
    """Of enemies equally near, whom the mover is shifted to. [IST-D-14]"""
    state, model = situation.state, get(situation.state, ask["player"])
    choices = [
        Choice(name_of(state, foe), _react(model, "contact", target=foe), token=foe)
        for foe in ask["options"]["targets"]
    ]
    group = Group("contact", "Equally close", choices, open=True, rule="IST-Q-22")
    return Question(ask, f"Which model does {name_of(state, model.id)} move into contact with?", [group])


def fumble_ally(situation: Situation, ask: Ask) -> Question:
    """House rule: which ally a fumbled shot goes to. [IST-Q-46]"""
    state, shooter = situation.state, get(situation.state, ask["options"]["attacker"])
    choices = [
        Choice(name_of(state, ally), _react(shooter, "fumble_ally", target=ally), token=ally)
        for ally in ask["options"]["targets"]
    ]
    group = Group("fumble_ally", "Engaged with the target", choices, open=True, rule="IST-Q-46")
    return Question(ask, f"{name_of(state, shooter.id)} has fumbled: which ally is hit?", [group])


def flee_path(situation: Situation, ask: Ask) -> Question:
    """How a model flees whose straight way is barred, or that it stays. [IST-D-13]"""
    model = get(situation.state, ask["player"])
    form = walk_form(situation, model, "flee_path", far=ask["options"]["distance"])
    stay = Choice("Stay and end the activation", dict(ask["default"]))
    return Question(ask, f"How does {name_of(situation.state, model.id)} flee?", forms=[form], default=stay)


SEEN: Sequence[tuple[str, dict[str, bool]]] = (
    ("Sees it, without cover", {"los": True, "cover": False}),
    ("Sees it in cover", {"los": True, "cover": True}),
    ("Does not see it", {"los": False}),
)


def sight(situation: Situation, ask: Ask) -> Question:
    """House rule: what is seen of a target, before the attack goes on. [IST-Q-04]"""
    state, options = situation.state, ask["options"]
    pair = {"attacker": options["attacker"], "target": options["target"]}
    reason = "decided when asked"
    choices = [Choice(words, {"type": "gm_sight", **pair, **seen, "reason": reason}) for words, seen in SEEN]
    group = Group("sight", "Line of sight", choices, open=True, rule="IST-SIGHT-06")
    who = listed(state, (options["attacker"],))
    question = f"Can {who} see {name_of(state, options['target'])}?"
    return Question(ask, question, [group], default=Choice("As computed from the table", dict(ask["default"])))
