"""What a choice is worth by recursion over the plain contract: legal actions, chance outcomes,
child. The lookahead (`planner.turn.resolve`) must find the same. For each short cut that its
docstring names there is one here, in a function of its own; otherwise only the value of a position
is shared. Worths are utilities u: the stake of the players less the stake of the GM, +1 a sure win,
-1 a sure loss.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import atanh, inf, tanh
from typing import Any

import numpy as np

from autogm.engine import codes
from autogm.engine.codes import CHANCE, PLAYERS
from autogm.engine.events import Event
from autogm.engine.game import Game
from autogm.engine.layout import LOG
from autogm.engine.stakes import stake_at
from autogm.engine.state import State
from autogm.game.rows import rows
from autogm.planner.evaluation.value import value_at
from autogm.planner.turn.tactician import Tactician
from tests.planner.plain_duel import Invoke, invoke_at, solve
from tests.planner.plain_states import (
    chooser_of,
    ends_a_stand_off,
    is_answering,
    is_area,
    is_followed,
    is_opposed,
    pending_number,
    three_of,
    whose_turn,
)

BETWEEN_TURNS = (codes.N_ORDER, codes.N_ROAR)
ALL_OUTCOMES, WITHOUT_INVOKES, ONE_OUTCOME = 0, 2, 3
"""The number of rolls before in the turn from which a roll is expanded in that way."""
BEAM = 3
WORTH_A_STEP = {"pass", "attack", "charge", "attack everyone", "push", "pull", "grab", "leave",
                "explore", "sprint"}  # fmt: skip
NEARLY, LEAST_PRICE, MOST_INVOKES = 0.999999, 0.0005, 6


@dataclass(frozen=True)
class Look:
    """What is expanded: whose turn it is and in which exchange, its rolls so far, how many turns
    later the expansion ends, and whether the choice is one within an area attack."""

    mover: int
    exchange: int
    rolls: int = 0
    turns: int = 0
    area: bool = False


class Plain:
    """Weighs the choices of one game, slowly."""

    def __init__(self, tactician: Tactician) -> None:
        self.game: Game = tactician.game
        self.scene: Any = self.game.scene[0]
        self._tactician = tactician
        self._side, self._neutral = PLAYERS, False
        self._known: dict[tuple[bytes, Look], float] = {}
        self.met: set[int] = set()
        """The kinds of node that somebody chose at."""

    def weigh(self, state: State, turns: int = 0) -> list[float]:
        """What each legal action is worth, `turns` turns after its own."""
        found = []
        thinker = state.current_player(), state.node() == codes.N_CONCEDE
        if thinker != (self._side, self._neutral):
            (self._side, self._neutral), self._known = thinker, {}
        area = is_area(state) and state.node() != codes.N_TURN
        for action in state.legal_actions():
            look = Look(whose_turn(state, action), state.exchange, 0, turns, area)
            found.append(self._chosen(state, action, look))
        return found

    @property
    def _contempt(self) -> float:
        """What is added to the stake of no victory: nothing where conceding is weighed."""
        return (
            0.0 if self._neutral else float(self._tactician.parameters["contempt"][0, self._side])
        )

    def value(self, state: State) -> float:
        """The value of a position."""
        parameters, work = self._tactician.parameters, self._tactician._work
        work["contempt"] = self._contempt
        there = rows(state.record)
        return float(value_at(self.game.scene_rows, there, 0, rows(parameters), rows(work)))

    def follow(self, state: State, look: Look) -> float:
        """The utility of a position."""
        if state.is_terminal():
            undecided = state.record[0]["winner"] == codes.UNDECIDED_WIN
            return float(state.returns()[0]) + self._contempt * bool(undecided)
        key = (state.record.tobytes(), look)
        if key not in self._known:
            self._known[key] = self._follow(state, look)
        return self._known[key]

    def _follow(self, state: State, look: Look) -> float:
        kind = state.node()
        if state.current_player() != CHANCE:
            self.met.add(kind)
        own = kind in (codes.N_TURN, codes.N_COMPEL) and pending_number(state, 1) == look.mover
        own = own and state.exchange == look.exchange
        acted = bool(state.record[0]["turn_flags"] & codes.T_ACTED)
        over = kind in BETWEEN_TURNS or (kind == codes.N_COMPEL and not own)
        over |= kind == codes.N_TURN and (not own or acted or look.rolls >= WITHOUT_INVOKES)
        if over and look.turns == 0:
            return self.value(state)
        if over and own:
            return self._chosen(state, self._at_once(state), look)
        if over:
            return self._next_turn(state, look)
        if kind == codes.N_CONCEDE:
            return self.follow(state.child(0), look)  # nobody concedes
        if kind in (codes.N_SKILL, codes.N_DEFEND):
            return self.follow(state.child(self._skill(state)), look)
        if kind == codes.N_OPPOSE:
            return self.follow(state.child(self._opposing(state)), look)
        if kind == codes.N_DICE:
            return self._roll(state, self._met_next(state, look))
        if kind == codes.N_DUEL and is_area(state) and not is_opposed(state):
            return self.follow(state.child(0), look)  # nobody rerolls for all who will defend
        if kind == codes.N_DUEL:
            return self._settled(state, replace(look, rolls=look.rolls + 1))
        if kind == codes.N_TURN:
            return self._act(state, look)
        if look.rolls >= WITHOUT_INVOKES or is_area(state):
            return self._chosen(state, self._at_once(state), look)
        now = replace(look, turns=0)
        legal = state.legal_actions()
        best = chooser_of(state)(legal, key=lambda one: self._chosen(state, one, now))
        return self._chosen(state, best, look)

    def _chosen(self, state: State, action: int, look: Look) -> float:
        """The utility of a choice."""
        return self._less_its_price(state, action, self.follow(state.child(action), look))

    def _less_its_price(self, state: State, action: int, u: float) -> float:
        """What a choice that leads to `u` is worth: less, where it is to take a consequence."""
        pays = action >> codes.VERB_SHIFT == codes.V_PAY_THE_COST
        if not pays or pending_number(state, 3) != codes.COST_CONSEQUENCE:
            return u
        parameters = self._tactician.parameters[0]
        if ends_a_stand_off(state, self.scene, parameters["reach"]):
            return u
        ways = (codes.O_HOLD, codes.O_GET_OUT, codes.O_GET_ITEM)
        for row in range(int(self.scene["objectives"])):
            own = self.scene["objective_side"][row] == state.current_player()
            if own and self.scene["objective_do"][row] in ways:
                return u
        lead = self._normal(u)
        worse = float(parameters["consequence"] * parameters["swing"]) * max(0.0, 1.0 - lead**2)
        return u - worse if state.current_player() == PLAYERS else u + worse

    # Choices made in a simpler way

    def _at_once(self, state: State) -> int:
        """The action with the best value right after it."""
        legal = state.legal_actions()
        worths = [self._less_its_price(state, one, self.value(state.child(one))) for one in legal]
        best: float = chooser_of(state)(worths)
        return legal[worths.index(best)]

    def _skill(self, state: State) -> int:
        """To defend, the highest rating with all that counts by itself, as the events of the roll
        report it; to act, the greatest lead of such a rating over the highest that answers it; of
        equal ones the first. A skill that uses a stunt up is not used, if there is anything
        else."""
        weighed = self._lead if state.node() == codes.N_SKILL else self._rating
        found = [weighed(state, action) for action in state.legal_actions()]
        return state.legal_actions()[found.index(max(found))]

    def _lead(self, state: State, action: int) -> float:
        own = self._rating(state, action)
        if own == -inf or int(state.record[0]["roll_target"]) == 0:
            return own
        met = state.child(action)
        while met.node() == codes.N_CONCEDE:
            met = met.child(0)
        if met.node() == codes.N_DEFEND:
            return own - max(self._rating(met, one) for one in met.legal_actions())
        while not is_answering(met):
            met = met.child(met.legal_actions()[0])
        roll = self.game.events(met, met.legal_actions()[0])[0]
        return own - float(roll.facts["total"] - roll.facts["sum"])

    def _rating(self, state: State, action: int) -> float:
        answers = state.node() == codes.N_DEFEND
        if self.game.describe(state, action).as_dict().get("lethal"):
            return -inf
        events = self.game.events(state, action)
        state = state.child(action)
        while not state.rolls_dice() or is_answering(state) != answers:
            state = state.child(state.legal_actions()[0])
        events += self.game.events(state, state.legal_actions()[0])
        roll = [one.kind for one in events].index("roll")
        if any(self._uses_up(one) for one in events[:roll]):
            return -inf
        return float(events[roll].facts["total"] - events[roll].facts["sum"])

    def _uses_up(self, event: Event) -> bool:
        """Whether the event names a stunt that cannot be used as often as one likes."""
        stunts = {
            (fighter.id, stunt.name): stunt.limit
            for fighter in self.game.encounter.fighters
            for stunt in fighter.stunts
        }
        called = str(event.who), str(event.facts.get("stunt"))
        return event.kind == "stunt" and stunts[called] != "none"

    def _opposing(self, state: State) -> int:
        """Whoever leaves the maker of an advantage the fewest free invokes to expect; of equal ones
        the first."""
        found = [self._expected(state.child(one)) for one in state.legal_actions()]
        return state.legal_actions()[found.index(min(found))]

    def _expected(self, state: State) -> float:
        """The free invokes to expect of a declared advantage before anybody invokes, less those of
        the other side (C1, K5), without help."""
        rules, slot = self.game.encounter.ruleset, int(state.record[0]["roll_argument"])
        stands = int(state.record[0]["here"][slot]) & codes.HERE
        while not state.rolls_dice():
            if state.node() == codes.N_CONCEDE:
                state = state.child(0)
            else:
                state = state.child(self._skill(state))
        opposed, fixed = is_opposed(state), self._fixed(state)
        sums = self._sums(state)
        if opposed:
            fixed -= self._fixed(state.child(state.legal_actions()[0]))
        total = 0.0
        for difference, chance in sums.items():
            margin = fixed + difference
            if margin >= 0:
                total += chance * (2 if margin >= rules.style_at else 1)
                continue
            total -= chance * bool(stands and rules.existing_fail_gives)
            styled = opposed and margin <= -rules.style_at
            total -= chance * bool(styled and "create" in rules.defend_style_boost)
        return total

    def _fixed(self, state: State) -> int:
        """What pending dice add to, less what opposes them without dice."""
        told = self.game.events(state, state.legal_actions()[0])
        facts = next(one.facts for one in told if one.kind == "roll")
        help = sum(one["amount"] for one in facts.get("bonuses", ()) if one["by"] == "help")
        return int(facts["total"] - facts["sum"] - help - facts.get("against", 0))

    def _next_turn(self, state: State, look: Look) -> float:
        """Somebody else's turn; that fighter is the only one that can be next."""
        assert state.node() == codes.N_TURN, "who is next hangs on how threats are judged"
        mover = pending_number(state, 1)
        return self._act(state, Look(mover, state.exchange, 0, look.turns - 1, look.area))

    def _act(self, state: State, look: Look) -> float:
        """A turn: no mob divides, after a step only what may be its reason is expanded, and in
        later turns no more choices than are expanded to their end."""
        actions = [
            one for one in state.legal_actions() if one >> codes.VERB_SHIFT != codes.V_DIVIDE
        ]
        if state.record[0]["turn_flags"] & codes.T_MOVED:
            words = [self.game.describe(state, one).verb for one in actions]
            actions = [a for a, verb in zip(actions, words, strict=True) if verb in WORTH_A_STEP]
            if not actions:
                return self.value(state)
        assert look.turns == 0 or len(actions) <= BEAM, "which are followed hangs on their ranks"
        return float(chooser_of(state)(self.follow(state.child(one), look) for one in actions))

    # Dice

    def _met_next(self, state: State, look: Look) -> Look:
        """Of a choice within an area attack: nobody invokes in defences that are still to come."""
        rerolled = pending_number(state, 3) & codes.DICE_REROLL
        if not look.area or rerolled or not (is_area(state) and is_answering(state)):
            return look
        return replace(look, rolls=max(look.rolls, WITHOUT_INVOKES))

    def _roll(self, state: State, look: Look) -> float:
        """All outcomes of the first roll, three of the two after it, then one; those of the one
        roll of an area attack are always three."""
        after = replace(look, rolls=look.rolls + 1)
        if pending_number(state, 3) & codes.DICE_REROLL:
            return sum(p * self.follow(state.child(o), look) for o, p in state.chance_outcomes())
        if is_area(state) and not is_answering(state):
            lowest, most = int(self.scene["lowest"]), int(self.scene["outcomes"]) - 1
            shown = [min(max(one - lowest, 0), most) for one in three_of(self._sums(state))]
            there = [state.child(one) for one in shown]
            return sum(self.follow(one, after) for one in there) / len(there)
        if look.rolls == ALL_OUTCOMES:
            return sum(p * self._settled(one, after) for p, one in self._fallen(state))
        few = three_of(self._sums(state))
        if look.rolls >= ONE_OUTCOME:
            few = few[1:2]
        return sum(self._settled(self._shown(state, one), after) for one in few) / len(few)

    def _fallen(self, state: State) -> Iterator[tuple[float, State]]:
        """Every way the dice of a roll may fall, those of the answer included."""
        for outcome, p in state.chance_outcomes():
            child = state.child(outcome)
            if is_followed(state, child):
                for q, one in self._fallen(child):
                    yield p * q, one
            else:
                yield p, child

    def _sums(self, state: State) -> dict[int, float]:
        """The chances of the dice of a roll, less those of its answer."""
        lowest, outcomes = int(self.scene["lowest"]), state.chance_outcomes()
        found = {outcome + lowest: p for outcome, p in outcomes}
        child = state.child(outcomes[0][0])
        if not is_followed(state, child):
            return found
        both: dict[int, float] = {}
        for one, p in found.items():
            for other, q in self._sums(child).items():
                both[one - other] = both.get(one - other, 0.0) + p * q
        return both

    def _shown(self, state: State, difference: int) -> State:
        """Where the dice of a roll have fallen so that their sum, less the answer's, is this."""
        lowest, outcome = int(self.scene["lowest"]), state.legal_actions()[0]
        shown, child = outcome + lowest, state.child(outcome)
        followed = is_followed(state, child)
        if followed:
            shown -= child.legal_actions()[0] + lowest
        state = state.clone()
        state.record["margin"] += (difference - shown) * (-1 if is_answering(state) else 1)
        child = state.child(outcome)
        return child.child(child.legal_actions()[0]) if followed else child

    # The duel of invokes

    def _settled(self, state: State, look: Look) -> float:
        """The utility after the dice of a roll have fallen: the duel solved, or passed after two
        rolls. `look` has counted the roll."""
        if state.node() != codes.N_DUEL or state.current_player() == CHANCE:
            return self.follow(state, look)
        margin = int(state.record[0]["margin"])
        if look.rolls > WITHOUT_INVOKES:
            return self._final(state, margin, [], look)
        side, passed = pending_number(state, 2), bool(pending_number(state, 3) & codes.DUEL_PASSED)
        books: list[list[Invoke]] = [[], []]
        books[side] = self._invokes(state, side)
        others = state.clone()
        others.record["pending"][0, int(state.record[0]["depth"]) - 1, 3] = codes.DUEL_OPEN
        others = State(self.game, others.record).child(0)
        if others.node() == codes.N_DUEL and others.current_player() != CHANCE:
            books[1 - side] = self._invokes(others, 1 - side)
        sure = self._sure(state)
        acting = self._raising(state)
        toward = 1 if acting == PLAYERS else -1
        return solve(
            lambda now, used: self._final(state, now, books[acting][:used], look),
            books,
            lambda one, u, price: self._paid(sure, one, u, price),
            (margin, toward, side, passed),
        )

    def _raising(self, state: State) -> int:
        """The side whose invokes raise the margin: not that of who acts where the target of an area
        attack is its friend, whom its side helps."""
        record = state.record[0]
        acting, target = (
            int(self.scene["side"][int(record["roll_actor"])]),
            int(record["roll_target"]),
        )
        friend = target > 0 and int(self.scene["side"][target - 1]) == acting
        return 1 - acting if friend else acting

    def _final(self, state: State, margin: int, used: list[Invoke], look: Look) -> float:
        """The utility of a duel at that margin in which nobody invokes any more, with what the
        acting side used counting against later targets of an area attack too."""
        state = state.clone()
        state.record["margin"] = margin
        for one in used:
            state.record["roll_totals"][0] += np.array(one.later, np.int16)
        while state.node() == codes.N_DUEL and state.current_player() != CHANCE:
            state = state.child(0)
        return self.follow(state, look)

    def _sure(self, state: State) -> float:
        """What is settled already of the stakes."""
        settled = stake_at(self.game.scene_rows, rows(state.record), 0)
        return float(settled) - float(self.scene["win_value"][0])

    def _normal(self, u: float) -> float:
        """The utility on a scale where winning is 1 and losing -1."""
        won, lost = (float(one) for one in self.scene["win_value"][1:3])
        fair, swing = (won + lost) / 2, (won - lost) / 2 or 1.0
        return (u - fair) / swing

    def _log_odds(self, u: float) -> float:
        """Half the logarithm of the odds that a utility stands for."""
        return atanh(min(NEARLY, max(-NEARLY, self._normal(u))))

    def _paid(self, sure: float, side: int, u: float, price: float) -> float:
        """The utility after a side has paid a price: a shift of its log-odds."""
        won, lost = (float(one) for one in self.scene["win_value"][1:3])
        swing, sign = (won - lost) / 2 or 1.0, 1.0 if side == PLAYERS else -1.0
        before = sign * self._log_odds(u - sure)
        after = before - atanh(price)
        return u - sign * swing * (tanh(before) - tanh(after))

    def _invokes(self, state: State, side: int) -> list[Invoke]:
        """Gain and price of each invoke that a side may use, the cheapest first: what the position
        as it stands loses by it, and by those like it before."""
        record, sure = state.record[0], self._sure(state)
        part = 0 if self._raising(state) == side else 1
        left = [int(one) for one in record["paid_left"][part]]
        if not self.scene["owed"]:
            left = [sum(left), 0]
        roller = int(record["roll_target"]) - 1 if part else int(record["roll_actor"])
        found: list[tuple[float, int, int, int, tuple[int, ...]]] = []
        for action in state.legal_actions():
            words = self.game.describe(state, action).as_dict()
            one, two = (action >> codes.A_SHIFT) & 1023, (action >> codes.B_SHIFT) & 127
            verb, times, gain, column = action >> codes.VERB_SHIFT, 1, 2, -1
            if verb == codes.V_PASS or words.get("mode") == "reroll":
                continue
            if verb == codes.V_INVOKE:
                times, column = min(int(record["points"][one]), left[two]), two
            elif verb == codes.V_INVOKE_FREE:
                times = int(record["free"][one, side]) + int(record["free"][one, 2])
                if part == 1 and one == self.scene["slot_on"][int(record["roll_actor"])]:
                    times -= int(record["roll_boosts"])
            elif verb == codes.V_CALL_ON_STUNT:
                gain = int(self.scene["stunt_amount"][roller, one])
            for same in [action, *self._equal(state, action, side)]:
                prices = self._prices(state, same, side, min(times, MOST_INVOKES), sure)
                found += [(price, len(found), gain, column, later) for price, later in prices]
        found.sort(key=lambda one: one[:2])
        kept: list[Invoke] = []
        for price, _, gain, column, later in found:
            if column >= 0:
                if left[column] == 0:
                    continue
                left[column] -= 1
            kept.append(Invoke(gain, price, later))
        return kept[:MOST_INVOKES]

    def _equal(self, state: State, action: int, side: int) -> list[int]:
        """Free invokes of aspects that do the same as that of `action`, and are not listed."""
        verb, shown = action >> codes.VERB_SHIFT, (action >> codes.A_SHIFT) & 1023
        if verb != codes.V_INVOKE_FREE:
            return []
        listed = {
            (one >> codes.A_SHIFT) & 1023
            for one in state.legal_actions()
            if one >> codes.VERB_SHIFT == verb
        }
        free, classes = state.record[0]["free"], self.scene["slot_class"]
        later = list(range(shown + 1, int(self.scene["slots"])))
        end = next((place for place, one in enumerate(later) if one in listed), len(later))
        equal = [
            one
            for one in later[:end]
            if classes[one] == classes[shown] and (free[one] == free[shown]).all()
        ]
        return [action + ((one - shown) << codes.A_SHIFT) for one in equal]

    def _prices(
        self, state: State, action: int, side: int, times: int, sure: float
    ) -> Iterator[tuple[float, tuple[int, ...]]]:
        """What the position loses by an invoke, each time it is used, and by how much it raises an
        area attack against each later target."""
        state, log = state.clone(), rows(np.zeros(1, LOG))
        sign = 1.0 if side == PLAYERS else -1.0
        top, price = int(state.record[0]["depth"]) - 1, LEAST_PRICE
        before, later = self.value(state), ()
        for _ in range(times):
            if int(state.record[0]["depth"]) - 1 == top:
                state.record["pending"][0, top, 2] = side
                totals = state.record["roll_totals"][0].astype(int)
                invoke_at(self.game.scene_rows, rows(state.record), action, log)
                later = tuple((state.record["roll_totals"][0] - totals).tolist())
                after = self.value(state)
                high, low = (sign * self._log_odds(one - sure) for one in (before, after))
                price = max(LEAST_PRICE, tanh(high - low))
                before = after
            yield price, later
