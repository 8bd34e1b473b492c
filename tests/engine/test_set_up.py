"""Positions as people write them down: the same position reached in play is the same state, over
random plays of every shipped conflict and ruleset; what is left out is as at the start; what does
not fit is told at its field.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml

from autogm.engine import codes
from autogm.engine.codes import POOL
from autogm.engine.game import Game, load_game
from autogm.engine.layout import STATE
from autogm.engine.set_up import ConflictPositions
from autogm.engine.state import State
from autogm.game.positions import CannotSayError
from autogm.model.faults import field_name
from autogm.model.position import Position
from autogm.model.shape import Problem
from autogm.model.source import read_source
from tests.engine.walking import walks
from tests.planner.wandering import random_game

ROOT = Path(__file__).parents[2]
CONFLICTS = (
    *sorted((ROOT / "scenarios").glob("*.yaml")),
    *sorted((ROOT / "tests/perft").glob("*.yaml")),
)
STEPS = 800
GAMES = range(0, 240, 6)
WRITER = getattr(yaml, "CSafeDumper", yaml.SafeDumper)  # in C where it is there
POSITIONS = ConflictPositions()
MIDDLE = {
    "a roll is under way in it",
    "an action is under way in it",
    "a turn is under way in it, not at its beginning",
    "a compel is being answered in it",
}
"""What a position cannot say, and says so."""


@cache
def game_of(name: str) -> Game:
    return load_game(ROOT / "scenarios" / f"{name}.yaml")


def read(game: Game, fields: Any) -> tuple[State | None, list[Problem]]:
    """The state of a position by its fields."""
    return POSITIONS.state_of(game, Position.model_validate(fields))


def state_of(game: Game, fields: Any) -> State:
    state, problems = read(game, fields)
    assert state is not None, problems
    return state


def wander(game: Game, seed: int, steps: int) -> dict[bytes, State]:
    """The different states of random plays, one play after the other."""
    rng, state = Random(seed), game.new_initial_state()
    found: dict[bytes, State] = {}
    for _ in range(steps):
        if state.is_terminal():
            state = game.new_initial_state()
        found.setdefault(state.record.tobytes(), state)
        state = state.child(rng.choice(state.legal_actions()))
    return found


def through_a_file(game: Game, states: dict[bytes, State], folder: Path) -> Counter[str]:
    """How many states are read from what is written of them, and why others are not written."""
    path, told = folder / "position.yaml", Counter[str]()
    for state in states.values():
        try:
            fields = POSITIONS.told(state)
        except CannotSayError as error:
            told[str(error)] += 1
            continue
        path.write_text(yaml.dump(fields, Dumper=WRITER, allow_unicode=True), "utf-8")
        position = Position.model_validate(read_source(path).data, strict=True)
        again, problems = POSITIONS.state_of(game, position)
        assert problems == []
        assert again == state, game.serialize(state)
        told["read"] += 1
    return told


@walks
@pytest.mark.parametrize("path", CONFLICTS, ids=lambda path: path.stem)
def test_a_position_of_play_is_read_as_the_state_that_it_was(path: Path, tmp_path: Path) -> None:
    """At every turn's beginning, and nowhere else; whatever play leads to there can be said."""
    game = load_game(path)
    states = wander(game, 1, STEPS)
    told = through_a_file(game, states, tmp_path)
    assert set(told) <= {"read", *MIDDLE}
    assert told["read"] == sum(at_the_beginning_of_a_turn(one) for one in states.values())
    assert told["read"] > 10


@pytest.mark.thorough
@walks
def test_positions_of_random_conflicts_are_read_as_the_states_that_they_were(
    tmp_path: Path,
) -> None:
    told = Counter[str]()
    for number in GAMES:
        game = random_game(number)
        told += through_a_file(game, wander(game, number, 120), tmp_path)
    assert set(told) == {"read", *MIDDLE}
    assert told["read"] > 6 * len(GAMES)


def at_the_beginning_of_a_turn(state: State) -> bool:
    """By the record alone: nothing but whose turn it is pends, or whether to compel it."""
    record = state.record[0]
    kinds = record["pending"][: int(record["depth"]), 0].tolist()
    fresh = not any(record[name] for name in STATE.names or () if name.startswith("turn_"))
    plain = kinds[0] in (codes.N_TURN, codes.N_ORDER, codes.N_ROAR)
    return fresh and plain and set(kinds[1:]) <= {codes.N_COMPEL}


@pytest.mark.parametrize("path", CONFLICTS, ids=lambda path: path.stem)
def test_what_is_left_out_is_as_at_the_start(path: Path) -> None:
    game = load_game(path)
    roars = {"roar": "players"} if game.encounter.ruleset.roar else {}
    assert state_of(game, roars) == game.new_initial_state()


