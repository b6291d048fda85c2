"""Every event of Ishmêk in words, and what is drawn for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from matches.pages.boards.base import Narration, Stroke, View
from matches.pages.boards.common import Telling, reason, signed
from matches.pages.boards.squares import above, bounces, course, line, loop, ring
from rules.ishmek.commands import FOULS
from rules.ishmek.events import EVENTS
from rules.ishmek.moments import MOMENTS
from rules.ishmek.tables import INJURY

Event = Mapping[str, Any]

NAME_OF_ACTION = {
    "dash": "Dash",
    "control": "Control",
    "seize": "Seize",
    "propel": "Propel",
    "intercept": "Intercept",
    "push_pull": "Push/Pull",
    "cast_spell": "Cast a spell",
}
KIND_OF_ROLL = {
    "control": "Control",
    "seize": "Seize",
    "propel": "Propel",
    "intercept": "Intercept",
    "push_pull": "Push/Pull",
    "order": "order",
    "seize_defence": "defence against the seizing",
    "push_defence": "defence against the push",
    "forced_control": "forced Control",
}
WAY_OF_D8 = ("left forward", "forward", "right forward", "right", "right back", "back", "left back", "left")
STATUS = {
    "out_match": "is out for the rest of the match",
    "out_tournament": "is out of the tournament",
    "dead": "is dead",
    "sitting_out": "sits out",
    "bench": "is on the bench",
}
ENDED = {"all_gone": "everyone has had their go", "point": "a point was scored", "double_loss": "both orbs are lost"}
MEANS = {"score_shot": "by a Score Shot", "scatter": "scattering", "deviation": "off its course"}
SERIOUS = 16


class Names:
    """People, teams and orbs by the names the view gives them."""

    def __init__(self, view: View) -> None:
        self._players: Mapping[str, Any] = view.get("players", {})
        self._teams: Mapping[str, Any] = view.get("teams", {})

    def player(self, player: object) -> str:
        """A player's name; the id where nobody has it."""
        found = self._players.get(str(player))
        return str(found["name"]) if found else str(player)

    def team(self, side: object) -> str:
        """A team's name."""
        found = self._teams.get(str(side))
        return str(found["name"]) if found else str(side)

    def anybody(self, name: object) -> str:
        """A team or a player."""
        return self.team(name) if str(name) in self._teams else self.player(name)

    def orb(self, side: object) -> str:
        """An orb by its team."""
        return f"the {side} orb"

    def many(self, players: Sequence[object]) -> str:
        """Several players."""
        return listed([self.player(player) for player in players])


def listed(names: Sequence[str]) -> str:
    """Names as a sentence has them.

    >>> listed(["Ylva"]), listed(["Ylva", "Orm", "Tosti"])
    ('Ylva', 'Ylva, Orm and Tosti')
    """
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names)


def square(at: object) -> str:
    """A square as people write it."""
    return f"({at[0]}, {at[1]})" if isinstance(at, list | tuple) else "nowhere"


def upper(words: str) -> str:
    """The words with a capital at their beginning."""
    return words[:1].upper() + words[1:]


def outcome(event: Event) -> str:
    """How a roll came out: total, target, margin."""
    total = event["total"]
    if event.get("target") is None:
        return f"{total}"
    verdict = "made" if event.get("success") else "missed"
    margin = event.get("margin")
    return f"{total} against {event['target']}: {verdict} by {abs(margin or 0)}"


def tell(event: Event, view: View) -> Narration:
    """An event in words."""
    return _TELLING.tell(event, Names(view))


# The match and its turns


def _created(e: Event, n: Names) -> Narration:
    teams = " against ".join(str(team.get("name") or team["side"]) for team in e["teams"])
    return Narration(f"{teams}, {e['turns_total']} turns.", "head")


def _placed(e: Event, n: Names) -> Narration:
    bench = f" {n.many(e['benched'])} start on the bench." if e.get("benched") else ""
    return Narration(f"{n.many(list(e['squares']))} take their places.{bench}")


