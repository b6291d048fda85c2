"""What the demo says while it is told, to whoever has no terminal to see a bar in."""

from io import StringIO

import pytest
from django.core.management import call_command

from campaigns.demo.chapters import chapters
from campaigns.management.commands import demo


@pytest.mark.usefixtures("db")
def test_without_a_terminal_lines_tell_how_far_it_is(monkeypatch):
    monkeypatch.setattr(demo, "PROGRESS_SECONDS", 0)
    said = StringIO()
    call_command("demo", "--quick", stdout=StringIO(), stderr=said)
    shares = [int(line.split("%")[0].rpartition(" ")[2]) for line in said.getvalue().splitlines() if "so far" in line]
    assert shares == sorted(shares)
    assert (shares[0], len(set(shares))) == (0, len(chapters(quick=True)))
