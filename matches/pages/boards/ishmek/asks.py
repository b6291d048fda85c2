"""What an Ishmêk player is asked, ready to be answered: buttons with their chances, and forms."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from matches.documents import plain
from matches.pages.boards.base import Choice, Group, Question, Situation
from matches.pages.boards.common import fraction, percent, signed, upper
from matches.pages.boards.ishmek.narration import NAME_OF_ACTION, Names, square
from rules.ishmek.arena import SCORING_SQUARES, flight_path
from rules.ishmek.commands import Defend, ForcedControl
from rules.ishmek.decide.windows import asked_alone
from rules.ishmek.questions import find
from rules.kernel.previews import preview
from web.pages.command_forms import Asking, form_of
from web.pages.fields import Field, Form

Ask = Mapping[str, Any]

SLOT = {"action": "Action", "reaction": "Reaction", "bonus": "Bonus Action"}
ABILITY = {"": "the best", "cast": "Spellcasting", "dex": "Dexterity", "str": "Strength"}
BURNS = ((0, "none"), (2, "+2"), (4, "+4"), (6, "+6"), (8, "+8"))
RULE_OF_ACTION = {
    "dash": "ISH-DASH-01",
    "control": "ISH-CTRL-01",
    "seize": "ISH-SEIZE-01",
    "propel": "ISH-PROPEL-01",
    "intercept": "ISH-INT-01",
    "push_pull": "ISH-PUSH-01",
    "cast_spell": "ISH-SPELL-03",
}
ORDER = ("propel", "control", "seize", "intercept", "push_pull", "dash", "cast_spell")
NO_ROLL = ("dash", "cast_spell")


def questions(situation: Situation, asks: Sequence[Ask]) -> list[Question]:
    """One question an ask, with whatever may be answered."""
    return [_ASKED[ask["kind"]](situation, ask) for ask in asks if ask["kind"] in _ASKED]


def how(situation: Situation, asks: Sequence[Ask]) -> list[Field]:
    """What goes into the next skill roll, as far as it can make a difference now."""
    acting = [ask for ask in asks if ask["kind"] in ("go", "window")]
    names = {c["name"] for ask in acting for c in _legal(situation, ask) if c["type"] in ("act", "react")}
    if not names:
        return []
    chosen = situation.how
    fields = []
    slots = tuple((slot, SLOT[slot]) for ask in acting if ask["kind"] == "go" for slot in ask["options"]["slots"])
    if len(slots) > 1:
        fields.append(Field("slot", "Use the", "select", slots, _slot(situation, slots)))
    if names - set(NO_ROLL):
        fields.append(Field("ability", "Roll with", "select", tuple(ABILITY.items()), chosen.get("ability", "")))
        fields.append(
            Field("burn", "Burn", "select", tuple((str(n), words) for n, words in BURNS), chosen.get("burn", "0"))
        )
        fields += _spell_field(situation, acting)
    if "propel" in names:
        fields.append(Field("lob", "Lob the orb", "check", value=chosen.get("lob", "")))
    if "push_pull" in names:
        fields.append(Field("intent", "Push with intent to injure", "check", value=chosen.get("intent", "")))
    return fields


def _spell_field(situation: Situation, acting: Sequence[Ask]) -> list[Field]:
    spells = sorted({spell.name for ask in acting for spell in _spells(situation, ask)})
    if not spells:
        return []
    choices = (("", "none"), *((name, f"{name} (+4, a slot)") for name in spells))
    return [Field("spell", "Spell on the roll", "select", choices, situation.how.get("spell", ""))]


def _slot(situation: Situation, slots: Sequence[tuple[str, str]]) -> str:
    wanted = situation.how.get("slot", "")
    names = [slot for slot, _ in slots]
    return wanted if wanted in names else names[0]


def _spells(situation: Situation, ask: Ask) -> Sequence[Any]:
    player = find(situation.state, ask["player"])
    return player.spells_l1 if player is not None and player.cast_mod is not None and player.slots_l1 else ()


# Deeds: actions on the own go, reactions in a window


def _effort(situation: Situation, command: dict[str, Any]) -> dict[str, Any]:
    """A legal command with what was chosen under "How"."""
    chosen, name = situation.how, command["name"]
    if name in NO_ROLL:
        return command
    fields: dict[str, Any] = {}
    if chosen.get("ability") and not (name == "push_pull" and chosen["ability"] == "cast"):
        fields["ability"] = chosen["ability"]
    if chosen.get("burn", "0") != "0":
        fields["burn"] = int(chosen["burn"])
    if chosen.get("spell") and "spell" not in command:
        fields["spell"] = chosen["spell"]
    if chosen.get("intent") and name == "push_pull":
        fields["intent"] = True
    return {**command, **fields}


def _deeds(situation: Situation, state: Any, commands: Sequence[dict[str, Any]]) -> list[Group]:
    """The choices a player has, a group a named action."""
    lob = bool(situation.how.get("lob"))
    by_name: dict[str, list[Choice]] = {}
    for command in commands:
        if command["name"] == "propel" and bool(command.get("lob")) != lob:
            continue
        by_name.setdefault(command["name"], []).append(_deed(situation, state, _effort(situation, command)))
    groups = []
    for name in ORDER:
        if name in by_name:
            choices = sorted(by_name[name], key=lambda choice: (bool(choice.refused), _spot(choice)))
            note = "Click a highlighted square or choose here." if name == "propel" else ""
            groups.append(Group(name, NAME_OF_ACTION[name], choices, note=note, rule=RULE_OF_ACTION[name]))
    return groups


def _spot(choice: Choice) -> tuple[int, ...]:
    return tuple(map(int, choice.square.split(","))) if choice.square else ()


def _deed(situation: Situation, state: Any, command: dict[str, Any]) -> Choice:
    """A deed as a button: what, against what, with which chance."""
    names = Names(situation.view)
    seen = preview(situation.game, state, command)
    need = seen.need
    detail = []
    if need is not None:
        detail.append(
            f"DC {need.target}" if need.target is not None else "contest" if need.compare == "contest" else need.purpose
        )
        detail.append(signed(need.bonus))
    if command.get("propel_burn"):
        detail.append(f"burns {command['propel_burn']} for the distance")
    if command.get("burn"):
        detail.append(f"injury roll {signed(command['burn'])} afterwards")
    chance = need.chance if need is not None else None
    return Choice(
        label=_deed_label(situation, command, names),
        command=command,
        detail=", ".join(detail),
        chance=percent(chance),
        fraction=fraction(chance),
        square=_deed_square(situation, command),
        token=command.get("target") or "",
        refused=seen.refused,
        warning="Intent to injure: the umpires may notice." if command.get("intent") else "",
    )


def _deed_label(situation: Situation, command: Mapping[str, Any], names: Names) -> str:
    name = command["name"]
    if name == "propel":
        path, bounced = _course(situation, command)
        wall = f", {bounced} off the wall" if bounced else ""
        return f"{upper(names.orb(command['orb']))} to {square(path[-1])}{wall}"
    if name in ("control", "intercept"):
        return upper(names.orb(command["orb"]))
    if name == "seize":
        far = f" with {command['spell']}" if command.get("spell") else ""
        return f"From {names.player(command['target'])}{far}"
    if name == "push_pull":
        return names.player(command["target"])
    return str(command.get("spell") or NAME_OF_ACTION[name])


def _course(situation: Situation, command: Mapping[str, Any]) -> tuple[Sequence[tuple[int, int]], int]:
    """The squares of a propel, and how often it meets a wall."""
    at = tuple(situation.view["players"][command["player"]]["at"])
    mirror = situation.state.rules.bounce == "mirror"
    path, bounces = flight_path(at, tuple(command["direction"]), command["distance"], mirror)
    return path, len(bounces)


def _deed_square(situation: Situation, command: Mapping[str, Any]) -> str:
    name = command["name"]
    if name == "propel":
        x, y = _course(situation, command)[0][-1]
        return f"{x},{y}"
    if name in ("control", "intercept"):
        at = situation.view["orbs"][command["orb"]]["at"]
        return f"{at[0]},{at[1]}"
    return ""


def _legal(situation: Situation, ask: Ask) -> list[dict[str, Any]]:
    """The legal commands that answer an ask, as plain JSON."""
    commands = (plain(order) for order in situation.game.legal(situation.state))
    return [command for command in commands if command.get("player", ask["player"]) == ask["player"]]


# One function a decision point


def _go(situation: Situation, ask: Ask) -> Question:
    player = situation.view["players"][ask["player"]]
    slots = [(slot, SLOT[slot]) for slot in ask["options"]["slots"]]
    slot = _slot(situation, slots) if slots else ""
    legal = _legal(situation, ask)
    steps = [Choice(square(c["to"]), c, square=f"{c['to'][0]},{c['to'][1]}") for c in legal if c["type"] == "step"]
    acts = [c for c in legal if c["type"] == "act" and c.get("slot", "action") == slot]
    left = ask["options"]["movement_left"]
    note = f"{left} of {ask['options']['allowance']} squares left."
    groups = [Group("move", "Move", steps, open=True, note=note, rule="ISH-MOVE-01", compact=True)]
    groups += _deeds(situation, situation.state, acts)
    groups.append(Group("else", "Stand, drop, burn", [_other(situation, c) for c in legal if c["type"] in _OTHER]))
    groups.append(_offences(situation, ask, slot, "act"))
    end = Choice("End the go", {"type": "end_go", "player": ask["player"]})
    return Question(ask, f"{player['name']}’s go", [g for g in groups if g.choices or g.key == "move"], default=end)


_OTHER = ("stand", "drop", "burn_move")


def _other(situation: Situation, command: dict[str, Any]) -> Choice:
    if command["type"] == "stand":
        return Choice("Stand up", command)
    if command["type"] == "drop":
        return Choice(f"Drop {Names(situation.view).orb(command['orb'])}", command)
    squares = command["squares"]
    label = f"Burn for {squares} more square{'s' if squares > 1 else ''}"
    return Choice(label, command, detail=f"injury roll +{4 * squares} afterwards", warning="Costs an injury roll.")


def _offences(situation: Situation, ask: Ask, slot: str, kind: str) -> Group:
    """The same action a second time: a foul that is always seen."""
    used = situation.view["players"][ask["player"]]["used_names"]
    warning = "Always noticed: play is rewound to before it, and the player sits out until a point is scored."
    choices = []
    for name in dict.fromkeys(used):
        if name == "cast_spell" or not slot:
            continue
        command = {"type": kind, "player": ask["player"], "name": name, "as_foul": True}
        if kind == "act":
            command["slot"] = slot
        if not preview(situation.game, situation.state, command).refused:
            choices.append(Choice(f"{NAME_OF_ACTION[name]} a second time", command, warning=warning))
    return Group("foul", "Foul: the same action twice", choices, note=warning, rule="ISH-UMP-02")


def _window(situation: Situation, ask: Ask) -> Question:
    """Only this player's reactions are looked at: what the others may declare is theirs."""
    state = asked_alone(situation.state, ask["player"])
    reacts = [c for c in _legal(situation, ask) if c["type"] == "react"]
    name = situation.view["players"][ask["player"]]["name"]
    groups = [*_deeds(situation, state, reacts), _offences(situation, ask, "reaction", "react")]
    standing = [
        Choice(
            f"Pass on all reactions until the end of the {span}",
            {"type": "standing", "answer": "pass", "until": span, "seat": ask["seat"], "player": ask["player"]},
        )
        for span in ("go", "turn", "match")
    ]
    let_go = Choice("Pass", {"type": "pass", "player": ask["player"]})
    return Question(ask, f"{name} may react", [g for g in groups if g.choices], default=let_go, standing=standing)


