"""Beats in words: what somebody does, how it comes out, whom it costs what."""

from __future__ import annotations

from typing import Any

from autogm.analysis.review.account import Move, account
from autogm.analysis.review.beats import beats_of
from autogm.analysis.review.prose import (
    GREAT,
    SMALL,
    Narrator,
    Passage,
    came_to_nothing,
    gone_together,
    invoked,
    led_up_to,
)
from autogm.engine.game import load_game
from tests.analysis.review.playing import battle_of
from tests.analysis.review.test_tallies import Blind
from tests.table import scene


def passages(table: Any, start: Any, states: list[tuple[Any, int]]) -> list[Passage]:
    moves = [Move(n, at, action, at.child(action)) for n, (at, action) in enumerate(states, 1)]
    found = account(Blind(), start, moves)
    narrator = Narrator()
    return [narrator.passage(one) for one in beats_of(start, found)]


def one_attack(dice: str, **fields: Any) -> list[Passage]:
    """Rolf attacks Hans, who answers with average dice."""
    other = f"hans@deck Quick 1 {fields.pop('hans', '')}"
    first = {"turn_order": {"first": "players"}, "actions": ["attack"], "pool": 0}
    table = scene("war-of-ashes", "rolf@deck Forceful 3", other, "deck - hold", **first, **fields)
    start, steps = table.game.new_initial_state(), list[tuple[Any, int]]()
    state, rolls = start.clone(), [dice, "0 0 0 0"]
    while not state.is_terminal() and len(steps) < 40:
        if state.rolls_dice():
            if not rolls:
                break
            faces = tuple({"+": 1, "0": 0, "-": -1}[one] for one in rolls.pop(0).split())
            action = table.game.action_of(state, {"dice": list(faces)})
        else:
            legal = state.legal_actions()
            verbs = [table.game.describe(state, one).verb for one in legal]
            action = legal[verbs.index("attack") if "attack" in verbs else 0]
        steps.append((state, action))
        state = state.child(action)
    return passages(table, start, steps)


def test_who_is_taken_out_in_a_row_is_told_at_once() -> None:
    said = ["Ann is taken out", "the Spears are taken out", "Bo is taken out", "Cy concedes"]
    assert gone_together(said) == ["Ann, the Spears and Bo are taken out", "Cy concedes"]
    assert gone_together(["Ann is taken out", "Cy concedes", "Bo is taken out"]) == [
        "Ann is taken out", "Cy concedes", "Bo is taken out",
    ]  # fmt: skip
    assert gone_together([]) == []


def test_an_attack_that_takes_somebody_out_stands_out() -> None:
    told = one_attack("+ + + +", hans="boxes=0", sheets={"hans": {"consequences": {
        "mild": 0, "moderate": 0, "severe": 0}}})  # fmt: skip
    sentence = next(one for one in told if "taking them out" in one.sentence)
    assert sentence.weight == GREAT
    assert sentence.sentence.startswith("Rolf attacks Hans with Forceful and hits hard, for 6")


def test_a_full_attack_that_is_made_ready_is_no_attack() -> None:
    moves = battle_of(load_game("foredeck-boarding"), "tactician", seed=1)
    start, narrator = moves[0].before, Narrator()
    told = [narrator.passage(one) for one in beats_of(start, account(Blind(), start, moves))]
    ready = [one for one in told if one.small == "prepared"]
    assert {one.what for one in ready} == {"a Full Attack"}
    assert all("prepare" in one.sentence for one in ready)
    assert not [one for one in told if one.small == "missed" and "prepare" in one.sentence]
    assert came_to_nothing([Passage(small="missed", who="Rolf")]) == [
        "An attack by Rolf comes to nothing."
    ]


def test_what_was_invoked_is_named_once_and_consequences_of_one_together() -> None:
    assert invoked(["«Fog»", "«Mud»", "«Fog»"]) == "«Fog» and «Mud»"
    assert invoked(["a boost", "Volo's mild consequence", "Volo's severe consequence"]) == (
        "a boost and Volo's mild and severe consequences"
    )
    said = invoked(["Ann's mild consequence", "Bo's mild consequence"])
    assert said == "Ann's mild consequence and Bo's mild consequence"


def test_an_attack_that_misses_is_a_small_thing() -> None:
    told = one_attack("- - - -")
    missed = next(one for one in told if one.small == "missed")
    assert missed.weight == SMALL
    assert missed.sentence.startswith("Rolf attacks Hans with Forceful and misses")
    assert came_to_nothing([missed]) == ["An attack by Rolf on Hans comes to nothing."]
    assert came_to_nothing([missed, missed])[0].startswith(
        "Attacks by Rolf on Hans and Rolf on Hans come"
    )


def test_small_things_are_told_together() -> None:
    built = Passage("x", SMALL, "built", "the Mice", "«Cheese»", many=True)
    moved = Passage("x", SMALL, "moved", "Rolf")
    assert led_up_to([built, moved]) == ["The Mice build on «Cheese».", "Rolf changes ground."]
    other = Passage("x", SMALL, "built", "Ann", "«Fog»")
    assert led_up_to([built, other]) == ["The Mice build on «Cheese» and Ann on «Fog»."]
    ready = Passage("x", SMALL, "prepared", "Ann", "a Full Attack")
    assert led_up_to([ready]) == ["Ann prepares a Full Attack."]
    both = Passage("x", SMALL, "prepared", "the Mice", "a Full Attack", many=True)
    assert led_up_to([moved, ready, both]) == [
        "Ann and the Mice prepare a Full Attack.",
        "Rolf changes ground.",
    ]
