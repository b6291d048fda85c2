"""Players that are functions: `sample` draws anything legal, `sensible` fights for what the scenario asks.

What `sensible` does is one of `legal` too. It goes into contact when it is made for melee, keeps away and shoots when
it is not, and where it gets no nearer to its goal it walks about at random, so that no battle stands still. After some
turns nobody keeps away any more: two who cannot hurt each other from afar would do so for ever.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from rules.istra import commands as co
from rules.istra.decide.deploying import waiting_models
from rules.istra.decide.targets import leaps_from, look
from rules.istra.geometry.lengths import length
from rules.istra.geometry.reach import Goal, Trip, reach
from rules.istra.geometry.shapes import near
from rules.istra.legal import actions, walks
from rules.istra.legal.places import standing_places, weapons_of
from rules.istra.points import POINTS
from rules.istra.prospects import attack_on, promise_of, prospect
from rules.istra.purposes import Purpose, course_of, purpose_of
from rules.istra.questions import engaged_with, foes_of, get, table_of
from rules.istra.state import Activation, Attack, BattleFrame, Flight, Model, Movement, SightAsked, State
from rules.istra.tables import RANGED, WEAPONS
from rules.istra.terrain import Place
from rules.kernel.agenda import Window
from rules.kernel.messages import Command

HIDING = 150
"""How near a piece a model stands in its cover, in hundredths."""
COVERED = 300
"""How much farther off it may be for that when it deploys."""
CLOSE = 600
"""Up to here a shot has advantage, and a shooter would rather step back. [IST-ADV-10]"""
A_STEP = 20
"""What counts as nearer, in hundredths."""
HURT = 4
"""What must be lost to be worth healing."""
PATIENCE = 10
"""The last turn in which anybody keeps away."""


def sensible(state: State, rng: Random) -> Command:
    match state.agenda[-1]:
        case BattleFrame() as battle:
            return _battle(state, battle, rng)
        case Activation() as activation:
            return _act(state, activation, rng)
        case Window() as window:
            return _window(state, window)
        case Movement() as movement:
            return _contact(state, movement)
        case Flight() as flight:
            return co.FleePath(model=flight.model)  # who need not flee stays
        case SightAsked():
            return co.PassWindow()
    return POINTS.sample(state, rng)


# Between activations


def _battle(state: State, frame: BattleFrame, rng: Random) -> Command:
    if frame.stage in ("building", "clear"):
        return co.PassWindow()
    if frame.stage == "walls":
        return max(POINTS.legal(state), key=lambda one: len(one.sections) if isinstance(one, co.PlaceWalls) else 0)
    return _nominate(state) if frame.stage == "nomination" else _deploy(state, rng)


def _deploy(state: State, rng: Random) -> Command:
    """Fighters first, as far forward as there is cover."""
    waiting = [get(state, name) for name in waiting_models(state, POINTS.asked(state))]
    model = min(waiting, key=lambda one: (keeps_away(one), one.id))
    goal = purpose_of(state, model).point or _middle(state)
    screens = table_of(state).screens

    def ahead(place: Place) -> tuple[int, Place]:
        hidden = any(near(body.shape, place[:2], HIDING) for body in screens)
        return _flat(place, goal) - (COVERED if hidden else 0), place

    place = min(standing_places(state, model), key=ahead, default=None)
    if place is None:
        return POINTS.sample(state, rng)
    ranged = [weapon for weapon in weapons_of(model) if weapon in RANGED]
    return co.Deploy(model=model.id, pos=place, active_weapon=ranged[0] if ranged and keeps_away(model) else None)


def _middle(state: State) -> tuple[int, int]:
    return state.board.width // 2, state.board.depth // 2


def _flat(place: Place, point: tuple[int, int]) -> int:
    return length(place[0] - point[0], place[1] - point[1])


def _nominate(state: State) -> co.Nominate:
    """Of one's own who can strike, else who is nearest to it; of the others who is farthest from it."""
    seat = POINTS.asked(state)
    found = [get(state, order.model) for order in POINTS.legal(state) if isinstance(order, co.Nominate)]
    own = [model for model in found if model.owner == seat]
    if own:
        return co.Nominate(model=min(own, key=lambda one: (_to_an_enemy(state, one), one.id)).id)
    return co.Nominate(model=max(found, key=lambda one: (_to_an_enemy(state, one), one.id)).id)


def _to_an_enemy(state: State, model: Model) -> int:
    """How far a model has to its nearest enemy; nothing when it is in contact."""
    here = model.pos
    if here is None or engaged_with(state, model.id):
        return -1
    return min((_flat(here, foe.at[:2]) for foe in foes_of(state, model)), default=0)


# An activation


def keeps_away(model: Model) -> bool:
    """Whether a model fights from afar: with spells, or with a ranged weapon and more Finesse than Power."""
    shoots = any(weapon in RANGED for weapon in model.equipment)
    return bool(model.spells) or (shoots and model.finesse_max >= model.power_max)


