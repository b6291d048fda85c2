"""What a model does besides attacking: Move, Sprint, Disengage, Teleport, and handling things.

[IST-MOVE-01..15, IST-WPN-08..10, IST-RACE-19]

A move, from command to contact:

1. The action is left, nobody is Engaged with the model (else `disengage`), a Sprint follows a Move: `move`, `sprint`.
2. The way is judged: where it leads, what it costs, what it meets, how high it climbs, whether there is room beside the
   enemy it comes to: `travelling.plan`; measured by `geometry.routes`, `geometry.paths`, `geometry.engaging`.
3. The action is spent. A Disengage is rolled for; where it fails nobody moves: `breaks_away`.
4. The way is gone from jump to jump; who dies of a fall goes no farther: `travelling.go`, `travelling.fall`.
5. Who has climbed is marked, who has crossed an edge is off the board: `travelling.climb`, `travelling.leave_board`.
6. Within an inch of an enemy the model is shifted into contact; of equally near ones its owner chooses:
   `points.moves.Contact`, `travelling.make_contact`.
7. Who is Engaged by it may answer with a Charged shot, one after the other: `points.moves.ChargedShot`,
   `attacks.charged_shot`.

A Teleport joins at step 6: `teleport`, `appear`. A flight goes steps 2 to 5 by its own rules: `flights`.
"""

from __future__ import annotations

from rules.istra import commands as co, events as ev
from rules.istra.decide.actions import check_action, cut_short, spend
from rules.istra.decide.deploying import check_carried, place_at
from rules.istra.decide.rolling import IstRun, d20_need
from rules.istra.decide.travelling import go, make_contact, plan
from rules.istra.geometry.engaging import nearest_of, touching
from rules.istra.geometry.gaps import REACH, spot, within
from rules.istra.geometry.places import teleport_refusal
from rules.istra.questions import base_of, engaged_with, foes_of, friends_of, get, is_near, race_has, table_of
from rules.istra.state import Model, Movement, State, WeaponLoad
from rules.istra.tables import WEAPONS
from rules.istra.terrain import Item, Place
from rules.kernel.errors import Refused
from rules.kernel.rolls import Mod

FREE = 11
"""What a Disengage roll must reach. [IST-MOVE-07]"""
TUMBLE = 4


# On foot


def move(run: IstRun, order: co.Move) -> None:
    """Move along a path. [IST-MOVE-01..06]"""
    model = get(run.state, order.model)
    check_action(model, "move")
    check_free(run.state, model)
    trek = plan(run.state, model, order.path, order.jumps, "move")
    spend(run, model.id, "move", "move")
    go(run, model.id, trek, "move")


def sprint(run: IstRun, order: co.Sprint) -> None:
    """Move half as far again, after a Move. [IST-MOVE-15]"""
    model = get(run.state, order.model)
    check_action(model, "standard")
    check_free(run.state, model)
    check_moved(model)
    trek = plan(run.state, model, order.path, order.jumps, "sprint")
    spend(run, model.id, "standard", "sprint")
    go(run, model.id, trek, "sprint")


def check_free(state: State, model: Model) -> None:
    """Who is Engaged cannot simply walk away. [IST-MOVE-06]"""
    if enemies := engaged_with(state, model.id):
        message = f"{model.id} is Engaged with {', '.join(enemies)}."
        raise Refused("must_disengage", message, "IST-MOVE-06", field="model", hint="Use disengage.")


def check_moved(model: Model) -> None:
    """A Sprint follows a Move of this activation. [IST-MOVE-15, IST-Q-17]"""
    if not model.moved:
        message = f"{model.id} has not moved yet."
        raise Refused("sprint_needs_move", message, "IST-MOVE-15", field="model", hint="Move first.")


