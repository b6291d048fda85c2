"""Forms for what the GM does by hand in Ishmêk."""

from __future__ import annotations

from typing import Any

from django import forms
from unfold.widgets import UnfoldAdminIntegerFieldWidget, UnfoldAdminSelectWidget

from matches.admin.deeds import Deed
from rules.ishmek.arena import COLUMNS, ROWS, SIDES
from rules.ishmek.questions import SR_MOD_KINDS
from rules.ishmek.tables import INJURIES

RULESET = "ishmek"
FOULS = (
    ("illegal_handling", "illegal handling of the orb (always seen)"),
    ("same_action", "the same action twice (always seen)"),
    ("foul_play", "foul play of another kind (both umpires roll)"),
    ("intent_to_injure", "intent to injure (always seen)"),
)
NOTHING = ("", "leave as it is")


def _number(label: str, low: int, high: int, help_text: str = "") -> forms.IntegerField:
    return forms.IntegerField(
        label=label,
        required=False,
        min_value=low,
        max_value=high,
        widget=UnfoldAdminIntegerFieldWidget,
        help_text=help_text,
    )


class AboutPlayer(Deed):
    """A deed about one player."""

    player = forms.ChoiceField(widget=UnfoldAdminSelectWidget)

    def prepare(self) -> None:
        """Everybody who is in the match, by team."""
        self.offer("player", [("", "Choose a player"), *self.players()])

    def players(self) -> list[tuple[str, str]]:
        """The players as choices."""
        teams = {team.side: team.name for team in self.match.state.teams}
        return [
            (p.id, f"{p.name or p.id} ({teams[p.team]}{'' if p.at else ', ' + p.status.replace('_', ' ')})")
            for p in self.match.state.players
        ]


class Effect(AboutPlayer):
    """Changes a player by hand."""

    title = "Change a player"
    explained = "What a table does and no rule covers: a modifier, another square, prone or standing, an injury."

    sr_kind = forms.ChoiceField(
        label="Modifier on skill rolls of the kind",
        required=False,
        choices=[("", "no modifier"), *((kind, kind.replace("_", " ")) for kind in SR_MOD_KINDS)],
        widget=UnfoldAdminSelectWidget,
    )
    sr_amount = _number("Modifier", -20, 20, "Such as -2.")
    sr_until = _number("Until the end of turn", 1, 1_000, "Empty: until the end of the match.")
    move_x = _number("Move to column", 1, COLUMNS, f"1 to {COLUMNS} from the home back wall. Both or neither.")
    move_y = _number("Move to row", 1, ROWS, f"1 to {ROWS} from the top.")
    prone = forms.ChoiceField(
        required=False, choices=[NOTHING, ("yes", "falls prone"), ("no", "stands up")], widget=UnfoldAdminSelectWidget
    )
    add_injury = forms.ChoiceField(
        label="Injury",
        required=False,
        choices=[("", "no injury"), *((row.name, row.title) for row in INJURIES.values())],
        widget=UnfoldAdminSelectWidget,
    )

    def clean(self) -> dict[str, Any]:
        """At least one change, and each whole."""
        super().clean()
        given = self.cleaned_data
        if bool(given.get("sr_kind")) != (given.get("sr_amount") is not None):
            self.add_error("sr_amount", "A modifier needs its kind and its amount.")
        if (given.get("move_x") is None) != (given.get("move_y") is None):
            self.add_error("move_x", "A square needs its column and its row.")
        changes = ("sr_kind", "prone", "add_injury")
        if not any(given.get(name) for name in changes) and given.get("move_x") is None and not self.errors:
            self.add_error(None, "Choose at least one change.")
        return given

    def command(self) -> dict[str, Any]:
        """The effect, without what stays as it is."""
        given = self.cleaned_data
        order: dict[str, Any] = {"type": "gm_effect", "player": given["player"], "note": given["reason"]}
        if given["sr_kind"]:
            order["sr_mod"] = {"kind": given["sr_kind"], "amount": given["sr_amount"], "note": given["reason"]}
            if given["sr_until"] is not None:
                order["sr_mod"]["until"] = given["sr_until"]
        if given["move_x"] is not None:
            order["move_to"] = [given["move_x"], given["move_y"]]
        if given["prone"]:
            order["prone"] = given["prone"] == "yes"
        if given["add_injury"]:
            order["add_injury"] = given["add_injury"]
        return order


class UmpireCall(AboutPlayer):
    """Calls a foul."""

    title = "Call a foul"
    explained = "An offence that the rules engine cannot see. The penalty follows from the rules."

    foul = forms.ChoiceField(choices=FOULS, widget=UnfoldAdminSelectWidget)
    victim = forms.ChoiceField(label="Fouled player", required=False, widget=UnfoldAdminSelectWidget)
    injury_total = _number("Injury roll that came of it", 1, 60, "Its total, if there was one.")

    def prepare(self) -> None:
        """The victim is a player too, if there is one."""
        super().prepare()
        self.offer("victim", [("", "nobody in particular"), *self.players()])

    def command(self) -> dict[str, Any]:
        """The call."""
        given = self.cleaned_data
        order = {"type": "umpire_call", "player": given["player"], "foul": given["foul"], "note": given["reason"]}
        chosen = {"victim": given["victim"] or None, "injury_total": given["injury_total"]}
        return order | {name: value for name, value in chosen.items() if value is not None}


class Dismiss(AboutPlayer):
    """Dismisses a player."""

    title = "Dismiss a player"
    explained = "The player leaves the match and the tournament at once."

    def command(self) -> dict[str, Any]:
        """The dismissal."""
        return {"type": "dismiss", "player": self.cleaned_data["player"], "reason": self.cleaned_data["reason"]}


class Forfeit(Deed):
    """Gives the match up for a team."""

    title = "Forfeit for a team"
    explained = "The match is over, and the other team has won it."
    final = True

    team = forms.ChoiceField(widget=UnfoldAdminSelectWidget)

    def prepare(self) -> None:
        """Both teams by name."""
        names = {team.side: team.name for team in self.match.state.teams}
        self.offer("team", [("", "Choose a team"), *((side, f"{names[side]} ({side})") for side in SIDES)])

    def command(self) -> dict[str, Any]:
        """The forfeit."""
        return {"type": "forfeit", "team": self.cleaned_data["team"], "reason": self.cleaned_data["reason"]}
