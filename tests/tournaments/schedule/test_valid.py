"""Calendars that cannot be worked with are refused, with the field and what to do."""

import msgspec
import pytest

from rules.kernel.errors import Refused
from tests.tournaments.schedule.four import FOUR, HALL, calendar, fixture, season, wish
from tournaments.domain.schedule.calendar import Blackout, Calendar, Competitor, RoundWindow, Slot, Venue
from tournaments.domain.schedule.valid import require_valid

BAD = [
    ({"competitors": (*FOUR, FOUR[0])}, "competitors", "r is in competitors twice"),
    ({"competitors": (*FOUR, Competitor("x", "X", "barn"))}, "competitors[4].venue", "there is no venue barn"),
    ({"venues": (Venue("hall", "Old Hall", 0),)}, "venues[0].tables", "Old Hall has no table"),
    ({"slots": (Slot("2026-02-29"),)}, "slots[0].date", "'2026-02-29' is not a date"),
    ({"slots": (Slot("20260502"),)}, "slots[0].date", "'20260502' is not a date"),
    ({"slots": (Slot("2026-05-02", "24:00"),)}, "slots[0].time", "'24:00' is not a time"),
    ({"slots": (Slot("2026-05-02", "", "barn"),)}, "slots[0].venue", "there is no venue barn"),
    ({"windows": (RoundWindow(1, "2026-05-02", "2026-05-01"),)}, "windows[0]", "2026-05-01 is before 2026-05-02"),
    (
        {"windows": (RoundWindow(1, "2026-05-02", "2026-05-02"), RoundWindow(1, "2026-05-03", "2026-05-03"))},
        "windows",
        "1 is in windows twice",
    ),
    (
        {"blackouts": (Blackout(id="x", kind="venue", of="barn", first="2026-05-02", last="2026-05-02"),)},
        "blackouts[0].of",
        "there is no venue barn",
    ),
    (
        {"blackouts": (Blackout(id="x", kind="entrant", of="z", first="2026-05-02", last="2026-05-02"),)},
        "blackouts[0].of",
        "there is no entrant z",
    ),
    ({"wishes": (wish("home_on", "z", round=1),)}, "wishes[0].entrant", "there is no entrant z"),
    ({"wishes": (wish("meet_on", "r", "z", round=1),)}, "wishes[0].other", "there is no entrant z"),
    ({"wishes": (wish("meet_on", "r", "r", round=1),)}, "wishes[0].other", "this wish names one entrant twice"),
    ({"wishes": (wish("home_on", "r"),)}, "wishes[0]", "this wish names neither a round nor a date"),
    ({"wishes": (wish("home_on", "r", date="May"),)}, "wishes[0].date", "'May' is not a date"),
    ({"wishes": (wish("rest_days"),)}, "wishes[0].number", "this wish names no number"),
    ({"wishes": (wish("last_together", weight=0),)}, "wishes[0].weight", "a weight must be at least 1"),
    ({"fixtures": (fixture("f1", "rz"),)}, "fixtures[0]", "there is no entrant z"),
    ({"fixtures": (fixture("f1", "rr"),)}, "fixtures[0]", "r plays itself"),
    ({"fixtures": (fixture("f1", "rb", needs=("f9",)),)}, "fixtures[0].needs", "there is no fixture f9"),
    (
        {"fixtures": (fixture("f1", "rb", needs=("g1",)), fixture("g1", "gw", needs=("f1",)))},
        "fixtures",
        "f1, g1 need each other",
    ),
]


def test_it_works():
    require_valid(season(venues=(HALL,), slots=(Slot("2026-05-02", "23:59", "hall"),)))


def test_a_calendar_is_stored_and_read_again():
    """Events hold calendars: as JSON, without what has its default."""
    given = season(
        slots=(Slot("2026-05-02", "23:59", "hall", 2),),
        windows=(RoundWindow(1, "2026-05-02", "2026-05-03", True),),
        blackouts=(Blackout(id="x", kind="venue", of="hall", first="2026-05-09", last="2026-05-10", label="fair"),),
        wishes=(wish("meet_on", "r", "b", round=2, hard=True), wish("rest_days", number=2)),
    )
    stored = msgspec.json.encode(given)
    assert msgspec.json.decode(stored, type=Calendar) == given
    assert b'"neutral"' not in stored


@pytest.mark.rule("KERNEL-TOUR-73")
@pytest.mark.parametrize(("more", "field", "message"), BAD, ids=[message for _, _, message in BAD])
def test_it_refuses_what_contradicts_itself(more, field, message):
    with pytest.raises(Refused) as refused:
        require_valid(calendar(**more))
    assert (refused.value.field, refused.value.message) == (field, message)
    assert refused.value.hint
