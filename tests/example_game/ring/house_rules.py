"""The switches of the rulings, with their defaults."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from rules.kernel.switches import OffOn, Switches, switch


class HouseRules(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """House rules of a match."""

    switches: ClassVar[Switches] = {
        "The grip": {"winded_brace": switch("RING-Q-02", "Winded wrestlers may brace")},
    }

    winded_brace: OffOn = "off"
