"""What a simulation tells besides who wins: against battles replayed step by step, against sums
done by hand, and for players of several levels of skill."""

from __future__ import annotations

from statistics import fmean

import numpy as np
import pytest

from autogm.agents.measured import WORTH
from autogm.agents.playing import Recording, play_chunk
from autogm.agents.roster import seats
from autogm.analysis.intervals import wilson
from autogm.analysis.table_time import Pace, minutes_an_exchange, rounded
from autogm.engine.game import Game, load_game
from autogm.game.dice import OUTCOME_MASK
from autogm.lab.insight import insight
from autogm.lab.replay import replay
from autogm.lab.simulate import simulate
from autogm.lab.skill import SKILLS, SkillResult, decided_by_play, skill_lines
from autogm.model.library import shipped
from autogm.model.words import MAX_FIGHTERS
from tests.planner.falls import luck_of_fall

BATTLES = 12


def game_of(name: str) -> Game:
    """A scenario that ships."""
    return load_game(shipped()[name])


@pytest.mark.parametrize(("name", "who"), [("duel", "tactician"), ("loading-bay", "brawler"),
                                           ("farmhouse-raiders", "random")])  # fmt: skip
def test_battles_that_are_measured_are_the_same(name: str, who: str) -> None:
    game, agents = game_of(name), seats(who)
    plain = play_chunk(game, 3, 0, BATTLES, agents)
    measured = play_chunk(game, 3, 0, BATTLES, agents, None, True)
    assert (plain.results == measured.results).all()
    assert (plain.tallies == measured.tallies).all()
    both = play_chunk(game, 3, 0, BATTLES, agents, None, True, Recording.EXCHANGES)
    alone = play_chunk(game, 3, 0, BATTLES, agents, records=Recording.EXCHANGES)
    for one in (both, alone):
        assert (plain.results == one.results).all()
        assert (plain.tallies == one.tallies).all()
    assert (both.records == alone.records).all()
    assert both.luck is not None
    assert measured.luck is not None
    assert np.array_equal(both.luck, measured.luck)
    assert both.course is not None
    assert measured.course is not None
    assert np.array_equal(both.course, measured.course, equal_nan=True)
    assert plain.luck is None
    assert measured.luck is not None


@pytest.mark.parametrize(
    ("name", "who"),
    [("duel", "tactician"), ("lizardfolk-camp", "tactician"), ("loading-bay", "brawler")],
)
def test_luck_is_what_the_dice_showed_less_their_exact_mean(name: str, who: str) -> None:
    game, agents = game_of(name), seats(who)
    luck = play_chunk(game, 3, 0, BATTLES, agents, None, True).luck
    weighed = who == "tactician"
    assert luck is not None
    for battle in range(BATTLES):
        expected, worth = np.zeros(MAX_FIGHTERS), 0.0
        before = None
        for step in replay(game, 3, battle, agents):
            if before is not None and not before.is_terminal() and before.rolls_dice():
                mean = sum(outcome * chance for outcome, chance in before.chance_outcomes())
                top = int(before.record[0]["depth"]) - 1
                who_rolls = int(before.record[0]["pending"][top][1])
                expected[who_rolls] += (step.action & OUTCOME_MASK) - mean
                worth += luck_of_fall(before, step.action & OUTCOME_MASK)
            before = step.after
        both = luck[battle, :MAX_FIGHTERS] + luck[battle, MAX_FIGHTERS:WORTH]
        assert both == pytest.approx(expected, abs=1e-9)
        assert luck[battle, WORTH:].sum() == pytest.approx(worth if weighed else 0.0, abs=1e-9)
    assert luck.shape[1] == WORTH + weighed


@pytest.mark.parametrize("name", ["duel", "loading-bay"])
def test_points_left_are_those_that_the_log_leaves(name: str) -> None:
    game, agents = game_of(name), seats("tactician")
    found = simulate(game, BATTLES, 1, agents, workers=1, measures=True)
    told = insight(game, found).cost
    left = list[int]()
    for battle in range(BATTLES):
        purse = {
            one.id: int(game.first_record[0]["points"][number])
            for number, one in enumerate(game.encounter.fighters)
            if one.is_player_character
        }
        for step in replay(game, 1, battle, agents):
            for event in step.events:
                if event.kind == "point":
                    target = str(event.facts["to"]).removeprefix("owed to ")
                    for who, count in ((target, 1), (str(event.facts["from"]), -1)):
                        if who in purse:
                            purse[who] += count * int(event.facts["count"])
        left += purse.values()
    assert told is not None
    assert told.points_left is not None
    assert told.points_left.mean == pytest.approx(fmean(left))


