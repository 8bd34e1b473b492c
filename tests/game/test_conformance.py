"""The harness for games: what keeps the contract passes, and each clause notices a game that breaks
it and nothing else is needed for that.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from autogm.game.conformance import CLAUSES, BreachError, check_futures, check_game
from autogm.game.contract import CHANCE, TERMINAL
from autogm.game.plain import PlainAction, PlainEvent, PlainGame, PlainState
from tests.game.contest import Contest, ContestFile, Moment

FILE = ContestFile(kind="contest", title="Contest", goal=2, exchanges=3)
State = PlainState[Moment]


def test_the_contest_keeps_the_contract() -> None:
    for goal in (1, 3):
        game = Contest(ContestFile(kind="contest", title="Contest", goal=goal, exchanges=4))
        check_game(game, plays=20)
        check_futures(game)


def broken(state: dict[str, Any] | None = None, **methods: Any) -> Contest:
    """The contest with some methods replaced: the game's by name, and those of its `state`."""
    other = type("BrokenState", (PlainState,), dict(state or {}))

    def first(game: Contest) -> Any:
        return other(game, game.settled(game.first()))

    def load(game: Contest, text: str) -> Any:
        return other(game, Contest.deserialize(game, text).position)

    made = {"new_initial_state": first, "deserialize": load, **methods}
    game: Contest = type("Broken", (Contest,), made)(FILE)
    game.max_game_length = methods.get("max_game_length", game.max_game_length)
    return game


def doubled(state: State) -> list[int]:
    legal = PlainState.legal_actions(state)
    return legal + legal[-1:] if state.current_player() >= 0 else legal


def shifted(state: State) -> list[tuple[int, float]]:
    return [(one, chance * 0.9) for one, chance in PlainState.chance_outcomes(state)]


def everywhere(state: State) -> list[tuple[int, float]]:
    return PlainState.chance_outcomes(state) if state.current_player() == CHANCE else []


def anything(state: State, action: int) -> None:
    legal = state.legal_actions()
    PlainState.apply_action(state, action if action in legal or not legal else legal[0])


def refused_too_late(state: State, action: int) -> None:
    legal = state.legal_actions()
    if action not in legal and legal:
        PlainState.apply_action(state, legal[0])
        raise ValueError("not legal")
    PlainState.apply_action(state, action)


def forgetful(state: State, action: int) -> Any:
    PlainState.apply_action(state, action)
    return state


def early(state: State) -> tuple[float, float]:
    lead = float(state.position.players > state.position.gm)
    return (lead, -lead)


def fresh(state: State, action: int) -> Any:
    after = type(state)(state.game, state.position)
    after.apply_action(action)
    return after


def spilled(game: Contest, state: State, action: int) -> list[PlainEvent]:
    told = Contest.events(game, state, action)
    state.apply_action(action)
    return told


def elsewhere(game: Contest, text: str) -> Any:
    return PlainState(game, Contest.deserialize(game, text).position._replace(left=2))


class Marked(NamedTuple):
    players: int
    gm: int
    left: int
    side: int
    manner: str
    last: str


class Unread(PlainAction):
    @classmethod
    def from_dict(cls, data: Any) -> PlainAction:
        return cls("be bold")


class Crooked(PlainEvent):
    def as_dict(self) -> dict[str, Any]:
        return {"kind": self.kind, "after": object()}