def test_a_position_by_hand() -> None:
    """Every number that is written is in the state, and nothing else has changed."""
    game = game_of("hold-the-bridge")
    first, state = game.new_initial_state(), state_of(game, HAND)
    now, was = state.record[0], first.record[0]
    words = game.words
    rolf, archer = words.fighters.index("rolf"), words.fighters.index("archer-1")
    assert state.exchange == 2
    assert state.actor() == "rolf"
    assert now["zone"][rolf] == words.zones.index("bridge")
    assert now["stress"][rolf].tolist() == [0b101, 0]
    assert now["points"][[rolf, POOL]].tolist() == [1, 0]
    assert (int(now["out"]) >> archer) & 1
    assert int(now["present"]) == int(state_of(game, {"exchange": 2}).record[0]["present"]) & ~(
        1 << archer
    )
    slot = game.compiled.slots.find("a boost against Rolf")[0]
    assert now["free"][slot].tolist() == [0, 1, 0]
    mild = int(game.scene[0]["slot_consequence"][rolf][0])
    assert now["here"][mild] == codes.HERE
    assert now["free"][mild].tolist() == [0, 1, 0]
    olivia = words.fighters.index("olivia")
    for name in ("zone", "stress", "wounds", "points", "flags"):
        assert (now[name][olivia] == was[name][olivia]).all()


HAND: dict[str, Any] = {
    "exchange": 2,
    "turn": "rolf",
    "fighters": {
        "rolf": {
            "zone": "bridge",
            "stress": {"physical": [1, 3]},
            "points": 1,
            "consequences": [{"severity": "mild", "free": {"gm": 1}}],
        },
        "archer-1": {"status": "taken out"},
    },
    "pool": 0,
    "aspects": [{"text": "a boost against Rolf", "free": {"gm": 1}}],
}


def test_who_has_acted_follows_from_whose_turn_it_is() -> None:
    """Those whose place is before; of those who act together nobody is taken to have acted."""
    game = game_of("duel")
    state = state_of(game, {"turn": "bruno"})
    assert state == state_of(game, {"turn": "bruno", "acted": ["ilse"]})
    assert state == state_of(game, {"acted": ["ilse"]})
    assert state == state_of(game, {"turn": "gm"})
    assert state.actor() == "bruno"


def test_what_nobody_asks_for_is_forgotten() -> None:
    """Equal futures are equal states, however much a person writes down: a concession where it is
    worth no more than being taken out, points for after a scene that nobody values."""
    game = game_of("hold-the-bridge")
    assert not game.scene[0]["keep_exit"]
    assert not game.scene[0]["keep_owed"]
    plain = state_of(game, {"fighters": {"archer-1": {"status": "taken out"}}})
    more = {"archer-1": {"status": "conceded", "consequences": []}, "rolf": {"owed": 2}}
    assert state_of(game, {"fighters": more}) == plain


def test_what_nobody_can_do_any_more_is_forgotten() -> None:
    """An aspect whose victim has left cannot be compelled, and who has no NPC left that brings the
    pool anything by conceding gets nothing for it (X1, H6)."""
    game, told = game_of("royal-court"), 0
    for compel in game.encounter.scenario.compels:
        gone = {"fighters": {compel.victim: {"status": "taken out"}}}
        used = {"compelled": [{"text": compel.aspect}]}
        state, problems = read(game, gone)
        assert state is not None, problems
        if state.is_terminal():
            continue
        again, problems = read(game, gone | used)
        assert again == state, problems
        assert state_of(game, used) != state_of(game, {})
        told += 1
    assert told
    had = {"pool_conceded": True}
    left = {"fighters": {one: {"status": "left"} for one in ("queen", "sidonius")}}
    assert state_of(game, had) != state_of(game, {})
    assert state_of(game, left | had) == state_of(game, left)  # the herald is nameless


def test_compels_that_were_let_go_by() -> None:
    game = game_of("royal-court")
    states = [one for one in wander(game, 3, STEPS).values() if one.node() == codes.N_COMPEL]
    told = 0
    for state in states:
        offered = state.side()
        if len(state.record[0]["pending"][: int(state.record[0]["depth"])]) != 2:
            continue
        after = state.child(codes.PASS)
        if not at_the_beginning_of_a_turn(after) or after.actor() != state.actor():
            continue
        assert offered in POSITIONS.told(after)["no_compel"]
        told += 1
    assert told