def disengage(run: IstRun, order: co.Disengage) -> None:
    """Try to leave melee: with the Movement action, else as a Sprint. [IST-MOVE-07, IST-MOVE-08, IST-Q-24]"""
    model = get(run.state, order.model)
    action: co.ActionKind = "move" if model.move_action else "standard"
    check_action(model, action)
    enemies = engaged_with(run.state, model.id)
    if not enemies:
        message = f"{model.id} is not Engaged with anybody."
        raise Refused("not_engaged", message, "IST-MOVE-07", field="model", hint="Use move or sprint.")
    if action == "standard":
        check_moved(model)
    kind = "move" if action == "move" else "sprint"
    trek = plan(run.state, model, order.path, order.jumps, kind, frozenset(enemies))  # type: ignore[arg-type]  # one of
    spend(run, model.id, action, "disengage")
    if breaks_away(run, model):
        go(run, model.id, trek, "disengage")
    elif run.state.rules.failed_disengage == "activation":
        cut_short(run)


def breaks_away(run: IstRun, model: Model) -> bool:
    """The Disengage roll; all engagements end where it succeeds. [IST-MOVE-07, IST-Q-25]"""
    enemies = engaged_with(run.state, model.id)
    need = d20_need(run.state, model, "disengage", "IST-MOVE-07", FREE, disengage_mods(run.state, model))
    rolled = run.roll(ev.DisengageRolled, need, model=model.id, enemies=enemies)
    if rolled.success:
        break_off(run, model.id)
    return bool(rolled.success)


def disengage_mods(state: State, model: Model) -> tuple[Mod, ...]:
    """1 less for each enemy beyond the first; Tumble where drafts count. [IST-MOVE-07, IST-TAL-19]"""
    mods: list[Mod] = []
    if beyond := len(engaged_with(state, model.id)) - 1:
        mods.append((-beyond, "More than one enemy", "IST-MOVE-07"))
    if state.rules.draft_talents == "on" and "tumble" in model.talents:
        mods.append((TUMBLE, "Tumble", "IST-TAL-19"))
    return tuple(mods)


def break_off(run: IstRun, name: str) -> None:
    for enemy in engaged_with(run.state, name):
        run.emit(ev.Disengaged(model=name, enemy=enemy))


# Teleport


def teleport(run: IstRun, order: co.Teleport) -> None:
    """A Steppe elf appears elsewhere, once a battle. [IST-RACE-19, IST-MOVE-09, IST-Q-130]"""
    model = get(run.state, order.model)
    check_action(model, "move")
    if not race_has(model, "teleport"):
        message, hint = f"{model.id} cannot teleport.", "Only a Steppe elf can: use move."
        raise Refused("ability_not_owned", message, "IST-RACE-19", field="model", hint=hint)
    if model.used.get("teleport", 0):
        message = f"{model.id} has already teleported."
        raise Refused("illegal_teleport", message, "IST-RACE-19", field="model", hint="Use move.")
    to = place_at(table_of(run.state), order.pos)
    others = (*foes_of(run.state, model), *friends_of(run.state, model))
    if fault := teleport_refusal(table_of(run.state), base_of(model), to, others):
        message = f"A model cannot teleport there: {fault}."
        hint = "Name free ground within 12 inches that it sees."
        raise Refused("illegal_teleport", message, "IST-RACE-19", field="pos", hint=hint)
    spend(run, model.id, "move", "teleport")
    run.emit(ev.RaceAbilityUsed(model=model.id, ability="teleport", used=1))
    appear(run, model, to)


def appear(run: IstRun, model: Model, to: Place) -> None:
    """A model is elsewhere, out of melee, and Engaged with whom it meets there. [IST-MOVE-09, IST-Q-22]"""
    name = model.id
    break_off(run, name)
    run.emit(ev.ModelTeleported(model=name, start=base_of(model).at, to=to))
    model = get(run.state, name)
    here, foes = base_of(model), foes_of(run.state, model)
    met = touching(here, foes)
    if not met:
        return
    near = nearest_of(here, tuple(foe for foe in foes if foe.id in met))
    run.push(Movement(model=name, kind="teleport", origin=here.at, ties=near if len(near) > 1 else ()))
    if len(near) == 1:
        make_contact(run, near[0])


# Handling things


