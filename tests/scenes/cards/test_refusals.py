"""Why something cannot be done in a scene of cards: whatever is legal has no reason and whatever is
not has one, which is true by the scene as it is written, is told with its rule, and tells players
nothing that is hidden."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from autogm.game.contract import CHANCE, GM, PLAYERS
from autogm.scenes.cards import refusals as r
from autogm.scenes.cards.actions import Action
from autogm.scenes.cards.codes import ARGUMENT_BITS, V_NOTHING
from autogm.scenes.cards.game import CardGame
from autogm.scenes.cards.reading import read_scene
from autogm.scenes.cards.refusals import refusal
from autogm.scenes.cards.refusing import OWN, REASONS
from autogm.scenes.cards.settled import CardAspect, CardCharacter, Ending, SettledScene
from autogm.scenes.cards.state import CardState
from autogm.view.why_not import attempts, meant, why_not
from tests.scenes.cards.generator import random_scene
from tests.scenes.cards.parties import ALARM, INSIDE, NOISY, PARTY, QUESTION, SMALL
from tests.scenes.cards.table import MINUS, PLUS, Table, bluff, fails, party

SHIPPED = sorted((Path(__file__).parents[3] / "scenarios" / "scenes").glob("*.yaml"))
IDS = set(
    re.findall(
        r"^([A-Z]\d+) ", Path(__file__).parents[2].joinpath("rule_ids.txt").read_text("utf-8"), re.M
    )
)
ALONE = replace(
    QUESTION,
    characters=(
        replace(QUESTION.characters[0], points=0),
        CardCharacter("bram", "Bram", 1, frozenset({"sneak"})),
    ),
)
"""A simple scene in which one of two can pay for a full one."""
TWICE = replace(PARTY, endings=(replace(INSIDE, gone=frozenset(), successes=2), *PARTY.endings[1:]))
"""The example of the rules, for whoever succeeds twice."""

POOR = replace(QUESTION, simple=False, gm_points=0)
"""A full scene whose GM cannot pay for what is in the way."""
EITHER = replace(
    PARTY,
    aspects=tuple(
        replace(one, helps=frozenset({"bluff"})) if one == NOISY else one for one in PARTY.aspects
    ),
)
"""The example of the rules, with noise that helps what it may be turned against."""


def everything(game: CardGame) -> dict[int, Action]:
    """Every action that the scene has names for."""
    first = game.new_initial_state()
    found = {}
    for action in range((V_NOTHING + 1) << ARGUMENT_BITS):
        try:
            found[action] = game.describe(first, action)
        except ValueError:
            continue
    return found


def choices(game: CardGame, rng: Random) -> Iterator[CardState]:
    """The states of a random play in which somebody chooses."""
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.current_player() != CHANCE:
            yield state
        state = state.child(rng.choice(state.legal_actions()))


class Moment:
    """An action in a state, by the scene as it is written."""

    def __init__(self, state: CardState, said: Action) -> None:
        scene: SettledScene = state.game.settled
        record = state.record[0]
        self.state, self.record, self.scene = state, record, scene
        self.standing = self._in("standing")
        self.turned, self.invoked = self._in("turned"), self._in("invoked")
        self.revealed = self._in("revealed")
        self.intention = scene.intentions[int(record["intention"])].id
        self.said = said
        self.aspect: Any = next((one for one in scene.aspects if one.text == said.aspect), None)
        self.ending: Any = next((one for one in scene.endings if one.id == said.ending), None)
        self.actor = scene.characters[int(record["actor"])].id
        self.points: dict[Any, int] = {
            one.id: int(record["points"][place]) for place, one in enumerate(scene.characters)
        }
        self.side = "players" if state.current_player() == PLAYERS else "gm"

    def _in(self, name: str) -> set[str]:
        aspects, mask = self.state.game.settled.aspects, int(self.record[name])
        return {one.text for place, one in enumerate(aspects) if (mask >> place) & 1}


def turns(one: CardAspect, at: Moment) -> bool:
    return at.intention in one.turns and one.text in at.turned


def resolution(one: Ending) -> bool:
    return one.kind == "resolution"


TRUE: dict[int, Callable[[Moment], bool]] = {
    r.OTHERS_PURSE: lambda at: (at.said.character is None) == (at.side == "players"),
    r.EMPTY_PURSE: lambda at: at.points[at.said.character] == 0,
    r.NOT_FRAMED: lambda at: at.aspect.source != "framed",
    r.CANNOT_PAY: lambda at: at.aspect.valence == "detrimental" and at.record["gm"] == 0,
    r.NOTHING_TO_TAKE: lambda at: at.aspect.valence != "beneficial",
    r.EMPTY_BOWL: lambda at: at.record["bowl"] == 0,
    r.NOT_TRIED: lambda at: at.said.intention not in next(
        one.tries for one in at.scene.characters if one.id == at.said.character),
    r.ONLY_ACTOR: lambda at: at.side == "gm",
    r.ABSENT: lambda at: at.said.aspect not in at.standing,
    r.STANDS: lambda at: at.said.aspect in at.standing,
    r.NO_HELP: lambda at: at.intention not in at.aspect.helps,
    r.TURNED_AGAINST: lambda at: turns(at.aspect, at),
    r.INVOKED: lambda at: at.said.aspect in at.invoked,
    r.OPEN: lambda at: not at.aspect.hidden,
    r.NO_OBSTACLE: lambda at: at.aspect.hidden and at.intention not in at.aspect.opposes,
    r.REVEALED: lambda at: at.aspect.hidden and at.said.aspect in at.revealed,
    r.NOT_BORDERLINE: lambda at: at.intention not in at.aspect.turns,
    r.TURNED: lambda at: turns(at.aspect, at),
    r.HELPED: lambda at: at.said.aspect in at.invoked,
    r.BARGAINED_FOR: lambda at: not resolution(at.ending),
    r.RESOLVED_TO: lambda at: resolution(at.ending),
    r.OTHERS_ENDING: lambda at: resolution(at.ending) and at.ending.side != at.side,
    r.AT_THE_END: lambda at: at.ending.at_the_end,
    r.MUST_GO: lambda at: bool(at.ending.gone & at.standing),
    r.MUST_STAND: lambda at: bool(at.ending.standing - at.standing),
    r.TOO_FEW_SUCCESSES: lambda at: at.record["successes"] < at.ending.successes,
    r.TOO_FEW_FAILURES: lambda at: at.record["failures"] < at.ending.failures,
    r.FIXED: lambda at: at.aspect.fixed or at.aspect.source == "sheet",
    r.NOT_REMOVED_BY: lambda at: not at.aspect.fixed and at.aspect.source != "sheet"
    and at.side == "players",
    r.NOT_BY_ACTOR: lambda at: at.side == "players" and at.actor not in at.aspect.who,
    r.REFUSED: lambda at: at.record["refused"] == 1,
    r.ENDS_NOW: lambda at: at.record["simple"] == 1,
}  # fmt: skip
"""What is so by the scene where a reason is given."""


@pytest.mark.rule("G1", "G3", "G4", "G5", "G6", "G10", "G13", "G15", "G18", "G20", "G21", "G22")
def test_what_is_legal_has_no_reason_and_what_is_not_has_one_that_is_true() -> None:
    scenes = [random_scene(seed) for seed in range(60)]
    own = (*SMALL.values(), PARTY, TWICE, ALONE, POOR, EITHER)
    games = [CardGame(one) for one in (*scenes, *own * 12, *[EITHER] * 60)]
    games += [CardGame(read_scene(path)) for path in SHIPPED]
    seen: set[int] = set()
    for number, game in enumerate(games):
        actions = everything(game)
        for state in choices(game, Random(number)):
            legal = set(state.legal_actions())
            reasons = {action: refusal(state, action) for action in actions}
            assert {action for action, why in reasons.items() if why == r.NOTHING} == legal
            for action, why in reasons.items():
                if why in TRUE:
                    assert TRUE[why](Moment(state, actions[action])), (actions[action], why)
            seen |= set(reasons.values())
    assert seen == {r.NOTHING, *REASONS}


def test_every_reason_has_words_and_a_rule_that_there_is() -> None:
    assert set(REASONS) == set(range(r.MUST_PICK + 1)) - {r.NOTHING}
    assert {rule for rule, _ in (*REASONS.values(), *OWN.values())} <= IDS


@pytest.mark.parametrize("seed", range(6))
def test_every_refusal_is_a_sentence(seed: int) -> None:
    game = CardGame(random_scene(seed))
    actions = everything(game)
    for state in choices(game, Random(seed)):
        for action, said in actions.items():
            told = game.refusal(state, said.as_dict())
            assert (told is None) == (action in state.legal_actions())
            if told is not None:
                assert re.fullmatch(r"[A-Z«][^{}]*[^{} .]\.", told.sentence), told
                assert "«»" not in told.sentence


def told(table: Table, verb: str, **about: str) -> tuple[str, str]:
    """What is told to whoever chooses now."""
    state = table.state
    found = why_not(state, state.current_player(), {"verb": verb, **about})
    assert found is not None
    return found.sentence, found.rule


@pytest.mark.rule("G3", "G13", "G14")
def test_why_an_aspect_is_not_invoked() -> None:
    table = party()
    assert told(table, "invoke", aspect="Charming")[1] == "G3"
    assert told(table, "roll") == ("Nobody tries anything that dice could be rolled for.", "G10")
    table.do("try", "piper", "bluff")
    assert told(table, "roll")[1] == "G14"
    assert told(table, "invoke", aspect="Swanky") == (
        "«Swanky» does not help Piper Grace to bluff her way in.", "G3",
    )  # fmt: skip
    assert told(table, "invoke", aspect="Guard Distracted") == (
        "«Guard Distracted» is not in play.", "G3",
    )  # fmt: skip
    table.free("Charming")
    assert told(table, "invoke", aspect="Charming") == (
        "«Charming» was invoked on this roll already.", "G13",
    )  # fmt: skip
    table.roll(*MINUS)
    assert told(table, "turn", aspect="Noisy")[1] == "G4"
    assert told(table, "roll")[1] == "G16"


@pytest.mark.rule("G4", "G13", "G15", "G16")
def test_why_the_gm_does_not_answer_so() -> None:
    table = bluff(party(), *PLUS).do("leave it")
    assert table.state.current_player() == GM
    assert told(table, "invoke", aspect="Charming") == (
        "Only Piper Grace invokes aspects on this roll.", "G13",
    )  # fmt: skip
    assert told(table, "reveal", aspect="Swanky")[0].startswith("«Swanky» is not hidden")
    assert told(table, "reveal", aspect="Silent Alarm")[0].startswith("«Silent Alarm» does not")
    assert told(table, "turn", aspect="Charming")[0].startswith("«Charming» is not borderline")
    table = bluff(Table(EITHER), *PLUS).do("leave it").do("turn", "Noisy").done()
    table.do("change nothing").do("try", "piper", "bluff")
    assert told(table, "invoke", aspect="Noisy") == (
        "«Noisy» was turned against this, and no longer helps it.", "G15",
    )  # fmt: skip


@pytest.mark.rule("G6", "G18", "G20", "G21")
def test_why_a_scene_does_not_end_so() -> None:
    table = bluff(party(), *PLUS).done()
    assert told(table, "resolve", ending="inside") == (
        "«Security Goons» has to go first.", "G6",
    )  # fmt: skip
    assert told(table, "resolve", ending="thrown-out")[1] == "G20"
    assert told(table, "offer", ending="for-a-price")[1] == "G21"
    assert told(table, "remove", aspect="Charming")[1] == "G18"
    table = fails(party())
    assert told(table, "resolve", ending="thrown-out") == (
        "It takes more rolls that have failed: 2 in all.", "G6",
    )  # fmt: skip
    assert told(table, "resolve", ending="turned-away")[1] == "G10"
    assert told(table, "change nothing")[1] == "G19"
    assert told(table, "try", character="piper", intention="bluff")[1] == "G10"


@pytest.mark.rule("G4", "G16")
def test_asking_finds_nothing_out_that_is_hidden() -> None:
    """Two scenes that differ in what the players do not know answer them the same, whatever they
    ask; one has an alarm that the GM may reveal, and noise that the GM may turn."""
    plain = (*(one for one in PARTY.aspects if one not in (ALARM, NOISY)),)
    place = PARTY.aspects.index(NOISY)
    quiet = replace(NOISY, turns=frozenset())
    other = replace(PARTY, aspects=(*plain[:place], quiet, *plain[place:]))
    full, bare = Table(PARTY), Table(other)
    sayings = [one.as_dict() for one in everything(full.game).values()]
    asked = 0
    for table in (full, bare):
        assert "Silent Alarm" not in str(table.game.observation(table.state, PLAYERS))
    for step in ("try", "free", "roll", "leave it"):
        for said in sayings:
            answers = [why_not(one.state, PLAYERS, said) for one in (full, bare)]
            assert answers[0] == answers[1], (step, said)
            asked += 1
        for table in (full, bare):
            if step == "try":
                table.do("try", "piper", "bluff")
            elif step == "free":
                table.free("Charming")
            elif step == "roll":
                table.roll(0, 0, 0, 0)
    assert asked > 4 * 50
    hidden = why_not(full.state, PLAYERS, {"verb": "reveal", "aspect": "Silent Alarm"})
    assert hidden is not None
    assert hidden.rule == ""


def test_what_is_pointed_at_is_what_an_aspect_is_for_now() -> None:
    table = party()

    def pointed(**at: str) -> list[tuple[str, dict[str, str]]]:
        return attempts(table.state, table.state.current_player(), at)

    assert pointed(aspect="Swanky") == [("Invoking it", {"verb": "invoke", "aspect": "Swanky"})]
    assert pointed(aspect="Silent Alarm") == []  # the players know of none
    assert pointed(about="intention bluff")[0][1]["character"] == "piper"
    assert pointed(about="intention dance") == pointed(about="nothing") == pointed() == []
    assert pointed(about="ending for-a-price")[0][1]["verb"] == "offer"
    bluff(table, *PLUS).do("leave it")
    assert pointed(aspect="Noisy") == [("Turning it", {"verb": "turn", "aspect": "Noisy"})]
    assert pointed(aspect="Silent Alarm")[0][0] == "Revealing it"
    table.done()
    assert pointed(aspect="Security Goons")[0][1]["verb"] == "remove"
    assert pointed(aspect="Guard Distracted")[0][1]["verb"] == "add"


def test_words_that_are_typed() -> None:
    state = party().state
    for words, said in {
        "invoke swanky": {"verb": "invoke", "aspect": "Swanky"},
        "try sneak": {"verb": "try", "character": "piper", "intention": "sneak"},
        "bluff": {"verb": "try", "character": "piper", "intention": "bluff"},
        "let piper bluff": {"verb": "try", "character": "piper", "intention": "bluff"},
        "resolve inside": {"verb": "resolve", "ending": "inside"},
        "give in": {"verb": "give in"},
        "pay for a full scene piper": {"verb": "pay for a full scene", "character": "piper"},
    }.items():
        assert meant(state, PLAYERS, words) == said
    for words in ("invoke", "invoke silent alarm", "dance", "try dance", ""):
        with pytest.raises(ValueError, match="«"):
            meant(state, PLAYERS, words)
