"""What every event of campaigns and companies says: a sentence with fields that it has, or a function that tells it."""

import msgspec
import pytest

from campaigns import narration
from campaigns.domain.campaign.events import CAMPAIGN_EVENTS
from campaigns.domain.company.events import COMPANY_EVENTS
from rules.kernel.sentences import parts_of
from tests.matches.pages.samples import document_of

KINDS = {**CAMPAIGN_EVENTS, **COMPANY_EVENTS}


@pytest.mark.parametrize("name", KINDS)
def test_an_event_is_told_by_its_sentence_or_by_a_function_and_not_by_both(name):
    assert bool(KINDS[name].says) != (KINDS[name] in narration.TELLERS)


@pytest.mark.parametrize("name", [name for name, kind in KINDS.items() if kind.says])
def test_a_sentence_speaks_of_fields_that_the_event_has(name):
    fields = {part.field for part in parts_of(KINDS[name].says)} - {""}
    assert fields <= set(KINDS[name].__struct_fields__)


@pytest.mark.parametrize("name", KINDS)
def test_each_event_is_told_in_plain_words(name):
    kind = KINDS[name]
    told = narration.tell(msgspec.convert(document_of(kind), kind), narration.Names())
    assert told.endswith(".")
    assert "_" not in told
    assert "None" not in told


def test_a_sentence_has_names_for_ids_and_words_for_keys():
    names = narration.Names(heroes={"h1": "Tulm"}, companies={"c2": "The Larks"}, words={"bow": "longbow"})
    given = COMPANY_EVENTS["item_given"](item="bow", count=2, to="c2")
    assert narration.tell(given, names) == "2 × longbow given to The Larks."
    left = COMPANY_EVENTS["battle_left"](match="m1")
    assert narration.tell(left, narration.Names(battles={"m1": 4})) == "Battle 4 changed nothing here."
    raised = COMPANY_EVENTS["core_raised"](hero="h1", stat="power", old=4, new=5)
    assert narration.tell(raised, names) == "Tulm raises Power from 4 to 5."
