"""Whether a game keeps the contract (`autogm.game.contract`): one function for each clause, called
at every step of random plays. Whoever writes a game calls `check_game`, and `check_futures` where
it is small enough to be gone through.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from math import fsum, isclose
from random import Random
from typing import Any

from autogm.game.contract import CHANCE, GM, PLAYERS, TERMINAL, UNDECIDED
from autogm.game.graph import CircleError, TooLargeError, futures, worths
from autogm.game.plays import states_of
from autogm.model.words import SIDES

Chooser = Callable[[Any, Random], int]


class BreachError(AssertionError):
    """A clause of the contract that a game does not keep: which, and where."""


@dataclass(frozen=True)
class Step:
    """One step of a play: the state before, what was chosen or fell, what the game says that it
    does, and what `child` made of it. The first step has nothing before it."""

    game: Any
    before: Any
    action: int
    events: tuple[Any, ...]
    after: Any


def _hold(holds: bool, says: str) -> None:
    if not holds:
        raise BreachError(says)


def _face(state: Any) -> tuple[Any, ...]:
    """What a state shows of itself, to see whether it has changed."""
    game = state.game
    return (game.serialize(state), state.current_player(), state.legal_actions(), state.returns())


def somebody_chooses(step: Step) -> None:
    """A side chooses, dice fall, or it is over; the bounds of choices and outcomes hold."""
    state, game = step.after, step.game
    player, legal = state.current_player(), state.legal_actions()
    _hold(player in (PLAYERS, GM, CHANCE, TERMINAL), f"nobody is number {player}")
    _hold(state.is_terminal() == (player == TERMINAL), "`is_terminal` says otherwise")
    most = game.max_chance_outcomes if player == CHANCE else game.max_actions
    _hold(len(legal) <= most, f"{len(legal)} are more than {most}, the game's bound")
    if player == TERMINAL:
        _hold(legal == [], "something is legal after the end")
    else:
        _hold(len(legal) > 0, "nothing is legal, and it is not over")


def legal_actions_are_sorted(step: Step) -> None:
    """They are in order and without repetition."""
    legal = step.after.legal_actions()
    _hold(legal == sorted(set(legal)), f"the legal actions are {legal}")


def forced_moves_are_taken(step: Step) -> None:
    """A side has at least two choices."""
    if step.after.current_player() in (PLAYERS, GM):
        _hold(len(step.after.legal_actions()) != 1, "a forced move was not taken by the game")


def dice_are_a_distribution(step: Step) -> None:
    """Chances are above zero and sum to 1, for the legal outcomes; there are none elsewhere."""
    state = step.after
    if state.current_player() != CHANCE:
        _hold(_refuses(state.chance_outcomes), "there are chances where no dice are pending")
        return
    outcomes = state.chance_outcomes()
    _hold([one for one, _ in outcomes] == state.legal_actions(), "outcomes are not what is legal")
    _hold(all(chance > 0 for _, chance in outcomes), "an outcome has no chance")
    total = fsum(chance for _, chance in outcomes)
    _hold(isclose(total, 1.0, abs_tol=1e-12), f"the chances sum to {total}")


def illegal_actions_are_refused(step: Step) -> None:
    """What is not legal raises `ValueError` and leaves the state as it was."""
    state = step.after
    legal, before = state.legal_actions(), _face(state)
    top = max(legal, default=0)
    for action in {-1, *range(top + 3)[-40:], top + 1} - set(legal):
        _hold(_refuses(state.apply_action, action), f"{action} is not refused")
        _hold(_face(state) == before, f"refusing {action} has changed the state")


def copies_are_independent(step: Step) -> None:
    """What is done to a clone or a child does not show in the state that it comes from, and leads
    to where `child` leads."""
    if step.before is None:
        return
    before, line = step.before, _face(step.before)
    copy = before.clone()
    _hold(copy == before, "a clone differs")
    copy.apply_action(step.action)
    _hold(copy == step.after, "applying an action leads elsewhere than `child`")
    child = before.child(step.action)
    _hold(child == step.after, "the same action leads elsewhere the second time")
    if not child.is_terminal():
        child.apply_action(child.legal_actions()[-1])
    _hold(_face(before) == line, "a copy has changed the state that it comes from")


def states_are_values(step: Step) -> None:
    """Equal states hash alike and show the same; those that show different things are not equal."""
    twin = step.after.clone()
    _hold(twin == step.after and hash(twin) == hash(step.after), "equal states hash differently")
    _hold(_face(twin) == _face(step.after), "equal states show different things")
    if step.before is not None and _face(step.before) != _face(step.after):
        _hold(step.before != step.after, "states that show different things are equal")


def lines_are_read_back(step: Step) -> None:
    """`serialize` gives one line, and `deserialize` the state again; what is no line is refused."""
    line = step.game.serialize(step.after)
    _hold("\n" not in line, "the line of a state is more than one")
    loaded = step.game.deserialize(line)
    _hold(loaded == step.after, "a line leads to another state")
    _hold(_face(loaded) == _face(step.after), "a state that was read back shows other things")
    _hold(_refuses(step.game.deserialize, "nonsense"), "nonsense is read as a state")


def words_and_numbers_agree(step: Step) -> None:
    """Every legal action has a description of its own, which means it again; it is plain data that
    its class reads back; it says something."""
    state, game = step.after, step.game
    if state.current_player() not in (PLAYERS, GM):
        return
    actions = state.legal_actions()
    said = [game.describe(state, action) for action in actions]
    _hold([game.encode(one) for one in said] == actions, "a description means another action")
    _hold(len(set(said)) == len(said), "two actions have one description")
    for one in said:
        data = one.as_dict()
        _hold(is_plain(data) and "verb" in data, f"{one!r} is not plain data with a verb")
        _hold(type(one).from_dict(data) == one, f"{data} is read back as another action")
        _hold(str(one) != "", "an action says nothing")


def entries_are_read_back(step: Step) -> None:
    """The entry of an action or of dice is plain data, means it again, and outlives a file."""
    if step.before is None:
        return
    entry = step.game.entry(step.before, step.action)
    _hold(is_plain(entry), f"the entry {entry} is not plain data")
    kept = json.loads(json.dumps(entry))
    found = step.game.action_of(step.before, kept)
    _hold(found == step.action, f"the entry {entry} means {found}, not {step.action}")
    nonsense = {"no": "entry"}
    _hold(_refuses(step.game.action_of, step.before, nonsense), "nonsense is read as an entry")


def events_are_plain_data(step: Step) -> None:
    """Each says what it is and by which rule, as plain data."""
    for one in step.events:
        _hold(isinstance(one.kind, str) and one.kind != "", f"{one!r} is of no kind")
        _hold(one.rule is None or isinstance(one.rule, str), f"{one!r} has no id of a rule")
        _hold(is_plain(one.as_dict()), f"{one!r} is not plain data")


def observations_are_plain_data(step: Step) -> None:
    """What a side may know is plain data, and equal states show it alike; it has choices, in such
    words, where it is to choose and nowhere else."""
    if not hasattr(step.game, "observation"):
        return
    for side in (PLAYERS, GM):
        seen = step.game.observation(step.after, side)
        _hold(is_plain(dict(seen)), f"what side {side} may know is not plain data")
        again = step.game.observation(step.after.clone(), side)
        _hold(again == seen, f"equal states show side {side} different things")
        choices = step.game.choices(step.after, side)
        asked = step.after.current_player() == side
        _hold(asked == (len(choices) > 0), f"side {side} has choices where it does not choose")
        _hold(all(is_plain(one.as_dict()) for one in choices), f"{choices} are not plain data")


def looking_changes_nothing(step: Step) -> None:
    """Asking a state, or its game about it, leaves it as it was."""
    state, game, before = step.after, step.game, _face(step.after)
    if not state.is_terminal():
        action = state.legal_actions()[0]
        game.events(state, action)
        game.entry(state, action)
        state.child(action)
    if state.current_player() in (PLAYERS, GM):
        game.describe(state, state.legal_actions()[0])
    if hasattr(game, "observation"):
        for side in (PLAYERS, GM):
            game.observation(state, side)
    _hold(state.actor() is None or isinstance(state.actor(), str), "the actor has no id")
    _hold(_face(state) == before, "asking has changed the state")


def ends_are_ends(step: Step) -> None:
    """An end is worth as much to one side as it costs the other, within the bound; nothing before
    it is worth anything. It has a winner, and only it."""
    state = step.after
    players, gm = state.returns()
    _hold(players + gm == 0, f"{players} and {gm} do not sum to zero")
    for worth in (players, *worths(state)):
        _hold(abs(worth) <= step.game.max_utility, f"{worth} is past the game's `max_utility`")
    if state.is_terminal():
        _hold(state.winner in (*SIDES, UNDECIDED), f"an end is won by {state.winner!r}")
    else:
        _hold((players, gm) == (0, 0), "something is won before the end")
        _hold(state.winner is None, f"{state.winner!r} has won before the end")


CLAUSES: tuple[Callable[[Step], None], ...] = (
    somebody_chooses,
    legal_actions_are_sorted,
    forced_moves_are_taken,
    dice_are_a_distribution,
    illegal_actions_are_refused,
    copies_are_independent,
    states_are_values,
    lines_are_read_back,
    words_and_numbers_agree,
    entries_are_read_back,
    events_are_plain_data,
    observations_are_plain_data,
    looking_changes_nothing,
    ends_are_ends,
)


def any_action(state: Any, rng: Random) -> int:
    """Any legal action, or an outcome by its chance."""
    if state.current_player() == CHANCE:
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        return int(rng.choices(outcomes, chances)[0])
    return int(rng.choice(state.legal_actions()))


def check_game(
    game: Any,
    plays: int = 3,
    seed: int = 0,
    clauses: Iterable[Callable[[Step], None]] = CLAUSES,
    choose: Chooser = any_action,
) -> None:
    """Play so many times, drawn by a seed alone, and check every clause at every step; and of each
    play, that it ends in time, that its past is as it was, and that its entries lead through the
    same states.

    Raises:
        BreachError: with the clause, the play, and the line of the state that repeat the failure.
    """
    kept = list(clauses)
    for play in range(plays):
        _check_play(game, Random(f"{seed} {play} {game.title}"), kept, choose, f"play {play}")


def _check_play(
    game: Any, rng: Random, clauses: list[Callable[[Step], None]], choose: Chooser, name: str
) -> None:
    states: list[tuple[Any, tuple[Any, ...]]] = []
    entries: list[dict[str, Any]] = []
    for step in steps(game, rng, choose):
        if states and _face(step.before) != states[-1][1]:
            raise BreachError(f"{name}: state {len(states) - 1} has changed afterwards")
        for clause in clauses:
            try:
                clause(step)
            except Exception as error:
                where = "the beginning" if step.before is None else game.serialize(step.before)
                raise BreachError(
                    f"{clause.__name__}, {name}, step {len(entries)}, action {step.action} from "
                    f"{where}: {error}"
                ) from error
        if step.before is not None:
            entries.append(json.loads(json.dumps(game.entry(step.before, step.action))))
        states.append((step.after, _face(step.after)))
    for number, (state, face) in enumerate(states):
        _hold(_face(state) == face, f"{name}: state {number} has changed afterwards")
    for number, again in enumerate(states_of(game, entries)):
        _hold(again == states[number][0], f"{name}: its entries lead elsewhere at {number}")


def steps(game: Any, rng: Random, choose: Chooser = any_action) -> Iterator[Step]:
    """The steps of a random play, to its end.

    Raises:
        BreachError: where it goes on past the game's `max_game_length`.
    """
    state = game.new_initial_state()
    yield Step(game, None, -1, tuple(game.opening()), state)
    length = 0
    while not state.is_terminal():
        action = choose(state, rng)
        events = tuple(game.events(state, action))
        step = Step(game, state, action, events, state.child(action))
        length += 1
        most = game.max_game_length
        _hold(length <= most, f"a play goes on after {most} steps, the game's `max_game_length`")
        yield step
        state = step.after


def check_futures(game: Any, most: int = 20_000) -> None:
    """Go through everything that can follow on the first state, and see that states with equal
    futures are equal.

    Raises:
        BreachError: naming two that are not.
        TooLargeError: where there are more than `most` states.
    """
    try:
        found = futures(game.new_initial_state(), most)
    except CircleError as error:
        raise BreachError(str(error)) from None
    for first, second in found.twins[:1]:
        lines = f"{game.serialize(first)} and {game.serialize(second)}"
        raise BreachError(f"two states with equal futures differ: {lines}")


def is_plain(value: Any) -> bool:
    """Whether a value is what JSON has; tuples count as lists."""
    if isinstance(value, dict):
        return all(isinstance(key, str) and is_plain(one) for key, one in value.items())
    if isinstance(value, list | tuple):
        return all(map(is_plain, value))
    return value is None or isinstance(value, bool | int | float | str)


def _refuses(act: Callable[..., object], *arguments: object) -> bool:
    try:
        act(*arguments)
    except ValueError:
        return True
    return False


__all__ = [
    "CLAUSES",
    "BreachError",
    "Step",
    "TooLargeError",
    "check_futures",
    "check_game",
    "is_plain",
    "steps",
]
