"""What the GM does by hand in Storm of Istra: every form of the match page, with its icon."""

from __future__ import annotations

from matches.admin.board_forms import ListedForm, listed
from rules.istra import commands as co

FORMS = (
    listed("gm_sight", co.GmSight.form, "visibility"),
    ListedForm("gm_skill_check", "Skill check", "casino"),
    ListedForm("gm_number", "Change a value", "exposure"),
    ListedForm("gm_flag", "Change a status", "flag_circle"),
    ListedForm("gm_pos", "Move a model", "place"),
    ListedForm("gm_status", "Take a model off", "person_remove"),
    ListedForm("gm_condition", "Conditions", "healing"),
    ListedForm("gm_engaged", "Engage or disengage", "swords"),
    ListedForm("gm_active_weapon", "Weapon in hand", "back_hand"),
    ListedForm("gm_loaded", "Load a weapon", "sync"),
    ListedForm("gm_used", "Correct uses", "counter_1"),
    ListedForm("gm_owner", "Change the owner", "switch_account"),
    ListedForm("gm_item", "Move an item", "category"),
    ListedForm("gm_zone", "Remove a zone", "select_all"),
    ListedForm("gm_turn_limit", "Turn limit", "timer"),
    ListedForm("gm_nominator", "Next to nominate", "record_voice_over"),
    ListedForm("place_terrain", "Place terrain", "forest"),
    ListedForm("paste_terrain", "Paste terrain", "data_object"),
    listed("remove_terrain", co.RemoveTerrain.form, "delete"),
    listed("concede", co.Concede.form, "flag"),
    listed("end_battle", co.EndBattle.form, "block"),
)
