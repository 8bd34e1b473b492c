"""Choices in the words that a person at the table would use: what somebody might do, as a phrase
that follows «should» (`attack Bruno`, `take stress box 2 and a mild consequence`); who it is that
chooses, and about what.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from autogm.agents.whose import fighter_who_chooses
from autogm.engine import codes
from autogm.engine.actions import COSTS, Action
from autogm.engine.codes import A_MASK, A_SHIFT, VERB_SHIFT
from autogm.engine.compiling.compels import COMPELS, EFFECTS
from autogm.engine.event_names import GAINS
from autogm.engine.nodes.compel import KEEP
from autogm.engine.nodes.grant import GRANT_SHIFT
from autogm.engine.nodes.move import BLOCKER_SHIFT
from autogm.model.verbs import VERBS
from autogm.model.words import SEVERITIES
from autogm.view.words.grammar import counted, listed, possessive
from autogm.view.words.scene import UNWRITTEN, Scene
from autogm.view.words.sentences import COMPELLED, hit_too, passing_by
from autogm.view.words.sentences import EFFECTS as EFFECT_WORDS

if TYPE_CHECKING:
    from autogm.engine.game import Game
    from autogm.engine.state import State

NODES = {
    codes.N_ORDER: ("order", "who acts next"),
    codes.N_COMPEL: ("compel", "whether to compel {actor}"),
    codes.N_ANSWER: ("answer", "whether to accept the compel"),
    codes.N_TURN: ("turn", "what to do this turn"),
    codes.N_SKILL: ("skill", "which skill to use"),
    codes.N_CONCEDE: ("concede", "whether to concede before the dice fall"),
    codes.N_DEFEND: ("defend", "which skill to answer with"),
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
class Moment:
    """A choice to be put into words: the scene, the state in which it can be made, the action as a
    number and in its structured form. `argument` is the number of the pending entry, `who` the id
    of the fighter who chooses, if one does."""

    scene: Scene
    state: State
    code: int
    action: Action
    who: str | None

    @property
    def record(self) -> Any:
        """The state's numbers."""
        return self.state.record[0]

    @property
    def argument(self) -> int:
        """The number of the pending entry."""
        return int(self.record["pending"][int(self.record["depth"]) - 1][3])

    @property
    def first(self) -> int:
        """The action's first argument."""
        return (self.code >> A_SHIFT) & A_MASK

    def fields(self) -> dict[str, str]:
        """What the phrases name."""
        called, action, target = self.scene.called, self.action, int(self.record["roll_target"])
        actor = called.of(self.state.actor())
        roll_target = self.scene.names[target - 1] if target > 0 else ""
        return {
            "actor": actor,
            "whose": possessive(actor),
            "roll_target": roll_target,
            "target": called.of(action.target) if action.target else roll_target,
            "zone": called.of(action.zone),
            "place": called.of(action.on),
            "aspect": self.aspect(self.first) if action.aspect else "",
            "item": called.item,
            "skill": action.skill or "",
            "cost": action.cost or "",
            "some": counted(action.members or 0),
            "shifts": str(self.argument & codes.SHIFTS_MASK),
            "stunt": self.stunt() if action.stunt is not None else "",
        }

    def aspect(self, slot: int, nth: int = 0) -> str:
        """An aspect and where it stands, unless that is who chooses."""
        quoted = self.scene.quoted(slot, nth)
        if self.scene.kind(slot) in UNWRITTEN:
            return f"the {quoted.removeprefix('a ')}" if quoted.startswith("a ") else quoted
        subject = self.scene.words.subject(slot)
        return quoted if subject == self.who else quoted + self.scene.called.at(subject)

    def stunt(self) -> str:
        """The name of the chooser's stunt."""
        who = self.who or self.state.actor()
        assert who is not None
        return self.scene.stunt(self.scene.words.fighters.index(who), self.first)

    def point(self, payer: str | None) -> str:
        """A fate point of whoever pays it."""
        if payer == "gm":
            return "a point from the pool"
        if payer is None or payer == self.who:
            return "a fate point"
        return f"one of {possessive(self.scene.called.of(payer))} points"


