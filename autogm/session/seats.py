"""Who sits where: each side has a seat, and any fighter may have one of its own. On a seat sits a
person, or an agent by name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from autogm.agents.base import Decision, RandomSource
from autogm.agents.names import UnknownAgentError, check_tempers, known, players_of
from autogm.agents.roster import agent
from autogm.agents.seated import Seated
from autogm.agents.whose import fighter_who_chooses
from autogm.engine.codes import N_CONCEDE, N_DUEL, PASS
from autogm.engine.state import State
from autogm.engine.supposed import no_invoke_matters
from autogm.model.words import SIDES
from autogm.session.leaving import Delegate, Left, is_known, kind_left

if TYPE_CHECKING:
    from autogm.agents.base import Agent

DELEGATE = "tactician"
"""The agent that decides what persons leave to the program."""
Name = Annotated[str, Field(min_length=1, max_length=80)]


class SeatError(ValueError):
    """A seat that nobody can take: which, and why."""


class Steadfast:
    """Stands for a person where only whether somebody concedes is asked of agents."""

    name = "steadfast"

    def decide(self, state: Any, source: RandomSource) -> Decision:
        """Fight on."""
        return Decision(PASS, {"by": self.name, "choices": len(state.legal_actions())})


class Seat(BaseModel):
    """A person by name, or an agent by its full name. A person who is `conceding` is asked whether
    to concede wherever the rules ask; others are not, and never do. What a person `leaves` to the
    program is decided by `DELEGATE`. A `proposer` is an agent that proposes to the person what to
    do."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    person: Name | None = None
    agent: Name | None = None
    conceding: bool = False
    leaves: tuple[Left, ...] = ()
    proposer: Name | None = None

    @model_validator(mode="after")
    def _one_of_them(self) -> Seat:
        if (self.person is None) == (self.agent is None):
            raise ValueError("a seat is a person's or an agent's")
        if self.conceding and self.person is None:
            raise ValueError("only a person is asked apart from the rules whether to concede")
        if self.leaves and self.person is None:
            raise ValueError("only a person leaves choices to the program")
        if self.proposer is not None and self.person is None:
            raise ValueError("an agent proposes to a person, and has no proposer itself")
        return self

    @property
    def name(self) -> str:
        """Who sits there."""
        return self.person or self.agent or ""

    def changed(self, **fields: Any) -> Seat:
        """The same, but for some fields.

        Raises:
            SeatError: where nobody can sit so.
        """
        try:
            return Seat.model_validate({**self.model_dump(), **fields})
        except ValidationError as error:
            raise SeatError(error.errors()[0]["msg"].removeprefix("Value error, ")) from None


def proposed_to_gm(seats: Mapping[str, Seat]) -> dict[str, Seat]:
    """The seats of a real table whose GM answers for all: what agents would do is proposed."""
    return {
        key: Seat(person="the GM", proposer=one.agent) if one.agent else one
        for key, one in seats.items()
    }


