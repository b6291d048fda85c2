"""What standings count of a battle beside its result: told once, when it is settled, in the game's own words."""

from types import SimpleNamespace

from msgspec.structs import replace

from campaigns.standings import standings, tallies
from rules.ishmek import events as ishmek
from rules.ishmek.progression import PROGRESSION as OF_ISHMEK
from rules.istra.events import ModelOut
from rules.istra.progression import PROGRESSION as OF_ISTRA
from rules.kernel.progression import FinishedMatch, Score
from tests.campaigns.domain.bouts import Season
from tests.campaigns.domain.nights import Night
from tests.rules.ishmek.arena import man, play
from tests.rules.play import rule

SIDES = {"s1": ("ann", "h1", "h2"), "s2": ("bob", "h1", "h2")}
ANN = {"h1": "s1-h1", "h2": "s1-h2"}
BOB = {"h1": "s2-h1", "h2": "s2-h2"}


def battle(*out, won=("s1",)):
    night = Night.running(ann=2, bob=2)
    game = night.start("m1", SIDES)
    night.finish("m1", game, out=out, won=won)
    return night, game


def struck(model, by):
    return ModelOut(model=model, cause="attack", by=by)


def score(game, models, *more):
    return OF_ISTRA.score(FinishedMatch(game.state, [*game.events, *more], models))


@rule("IST-FATE-01", "KERNEL-CAMP-06")
class TestIstra:
    def test_who_struck_down_whom(self):
        """Both of Bob's are out, one by each of Ann's; nobody of Ann's is."""
        _, game = battle("s2-h1", "s2-h2")
        blows = (struck("s2-h1", "s1-h2"), struck("s2-h2", "s1-h1"))
        assert score(game, ANN, *blows) == Score({"kills": 2, "lost": 0, "survivors": 2}, {"h1": 1, "h2": 1})
        assert score(game, BOB, *blows) == Score({"kills": 0, "lost": 2, "survivors": 0}, {})

    def test_what_was_taken_back_does_not_count(self):
        """A blow that was rewound, for the model stands at the end; and one that another has struck after all."""
        _, game = battle("s2-h1")
        blows = (struck("s2-h2", "s1-h1"), struck("s2-h1", "s1-h1"), struck("s2-h1", "s1-h2"))
        assert score(game, ANN, *blows) == Score({"kills": 1, "lost": 0, "survivors": 2}, {"h2": 1})

    def test_own_people_are_no_kills(self):
        _, game = battle("s1-h1")
        blow = struck("s1-h1", "s1-h2")
        assert score(game, ANN, blow) == Score({"kills": 0, "lost": 1, "survivors": 1}, {})

    def test_it_is_told_with_the_record(self):
        night, _ = battle("s2-h1")
        night.do("record_battle", match="m1")
        assert night.campaign.battles["m1"].scores == {
            "ann": Score({"kills": 0, "lost": 0, "survivors": 2}),
            "bob": Score({"kills": 0, "lost": 1, "survivors": 1}),
        }

    def test_a_void_battle_has_none_and_a_friendly_one_neither(self):
        night, _ = battle("s2-h1")
        night.do("record_battle", match="m1")
        night.do("void_battle", match="m1", reason="rain")
        night.fight("m2", SIDES, kind="friendly", out=("s2-h1",), won=("s1",))
        assert night.campaign.battles["m1"].scores == night.campaign.battles["m2"].scores == {}


@rule("ISH-SCORE-01", "ISH-SCORE-03", "KERNEL-CAMP-06")
class TestIshmek:
    def scored(self, player, score, *, gift=False):
        return ishmek.PointScored(team="home" if score[0] else "away", player=player, score=score, gift=gift)

    def test_points_for_and_against_and_who_brought_them(self):
        """2:1 at the end: h1 twice, once in a stretch that was rewound, h2 once; a1 by a gift of the other team."""
        game = play([man("h1", (3, 3)), man("h2", (4, 4))], [man("a1", (9, 5))])
        state = replace(game.state, score=(2, 1))
        told = [
            self.scored("h1", (1, 0)),
            self.scored("h1", (1, 1)),
            self.scored("a1", (1, 1), gift=True),
            self.scored("h2", (2, 1)),
        ]
        home = FinishedMatch(state, told, {"hanna": "h1", "hugo": "h2"})
        away = FinishedMatch(state, told, {"arno": "a1"})
        assert OF_ISHMEK.score(home) == Score({"points_for": 2, "points_against": 1}, {"hanna": 1, "hugo": 1})
        assert OF_ISHMEK.score(away) == Score({"points_for": 1, "points_against": 2}, {})

    def test_a_point_that_the_gm_took_back_is_nobodys(self):
        """Two were scored by h1; the GM set the score back to 1:0, and h2 scored after that."""
        game = play([man("h1", (3, 3)), man("h2", (4, 4))], [man("a1", (9, 5))])
        first, second, again = (
            self.scored(name, score) for name, score in (("h1", (1, 0)), ("h1", (2, 0)), ("h2", (2, 0)))
        )
        for told, score, scorers in (
            ([first, second], (1, 0), {"hanna": 1}),
            ([first, second], (0, 0), {}),
            ([first, second, again], (2, 0), {"hanna": 1, "hugo": 1}),
        ):
            played = FinishedMatch(replace(game.state, score=score), told, {"hanna": "h1", "hugo": "h2"})
            assert OF_ISHMEK.score(played) == Score({"points_for": score[0], "points_against": 0}, scorers)


@rule("KERNEL-CAMP-06", "RING-CAMP-03")
def test_how_a_side_left_its_battles_is_counted_by_word(ring):
    """Bob was driven off the mat once and lost late once, Ann lost late once; by Ring, who is driven off has fled."""
    season = Season.running(ann=2, bob=2)
    season.bout("m1", red="ann", blue="bob", off="blue")
    season.bout("m2", hero="h2", red="ann", blue="bob", late="blue")
    season.bout("m3", hero="h2", red="ann", blue="bob", late="red")
    endings = [
        {company: one.ending for company, one in each.scores.items()} for each in season.campaign.battles.values()
    ]
    assert endings == [
        {"ann": "", "bob": "fled"},
        {"ann": "", "bob": "defeated"},
        {"ann": "defeated", "bob": ""},
    ]
    rows = [SimpleNamespace(pk=name, name=name, xp=0, worth=0, disbanded=False) for name in ("ann", "bob")]
    ann, bob = standings(season.campaign, rows)
    assert (ann.endings, bob.endings) == ({"defeated": 1}, {"fled": 1, "defeated": 1})
    assert tallies(season.campaign, ann) == [("squares won", 2), ("defeated", 1), ("fled", 0)]
    assert tallies(season.campaign, bob) == [("squares won", 1), ("defeated", 1), ("fled", 1)]


def test_games_that_tell_no_endings_have_none_in_the_standings():
    night, _ = battle("s2-h1")
    night.do("record_battle", match="m1")
    (line, *_) = standings(night.campaign, [SimpleNamespace(pk="ann", name="A", xp=0, worth=0, disbanded=False)])
    assert (line.endings, [word for word, _ in tallies(night.campaign, line)][:3]) == (
        {},
        ["kills", "models lost", "survivors"],
    )