def _ended(e: Event, n: Names) -> Narration:
    score = f"{e['score'][0]} : {e['score'][1]}"
    winner = e.get("winner")
    return Narration(f"The match is over: {n.team(winner) + ' win' if winner else 'a draw'}, {score}.", "head")


def _cleared(e: Event, n: Names) -> Narration:
    why = {"match_start": "", "point": " after the point", "double_loss": ", because both orbs are lost"}[e["cause"]]
    return Narration(
        f"All players return to their starting positions{why}.",
        "small",
        "double_loss" if e["cause"] == "double_loss" else "",
    )


# Windows and slots


def _window(e: Event, n: Names) -> Narration:
    about = e["about"]
    what = {
        "player_moved": f"{n.player(about)} has moved",
        "orb_launched": f"{n.orb(about)} has been propelled",
        "orb_moved": f"{n.orb(about)} has moved",
        "orb_landed": f"{n.orb(about)} has come down",
        "control_tried": f"someone tried to control {n.orb(about)}",
    }.get(e["trigger"], str(e["trigger"]).replace("_", " "))
    return Narration(f"Reaction window: {what}. {n.many(e['players'])} may react.", "small")


def _closed(e: Event, n: Names) -> Narration:
    order = e.get("order") or []
    return Narration(f"Reactions are resolved in this order: {n.many(order)}." if order else "No one reacts.", "small")


def _spent(slot: str) -> Callable[[Event, Names], Narration]:
    def teller(e: Event, n: Names) -> Narration:
        name = NAME_OF_ACTION.get(e.get("name", ""), "")
        if e.get("forced"):
            return Narration(f"{n.player(e['player'])}'s Reaction is used for the forced Control.", "small")
        if not name:
            return Narration(f"{n.player(e['player'])} loses the {slot} because of the concussion.")
        source = f" ({e['source']})" if e.get("source") else ""
        return Narration(f"{n.player(e['player'])} uses the {slot}{source}: {name}.")

    return teller


def _burn(e: Event, n: Names) -> Narration:
    squares = f"{e['amount']} more square{'s' if e['amount'] > 1 else ''}"
    gain = {
        "sr": f"+{e['amount']}",
        "order": f"+{e['amount']} on the order roll",
        "move": f"{squares} of movement",
        "propel": f"{squares} of distance",
    }
    return Narration(
        f"{n.player(e['player'])} burns for {gain[e['purpose']]}; an injury roll at {signed(e['injury_mod'])} follows."
    )


# Rolls


def _skill(e: Event, n: Names) -> str:
    against = f" against {n.anybody(e['opponent'])}" if e.get("opponent") else ""
    advantage = " with advantage" if e.get("advantage") else ""
    return f"{n.player(e['player'])} rolls {KIND_OF_ROLL[e['kind']]}{against}{advantage}: {outcome(e)}."


def _contest(e: Event, n: Names) -> Narration:
    what = "seize" if e["kind"] == "seize" else "push"
    seized = e["kind"] == "seize" and e["margin"] >= 5
    text = f"{n.player(e['actor'])} against {n.player(e['target'])}: the {what} is decided by {signed(e['margin'])}."
    if seized:
        text = f"{n.player(e['actor'])} seizes the orb from {n.player(e['target'])} ({signed(e['margin'])})!"
    return Narration(text, "key" if seized else "plain")


def _injury(e: Event, n: Names) -> Narration:
    who = n.player(e["player"])
    if e["table"] == "removal":
        return Narration(f"Second injury roll for {who}: {e['total']}.", "key")
    row = INJURY.get(e["injury"])
    what = row.title if row else "no injury" if e["total"] < SERIOUS else "off the table"
    cause = f" ({e['cause']})" if e.get("cause") else ""
    serious = e["total"] >= SERIOUS
    return Narration(f"Injury roll for {who}{cause}: {e['total']}, {what}.", "key" if serious else "plain")


def _lost_or_kept(e: Event) -> str:
    return "lost" if e["lost"] else "kept"


def _umpire(e: Event, n: Names) -> str:
    seen = "sees" if e.get("success") else "misses"
    return f"Umpire {e['umpire']} {seen} what {n.player(e['player'])} did: {outcome(e)}."


