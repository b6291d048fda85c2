"""Every event of Ishmêk in words, and what is drawn for it.

Most have their sentence on their class (`rules.ishmek.events`): here are the words for its fields, and what tells
the rest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from matches.pages.boards.base import Narration
from matches.pages.boards.common import listed, reason, signed, verdict
from matches.pages.boards.names import Names as BaseNames
from matches.pages.boards.narrators import Drawing, Event, Teller
from matches.pages.boards.squares import above, bounces, course, line, loop, ring, square_words
from rules.ishmek.commands import ACTIONS, FOULS, MOD_KINDS
from rules.ishmek.points.windows import TRIGGER_TEXT
from rules.ishmek.tables import CLEAN_SEIZE, GRAVE_INJURY, INJURY
from rules.kernel.sentences import Word, without_names
from web.pages.fields import Stroke

WAY_OF_D8 = ("left forward", "forward", "right forward", "right", "right back", "back", "left back", "left")
STATUS = {
    "out_match": "is out for the rest of the match",
    "out_tournament": "is out of the tournament",
    "dead": "is dead",
    "sitting_out": "sits out",
    "bench": "is on the bench",
}
ENDED = {"all_gone": "everyone has had their go", "point": "a point was scored", "double_loss": "both orbs are lost"}
CLEARED = {"match_start": "", "point": " after the point", "double_loss": ", because both orbs are lost"}
MEANS = {"score_shot": "by a Score Shot", "scatter": "scattering", "deviation": "off its course"}


class Names(BaseNames):
    """People, teams and orbs."""

    figures = "players"

    def orb(self, side: object) -> str:
        return f"the {side} orb"


# The match and its turns


def _created(e: Event, n: Names) -> str:
    teams = " against ".join(str(team.get("name") or team["side"]) for team in e["teams"])
    return f"{teams}, {e['turns_total']} turns."


def _placed(e: Event, n: Names) -> str:
    bench = f" {n.many(e['benched'])} start on the bench." if e["benched"] else ""
    return f"{n.many(list(e['squares']))} take their places.{bench}"


def _ended(e: Event, n: Names) -> str:
    winner = f"{n.team(e['winner'])} win" if e["winner"] else "a draw"
    return f"The match is over: {winner}, {_score(e)}."


def _score(e: Event) -> str:
    return f"{e['score'][0]} : {e['score'][1]}"


# Windows and slots


def _window(e: Event, n: Names) -> str:
    about = n.figure(e["about"]) if e["trigger"] == "player_moved" else e["about"]
    return f"Reaction window: {TRIGGER_TEXT[e['trigger']].format(about=about)} {n.many(e['players'])} may react."


def _closed(e: Event, n: Names) -> str:
    order = e["order"]
    return f"Reactions are resolved in this order: {n.many(order)}." if order else "No one reacts."


def _spent(slot: str) -> Teller[Names]:
    def teller(e: Event, n: Names) -> Narration | str:
        name = ACTIONS.get(e["name"], "")
        if e.get("forced"):
            return Narration(f"{n.figure(e['player'])}'s Reaction is used for the forced Control.", "small")
        if not name:
            return f"{n.figure(e['player'])} loses the {slot} because of the concussion."
        source = f" ({e['source']})" if e.get("source") else ""
        return f"{n.figure(e['player'])} uses the {slot}{source}: {name}."

    return teller


def _burn(e: Event, n: Names) -> str:
    squares = f"{e['amount']} more square{'s' if e['amount'] > 1 else ''}"
    gain = {
        "sr": f"+{e['amount']}",
        "order": f"+{e['amount']} on the order roll",
        "move": f"{squares} of movement",
        "propel": f"{squares} of distance",
    }
    return (
        f"{n.figure(e['player'])} burns for {gain[e['purpose']]}; an injury roll at {signed(e['injury_mod'])} follows."
    )


# Rolls


def _skill(e: Event, n: Names) -> str:
    against = f" against {n.anybody(e['opponent'])}" if e["opponent"] else ""
    advantage = " with advantage" if e["advantage"] else ""
    return f"{n.figure(e['player'])} rolls {_roll(e['kind'])}{against}{advantage}: {verdict(e)}."


def _roll(kind: str) -> str:
    return MOD_KINDS[kind].removesuffix(" rolls")


def _contest(e: Event, n: Names) -> Narration:
    actor, target, margin = n.figure(e["actor"]), n.figure(e["target"]), signed(e["margin"])
    if e["kind"] == "seize" and e["margin"] >= CLEAN_SEIZE:
        return Narration(f"{actor} seizes the orb from {target} ({margin})!", "key")
    what = "seize" if e["kind"] == "seize" else "push"
    return Narration(f"{actor} against {target}: the {what} is decided by {margin}.")


def _injury(e: Event, n: Names) -> Narration:
    who = n.figure(e["player"])
    if e["table"] == "removal":
        return Narration(f"Second injury roll for {who}: {e['total']}.", "key")
    row, grave = INJURY.get(e["injury"]), e["total"] >= GRAVE_INJURY
    what = row.title if row else "off the table" if grave else "no injury"
    cause = f" ({e['cause']})" if e["cause"] else ""
    return Narration(f"Injury roll for {who}{cause}: {e['total']}, {what}.", "key" if grave else "plain")


def _umpire(e: Event, n: Names) -> str:
    seen = "sees" if e["success"] else "misses"
    return f"Umpire {e['umpire']} {seen} what {n.figure(e['player'])} did: {verdict(e)}."


# Orbs


def _launched(e: Event, n: Names) -> str:
    shot = "shoots at the vessel with" if e["score_shot"] else "lobs" if e["lob"] else "propels"
    way = f"from {square_words(e['path'][0])} toward {square_words(e['target'])}, distance {e['distance']}"
    return f"{n.figure(e['player'])} {shot} {n.orb(e['orb'])}, {way}."


def _point(e: Event, n: Names) -> str:
    who, team = n.figure(e["player"]), n.team(e["team"])
    if e["gift"]:
        return f"Gift of a point: {who} gives {team} the point. {_score(e)}"
    return f"Point for {team} by {who}! {_score(e)}"


def _forced(e: Event, n: Names) -> str:
    who, orb = n.figure(e["player"]), n.orb(e["orb"])
    if not e["rolled"]:
        return f"{who} has no Reaction left and cannot hold on to {orb}."
    return f"{who} keeps {orb}." if e["made"] else f"{who} loses {orb}, short by {e['missed_by']}."


# Penalties and the GM


def _sat_out(e: Event, n: Names) -> str:
    until = {
        "point": "until a point is scored",
        "rounds": f"until turn {e['back']}",
        "match": "for the rest of the match",
    }
    return f"{n.figure(e['player'])} sits out {until[e['until']]}."


def _gm_effect(e: Event, n: Names) -> str:
    who = f" for {n.figure(e['player'])}" if e["player"] else ""
    return f"GM action{who}: {e['note']}"


TELLERS: Mapping[str, Teller[Names]] = {
    "match_created": _created,
    "players_placed": _placed,
    "match_ended": _ended,
    "action_spent": _spent("Action"),
    "reaction_spent": _spent("Reaction"),
    "bonus_spent": _spent("Bonus Action"),
    "burn_declared": _burn,
    "window_opened": _window,
    "window_closed": _closed,
    "sr_rolled": _skill,
    "contest_settled": _contest,
    "orb_launched": _launched,
    "point_scored": _point,
    "forced_control": _forced,
    "injury_rolled": _injury,
    "umpire_rolled": _umpire,
    "player_sat_out": _sat_out,
    "gm_effect_applied": _gm_effect,
}

# The words for fields


def _carrying(names: Names, orbs: Sequence[object]) -> str:
    return f" with {listed([names.orb(orb) for orb in orbs])}" if orbs else ""


def _frame(names: Names, frame: str) -> str:
    return names.team(frame) if frame in ("home", "away") else "the flight"


def _until_turn(turn: int | None) -> str:
    return f"until the end of turn {turn}" if turn else "until the end of the match"


WORDS: Mapping[str, Word[Names]] = {
    "player": Names.figure,
    "players": Names.many,
    "team": Names.team,
    "orb": Names.orb,
    "victim": lambda names, victim: f" on {names.figure(victim)}" if victim else "",
    "carrying": _carrying,
    "frame": _frame,
    "square": without_names(square_words),
    "signed": without_names(signed),
    "reason": without_names(reason),
    "action": without_names(ACTIONS.__getitem__),
    "foul": without_names(FOULS.__getitem__),
    "status": without_names(lambda status: STATUS.get(status, status)),
    "injury": without_names(lambda injury: INJURY[injury].title),
    "ended": without_names(lambda why: ENDED.get(why, why)),
    "cleared": without_names(CLEARED.__getitem__),
    "means": without_names(MEANS.__getitem__),
    "spell_use": without_names({"boost": "for +4", "range": "to reach two squares"}.__getitem__),
    "lost": without_names(lambda is_lost: "lost" if is_lost else "kept"),
    "lethal": without_names(lambda is_lethal: ", lethal" if is_lethal else ""),
    "bounced": without_names(lambda has_bounced: ", off the wall" if has_bounced else ""),
    "way": without_names(lambda die: WAY_OF_D8[die - 1]),
    "until_turn": without_names(_until_turn),
    "mod": without_names(lambda mod: f"{signed(mod['amount'])} ({mod.get('note') or 'GM'})"),
}

# What is drawn


def _flight(e: Event, _n: Names) -> tuple[Stroke, ...]:
    path, lob = e["path"], e["lob"]
    flight = Stroke(course(path, lob=lob), "lob" if lob else "flight", str(e["distance"]), above(e["target"]))
    return (flight, *(Stroke(ring(at), "bounce", tip=False) for at in bounces(path)))


def _scatter(e: Event, _n: Names) -> tuple[Stroke, ...]:
    stays = list(e["from"]) == list(e["to"])
    way = loop(e["from"]) if stays else line(e["from"], e["to"])
    return (Stroke(way, "scatter", f"d8: {e['die']}", above(e["to"])),)


def _line(kind: str, end: str = "to") -> Drawing[Names]:
    def drawn(e: Event, _n: Names) -> tuple[Stroke, ...]:
        return (Stroke(line(e["from"], e[end]), kind),)

    return drawn


def _fall(e: Event, n: Names) -> tuple[Stroke, ...]:
    return _line("push", "at")(e, n) if list(e["from"]) != list(e["at"]) else ()


DRAWN: Mapping[str, Drawing[Names]] = {
    "stepped": _line("step"),
    "pushed": _line("push"),
    "floored": _fall,
    "orb_launched": _flight,
    "orb_moved": _line("flight"),
    "orb_deviated": _scatter,
    "orb_scattered": _scatter,
}