def _pick(situation: Situation, ask: Ask) -> Question:
    players = situation.view["players"]
    choices = []
    for player in ask["options"]["players"]:
        entry = players[player]
        at = entry["at"]
        detail = "holds an orb" if entry["holds"] else ""
        spot = f"{at[0]},{at[1]}" if at else ""
        choices.append(Choice(entry["name"], {"type": "pick", "player": player}, detail, square=spot, token=player))
    return Question(ask, "Who goes next?", [Group("pick", "Ready", choices, open=True, rule="ISH-INIT-02")])


def _place(situation: Situation, ask: Ask) -> Question:
    options = ask["options"]
    names, squares = Names(situation.view), [f"{x},{y}" for x, y in options["squares"]]
    proposed = _proposed([tuple(at) for at in options["squares"]])
    players = [*options["players"], *options.get("bench", ())]
    exact = len(players) == options["count"]
    blank = () if exact else (("", "not placed"),)
    fields = tuple(
        Field(
            f"at-{player}",
            names.player(player),
            "square",
            (*blank, *((at, f"({at.replace(',', ', ')})") for at in squares)),
            proposed[place] if place < len(proposed) and exact else "",
            required=exact,
        )
        for place, player in enumerate(players)
    )
    form = Form(
        "place",
        f"Place {names.team(ask['seat'])}",
        "Confirm this placement",
        fields,
        lambda values: _placed(ask["seat"], values),
        note=f"{options['count']} on the back wall. Choose a player and a square, drag a token, or choose below.",
        rule="ISH-START-01",
    )
    return Question(ask, f"Where do {names.team(ask['seat'])} start?", forms=[form])


