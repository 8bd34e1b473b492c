"""A state as a board: everything that can be seen of it is there, as the state has it, and the
opening of shipped scenarios is made without a kernel.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from autogm.engine.game import load_game
from autogm.rules.loading import load
from autogm.view.battlefield import battlefield_text
from autogm.view.board import Board, BoardCompel, BoardFighter, Free, Goal, Note
from autogm.view.picture.drawing import picture
from autogm.view.snapshot import board_of, opening_board
from autogm.view.words.board import skill_words
from tests.conformance.plays import play
from tests.table import Table, scene

SCENARIOS = Path(__file__).parents[2] / "scenarios"
SHIPPED = sorted(SCENARIOS.glob("*.yaml"))


def seen(table: Table) -> Board:
    return board_of(table.state)


def fighter(table: Table, name: str) -> BoardFighter:
    return seen(table).fighter(name)


def free(table: Table, text: str) -> Free:
    """The free invokes on an aspect, wherever it stands."""
    board = seen(table)
    every = [*board.aspects, *(a for z in board.zones for a in z.aspects)]
    every += [a for one in board.fighters for a in (*one.aspects, *one.attached)]
    (found,) = (aspect.free for aspect in every if aspect.text == text)
    return found


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_a_board_holds_what_its_state_holds(path: Path) -> None:
    """In random play: who stands where, what both sides weigh there (W1), free invokes (A4), boxes,
    consequences, points."""
    game = load_game(path)
    for step in play(game, 1):
        board, record = board_of(step.after), step.after.record[0]
        for number, zone in enumerate(board.zones):
            weights = [
                sum(one.weight for one in board.standing(zone.id, side))
                for side in ("players", "gm")
            ]
            assert weights == [int(weight) for weight in record["weight"][number]]
        hanging = [a for one in board.fighters for a in (*one.aspects, *one.attached)]
        counts = [a.free for a in (*board.aspects, *hanging)]
        counts += [a.free for zone in board.zones for a in zone.aspects]
        counts += [slot.free for one in board.fighters for slot in one.slots if slot.text]
        here = {one.id for one in board.fighters if one.stands or one.presence != "in"}
        coming = [one for one in board.fighters if one.id not in here]
        later = [a.free for one in coming for a in (*one.aspects, *one.attached)]
        told = sum(len(one.boxes()) for one in counts) - sum(len(one.boxes()) for one in later)
        assert told == int(record["free"].sum())
        for one in board.fighters:
            number = game.words.fighters.index(one.id)
            marked = sum(sum(track.checked) for track in one.tracks)
            assert marked == sum(int(mask).bit_count() for mask in record["stress"][number])
            taken = sum(slot.text is not None for slot in one.slots)
            assert taken == int(record["wounds"][number]).bit_count()
            if one.points is not None and one.id in here:
                assert one.points == int(record["points"][number])
        assert board.gm.pool == int(record["points"][32])
        assert bool(board.now)


def test_an_opening_needs_no_compiled_code() -> None:
    """Nothing that `show` draws an opening by brings the compiler in."""
    script = (
        "import sys; from autogm.rules.loading import load\n"
        "from autogm.view.snapshot import opening_board\n"
        "from autogm.view.battlefield import battlefield_text\n"
        "from autogm.view.picture.drawing import picture\n"
        f"board = opening_board(load({str(SHIPPED[0])!r}))\n"
        "battlefield_text(board), picture(board)\n"
        "sys.exit('numba' in sys.modules)\n"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0


def test_a_hit_is_seen() -> None:
    """Fight 3 hits by 3: box 3, then by 3 again: a moderate consequence, with a free invoke for
    who has put it there (K3)."""
    table = scene("fate-core", "rolf Fight 3 Notice 2", "hans")
    table.turn("rolf").choose("attack", target="hans").dice("0 0 0 0", "0 0 0 0").settle_duel()
    board = seen(table)
    assert board.now == "Hans chooses how to take a hit of 3"
    assert board.turn == "rolf"
    table.choose("absorb", consequences=(1,))
    hans = fighter(table, "hans")
    assert [slot.text for slot in hans.slots] == [None, "moderate consequence", None]
    assert hans.slots[1].free == Free(players=1)


def test_whoever_is_out_is_gone() -> None:
    table = scene("war-of-ashes", "rolf Forceful 3 Quick 2", "hans type=minion boxes=0; ole")
    table.turn("rolf").choose("attack", target="hans").dice("0 0 0 0", "0 0 0 0").settle()
    board = seen(table)
    assert [(one.name, one.presence) for one in board.gone()] == [("Hans", "taken out")]
    assert [one.name for one in board.standing("here")] == ["Rolf", "Ole"]
    assert [turn.name for turn in board.order] == ["Rolf", "GM"]
    assert board.order[1].who == ("ole",)


def test_aspects_come_and_go() -> None:
    """C1 with style: two free invokes on what is created; one is spent; overcoming it ends it."""
    table = scene(
        "fate-core", "rolf Fight 4 Notice 2", "hans Fight 1",
        templates=[{"text": "Off Balance", "on": "enemy", "helps": "against"}],
    )  # fmt: skip
    assert not fighter(table, "hans").attached
    table.turn("rolf").choose("create", aspect="Off Balance").choose("use", skill="Fight")
    table.dice("0 0 0 0", "0 0 0 0").settle()
    (aspect,) = fighter(table, "hans").attached
    assert (aspect.text, aspect.free) == ("Off Balance", Free(players=2))
    table.turn("rolf").choose("attack", target="hans").dice("0 0 0 0", "0 0 0 0")
    table.choose("invoke free", aspect="Off Balance", mode="+2")
    assert free(table, "Off Balance") == Free(players=1)


def test_points_are_those_of_the_moment() -> None:
    """F2, F3: what an invoke against Hans costs the pool is told where it goes."""
    table = scene(
        "fate-core", "rolf Fight 2 Notice 2 fate_points=2", "hans", pool=3,
        aspects=[{"text": "Fog", "helps": "both", "actions": ["attack", "defend"]}],
    )  # fmt: skip
    board = seen(table)
    assert (board.fighter("rolf").points, board.gm.pool) == (2, 3)
    table.turn("rolf").choose("attack", target="hans").dice("0 0 0 0", "0 0 0 0")
    table.choose("invoke", payer="rolf", mode="+2")
    assert fighter(table, "rolf").points == 1


def test_who_is_still_to_come() -> None:
    table = scene("war-of-ashes", "rolf", "hans; ole@there arrives=2", "here - there")
    ole = fighter(table, "ole")
    assert (ole.arrives, ole.zone, ole.stands) == (2, "there", False)
    assert not seen(table).standing("there")
    table.turn("rolf").passes().turn("hans").passes().turn("rolf")
    assert fighter(table, "ole").stands
    assert seen(table).exchange == 2


@pytest.mark.rule("H7")
def test_goals_tell_how_far_they_are() -> None:
    """Rolf has held the ground alone for one of two exchanges; Hans, one of the two who must
    fall, is out; the second of five exchanges has begun."""
    table = scene(
        "war-of-ashes", "rolf@here Forceful 3 Quick 2", "hans@here type=minion boxes=0; ole@there",
        "here - there",
        objectives={
            "players": [{"do": "hold", "zone": "here", "exchanges": 2},
                        {"do": "take out", "who": ["hans", "ole"]}],
            "gm": [{"do": "survive", "exchanges": 5}, {"do": "last standing"}],
        },
    )  # fmt: skip
    assert [str(goal) for goal in opening_board(table.game.encounter).players.goals] == [
        "hold here alone for 2 exchanges in a row", "take out Hans and Ole"
    ]  # fmt: skip
    table.turn("rolf").choose("attack", target="hans").dice("- 0 0 0", "0 0 0 0").settle()
    table.turn("ole").passes().turn("rolf")
    board = seen(table)
    assert [goal.progress for goal in board.players.goals] == [
        "held for one so far",
        "one of two out",
    ]
    assert [str(goal) for goal in board.gm.goals] == [
        "have someone standing at the end of exchange 5 (4 exchanges to go)",
        "be the last side standing",
    ]


@pytest.mark.rule("A14")
def test_exploring_uncovers_a_zone() -> None:
    table = scene(
        "war-of-ashes", "rolf@cave Careful 3", "hans@here", "here - cave",
        zone={"cave": {"unexplored": True, "difficulty": 1, "reveals": "Bat Guano"}},
    )  # fmt: skip
    cave = seen(table).zones[1]
    assert (cave.unexplored, cave.difficulty, cave.aspects) == (True, 1, ())
    table.turn("rolf").choose("explore").dice("0 0 0 0").settle()
    cave = seen(table).zones[1]
    assert not cave.unexplored
    assert [aspect.text for aspect in cave.aspects] == ["Bat Guano"]


def test_stunts_and_compels_are_told() -> None:
    """N5, X1: a stunt that is used up, a compel that has been offered."""
    wind = {"name": "Second Wind", "does": "clear-box", "limit": "scene"}
    table = scene(
        "war-of-ashes", "rolf Forceful 3 fate_points=1", "hans Forceful 3 Quick 3",
        pool=2, sheets={"rolf": {"stunts": [wind], "aspects": ["Short Fuse"]}},
        compels=[{"victim": "rolf", "aspect": "Short Fuse", "effect": "lose action"}],
    )  # fmt: skip
    (stunt,) = fighter(table, "rolf").stunts
    assert (stunt.name, stunt.used) == ("Second Wind", False)
    assert stunt.does == "clears a physical stress box, as an action, once a scene"
    assert seen(table).compels == (BoardCompel("rolf", "Short Fuse", "to lose the action"),)
    table.turn("hans").choose("attack", target="rolf").dice("+ + 0 0", "0 0 0 0").absorb()
    table.choose("compel").choose("refuse").turn("rolf").choose("stunt")
    assert fighter(table, "rolf").stunts[0].used
    assert seen(table).compels[0].used


def test_opening_of_the_lizardfolk_camp() -> None:
    """A12, A14, Z6: what a battle looks like before it starts; exploring is left to the players."""
    opening = opening_board(load(SCENARIOS / "lizardfolk-camp.yaml"))
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
    ann, thug = opening_board(table.game.encounter).fighters
    assert [skill_words(one) for one in ann.skills] == [
        "Fight +3", "Athletics +1", "Crafts +1", "Drive +1", "Lore +1", "Will +1", "Notice -1"
    ]  # fmt: skip
    assert [skill_words(one) for one in thug.skills] == ["Fight +1 (+3 to attack and defend)"]


def test_turn_order_of_an_ambush() -> None:
    """T1, T2, H9: the ambushers first, and by Sneaky; NPCs as one entry."""
    opening = opening_board(load(SCENARIOS / "ravine-ambush.yaml"))
    names = [turn.name for turn in opening.order]
    assert names[-1] == "The goblin pack"
    assert sorted(names[:-1]) == ["Deliah", "Olivia", "Rolf"]
    assert [note.text for note in opening.order_by][:3] == [
        "by Quick, ties by Forceful",
        "the ambushers go first, out of an ambush, by Sneaky",
        "the first attack is lethal",
    ]


def test_a_side_that_is_one_goes_first() -> None:
    """T1: `the rearguard goes`, in its number."""
    opening = opening_board(load(SCENARIOS / "hold-the-bridge.yaml"))
    assert Note("the rearguard goes first") in opening.order_by


def shown(players: str, gm: str, **fields: Any) -> list[str]:
    """The names of a conflict's turn order as it is shown."""
    table = scene("war-of-ashes", players, gm, **fields)
    return [turn.name for turn in opening_board(table.game.encounter).order]


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
    opening = opening_board(load(SCENARIOS / "hold-the-bridge.yaml"))
    assert any("the Stone Bridge" in goal.text for goal in opening.gm.goals)
    assert [time for time, _ in opening.waves()] == [3, 4]
    court = opening_board(load(SCENARIOS / "royal-court.yaml"))
    assert court.players.goals[0].text == "take out Queen Ismeria"
    assert court.gm.goals == (Goal("be the last side standing"),)


