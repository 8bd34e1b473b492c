"""Card scenes in plain Python, written from the text of the rules (G1 to G23) alone: positions are
named tuples of sets and numbers, choices are pairs of words. It is slow, and it is short enough to
be read against the text.
"""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any, NamedTuple

from autogm.scenes.cards.settled import CardAspect, Ending, SettledScene

Option = tuple[Any, ...]
DICE = {sum_: count / 81 for sum_, count in
        sorted(Counter(map(sum, product((-1, 0, 1), repeat=4))).items())}  # fmt: skip


class Roll(NamedTuple):
    """A roll that is being made: who, what for, what was invoked; the dice once they have fallen,
    how many passes there were in a row, and whose turn it is to answer."""

    who: str
    what: str
    invoked: frozenset[str] = frozenset()
    free: bool = False
    ready: bool = False
    dice: int | None = None
    passes: int = 0
    answers: str = "player"


class Position(NamedTuple):
    """How things stand, and what is to be decided: `at` is one of change players, change gm, frame,
    who, roll, success, failure, bargain, last, over."""

    at: str
    standing: frozenset[str]
    points: tuple[tuple[str, int], ...]
    turned: frozenset[str] = frozenset()
    revealed: frozenset[str] = frozenset()
    roll: Roll | None = None
    rolls: int = 0
    successes: int = 0
    failures: int = 0
    simple: bool = False
    refused: bool = False
    ending: str | None = None