def pick_up(run: IstRun, order: co.PickUp) -> None:
    """Take an item near by. [IST-MOVE-13, IST-Q-28]"""
    model = get(run.state, order.model)
    check_action(model, "move")
    item = next((one for one in run.state.items if one.id == order.item), None)
    if item is None:
        message, hint = f"There is no item {order.item!r}.", "Name an item of this battle."
        raise Refused("unknown_item", message, "IST-MOVE-13", field="item", hint=hint)
    if not is_at_hand(run.state, model, item):
        message = f"{item.id} is not within reach of {model.id}."
        hint = "Move next to it first." if item.pos is not None else f"{item.carrier} carries it."
        raise Refused("item_too_far", message, "IST-Q-28", field="item", hint=hint)
    spend(run, model.id, "move", "pick_up")
    run.emit(ev.ItemPickedUp(model=model.id, item=item.id))


def is_at_hand(state: State, model: Model, item: Item) -> bool:
    """Whether an item lies where a model can take it up: near by, by house rule at its base. [IST-Q-28]"""
    if item.pos is None:
        return False
    if state.rules.pick_up == "contact":
        return within(base_of(model), spot(item.pos), 0)
    return is_near(state, base_of(model), spot(item.pos), REACH)


def switch_weapon(run: IstRun, order: co.SwitchWeapon) -> None:
    """Take another carried weapon in hand. [IST-MOVE-14]"""
    model = get(run.state, order.model)
    check_action(model, "move")
    check_carried(model, order.weapon, "weapon")
    if order.weapon == model.active_weapon:
        message = f"{model.id} already has it in hand."
        raise Refused("weapon_not_carried", message, "IST-MOVE-14", field="weapon", hint="Name another one it carries.")
    spend(run, model.id, "move", "switch_weapon")
    run.emit(ev.WeaponSwitched(model=model.id, weapon=order.weapon, old=model.active_weapon))


def load(run: IstRun, order: co.Load) -> None:
    """Load the weapon in hand: a crossbow at once, black powder in two turns. [IST-WPN-09, IST-WPN-10, IST-Q-55]"""
    model = get(run.state, order.model)
    action = order.action or cheapest(model)
    check_action(model, action)
    state = check_load(run.state, model, order, action)
    spend(run, model.id, action, "load")
    slow = WEAPONS[state.weapon].loading == "two_turns"
    if slow and not state.progress:
        further = WeaponLoad(state.weapon, progress=1, turn=run.state.turn)
        run.emit(ev.ReloadAdvanced(model=model.id, load=further))
    else:
        run.emit(ev.WeaponLoaded(model=model.id, weapon=state.weapon))


def cheapest(model: Model) -> co.ActionKind:
    """The action that loading takes if none is named. [IST-Q-55, IST-Q-56]"""
    weapon = WEAPONS.get(model.active_weapon)
    quick = weapon is not None and weapon.loading == "one_action"
    return "move" if quick and model.move_action else "standard"


def check_load(state: State, model: Model, order: co.Load, action: co.ActionKind) -> WeaponLoad:
    """How far the weapon in hand is loaded, if it can be loaded now. [IST-Q-54..56]"""
    name = model.active_weapon
    if order.weapon not in (None, name):
        raise _cannot_load(f"{order.weapon} is not in hand.", "IST-Q-55", "weapon")
    load = next((one for one in model.unloaded if one.weapon == name), None)
    if load is None:
        raise _cannot_load(f"{model.id} has nothing in hand that needs loading.", "IST-Q-56", "weapon")
    if WEAPONS[name].loading == "one_action":
        return load
    if state.rules.black_powder == "passive":
        raise _cannot_load("Black powder loads by itself here.", "IST-Q-56", "weapon")
    if action == "move":
        raise _cannot_load("Loading black powder needs a Standard action.", "IST-Q-56", "action")
    if load.progress and load.turn == state.turn:
        raise _cannot_load("This weapon has already been loaded as far as one turn allows.", "IST-Q-56", "weapon")
    return load


def _cannot_load(message: str, rule: str, field: str) -> Refused:
    hint = "Load the empty weapon in hand, with an action that loads it."
    return Refused("cannot_load", message, rule, field=field, hint=hint)