def test_an_objective_names_those_that_it_is_about() -> None:
    """H7. A name that begins alike is another's, and copies stand for the one that was written."""
    goals = {"players": [{"do": "take out", "who": ["chief"]}]}
    table = scene("fate-core", "hero", "chief; chief-guard", objectives=goals)
    (goal,) = opening_board(table.game.encounter).players.goals
    assert goal.text == f"take out {table.game.encounter.fighters[1].name}"


@pytest.mark.rule("N4", "X1")
def test_a_compel_is_of_what_is_left_of_a_mob() -> None:
    """The mob that it names has fallen, and what broke off from it goes on."""
    table = scene(
        "fate-core", "hero Fight 9 Notice 9", "thugs Notice 4 type=group members=4 boxes=0",
        sheets={"thugs": {"aspects": ["Mean Bunch"]}},
        compels=[{"victim": "thugs", "aspect": "Mean Bunch", "effect": "lose action"}],
    )  # fmt: skip
    table.turn("thugs").choose("divide", members=2).turn("hero").choose("attack", target="thugs")
    table.dice("+ + + +", "- - - -").settle()
    assert not table.here("thugs")
    board = board_of(table.state)
    assert [compel.victim for compel in board.compels] == ["thugs-b"]
    assert "Other Thugs: Mean Bunch" in battlefield_text(board)


