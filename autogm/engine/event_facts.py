"""The facts of events: what the numbers in a row of the log stand for, by kind. Fighters, zones and
accounts are told by their ids, aspects by their text, bearer and slot. No sentences are made here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from autogm.engine import event_codes as ev
from autogm.engine.actions import COSTS, VERBS, ActionWords
from autogm.engine.codes import OUTSIDE, OWED, POOL, SUPPLY, UNDECIDED_WIN
from autogm.engine.compile import Compiled
from autogm.engine.compiling.compels import COMPELS
from autogm.engine.event_names import GAINS, HOW, IDLE, PARTS, REASONS, STATUS
from autogm.game.dice import unpack_faces
from autogm.model.words import HARMS, SEVERITIES, SIDES

Row = tuple[int, ...]
Facts = dict[str, Any]
MOST_PASSIVE = (1 << ev.HELD_SHIFT) - 1
KEEP_ROARING = 63  # in place of a compel's number


class Sources:
    """What the rows of one compiled encounter's log refer to."""

    def __init__(self, compiled: Compiled, words: ActionWords) -> None:
        self.compiled, self.words = compiled, words
        self.dice = compiled.encounter.ruleset.dice

    def account(self, number: int) -> str:
        """An account of fate points."""
        if number == SUPPLY:
            return "supply"
        owed = number >= OWED
        purse = number - OWED if owed else number
        name = "gm" if purse == POOL else self.words.fighters[purse]
        return f"owed to {name}" if owed else name

    def aspect(self, slot: int, nth: int = 0) -> Facts:
        """An aspect; `nth` of those that share a slot."""
        text = self.words.text(slot, nth)
        return {"aspect": text, "on": self.words.subject(slot), "slot": slot}

    def stunt(self, fighter: int, stunt: int) -> str:
        """A stunt's name."""
        return self.compiled.encounter.fighters[fighter].stunts[stunt].name


def roll(of: Sources, row: Row, reasons: list[Row]) -> Facts:
    """A roll, with the rows that say what its bonus comes from."""
    facts = _dice(of, row[1], row[2], row[3] & 3)
    rating, bonus = (row[4] & 1023) - 512, ((row[4] >> 10) & 1023) - 512
    always = _always(of, row[0], (row[4] >> 20) & 63, (row[4] >> 26) & 15)
    moved = sum(one[2] for one in always)
    rating, bonus = rating - moved, bonus + moved
    facts |= {"rating": rating, "bonus": bonus, "total": row[1] + rating + bonus}
    bonuses = [_bonus(of, one) for one in (*always, *reasons)]
    if bonuses:
        facts["bonuses"] = bonuses
    passive, held = (row[3] & MOST_PASSIVE) >> 2, row[3] >> ev.HELD_SHIFT
    if passive:
        facts["against"] = passive - 1
    if held:  # of that difficulty, what free invokes have added, and how many (C5)
        facts["held"] = held
        facts["added"] = held * int(of.compiled.scene[0]["advantage_each"])
    if row[4] >> 30:  # what the one roll of an area attack comes to against this one (E4)
        facts["meets"] = (row[4] >> 30) - ev.MEETS_OFFSET
    return facts


def _dice(of: Sources, value: int, packed: int, replaced: int) -> Facts:
    facts: Facts = {"sum": value, "replaced": replaced}
    faces = unpack_faces(of.dice, packed)
    return facts | ({"faces": list(faces)} if faces else {})


def _always(of: Sources, who: int, skill: int, kind: int) -> list[Row]:
    """The stunts that always count for such a roll, which the game keeps in the rating, as rows."""
    numbers = of.compiled.scene[0]
    return [
        (who, ev.B_STUNT, stunt.amount, n)
        for n, stunt in enumerate(of.compiled.encounter.fighters[who].stunts)
        if (stunt.does, stunt.limit, stunt.when) == ("bonus", "none", "always")
        and not stunt.equipment
        and (int(numbers["stunt_actions"][who][n]) >> kind) & 1
        and (int(numbers["stunt_skills"][who][n]) >> skill) & 1
    ]


def _bonus(of: Sources, row: Row) -> Facts:
    who, source, amount, what = row[:4]
    if source == ev.B_STUNT:
        return {"by": "stunt", "stunt": of.stunt(who, what), "amount": amount}
    if source == ev.B_HELP:
        helping = [one for n, one in enumerate(of.words.fighters) if (what >> n) & 1]
        return {"by": "help", "who": helping, "amount": amount}
    if source == ev.B_UNSUITED:
        return {"by": "unsuited", "skill": of.words.skills[what], "amount": amount}
    return {"by": "numbers", "amount": amount}