def _proposed(squares: Sequence[tuple[int, ...]]) -> list[str]:
    """Squares in the order in which the form fills them: never all three scoring squares. [ISH-ARENA-08]"""
    kept_free = {scoring[-1] for scoring in SCORING_SQUARES.values()}
    return [f"{at[0]},{at[1]}" for at in squares if at not in kept_free]


def _placed(team: str, values: Mapping[str, Any]) -> dict[str, Any]:
    squares = {name.removeprefix("at-"): at for name, at in values.items() if name.startswith("at-") and at is not None}
    return {"type": "place", "team": team, "squares": squares}


def _rolling(kind: type[Defend | ForcedControl], ask: Ask, note: str, rule: str) -> Form:
    """The form of a roll: with what, how much Burn, and a spell on it where there is one."""
    options, spells = ask["options"], ask["options"].get("spells", ())
    asking = Asking(
        choices={
            "ability": [(name, ABILITY[name]) for name in options["abilities"]],
            "burn": [(str(n), words) for n, words in BURNS],
            "spell": [(name, f"{name} (+4, a slot)") for name in spells],
        }
    )
    text = kind.form._replace(fields=("ability", "burn", "spell") if spells else ("ability", "burn"))
    return form_of(kind, asking, given={"player": ask["player"]}, text=text, note=note, rule=rule)