WRONG: list[tuple[str, dict[str, Any], str, str]] = [
    ("duel", {"exchange": 9}, "exchange", "over at the end of exchange 8"),
    ("duel", {"turn": "ils"}, "turn", "no fighter is called `ils`"),
    ("duel", {"turn": "players"}, "turn", "has nobody who acts together"),
    ("duel", {"turn": "bruno", "acted": []}, "turn", "it is the turn of `ilse` first"),
    ("duel", {"turn": "ilse", "acted": ["ilse"]}, "turn", "among those who have `acted`"),
    ("duel", {"acted": ["nobody"]}, "acted[0]", "no fighter is called"),
    ("duel", {"fighters": {"brno": {}}}, "fighters.brno", "no fighter is called"),
    ("duel", {"fighters": {"ilse": {"zone": "cort"}}}, "fighters.ilse.zone", "no zone is called"),
    (
        "duel",
        {"fighters": {"ilse": {"stress": {"physical": [9]}}}},
        "fighters.ilse.stress.physical[0]",
        "there are 2 boxes",
    ),
    (
        "duel",
        {"fighters": {"ilse": {"stress": {"mental": [1]}}}},
        "fighters.ilse.stress.mental",
        "no boxes for mental stress",
    ),
    ("duel", {"fighters": {"bruno": {"points": 1}}}, "fighters.bruno.points", "of its own (F2)"),
    (
        "duel",
        {"fighters": {"ilse": {"consequences": ["mild", "mild"]}}},
        "fighters.ilse.consequences[1]",
        "no slot for a (more) mild consequence",
    ),
    ("duel", {"fighters": {"ilse": {"helps": "bruno"}}}, "fighters.ilse.helps", "no ally"),
    ("duel", {"fighters": {"ilse": {"roars": "Quick"}}}, "fighters.ilse.roars", "nobody roars"),
    ("duel", {"fighters": {"ilse": {"used": ["Lunge"]}}}, "fighters.ilse.used[0]", "no stunt"),
    ("duel", {"fighters": {"ilse": {"members": 2}}}, "fighters.ilse.members", "1 of them at most"),
    (
        "duel",
        {"fighters": {"ilse": {"status": "left", "zone": "court"}}},
        "fighters.ilse.zone",
        "nothing of this is kept",
    ),
    ("duel", {"aspects": ["Wet Flagstone"]}, "aspects[0].text", "no aspect of this conflict"),
    ("duel", {"aspects": ["a boost against Ilse"]}, "aspects[0]", "write `free: {gm: 1}`"),
    ("duel", {"aspects": [{"text": "Wet Flagstones", "on": "cort"}]}, "aspects[0].on", "`cort`"),
    ("duel", {"aspects": ["Wet Flagstones"] * 2}, "aspects[1]", "told of twice"),
    (
        "duel",
        {"aspects": [{"text": "Wet Flagstones", "hidden_from": "gm"}]},
        "aspects[0].hidden_from",
        "never hidden",
    ),
    (
        "duel",
        {"aspects": [{"text": "Wet Flagstones", "free": {"open": 9}}]},
        "aspects[0].free.open",
        "at most",
    ),
    ("duel", {"aspects": ["Ilse's mild consequence"]}, "aspects[0]", "`fighters.ilse.conseq"),
    ("duel", {"gone": ["a boost for Ilse"]}, "gone[0]", "did not stand at the start"),
    ("duel", {"item": {"zone": "court"}}, "item", "no item"),
    ("duel", {"held": {"gm": {"court": 1}}}, "held.gm.court", "no objective to hold"),
    ("duel", {"compelled": ["Wet Flagstones"]}, "compelled[0].text", "no aspect"),
    ("duel", {"rituals": [1]}, "rituals[0]", "no battle ritual"),
    ("duel", {"roar": "gm"}, "roar", "opens with no Roar"),
    ("duel", {"ambush": True}, "ambush", "lethal ambush"),
    ("lizardfolk-camp", {"roar": "gm", "exchange": 2}, "roar", "before the first exchange"),
    ("hold-the-bridge", {"fighters": {"archer": {}}}, "fighters.archer", "stands for several"),
]


@pytest.mark.parametrize(("name", "fields", "field", "says"), WRONG)
def test_what_does_not_fit_is_told_at_its_field(
    name: str, fields: dict[str, Any], field: str, says: str
) -> None:
    state, problems = read(game_of(name), fields)
    assert state is None
    told = [(field_name(one.path), one.message) for one in problems]
    assert [one for one, _ in told] == [field], told
    assert says in told[0][1]


def test_misspelt_names_have_suggestions() -> None:
    wrong = {
        "turn": "ils", "fighters": {"brunno": {}, "ilse": {"zone": "cour"}},
        "aspects": ["Wet Flagstone"],
    }  # fmt: skip
    _, problems = read(game_of("duel"), wrong)
    assert {one.suggestion for one in problems} == {"ilse", "bruno", "court", "Wet Flagstones"}


def test_who_is_still_to_come_cannot_be_told_of() -> None:
    late = [
        (path.stem, one.id, one.arrives)
        for path in CONFLICTS
        for one in load_game(path).encounter.fighters
        if one.arrives > 1
    ]
    assert late
    for name, who, arrives in late:
        if not (ROOT / "scenarios" / f"{name}.yaml").exists():
            continue
        _, problems = read(game_of(name), {"fighters": {who: {}}})
        assert f"exchange {arrives}" in problems[0].message
        state = state_of(game_of(name), {"exchange": arrives})
        assert (int(state.record[0]["present"]) >> game_of(name).words.fighters.index(who)) & 1


def test_the_parts_of_a_mob_have_no_more_members_than_it_had() -> None:
    game = game_of("street-fight")
    mob, part = next(
        (one.part_of, one) for one in game.encounter.fighters if one.part_of is not None
    )
    assert mob is not None
    both = {mob: {"members": part.members - 1}, part.id: {"members": 1}}
    state = state_of(game, {"fighters": both})
    assert POSITIONS.told(state)["fighters"][part.id]["members"] == 1
    _, problems = read(game, {"fighters": {part.id: {"members": 1}}})
    assert "members in all (N4)" in problems[0].message