# Orbs


def _launched(e: Event, n: Names) -> Narration:
    shot = "shoots at the vessel with" if e.get("score_shot") else "lobs" if e.get("lob") else "propels"
    path, lob, distance = e["path"], bool(e.get("lob")), e["distance"]
    flight = Stroke(course(path, lob=lob), "lob" if lob else "flight", str(distance), above(e["target"]))
    turns = tuple(Stroke(ring(at), "bounce", tip=False) for at in bounces(path))
    way = f"from {square(path[0])} toward {square(e['target'])}, distance {distance}"
    return Narration(f"{n.player(e['player'])} {shot} {n.orb(e['orb'])}, {way}.", strokes=(flight, *turns))


def _scattered(verb: str) -> Callable[[Event, Names], Narration]:
    def teller(e: Event, n: Names) -> Narration:
        frame = n.team(e["frame"]) if e["frame"] in ("home", "away") else "the flight"
        way = WAY_OF_D8[e["die"] - 1]
        wall = ", off the wall" if e.get("bounced") else ""
        same = list(e["from"]) == list(e["to"])
        stroke = Stroke(
            loop(e["from"]) if same else line(e["from"], e["to"]), "scatter", f"d8: {e['die']}", above(e["to"])
        )
        text = (
            f"{upper(n.orb(e['orb']))} {verb} {square(e['to'])}{wall}: {e['die']} on the d8, {way} as seen by {frame}."
        )
        return Narration(text, strokes=(stroke,))

    return teller


def _orb_moved(e: Event, n: Names) -> Narration:
    stroke = Stroke(line(e["from"], e["to"]), "flight", "", None)
    return Narration(f"{upper(n.orb(e['orb']))} flies on to {square(e['to'])}.", strokes=(stroke,))


def _point(e: Event, n: Names) -> Narration:
    score = f"{e['score'][0]} : {e['score'][1]}"
    if e.get("gift"):
        return Narration(
            f"Gift of a point: {n.player(e['player'])} gives {n.team(e['team'])} the point. {score}", "head"
        )
    return Narration(f"Point for {n.team(e['team'])} by {n.player(e['player'])}! {score}", "head")


def _in_vessel(e: Event, n: Names) -> str:
    return f"{upper(n.orb(e['orb']))} goes into the {e['vessel']} vessel {MEANS[e['means']]}."


def _lost(e: Event, n: Names) -> Narration:
    return Narration(f"{upper(n.orb(e['orb']))} is lost in the {e['vessel']} vessel.", "key")


def _intercepted(e: Event, n: Names) -> Narration:
    return Narration(f"{n.player(e['player'])} intercepts {n.orb(e['orb'])}!", "key")


def _fell_short(e: Event, n: Names) -> str:
    return f"{upper(n.orb(e['orb']))} falls short: it covers {e['m']} of the distance."


# Movement, pushes


def _stepped(e: Event, n: Names) -> Narration:
    orb = f" with {listed([n.orb(o) for o in e['orbs']])}" if e.get("orbs") else ""
    text = f"{n.player(e['player'])} moves to {square(e['to'])}{orb}."
    return Narration(text, strokes=(Stroke(line(e["from"], e["to"]), "step"),))


def _pushed(e: Event, n: Names) -> Narration:
    orb = f" with {listed([n.orb(o) for o in e['orbs']])}" if e.get("orbs") else ""
    text = f"{n.player(e['by'])} moves {n.player(e['player'])} to {square(e['to'])}{orb}."
    return Narration(text, strokes=(Stroke(line(e["from"], e["to"]), "push"),))


def _floored(e: Event, n: Names) -> Narration:
    moved = list(e["from"]) != list(e["at"])
    strokes = (Stroke(line(e["from"], e["at"]), "push"),) if moved else ()
    return Narration(
        f"{n.player(e['player'])} is floored at {square(e['at'])} by {n.player(e['by'])}.", strokes=strokes
    )