class Plainly:
    """The game of a settled scene."""

    def __init__(self, scene: SettledScene) -> None:
        self.scene = scene
        self.aspects: dict[str, CardAspect] = {one.text: one for one in scene.aspects}
        self.endings: dict[str, Ending] = {one.id: one for one in scene.endings}

    def first(self) -> Position:
        """The first position at which somebody has a real choice or dice are to fall."""
        scene = self.scene
        there = {text for text, one in self.aspects.items()
                 if one.source == "sheet" or (one.source == "standing" and one.status)}  # fmt: skip
        points = {one.id: one.points for one in scene.characters}
        points |= {"gm": scene.gm_points, "bowl": scene.bowl}
        at = Position("frame", frozenset(there), tuple(points.items()), simple=scene.simple)
        for text, one in self.aspects.items():
            if one.source == "standing" and not one.status and not one.hidden:
                if scene.simple:
                    at = at._replace(standing=at.standing | {text})
                else:
                    at = self._framed(at, text, takes=True)
        if scene.simple:
            at = at._replace(at="change players")
        return self.settled(at)

    def settled(self, at: Position) -> Position:
        """After every choice that is none."""
        while at.at != "over" and not self.dice_are_due(at) and len(self.options(at)) == 1:
            at = self._after(at, self.options(at)[0])
        return at

    def chooser(self, at: Position) -> str:
        """`players`, `gm`, `dice` or `over`."""
        if self.dice_are_due(at):
            return "dice"
        gm = at.at in ("change gm", "frame", "failure", "last")
        answers = at.at == "roll" and at.roll is not None and at.roll.dice is not None
        if answers and at.roll is not None and at.roll.answers == "gm":
            gm = True
        return "over" if at.at == "over" else "gm" if gm else "players"

    def dice_are_due(self, at: Position) -> bool:
        return at.roll is not None and at.at == "roll" and at.roll.ready and at.roll.dice is None

    # What aspects do

    def helping(self, at: Position) -> list[str]:
        """What the acting player may still invoke (G13): it helps, stands, was not turned against
        this (G15), and was not invoked on this roll."""
        roll = _the(at.roll)
        return [text for text, one in self.aspects.items()
                if text in at.standing and roll.what in one.helps and text not in roll.invoked
                and not (text in at.turned and roll.what in one.turns)]  # fmt: skip

    def difficulty(self, at: Position, what: str) -> int:
        """G2, and G4 for what was turned."""
        return 2 * sum(text in at.standing and (
            what in one.opposes or (text in at.turned and what in one.turns))
            for text, one in self.aspects.items())  # fmt: skip

    def answers_of_gm(self, at: Position) -> list[Option]:
        """G4, G16: reveal what opposes this, turn what is borderline for it."""
        roll, found = _the(at.roll), list[Option]()
        if at.simple or dict(at.points)["gm"] == 0:
            return found
        for text, one in self.aspects.items():
            if one.hidden and text not in at.revealed and roll.what in one.opposes:
                found.append(("reveal", text))
            turnable = text in at.standing and roll.what in one.turns and text not in at.turned
            if turnable and text not in roll.invoked:
                found.append(("turn", text))
        return found

    def due(self, at: Position, ending: Ending, *, last: bool) -> bool:
        """Whether a resolution's conditions hold (G6, G20), which simple scenes do not ask for
        (G22)."""
        if at.simple:
            return True
        return (not ending.gone & at.standing and ending.standing <= at.standing
                and at.successes >= ending.successes and at.failures >= ending.failures
                and (last or not ending.at_the_end))  # fmt: skip

    def resolutions(self, at: Position, side: str, *, last: bool = False) -> list[Option]:
        return [("resolve", one.id) for one in self.endings.values()
                if one.kind == "resolution" and one.side == side
                and self.due(at, one, last=last)]  # fmt: skip

    # Choices

    def options(self, at: Position) -> list[Option]:
        """Everything that may be chosen."""
        points, roll = dict(at.points), at.roll
        payers = [one.id for one in self.scene.characters if points[one.id]]
        if at.at == "change players":
            return [("keep",), *(("change", one) for one in payers)]
        if at.at == "change gm":
            return [("keep",), *([("change", "gm")] if points["gm"] else [])]
        if at.at == "frame":
            return [*self._framing(at), ("begin",)]
        if at.at == "who":
            return [*(("try", one.id, what.id) for one in self.scene.characters
                      for what in self.scene.intentions if what.id in one.tries),
                    ("give in",)]  # fmt: skip
        if at.at == "bargain":
            return [("accept",), ("refuse",)]
        if at.at == "last":
            return self.resolutions(at, "gm", last=True)
        if at.at == "roll" and roll is not None:
            return self._answers(at, roll)
        side = "players" if at.at == "success" else "gm"
        found = self.resolutions(at, side, last=at.simple)
        if not at.simple:
            found += [("remove", text) for text, one in self.aspects.items()
                      if text in at.standing and one.source != "sheet" and not one.fixed
                      and (side == "gm" or one.removed is None
                           or _the(roll).what in one.removed)]  # fmt: skip
            found += [("add", text) for text in self._addable(at, side)]
        if side == "players":
            return found + ([] if at.simple else [("nothing",)])
        if not at.refused:
            found += [("offer", one.id) for one in self.endings.values()
                      if one.kind == "bargain"
                      and (points["bowl"] or not one.implicit)]  # fmt: skip
        return found or [("nothing",)]

    def _framing(self, at: Position) -> list[Option]:
        """G1: what it can pay for; a point for help may be left in the bowl."""
        points, found = dict(at.points), list[Option]()
        first = not self._on_cards(at)
        for text, one in self.aspects.items():
            if one.source == "framed" and text not in at.standing:
                if first or one.valence != "detrimental" or points["gm"]:
                    found.append(("frame", text))
                if not first and one.valence == "beneficial" and points["bowl"]:
                    found.append(("frame for nothing", text))
        return found

    def _answers(self, at: Position, roll: Roll) -> list[Option]:
        helps = [("invoke", text) for text in self.helping(at)]
        can_pay = dict(at.points)[roll.who] > 0
        if not roll.free:  # G14: the free one, which lapses where nothing helps
            return helps or [("lapse",)]
        if roll.dice is None:
            return [("roll",), *(helps if can_pay else [])]
        if roll.answers == "player":
            return [("pass",), *(helps if can_pay else [])]
        return [("pass",), *self.answers_of_gm(at)]

    def _addable(self, at: Position, side: str) -> list[str]:
        roll = _the(at.roll)
        return [text for text, one in self.aspects.items()
                if text not in at.standing and roll.what in one.after
                and ((side == "players" and one.source == "players" and roll.who in one.who)
                     or (side == "gm" and one.source == "gm")
                     or (side == "gm" and one.hidden and text not in at.revealed))]  # fmt: skip

    def _on_cards(self, at: Position) -> bool:
        return any(self.aspects[text].source != "sheet" and not self.aspects[text].status
                   for text in at.standing)  # fmt: skip

    # What choices do

    def after(self, at: Position, what: Option | int) -> Position:
        """The next position at which somebody has a real choice, dice fall, or it is over; a number
        is the sum of the dice."""
        if isinstance(what, int):
            return self.settled(at._replace(roll=_the(at.roll)._replace(dice=what)))
        return self.settled(self._after(at, what))

    def _after(self, at: Position, what: Option) -> Position:
        verb, *about = what
        roll = at.roll
        if verb == "keep":
            return at._replace(at="change gm" if at.at == "change players" else "who")
        if verb == "change":
            return self._pay(at, about[0], "bowl")._replace(at="frame", simple=False)
        if verb in ("frame", "frame for nothing"):
            return self._framed(at, about[0], takes=verb == "frame")
        if verb == "begin":
            return at._replace(at="who")
        if verb == "try":
            return at._replace(at="roll", roll=Roll(about[0], about[1]))
        if verb == "give in":
            return at._replace(at="last")
        if verb == "lapse":
            return at._replace(roll=_the(roll)._replace(free=True))
        if verb == "invoke":
            return self._invoked(at, about[0])
        if verb == "roll":
            return at._replace(roll=_the(roll)._replace(ready=True))
        if verb in ("pass", "reveal", "turn"):
            return self._answered(at, verb, *about)
        if verb == "accept":
            ending = self.endings[at.ending or ""]
            at = self._pay(at, "bowl", "gm") if ending.implicit else at
            return self._over(at, ending.id)
        if verb == "refuse":
            return at._replace(at="failure", refused=True, ending=None)
        if verb == "offer":
            return at._replace(at="bargain", ending=about[0])
        if verb == "resolve":
            return self._over(at, about[0])
        if verb == "remove":
            at = at._replace(standing=at.standing - {about[0]}, turned=at.turned - {about[0]})
        if verb == "add":
            hidden = {about[0]} if self.aspects[about[0]].hidden else set[str]()
            at = at._replace(standing=at.standing | {about[0]}, revealed=at.revealed | hidden)
        rolls = at.rolls + 1
        last = "last" if rolls >= self.scene.max_rolls else "who"
        return at._replace(at=last, rolls=rolls, roll=None, refused=False)

    def _invoked(self, at: Position, text: str) -> Position:
        roll = _the(at.roll)
        if roll.free:
            at = self._pay(at, roll.who, "bowl")
        turn = "gm" if roll.dice is not None else roll.answers
        more = roll._replace(invoked=roll.invoked | {text}, free=True, passes=0, answers=turn)
        return at._replace(roll=more)

    def _answered(self, at: Position, verb: str, text: str = "") -> Position:
        roll = _the(at.roll)
        if verb == "reveal":
            at = at._replace(standing=at.standing | {text}, revealed=at.revealed | {text})
        if verb == "turn":
            at = at._replace(turned=at.turned | {text})
        if verb != "pass":
            at = self._pay(at, "gm", roll.who)
        turn = "gm" if roll.answers == "player" else "player"
        roll = roll._replace(passes=roll.passes + 1 if verb == "pass" else 0, answers=turn)
        if roll.passes < 2:
            return at._replace(roll=roll)
        total = _the(roll.dice) + 2 * len(roll.invoked)
        if total >= self.difficulty(at, roll.what):
            return at._replace(at="success", roll=roll, successes=at.successes + 1)
        return at._replace(at="failure", roll=roll, failures=at.failures + 1)

    def _framed(self, at: Position, text: str, *, takes: bool) -> Position:
        """G1, G11."""
        first = not self._on_cards(at)
        at = at._replace(standing=at.standing | {text})
        kind = self.aspects[text].valence
        if first or kind == "neutral":
            return at
        if kind == "detrimental":
            return self._pay(at, "gm", "bowl")
        return self._pay(at, "bowl", "gm") if takes and dict(at.points)["bowl"] else at

    def _pay(self, at: Position, source: str, target: str) -> Position:
        points = dict(at.points)
        points[source] -= 1
        points[target] += 1
        assert min(points.values()) >= 0
        return at._replace(points=tuple(points.items()))

    def _over(self, at: Position, ending: str) -> Position:
        """G7, G9, G23: what stays. The roll at hand counts."""
        stays = {text for text in at.standing
                 if self.aspects[text].source == "sheet" or self.aspects[text].kept
                 or self.aspects[text].lasts is not None}  # fmt: skip
        rolls = at.rolls + (at.at in ("success", "failure", "bargain"))
        return Position("over", frozenset(stays), at.points, rolls=rolls, ending=ending)

    def worth(self, at: Position) -> tuple[float, float]:
        """What an end is worth to players and GM."""
        points = dict(at.points)
        kept = {"players": sum(points[one.id] for one in self.scene.characters),
                "gm": points["gm"]}  # fmt: skip
        players, gm = (
            worth + stakes.point * kept[side] + stakes.roll * at.rolls
            for worth, (side, stakes) in zip(
                self.endings[at.ending or ""].worth, self.scene.stakes.items(), strict=True
            )
        )
        return players, gm


def _the(value: Any) -> Any:
    assert value is not None
    return value
