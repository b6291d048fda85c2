"""The GM's actions in Ishmêk: every form of the match page, with its icon."""

from __future__ import annotations

from matches.admin.board_forms import listed
from rules.ishmek.commands import Dismiss, Forfeit, GmEffect, UmpireCall

FORMS = (
    listed("gm_effect", GmEffect.form, "edit"),
    listed("gm_orb", GmEffect.orb_form, "sports_volleyball"),
    listed("gm_match", GmEffect.match_form, "scoreboard"),
    listed("umpire_call", UmpireCall.form, "sports"),
    listed("dismiss", Dismiss.form, "person_remove"),
    listed("forfeit", Forfeit.form, "flag"),
)