@pytest.mark.rule("H1", "N2")
def test_the_only_track_among_several_takes_any_harm() -> None:
    """Somebody nameless has one track for everything; where nobody has another, none is told."""
    mob = "thugs Fight 2 type=group members=3 boxes=1"
    text = battlefield_text(seen(scene("fate-core", "rolf Fight 2", mob)), 110)
    assert "□□ physical" in text
    assert "□□ mental" in text
    (line,) = (line for line in text.splitlines() if "group of 3" in line)
    assert "□ any harm" in line
    drawn = picture(seen(scene("fate-core", "rolf Fight 2", mob)))
    assert "any kind of stress, marked" in drawn
    assert "stress-any" in drawn
    alone = seen(scene("war-of-ashes", "rolf Quick 2", "foe"))
    assert "harm" not in battlefield_text(alone, 110)


@pytest.mark.rule("H6", "Z2")
def test_a_board_tells_what_somebody_does_by_its_nature() -> None:
    sheets = {"tree": {"mobile": False, "concedes": "never"}, "boar": {"concedes": "hurt"}}
    for ruleset, gives_up in (("fate-core", True), ("autarch", False)):
        table = scene(ruleset, "hero", "tree; boar", sheets=sheets)
        never = ("never concedes",) if gives_up else ()
        assert fighter(table, "tree").status == ("does not move", *never)
        assert fighter(table, "boar").status == (("concedes only when hurt",) if gives_up else ())
        assert fighter(table, "hero").status == ()
