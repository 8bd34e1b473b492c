"""A battle as a story: its steps as lines, an exchange a heading, a turn a paragraph. What another
line says already is left out; the events themselves (`replay --json`) have everything.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rich.text import Text

from autogm.engine import event_codes as ev
from autogm.engine.carry import NotKnownError
from autogm.engine.codes import K_CONSEQUENCE, K_FOR, K_GUARD, K_ON, K_ROAR
from autogm.engine.event_names import GAINS, REASONS, STATUS
from autogm.engine.events import Event
from autogm.engine.game import Game
from autogm.engine.state import State
from autogm.view.headcount import LEAVING, Headcount
from autogm.view.words.choices import ChoiceWords
from autogm.view.words.events import EventWords
from autogm.view.words.grammar import listed, start
from autogm.view.words.names import names_of
from autogm.view.words.sentences import hit_too

EFFECT, ROAR, DIVIDE = GAINS[2], "roar", "divide"
QUIET = {"pass", "difficulty"}
RESTATED = {
    STATUS[status]
    for status in (
        ev.X_LOSES_ACTION, ev.X_MUST_ATTACK, ev.X_MUST_MOVE, ev.X_MUST_FLEE, ev.X_SKILL_OUT,
        ev.X_TWISTED,
    )
}  # fmt: skip
"""What a compel that is accepted brings, which it has said itself."""
ANSWERED = {REASONS[reason] for reason in (ev.P_COMPEL, ev.P_REFUSAL, ev.P_TWIST)}
"""Payments that say how a compel was answered."""
STYLE = {
    "taken out": "bold red",
    "concedes": "bold yellow",
    "consequence": "yellow",
    "point": "magenta",
    "invoke": "magenta",
    "end": "bold",
    "hit": "red",
}


def story(
    game: Game, steps: Iterable[Sequence[Event]], start: State | None = None
) -> Iterator[Text]:
    """The lines of a battle out of the events of its steps: what was declared with which skill,
    dice, invokes, points with their reasons, each with its rule. A battle that was played on from
    `start` is told from there."""
    return story_to(game, ((game, events) for events in steps), start)


def story_to(
    game: Game,
    steps: Iterable[tuple[Game, Sequence[Event]]],
    start: State | None = None,
    to: int | None = None,
) -> Iterator[Text]:
    """The same for a side: the events of each step with the conflict in whose terms they are
    told."""
    yield Text(game.encounter.scenario.title, style="bold")
    teller = Teller(game, start)
    if start is not None:
        yield from teller.heading(f"Exchange {start.exchange}")
        yield Text(_since(game, start, to), style="dim")
    for known, events in steps:
        teller.know(known)
        for place, event in enumerate(events):
            yield from teller.tell(event, events[:place])
    yield from teller.rest()


class Teller:
    """Tells event after event. `declared` is an action that waits for its skill, `blocked` the
    event of a block of it that waits for what the mover does, `opposed` that of who opposes it,
    `turn` the event of a turn in which nothing has happened yet, `idle` the ids of those whose
    turns brought nothing, by the cause that the game names (`None`: it names none); `answer` is the
    answer to a compel, and `fallen` the members of a group that have fallen, which wait for what
    comes of it; `count` says how many are left of whom. `headed` says whether the first exchange
    has its heading, `roaring` whether what comes before it has."""

    game: Game | None = None

    def __init__(self, game: Game, start: State | None = None) -> None:
        self.count = Headcount()
        if start is not None:
            self.count.know(start.game, start)
        self.know(game)
        self.declared: Event | None = None
        self.blocked: Event | None = None
        self.opposed: Event | None = None
        self.answer: Event | None = None
        self.fallen: list[Event] = []
        self.headed = self.roaring = False
        self.turn: Event | None = None
        self.idle: dict[str | None, list[str]] = {}

    def know(self, game: Game) -> None:
        """From now on events are in the terms of this conflict."""
        if self.game is not game:
            self.game = game
            self.kinds = [slot.kind for slot in game.compiled.slots.slots]
            self.words = EventWords(game)
            self.count.know(game)
            self.words.call(self.count.alone())

    def tell(self, event: Event, before: Sequence[Event]) -> Iterator[Text]:
        """The lines for an event, after those `before` it in the same step."""
        yield from self._waited(event)
        if event.kind == "exchange":
            yield from self.rest()
            yield from self.heading(f"Exchange {event.facts['exchange']}")
            return
        if not self.headed:
            yield from self._begun(event)
        if event.kind == "answer":
            yield from self._told()
            self.answer = event
        elif event.kind == "member falls":
            self.fallen.append(event)
        elif event.kind == "invoke" and event.facts["gain"] == EFFECT and self.declared is not None:
            yield from self._opened()
            text = self.words.effect(self.declared, event)
            yield self._ruled(f"  {text}", event)
            self.declared = None
        elif event.kind == "end":
            yield from self.rest()
            yield Text("\n").append(self._line(event, ""))
        elif event.kind == "turn":
            self._ended()
            self.turn = event
        elif event.kind == "status" and event.facts["status"] == STATUS[ev.X_WAITS]:
            self._waits(event)
        elif event.kind == "action" and event.facts["action"]["verb"] == DIVIDE:
            yield from self._told()
            yield from self._opened()
            yield self._divided(event)
        elif event.kind == "action":
            yield from self._told()
            self.declared = event
        elif event.kind == "block" and self.declared is not None:
            self.blocked = event
        elif event.kind == "oppose" and self.declared is not None:
            self.opposed = event
        elif event.kind == "status" and event.facts["status"] == STATUS[ev.X_STAYS]:
            yield from self._stays(event)
        elif event.kind == "skill" and self.declared is not None and self.blocked is None:
            yield from self._told(event)
        elif event.kind == "skill":
            yield from self._told()
            yield Text(f"  {self.words.tell(event)}", style="dim")
        elif event.kind not in QUIET and not self._said(event, before):
            yield from self._told()
            yield from self._opened()
            yield self._left(event) if event.kind in LEAVING else self._line(event)

    def heading(self, text: str) -> Iterator[Text]:
        """The heading of an exchange."""
        self.headed = True
        yield Text(f"\n{text}", style="bold underline")

    def _begun(self, event: Event) -> Iterator[Text]:
        """The heading at the beginning: roaring comes before the first exchange (R1)."""
        roars = event.kind == "action" and event.facts["action"]["verb"] == ROAR
        if roars and not self.roaring:
            yield from self.heading("Before the first exchange")
            self.headed, self.roaring = False, True
        elif event.kind == "turn" or not self.roaring:
            yield from self.rest()
            yield from self.heading("Exchange 1")

    def _waited(self, event: Event | None) -> Iterator[Text]:
        """What has waited for the next event, unless that says it."""
        if self.answer is not None:
            answer, self.answer = self.answer, None
            paid = event is not None and event.kind == "point"
            if not (paid and event is not None and event.facts["reason"] in ANSWERED):
                yield from self._opened()
                yield self._line(answer)
        if not self.fallen or (event is not None and event.kind == "member falls"):
            return
        fallen, self.fallen = self.fallen, []
        if event is None or (event.kind, event.who) != ("taken out", fallen[-1].who):
            yield self._ruled(f"  {self.words.fall(fallen[-1], len(fallen))}", fallen[-1])
            self.count.falls(fallen[-1])
            self.words.call(self.count.alone())

    def _divided(self, event: Event) -> Text:
        """Some of a mob break off, which has its name yet as it was; and how many stay."""
        action, whole = event.facts["action"], self.count.alone()
        stay = self.count.breaks_off(event.who or "", action["target"], action["members"])
        self.words.call((self.count.alone() | whole) - {event.who})
        text = self.words.divided(event, stay)
        self.words.call(self.count.alone())
        return Text(f"  {text}")

    def _left(self, event: Event) -> Text:
        """Somebody leaves; of a part of a mob, how many of it stay."""
        left = self.count.leaves(event.who or "")
        if not left:
            return self._line(event)
        return self._ruled(f"  {self.words.goes(event, left)}", event)

    def rest(self) -> Iterator[Text]:
        """What still has to be told before an exchange or the story ends."""
        yield from self._waited(None)
        yield from self._told()
        self._ended()
        yield from self._idle()

    def _waits(self, event: Event) -> None:
        """A turn in which nothing else has happened is told with others like it."""
        if self.turn is not None:
            self.idle.setdefault(event.facts["why"], []).append(event.who or "")
            self.turn = None

    def _stays(self, event: Event) -> Iterator[Text]:
        """A move that a block has ended, in one sentence."""
        if self.declared is None or self.blocked is None:
            yield from self._told()
            yield self._line(event)
            return
        yield from self._opened()
        text = self.words.blocked(self.declared, self.blocked)
        yield self._ruled(f"  {text}", self.blocked)
        self.declared = self.blocked = None

    def _ended(self) -> None:
        if self.turn is not None:
            self.idle.setdefault(None, []).append(self.turn.who or "")
            self.turn = None

    def _idle(self) -> Iterator[Text]:
        if not self.idle:
            return
        parts = []
        for why, ids in self.idle.items():
            called = self.words.scene.called
            names = listed([called.of(one) for one in ids])
            if why is None:
                parts.append(f"Nothing from {names}.")
                continue
            said = f"waits: {why}." if why else "holds back."
            many = len(ids) > 1 or names in called.many
            parts.append(start(called.says(names, said, many=many)))
        yield Text(f"\n({' '.join(parts)})", style="dim")
        self.idle = {}

    def _opened(self) -> Iterator[Text]:
        """The heading of the turn, once there is something to tell of it."""
        if self.turn is not None:
            yield from self._idle()
            yield Text(f"\n{self.words.tell(self.turn).removesuffix('.')}", style="bold")
            self.turn = None

    def _told(self, with_skill: Event | None = None) -> Iterator[Text]:
        """The declared action, with its skill where it has one, and the friends whom it hits."""
        if self.declared is not None:
            yield from self._opened()
            facts = with_skill.facts if with_skill else self.declared.facts["action"]
            text = self.words.tell(self.declared).rstrip(".")
            skill = f" with {facts['skill']}" if facts.get("skill") else ""
            friends = hit_too(self.words.scene.called, facts.get("friends", ()))
            yield Text(f"  {text}{skill}{friends}.")
            self.declared = None
        if self.blocked is not None:
            yield self._line(self.blocked)
            self.blocked = None
        if self.opposed is not None:
            yield self._line(self.opposed)
            self.opposed = None

    def _said(self, event: Event, before: Sequence[Event]) -> bool:
        """Whether another line says it already, or will."""
        last = before[-1] if before else None
        facts = event.facts
        if self.declared is not None and self._fulfils(event, self.declared.facts["action"]):
            self.declared = None
        if event.kind == "damage":
            return bool(facts["shifts"] == facts["margin"])
        if event.kind == "hit":
            dealt = last is not None and last.kind == "damage" and not facts["lethal"]
            return dealt and last is not None and last.facts["shifts"] != last.facts["margin"]
        if event.kind == "status":
            return facts["status"] in RESTATED
        if event.kind == "aspect":
            return self.kinds[facts["slot"]] in (K_CONSEQUENCE, K_ROAR)
        if event.kind == "free invoke":
            return self.kinds[facts["slot"]] in (K_ON, K_FOR) and facts["count"] == 1
        if event.kind == "aspect gone":
            gone = any(one.kind in LEAVING and one.who == facts["on"] for one in before)
            return gone or self.kinds[facts["slot"]] in (K_ON, K_FOR, K_GUARD, K_ROAR)
        if event.kind == "point" and facts["reason"] == "an invoke":
            return last is not None and last.kind == "invoke"
        if event.kind == "point":
            return bool(facts["reason"] == "an invoke for effect")
        return False

    def _line(self, event: Event, indent: str = "  ") -> Text:
        return self._ruled(f"{indent}{self.words.tell(event)}", event)

    def _ruled(self, text: str, event: Event) -> Text:
        """A line about an event, with its rule."""
        line = Text(text, style=STYLE.get(event.kind, ""))
        if event.rule:
            line.append(f"  ({event.rule})", style="dim")
        return line

    @staticmethod
    def _fulfils(event: Event, action: dict[str, object]) -> bool:
        """Whether an event is the declared action itself, so that one line will do."""
        does = (event.kind, action["verb"])
        if does == ("moves", "move"):
            return bool(event.facts["to"] == action["zone"])
        return does in (("leaves", "leave"), ("stunt", "stunt")) or (
            does == ("status", "help") and event.facts["status"] == "helps"
        )


def _since(game: Game, start: State, to: int | None) -> str:
    """Where a story begins that is not told from the beginning."""
    if to is not None:
        try:
            start = game.as_known_to(start, to)
        except NotKnownError:
            return "(From the middle of it.)"
        game = start.game
    names = names_of(game.encounter)
    if start.rolls_dice():
        return f"(From where {names.says(names.of(start.actor()), 'rolls')}.)"
    words = ChoiceWords(game)
    return f"(From where {names.says(words.chooser(start), 'chooses')} {words.question(start)}.)"
