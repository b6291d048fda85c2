import pytest
from tests.tournaments.pages.conftest import *
PAGES=["home","table","fixtures","calendar","leaders","discipline","entrants","rules"]
def test_pages(league, browsers):
    for who,b in browsers.items():
        for p in PAGES+(["desk"] if who=="gail" else []):
            r=b.get(at(league,p)); assert r.status_code==200,(who,p)
        for f in league.now.fixtures:
            assert b.get(at(league,"fixture",f)).status_code==200
        for e in league.now.entrants:
            assert b.get(at(league,"entrant",e)).status_code==200
        assert b.get("/tournaments/").status_code==200
