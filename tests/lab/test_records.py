"""Rows of battles, held against the same battles told step by step, and against counted ones."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import numpy as np
import pytest

from autogm.agents.playing import Recording, play_chunk
from autogm.agents.roster import seats
from autogm.analysis.review.beats import Told
from autogm.analysis.review.tallies import POOL, Tally, tallies_of
from autogm.engine.game import load_game
from autogm.game.registry import load_game as load_any
from autogm.lab.playouts import dice_of
from autogm.lab.records import ENDINGS, FATES, PURPOSES, decisions_of, rows_of
from autogm.lab.replay import Step, replay
from tests.table import scene

COUNT = 4
BACK = {"a compel refused": "offering a compel", "an action interrupted": "an invoke for effect"}
MOVED = ("leaving the scene", "arriving")
CASES = (("autarch-skirmish", "tactician"), ("hold-the-bridge", "brawler"),
         ("ravine-ambush", "random"), ("lizardfolk-camp", "skirmisher"))  # fmt: skip


def told_by_exchange(steps: list[Step]) -> dict[int, Step]:
    """The first step after the end of each exchange; the last one for the last."""
    found: dict[int, Step] = {}
    before = steps[0].after.exchange
    for step in steps:
        for exchange in range(before, step.after.exchange):
            found[exchange] = step
        before = max(before, step.after.exchange)
    found[steps[-1].after.exchange] = steps[-1]
    return {exchange: step for exchange, step in found.items() if exchange > 0}


def plain(columns: dict[str, Any], battle: int) -> list[dict[str, Any]]:
    rows = np.flatnonzero(columns["battle"] == battle)
    return [{name: one[row].item() for name, one in columns.items()} for row in rows]


def spent_of(steps: list[Step]) -> Counter[tuple[str, str]]:
    """The points that were spent, by whose they were and on what; what came back was not spent."""
    found = Counter[tuple[str, str]]()
    for event in (event for step in steps for event in step.events if event.kind == "point"):
        payer, payee, why = (event.facts[one] for one in ("from", "to", "reason"))
        if why in BACK:
            found[payee.removeprefix("owed to "), BACK[why]] -= event.facts["count"]
        elif payer != "supply" and why not in MOVED:
            found[payer, why] += event.facts["count"]
    return Counter({one: count for one, count in found.items() if count})


@pytest.mark.parametrize(("name", "agents"), CASES)
def test_rows_are_what_the_told_battle_shows(name: str, agents: str) -> None:
    game: Any = load_game(name)
    players = seats(agents, encounter=game.encounter)
    batch = rows_of(
        game, play_chunk(game, 7, 0, COUNT, players, records=Recording.EXCHANGES), "exchanges"
    )
    whole = {one.id: one.part_of or one.id for one in game.encounter.fighters}
    ids = game.words.fighters
    for battle in range(COUNT):
        steps = list(replay(game, 7, battle, players))
        last = steps[-1].after
        [row] = plain(batch["battles"], battle)
        assert row["winner"] == ("players", "gm", "undecided").index(last.winner)
        assert row["exchanges"] == last.exchange
        [end] = [event for step in steps for event in step.events if event.kind == "end"]
        expected = "objective" if "objective" in end.facts else "nobody left"
        assert ENDINGS[row["ending"]] == ("undecided" if last.winner == "undecided" else expected)
        assert row["choices"] == sum(step.decision is not None for step in steps)
        told = tallies_of((Told(one, game) for step in steps for one in step.events), last)
        dealt, hits, taken = Counter[str](), Counter[str](), Counter[str]()
        struck, marked, went = Counter[str](), Counter[str](), dict[str, int]()
        now = 1
        sums: dict[int, tuple[Counter[str], Counter[str]]] = {}
        ends = told_by_exchange(steps)
        for step in steps:
            for event in step.events:
                facts = event.facts
                if event.kind == "damage" and facts["shifts"] > 0:
                    dealt[whole[event.who or ""]] += facts["shifts"]
                    hits[whole[event.who or ""]] += 1
                    taken[whole[facts["target"]]] += facts["shifts"]
                    struck[whole[facts["target"]]] += 1
                if event.kind == "exchange":
                    now = facts["exchange"]
                if event.kind in ("taken out", "concedes", "leaves"):
                    went[whole[event.who or ""]] = now
                if event.kind == "stress":
                    marked[whole[event.who or ""]] += 1
            for exchange, last_step in ends.items():
                if last_step is step:
                    sums[exchange] = (Counter(dealt), Counter(taken))
        for row in plain(batch["fighters"], battle):
            who = ids[row["fighter"]]
            assert (row["dealt"], row["hits"], row["taken"], row["boxes"]) == (
                dealt[who], hits[who], taken[who], marked[who]
            )  # fmt: skip
            assert row["hits_taken"] == struck[who]
            gone = FATES[row["fate"]] in ("taken out", "conceded", "left")
            assert row["exchange"] == (went[who] if gone else -1)
            mine = told.get(who, Tally())
            assert (row["spent"], row["gained"]) == (mine.spent, mine.gained)
            assert (FATES[row["fate"]] == "standing") == any(
                (int(last.record[0]["present"]) >> number) & 1
                for number, one in enumerate(ids)
                if whole[one] == who
            )
            assert row["points_left"] == last.record[0]["points"][row["fighter"]]
        ledger = Counter[tuple[str, str]]()
        for row in plain(batch["spending"], battle):
            holder = [*ids, POOL][row["holder"]]
            ledger[holder, PURPOSES[row["purpose"]]] += row["points"]
        assert ledger == spent_of(steps)
        for row in plain(batch["exchanges"], battle):
            end = ends[row["exchange"]].after.record[0]
            number = row["fighter"]
            here = bool((int(end["present"]) >> number) & 1)
            boxes = sum(int(one).bit_count() for one in end["stress"][number])
            assert (row["here"], row["zone"]) == (here, int(end["zone"][number]) if here else -1)
            assert row["boxes"] == boxes * here
            assert row["points"] == end["points"][number]
            assert row["pool"] == end["points"][32]
            whose = ids[number]
            if whole[whose] == whose:
                by, on = sums[row["exchange"]]
                assert (row["dealt"], row["taken"]) == (by[whose], on[whose])
        assert {row["exchange"] for row in plain(batch["exchanges"], battle)} == set(ends)


@pytest.mark.parametrize(("name", "agents"), CASES)
def test_recorded_battles_are_the_counted_ones(name: str, agents: str) -> None:
    game: Any = load_game(name)
    players = seats(agents, encounter=game.encounter)
    recorded = play_chunk(game, 3, 2, 12, players, records=Recording.ENDS)
    counted = play_chunk(game, 3, 2, 12, players)
    assert (recorded.results == counted.results).all()
    count = recorded.records["count"].astype(np.int64)
    assert (count.sum(axis=0) == counted.tallies).all()
    assert ((count**2).sum(axis=0) == counted.squares).all()
    batch = rows_of(game, recorded, "fighters")
    assert "exchanges" not in batch
    assert batch["spending"]["points"].sum() == count[:, :, 10 : 10 + len(PURPOSES)].sum()


def test_decisions_are_those_of_the_battle() -> None:
    game: Any = load_game("duel")
    players = seats("tactician", encounter=game.encounter)
    rows = decisions_of(game, 5, range(2), players)
    batch = rows_of(
        game, play_chunk(game, 5, 0, 2, players, records=Recording.EXCHANGES), "decisions"
    )
    assert np.bincount(rows["battle"]).tolist() == batch["battles"]["choices"].tolist()
    for line, side in zip(rows["state"], rows["side"], strict=True):
        state = game.deserialize(line)
        assert ("players", "gm")[state.current_player()] == side
    assert np.isfinite(rows["worth"]).any()


def test_the_worth_of_a_choice_is_that_to_the_players_whoever_chooses() -> None:
    """In a scene that is solved: what best play makes of the state that the choice leads to."""
    game: Any = load_any("one-question")
    solved = dice_of(game)
    assert solved is not None
    rows = decisions_of(game, 5, range(3), seats("planner:legendary", "aspect-cards"))
    for line, action, worth in zip(rows["state"], rows["action"], rows["worth"], strict=True):
        state = game.deserialize(line)
        [after] = [
            state.child(one)
            for one in state.legal_actions()
            if game.entry(state, one) == json.loads(action)
        ]
        assert worth == pytest.approx(solved.worth(after), abs=1e-9)
    assert (np.abs(rows["worth"][rows["side"] == "gm"]) > 0.01).any()


@pytest.mark.rule("H7")
def test_an_objective_ends_it_even_where_nobody_is_left_but_those_to_come() -> None:
    """The captain alone is there, and his guard comes in exchange 9: taking him out is the goal."""
    game = scene(
        "fate-core", "hero Fight 6 Notice 5", "captain Fight 0; guard Fight 1 arrives=9",
        objectives={"players": [{"do": "take out", "who": ["captain"]}]}, exchanges=8,
        sheets={"captain": {"tracks": {"physical": 0}, "concedes": "never"}},
    ).game  # fmt: skip
    battles = rows_of(
        game, play_chunk(game, 7, 0, 20, seats("brawler"), records=Recording.ENDS), "fighters"
    )["battles"]
    won = battles["winner"] == 0
    assert won.any()
    assert set(battles["objective"][won]) == {0}
    assert {ENDINGS[one] for one in battles["ending"][won]} == {"objective"}


def test_a_divided_mob_stands_while_any_part_of_it_does() -> None:
    """In some of these battles a part is the last of its mob: its first record is not there."""
    game: Any = load_game("aether-storm")
    played = play_chunk(game, 7, 25, 30, seats("random"), records=Recording.ENDS)
    ids = game.words.fighters
    parts = [(ids.index(one.id), ids.index(one.part_of)) for one in game.encounter.fighters
             if one.part_of]  # fmt: skip
    last_parts = 0
    for battle in range(25, 30):
        end = list(replay(game, 7, battle, seats("random")))[-1].after.record[0]
        rows = plain(rows_of(game, played, "fighters")["fighters"], battle)
        fates = {row["fighter"]: FATES[row["fate"]] for row in rows}
        for part, mob in parts:
            if (int(end["present"]) >> part) & 1:
                assert fates[mob] == "standing"
                last_parts += not (int(end["present"]) >> mob) & 1
    assert last_parts


def test_who_was_gone_before_has_not_failed_to_come() -> None:
    game: Any = load_game("lizardfolk-camp")
    here = next(
        step.after
        for step in replay(game, 1, 0, seats("tactician", encounter=game.encounter))
        if any(event.kind == "taken out" for event in step.events)
    )
    out = int(here.record[0]["out"])
    assert out
    played = play_chunk(
        game, 1, 0, 2, seats("brawler", encounter=game.encounter), start=here,
        records=Recording.ENDS,
    )  # fmt: skip
    rows = plain(rows_of(game, played, "fighters")["fighters"], 0)
    told = {row["fighter"] for row in rows if FATES[row["fate"]] == "gone before"}
    assert told == {number for number in range(len(rows)) if (out >> number) & 1}
    assert "never came" not in {FATES[row["fate"]] for row in rows}
