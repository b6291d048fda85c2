"""What the GM does by hand in Storm of Istra: every form of the match page, with its icon."""

from __future__ import annotations

from matches.admin.board_forms import ListedForm

RULESET = "istra"
FORMS = (
    ListedForm("gm_sight", "Line of sight", "visibility"),
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
    ListedForm("remove_terrain", "Remove terrain", "delete"),
    ListedForm("concede", "Concede for a side", "flag", final=True),
    ListedForm("end_battle", "End the battle", "block", final=True),
)
