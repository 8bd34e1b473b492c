"""The board: balance of weight, who stands where, what a side may see, and the opening of shipped
scenarios."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from autogm.rules.loading import load
from autogm.view.board import Balance, Board, BoardAspect, BoardFighter, BoardZone, skill_words
from autogm.view.opening import turn_order
from tests.table import scene

SCENARIOS = Path(__file__).parents[2] / "scenarios"


def board(*weights: tuple[str, int], ratio: tuple[int, int] | None = (2, 4)) -> Board:
    fighters = tuple(
        BoardFighter(str(index), str(index), side, "a", weight=weight)  # type: ignore[arg-type]
        for index, (side, weight) in enumerate(weights)
    )
    return Board("Weights", (BoardZone("a", "A"),), fighters=fighters, weight_ratio=ratio)


@pytest.mark.parametrize(
    ("own", "other", "dice"),
    [((1, 1, 1, 1), (1, 1, 1, 1), (0, 0)), ((1, 1), (1,) * 4, (0, 1)), ((8,), (2,), (2, 0))],
)
def test_balance(own: tuple[int, ...], other: tuple[int, ...], dice: tuple[int, int]) -> None:
    """W1, W2, EX-WOA-7."""
    shown = board(*(("players", w) for w in own), *(("gm", w) for w in other))
    assert shown.balance("a") == Balance(sum(own), sum(other), *dice)


def test_anything_outweighs_nothing_but_not_nobody() -> None:
    """W2, W5: a swarm of weight 0 is outweighed, an absent enemy is not."""
    assert board(("players", 1), ("gm", 0)).balance("a") == Balance(1, 0, 2, 0)
    assert board(("players", 1)).balance("a") == Balance(1, 0, 0, 0, contested=False)
    assert board().balance("a") is None
    assert board(("players", 1), ("gm", 1), ratio=None).balance("a") is None


def test_only_those_present_weigh() -> None:
    """W1: the fallen and those still to come count for nothing."""
    full = board(("players", 1), ("gm", 1), ("gm", 1), ("gm", 1), ("gm", 1))
    first, *rest = full.fighters
    thinned = (first, rest[0], rest[1], replace(rest[2], presence="taken out"),
               replace(rest[3], arrives=3))  # fmt: skip
    after = replace(full, fighters=thinned)
    assert full.balance("a") == Balance(1, 4, 0, 2)
    assert after.balance("a") == Balance(1, 2, 0, 1)
    assert after.waves() == ((3, (thinned[4],)),)
    assert after.gone() == (thinned[3],)


def test_hidden_aspects_stay_hidden() -> None:
    """A16."""
    hidden = BoardAspect("In Ambush", hidden_from="players")
    shown = Board(
        "Hidden",
        (BoardZone("a", "A", (hidden, BoardAspect("Fog"))),),
        fighters=(BoardFighter("f", "F", "gm", "a", aspects=(hidden,), attached=(hidden,)),),
        aspects=(hidden,),
    )
    seen = shown.seen_by("players")
    assert seen.zones[0].aspects == (BoardAspect("Fog"),)
    assert (seen.aspects, seen.fighters[0].aspects, seen.fighters[0].attached) == ((), (), ())
    assert shown.seen_by("gm") == shown


def test_opening_of_the_lizardfolk_camp() -> None:
    """A12, A14, Z6: what a battle looks like before it starts; exploring is left to the players."""
    opening = Board.from_encounter(load(SCENARIOS / "lizardfolk-camp.yaml"))
    zones = {zone.id: zone for zone in opening.zones}
    assert zones["ravine"].aspects[0].text == "Narrow Ravine"
    assert zones["ravine"].aspects[0].free.open == 1
    assert zones["lake"].aspects[0].adverse
    assert zones["camp"].unexplored
    assert zones["camp"].difficulty == 1
    assert not zones["camp"].aspects
    sheer = next(edge for edge in opening.edges if edge.barrier)
    assert (sheer.start, sheer.end, sheer.sight) == ("clearing", "west-cliff", True)
    assert [f.name for f in opening.standing("ravine")] == [f"Spear Guard {n}" for n in (1, 2, 3)]
    olivia = opening.fighters[0]
    assert (olivia.name, olivia.side, olivia.points) == ("Olivia", "players", 3)
    assert [slot.absorbs for slot in olivia.slots] == [2, 4, 6]
    assert opening.weight_ratio == (2, 4)


@pytest.mark.rule("N2")
def test_skills_are_all_shown_and_apart_by_roll() -> None:
    """Six ratings above 0 and one below; what a knack adds to attacks and defences is added to
    those alone."""
    good = " ".join(f"{name} 1" for name in ("Athletics", "Crafts", "Drive", "Lore", "Will"))
    table = scene(
        "fate-core", f"ann Fight 3 {good} Notice -1", "thug type=minion Fight 1",
        sheets={"thug": {"skilled_at": [{"text": "brawling", "skills": ["Fight"],
                                         "actions": ["attack", "defend"]}]}},
    )  # fmt: skip
    ann, thug = Board.from_encounter(table.game.encounter).fighters
    assert [skill_words(one) for one in ann.skills] == [
        "Fight +3", "Athletics +1", "Crafts +1", "Drive +1", "Lore +1", "Will +1", "Notice -1"
    ]  # fmt: skip
    assert [skill_words(one) for one in thug.skills] == ["Fight +1 (+3 to attack and defend)"]


def test_turn_order_of_an_ambush() -> None:
    """T1, T2, H9: the ambushers first, and by Sneaky; NPCs as one entry."""
    names, by = turn_order(load(SCENARIOS / "ravine-ambush.yaml"))
    assert names[-1] == "The goblin pack"
    assert sorted(names[:-1]) == ["Deliah", "Olivia", "Rolf"]
    assert by.startswith(
        "by Quick, ties by Forceful; the ambushers go first, out of an ambush, by Sneaky; the "
        "first attack is lethal"
    )


def test_a_side_that_is_one_goes_first() -> None:
    """T1: `the rearguard goes`, in its number."""
    _, by = turn_order(load(SCENARIOS / "hold-the-bridge.yaml"))
    assert "; the rearguard goes first; " in by


def shown(players: str, gm: str, **fields: Any) -> list[str]:
    """The names of a conflict's turn order as it is shown."""
    return list(turn_order(scene("war-of-ashes", players, gm, **fields).game.encounter)[0])


