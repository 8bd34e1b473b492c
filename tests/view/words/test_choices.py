"""Choices in a person's words: each verb has some, no two choices of one state read alike, and they
say what the table would say.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from autogm.engine import codes
from autogm.engine.actions import VERBS
from autogm.engine.codes import CHANCE
from autogm.engine.game import load_game
from autogm.game.contract import PLAYERS
from autogm.view.words.choices import NODES, PASSES, PHRASES, SAID, ChoiceWords
from autogm.view.words.names import names_in
from tests.engine.acting import FACES
from tests.table import Table, scene

SHIPPED = sorted((Path(__file__).parents[3] / "scenarios").glob("*.yaml"))


def words(table: Table) -> list[str]:
    """What may be chosen now, in words."""
    said = ChoiceWords(table.game)
    return [said.phrase(table.state, action) for action in table.state.legal_actions()]


def question(table: Table) -> str:
    """Who chooses what."""
    said = ChoiceWords(table.game)
    return f"{said.chooser(table.state)}: {said.question(table.state)}"


def test_every_verb_has_words_and_every_node_a_question() -> None:
    assert set(PHRASES) | set(SAID) == set(VERBS)
    assert not set(PHRASES) & set(SAID)
    automatic = {codes.N_DICE, *range(codes.N_LAST_AUTO + 1)}
    assert set(NODES) == set(range(codes.N_KINDS)) - automatic
    assert set(PASSES) <= set(NODES)
    assert len({name for name, _ in NODES.values()}) == len(NODES)


def test_who_answers_a_compel_reads_its_aspect_and_what_it_demands() -> None:
    compels = [{"victim": "ann", "aspect": "Hot Temper", "effect": "lose action"}]
    temper = {"aspects": [{"text": "Hot Temper", "kind": "trouble"}], "fate_points": 1}
    table = scene(
        "fate-core", "ann Fight 2", "bob Fight 2", sheets={"ann": temper}, compels=compels,
        actions=["attack", "compel"], turn_order={"first": "players"}, pool=1,
    ).choose("compel")  # fmt: skip
    accepts, refuses = words(table)
    assert accepts == "accept the compel by «Hot Temper» to lose the action"
    assert refuses == "refuse the compel with a fate point"


def test_who_chooses_a_skill_is_told_what_for() -> None:
    """As the turn's choice had it, and by whom it is answered."""
    met: Counter[str] = Counter()
    for name in ("aether-storm", "bat-ruins", "royal-court"):
        game = load_game(name)
        said, lots = ChoiceWords(game), Random(3)
        for _ in range(4):
            state, chosen, who = game.new_initial_state(), "", ""
            while not state.is_terminal():
                if state.current_player() == CHANCE:
                    state.apply_action(lots.choice(state.chance_outcomes())[0])
                    continue
                action, node = lots.choice(state.legal_actions()), state.node()
                asked = said.question(state)
                if node == codes.N_TURN:
                    chosen, who = said.phrase(state, action), said.chooser(state)
                if node == codes.N_DEFEND:
                    assert asked == f"which skill to answer {who} with"
                    met["answer"] += 1
                elif node == codes.N_SKILL and chosen.startswith(("attack ", "charge ", "push ")):
                    assert asked == f"which skill to {chosen.partition(',')[0]} with"
                    met[chosen.split()[0]] += 1
                elif node == codes.N_SKILL:
                    assert re.fullmatch("which skill to [a-z].* with", asked)
                state.apply_action(action)
    assert met.keys() >= {"attack", "answer"}


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_no_two_choices_read_alike(path: Path) -> None:
    """In random play: conceding is left alone, so that battles last."""
    game = load_game(path)
    said = ChoiceWords(game)
    ids = [one.id for one in game.encounter.fighters if "_" in one.id or "-" in one.id]
    for battle in range(2):
        state, lots = game.new_initial_state(), Random(battle)
        while not state.is_terminal():
            if state.current_player() == CHANCE:
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                action = lots.choices(outcomes, chances)[0]
            else:
                legal = state.legal_actions()
                told = [said.phrase(state, one) for one in legal]
                twice = [text for text, count in Counter(told).items() if count > 1]
                assert not twice, twice
                for text in (*told, said.question(state), said.chooser(state)):
                    assert text
                    assert not any(bad in text for bad in ("None", "{", "}", "  ")), text
                    assert not any(f" {one} " in f" {text} " for one in ids), text
                staying = [one for one in legal if one >> codes.VERB_SHIFT != codes.V_CONCEDE]
                action = lots.choice(staying)
            state.apply_action(action)


MACE = {"rolf": {"attacks": {"Forceful": {"heavy": True}}}}
AXE = {"name": "Axe", "does": "weapon", "amount": 2, "equipment": True}


def fight(ground: str = "w - a - b - c", hans: str = "hans@a", **fields: Any) -> Table:
    """It is the turn of Rolf, who stands in zone a."""
    table = scene(
        "war-of-ashes", "rolf@a Forceful 3 Quick 1", hans, ground, pool=0, **fields
    )  # fmt: skip
    return table.turn("rolf")


def test_pushing() -> None:
    table = fight()
    assert question(table) == "Rolf: what to do this turn"
    assert {
        "pass", "move to b", "attack Hans", "push Hans", "pull Hans along",
        "go into Full Defense", "prepare a Full Attack",
    } <= set(words(table))  # fmt: skip
    table.choose("push", target="hans").dice(FACES[0], FACES[0])
    assert question(table) == "Rolf: where Hans ends up"
    assert words(table) == [
        "push Hans to w", "push Hans to w, following", "push Hans to b", "push Hans to b, following"
    ]  # fmt: skip


