"""What the GM does by hand in Storm of Istra: every form of the match page, with its icon."""

from __future__ import annotations

from matches.admin.board_forms import ListedForm, listed
from rules.istra import commands as co
from rules.istra.adjustments import ADJUSTMENTS

ICONS = {
    "gm_number": "exposure",
    "gm_flag": "flag_circle",
    "gm_pos": "place",
    "gm_status": "person_remove",
    "gm_condition": "healing",
    "gm_engaged": "swords",
    "gm_active_weapon": "back_hand",
    "gm_loaded": "sync",
    "gm_used": "counter_1",
    "gm_owner": "switch_account",
    "gm_item": "category",
    "gm_zone": "select_all",
    "gm_turn_limit": "timer",
    "gm_nominator": "record_voice_over",
}
FORMS = (
    listed("gm_sight", co.GmSight.form, "visibility"),
    ListedForm("gm_skill_check", "Skill check", "casino"),
    *(listed(name, kind.form, ICONS[name]) for name, kind in ADJUSTMENTS.items()),
    ListedForm("place_terrain", "Place terrain", "forest"),
    ListedForm("paste_terrain", "Paste terrain", "data_object"),
    listed("remove_terrain", co.RemoveTerrain.form, "delete"),
    listed("concede", co.Concede.form, "flag"),
    listed("end_battle", co.EndBattle.form, "block"),
)
