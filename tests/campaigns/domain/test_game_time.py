"""The clock of a campaign. [KERNEL-CAMP-15]"""

import pytest

from campaigns.domain.campaign.house_rules import customs_of
from campaigns.game_clock import clock, duration
from tests.campaigns.domain.nights import Night
from tests.rules.play import rule


@rule("KERNEL-CAMP-15")
def test_the_gm_lets_hours_and_days_pass():
    night = Night.running(ann=0)
    assert (night.campaign.hour, night.do("advance_clock", hours=5, reason="A long talk.")) == (0, ["clock_advanced"])
    (told,) = night.told["campaign-k1"]
    assert (told.hours, told.hour, told.reason, night.campaign.hour) == (5, 5, "A long talk.", 5)
    night.do("advance_clock", days=2, hours=1, reason="The road.")  # 2 × 24 + 1
    assert night.campaign.hour == 5 + 49


@rule("KERNEL-CAMP-15", "KERNEL-ILL-40")
def test_it_refuses_to_let_no_time_pass():
    night = Night.running(ann=0)
    night.refuses("advance_clock", "nothing_to_change", reason="x", rule="KERNEL-CAMP-15", at="hours")
    night.refuses("advance_clock", "reason_wanted", hours=1, reason=" ")
    night.refuses("advance_clock", "gm_only", by="ann", hours=1, reason="x")


def test_it_wants_a_campaign_that_runs():
    night = Night()
    night.refuses("advance_clock", "campaign_not_started", hours=1, reason="x")
    night.do("start_campaign")
    night.do("end_campaign")
    night.refuses("advance_clock", "campaign_over", hours=1, reason="x")


@rule("KERNEL-CAMP-15")
def test_days_pass_with_a_downtime_by_house_rule():
    night = Night.running()
    assert night.do("start_downtime") == ["downtime_started"]
    night.do("set_house_rule", name="downtime_days", value=7)
    assert night.do("start_downtime") == ["downtime_started", "clock_advanced"]
    assert (night.campaign.downtime, night.campaign.hour) == (2, 7 * 24)


@pytest.mark.parametrize("days", [-1, 366])
@rule("KERNEL-CAMP-04")
def test_it_refuses_downtimes_of_too_many_days(days):
    night = Night.running()
    night.refuses("set_house_rule", "bad_house_rule", name="downtime_days", value=days, at="value")
    night.do("set_house_rule", name="downtime_days", value=365)
    assert customs_of(night.campaign.rules).downtime_days == 365


@rule("KERNEL-CAMP-15")
def test_a_battle_keeps_the_hour_that_it_began_at():
    night = Night.running(ann=1, bob=1)
    night.do("advance_clock", hours=30, reason="x")
    night.start("m1", {"s1": ("ann", "h1"), "s2": ("bob", "h1")})
    night.do("advance_clock", hours=3, reason="x")
    assert (night.campaign.battles["m1"].hour, night.campaign.hour) == (30, 33)


def test_the_clock_in_words():
    assert [clock(hour) for hour in (0, 23, 24, 62)] == ["day 1, 00:00", "day 1, 23:00", "day 2, 00:00", "day 3, 14:00"]
    assert [duration(hours) for hours in (1, 24, 49)] == ["1 hour", "1 day", "2 days and 1 hour"]
