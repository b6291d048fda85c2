"""What the GM does by hand in Ishmêk: every form of the match page, with its icon."""

from __future__ import annotations

from matches.admin.board_forms import ListedForm

RULESET = "ishmek"
FORMS = (
    ListedForm("gm_effect", "Change a player", "edit"),
    ListedForm("gm_orb", "Move an orb", "sports_volleyball"),
    ListedForm("gm_match", "Correct score or umpires", "scoreboard"),
    ListedForm("umpire_call", "Call a foul", "sports"),
    ListedForm("dismiss", "Dismiss a player", "person_remove"),
    ListedForm("forfeit", "Forfeit for a team", "flag", final=True),
)
