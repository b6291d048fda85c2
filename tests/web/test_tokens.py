"""The colours of pages: text can be read on them, and everybody tells the sides apart."""

import re
from itertools import combinations, product
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders

Linear = tuple[float, float, float]

# Machado, Oliveira and Fernandes 2009, severity 1.0: linear RGB as somebody without the cones named sees it.
VISION: dict[str, tuple[Linear, Linear, Linear]] = {
    "all": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "no long": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "no medium": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "no short": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
# CIE 1976; 2.3 is just noticeable side by side, ten times as much is another colour at a glance.
APART = 23.0
SIDES = tuple(f"side-{number}" for number in range(1, 9))


def sheet() -> str:
    return Path(str(finders.find("web/tokens.css"))).read_text(encoding="utf-8")


def tokens(scheme: str) -> dict[str, str]:
    """Each colour of a scheme by name."""
    pairs = re.findall(r"--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);", sheet())
    return {name: light if scheme == "light" else dark for name, light, dark in pairs}


def linear(colour: str) -> Linear:
    shares = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in shares)
    return red, green, blue


def luminance(colour: str) -> float:
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """As WCAG counts it: 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def lab(colour: Linear) -> Linear:
    red, green, blue = colour
    shares = (
        (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047,
        0.2126 * red + 0.7152 * green + 0.0722 * blue,
        (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883,
    )
    x, y, z = (one ** (1 / 3) if one > 0.008856 else 7.787 * one + 16 / 116 for one in shares)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def seen(colour: str, vision: str) -> Linear:
    """A colour as somebody with this vision sees it, in Lab."""
    given = linear(colour)
    red, green, blue = (
        min(1.0, max(0.0, sum(weight * part for weight, part in zip(row, given, strict=True))))
        for row in VISION[vision]
    )
    return lab((red, green, blue))


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    ("text", "ground", "least"),
    [
        *product(("ink", "soft", "accent", "link", "good", "bad", "warn"), ("paper", "card"), (4.5,)),
        ("accent-ink", "accent", 4.5),
        ("ink", "accent-soft", 4.5),
        ("bad", "bad-soft", 4.5),
        ("warn", "warn-soft", 4.5),
        ("ink", "floor", 4.5),
        ("focus", "card", 3.0),
        *product(SIDES, ("card", "floor"), (2.6,)),
    ],
)
def test_text_can_be_read_and_shapes_be_seen(scheme: str, text: str, ground: str, least: float) -> None:
    """WCAG 2.2 asks 4.5 of text. Sides are told by a shape and a name, too."""
    found = tokens(scheme)
    assert contrast(found[text], found[ground]) >= least


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("vision", VISION)
def test_people_with_any_colour_vision_tell_the_sides_apart(scheme: str, vision: str) -> None:
    found = tokens(scheme)
    for one, other in combinations(SIDES, 2):
        apart = zip(seen(found[one], vision), seen(found[other], vision), strict=True)
        assert sum((a - b) ** 2 for a, b in apart) ** 0.5 >= APART, (one, other)


def test_the_font_is_small_and_comes_from_here() -> None:
    assert Path(str(finders.find("web/inter.woff2"))).stat().st_size <= 60_000
    assert 'url("inter.woff2")' in sheet()
    assert "http" not in sheet()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("side", SIDES)
def test_a_name_on_a_side_can_be_read(side: str, scheme: str) -> None:
    assert contrast(tokens(scheme)[f"{side}-ink"], tokens(scheme)[side]) >= 4.5


ADMIN: dict[str, list[tuple[str, str, str]]] = {
    "base": [
        ("50", "paper", "light"),
        ("200", "line", "light"),
        ("400", "soft", "dark"),
        ("500", "soft", "light"),
        ("700", "strong-line", "dark"),
        ("800", "line", "dark"),
        ("900", "card", "dark"),
        ("950", "paper", "dark"),
    ],
    "primary": [
        ("100", "accent-soft", "light"),
        ("300", "link", "dark"),
        ("500", "accent", "dark"),
        ("600", "accent", "light"),
        ("700", "link", "light"),
        ("900", "accent-soft", "dark"),
    ],
}
"""The shades of the admin site that are colours of the pages, too; the others lie between their neighbours."""


@pytest.mark.parametrize("palette", ADMIN)
def test_the_admin_site_wears_the_colours_of_the_pages(palette: str) -> None:
    shades = settings.UNFOLD["COLORS"][palette]
    assert [shades[shade] for shade, _, _ in ADMIN[palette]] == [
        tokens(scheme)[one] for _, one, scheme in ADMIN[palette]
    ]
    light = [luminance(shades[shade]) for shade in sorted(shades, key=int)]
    assert light == sorted(light, reverse=True)


SPACED = re.compile(r"(?<![\w-])(?:margin|padding|(?:row-|column-)?gap)(?:-[a-z-]+)?:([^;{}]+)")
LITERAL = re.compile(r"(?<![\w.-])-?(\d*\.?\d+)rem\b")
SMALLEST, LARGEST = 0.15, 3.0
SHEETS = ("web/static/web", "matches/static/matches", "campaigns/static/campaigns", "tournaments/static/tournaments")


def test_spaces_are_taken_from_the_scale() -> None:
    """What is less than the least space is the fit of a sign; what is more than the largest, room left for a part."""
    found = re.findall(r"--space-(\d): ([\d.]+)rem;", sheet())
    assert [int(step) for step, _ in found] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert [float(size) for _, size in found] == sorted(float(size) for _, size in found)
    sheets = [one for folder in SHEETS for one in Path(settings.BASE_DIR, folder).glob("*.css") if one.stem != "admin"]
    literal = {
        f"{one.name}: {size}rem"
        for one in sheets
        for told in SPACED.findall(one.read_text(encoding="utf-8"))
        for size in LITERAL.findall(told)
        if SMALLEST <= float(size) <= LARGEST
    }
    assert literal == set()
    assert sum(one.read_text(encoding="utf-8").count("var(--space-") for one in sheets) > 100