def _defend(situation: Situation, ask: Ask) -> Question:
    names, options = Names(situation.view), ask["options"]
    need = preview(situation.game, situation.state, ask["default"]).need
    against = names.player(options["against"])
    odds = (
        f"{against} succeeds with {percent(need.chance)} ({fraction(need.chance)}) if you roll your best."
        if need and need.chance
        else ""
    )
    form = _rolling(Defend, ask, odds, Defend.form.rule)
    default = Choice("Defend with the best skill, no Burn", dict(ask["default"]))
    return Question(ask, f"{names.player(ask['player'])} defends against {against}", forms=[form], default=default)


def _forced(situation: Situation, ask: Ask) -> Question:
    names, options = Names(situation.view), ask["options"]
    need = preview(situation.game, situation.state, ask["default"]).need
    cost = "Costs nothing." if options["free"] else "Uses the Reaction."
    odds = (
        f"DC {options['dc']}, {signed(need.bonus)}: {percent(need.chance)} ({fraction(need.chance)}) with the best. "
        if need
        else ""
    )
    form = _rolling(ForcedControl, ask, odds + cost, ask["rule"])
    default = Choice("Roll with the best skill, no Burn", dict(ask["default"]))
    title = f"{names.player(ask['player'])} must keep {names.orb(options['orb'])}"
    return Question(ask, title, forms=[form], default=default)