def test_minutes_are_turns_at_a_pace() -> None:
    """Two heroes who stay and three opponents who always leave, there for half of it each."""
    fighters = [("players", 0.0), ("players", 0.0), ("gm", 1.0), ("gm", 1.0), ("gm", 1.0)]
    assert minutes_an_exchange(fighters, Pace(3, 1)) == pytest.approx(2 * 3 + 3 * 0.5)
    assert Pace().of("war-of-ashes").hero > Pace().of("core").hero > Pace().of("accelerated").hero
    assert [rounded(one) for one in (0.2, 7.4, 33.0, 71.0)] == [1, 7, 35, 75]


def counted(share: int, battles: int = 100, draws: int = 0) -> SkillResult:
    """Players who win so many of their battles, and have so many draws."""
    wins, none = wilson(share, battles), wilson(draws, battles)
    return SkillResult(SKILLS[0], "tactician", wins, none, battles, "fair")


def test_what_play_decides_is_the_variance_between_levels() -> None:
    """Shares of 0, 1/2 and 1: 2/3 of the variance of a fair coin lies between them; within is only
    that of the middle, which a hundred battles tell to 1/400, a third of it on average."""
    share = decided_by_play([counted(0), counted(50), counted(100)])
    assert share is not None
    assert share.mean == pytest.approx((1 / 6 - (0.25 / 100 / 3) * 2 / 3) / 0.25)
    none = decided_by_play([counted(50)] * 3)
    assert none is not None
    assert (none.mean, none.low) == (0, 0)
    assert decided_by_play([counted(100)] * 3) is None


def test_a_draw_differs_less_from_the_mean_than_a_victory() -> None:
    """Beginners have draws alone, regulars win half of the rest, veterans win: results of ½ a
    hundred times, of 0 and 1 twenty-five times each with fifty draws, and of 1."""
    found = [counted(0, draws=100), counted(25, draws=50), counted(100)]
    results = np.array([0.5] * 100 + [0.0] * 25 + [0.5] * 50 + [1.0] * 125)
    between = np.var([0.5, 0.5, 1.0]) - (0.125 / 100 / 3) * 2 / 3
    share = decided_by_play(found)
    assert share is not None
    assert share.mean == pytest.approx(between / results.var())
    assert decided_by_play([counted(0, draws=100)] * 3) is None


@pytest.mark.parametrize("battles", [(20, 20, 100), (125, 125, 500)])
def test_what_play_decides_has_an_interval_that_holds_it(battles: tuple[int, ...]) -> None:
    """Levels that win 5, 25 and 50%: of 200 samples 95% hold the share that goes with the level;
    180 or more but for once in 600 times (binomial)."""
    chances, random = np.array([0.05, 0.25, 0.5]), np.random.default_rng(2)
    truth = chances.var() / (chances.mean() * (1 - chances.mean()))
    held = 0
    for _ in range(200):
        won = random.binomial(battles, chances)
        found = decided_by_play([counted(int(k), n) for k, n in zip(won, battles, strict=True)])
        held += found is not None and (found.low or 0) <= truth <= (found.high or 1)
    assert held >= 180


def test_fewer_levels_than_all_do_not_tell_what_play_decides() -> None:
    for number in range(1, len(SKILLS)):
        assert decided_by_play([counted(10), counted(90)][:number]) is None
        assert not any("to the dice" in line for line in skill_lines([counted(50)] * number))


def test_levels_are_told_in_order() -> None:
    said = skill_lines([SkillResult(one, one.agent, wilson(5 + n, 10), wilson(0, 10), 10, "hard")
                        for n, one in enumerate(SKILLS)])  # fmt: skip
    firsts = [line.split()[0] for line in said]
    assert firsts == ["Beginners", "Regulars", "Veterans", "Over"]


def test_who_had_gone_before_costs_nobody_and_takes_no_time() -> None:
    """From a state in the middle of a battle, when some of either side have been taken out."""
    game = game_of("lizardfolk-camp")
    heroes = sum(1 << n for n, one in enumerate(game.encounter.fighters) if one.is_player_character)
    steps = (step.after for seed in range(9) for step in replay(game, seed, 0, seats("brawler")))
    start = next(one for one in steps if not one.is_terminal() and one.record[0]["out"] & heroes)
    found = simulate(game, 20, 1, seats("brawler"), start=start)
    gone = [one for one in found.fighters if not one.here]
    assert gone
    assert not any(one.hero or one.taken_out.count for one in gone)
    assert found.heroes is not None
    assert found.heroes.number == sum(one.hero for one in found.fighters) < 3
    pace, left = Pace(2.0, 1.0), [one for one in found.fighters if one.here]
    told = insight(game, found, pace)
    assert told.minutes_an_exchange <= sum(pace.hero if f.side == "players" else 1.0 for f in left)
    cost = sum(one.consequences["mild"].mean for one in left if one.hero) / found.heroes.number
    assert told.cost is not None
    assert told.cost.consequences["mild"].mean == pytest.approx(cost)
