"""Simulations: the same numbers whatever the workers, and counts that equal what replaying each
battle with its events gives.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from sys import gettrace, settrace
from types import FrameType, SimpleNamespace
from typing import Any

import pytest

import autogm.lab.simulate
from autogm.agents.roster import seats
from autogm.analysis.intervals import Mean, mean_of
from autogm.engine.events import Event
from autogm.engine.game import Game, load_game
from autogm.engine.position import position_data
from autogm.engine.state import State
from autogm.lab.replay import replay
from autogm.lab.simulate import CHUNK, Simulation, Stopped, simulate
from autogm.model.scenario import Scenario
from autogm.rules.loading import settle
from tests.conformance.tailored import TAILORED

SCENARIOS = Path(__file__).parents[2] / "scenarios"
CASES = [
    ("duel", "brawler"),
    ("duel", "random"),
    ("lizardfolk-camp", "random"),
    ("street-fight", "players=brawler,gm=random"),
    ("hold-the-bridge", "brawler"),
    ("aether-storm", "random"),
    ("royal-court", "random"),
    ("autarch-skirmish", "players=random"),
]
AWAY = {"escaped": "leaves", "conceded": "concedes"}
NEVER_SPENT = ("leaving the scene", "arriving", "a compel refused")


def test_the_same_whatever_the_workers() -> None:
    game = load_game(SCENARIOS / "duel.yaml")
    one, two, three = (
        simulate(game, 2300, 5, seats("gm=random"), workers=workers) for workers in (1, 2, 3)
    )
    assert plain(one) == plain(two) == plain(three)
    assert plain(one) != plain(simulate(game, 2300, 6, seats("gm=random"), workers=2))


def plain(found: Simulation) -> dict[str, Any]:
    """A simulation without its times."""
    return replace(found, seconds=1.0).as_dict()


def recount(game: Game, battles: int, seed: int, who: str) -> tuple[Counter[Any], Counter[Any]]:
    """Every count of a simulation, from the events of each of its battles, and its squares."""
    total: Counter[Any] = Counter()
    squares: Counter[Any] = Counter()
    for battle in range(battles):
        found: Counter[Any] = Counter()
        for step in replay(game, seed, battle, seats(who)):
            for event in step.events:
                note(found, event.kind, whole(game, event.who), event.facts)
            for one, kind in left(game, step.events, step.after).items():
                found[kind, one] += 1
        for key, count in found.items():
            total[key] += count
            squares[key] += count * count
    return total, squares


def whole(game: Game, who: str | None) -> str | None:
    """A fighter; of what has broken off from a mob, the mob (N4)."""
    parts = {one.id: one.part_of for one in game.encounter.fighters}
    return parts.get(str(who)) or who


def left(game: Game, events: Iterable[Event], after: State) -> dict[str, str]:
    """Who has left in a step, and how; a mob once the last of it has, as the best off of it."""
    found = dict[str, str]()
    going = [one for one in events if one.kind in ("taken out", "concedes", "leaves")]
    if not going:
        return found
    told = position_data(after)
    here = {whole(game, one) for one in told.get("present", ())}
    for event in going:
        mob = str(whole(game, event.who))
        if mob not in here:
            found[mob] = next(
                (AWAY[name] for name in AWAY if mob in told.get(name, ())), event.kind
            )
    return found


def note(found: Counter[Any], kind: str, who: str | None, facts: dict[str, Any]) -> None:
    """Count one event."""
    if kind == "end":
        found["wins", facts["winner"]] += 1
        found["exchanges"] += facts["exchange"]
    elif kind == "consequence":
        found["consequence", who, facts["severity"]] += 1
    elif kind == "damage":
        found["damage", who] += facts["shifts"]
        found["hits", who] += facts["shifts"] > 0
    elif kind == "point":
        source, target = facts["from"], facts["to"].removeprefix("owed to ")
        count, reason = facts["count"], facts["reason"]
        if reason == "a compel refused":
            found["spent", target, "offering a compel"] -= count
        elif reason == "an action interrupted":  # whoever had got it has not
            found["gained", source.removeprefix("owed to ")] -= count
            if target != "supply":
                found["spent", target, "an invoke for effect"] -= count
        elif reason not in NEVER_SPENT:
            found["spent", source, reason] += count
            found["gained", target] += count


def check(game: Game, battles: int, seed: int, who: str) -> None:
    """Compare a simulation with its replays."""
    found = simulate(game, battles, seed, seats(who))
    counts, squares = recount(game, battles, seed, who)

    def mean(*key: str) -> Mean:
        return mean_of(counts[key], squares[key], battles)

    def spent(account: str) -> dict[str, Mean]:
        """What an account was spent on per battle."""
        return {
            key[2]: mean(*key)
            for key, count in counts.items()
            if key[:2] == ("spent", account) and count
        }

    for side, share in (*found.wins.items(), ("undecided", found.undecided)):
        assert share.count == counts["wins", side]
    assert found.exchanges["mean"] == pytest.approx(counts["exchanges"] / battles)
    for one in found.fighters:
        assert one.taken_out.count == counts["taken out", one.id]
        assert one.conceded.count == counts["concedes", one.id]
        assert one.left.count == counts["leaves", one.id]
        assert one.damage == mean("damage", one.id)
        assert one.hits == mean("hits", one.id)
        assert one.points_gained == mean("gained", one.id)
        for severity, hurts in one.consequences.items():
            assert hurts == mean("consequence", one.id, severity)
        assert one.points_spent == spent(one.id)
    assert found.pool == spent("gm")
    own = [one for one in game.encounter.fighters if one.side == "players" and not one.part_of]
    heroes = [one.id for one in own if one.is_player_character] or [one.id for one in own]
    fell = sum(counts["taken out", one] for one in heroes)
    assert found.heroes is not None
    assert found.heroes.number == len(heroes)
    assert found.heroes.fallen.mean == pytest.approx(fell / battles)
    assert found.heroes.all_fall.count <= fell / len(heroes) <= found.heroes.any_falls.count <= fell
    numbers = [one.count for one in found.heroes.numbers]
    assert sum(numbers) == found.battles
    assert sum(number * count for number, count in enumerate(numbers)) == fell
    assert (numbers[0], numbers[-1]) == (
        found.battles - found.heroes.any_falls.count,
        found.heroes.all_fall.count,
    )


@pytest.mark.parametrize(("name", "who"), CASES)
def test_counts_are_those_of_the_replays(name: str, who: str) -> None:
    check(load_game(SCENARIOS / f"{name}.yaml"), 24, 3, who)


@pytest.mark.parametrize("written", TAILORED, ids=lambda one: one.title)
def test_counts_of_tailored_scenarios(written: Scenario) -> None:
    check(Game(settle(written)), 15, 4, "random")


@pytest.mark.parametrize(
    ("who", "most"), [("brawler", 1500), ("tactician", 24), ("skirmisher", 24)]
)
def test_an_interrupted_simulation_is_a_shorter_one(who: str, most: int) -> None:
    """Its battles are the first ones, whatever the number of workers."""
    game, told = load_game(SCENARIOS / "duel.yaml"), 0

    def progress(done: int) -> None:
        nonlocal told
        told += done
        if told >= most:
            raise KeyboardInterrupt

    with pytest.raises(Stopped) as stop:
        simulate(game, 4 * most, 5, seats(who), workers=2, progress=progress)
    found = stop.value.found
    assert (found.battles, found.asked) == (most, 4 * most)
    assert plain(replace(found, asked=most)) == plain(simulate(game, most, 5, seats(who)))


def test_an_interrupt_leaves_all_of_a_part_or_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever it comes, the counts are those of whole parts."""
    monkeypatch.setattr(autogm.lab.simulate, "CHUNK", 20)
    game, agents = load_game("duel"), seats("brawler")
    shorter = {number: plain(simulate(game, number, 5, agents)) for number in (20, 40, 60)}
    stopped, lines, last, over = set[int](), 0, 0, False

    def trace(frame: FrameType, event: str, _: object) -> Any:
        nonlocal lines
        if frame.f_code is not simulate.__code__:
            return None
        if event == "line" and not over:
            lines += 1
            if lines == last:
                raise KeyboardInterrupt
        return trace

    while not over:
        lines, last, before = 0, last + 1, gettrace()
        settrace(trace)
        try:
            simulate(game, 60, 5, agents, workers=1, measures=True, seen=lambda _: None)
            over = True
        except Stopped as stop:
            found = replace(stop.found, asked=stop.found.battles)
            assert plain(found) == shorter[found.battles]
            assert len(found.results) == found.battles
            stopped.add(found.battles)
        except KeyboardInterrupt:
            pass
        finally:
            settrace(before)
    assert stopped == {20, 40, 60}


