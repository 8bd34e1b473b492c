"""Tallies: what the events of a battle say of each fighter, as simulations count it."""

from __future__ import annotations

import pytest

from autogm.agents import counting
from autogm.agents.playing import Recording, play_chunk
from autogm.agents.roster import seats
from autogm.analysis.review.account import Move, account
from autogm.analysis.review.beats import beats_of
from autogm.analysis.review.measures import NOTHING, Look, Utility
from autogm.analysis.review.tallies import POOL, Tally, tallies_of
from autogm.engine.event_codes import P_EFFECT, P_STAKE
from autogm.engine.events import Event
from autogm.engine.game import load_game
from autogm.engine.state import State
from autogm.lab.simulate import simulate
from tests.analysis.review.playing import battle_of


class Blind:
    """A measure that sees nothing."""

    name = "nothing"

    def worth(self, state: object) -> Utility:
        return NOTHING

    def look(self, state: object, taken: int) -> Look:
        return Look(NOTHING, NOTHING, None, False)


def tallied(name: str, agents: str) -> dict[str, Tally]:
    game = load_game(name)
    start = game.new_initial_state()
    return tallies(start, battle_of(game, agents))


def tallies(start: State, moves: tuple[Move, ...]) -> dict[str, Tally]:
    found = account(Blind(), start, moves)
    told = (one for beat in beats_of(start, found) for one in beat.events)
    return tallies_of(told, moves[-1].after)


@pytest.mark.parametrize(
    "name", ["lizardfolk-camp", "undercrypt", "royal-court", "foredeck-boarding"]
)
def test_they_are_what_a_simulation_of_the_battle_counts(name: str) -> None:
    """Counted there in compiled code from the same battle."""
    game, found = load_game(name), tallied(name, "tactician")
    counted = simulate(game, 1, 1, seats("tactician", encounter=game.encounter)).as_dict()
    left = {"taken_out": "taken out", "conceded": "conceded", "left": "got away"}
    for who, one in counted["fighters"].items():
        mine = found.get(who, Tally())
        assert mine.dealt == one["damage"]["mean"], who
        assert mine.hits == one["hits"]["mean"], who
        assert mine.gained == one["points_gained"]["mean"], who
        assert mine.spent == sum(part["mean"] for part in one["points_spent"].values()), who
        for severity in ("mild", "moderate", "severe"):
            taken = one["consequences"][severity]["mean"]
            assert mine.consequences.count(severity) == taken, who
        gone = [words for key, words in left.items() if one[key]["count"]]
        assert [mine.left] == gone or not (mine.left or gone), who
    pool = found.get(POOL, Tally())
    assert pool.spent == sum(part["mean"] for part in counted["pool"].values())
    assert sum(one.dealt for one in found.values()) > 0
    assert sum(one.spent for one in found.values()) > 0
    assert sum(one.turns for one in found.values()) > 0


def test_a_point_that_comes_back_was_neither_spent_nor_gained() -> None:
    """A concession interrupts an effect that was paid for (H6): tallies, which read events, and
    simulations, which count in compiled code, agree."""
    game = load_game("ravine-ambush")
    random, start = seats("random", encounter=game.encounter), game.new_initial_state()
    moves = battle_of(game, "random", battle=5, seed=3)
    told = [event for one in moves for event in game.events(one.before, one.action)]
    assert "an action interrupted" in {one.facts.get("reason") for one in told}
    found, counted = tallies(start, moves), play_chunk(game, 3, 5, 6, random).tallies
    assert found["deliah"].spent == 2
    for number, who in enumerate(one.id for one in game.encounter.fighters):
        mine = found.get(who, Tally())
        assert mine.spent == counted[number, counting.T_SPENT :].sum(), who
        assert mine.gained == counted[number, counting.T_GAINED], who


def test_what_was_paid_before_a_battle_began_is_counted_in_it() -> None:
    """Played on from where a compel is offered: its stake is spent, or it comes back, and nobody
    has spent less than nothing."""
    game = load_game("aether-storm")
    random = seats("random", encounter=game.encounter)
    offered = next(
        one.after
        for battle in range(20)
        for one in battle_of(game, "random", battle=battle, seed=3)
        if not one.after.is_terminal()
        and any(_offers(event) for event in game.events(one.before, one.action))
    )
    played = play_chunk(game, 1, 0, 60, random, start=offered, records=Recording.ENDS)
    count = played.records["count"].astype(int)
    staked = count[:, :, counting.T_SPENT + P_STAKE]
    assert {0, 1} <= set(staked[:, int(staked.sum(axis=0).argmax())].tolist())
    assert (count >= 0).all()
    assert (count.sum(axis=0) == played.tallies).all()
    assert ((count**2).sum(axis=0) == played.squares).all()


def test_a_point_that_is_under_way_is_counted_where_it_comes_back() -> None:
    """Played on from where a concession may interrupt an effect that a point has paid for (H6)."""
    game = load_game("ravine-ambush")
    random = seats("random", encounter=game.encounter)
    interrupted = next(
        one.before
        for one in battle_of(game, "random", battle=5, seed=3)
        if any(
            event.kind == "point" and event.facts["reason"] == "an action interrupted"
            for event in game.events(one.before, one.action)
        )
    )
    played = play_chunk(game, 1, 0, 60, random, start=interrupted, records=Recording.ENDS)
    count = played.records["count"].astype(int)
    effects = count[:, :, counting.T_SPENT + P_EFFECT]
    assert len(set(effects[:, int(effects.sum(axis=0).argmax())].tolist())) > 1
    assert (count >= 0).all()
    assert (count.sum(axis=0) == played.tallies).all()


def _offers(event: Event) -> bool:
    return event.kind == "point" and event.facts["reason"] == "offering a compel"


def test_invokes_are_counted_by_how_they_were_paid() -> None:
    game, found = load_game("undercrypt"), tallied("undercrypt", "tactician")
    invokes = [
        event
        for one in battle_of(game, "tactician")
        for event in game.events(one.before, one.action)
        if event.kind == "invoke"
    ]
    paid = [event for event in invokes if event.facts["how"] == "a fate point"]
    free = [event for event in invokes if "free invoke" in event.facts["how"]]
    assert sum(one.invoked for one in found.values()) == len(paid) > 0
    assert sum(one.invoked_free for one in found.values()) == len(free) > 0


def test_a_mob_of_which_a_part_is_there_has_not_left() -> None:
    """In the harbour dockers divide; some of them are taken out, and others stand at the end."""
    game, compared = load_game("harbour-run"), 0
    for seed in (27, 42):
        moves = battle_of(game, "tactician", seed=seed)
        found, end = tallies(game.new_initial_state(), moves), moves[-1].after
        fighters = end.game.encounter.fighters
        here = {
            one.part_of or one.id
            for number, one in enumerate(fighters)
            if (int(end.record[0]["present"]) >> number) & 1
        }
        out = {
            event.who
            for one in moves
            for event in one.before.game.events(one.before, one.action)
            if event.kind == "taken out"
        }
        mobs = {one.part_of or one.id for one in fighters if one.id in out} & here
        compared += len(mobs)
        assert all(found[who].left == "" for who in mobs)
        assert all(found[who].left for who in out if who in found and who not in here)
    assert compared
