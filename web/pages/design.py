"""The page of components, for whoever builds pages."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from web.crests import SIDES

NAMES = (
    "Veyra Night School",
    "Quarry Goats",
    "Ashgate Lanterns",
    "Copper Hounds",
    "Brannoc’s Own",
    "Salt Wardens",
    "The Ninth Bell",
    "Reed Dancers",
)
SURFACES = ("paper", "card", "ink", "soft", "line", "accent", "good", "bad", "warn", "floor", "lit")
FIGURES = (("", "yet to go"), ("gone", "has gone"), ("active", "acts now"), ("lit", "can be chosen now"))
ROLL = {
    "roll": "1d20",
    "rule": "ISH-SR-01",
    "dice": ({"sides": 20, "face": 9, "kept": True},),
    "bonus": "+3",
    "total": 12,
    "target": 7,
    "success": True,
    "percent": "44 %",
    "fraction": "53/120",
    "aim": "to take the orb",
    "rule_text": "A skill roll is a d20 and the sum of its modifiers.",
    "mods": ({"signed": "+3", "label": "Control", "rule": "ISH-SR-01", "text": ""},),
}


@require_safe
@login_required
def design(request: HttpRequest) -> HttpResponse:
    """Every component with made-up values, for staff."""
    if not request.user.is_staff:
        raise PermissionDenied
    sides = [(number, name) for number, name in zip(range(1, SIDES + 1), NAMES, strict=True)]
    missed = {**ROLL, "bonus": "−2", "total": 7, "target": 12, "success": False, "percent": "30 %"}
    return render(
        request,
        "web/design.html",
        {
            "surfaces": SURFACES,
            "sides": sides,
            "figures": FIGURES,
            "made": ROLL,
            "missed": missed,
            "chance": "44 %",
            "tabs": (("log", "Log", None), ("rolls", "Rolls", 12), ("decisions", "Decisions", None)),
            "toast": {"texts": ("Ylva takes the orb from Orm.",), "roll": ROLL},
            "values": (3, 4, 4, 7, 6, 9, 12),
        },
    )
