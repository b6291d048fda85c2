"""The GM's actions in a Skirmish of Hachigoku: every form of the match page, with its icon."""

from __future__ import annotations

from matches.admin.board_forms import listed
from matches.pages.boards.hachigoku.gm_forms import ADJUST, JOIN, RANGES_OF
from rules.hachigoku import commands as co

FORMS = (
    listed("set_range", RANGES_OF, "straighten"),
    listed("set_cover", co.SetCover.form, "shield"),
    listed("fall", co.Fall.form, "south"),
    listed("adjust", ADJUST, "edit"),
    listed("join", JOIN, "person_add"),
    listed("set_condition", co.SetCondition.form, "healing"),
    listed("grant_honor", co.GrantHonor.form, "military_tech"),
    listed("return_weapon", co.ReturnWeapon.form, "back_hand"),
    listed("leave", co.Leave.form, "directions_walk"),
    listed("set_ambush", co.SetAmbush.form, "visibility_off"),
    listed("gm_ruling", co.GmRuling.form, "gavel"),
    listed("minor_action", co.MinorAction.form, "notes"),
    listed("next_scene", co.NextScene.form, "skip_next"),
    listed("end_skirmish", co.EndSkirmish.form, "block"),
)