class ChoiceWords:
    """Puts the choices of one game into words."""

    def __init__(self, game: Game) -> None:
        self.scene = Scene(game.compiled, game.words)

    def phrase(self, state: State, code: int) -> str:
        """A legal action of a state where somebody chooses, without who does it, as it follows
        «should»."""
        action = self.scene.words.describe(code)
        moment = Moment(self.scene, state, code, action, self.fighter(state))
        verb = code >> VERB_SHIFT
        if verb in SAID:
            return SAID[verb](moment)
        return PHRASES[verb].format(**moment.fields())

    def invoked(self, state: State, code: int) -> str | None:
        """The text of the aspect that a point would invoke; None for any other choice."""
        if code >> VERB_SHIFT != codes.V_INVOKE:
            return None
        return _paid_for(state, code)[1]

    def chooser(self, state: State, hidden: int = 0) -> str:
        """Who chooses, within a sentence: a fighter where it is that fighter's own choice, else
        the side. Nobody can tell from it that those of the bit mask `hidden` are there."""
        who = self.fighter(state, hidden)
        return self.scene.called.of(who) if who else self.scene.side(state.current_player())

    def fighter(self, state: State, hidden: int = 0) -> str | None:
        """The id of the fighter whose own choice it is; none where its side chooses for it. Those
        of the bit mask `hidden` count as not there, unless nobody else is asked."""
        return fighter_who_chooses(state, hidden)

    def question(self, state: State) -> str:
        """What is to be chosen: `whether to invoke`."""
        nothing = Action("pass")
        moment = Moment(self.scene, state, codes.V_PASS, nothing, self.fighter(state))
        words = NODES[state.node()][1].format(**moment.fields())
        if state.node() != codes.N_DUEL:
            return words
        margin, actor = int(moment.record["margin"]), self.scene.called.of(state.actor())
        outcome = "fails" if margin < 0 else "succeeds" if margin else "ties"
        by = f" by {abs(margin)}" if margin else ""
        return f"{words}; as it stands, {self.scene.called.says(actor, outcome)}{by}"


def _pass(moment: Moment) -> str:
    node, turn = moment.state.node(), int(moment.record["turn_flags"])
    if node != codes.N_TURN:
        return PASSES[node].format(**moment.fields())
    return "end the turn" if turn & (codes.T_ACTED | codes.T_MOVED) else "pass"


def _sprint(moment: Moment) -> str:
    called, action = moment.scene.called, moment.action
    straight = " straight" if moment.state.node() == codes.N_WAY and not action.by else ""
    return f"make{straight} for {called.of(action.zone)}{passing_by(called, action)}"


def _attack_everyone(moment: Moment) -> str:
    return f"attack everyone in {moment.scene.called.of(moment.action.zone)}{_friends(moment)}"


def _friends(moment: Moment) -> str:
    """Whom of its own side an attack on a whole zone would hit, if that depends on nothing more
    than this choice (E4)."""
    after, scene = moment.state.child(moment.code).record[0], moment.scene.compiled.scene[0]
    if not int(after["roll_flags"]) & codes.R_FRIENDS:
        return ""
    actor = int(after["roll_actor"])
    mask = int(after["present_in"][int(after["roll_argument"])])
    mask &= int(scene["side_mask"][int(scene["side"][actor])]) & ~(1 << actor)
    fighters = moment.scene.words.fighters
    return hit_too(moment.scene.called, [one for n, one in enumerate(fighters) if (mask >> n) & 1])


def _create(moment: Moment) -> str:
    here = int(moment.record["here"][moment.first]) & codes.HERE
    return f"{'take advantage of' if here else 'create'} {moment.aspect(moment.first)}"


def _discover(moment: Moment) -> str:
    return f"look for what is hidden{moment.scene.called.at(moment.action.on)}"


def _effect(moment: Moment) -> str:
    scene, action = moment.scene.compiled.scene[0], moment.action
    row = action.effect
    does = EFFECTS[int(scene["effect_does"][row])]
    paid = moment.point(action.payer) if action.payer else "a free invoke"
    end = EFFECT_WORDS[does].format(**moment.fields())
    friends = _friends(moment) if does == "zone attack" else ""
    return f"invoke {moment.aspect(int(scene['effect_slot'][row]))} with {paid}{end}{friends}"