def _stays_off(state: State, model: Model) -> bool:
    return keeps_away(model) and state.turn <= PATIENCE


def _act(state: State, frame: Activation, rng: Random) -> Command:
    model = get(state, frame.model)
    purpose = purpose_of(state, model)
    thoughts = (_hurry, _take, _ready, _attack, _reload, _help, _go)
    found = (thought(state, model, purpose, rng) for thought in thoughts)
    return next((order for order in found if order is not None), actions.end(model))


def _hurry(state: State, model: Model, purpose: Purpose, rng: Random) -> Command | None:
    """Who has to get somewhere goes before it fights."""
    return _go(state, model, purpose, rng) if purpose.edge and not engaged_with(state, model.id) else None


def _take(state: State, model: Model, purpose: Purpose, rng: Random) -> Command | None:
    return next((order for order in actions.pickings(state, model) if order.item == purpose.item), None)


def _ready(state: State, model: Model, purpose: Purpose, rng: Random) -> Command | None:
    """The weapon for what is to be done: in melee none that shoots, from afar one that does."""
    in_hand = model.active_weapon in RANGED
    if engaged_with(state, model.id):
        wanted = model.active_weapon == "unarmed" or in_hand
    else:
        wanted = keeps_away(model) and not in_hand
    if not wanted:
        return None
    close = bool(engaged_with(state, model.id))
    found = [order for order in actions.switches(state, model) if order.weapon in WEAPONS]
    return next((order for order in found if (order.weapon in RANGED) != close), None)


def _attack(state: State, model: Model, purpose: Purpose, rng: Random) -> Command | None:
    """The most promising attack; in melee even where none promises much, for the enemy will strike in any case."""
    if not model.standard_action:
        return None
    found = [order for sort in actions.ATTACKS for order in sort(state, model) if _is_seen(state, model, order)]
    if not found:
        return None
    best = max(found, key=lambda order: prospect(state, order))
    if prospect(state, best) > 0 or (isinstance(best, co.Melee) and not purpose.edge):
        return best
    return None


def _is_seen(state: State, model: Model, order: actions.AttackCommand) -> bool:
    """Whether whoever is shot or cast at is seen as it is computed: where the GM is asked, the answer may be no."""
    targets = [order.target, order.second] if isinstance(order, co.Shoot) else []
    targets += [order.target] if isinstance(order, co.Cast) else []
    return all(name in (None, model.id) or look(state, model, get(state, name)).los for name in targets)


def _reload(state: State, model: Model, purpose: Purpose, rng: Random) -> Command | None:
    return None if engaged_with(state, model.id) else next(actions.loads(state, model), None)


def _help(state: State, model: Model, purpose: Purpose, rng: Random) -> Command | None:
    """Talents that are actions: a friend healed, power gathered when nobody can be attacked."""
    for order in actions.talents(state, model):
        if order.talent == "gather_power":
            return order
        if order.target is not None and _is_hurt(get(state, order.target)):
            return order
    return None


def _is_hurt(model: Model) -> bool:
    return model.health_max - model.health >= HURT


# Where to go


def _go(state: State, model: Model, purpose: Purpose, rng: Random) -> Command | None:
    """The way that brings it nearest to its goal; where none does, any, now and then."""
    for order, trip in walks.trips(state, model):
        if order is co.Disengage and not (purpose.edge or _rather_not(state, model)):
            continue
        if order is co.Sprint and _stays_off(state, model) and purpose.is_fight:
            continue
        goals = [goal for goal in reach(trip, walks.lying(state)) if _welcome(state, model, goal, purpose)]
        if best := _nearest(state, model, trip, goals, purpose):
            return walks.walk_to(order, model, best)
        if goals and not purpose.stays and rng.random() < 0.5:
            return walks.walk_to(order, model, rng.choice(goals))
    return _appear(state, model, purpose)


def _rather_not(state: State, model: Model) -> bool:
    return _stays_off(state, model) and all(_in_melee(state, model, foe) <= 0 for foe in engaged_with(state, model.id))


def _in_melee(state: State, model: Model, foe: str) -> int:
    return promise_of(state, model, attack_on(state, model, foe, "melee"))


def _welcome(state: State, model: Model, goal: Goal, purpose: Purpose) -> bool:
    """Whether a model may want to be there: over an edge, or in contact, only for a reason."""
    if goal.kind == "edge":
        return goal.about == purpose.edge
    if goal.contact is None:
        return True
    return not purpose.edge and (not _stays_off(state, model) or _in_melee(state, model, goal.about) > 0)