def test_pulling() -> None:
    table = fight().choose("pull", target="hans").dice(FACES[0], FACES[0])
    assert words(table) == ["pull Hans along to w", "pull Hans along to b"]


def test_charging() -> None:
    table = fight(hans="hans@b", sheets=MACE)
    assert "charge Hans" in words(table)
    table.choose("charge", target="hans").choose("use", skill="Forceful")
    table.dice("+ 0 0 0", "0 0 0 0").absorb().choose("take the boost")
    assert question(table) == "Rolf: whether to drive Hans on"
    assert words(table) == ["drive Hans no further", "drive Hans on to c"]


def test_style_in_melee() -> None:
    table = fight(sheets={**MACE, "hans": {"stunts": [AXE]}})
    table.choose("attack", target="hans").choose("use", skill="Forceful")
    table.dice(FACES[0], FACES[0]).absorb()
    assert question(table) == "Rolf: what style brings"
    assert words(table) == [
        "take the boost", "knock Hans back to w", "knock Hans back to b", "disarm Hans",
        "step over to w", "step over to b",
    ]  # fmt: skip
    assert "take up what was knocked away" in words(table.choose("disarm").turn("hans"))


CLEARS = {"name": "Second Wind", "does": "clear-box", "limit": "scene"}
LUNGES = {"name": "Lunge", "does": "bonus", "skills": ["Fight"], "limit": "scene"}


def test_hits_and_stunts() -> None:
    """Rolf fails by 2 against Fight 3, calls on a stunt for 2, and is hit by 4 in turn, which box
    2 and a mild consequence (2) absorb, or a moderate one (4)."""
    table = scene(
        "fate-core", "rolf Fight 1 Notice 2", "hans Fight 3", pool=0,
        sheets={"rolf": {"stunts": [CLEARS, LUNGES], "fate_points": 0,
                         "tracks": {"physical": 2, "mental": 2}}},
    )  # fmt: skip
    table.turn("rolf").choose("attack", target="hans").dice("0 0 0 0", "0 0 0 0")
    assert question(table) == "Rolf: whether to invoke; as it stands, Rolf fails by 2"
    assert words(table) == ["invoke nothing", "call on the stunt Lunge"]
    table.passes().turn("hans").choose("attack", target="rolf").dice("+ + 0 0", "0 0 0 0")
    table.settle_duel()
    assert question(table) == "Rolf: how to take a hit of 4"
    assert {
        "take stress box 2 and a mild consequence", "take a moderate consequence", "be taken out"
    } <= set(words(table))  # fmt: skip
    table.choose("absorb", box=2).turn("rolf")
    assert "use the stunt Second Wind" in words(table)


def test_whose_point_it_is() -> None:
    """Ann's own point, and Bob's for her; against her, the pool's."""
    table = scene(
        "fate-core", "ann Fight 2; bob Notice 1", "foe", pool=1,
        aspects=[{"text": "Fog", "helps": "both", "actions": ["attack", "defend"]}],
    )  # fmt: skip
    table.turn("ann").choose("attack", target="foe").dice("0 0 0 0", "0 0 0 0")
    assert question(table) == "Ann: whether to invoke; as it stands, Ann succeeds by 2"
    assert words(table)[0] == "invoke nothing"
    assert "invoke «Fog» with a fate point for +2" in words(table)
    assert "invoke «Fog» with a fate point to reroll" in words(table)
    table.passes()
    assert question(table).startswith("Foe: whether to invoke")
    assert "invoke «Fog» with a point from the pool for +2" in words(table)


def test_where_an_aspect_stands_is_said_unless_it_is_on_who_chooses() -> None:
    """Ann may have herself or Ben aim, and put the foe off balance."""
    off_balance = {"text": "Off Balance", "on": "enemy", "helps": "against"}
    aimed = {"text": "Aimed", "on": "ally", "helps": "both", "actions": ["attack", "defend"]}
    table = scene(
        "fate-core", "ann Fight 2 Notice 1; ben Notice 1", "foe Fight 1", pool=1,
        templates=[off_balance, aimed, {**aimed, "on": "self"}],
    )  # fmt: skip
    table.turn("ann")
    told = words(table)
    assert "create «Aimed»" in told
    assert "create «Aimed» on Ben" in told
    assert "create «Off Balance» on Foe" in told
    assert "create «Aimed» on Ann" not in told


def test_who_is_the_last_of_a_group_is_spoken_of_as_one() -> None:
    """As the story tells it (`ones`); the next state may have more of them again."""
    state = load_game("autarch-skirmish").new_initial_state()
    while not (state.current_player() == PLAYERS and state.node() == codes.N_TURN):
        legal = state.legal_actions()
        state.apply_action(legal[len(legal) // 2])
    number = state.game.words.fighters.index("thieves")
    words = ChoiceWords(state.game)
    for members, name in ((1, "the Ore Thief"), (3, "the Ore Thieves")):
        state.record[0]["members"][number] = members
        said = [words.phrase(state, code) for code in state.legal_actions()]
        assert names_in(state).of("thieves") == name
        assert any(name in one for one in said)
