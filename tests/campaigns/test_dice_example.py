"""The worked example of the page about campaigns, recomputed by what the page says and by nothing of ours."""

import hashlib
import hmac
import re
from pathlib import Path

from rules.kernel.dice import HouseDice, commitment, dice_key
from rules.kernel.rolls import Need
from tests.rules.play import rule

PAGE = (Path(__file__).parents[2] / "docs" / "campaigns.md").read_text(encoding="utf-8")
SECRET = bytes(range(32))
CAMPAIGN = "00000000-0000-5000-8000-000000000001"
ROWS = re.findall(r"^\| (\d+) \| `([0-9a-f]{8})` \| (\d+) \| (\d+) \|$", PAGE, re.MULTILINE)


def fields(*texts):
    return b"".join(len(text.encode()).to_bytes(4, "big") + text.encode() for text in texts)


@rule("KERNEL-CAMP-12")
def test_by_the_words_of_the_page():
    key = hmac.new(SECRET, fields("dice/1", CAMPAIGN), hashlib.sha256).digest()
    assert key.hex() in PAGE
    assert hashlib.sha256(SECRET).hexdigest() in PAGE
    assert CAMPAIGN in PAGE
    assert [int(block) for block, *_ in ROWS] == [0, 1, 2]
    for block, begins, word, face in ROWS:
        whole = hmac.new(key, int(block).to_bytes(8, "big"), hashlib.sha256).digest()
        assert whole[:4].hex() == begins
        assert int(begins, 16) == int(word) < 2**32 - 2**32 % 20
        assert int(word) % 20 + 1 == int(face)


@rule("KERNEL-CAMP-12")
def test_the_dice_of_a_campaign_fall_so():
    dice = HouseDice(dice_key(SECRET, CAMPAIGN, {}), 0)
    need = Need(purpose="survival", by="h1", seat="gm", sides=(20,), rule="IST-Q-100")
    assert [dice.take(need).faces[0] for _ in ROWS] == [int(face) for *_, face in ROWS]
    assert commitment(SECRET) in PAGE