class Seats:
    """The seats of one game: of both sides, and of fighters who have their own, by id."""

    def __init__(self, game: Any, kind: str, seats: Mapping[str, Seat]) -> None:
        """Seat everybody.

        Raises:
            SeatError: for a side without a seat, a seat of nobody, and an agent that is not known
                or plays no such game.
        """
        self.seats = dict(seats)
        fighters = self.fighters_of(game)
        for side in SIDES:
            if side not in self.seats:
                raise SeatError(f"nobody sits on the seat of `{side}`")
        for key, seat in self.seats.items():
            if key not in SIDES and key not in fighters:
                raise SeatError(f"`{key}` is no side and no fighter here")
            for name in filter(None, (seat.agent, seat.proposer)):
                self._check(key, name, kind)
        self._fighter_sides = fighters
        self._agents: dict[int, Agent] = {}

    @staticmethod
    def fighters_of(game: Any) -> dict[str, str]:
        """Who may have a seat of its own, and on which side."""
        encounter = getattr(game, "encounter", None)
        found = () if encounter is None else encounter.fighters
        return {one.id: one.side for one in found if one.part_of is None}

    @staticmethod
    def _check(key: str, name: str, kind: str) -> None:
        try:
            full = known(name)
        except UnknownAgentError as error:
            raise SeatError(f"{key}: {error}") from None
        able = players_of(kind)
        if full.partition(":")[0] not in able:
            raise SeatError(f"{key}: `{name}` plays no such game; who does: {', '.join(able)}")

    def side_of(self, key: str) -> int:
        """The number of the side that a seat belongs to."""
        return SIDES.index(key if key in SIDES else self._fighter_sides[key])

    def fighters(self) -> tuple[str, ...]:
        """The ids of those who may have a seat of their own."""
        return tuple(self._fighter_sides)

    def asked(self, state: Any) -> str:
        """The key of the seat whose choice it is in a state where a side chooses: the fighter's who
        chooses for itself, if it has one, else the side's. Whether to concede is asked of a person
        who wants to be asked, else of an agent, if one sits on that side."""
        side = state.current_player()
        if not isinstance(state, State):
            return SIDES[side]
        who = fighter_who_chooses(state)
        own = who if who in self.seats else SIDES[side]
        if state.node() != N_CONCEDE or (who is not None and self.seats[own].agent is not None):
            return own
        there = [key for key in self.seats if self.side_of(key) == side]
        willing = [key for key in there if self.seats[key].conceding]
        if who is not None:
            willing = [key for key in willing if key == own]
            there = [own]
        able = (key for key in there if self.seats[key].agent is not None)
        return next(iter((*willing, *able, SIDES[side])))

    def passed_over(self, state: Any) -> int | None:
        """What is done without asking and without thinking, if a person's seat is not asked there:
        nobody concedes who has not said that it wants to be asked, and nobody invokes where that
        can change nothing."""
        if not isinstance(state, State) or state.node() not in (N_CONCEDE, N_DUEL):
            return None
        seat = self.seats[self.asked(state)]
        if seat.person is None or (state.node() == N_CONCEDE and seat.conceding):
            return None
        return PASS if state.node() == N_CONCEDE or no_invoke_matters(state) else None

    def asks(self, state: Any) -> bool:
        """Whether a person is asked in a state where a side chooses."""
        seat = self.seats[self.asked(state)]
        if seat.person is None or self.passed_over(state) is not None:
            return False
        if not isinstance(state, State) or kind_left(state.node()) not in seat.leaves:
            return True
        return not is_known(state)

    def decider(self, state: Any) -> Agent:
        """The agent that decides where no person is asked: one of that side's seats, or
        `DELEGATE` for a person."""
        if self.seats[self.asked(state)].person is not None:
            return Delegate(agent(known(DELEGATE)))
        return self.agent_of(state.current_player())

    def agent_of(self, side: int) -> Agent:
        """Who decides for the agents' seats of a side. It never has a person's fighter concede."""
        if side not in self._agents:
            name = self.seats[SIDES[side]].agent
            main = agent(known(name)) if name else Steadfast()
            own = {
                key: (key, agent(known(seat.agent)) if seat.agent else Steadfast())
                for key, seat in self.seats.items()
                if key not in SIDES and self.side_of(key) == side
            }
            self._agents[side] = Seated(main, own) if own else main
        return self._agents[side]

    def persons(self) -> list[int]:
        """The numbers of the sides on which persons sit."""
        return sorted({self.side_of(key) for key, one in self.seats.items() if one.person})

    def sees(self) -> int | None:
        """The number of the side whose knowledge is shown to the persons at one screen: where they
        all sit on one side, that; else none, and everything is shown."""
        sides = self.persons()
        return sides[0] if len(sides) == 1 else None

    def agents(self) -> list[Agent]:
        """The agents of both sides, if there are any, and the one that persons leave choices to."""
        seated = {self.side_of(key) for key, one in self.seats.items() if one.agent is not None}
        left = [agent(known(DELEGATE))] if any(one.leaves for one in self.seats.values()) else []
        return [*(self.agent_of(side) for side in sorted(seated)), *left]

    def with_seat(self, game: Any, kind: str, key: str, seat: Seat) -> Seats:
        """The same, but for one seat.

        Raises:
            SeatError: where nobody can sit so.
        """
        seats = Seats(game, kind, {**self.seats, key: seat})
        seats.check_tempers(game, kind, (key,))
        return seats

    def check_tempers(self, game: Any, kind: str, keys: Iterable[str]) -> None:
        """See that agents who sit down on those seats have no temper that comes to nothing. Who
        sits already, as in a game that was kept, may.

        Raises:
            SeatError: naming the seat and the temper, or who could be protected.
        """
        for key in keys:
            for name in filter(None, (self.seats[key].agent, self.seats[key].proposer)):
                try:
                    check_tempers({key: known(name)}, kind, getattr(game, "encounter", None))
                except UnknownAgentError as error:
                    raise SeatError(f"{key}: {error}") from None