@pytest.mark.rule("T1", "T2")
def test_the_order_shown_is_the_order_played() -> None:
    """Who is still to come stands nowhere yet; ambushers alone go by Sneaky; the players' NPCs
    act together as the GM's do."""
    heroes = "a Quick 2; b Quick 1"
    assert shown(heroes, "x; y Quick 3 arrives=2") == ["A", "B", "GM"]
    assert shown(heroes, "x Quick 3 arrives=2; y arrives=3") == ["A", "B"]
    ambush = {"ambush": "gm", "npcs": "each"}
    foes = "x Sneaky 1; y Sneaky 2"
    assert shown("a Quick 1 Sneaky 3; b Quick 2", foes, turn_order=ambush) == ["Y", "X", "B", "A"]
    allies = "hob Quick 1 type=supporting; tam type=supporting"
    assert shown(f"a Quick 2; {allies}", "x") == ["A", "Hob and Tam", "GM"]


def test_goals_and_waves_in_words() -> None:
    """H7."""
    opening = Board.from_encounter(load(SCENARIOS / "hold-the-bridge.yaml"))
    assert any("The Stone Bridge" in goal for goal in opening.gm.objectives)
    assert [time for time, _ in opening.waves()] == [3, 4]
    court = Board.from_encounter(load(SCENARIOS / "royal-court.yaml"))
    assert court.players.objectives[0] == "take out Queen Ismeria"
    assert court.gm.objectives == ("be the last side standing",)


def test_an_objective_names_those_that_it_is_about() -> None:
    """H7. A name that begins alike is another's, and copies stand for the one that was written."""
    goals = {"players": [{"do": "take out", "who": ["chief"]}]}
    table = scene("fate-core", "hero", "chief; chief-guard", objectives=goals)
    (goal,) = Board.from_encounter(table.game.encounter).players.objectives
    assert goal == f"take out {table.game.encounter.fighters[1].name}"
