"""What is made for a side says nothing that is hidden from it: of two conflicts that differ only in
that it is the same, in every text, number and picture; and in the shipped scenarios no name of
anything hidden is in it until it shows.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from autogm.agents.roster import seats
from autogm.analysis.advice import Advice, advise
from autogm.analysis.counsel import advice_tables, advice_values
from autogm.engine.events import Event
from autogm.engine.game import Game, load_game
from autogm.engine.state import State
from autogm.lab.replay import Step, replay
from autogm.model.words import SIDES
from autogm.planner.levels import setting
from autogm.view.battlefield import battlefield_text
from autogm.view.board import Board
from autogm.view.marks import marked
from autogm.view.picture.drawing import picture
from autogm.view.secrets import seen_by
from autogm.view.snapshot import board_of, opening_board
from autogm.view.story import story_to
from autogm.view.words.choices import ChoiceWords
from autogm.view.words.events import EventWords
from tests.twins import PAIRS, battle, twins

SCENARIOS = sorted((Path(__file__).parents[2] / "scenarios").glob("*.yaml"))
LEVEL = setting("mediocre:positions=20:states=0")
PLAYERS = 0


def told_of(advice: Advice) -> str:
    """Everything that advice tells, as data and in words."""
    tables = [part.plain if hasattr(part, "plain") else _cells(part) for part in
              advice_tables(advice)]  # fmt: skip
    return json.dumps(advice_values(advice), sort_keys=True) + "\n".join(tables)


def _cells(table: Any) -> str:
    return " | ".join(str(cell) for column in table.columns for cell in column.cells)


def words_of(state: State, side: int) -> list[str]:
    """The choices of a side in words, in the conflict as it knows it."""
    seen = state.game.as_known_to(state, side)
    words = ChoiceWords(seen.game)
    return [words.question(seen), *(words.phrase(seen, one) for one in seen.legal_actions())]


def drawn(board: Board) -> str:
    """A board as text and as a picture."""
    return battlefield_text(board, 200) + picture(board, sheets=True)


@pytest.mark.rule("A14", "A16", "H9")
@pytest.mark.parametrize("name", [one for one in PAIRS if "goal" not in one])
def test_twins_are_shown_alike(name: str) -> None:
    """The board, the words of choices and advice with its numbers; advice for the first choices of
    each kind."""
    pair = twins(name)
    asked: dict[int, int] = {}
    for seed in range(2):
        for moment in battle(pair, seed):
            both = (moment.plain, moment.full)
            if moment.plain.current_player() >= 0:
                boards = [seen_by(board_of(one), SIDES[pair.side]) for one in both]
                # Equal boards are drawn alike, which `tests/view/test_picture.py` checks.
                assert boards[0] == boards[1] or drawn(boards[0]) == drawn(boards[1])
            if moment.plain.current_player() != pair.side:
                continue
            words = [words_of(one, pair.side) for one in both]
            assert words[0] == words[1]
            node = moment.plain.node()
            asked[node] = asked.get(node, 0) + 1
            if asked[node] > 1:
                continue
            said = [told_of(advise(one.game, one, LEVEL)) for one in both]
            assert said[0] == said[1]
    assert asked


def test_whoever_may_know_everything_is_told_of_it() -> None:
    """The same coach, asked from everything, does tell the two apart: so the test above can."""
    pair = twins("reinforcements")
    moment = next(one for one in battle(pair, 0) if one.plain.current_player() == pair.side)
    said = [
        advise(one.game, one, LEVEL, everything=True) for one in (moment.plain, moment.full)
    ]  # fmt: skip
    assert [one.value for one in said[0].choices] != [one.value for one in said[1].choices]


# The shipped scenarios, by names alone: what is hidden is taken from the files here, and what has
# shown from all events, so that nothing depends on what decides it in the game.


@dataclass
class Hidden:
    """The names in a conflict that the players must not meet yet, by what shows them."""

    aspects: dict[str, str] = field(default_factory=dict)
    fighters: dict[str, str] = field(default_factory=dict)
    sheets: dict[str, list[str]] = field(default_factory=dict)
    ground: dict[str, str] = field(default_factory=dict)

    def show(self, events: tuple[Event, ...]) -> None:
        """Forget what has shown."""
        for event in events:
            if event.kind in ("discovers", "compel") and "aspect" in event.facts:
                self.aspects.pop(event.facts["aspect"], None)
            elif event.kind in ("arrives", "turn"):
                self.fighters.pop(event.who or "", None)
                self.sheets.pop(event.who or "", None)
            elif event.kind == "aspect":
                self.ground.pop(event.facts["on"], None)

    def names(self) -> set[str]:
        """All of them."""
        sheets = {text for texts in self.sheets.values() for text in texts}
        return {*self.aspects, *self.fighters.values(), *sheets, *self.ground.values()}


def hidden_in(game: Game) -> Hidden:
    """What the file hides from the players."""
    encounter, found = game.encounter, Hidden()
    order = encounter.scenario.turn_order
    everywhere = [*encounter.scene_aspects, *encounter.zone_aspects.values()]
    for one in encounter.fighters:
        everywhere += one.aspects
        if one.side == "gm" and (one.arrives > 1 or order.ambush == "gm"):
            found.fighters[one.id] = one.name
            found.sheets[one.id] = [aspect.text for aspect in one.aspects]
    found.aspects |= {one.text: one.text for one in everywhere if one.hidden_from == "players"}
    for zone, written in encounter.scenario.zones.items():
        if written.unexplored:
            found.ground[zone] = encounter.zone_aspects[zone].text
    return found


def public(game: Game) -> str:
    """What anybody may read: titles and names, and the sheets of those who stand in the open."""
    encounter = game.encounter
    scenario = encounter.scenario
    seen = [one for one in encounter.fighters if one.side == "players" or one.arrives == 1]
    texts = [scenario.title, scenario.sides.players.name, scenario.sides.gm.name]
    texts += [zone.name for zone in scenario.zones.values()]
    for one in seen:
        texts += [one.name, *(stunt.name for stunt in one.stunts)]
        texts += [aspect.text for aspect in one.aspects if aspect.hidden_from != "players"]
    texts += [one.template.text for one in encounter.templates]
    return "\n".join(text for text in texts if text)


def made_for_players(game: Game, step: Step, advised: set[int]) -> Iterator[str]:
    """Everything that is made for the players after a step of a battle."""
    words = EventWords(step.game or game)
    yield json.dumps([words.as_dict(event) for event in step.events])
    yield json.dumps(step.as_dict(game))
    after = step.after
    yield json.dumps(game.observation(after, PLAYERS))
    if after.current_player() != PLAYERS:
        return
    yield "\n".join(str(one) for one in game.choices(after, PLAYERS))
    if after.node() in advised:
        return
    advised.add(after.node())
    yield told_of(advise(game, after, LEVEL))
    yield battlefield_text(seen_by(board_of(after), "players"), 200)


@pytest.mark.rule("A14", "A16", "H9")
@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_the_players_meet_no_hidden_name_before_it_shows(path: Path) -> None:
    """Two battles between agents, who see everything. Told are events, story, observation,
    choices; shown as text and advised is the first choice of each kind; drawn is how it begins and
    ends."""
    game = load_game(path)
    svg = picture(seen_by(opening_board(game.encounter), "players"), sheets=True)
    assert not [one for one in hidden_in(game).names() if one in svg and one not in public(game)]
    advised = set[int]()
    for number, who in enumerate(("random", "tactician")):
        hidden = hidden_in(game)
        if not hidden.names():
            return
        names = hidden.names() - {one for one in hidden.names() if one in public(game)}
        whole = replay(game, 5, number, seats(who))
        steps = list(replay(game, 5, number, seats(who), to=PLAYERS))
        for true, step in zip(whole, steps, strict=True):
            hidden.show(true.events)
            for told in made_for_players(game, step, advised):
                assert not [one for one in names & hidden.names() if one in told]
        story = story_to(game, ((one.game or game, one.events) for one in steps), to=PLAYERS)
        lines = "\n".join(line.plain for line in story)
        assert not [one for one in names & hidden.names() if one in lines]
        shown = seen_by(marked(board_of(steps[-1].after), steps[-1].events), "players")
        svg = picture(shown, sheets=True)
        assert not [one for one in names & hidden.names() if one in svg]