def _choose(situation: Situation, ask: Ask) -> Question:
    names, moved = Names(situation.view), ask["options"]["moved"]
    titles = {"push": "Push", "pull": "Pull", "floor": "Floor", "leave": "Leave in place"}
    groups: dict[str, list[Choice]] = {}
    for command in _legal(situation, ask):
        groups.setdefault(command["option"], []).append(_chosen(situation, command, moved))
    made = [
        Group(option, titles[option], groups[option], open=place == 0, rule=ask["rule"])
        for place, option in enumerate(option for option in titles if option in groups)
    ]
    default = Choice(
        "Straight on, all the way" if ask["default"]["option"] == "push" else "Leave it", dict(ask["default"])
    )
    title = f"What happens to {names.player(moved)}? (decided by {signed(ask['options']['margin'])})"
    return Question(ask, title, made, default=default)


def _chosen(situation: Situation, command: dict[str, Any], moved: str) -> Choice:
    at = situation.view["players"][moved]["at"]
    if command["option"] == "leave":
        return Choice("Nobody moves", command)
    if command.get("path"):
        end = command["path"][-1]
        label = " → ".join(square(step) for step in command["path"])
        return Choice(label, command, square=f"{end[0]},{end[1]}")
    if command["option"] == "floor":
        return Choice("Do not move them", command, square=f"{at[0]},{at[1]}")
    squares = command.get("squares") or 1
    away = situation.view["players"][command["player"]]["at"]
    end = [at[i] + squares * ((at[i] > away[i]) - (at[i] < away[i])) for i in (0, 1)]
    return Choice(f"{squares} square{'s' if squares > 1 else ''} straight on", command, square=f"{end[0]},{end[1]}")


def _adjudicate(situation: Situation, ask: Ask) -> Question:
    names, options = Names(situation.view), ask["options"]
    done = Choice("No (further) effect", {"type": "pass"})
    note = " The dismissal follows in any case." if options.get("dismissal") else ""
    title = f"{names.player(options['player'])} has cast {options['spell']}: what happens?{note}"
    return Question(ask, title, default=done)


def _empty_field(situation: Situation, ask: Ask) -> Question:
    options = ask["options"]
    note = f"No one is on the field: turn {options['turn']} of {options['turns_total']} is skipped."
    return Question(ask, note, default=Choice(f"End turn {options['turn']}", ask["default"]))


def _bounce(situation: Situation, ask: Ask) -> Question:
    choices = [
        Choice(square(at), {"type": "choose_bounce", "square": list(at)}, square=f"{at[0]},{at[1]}")
        for at in ask["options"]["squares"]
    ]
    return Question(
        ask, "Where does the orb end up?", [Group("bounce", "Squares", choices, open=True, rule="ISH-Q-33")]
    )


_ASKED: dict[str, Callable[[Situation, Ask], Question]] = {
    "go": _go,
    "window": _window,
    "pick": _pick,
    "place": _place,
    "defend": _defend,
    "forced_control": _forced,
    "choose": _choose,
    "adjudicate": _adjudicate,
    "empty_field": _empty_field,
    "bounce": _bounce,
}
