"""Choices in the words that a person at the table would use: what somebody might do, as a phrase
that follows «should» (`attack Bruno`, `take stress box 2 and a mild consequence`); who it is that
chooses, and about what.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from autogm.agents.whose import fighter_who_chooses
from autogm.engine import codes
from autogm.engine.actions import COSTS, Action
from autogm.engine.codes import VERB_SHIFT
from autogm.engine.kinds import ROLLS
from autogm.engine.nodes.compel import KEEP
from autogm.engine.nodes.grant import GRANT_SHIFT
from autogm.engine.nodes.move import BLOCKER_SHIFT
from autogm.model.verbs import VERBS
from autogm.model.words import SEVERITIES
from autogm.view.words.grammar import listed
from autogm.view.words.moment import (
    Moment,
    compelled,
    demanded,
    effected,
    friends,
    gain,
    paid_aspect,
)
from autogm.view.words.names import alone_in
from autogm.view.words.scene import Scene
from autogm.view.words.sentences import passing_by
from autogm.view.words.ways import WAYS, Way

if TYPE_CHECKING:
    from autogm.engine.game import Game
    from autogm.engine.state import State

NODES = {
    codes.N_ORDER: ("order", "who acts next"),
    codes.N_COMPEL: ("compel", "whether to compel {actor}"),
    codes.N_ANSWER: ("answer", "whether to accept the compel"),
    codes.N_TURN: ("turn", "what to do this turn"),
    codes.N_SKILL: ("skill", "which skill to {deed} with"),
    codes.N_CONCEDE: ("concede", "whether to concede before the dice fall"),
    codes.N_DEFEND: ("defend", "which skill to answer {roller} with"),
    codes.N_DUEL: ("duel", "whether to invoke"),
    codes.N_ABSORB: ("absorb", "how to take a hit of {shifts}"),
    codes.N_BONUS: ("bonus", "what style brings"),
    codes.N_DRIVE: ("drive", "whether to drive {target} on"),
    codes.N_PLACE: ("place", "where {target} ends up"),
    codes.N_NAME_COST: ("name cost", "what success costs {actor}"),
    codes.N_TAKE_COST: ("take cost", "whether to pay the cost"),
    codes.N_SPOIL: ("spoil", "what the failed advantage leaves"),
    codes.N_WAY: ("way", "by which way to go"),
    codes.N_OPPOSE: ("oppose", "who opposes {whose} advantage"),
    codes.N_BLOCK: ("block", "whether to block {whose} way"),
    codes.N_BLOCKED: ("blocked", "whether to go on against the block"),
    codes.N_ROAR: ("roar", "who roars"),
    codes.N_TWIST: ("twist", "whether to offer a twist of {whose} roll"),
    codes.N_TWISTED: ("twisted", "whether to accept the twist"),
    codes.N_GRANT: ("grant", "whether what {actor} declares is true"),
}
"""Each kind of choice: its name, and what is to be chosen."""

DEEDS = {
    codes.V_MOVE: "get there",
    codes.V_SPRINT: "get there",
    codes.V_ATTACK: "attack {roll_target}",
    codes.V_CHARGE: "charge {roll_target}",
    codes.V_ATTACK_EVERYONE: "attack everyone there",
    codes.V_CREATE: "create an advantage",
    codes.V_EXPLORE: "explore",
    codes.V_DISCOVER: "look for what is hidden",
    codes.V_OVERCOME: "overcome it",
    codes.V_PUSH: "push {roll_target}",
    codes.V_PULL: "pull {roll_target}",
    codes.V_FULL_DEFENSE: "defend",
    codes.V_FULL_ATTACK: "attack",
    codes.V_RECOVER: "recover",
    codes.V_GRAB: "grab {item}",
    codes.V_ROAR: "roar",
    codes.V_EFFECT: "do it",
}
"""What a skill is chosen for, by the verb that is rolled. No aspect is named: the other side may
not know of it."""

OUT, COSTLY = 1_000_000, 10
"""Among ways to take a hit: to be taken out comes last, and a consequence after every box."""

PASSES = {
    codes.N_COMPEL: "offer no compel",
    codes.N_CONCEDE: "fight on",
    codes.N_DUEL: "invoke nothing",
    codes.N_BONUS: "take no boost",
    codes.N_DRIVE: "drive {target} no further",
    codes.N_PLACE: "leave {target} there",
    codes.N_NAME_COST: "name no cost",
    codes.N_SPOIL: "leave it at that",
    codes.N_OPPOSE: "have nobody oppose {whose} advantage",
    codes.N_BLOCK: "let {actor} through",
    codes.N_ROAR: "let nobody roar",
    codes.N_TWIST: "let the roll stand",
}
PHRASES = {one.code: one.choice for one in VERBS if one.choice}
"""Choices whose words depend on nothing but what the action names."""


@dataclass(frozen=True)
class Worded:
    """What is said of a choice: in a phrase that follows «should»; which aspect it would invoke for
    a point, by its text, if it would; which of several ways to do the same it is, if it may be one:
    who pays for it, or with which skill somebody roars; and its rank among others (`rank_of`)."""

    phrase: str
    aspect: str | None
    way: Way | None
    rank: int = 0


class ChoiceWords:
    """Puts the choices of one game into words."""

    def __init__(self, game: Game) -> None:
        self._whole = Scene(game.compiled, game.words)

    def _scene(self, state: State) -> Scene:
        """The names in a state."""
        alone = alone_in(state)
        return self._whole.where_alone(alone) if alone else self._whole

    def phrase(self, state: State, code: int) -> str:
        """A legal action of a state where somebody chooses, without who does it, as it follows
        «should»."""
        return _phrase(self._moment(state, code))

    def worded(self, state: State, code: int) -> Worded:
        """All that is said of a legal action of a state where somebody chooses."""
        moment, verb = self._moment(state, code), code >> VERB_SHIFT
        return Worded(
            _phrase(moment),
            moment.paid[1] if verb == codes.V_INVOKE else None,
            WAYS[verb](moment) if verb in WAYS else None,
            rank_of(moment),
        )

    def _moment(self, state: State, code: int) -> Moment:
        action = self._whole.words.describe(code)
        return Moment(self._scene(state), state, code, action, self.fighter(state))

    def chooser(self, state: State, hidden: int = 0) -> str:
        """Who chooses, within a sentence: a fighter where it is that fighter's own choice, else
        the side. Nobody can tell from it that those of the bit mask `hidden` are there."""
        who = self.fighter(state, hidden)
        scene = self._scene(state)
        return scene.called.of(who) if who else scene.side(state.current_player())

    def fighter(self, state: State, hidden: int = 0) -> str | None:
        """The id of the fighter whose own choice it is; none where its side chooses for it. Those
        of the bit mask `hidden` count as not there, unless nobody else is asked."""
        return fighter_who_chooses(state, hidden)

    def question(self, state: State) -> str:
        """What is to be chosen: `whether to invoke`."""
        nothing = Action("pass")
        scene = self._scene(state)
        moment = Moment(scene, state, codes.V_PASS, nothing, self.fighter(state))
        worded, fields = scene.called.worded, moment.fields()
        deed = worded(DEEDS.get(int(moment.record["roll_verb"]), "do it")).format(**fields)
        words = worded(NODES[state.node()][1]).format(**fields, deed=deed)
        if state.node() != codes.N_DUEL:
            return words
        margin, actor = int(moment.record["margin"]), scene.called.of(state.actor())
        outcome = "fails" if margin < 0 else "succeeds" if margin else "ties"
        by = f" by {abs(margin)}" if margin else ""
        return f"{words}; as it stands, {scene.called.says(actor, outcome)}{by}"


def _phrase(moment: Moment) -> str:
    verb = moment.code >> VERB_SHIFT
    if verb in SAID:
        return SAID[verb](moment)
    return moment.scene.called.worded(PHRASES[verb]).format(**moment.fields())


def _pass(moment: Moment) -> str:
    node, turn = moment.state.node(), int(moment.record["turn_flags"])
    if node != codes.N_TURN:
        return moment.scene.called.worded(PASSES[node]).format(**moment.fields())
    return "end the turn" if turn & (codes.T_ACTED | codes.T_MOVED) else "pass"


def _sprint(moment: Moment) -> str:
    called, action = moment.scene.called, moment.action
    straight = " straight" if moment.state.node() == codes.N_WAY and not action.by else ""
    return f"make{straight} for {called.of(action.zone)}{passing_by(called, action)}"


def _attack_everyone(moment: Moment) -> str:
    return f"attack everyone in {moment.scene.called.of(moment.action.zone)}{friends(moment)}"


def _create(moment: Moment) -> str:
    here = int(moment.record["here"][moment.first]) & codes.HERE
    return f"{'take advantage of' if here else 'create'} {moment.aspect(moment.first)}"


def _discover(moment: Moment) -> str:
    return f"look for what is hidden{moment.scene.called.at(moment.action.on)}"


def _effect(moment: Moment) -> str:
    payer = moment.action.payer
    paid = moment.point(payer) if payer else "a free invoke"
    aspect, end = effected(moment)
    return f"invoke {aspect} with {paid}{end}"


def _declare(moment: Moment) -> str:
    return f"declare {moment.aspect(moment.first)} with {moment.point(moment.action.payer)}"


def _use(moment: Moment) -> str:
    verb = "answer with" if moment.state.node() == codes.N_DEFEND else "use"
    lethal = " for a lethal attack" if moment.action.lethal else ""
    area = int(moment.record["roll_flags"]) & codes.R_AREA
    answers = moment.state.node() == codes.N_DEFEND
    hit = friends(moment) if area and not answers else ""
    return f"{verb} {moment.action.skill}{_misfit(moment)}{lethal}{hit}"


def _misfit(moment: Moment) -> str:
    """What a skill that does not suit the aspect has against it (C6)."""
    lost = _lost(moment)
    return f", which does not suit ({-lost})" if lost else ""


def _lost(moment: Moment) -> int:
    creates = int(moment.record["roll_verb"]) == codes.V_CREATE
    if not creates or moment.state.node() != codes.N_SKILL:
        return 0
    flags = int(moment.state.child(moment.code).record[0]["roll_flags"])
    return int(moment.scene.compiled.scene[0]["unsuited"]) if flags & codes.R_UNSUITED else 0


def rank_of(moment: Moment) -> int:
    """What stands before what, of what is chosen from: the skill that brings most to its roll, and
    the way to take a hit that costs least. All else stands as the rules have it, at 0."""
    node, verb, scene, action = (
        moment.state.node(), moment.code >> VERB_SHIFT, moment.scene, moment.action,
    )  # fmt: skip
    numbers, who = scene.compiled.scene[0], moment.state.actor()
    if who is None or node not in (codes.N_SKILL, codes.N_DEFEND, codes.N_ABSORB):
        return 0
    fighter = scene.words.fighters.index(who)
    if node == codes.N_ABSORB:
        taken = [int(numbers["severity"][fighter, slot]) for slot in action.consequences or ()]
        out = verb != codes.V_ABSORB
        return OUT if out else sum(COSTLY * one**2 for one in taken) + (action.box or 0)
    answers = node == codes.N_DEFEND
    kind = codes.DEFEND_ROLL if answers else ROLLS[int(moment.record["roll_verb"])][0]
    skill = scene.words.skills.index(str(action.skill))
    return _lost(moment) - int(numbers["rating"][fighter, kind, skill])


def _concede(moment: Moment) -> str:
    if moment.action.target == moment.who:
        return "concede"
    return f"have {moment.scene.called.of(moment.action.target)} concede"


def _invoke_paid(moment: Moment) -> str:
    return f"invoke {paid_aspect(moment)} with {moment.point(moment.action.payer)} {gain(moment)}"


def _invoke_free(moment: Moment) -> str:
    return f"invoke {moment.aspect(moment.first)} (free) {gain(moment)}"


def _invoke_guard(moment: Moment) -> str:
    return f"invoke the Full Defense {gain(moment)}"


def _absorb(moment: Moment) -> str:
    action, who = moment.action, moment.state.actor()
    assert who is not None
    classes = moment.scene.compiled.scene[0]["severity_class"]
    own = classes[moment.scene.words.fighters.index(who)]
    taken = [f"stress box {action.box}"] if action.box else []
    taken += [f"a {SEVERITIES[int(own[slot])]} consequence" for slot in action.consequences or ()]
    return f"take {listed(taken)}" if taken else "take the hit"


def _place(moment: Moment) -> str:
    names, verb = moment.fields(), int(moment.record["roll_verb"])
    worded = moment.scene.called.worded
    if verb == codes.V_PULL:
        return worded("pull {roll_target} along to {zone}").format(**names)
    follow = ", following" if moment.action.follow else ""
    return worded("push {roll_target} to {zone}").format(**names) + follow


def _take_cost(moment: Moment) -> str:
    return f"succeed at the cost of {COSTS[moment.argument]}"


def _let_stand(moment: Moment) -> str:
    return f"have {moment.aspect(moment.argument)} all the same"


def _go_on(moment: Moment) -> str:
    blocker = (moment.argument >> BLOCKER_SHIFT) & codes.MAX_FIGHTERS_MASK
    return f"go on against {moment.scene.names[blocker]}"


def _offer(moment: Moment) -> str:
    payer = moment.action.payer
    return compelled(moment) + (f", staking {moment.point(payer)}" if payer else "")


def _accept(moment: Moment) -> str:
    if moment.state.node() == codes.N_TWISTED:
        return "accept the twist"
    roaring = moment.argument & KEEP == KEEP
    if roaring:
        return moment.scene.called.worded("accept the point and keep roaring")
    pending = moment.state.record[0]["pending"][int(moment.state.record[0]["depth"]) - 1]
    return f"accept the compel by {demanded(moment, int(pending[3]) & KEEP)}"


def _refuse(moment: Moment) -> str:
    if moment.state.node() == codes.N_TWISTED:
        return "refuse the twist"
    price = int(moment.scene.compiled.scene[0]["refusal"])
    return "refuse the compel" + (" with a fate point" if price else "")


def _declared(moment: Moment) -> str:
    return moment.aspect(moment.argument & ((1 << GRANT_SHIFT) - 1))


SAID: dict[int, Callable[[Moment], str]] = {
    codes.V_PASS: _pass,
    codes.V_SPRINT: _sprint,
    codes.V_ATTACK_EVERYONE: _attack_everyone,
    codes.V_CREATE: _create,
    codes.V_DISCOVER: _discover,
    codes.V_EFFECT: _effect,
    codes.V_DECLARE: _declare,
    codes.V_USE: _use,
    codes.V_CONCEDE: _concede,
    codes.V_INVOKE: _invoke_paid,
    codes.V_INVOKE_FREE: _invoke_free,
    codes.V_INVOKE_FULL_DEFENSE: _invoke_guard,
    codes.V_ABSORB: _absorb,
    codes.V_PUT: _place,
    codes.V_PAY_THE_COST: _take_cost,
    codes.V_LET_IT_STAND: _let_stand,
    codes.V_GO_ON: _go_on,
    codes.V_COMPEL: _offer,
    codes.V_ACCEPT: _accept,
    codes.V_REFUSE: _refuse,
    codes.V_ALLOW: lambda moment: f"let {_declared(moment)} be true",
    codes.V_DENY: lambda moment: f"refuse {_declared(moment)}",
}
"""Choices whose words depend on more."""