def _forced(e: Event, n: Names) -> str:
    who, orb = n.player(e["player"]), n.orb(e["orb"])
    if not e["rolled"]:
        return f"{who} has no Reaction left and cannot hold on to {orb}."
    return f"{who} keeps {orb}." if e["made"] else f"{who} loses {orb}, short by {e['missed_by']}."


# Penalties and the GM


def _sat_out(e: Event, n: Names) -> Narration:
    until = {
        "point": "until a point is scored",
        "rounds": f"until turn {e.get('back')}",
        "match": "for the rest of the match",
    }
    return Narration(f"{n.player(e['player'])} sits out {until[e['until']]}.", "key")


def _foul(e: Event, n: Names) -> Narration:
    victim = f" on {n.player(e['victim'])}" if e.get("victim") else ""
    return Narration(f"Foul by {n.player(e['player'])}{victim}: {FOULS[e['foul']]}.", "key")


def _removed(e: Event, n: Names) -> Narration:
    return Narration(f"{n.player(e['player'])} {STATUS.get(e['status'], e['status'])}.", "key")


def _injured(e: Event, n: Names) -> str:
    until = f"until the end of turn {e['until']}" if e.get("until") else "until the end of the match"
    return f"{n.player(e['player'])} has {INJURY[e['injury']].title} {until}."


def _gm_effect(e: Event, n: Names) -> Narration:
    who = f" for {n.player(e['player'])}" if e.get("player") else ""
    return Narration(f"GM action{who}: {e['note']}", "key")


def _spell(e: Event, n: Names) -> str:
    purpose = "for +4" if e["purpose"] == "boost" else "to reach two squares"
    return f"{n.player(e['player'])} spends {e['spell']} {purpose}."