def _nearest(state: State, model: Model, trip: Trip, goals: list[Goal], purpose: Purpose) -> Goal | None:
    """Over the edge, or an enemy to be struck, else the goal with the least way left, if less than from here."""
    if leaving := next((goal for goal in goals if goal.kind == "edge"), None):
        return leaving
    course, here = course_of(state, model, purpose), trip.mover.at
    contacts = [goal for goal in goals if goal.contact is not None]
    if contacts and not purpose.point:
        return max(contacts, key=lambda goal: (_in_melee(state, model, goal.about), goal.about))
    if purpose.stays and not course.distance_left(here):
        return max(contacts, key=lambda goal: _in_melee(state, model, goal.about), default=None)
    if _stays_off(state, model) and purpose.is_fight:
        return _aside(trip, goals)
    by_way = ((course.distance_left(goal.at), goal.at, place) for place, goal in enumerate(goals))
    left, _, best = min(by_way, default=(0, here, -1))
    return goals[best] if goals and course.distance_left(here) - left >= A_STEP else None


def _aside(trip: Trip, goals: list[Goal]) -> Goal | None:
    """For who fights from afar: nearer to far enemies, away from near ones."""

    def distance(place: Place) -> int:
        return min((_flat(place, foe.at[:2]) for foe in trip.foes), default=0)

    now = distance(trip.mover.at)
    open_ways = [goal for goal in goals if goal.contact is None]
    if now > 2 * CLOSE:
        best = min(open_ways, key=lambda goal: (distance(goal.at), goal.at), default=None)
        return best if best is not None and now - distance(best.at) >= A_STEP else None
    if now < CLOSE:
        best = max(open_ways, key=lambda goal: (distance(goal.at), goal.at), default=None)
        return best if best is not None and distance(best.at) - now >= A_STEP else None
    return None


def _appear(state: State, model: Model, purpose: Purpose) -> Command | None:
    """By teleport, where that saves much of the way."""
    if _stays_off(state, model) or engaged_with(state, model.id) or model.pos is None:
        return None
    course = course_of(state, model, purpose)
    here = course.distance_left(model.pos)
    found: list[tuple[int, Place]] = []
    for order in actions.teleports(state, model):
        place: Place = (order.pos[0], order.pos[1], order.pos[2])
        found.append((course.distance_left(place), place))
    left, best = min(found, default=(here, model.pos))
    return co.Teleport(model=model.id, pos=best) if here - left >= CLOSE else None


# Answers


def _window(state: State, window: Window) -> Command:
    """What helps; of several the most promising."""
    answers = [one for one in POINTS.legal(state) if isinstance(one, co.React)]
    name, about = window.waiting[0], window.about
    helpful = [one for one in answers if _HELPS.get(one.option, _always)(state, one, about)]
    if not helpful:
        return co.PassWindow(model=name)
    return max(helpful, key=lambda one: _weight(state, one))


def _weight(state: State, answer: co.React) -> tuple[int, int, int]:
    """How good one answer is beside others: whom it meets, from how far, what is declared."""
    model = get(state, answer.model)
    worth = _in_melee(state, model, answer.target) if answer.target and answer.option == "cleave" else 0
    close = answer.range is not None and 0 < answer.range <= CLOSE
    return worth, int(close), len(answer.declare)


def _always(state: State, answer: co.React, about: str) -> bool:
    return True


def _never(state: State, answer: co.React, about: str) -> bool:
    return False


def _charge(state: State, answer: co.React, about: str) -> bool:
    model = get(state, answer.model)
    return promise_of(state, model, attack_on(state, model, about, "shoot", answer.declare)) > 0


def _strike_first(state: State, answer: co.React, about: str) -> bool:
    return _in_melee(state, get(state, answer.model), about) > 0


def _shield(state: State, answer: co.React, about: str) -> bool:
    """For a friend who is worse off."""
    attack: Attack = state.agenda[-2]  # type: ignore[assignment]  # what a shield is asked about
    return get(state, answer.model).health > get(state, attack.exchanges[0].target).health


def _leap(state: State, answer: co.React, about: str) -> bool:
    """To who is seen as it is computed."""
    attack: Attack = state.agenda[-2]  # type: ignore[assignment]  # what leaps on
    return answer.target is not None and look(state, leaps_from(state, attack), get(state, answer.target)).los


def _heal(state: State, answer: co.React, about: str) -> bool:
    model = get(state, answer.model)
    return model.health_max - model.health >= min(model.level, HURT) or model.health <= HURT


_HELPS: dict[str, Callable[[State, co.React, str], bool]] = {
    "charged_shot": _charge,
    "first_strike": _strike_first,
    "shield_friend": _shield,
    "all_you_got": _heal,
    "chain": _leap,
    "spare": _never,
}
"""When an answer helps; any other always does."""


def _contact(state: State, frame: Movement) -> Command:
    model = get(state, frame.model)
    best = max(frame.ties, key=lambda foe: (_in_melee(state, model, foe), foe))
    return co.React(model=model.id, option="contact", target=best)
