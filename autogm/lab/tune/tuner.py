"""Tuning a conflict: sets of edits are proposed by a model of what edits do. Each is played with
fresh dice until it is known to be on target, or doubtful enough to be given up for another; either
way the model learns from it. Every figure that is told for a set was counted in battles of that set
alone, with dice of its own that had no part in choosing it; where no more can be played for the
nearest of those that are off target, that is said. A set is looked at again and again: one that
lies near the end of what is within reach is rather taken when its battles come out nearer than it
is.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from math import inf, sqrt

from autogm.analysis.intervals import Z95
from autogm.lab.progress import duration
from autogm.lab.simulate import MOST_MEASURED, Simulation
from autogm.lab.tune import BUDGET
from autogm.lab.tune.aims import Aim, Counted, chance_within
from autogm.lab.tune.bounds import STALE, Bounds
from autogm.lab.tune.choosing import Effects, cheapest
from autogm.lab.tune.knobs import Edits, Knob
from autogm.lab.tune.player import SIMULATED, AllPlayedError, Player
from autogm.lab.tune.response import Response, Unit
from autogm.lab.tune.screening import Screening
from autogm.lab.tune.tuned import PATIENT, SURE, Effect, Tried, Tuned, effects

AS_IT_IS = "the conflict as it is"
FIRST = 200
"""Battles of it, before more are played where so few leave open whether it is on target."""
SEEING = 0.5
"""The part of the battles, and of the time where it is bounded, that may go by while it is seen
what each knob does."""
SETTLING = 0.25
"""The part of the battles after which it stays open whether the conflict is on target as it is."""
BATCH = 250
"""Battles between two looks at whether a set is on target."""
FIRST_SLOW, BATCH_SLOW = 24, 24
"""Both for finalists, whose battles are slow."""
MOST = 16_000
"""Battles that one set is played at most."""
FITTED, OTHERS = 2_000, 5_000
"""Battles that a model of the conflict is fitted to, where its figure needs one; with dice after
those of so many sets."""
KNOWN = 8
"""So many batches, at least, are played of the conflict as it is before it is held to be nearer to
the target than a set, or farther: few battles may have it anywhere."""
PRECISE = 0.28
"""A standard error that is so small a part of how near a figure has to be is precise enough. Where
a set is known to a certain part of that precision, it is given up if it is less likely than that
part of `SURE`: about where going on costs more than another set would (dynamic programming over
sets whose shares lie three to seven points around a target of 50 or 80%). Where there are no others
any more, `PATIENT` takes the place of `SURE`."""
FAR = 2.0
"""After `STALE` sets in a row that came no nearer the target counts as out of reach, as long as
there is no answer and no set has come so near, in parts of how near it has to be: else more sets
find one."""
IDLE = 0.1
"""What moves the figure by less than this part of how near it has to be is left as it is."""
WIDER = (0.25, 0.5, 1.0, 2.0)
"""How near to the target a set should be by the model, in parts of how near it has to be; sets that
are farther off are thought of where there are none nearer, since the model may be wrong."""


class Tuner:
    """One tuning. `target` is what the aim's figure is to be, but for `within`; sets have at most
    `most` edits, and `wanted` of them are looked for. With `finalists` only those are played that a
    model of quicker battles holds to be on target, since battles are slow. Nothing new is begun
    after so many `minutes`. `tell` is told again and again what is being done, `announce` once how
    long finalists take."""

    def __init__(
        self,
        knobs: Sequence[Knob],
        player: Player,
        aim: Aim,
        target: float,
        within: float,
        *,
        most: int = 3,
        wanted: int = 3,
        budget: int = BUDGET,
        finalists: bool = False,
        minutes: float = inf,
        tell: Callable[[str], None] = lambda _: None,
        announce: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._knobs, self._player = knobs, player
        self._aim = aim.plain() if finalists else aim  # a batch has too few to tell luck by
        self._target, self._within = target, within
        self._most, self._wanted, self._budget = most, wanted, budget
        self._tell, self._announce, self._finalists = tell, announce, finalists
        self._minutes, self._began = minutes, time.monotonic()
        self._batch = BATCH_SLOW if finalists else BATCH
        self._start = Counted()
        self._shown = Counted()
        self._tried: dict[Edits, Tried] = {}
        self._off: set[Edits] = set()
        self._broken: set[Unit] = set()
        self._illegal: set[Edits] = set()
        self._skipped: set[int] = set()
        self._dice: dict[Edits, int] = {}
        self._answers: list[Tried] = []
        self._battles = 0
        self._stale = False
        self._nearest: Tried | None = None
        self._response: Response | None = None

    def run(self) -> Tuned:
        """Tune; interrupted, what is known by then."""
        complete = True
        try:
            self._look()
            self._verify()
            self._play_nearest()
        except AllPlayedError:
            pass
        except KeyboardInterrupt:
            complete = False
            if not self._start.battles:
                raise
        return self._tuned(complete)

    def _look(self) -> None:
        """The conflict as it is, and what is seen of each knob."""
        self._tell(AS_IT_IS)
        if self._aim.fitted is not None:
            of = self._player.brawl if self._finalists else self._many
            self._aim = self._aim.after(of((), min(FITTED, self._budget // 2)))
        began = time.monotonic()
        if self._finalists:
            self._shown = self._start = self._play((), FIRST_SLOW, 0)
            self._foretell((time.monotonic() - began) / self._start.battles)
        else:
            found = self._player.play((), FIRST, SIMULATED)
            self._battles += found.battles
            self._shown = self._aim.as_it_came(found)
            self._start = self._play((), FIRST, 0)
        self._settle()
        seen = Screening(
            self._knobs,
            self._player,
            self._play_to_see,
            self._aim,
            finalists=self._finalists,
            tell=self._tell,
            late=lambda: self._late(SEEING),
        )
        seen.run()
        self._broken |= seen.broken
        self._skipped = seen.skipped
        self._tried |= {edits: Tried(edits, found) for edits, found in seen.alone.items()}
        self._response = Response(self._knobs, seen.proxies, seen.start)
        self._learn()

    def _many(self, edits: Edits, battles: int) -> Simulation:
        """Battles of those whom the conflict is tuned for, that nothing else is counted in."""
        self._battles += battles
        return self._player.play(edits, battles, FIRST + MOST * OTHERS)

    def _settle(self) -> None:
        """Play the conflict on as it is until it is known whether it is on target."""
        tried = Tried((), verified=self._start)
        if self._chance(tried) >= PATIENT:
            self._is_on(tried, PATIENT, SETTLING)  # nothing is cheaper
            self._start = tried.verified

    def _stays(self) -> bool:
        """Whether it is on target as it is."""
        return self._chance(Tried((), verified=self._start)) >= SURE

    def _foretell(self, seconds: float) -> None:
        """Say how long finalists take, by the battles that the interval asked for needs."""
        spread = self._start.error**2 * (self._start.battles + 1)
        if self._aim.share:
            spread = self._target * (1 - self._target)
        needed = max(self._batch, round(spread * (Z95 / self._within) ** 2))
        each, several = duration(seconds * needed), duration(seconds * needed * self._wanted)
        for_all = "" if self._wanted == 1 else f", {several} for {self._wanted}"
        self._announce(
            f"a battle takes {seconds:.2g} s, and a set at least {needed:,} of them: "
            f"about {each} each{for_all}"
        )

    def _legal(self, edits: Edits) -> bool:
        """Whether a set breaks no rule; if an edit alone does, it is not thought of any more."""
        if edits in self._illegal:
            return False
        legal = self._player.legal(edits)
        if not legal:
            self._illegal.add(edits)
            if len(edits) == 1:
                self._broken.add(edits[0])
            else:
                for one in edits:
                    self._legal((one,))
        return legal

    def _verify(self) -> None:
        """Play the cheapest that should do with fresh dice, until enough are known to; of each that
        does also what may do without one of its edits, since the model may see more in an edit than
        there is: no other set is as good as that, so that it is given up late, but where battles
        are slow. Where the model knows no more, those that were given up in doubt are played on."""
        nearest, before, leaner = inf, 0, list[Edits]()
        while not self._spent() and not self._stale and (leaner or self._wants_more()):
            patient = bool(leaner) and not self._finalists
            edits = leaner.pop() if leaner else self._proposed()
            if edits is None:
                break
            tried = self._tried.get(edits, Tried(edits))
            if self._is_on(tried, PATIENT if patient else SURE):
                self._take(tried)
                leaner = self._leaner(edits)
            elif not tried.verified.battles:  # the time was over
                break
            else:
                self._off.add(edits)
            self._learn()
            before = 0 if self._distance(tried) < nearest else before + 1
            nearest = min(nearest, self._distance(tried))
            near = self._answers or nearest <= FAR * self._within
            self._stale = before >= STALE and not near
        doubtful = [self._tried[edits] for edits in sorted(self._off)]
        for tried in sorted(doubtful, key=self._chance, reverse=True):
            if not self._wants_more() or self._chance(tried) < PATIENT:
                return
            within = any(set(one.edits) <= set(tried.edits) for one in self._answers)
            if not within and self._is_on(tried, PATIENT):
                self._off.remove(tried.edits)
                self._take(tried)

    def _leaner(self, edits: Edits) -> list[Edits]:
        """What may be on target, by what the model knows, with an edit less than a set that is: the
        cheapest last."""
        reach = FAR * self._within / self._aim.slope(self._target)
        found = list[Edits]()
        for one in edits if len(edits) > 1 else ():
            less = tuple(other for other in edits if other != one)
            mean, variance = self._model.predict(less)
            apart = abs(mean - self._aim.on_scale(self._target))
            new = less not in self._off and all(less != each.edits for each in self._answers)
            if new and apart <= reach + 2 * sqrt(variance) and self._legal(less):
                found.append(less)
        return sorted(found, key=self._cost, reverse=True)

    def _play_nearest(self) -> None:
        """Where there is no answer, play the set that came nearest with fresh dice, since those
        that chose it have it nearer than it is; as often as for that, and the conflict as it is
        no less often, which few battles may have anywhere."""
        sets = self._sets()
        if self._answers or self._stays() or self._spent() or not sets:
            return
        self._tell(AS_IT_IS)
        known = max(KNOWN * self._batch, *(one.told.battles for one in sets))
        while self._start.battles < known and not self._spent():
            self._start = self._played_on(Tried((), verified=self._start)).verified
        near = self._near()
        if not near.edits or self._stays():
            return
        self._tell(f"playing the nearest again: {self._words(near.edits)}")
        found = self._play(near.edits, near.told.battles, FIRST + MOST * len(self._dice))
        as_it_is = Tried((), verified=self._start)
        self._nearest = min(Tried(near.edits, verified=found), as_it_is, key=self._distance)

    def _sets(self) -> list[Tried]:
        """The sets that were played, of those that change no more than may be changed."""
        tried = self._tried.values()
        return [one for one in tried if one.told.battles and 0 < len(one.edits) <= self._most]

    def _near(self) -> Tried:
        """The set that came nearest to the target, or the conflict as it is."""
        return min([Tried((), verified=self._start), *self._sets()], key=self._distance)

    def _wants_more(self) -> bool:
        return len(self._answers) < self._wanted and not self._spent()

    def _spent(self) -> bool:
        return self._battles >= self._budget or self._late()

    def _late(self, part: float = 1.0) -> bool:
        """Whether the time is over, or so much of it."""
        return time.monotonic() - self._began >= 60 * self._minutes * part

    def _take(self, tried: Tried) -> None:
        """Add an answer, and drop those that contain all of its edits and more."""
        more = [one for one in self._answers if not set(tried.edits) <= set(one.edits)]
        self._answers = [*more, tried]

    def _chance(self, tried: Tried) -> float:
        """How likely a set is within reach of the target, by the battles that verify it."""
        return chance_within(tried.verified, self._target, self._within)

    def _is_on(self, tried: Tried, least: float, part: float = 1.0) -> bool:
        """Whether a set turns out to be on target. It does not where that gets less likely than so
        much of `least` as is known, or no battle can be played any more, of a part of all."""
        most = part * self._budget
        while tried.verified.battles < MOST and self._battles < most and not self._spent():
            self._tell(f"verifying {self._words(tried.edits) or AS_IT_IS}; {self._far()}")
            self._tried[tried.edits] = self._played_on(tried)
            chance = self._chance(tried)
            if chance >= SURE:
                return True
            known = min(1.0, PRECISE * self._within / tried.verified.error)
            if chance < least * known:
                return False
        return False

    def _played_on(self, tried: Tried) -> Tried:
        """A set after another batch of its own dice."""
        dice = FIRST + MOST * self._dice.setdefault(tried.edits, len(self._dice))
        tried.verified += self._play(tried.edits, self._batch, dice + tried.verified.battles)
        return tried

    def _proposed(self) -> Edits | None:
        """The cheapest set that the model holds to be on target, containing none that is; but those
        that were given up."""
        reach = self._within / self._aim.slope(self._target)
        adds = {
            (knob, value): self._model.effect(knob, value)
            for knob, one in enumerate(self._knobs)
            for value in range(len(one.values))
            if value != one.now and (knob, value) not in self._broken
        }
        adds = {one: more for one, more in adds.items() if abs(more) > IDLE * reach}
        costs = {one: self._knobs[one[0]].price(one[1]) for one in adds}
        effects = Effects(costs, adds, self._model.together())
        gap = self._aim.on_scale(self._target) - self._model.predict(())[0]
        above = [one.edits for one in self._answers]
        again = {*self._off, *self._illegal}
        for width in (*(reach * one for one in WIDER), None):
            if width is None and above:
                break
            while True:
                # What breaks a rule by itself may have been found by the last proposal.
                broken: list[Edits] = [(one,) for one in sorted(self._broken)]
                found = cheapest(
                    effects, gap, width, self._most, not_above=above + broken, not_again=again
                )
                if found is None:
                    break
                if self._legal(found):
                    return found
                again.add(found)
        return None

    def _play(self, edits: Edits, battles: int, first: int) -> Counted:
        """Battles of a set, as many as may still be played at most; no more at a time than are
        measured.

        Raises:
            AllPlayedError: if none may be played any more.
        """
        left = min(battles, self._budget - self._battles)
        if left <= 0:
            raise AllPlayedError
        counted = Counted()
        for begin in range(0, left, MOST_MEASURED):
            found = self._player.play(edits, min(MOST_MEASURED, left - begin), first + begin)
            self._battles += found.battles
            counted += self._aim.count(found)
        return counted

    def _play_to_see(self, edits: Edits, battles: int, first: int) -> Counted:
        """The same as long as battles are for seeing what knobs do."""
        if self._battles >= SEEING * self._budget:
            raise AllPlayedError
        return self._play(edits, battles, first)

    def _learn(self) -> None:
        """What the model makes of all battles so far."""
        found: dict[Edits, Counted] = {(): self._start}
        found |= {one.edits: one.chosen + one.verified for one in self._tried.values()}
        self._model.learn({edits: self._aim.placed(one) for edits, one in found.items()})

    @property
    def _model(self) -> Response:
        assert self._response is not None
        return self._response

    def _far(self) -> str:
        """How many answers are known, and how many battles that took."""
        return f"{len(self._answers)} of {self._wanted} known after {self._battles:,} battles"

    def _words(self, edits: Edits) -> str:
        return "; ".join(self._knobs[number].said(value) for number, value in edits)

    def _tuned(self, complete: bool) -> Tuned:
        answers = sorted(self._answers, key=lambda one: self._cost(one.edits))
        near = None if answers or self._stays() else self._nearest or self._near()
        return Tuned(
            self._target,
            self._within,
            self._aim,
            self._knobs,
            self._shown,
            self._start,
            answers,
            near,
            self._effects(),
            self._battles,
            complete,
            self._wanted,
            self._bounds(complete).of(None if near is None else near.edits, len(answers)),
        )

    def _bounds(self, complete: bool) -> Bounds:
        """What kept it from finding more."""
        return Bounds(
            self._knobs,
            self._broken,
            self._unknown(),
            self._most,
            self._wanted,
            self._budget,
            self._minutes,
            complete=complete,
            spent=self._battles >= self._budget,
            late=self._late(),
            stale=self._stale,
            replayed=self._nearest is not None,
        )

    def _played(self) -> set[int]:
        """The knobs that were turned in some set that was played."""
        return {number for edits in self._tried for number, _ in edits}

    def _cost(self, edits: Edits) -> float:
        return sum(self._knobs[number].price(value) for number, value in edits)

    def _distance(self, one: Tried) -> float:
        return abs(one.told.mean - self._target)

    def _effects(self) -> list[Effect]:
        """What the model says of each knob that something is known of, and that may be turned."""
        if self._response is None:
            return []
        known = [one for one in range(len(self._knobs)) if one not in self._unknown()]
        short = self._aim.placed(self._start)[0] < self._aim.on_scale(self._target)
        beside = min((len(one.edits) for one in self._answers), default=1)
        while True:
            found = list(
                effects(self._response, self._knobs, known, self._broken, self._aim, self._target,
                        short, beside)
            )  # fmt: skip
            if all(self._legal(((one.knob, one.value),)) for one in found):
                return found

    def _unknown(self) -> set[int]:
        """The knobs that were neither looked at nor played."""
        return self._skipped - self._played()