def difficulty(of: Sources, row: Row, parts: list[Row]) -> Facts:
    """A difficulty that several things may add up to, with the rows of what it is made of."""
    return {"difficulty": row[1], "parts": [_part(of, one) for one in parts]}


def _part(of: Sources, row: Row) -> Facts:
    _, source, amount, a, b = row[:5]
    facts: Facts = {"by": PARTS[source], "amount": amount}
    if source == ev.PART_ASPECT:
        return facts | of.aspect(a)
    if source == ev.PART_EDGE:
        return facts | {"from": of.words.zones[a], "to": of.words.zones[b]}
    return facts | {"count": a} if a else facts


def _skill(of: Sources, row: Row) -> Facts:
    facts: Facts = {"skill": of.words.skills[row[1]], "answering": bool(row[2])}
    if row[3]:  # whom of its own side an area attack hits (E4)
        facts["friends"] = [one for n, one in enumerate(of.words.fighters) if (row[3] >> n) & 1]
    return facts


def _invoke(of: Sources, row: Row) -> Facts:
    slot, how, gain, payer = row[1:5]
    nth, how = how >> 4, how & 15
    facts: Facts = {"how": HOW[how]}
    if how == ev.I_STUNT:
        return facts | {"stunt": of.stunt(row[0], slot), "gain": f"{gain:+d}"}
    facts |= of.aspect(slot, nth) | {"gain": GAINS[gain]}
    if payer >= 0:
        return facts | {"payer": of.words.payer(payer)}
    return facts if row[0] >= 0 else facts | {"side": SIDES[-1 - payer]}


def _result(of: Sources, row: Row) -> Facts:
    shifts, style = row[1], row[4]
    outcome = "succeeds with style" if shifts >= style else "succeeds"
    if shifts <= 0:
        outcome = "fails" if shifts else "ties"
    return {"shifts": shifts, "outcome": outcome, "verb": VERBS[row[2]][0]}


def _action(of: Sources, row: Row) -> Facts:
    """A declared action; `stands` where an advantage is an aspect that is in play already."""
    _, verb, a, b, c = row[:5]
    action = of.words.describe(((verb & ~ev.STANDS) << 24) | (a << 14) | (b << 7) | c)
    facts: Facts = {"action": action.as_dict()}
    return facts | {"stands": True} if verb & ev.STANDS else facts


def _moves(of: Sources, row: Row) -> Facts:
    """A move; `by` is who has moved somebody else."""
    facts: Facts = {"from": of.words.zones[row[1]], "to": of.words.zones[row[2]]}
    return facts | {"by": of.words.fighters[row[3] - 1]} if row[3] else facts


def _block(of: Sources, row: Row) -> Facts:
    zone = {} if row[2] == OUTSIDE else {"zone": of.words.zones[row[2]]}
    return {"target": of.words.fighters[row[1]], **zone}


def _stunt(of: Sources, row: Row) -> Facts:
    facts: Facts = {"stunt": of.stunt(row[0], row[1])}
    return facts | {"riposte": row[2]} if row[2] else facts


def _status(of: Sources, row: Row) -> Facts:
    facts: Facts = {"status": STATUS[row[1]]}
    if row[1] == ev.X_HELPS:
        facts["target"] = of.words.fighters[row[2]]
    elif row[1] == ev.X_WAITS:
        facts["why"] = IDLE[row[2]]
    elif row[1] in (ev.X_ROARS, ev.X_SKILL_OUT):
        facts["skill"] = of.words.skills[row[2]]
    elif row[1] in (ev.X_MUST_MOVE, ev.X_MUST_FLEE, ev.X_STAYS):
        facts["zone"] = of.words.zones[row[2]]
    return facts


def _item(of: Sources, row: Row) -> Facts:
    item = of.compiled.encounter.scenario.item
    facts: Facts = {"item": item.name if item else "it", "held": row[1] < 0}
    return facts if row[1] < 0 else facts | {"zone": of.words.zones[row[1]]}


def _end(of: Sources, row: Row) -> Facts:
    """The end; `objective` is the number of the objective that was reached, where one was."""
    if row[1] == UNDECIDED_WIN:
        return {"winner": "undecided", "exchange": row[2]}
    objective = {"objective": row[3] - 1} if row[3] else {}
    return {"winner": SIDES[row[1] - 1], "exchange": row[2], **objective}


