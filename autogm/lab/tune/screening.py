"""What each knob does, roughly, before sets of edits are thought of. Brawlers play every knob,
since their battles take no time. What they do not react to (points in the pool, say) is asked of
those for whom the conflict is tuned: many knobs turned at once, and fewer and fewer of them where
that moves the figure. Most do nothing, and a few battles tell. Where all battles go one way,
whatever is turned a little, each knob is asked about at the far end of its range.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from autogm.lab.tune.aims import Aim, Counted
from autogm.lab.tune.knobs import LEVEL, Edits, Knob
from autogm.lab.tune.player import AllPlayedError, Player
from autogm.lab.tune.response import Unit
from autogm.view.words.grammar import counted

SCREENED = 300
"""Battles of brawlers for each knob; ..."""
SCREENED_BLIND = 60
"""... and of others where brawlers show nothing."""
TOGETHER = 300
"""Battles of those for whom the conflict is tuned in which many knobs are turned at once."""
AT_LEVELS = 48
"""Battles at the level farthest from the one that stands there, and as many at that one."""
ASKED = 16
"""How often they are asked about several knobs at most."""
MOVED = 2.0
"""How many standard errors the figure has to move for one of several knobs to do something."""
UNMOVED = 0.02
"""On the scale, what moves brawlers by no more than this does not move them."""
LOPSIDED = 0.04
"""A share of brawlers' wins so near to none, or to all, shows nothing of what edits do, nor does
one of which less than this is not undecided; ..."""
TURNED = 3
"""... then knobs are turned up to so many units until it does."""

NAMED = 2
"""Knobs that are named of several which are turned together."""

Play = Callable[[Edits, int, int], Counted]


class Screening:
    """What is seen of each knob. `play` counts battles of those for whom the conflict is tuned, and
    raises `AllPlayedError` once there are no more; with `finalists` their battles are slow, so that
    brawlers' have to do. After that, or once it is `late`, knobs that were not looked at yet are
    left alone."""

    def __init__(
        self,
        knobs: Sequence[Knob],
        player: Player,
        play: Play,
        aim: Aim,
        *,
        finalists: bool,
        tell: Callable[[str], None],
        late: Callable[[], bool] = lambda: False,
    ) -> None:
        self._knobs, self._player, self._play, self._aim = knobs, player, play, aim
        self._finalists, self._tell, self._late = finalists, tell, late
        self._blind = self._flat = False
        self._next, self._unseen = 0, list[tuple[int, int]]()
        self.start = 0.0
        """Where the conflict is on the scale among brawlers."""
        self.proxies: dict[Unit, float] = {}
        """What a unit upwards does among them, or among the others where those were asked, by the
        value for a knob that is not ordered."""
        self.broken: set[Unit] = set()
        """Values that break a rule by themselves."""
        self.alone: dict[Edits, Counted] = {}
        """What was counted of edits that move others than brawlers."""

        self.skipped: set[int] = set()
        """Knobs of which nothing is known, since there was no time to look, or too much to ask."""

    def run(self) -> None:
        """Look at each knob, and ask about those that nothing is seen of."""
        try:
            self._look()
        except AllPlayedError:
            self._leave()

    def _leave(self) -> None:
        """Leave alone what was not looked at."""
        left = (one for one, _ in self._unseen)
        self.skipped |= {*range(self._next, len(self._knobs)), *left}

    def _look(self) -> None:
        self._tell("looking for changes after which either side may win")
        around = dict(self._even())
        self.start = self._brawled(())
        base = self._brawled(_sorted(around))
        for number, knob in enumerate(self._knobs):
            self._next = number
            if self._late():
                self._leave()
                return
            self._tell(f"seeing what one change does: {knob.words}")
            if knob.path == LEVEL:
                self.proxies[number, -1] = self._levels(number, knob)
                continue
            now = around.get(number, knob.now)
            for unit, value in self._screened(number, knob, now):
                edits = self._edits({**around, number: value})
                if not self._player.legal(edits):
                    if not self._player.legal(((number, value),)):
                        self.broken.add((number, value))
                    continue
                if self._flat:
                    self._unseen.append((number, value))
                    break
                moved = self._brawled(edits) - base
                self.proxies[unit] = moved / (value - now if knob.ordered else 1)
                if abs(moved) <= UNMOVED and number not in around:
                    self._unseen.append((number, value))
                if knob.ordered:
                    break
        self._next = len(self._knobs)
        if self._unseen and (self._flat or not self._blind) and not self._finalists:
            self._ask(self._edits(around))

    def _levels(self, number: int, knob: Knob) -> float:
        """What a level upwards does, which quicker agents cannot show."""
        value = max(range(len(knob.values)), key=lambda one: abs(knob.units(one)))
        edits = ((number, value),)
        self.alone[edits] = self._play(edits, AT_LEVELS, 0)
        there, now = (
            self._aim.placed(one)[0] for one in (self.alone[edits], self._play((), AT_LEVELS, 0))
        )
        return (there - now) / knob.units(value)

    def _edits(self, values: dict[int, int]) -> Edits:
        """Values of knobs as edits, without those that stand there now."""
        return _sorted({one: v for one, v in values.items() if v != self._knobs[one].now})

    def _brawled(self, edits: Edits) -> float:
        """Where brawlers have a set on the scale, or those for whom it is tuned if brawlers show
        nothing."""
        return self._aim.placed(self._screening(edits))[0]

    def _screening(self, edits: Edits) -> Counted:
        if self._blind:
            return self._play(edits, SCREENED_BLIND, 0)
        battles = SCREENED_BLIND if self._finalists else SCREENED
        return self._aim.as_it_came(self._player.brawl(edits, battles))

    def _even(self) -> Edits:
        """Edits around which battles show what a unit does: none, unless they all go alike. Then
        knobs are turned in favour of who loses, one unit after another, as far as it takes; if
        brawlers' battles go alike then as well (to one side, to the other, or all undecided,
        where they pursue no objective), the others are asked."""
        if not self._aim.share:
            return ()
        start = self._screening(())
        if _tells(start):
            return ()
        for found in self._crossing(start.mean > 0.5):
            if self._blind or self._finalists or _tells(self._screening(found)):
                return found
        if self._blind or self._finalists:
            self._flat = self._blind
            return ()
        self._blind = True
        return self._even()

    def _crossing(self, above: bool) -> Iterator[Edits]:
        """The fewest turned knobs that bring a figure over the half from above, or from below, and
        those with one unit less; first as far as is likely to help, then the other way."""
        for way in (1, -1) if above else (-1, 1):
            steps = [(), *self._turned(way)]
            low, high = 0, len(steps) - 1
            if (self._screening(steps[high]).mean > 0.5) == above:
                continue
            while high - low > 1:
                middle = (low + high) // 2
                if (self._screening(steps[middle]).mean > 0.5) == above:
                    low = middle
                else:
                    high = middle
            yield steps[high]
            if low:
                yield steps[low]

    def _turned(self, way: int) -> list[Edits]:
        """Sets of ever more edits for or against the GM's side, each with a unit more."""
        found: list[Edits] = []
        last: dict[int, int] = {}
        for units in range(1, TURNED + 1):
            for number, knob in enumerate(self._knobs):
                value = knob.now + units * way * knob.helps
                if not knob.helps or not 0 <= value < len(knob.values):
                    continue
                edits = _sorted({**last, number: value})
                if self._player.legal(edits):
                    last[number] = value
                    found.append(edits)
        return found

    def _screened(self, number: int, knob: Knob, now: int) -> Iterator[tuple[Unit, int]]:
        """The values of a knob that brawlers play, of an ordered one the first that is legal."""
        if not knob.ordered:
            for value in range(len(knob.values)):
                if value == knob.now:
                    continue
                if self._player.legal(((number, value),)):
                    yield (number, value), value
                else:
                    self.broken.add((number, value))
            return
        for value in (now + 1, now - 1):
            if 0 <= value < len(knob.values):
                yield (number, -1), value

    def _ask(self, around: Edits) -> None:
        """Ask about several at once, all for the GM's side as far as that is known (for the
        players' where all battles are the GM's), and where they move the figure about each half of
        them; what moves it alone is kept."""
        left, unseen = ASKED, self._unseen
        base = self._play(around, TOGETHER, 0)
        place, noise = self._aim.placed(base)
        way = -1 if self._flat and base.mean < 0.5 else 1
        waiting = [one for one in self._groups(unseen, way) if one]
        while waiting and left and not self._late():
            self._unseen = [one for group in waiting for one in group]
            group = waiting.pop()
            edits = self._edits({**dict(around), **dict(group)})
            if not self._player.legal(edits):
                waiting += _halves(group)
                continue
            left -= 1
            self._tell(_seeing([self._knobs[one].words for one, _ in group]))
            found = self._play(edits, TOGETHER, 0)
            there, error = self._aim.placed(found)
            if abs(there - place) < MOVED * (noise + error) ** 0.5:
                continue
            if len(group) > 1:
                waiting += _halves(group)
                continue
            ((number, value),) = group
            knob = self._knobs[number]
            unit = (number, -1) if knob.ordered else (number, value)
            self.proxies[unit] = (there - place) / (value - knob.now if knob.ordered else 1)
            self.alone[edits] = found
        self._unseen = [one for group in waiting for one in group]
        self._leave()

    def _groups(
        self, unseen: Sequence[tuple[int, int]], way: int
    ) -> Iterator[list[tuple[int, int]]]:
        """Knobs that do not undo one another: those that help the GM's side turned up, those that
        help the players turned down, as far as they go, or the other way with -1; and the rest."""
        known: list[tuple[int, int]] = []
        others: dict[int, tuple[int, int]] = {}
        for number, value in unseen:
            knob = self._knobs[number]
            if not knob.helps:
                others.setdefault(number, (number, value))
                continue
            best = len(knob.values) - 1 if knob.helps * way > 0 else 0
            known.append((number, best if best != knob.now else value))
        yield list(others.values())
        yield known


def _tells(found: Counted) -> bool:
    """Whether battles went so differently that an edit can be seen to move them."""
    variance = found.squares / found.battles - found.mean**2
    decided = 4 * variance  # at least, where what is undecided counts half
    return LOPSIDED <= found.mean <= 1 - LOPSIDED and decided >= LOPSIDED


def _seeing(words: Sequence[str]) -> str:
    """That knobs are turned together, a few of them by name."""
    if len(words) == 1:
        return f"seeing what one change does: {words[0]}"
    more = len(words) - NAMED
    named = "; ".join(words[:NAMED]) + (f"; and {counted(more)} more" if more > 0 else "")
    return f"seeing what {counted(len(words))} changes do together: {named}"


def _sorted(values: dict[int, int]) -> Edits:
    return tuple(sorted(values.items()))


def _halves(group: list[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    middle = len(group) // 2
    return [one for one in (group[:middle], group[middle:]) if one and len(group) > 1]