def test_it_ends_when_the_time_is_over() -> None:
    game, agents, told = load_game("duel"), seats("brawler"), list[int]()
    found = simulate(game, 5000, 1, agents, progress=told.append, over=lambda: len(told) == 2)
    assert (found.battles, found.asked) == (sum(told), 5000)
    assert plain(replace(found, asked=1000)) == plain(simulate(game, 1000, 1, agents))


def test_it_is_said_how_many_battles_a_share_will_take() -> None:
    """Not the most that may be played; and the nearer the end, the better."""
    told = list[int]()
    found = simulate(load_game("duel"), 1_000_000, 1, seats("brawler"), until=0.02,
                     expects=told.append)  # fmt: skip
    assert told
    assert all(0.5 * found.battles <= one <= 2.3 * found.battles for one in told)
    assert found.battles - CHUNK < told[-1] <= found.battles


def test_all_intervals_of_who_stops_early_hold_though_one_has_looked() -> None:
    """Not only those of the wins: the same battles, not looked at, have narrower ones in everything
    that varies."""
    game, agents = load_game("duel"), seats("brawler")
    looked = simulate(game, 20_000, 1, agents, until=0.02)
    plain = simulate(game, looked.battles, 1, agents)
    assert looked.battles < 20_000
    assert looked.heroes is not None
    assert plain.heroes is not None
    pairs: list[tuple[Any, Any]] = [
        (looked.wins["players"], plain.wins["players"]),
        (SimpleNamespace(**looked.exchanges), SimpleNamespace(**plain.exchanges)),
        (looked.heroes.fallen, plain.heroes.fallen),
        (looked.heroes.any_falls, plain.heroes.any_falls),
        *zip(looked.heroes.numbers, plain.heroes.numbers, strict=True),
    ]
    for one, other in zip(looked.fighters, plain.fighters, strict=True):
        pairs += [(one.taken_out, other.taken_out), (one.damage, other.damage),
                  (one.hits, other.hits)]  # fmt: skip
        pairs += [(one.points_spent[key], other.points_spent[key]) for key in one.points_spent]
    for one, other in pairs:
        assert one.high - one.low > 1.1 * (other.high - other.low)


