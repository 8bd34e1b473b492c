"""What `evaluation.loss` counts: against values found in another way, in a conflict of one choice
that can be worked out by hand, and as a command.
"""

from __future__ import annotations

import json

import numpy as np
import pytest

from autogm.agents.base import RandomSource
from autogm.agents.roster import agent
from autogm.engine.codes import GM, PLAYERS
from autogm.engine.state import State
from autogm.planner.solving.solver import Solution, solve
from evaluation.loss import Loss, Seat, loss, main, seat_loss, shares_of, solved
from tests.table import scene

SMALL = "captain-first"


@pytest.fixture(scope="module")
def found() -> Solution:
    return solved(SMALL)


def brawl(state: State) -> int:
    return agent("brawler").decide(state, RandomSource(0)).action


def test_a_battle_is_the_policy_against_a_best_response_in_chance_of_winning(
    found: Solution,
) -> None:
    counted = loss(found, SMALL, "brawler")
    players, gm = (found.policy(brawl, side) for side in (PLAYERS, GM))
    assert counted.players.battle == pytest.approx((found.value - found.worth(players, 0)) / 2)
    assert counted.gm.battle == pytest.approx((found.worth(gm, 1) - found.value) / 2, abs=1e-12)
    assert counted.battle == pytest.approx((counted.players.battle + counted.gm.battle) / 2)


def one_exchange(ann: int, bob: int) -> Solution:
    """Ann strikes or passes, then bob does; whoever is hit is out."""
    sheet = {"tracks": {"physical": 0, "mental": 0}, "consequences": {"mild": 0}}
    game = scene(
        "fate-core", f"ann Fight {ann}", f"bob Fight {bob}", exchanges=1, templates=[],
        actions=["attack"], turn_order={"first": "players"}, sheets={"ann": sheet, "bob": sheet},
        rules={"attacks": {"Provoke": None, "Shoot": None}, "attack_tie": "nothing",
               "attack_style_boost": False, "defend_style_boost": []},
    ).game  # fmt: skip
    return solve(game)


def hit(lead: int) -> float:
    """The chance of beating somebody's dice with dice of one's own and a lead."""
    spread = {-4: 1, -3: 4, -2: 10, -1: 16, 0: 19, 1: 16, 2: 10, 3: 4, 4: 1}
    pairs = [(a + lead > b, p * q) for a, p in spread.items() for b, q in spread.items()]
    return sum(p for better, p in pairs if better) / 81**2


def test_drawing_gives_away_the_mean_of_what_is_drawn() -> None:
    """Attacking is worth a hit, and bob's answer where it misses; passing is worth his answer."""
    found, chance = one_exchange(0, 0), hit(0)
    assert found.value == pytest.approx(chance - (1 - chance) * chance)
    seat = seat_loss(found, shares_of(found, "random", PLAYERS, 1), PLAYERS)
    assert seat.battle == pytest.approx((found.value + chance) / 4)
    assert seat.met == pytest.approx(1.0)
    assert seat.decision == pytest.approx(1000 * seat.battle)
    assert seat.optimal == pytest.approx(0.5)


def test_decisions_that_do_not_matter_are_not_counted() -> None:
    """Against a lead of six an attack is worth a few thousandths, and still lost where it is not
    made."""
    found, chance = one_exchange(0, 6), hit(-6)
    worth = chance * (1 + hit(6)) / 2
    assert 0 < worth < 0.01
    seat = seat_loss(found, shares_of(found, "random", PLAYERS, 1), PLAYERS)
    assert seat.battle == pytest.approx(worth / 2)
    assert (seat.met, seat.decision, seat.optimal) == (0.0, 0.0, 1.0)


def test_both_sides_count_by_how_many_decisions_they_had() -> None:
    one = Loss("some", 0.0, Seat(0.1, 30.0, 1.0, 0.5), Seat(0.3, 10.0, 3.0, 0.9))
    assert one.battle == pytest.approx(0.2)
    assert one.decision == pytest.approx((30 + 3 * 10) / 4)
    assert one.optimal == pytest.approx((0.5 + 3 * 0.9) / 4)


def test_the_command_prints_one_json_value(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--json", "--agents", "random,brawler", "--conflicts", SMALL])
    told = json.loads(capsys.readouterr().out)
    assert list(told["agents"]) == ["random", "brawler", "perfect"]
    losses = [told["agents"][name]["means"]["battle"] for name in told["agents"]]
    assert losses[0] > losses[1] > losses[2]
    assert np.isclose(losses[2], 0.0, atol=1e-6)


def test_the_command_prints_tables(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--agents", "brawler", "--conflicts", SMALL])
    told = capsys.readouterr().out
    assert "brawler: chance of winning given away" in told
    assert "Means over conflicts" in told
    assert "-0.0000" not in told


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--agents", "brawlr"], "Did you mean `brawler`"),
        (["--conflicts", "knol"], "no conflict is called `knol`"),
        (["--conflicts", ""], "name one conflict at least"),
    ],
)
def test_unknown_names_are_refused(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as told:
        main(arguments)
    assert told.value.code == 2
    assert words in capsys.readouterr().err
