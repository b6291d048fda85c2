"""`manage.py reference`: the field tables of the documentation."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from rules.kernel.schema_docs import BEGIN, END


def test_it_is_printed():
    out = StringIO()
    call_command("reference", stdout=out)
    assert "## Ishmêk: commands" in out.getvalue()


def test_it_is_written_between_the_markers(tmp_path):
    page = tmp_path / "transcripts.md"
    page.write_text(f"# Transcripts\n{BEGIN}\nSTALE\n{END}\nafter\n", encoding="utf-8")
    call_command("reference", write=page)
    text = page.read_text(encoding="utf-8")
    assert "## Ishmêk: commands" in text
    assert "STALE" not in text
    assert text.endswith("after\n")


@pytest.mark.parametrize("text", [None, "no markers"])
def test_it_refuses_a_page_it_cannot_write(tmp_path, text):
    page = tmp_path / "page.md"
    if text is not None:
        page.write_text(text, encoding="utf-8")
    with pytest.raises(CommandError):
        call_command("reference", write=page)
