"""The style sheet of campaigns and the pages that it is for."""

import re
from pathlib import Path

CAMPAIGNS = Path(__file__).resolve().parents[3] / "campaigns"


def test_each_cell_that_is_laid_out_on_a_telephone_is_on_a_page():
    """A column that is renamed on the page alone loses its place where the table becomes a list."""
    styles = (CAMPAIGNS / "static/campaigns/campaigns.css").read_text()
    pages = "".join(page.read_text() for page in (CAMPAIGNS / "templates/campaigns/pages").glob("*.html"))
    labels = set(re.findall(r"\[data-label=(\w+)\]", styles))
    assert labels
    assert {label for label in labels if f'data-label="{label}"' not in pages} == set()