def _declare(moment: Moment) -> str:
    return f"declare {moment.aspect(moment.first)} with {moment.point(moment.action.payer)}"


def _use(moment: Moment) -> str:
    verb = "answer with" if moment.state.node() == codes.N_DEFEND else "use"
    lethal = " for a lethal attack" if moment.action.lethal else ""
    area = int(moment.record["roll_flags"]) & codes.R_AREA
    answers = moment.state.node() == codes.N_DEFEND
    friends = _friends(moment) if area and not answers else ""
    return f"{verb} {moment.action.skill}{_misfit(moment)}{lethal}{friends}"


def _misfit(moment: Moment) -> str:
    """What a skill that does not suit the aspect has against it (C6)."""
    creates = int(moment.record["roll_verb"]) == codes.V_CREATE
    if not creates or moment.state.node() != codes.N_SKILL:
        return ""
    flags = int(moment.state.child(moment.code).record[0]["roll_flags"])
    lost = int(moment.scene.compiled.scene[0]["unsuited"])
    return f", which does not suit ({-lost})" if flags & codes.R_UNSUITED else ""


def _concede(moment: Moment) -> str:
    if moment.action.target == moment.who:
        return "concede"
    return f"have {moment.scene.called.of(moment.action.target)} concede"


def _gain(moment: Moment) -> str:
    return "for +2" if moment.action.mode == GAINS[0] else "to reroll"


def _invoke_paid(moment: Moment) -> str:
    slot, text = _paid_for(moment.state, moment.code)
    texts = moment.scene.compiled.slots.slots[slot].texts
    aspect = moment.aspect(slot, texts.index(text) if text in texts else 0)
    return f"invoke {aspect} with {moment.point(moment.action.payer)} {_gain(moment)}"


def _paid_for(state: State, code: int) -> tuple[int, str]:
    """Which aspect a point would invoke, by its slot and its text, only the game knows."""
    told = state.game.events(state, code)
    return next(
        (int(one.facts["slot"]), str(one.facts["aspect"])) for one in told if one.kind == "invoke"
    )


def _invoke_free(moment: Moment) -> str:
    return f"invoke {moment.aspect(moment.first)} (free) {_gain(moment)}"


def _invoke_guard(moment: Moment) -> str:
    return f"invoke the Full Defense {_gain(moment)}"


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
    if verb == codes.V_PULL:
        return "pull {roll_target} along to {zone}".format(**names)
    follow = ", following" if moment.action.follow else ""
    return "push {roll_target} to {zone}".format(**names) + follow


def _take_cost(moment: Moment) -> str:
    return f"succeed at the cost of {COSTS[moment.argument]}"


def _let_stand(moment: Moment) -> str:
    return f"have {moment.aspect(moment.argument)} all the same"


def _go_on(moment: Moment) -> str:
    blocker = (moment.argument >> BLOCKER_SHIFT) & codes.MAX_FIGHTERS_MASK
    return f"go on against {moment.scene.names[blocker]}"


def _offer(moment: Moment) -> str:
    compiled, number = moment.scene.compiled, moment.first
    written = compiled.encounter.scenario.compels[compiled.compels[number]]
    demand = COMPELLED[COMPELS[int(compiled.scene[0]["compel_effect"][number])]].format(
        zone=moment.scene.called.of(written.zone) if written.zone else "",
        skill=written.skill or "",
    )
    payer = moment.action.payer
    stake = f", staking {moment.point(payer)}" if payer else ""
    victim = moment.scene.called.of(moment.state.actor())
    return f"compel {victim} by «{written.aspect}» {demand}{stake}"


def _accept(moment: Moment) -> str:
    if moment.state.node() == codes.N_TWISTED:
        return "accept the twist"
    roaring = moment.argument & KEEP == KEEP
    return "accept the point and keep roaring" if roaring else "accept the compel"


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