def test_the_json_has_what_it_says() -> None:
    game = load_game(SCENARIOS / "duel.yaml")
    told: list[int] = []
    found = simulate(game, 1200, 2, seats("brawler"), workers=2, progress=told.append)
    assert sum(told) == 1200
    out = json.loads(json.dumps(found.as_dict()))
    assert (out["battles"], out["asked"], out["seed"]) == (1200, 1200, 2)
    assert out["agents"] == {"players": "brawler", "gm": "brawler"}
    assert set(out["wins"]) == {"players", "gm"}
    for share in (*out["wins"].values(), out["undecided"]):
        assert set(share) == {"count", "share", "low", "high"}
        assert share["low"] <= share["share"] <= share["high"]
        assert share["share"] == share["count"] / 1200
    assert sum(one["count"] for one in (*out["wins"].values(), out["undecided"])) == 1200
    assert {"p10", "p50", "p90", "mean"} <= set(out["exchanges"])
    assert 1 <= out["exchanges"]["p10"] <= out["exchanges"]["p50"] <= out["exchanges"]["p90"] <= 8
    assert list(out["fighters"]) == ["ilse", "bruno"]
    assert {"taken_out", "conceded", "consequences", "damage", "points_spent"} <= set(
        out["fighters"]["ilse"]
    )
    hits = out["fighters"]["ilse"]["hits"]
    assert 0 < hits["low"] < hits["mean"] < hits["high"]
    assert out["seconds"] > 0
    assert out["battles_per_second"] > 0


def test_quartiles_are_those_of_the_battles() -> None:
    game = load_game(SCENARIOS / "duel.yaml")
    lengths = []
    for battle in range(101):
        steps = list(replay(game, 8, battle, seats("brawler")))
        lengths.append(steps[-1].events[-1].facts["exchange"])
    lengths.sort()
    found = simulate(game, 101, 8, seats("brawler")).exchanges
    got = [found[name] for name in ("p10", "p25", "p50", "p75", "p90")]
    assert got == [lengths[place] for place in (10, 25, 50, 75, 90)]


@pytest.mark.parametrize("count", [0, -1, 10**9])
def test_senseless_numbers_of_battles_are_refused(count: int) -> None:
    game = load_game(SCENARIOS / "duel.yaml")
    with pytest.raises(ValueError, match="battles can be played"):
        simulate(game, count, 1, seats("brawler"))