_TELLERS: dict[str, Callable[[Event, Names], Narration | str]] = {
    "match_created": _created,
    "position_set": lambda _e, _n: Narration("The match starts from a set position.", "head"),
    "placement_made": lambda e, n: f"{n.team(e['team'])} have submitted their placement.",
    "players_placed": _placed,
    "players_waited": lambda e, n: f"{n.many(e['players'])} have no free square and return in turn {e['back']}.",
    "orbs_placed": lambda _e, _n: Narration("Both orbs are placed in front of their vessels.", "small"),
    "field_cleared": _cleared,
    "turn_started": lambda e, _n: Narration(f"Turn {e['turn']}", "head"),
    "initiative_rolled": lambda e, n: f"{n.team(e['team'])} roll {e['total']} for initiative.",
    "initiative_set": lambda e, n: f"{n.team(e['team'])} pick first.",
    "go_started": lambda e, n: Narration(f"{n.player(e['player'])}'s go", "head"),
    "go_ended": lambda e, n: Narration(f"{n.player(e['player'])} is done.", "small"),
    "turn_ended": lambda e, _n: f"Turn {e['turn']} ends: {ENDED.get(e['reason'], e['reason'])}.",
    "extra_turn_added": lambda e, _n: Narration(
        f"The score is tied: an extra turn is played, {e['turns_total']} in total.", "key"
    ),
    "match_ended": _ended,
    "stepped": _stepped,
    "stood": lambda e, n: f"{n.player(e['player'])} stands up.",
    "dashed": lambda e, n: f"{n.player(e['player'])} dashes: {e['squares']} more squares.",
    "concussion_rolled": lambda e, n: (
        f"{n.player(e['player'])}, concussed, rolls {e['total']}: the {e['before']} is {_lost_or_kept(e)}."
    ),
    "action_spent": _spent("Action"),
    "reaction_spent": _spent("Reaction"),
    "bonus_spent": _spent("Bonus Action"),
    "burn_declared": _burn,
    "spell_spent": _spell,
    "spell_cast": lambda e, n: (
        f"{n.player(e['player'])} casts {e['spell']} (level {e['level']}){', lethal' if e.get('lethal') else ''}."
    ),
    "window_opened": _window,
    "passed": lambda e, n: Narration(f"{n.player(e['player'])} passes.", "small"),
    "reaction_declared": lambda e, n: f"{n.player(e['player'])} declares {NAME_OF_ACTION[e['name']]} as a Reaction.",
    "reaction_lapsed": lambda e, n: (
        f"{n.player(e['player'])}'s {NAME_OF_ACTION[e['name']]} no longer applies and costs nothing."
    ),
    "window_closed": _closed,
    "order_rolled": lambda e, n: f"{n.player(e['player'])} rolls {e['total']} for who tries first.",
    "sr_rolled": _skill,
    "contest_settled": _contest,
    "control_failed": lambda e, n: f"{n.player(e['player'])} misses {n.orb(e['orb'])} by {e['missed_by']}.",
    "seize_failed": lambda e, n: f"{n.player(e['target'])} keeps the orb.",
    "redirect_failed": lambda e, n: f"{upper(n.orb(e['orb']))} keeps its course.",
    "intercept_failed": lambda e, n: f"{upper(n.orb(e['orb']))} flies on past {n.player(e['player'])}.",
    "push_failed": lambda e, n: f"{n.player(e['target'])} does not budge ({signed(e['margin'])}).",
    "orb_controlled": lambda e, n: f"{n.player(e['player'])} holds {n.orb(e['orb'])} at {square(e['at'])}.",
    "orb_intercepted": _intercepted,
    "orb_dropped": lambda e, n: f"{upper(n.orb(e['orb']))} is loose at {square(e['at'])}.",
    "orb_launched": _launched,
    "orb_redirected": lambda e, n: Narration(f"{n.player(e['player'])} redirects {n.orb(e['orb'])}!", "key"),
    "orb_fell_short": _fell_short,
    "distance_rolled": lambda e, n: f"Distance rolled for {n.orb(e['orb'])}: {e['total']}.",
    "orb_moved": _orb_moved,
    "orb_bounced": lambda e, n: f"{upper(n.orb(e['orb']))} bounces off the wall at {square(e['at'])}.",
    "orb_landed": lambda e, n: f"{upper(n.orb(e['orb']))} comes down at {square(e['at'])}.",
    "orb_deviated": _scattered("comes down at"),
    "orb_scattered": _scattered("scatters to"),
    "orb_in_vessel": _in_vessel,
    "orb_lost": _lost,
    "point_scored": _point,
    "foul_intended": lambda e, n: f"{n.player(e['player'])} meant to injure {n.player(e['target'])}.",
    "push_ended": lambda e, n: Narration(f"{n.player(e['player'])}'s push is over.", "small"),
    "pushed": _pushed,
    "push_stopped": lambda e, n: f"{n.player(e['player'])} is stopped at {square(e['at'])}.",
    "floored": _floored,
    "stumble_rolled": lambda e, n: f"{n.player(e['player'])} rolls {e['total']} to stay upright.",
    "forced_control": _forced,
    "injury_rolled": _injury,
    "injury_applied": _injured,
    "modifier_expired": lambda e, n: Narration(
        f"{n.player(e['player'])}: {signed(e['mod']['amount'])} ({e['mod'].get('note') or 'GM'}) is over.", "small"
    ),
    "injury_expired": lambda e, n: Narration(
        f"{n.player(e['player'])} has recovered from {INJURY[e['injury']].title}.", "small"
    ),
    "player_removed": _removed,
    "umpire_rolled": _umpire,
    "foul_called": _foul,
    "player_sat_out": _sat_out,
    "player_ejected": lambda e, n: Narration(f"{n.player(e['player'])} is ejected from the tournament.", "key"),
    "play_rewound": lambda e, n: Narration(
        f"Play is rewound to before {n.player(e['player'])} used {NAME_OF_ACTION[e['name']]} again.", "key"
    ),
    "player_dismissed": lambda e, n: Narration(
        f"{n.player(e['player'])} is dismissed from the tournament{reason(e)}", "key"
    ),
    "spell_adjudicated": lambda e, _n: Narration(f"The GM has resolved {e['spell']}.", "small"),
    "gm_effect_applied": _gm_effect,
    "match_forfeited": lambda e, n: Narration(f"{n.team(e['team'])} forfeit the match{reason(e)}", "key"),
    "decided": lambda _e, _n: Narration("Decided.", "small"),
}

_TELLING = Telling(_TELLERS, EVENTS, MOMENTS)