COUNT = iter(range(10**9))
BROKEN: list[tuple[str, Contest, str]] = [
    ("somebody_chooses", broken(turn=lambda self, at: 7 if at.left == 2 and not at.manner
                                else Contest.turn(self, at)), "nobody is number 7"),
    ("somebody_chooses", broken(max_chance_outcomes=2), "more than 2"),
    ("somebody_chooses", broken(options=lambda self, at: () if at.left == 2 else self.verbs),
     "nothing is legal"),
    ("somebody_chooses", broken({"is_terminal": lambda self: self.position.left < 2
                                 or self.current_player() == TERMINAL}), "says otherwise"),
    ("legal_actions_are_sorted", broken({"legal_actions": doubled}, max_actions=9), r"\[0, 1, 1\]"),
    ("forced_moves_are_taken", broken(settled=lambda self, at: at), "forced move"),
    ("dice_are_a_distribution", broken({"chance_outcomes": shifted}), "sum to 0"),
    ("dice_are_a_distribution", broken({"chance_outcomes": everywhere}), "no dice are pending"),
    ("dice_are_a_distribution", broken(faces={-1: 0.0, 0: 0.5, 1: 0.5}), "no chance"),
    ("illegal_actions_are_refused", broken({"apply_action": anything}), "is not refused"),
    ("illegal_actions_are_refused", broken({"apply_action": refused_too_late}), "has changed"),
    ("copies_are_independent", broken({"clone": lambda self: self, "child": fresh}), "|".join((
        "the state that it comes from", "leads elsewhere", "not a legal", "nobody"))),
    ("states_are_values", broken({"__eq__": lambda self, other: isinstance(other, PlainState),
                                  "__hash__": lambda self: 1}), "are equal"),
    ("states_are_values", broken({"__hash__": object.__hash__}), "hash differently"),
    ("lines_are_read_back", broken(deserialize=Contest.deserialize,
                                   serialize=lambda self, state: "a\nb"), "more than one"),
    ("lines_are_read_back", broken(deserialize=elsewhere),
     "another state"),
    ("words_and_numbers_agree", broken(encode=lambda self, action: 0), "means another action"),
    ("words_and_numbers_agree", broken(describe=lambda self, state, action: Unread(
        Contest.describe(self, state, action).verb)), "read back as another"),
    ("entries_are_read_back", broken(action_of=lambda self, state, entry: 0), "means 0, not"),
    ("entries_are_read_back", broken(entry=lambda self, state, action: {"at": {1}}), "not plain"),
    ("events_are_plain_data", broken(events=lambda self, state, action: [Crooked("x", "y")]),
     "not plain data"),
    ("events_are_plain_data", broken(events=lambda self, state, action: [PlainEvent("", "y")]),
     "of no kind"),
    ("observations_are_plain_data", broken(known_to=lambda self, at, side: {"at": object()}),
     "not plain data"),
    ("observations_are_plain_data", broken(known_to=lambda self, at, side: {"at": next(COUNT)}),
     "different things"),
    ("observations_are_plain_data", broken(choices=lambda self, state, side: [PlainAction("wait")]),
     "where it does not choose"),
    ("looking_changes_nothing", broken(events=spilled), "asking has changed|not legal"),
    ("ends_are_ends", broken({"returns": early}), "before the end"),
    ("ends_are_ends", broken({"returns": lambda self: (1.0, 1.0)}), "sum to zero"),
    ("ends_are_ends", broken(max_utility=0.5), "max_utility"),
    ("ends_are_ends", broken({"winner": property(lambda self: "players")}), "before the end"),
    ("ends_are_ends", broken({"winner": property(lambda self: None)}), "won by None"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("clause", "game", "says"), BROKEN, ids=[f"{one[0]}: {one[2]}" for one in BROKEN]
)
def test_a_broken_game_fails_the_clause(clause: str, game: Contest, says: str) -> None:
    (check,) = (one for one in CLAUSES if one.__name__ == clause)
    with pytest.raises(BreachError, match=rf"{clause}, play \d.*({says})"):
        check_game(game, plays=8, clauses=[check])


def test_every_clause_has_a_broken_game() -> None:
    assert {clause for clause, _, _ in BROKEN} == {one.__name__ for one in CLAUSES}


def test_plays_that_go_on_past_the_bound_are_noticed() -> None:
    with pytest.raises(BreachError, match="a play goes on after 3 steps"):
        check_game(broken(max_game_length=3), clauses=[])


def test_entries_that_lead_elsewhere_are_noticed() -> None:
    """Whatever was chosen, its entry says that it was bold."""

    def bold(game: Contest, state: State, action: int) -> dict[str, Any]:
        if state.current_player() == CHANCE:
            return Contest.entry(game, state, action)
        return {"verb": "be bold"}

    with pytest.raises(BreachError, match="its entries lead elsewhere at 1"):
        check_game(broken(entry=bold), plays=8, clauses=[])


def test_a_past_that_changes_is_noticed() -> None:
    """`child` steps the state itself."""
    with pytest.raises(BreachError, match="has changed afterwards"):
        check_game(broken({"child": forgetful}), clauses=[])


def test_what_outlives_its_use_is_noticed() -> None:
    """A contest that keeps how the last turn was played, which no rule reads."""

    def after(self: Contest, at: Marked, what: Any) -> Marked:
        found = Contest.after(self, Moment(*at[:5]), what)
        over = found.left == 0 or self.goal in found[:2]
        return Marked(*found, last="" if over else at.manner or at.last)

    def first(self: Contest) -> Marked:
        return Marked(*Contest.first(self), last="")

    with pytest.raises(BreachError, match="equal futures differ"):
        check_futures(broken(after=after, first=first))


def test_circles_are_told() -> None:
    with pytest.raises(BreachError, match="leads back to it"):
        check_futures(broken(after=lambda self, at, what: self.first()))


def test_a_plain_game_that_leaves_out_what_it_must_say_cannot_be_made() -> None:
    class Mute(PlainGame[tuple[int]]):
        verbs = ("wait",)

    with pytest.raises(TypeError, match=r"after.*first.*turn.*worth"):
        Mute("nothing")  # type: ignore[abstract]