def _compel(of: Sources, row: Row) -> Facts:
    if row[1] == KEEP_ROARING:
        return {"keep_roaring": True}
    written = of.compiled.encounter.scenario.compels[of.compiled.compels[row[1]]]
    does = COMPELS[int(of.compiled.scene[0]["compel_effect"][row[1]])]
    return {"compel": row[1], "aspect": written.aspect, "effect": does}


def _hit(of: Sources, row: Row) -> Facts:
    shifts, harm, lethal, attacker = row[1:5]
    by = of.words.fighters[attacker]
    return {"shifts": shifts, "harm": HARMS[harm], "lethal": bool(lethal), "by": by}


def _damage(of: Sources, row: Row) -> Facts:
    target = of.words.fighters[row[2]]
    return {"shifts": row[1], "target": target, "lethal": bool(row[3]), "margin": row[4]}


KINDS: dict[int, tuple[str, Callable[[Sources, Row], Facts]]] = {
    ev.EV_EXCHANGE: ("exchange", lambda of, row: {"exchange": row[1]}),
    ev.EV_TURN: ("turn", lambda of, row: {"exchange": row[1]}),
    ev.EV_ARRIVES: ("arrives", lambda of, row: {"zone": of.words.zones[row[1]]}),
    ev.EV_MOVES: ("moves", _moves),
    ev.EV_ACTION: ("action", _action),
    ev.EV_ROLL: ("roll", lambda of, row: roll(of, row, [])),
    ev.EV_DIFFICULTY: ("difficulty", lambda of, row: difficulty(of, row, [])),
    ev.EV_REROLL: ("reroll", lambda of, row: _dice(of, row[1], row[2], row[3])),
    ev.EV_INVOKE: ("invoke", _invoke),
    ev.EV_PASS: ("pass", lambda of, row: {"side": SIDES[row[1]]}),
    ev.EV_RESULT: ("result", _result),
    ev.EV_HIT: ("hit", _hit),
    ev.EV_STRESS: ("stress", lambda of, row: {"box": row[1], "harm": HARMS[row[2]]}),
    ev.EV_CLEAR: ("clear", lambda of, row: {"harm": HARMS[row[1]]}),
    ev.EV_CONSEQUENCE: (
        "consequence",
        lambda of, row: {"slot": row[1], "severity": SEVERITIES[row[2]], "absorbs": row[3]},
    ),
    ev.EV_MEMBER_FALLS: ("member falls", lambda of, row: {"left": row[1]}),
    ev.EV_TAKEN_OUT: ("taken out", lambda of, row: {}),
    ev.EV_CONCEDES: ("concedes", lambda of, row: {}),
    ev.EV_LEAVES: ("leaves", lambda of, row: {"zone": of.words.zones[row[2]]}),
    ev.EV_ASPECT: ("aspect", lambda of, row: of.aspect(row[1])),
    ev.EV_FREE: (
        "free invoke",
        lambda of, row: (
            of.aspect(row[1]) | {"side": ("players", "gm", "open")[row[2]], "count": row[3]}
        ),
    ),
    ev.EV_GONE: ("aspect gone", lambda of, row: of.aspect(row[1])),
    ev.EV_BOOST: ("boost", lambda of, row: of.aspect(row[1]) | {"side": SIDES[row[2]]}),
    ev.EV_POINT: (
        "point",
        lambda of, row: {
            "from": of.account(row[0]),
            "to": of.account(row[1]),
            "count": row[2],
            "reason": REASONS[row[3]],
        },
    ),
    ev.EV_COMPEL: ("compel", _compel),
    ev.EV_ANSWER: ("answer", lambda of, row: {"accepted": bool(row[2])}),
    ev.EV_STUNT: ("stunt", _stunt),
    ev.EV_COST: ("cost", lambda of, row: {"cost": COSTS[row[1]]}),
    ev.EV_STATUS: ("status", _status),
    ev.EV_DISCOVER: ("discovers", lambda of, row: of.aspect(row[1])),
    ev.EV_ITEM: ("item", _item),
    ev.EV_END: ("end", _end),
    ev.EV_DAMAGE: ("damage", _damage),
    ev.EV_SKILL: ("skill", _skill),
    ev.EV_BLOCK: ("block", _block),
    ev.EV_OPPOSE: ("oppose", lambda of, row: {"target": of.words.fighters[row[1]]}),
}
"""Each kind of event: its name, and its facts from its row."""
