"""A tiny language for tests of the game: set the scene in two lines, force the dice, make the
choices in words, look at the result.

    table = scene("war-of-ashes", "rolf@deck Forceful 3", "hans@deck Quick 1", "deck - hold")
    table.turn("rolf")
    table.choose("attack", target="hans")
    table.dice("0 0 + +", "0 - 0 0")
    assert table.stress("hans") == [2]

A fighter is `id@zone` with ratings (`Forceful 3`) and fields of its sheet (`boxes=1`); what needs
spaces goes into `sheets`. The ground is zones with ways between them: `-` both ways, `>` one way,
`|` a barrier that one can see across; `[Icy Ground]` behind a zone is its aspect, and a zone that
says nothing has an aspect that speaks to no roll. Nodes that a test says nothing about take their
plain answer: nobody roars, concedes, invokes, blocks, opposes or compels, all roll what they are
best at. Every step is checked against the ledger of fate points (F8); every choice is the one that
its words stand for, and every state can be written down and read again.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Self

from autogm.engine import codes
from autogm.engine.actions import Action
from autogm.engine.codes import CHANCE, OWED
from autogm.engine.events import Event
from autogm.engine.game import Game
from autogm.engine.state import State
from autogm.game.dice import outcome_of
from autogm.model.scenario import Scenario
from autogm.rules.loading import settle
from tests.staging import read_fighters, read_ground

FACES = {"+": 1, "0": 0, "-": -1}
PASSED = (
    codes.N_CONCEDE,
    codes.N_DUEL,
    codes.N_COMPEL,
    codes.N_BLOCK,
    codes.N_OPPOSE,
    codes.N_TWIST,
    codes.N_ROAR,
)
"""The nodes at which a test that says nothing passes."""


def scene(ruleset: str, players: str, gm: str, ground: str = "here", **fields: Any) -> Table:
    """A table with a conflict on it, before its first choice. `fields` are those of a scenario;
    besides, `sheets` adds fields to fighters by id, `zone` to zones by id, and `pool` is the
    GM's fate points. Every skill suits every aspect unless `rules` say otherwise (C6), so that
    tests of other rules need not care what theirs are called."""
    fields["rules"] = {"unsuited_skill": 0, **fields.get("rules", {})}
    sheets = fields.pop("sheets", {})
    zones, edges = read_ground(ground)
    for name, extra in fields.pop("zone", {}).items():
        zones[name] = {**zones.get(name, {}), **extra}
        if zones[name].get("unexplored"):
            zones[name].pop("aspect", None)
    side: dict[str, Any] = {"fighters": read_fighters(gm, {"type": "main"}, zones, sheets)}
    if "pool" in fields:
        side["pool"] = fields.pop("pool")
    whole = {
        "title": "A test",
        "ruleset": ruleset,
        "zones": zones,
        "edges": edges + fields.pop("edges", []),
        "sides": {"players": {"fighters": read_fighters(players, {}, zones, sheets)}, "gm": side},
        **fields,
    }
    return Table(Game(settle(Scenario.model_validate(whole))))


class Table:
    """A conflict being played by a test. `log` has every event so far."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.state: State = game.new_initial_state()
        self.log: list[Event] = list(game.opening())
        self._purses = self._accounts()
        self._since = 0

    # Making choices

    def choose(self, verb: str, **fields: Any) -> Self:
        """Make the one choice that fits the verb and the fields given, at this node or the first
        one after plain answers at which it is legal."""
        while True:
            fitting = self.legal(verb, **fields)
            if len(fitting) == 1:
                return self._apply(fitting[0])
            if fitting:
                raise AssertionError(self._report(f"«{verb}» is ambiguous with {fields}"))
            plain = self._plain()
            if plain is None:
                raise AssertionError(self._report(f"«{verb}» with {fields} is not legal"))
            self._apply(plain)

    def passes(self) -> Self:
        """Pass at this very node."""
        assert self.legal("pass"), self._report("passing is not legal")
        return self._apply(self.legal("pass")[0])

    def absorb(self) -> Self:
        """Absorb the hit with a box alone, if one suffices, else in the first way there is."""
        self.settle()
        assert self.state.node() == codes.N_ABSORB, self._report("nothing is to be absorbed")
        return self._apply([*self.legal("absorb", consequences=()), *self.state.legal_actions()][0])

    def dice(self, *rolls: str) -> Self:
        """Let the next dice show these faces, roll after roll: `0 0 - +`, or two d6 `5 2`."""
        dice = self.game.encounter.ruleset.dice
        for faces in rolls:
            self.to_dice()
            shown = tuple(int(FACES.get(one, one)) for one in faces.split())
            self._apply(outcome_of(dice, shown, self.state.dice_replaced()))
        return self

    def to_dice(self) -> Self:
        """Give plain answers until dice are pending."""
        while self.state.current_player() != CHANCE:
            plain = self._plain()
            if plain is None:
                raise AssertionError(self._report("no dice are pending"))
            self._apply(plain)
        return self

    def settle(self) -> Self:
        """Give plain answers until somebody's turn, dice, or a choice that has none."""
        while self.state.current_player() >= 0:
            plain = self._plain()
            if plain is None:
                break
            self._apply(plain)
        return self

    def answers(self) -> set[str]:
        """The skills that the other side may answer the declared roll with."""
        while self.state.node() not in (codes.N_DEFEND, codes.N_DICE):
            plain = self._plain()
            assert plain is not None, self._report("nobody chooses how to answer")
            self._apply(plain)
        if self.state.node() == codes.N_DICE:
            return {one["skill"] for one in self.all("skill")[-1:] if one["answering"]}
        return set(self.values("use", "skill"))

    def settle_duel(self) -> Self:
        """Let both sides pass until the duel of invokes is over."""
        while self.state.current_player() >= 0 and self.state.node() == codes.N_DUEL:
            self.passes()
        return self

    def until(self, verb: str) -> Self:
        """Let everyone pass until something of that verb is legal."""
        while not self.offers(verb):
            self.passes()
        return self

    def turn(self, name: str) -> Self:
        """Let everyone pass until it is that fighter's turn."""
        for _ in range(400):
            self.settle()
            if self.state.node() == codes.N_TURN:
                if self.state.actor() == name:
                    return self
                self.passes()
            elif self.state.node() == codes.N_ORDER:
                own = self.legal("act next", target=name)
                self._apply(own[0] if own else self.state.legal_actions()[0])
            else:
                raise AssertionError(self._report(f"{name}'s turn does not come"))
        raise AssertionError(f"{name}'s turn does not come")

    def _apply(self, action: int) -> Self:
        if self.state.current_player() != CHANCE:
            told = self.game.describe(self.state, action)
            assert self.game.encode(told) == action, f"«{told}» is another choice"
        happened = self.game.events(self.state, action)
        self.state.apply_action(action)
        assert self.game.deserialize(self.game.serialize(self.state)) == self.state
        self._since = len(self.log)
        self.log += happened
        for one in happened:
            if one.kind == "point":
                for name, sign in ((one.facts["from"], -1), (one.facts["to"], 1)):
                    self._purses[name] = self._purses.get(name, 0) + sign * one.facts["count"]
        for name, count in self._accounts().items():
            assert self._purses.get(name, 0) == count, f"F8: {name} has {count}, {happened}"
        assert min(self._accounts().values(), default=0) >= 0, "F8: points below zero"
        return self

    def _plain(self) -> int | None:
        """The answer to a question that the test says nothing about, or none."""
        node = self.state.node()
        if node in PASSED:
            return self.legal("pass")[0]
        if node in (codes.N_SKILL, codes.N_DEFEND):
            return max(self.legal("use", lethal=False), key=self._rating)
        return None

    def _rating(self, action: int) -> int:
        roll = int(self.state.record[0]["roll_verb"])
        from autogm.engine.kinds import acting_roll, answering_roll

        node = self.state.node()
        kind = acting_roll(roll) if node == codes.N_SKILL else answering_roll(roll)
        who = int(self.state.record[0]["roll_actor"])
        if node == codes.N_DEFEND:
            who = int(self.state.record[0]["roll_target"]) - 1
        skill = (action >> codes.A_SHIFT) & codes.A_MASK
        rating = int(self.game.scene[0]["rating"][who, kind, skill])
        if node == codes.N_SKILL and roll == codes.V_CREATE:
            flags = int(self.state.child(action).record[0]["roll_flags"])
            rating -= int(self.game.scene[0]["unsuited"]) * bool(flags & codes.R_UNSUITED)
        return rating

    # Looking at choices

    def legal(self, verb: str, **fields: Any) -> list[int]:
        """The legal actions of this node that fit a verb and some fields."""
        if self.state.current_player() < 0:
            return []
        return [
            action
            for action in self.state.legal_actions()
            if _fits(self.game.describe(self.state, action), verb, fields)
        ]

    def offers(self, verb: str, **fields: Any) -> bool:
        """Whether something that fits is legal at this node."""
        return bool(self.legal(verb, **fields))

    def values(self, verb: str, field: str, **fields: Any) -> list[Any]:
        """What a field of the legal actions of that verb can be, in order, each once."""
        words = [self.game.describe(self.state, one) for one in self.legal(verb, **fields)]
        return list(dict.fromkeys(getattr(one, field) for one in words))

    def choices(self) -> list[str]:
        """Every legal choice of this node in words."""
        if self.state.current_player() < 0:
            return []
        return [str(self.game.describe(self.state, one)) for one in self.state.legal_actions()]

    def _report(self, what: str) -> str:
        player = self.state.current_player()
        if player == CHANCE:
            return f"{what}: dice of {self.state.actor()} are pending"
        who = f"{self.state.side()} chooses for {self.state.actor()} (node {self.state.node()})"
        return "\n  ".join([f"{what}: {who if player >= 0 else 'it is over'}", *self.choices()])

    # Looking at the state

    def _index(self, name: str) -> int:
        return self.game.words.fighters.index(name)

    def _has(self, field: str, name: str) -> bool:
        return bool((int(self.state.record[0][field]) >> self._index(name)) & 1)

    @property
    def node(self) -> int:
        """The kind of node that is pending."""
        return self.state.node()

    @property
    def replaced(self) -> int:
        """How many of the pending dice are replaced by [+], after plain answers."""
        return self.to_dice().state.dice_replaced()

    @property
    def difficulty(self) -> int:
        """The passive difficulty of the pending dice, after plain answers."""
        return int(self.to_dice().state.record[0]["roll_against"])

    def here(self, name: str) -> bool:
        """Whether a fighter is in the scene."""
        return self._has("present", name)

    def out(self, name: str) -> bool:
        """Whether a fighter was taken out."""
        return self._has("out", name)

    def zone(self, name: str) -> str:
        """Where a fighter stands."""
        assert self.here(name), f"{name} is gone"
        return self.game.words.zones[int(self.state.record[0]["zone"][self._index(name)])]

    def stress(self, name: str, harm: int = 0) -> list[int]:
        """The checked boxes of a track, by their values."""
        checked = int(self.state.record[0]["stress"][self._index(name), harm])
        return [box + 1 for box in range(12) if (checked >> box) & 1]

    def wounds(self, name: str) -> list[str]:
        """The severities of the consequences that a fighter has taken."""
        taken = int(self.state.record[0]["wounds"][self._index(name)])
        slots = self.game.encounter.fighters[self._index(name)].consequences
        return [slot.severity for n, slot in enumerate(slots) if (taken >> n) & 1]

    def members(self, name: str) -> int:
        """The members that a group has left."""
        return int(self.state.record[0]["members"][self._index(name)])

    def weight(self, zone: str) -> tuple[int, int]:
        """What the players' and the GM's side weigh in a zone."""
        players, gm = self.state.record[0]["weight"][self.game.words.zones.index(zone)]
        return int(players), int(gm)

    def points(self, name: str) -> int:
        """The fate points of a player character, or of `gm`."""
        return self._accounts()[name]

    def owed(self, name: str) -> int:
        """The points owed after the scene, by the log."""
        return self._purses.get(f"owed to {name}", 0)

    def _accounts(self) -> dict[str, int]:
        points = self.state.record[0]["points"]
        found = {"gm": int(points[codes.POOL])}
        for index, fighter in enumerate(self.game.encounter.fighters):
            if fighter.is_player_character:
                found[fighter.id] = int(points[index])
        assert OWED > codes.SUPPLY
        return found

    def _slots(self, text: str, on: str | None) -> Iterator[int]:
        for number, slot in enumerate(self.game.compiled.slots.slots):
            if text in slot.texts and on in (None, self.game.words.subject(number)):
                yield number

    def stands(self, text: str, on: str | None = None) -> bool:
        """Whether an aspect is in play, anywhere or on a fighter, a zone or `scene`."""
        return any(int(self.state.record[0]["here"][slot]) & 1 for slot in self._slots(text, on))

    def free(self, text: str, on: str | None = None) -> tuple[int, int, int]:
        """The free invokes on an aspect: players', GM's, open."""
        slots = list(self._slots(text, on))
        assert slots, f"no aspect {text!r} on {on!r}"
        players, gm, opened = self.state.record[0]["free"][slots].sum(axis=0)
        return int(players), int(gm), int(opened)

    def boosts(self, name: str) -> tuple[int, int]:
        """The boosts that the other side holds against a fighter, those that only help attacks
        among them, and its own side for it."""
        fighter = self._index(name)
        scene_row, free = self.game.scene[0], self.state.record[0]["free"]
        against = {int(scene_row[field][fighter]) for field in ("slot_on", "slot_open")}
        helping = int(scene_row["slot_for"][fighter])
        return int(free[list(against)].sum()), int(free[helping].sum())

    # Looking at what happened

    def all(self, kind: str) -> list[dict[str, Any]]:
        """The facts of every event of a kind so far."""
        return [{"who": one.who, **one.facts} for one in self.log if one.kind == kind]

    def last(self, kind: str) -> dict[str, Any]:
        """The facts of the latest event of a kind."""
        found = self.all(kind)
        assert found, f"no event «{kind}» in {[one.kind for one in self.log]}"
        return found[-1]

    @property
    def result(self) -> tuple[int, str]:
        """The shifts of the latest settled roll, and its outcome; duels are passed first."""
        self.settle_duel()
        last = self.last("result")
        return last["shifts"], last["outcome"]

    @property
    def totals(self) -> list[int]:
        """The totals of all rolls so far."""
        return [one["total"] for one in self.all("roll")]


def _fits(action: Action, verb: str, fields: dict[str, Any]) -> bool:
    if action.verb != verb:
        return False
    return all(getattr(action, key) == value for key, value in fields.items())
