"""What persons are not asked: what they leave to the program, and invokes that change nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from autogm.agents.base import Decision, RandomSource
from autogm.agents.names import known
from autogm.agents.roster import agent, entries_of
from autogm.engine.codes import N_DUEL, PASS
from autogm.engine.state import State
from autogm.session.begun import begin, needed
from autogm.session.errors import AgentFailedError
from autogm.session.leaving import LEFT, NODES, Left, kind_left
from autogm.session.seats import DELEGATE, Seat
from autogm.session.session import Session
from tests.soak import some

ADA = Seat(person="Ada")
FIGHTS = ("street-fight", "autarch-skirmish", "royal-court")


def new(name: str, ada: Seat = ADA, seed: int = 3) -> Session:
    return Session(begin(name, {"players": ada, "gm": Seat(agent="brawler")}, seed))


def play(session: Session, most: int = 150) -> list[int]:
    """Let the tactician choose for whoever is asked; the nodes at which somebody was."""
    chooses = agent(known("tactician"))
    asked: list[int] = []
    while len(asked) < most:
        while session.go_on() is not None:
            pass
        if session.waits().on != "choice":
            break
        state = session.state
        asked.append(state.node())
        session.take(chooses.decide(state, RandomSource(1, 0, len(asked))).action)
    return asked


@pytest.mark.parametrize("kind", LEFT)
def test_what_is_left_to_the_program_is_not_asked(kind: Left) -> None:
    sat = Seat(person="Ada", leaves=(kind,))
    asked = {kind_left(node) for name in FIGHTS for node in play(new(name, sat))}
    assert asked == {None, *LEFT} - {kind}


def test_what_is_left_is_decided_by_the_delegate_with_its_reasons() -> None:
    session = new("street-fight", Seat(person="Ada", leaves=LEFT))
    play(session, 12)
    left = [
        one
        for one in session.steps()
        if one.entry.by == "players" and not one.entry.asked and one.decision is not None
    ]
    assert left
    assert all(one.before.node() in sum(NODES.values(), ()) for one in left)
    assert {one.decision.facts["by"] for one in left if one.decision is not None} == {DELEGATE}


def test_taking_back_takes_back_what_the_program_chose_after_it() -> None:
    session = new("street-fight", Seat(person="Ada", leaves=LEFT))
    play(session, 3)
    while session.go_on() is not None:
        pass
    assert session.waits().on == "choice"
    before, here = session.state, session.here
    play(session, 1)
    assert session.here > here
    while session.here > here:
        session.undo()
    assert session.state == before


def test_only_a_person_leaves_choices() -> None:
    with pytest.raises(ValueError, match="only a person leaves choices"):
        Seat(agent="brawler", leaves=("skills",))


def test_what_decides_for_persons_is_compiled_before_it_is_needed() -> None:
    asked, left = new("duel"), new("duel", Seat(person="Ada", leaves=("skills",)))
    assert set(entries_of([agent(known(DELEGATE))])) <= set(needed(left))
    assert len(needed(asked)) < len(needed(left))


class Spy:
    """Chooses whatever comes first, and remembers what it was shown."""

    name = "spy"

    def __init__(self) -> None:
        self.shown: list[State] = []

    def decide(self, state: State, source: RandomSource) -> Decision:
        self.shown.append(state)
        return Decision(state.legal_actions()[0], {"by": self.name})


def left_to(monkeypatch: pytest.MonkeyPatch, spy: Spy) -> None:
    """Has persons leave choices to somebody else than they do."""
    monkeypatch.setattr(
        "autogm.session.seats.agent", lambda name: spy if name == DELEGATE else agent(name)
    )


def test_what_is_left_is_decided_from_what_the_side_may_know(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    spy, secret = Spy(), "Barbarians Were Seen at the Ford"
    left_to(monkeypatch, spy)
    session = new("guild-debate", Seat(person="Ada", leaves=LEFT))
    play(session, 30)
    assert len(spy.shown) > 5
    assert secret in texts_of(session.game)
    assert all(secret not in texts_of(one.game) for one in spy.shown)


def texts_of(game: Any) -> list[str]:
    """The aspects of a conflict's scene."""
    return [one.text for one in game.encounter.scene_aspects]


def test_who_has_left_choices_to_what_fails_is_asked_for_them_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Fails(Spy):
        def decide(self, state: State, source: RandomSource) -> Decision:
            raise RuntimeError("nothing works")

    left_to(monkeypatch, Fails())
    ada = Seat(person="Ada", leaves=LEFT, conceding=True)
    session = new("street-fight", ada)
    with pytest.raises(AgentFailedError, match="spy, to whom choices were left, has failed"):
        play(session)
    assert session.seats.seats["players"] == ada.model_copy(update={"leaves": ()})
    assert session.waits().on == "choice"


@pytest.mark.parametrize("name", some(FIGHTS, 1))
def test_nobody_is_asked_to_invoke_where_no_invoke_changes_anything(name: str) -> None:
    """Whatever is invoked for a bonus there, the same becomes of everybody while the other side
    invokes nothing."""
    idle = 0
    for seed in range(6):
        session = new(name, seed=seed)
        play(session)
        for step in session.steps():
            if step.entry.by == "players" and not step.entry.asked and step.action == PASS:
                if step.before.node() == N_DUEL:
                    idle += 1
                    assert (
                        len({outcome(step.before, series) for series in invokes(step.before)}) == 1
                    )
    assert idle > 0


def invokes(state: State, made: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """Series of up to two invokes for a bonus by whoever is asked, the other side passing after
    each; none first."""
    yield made
    here = after(state, made)
    if len(made) < 2 and here.node() == N_DUEL and here.current_player() == state.current_player():
        for action in here.legal_actions():
            if action != PASS and not here.child(action).rolls_dice():
                yield from invokes(state, (*made, action))


def after(state: State, made: tuple[int, ...]) -> State:
    """How things stand after a series of invokes."""
    here: State = state.clone()
    for action in made:
        here.apply_action(action)
        if here.node() == N_DUEL and here.current_player() != state.current_player():
            here.apply_action(PASS)
    return here


def outcome(state: State, made: tuple[int, ...]) -> tuple[object, ...]:
    """What becomes of everybody if both pass after a series of invokes: who is where, hurt or out,
    and who chooses what next."""
    here = after(state, made)
    while here.node() == N_DUEL:
        here.apply_action(PASS)
    record = here.record[0]
    bodies = (record[one].tobytes() for one in ("zone", "stress", "wounds", "present", "out"))
    return here.node(), here.current_player(), *bodies
