"""A play of a card scene reads like a story: a line for each step, rolls set apart, with the
faces of the dice (D5, G2, G3, G4, G7)."""

from __future__ import annotations

from typing import Any

from autogm.agents.plain import played
from autogm.agents.roster import seats
from autogm.game.dice import FACES_SHIFT, OUTCOME_MASK, all_faces, unpack_faces
from autogm.lab.told import told_lines
from autogm.scenes.cards.actions import Action
from tests.scenes.cards.test_tableau import game_of


def test_the_sources_own_example_reads_like_the_source() -> None:
    """EX-CARD-2: difficulty 4, Charming for free, + - + 0, one short; then a point for Daughter of
    Venus, and a success."""
    game = game_of("party-crashers")
    state = game.new_initial_state()
    told: list[str] = []

    def choose(action: int) -> None:
        nonlocal state
        told.extend(map(str, game.events(state, action)))
        state = state.child(action)

    for words in (
        {"verb": "try", "character": "piper", "intention": "bluff"},
        {"verb": "invoke", "aspect": "Charming"},
        {"verb": "roll"},
    ):
        choose(game.encode(Action.from_dict(words)))
    choose(game.action_of(state, {"dice": [1, -1, 1, 0]}))
    choose(game.encode(Action.from_dict({"verb": "invoke", "aspect": "Daughter of Venus"})))
    story = " ".join(told)
    for sentence in (
        "Piper Grace tries to bluff her way in. Locked Down Tight and Security Goons oppose it: "
        "difficulty 4.",
        "Piper Grace invokes Charming for free: +2.",
        "Piper Grace rolls + − + 0 (+1), with +2 for what is invoked: 3 against 4.",
        "Piper Grace invokes Daughter of Venus: +2. That costs a point.",
    ):
        assert sentence in story


def test_every_fall_of_the_dice_can_be_seen_and_no_other() -> None:
    game = game_of("one-question")
    state, seen = game.new_initial_state(), set()
    for battle in range(2_000):
        fall = game.fallen(state, 1, battle, 0)
        faces = unpack_faces("4dF", fall >> FACES_SHIFT)
        assert sum(faces) == (fall & OUTCOME_MASK) - 4
        seen.add(faces)
    assert seen == set(all_faces("4dF"))


def test_each_step_is_a_line_and_a_roll_is_set_apart() -> None:
    game: Any = game_of("party-crashers")
    kind = "aspect-cards"
    steps = list(played(game, 1, 0, seats("random", kind)))
    lines = [line.plain for line in told_lines(game, iter(steps))]
    events = [*game.opening()]
    for step in steps:
        events += game.events(step.before, step.action)
    told = [one for one in events if str(one)]
    assert len(lines) == 2 + len(told)  # the title, and who has won
    for event, line in zip(told, lines[1:], strict=False):
        assert line.strip().startswith(str(event))
        assert line.endswith(f"({event.rule})" if event.rule else str(event))
    rolls = [line for line in lines if "tries to" in line]
    assert len(rolls) > 1
    assert all(line.startswith("\n  ") for line in rolls)
    assert not any(line.startswith("\n") for line in lines if " rolls " in line)


def test_what_is_framed_at_once_is_one_sentence_with_its_prices() -> None:
    """As the source tells its own example: two points for what is detrimental, none for the
    rest."""
    events = game_of("party-crashers").opening()
    assert [str(one) for one in events if str(one)] == [
        "The GM frames the scene: Swanky, Noisy and Locked Down Tight (for a point) on High "
        "Society Party; Security Goons (for a point) on The Door."
    ]
    paid = [one for one in events if one.as_dict().get("why") == "framing"]
    assert len(paid) == 2
