"""Turns, moves and declared actions in words, and how it all ends."""

from __future__ import annotations

from autogm.engine import event_codes as ev
from autogm.engine.actions import Action
from autogm.engine.codes import A_MASK, A_SHIFT, O_GET_ITEM, O_HOLD, O_SURVIVE, O_TAKE_OUT
from autogm.engine.compiling.compels import EFFECTS
from autogm.engine.event_names import STATUS
from autogm.engine.events import Event
from autogm.engine.observation import HIDDEN_SLOT, SOMETHING
from autogm.model.words import SIDES
from autogm.view.words.grammar import counted, listed, possessive
from autogm.view.words.scene import UNWRITTEN, Scene, Teller
from autogm.view.words.sentences import declared, effect_end

MOVED = {"M1": "is pushed", "M2": "is pulled", "M3": "is driven", "M6": "is knocked back"}
"""How somebody is moved, by the rule."""
MOVES = {"M1": "follows", "M8": "steps over"}
"""How somebody goes, where it is not by a move of its own."""


def _exchange(scene: Scene, name: str, event: Event) -> str:
    return f"Exchange {event.facts['exchange']}."


def _turn(scene: Scene, name: str, event: Event) -> str:
    return f"{possessive(name)} turn."


def _arrives(scene: Scene, name: str, event: Event) -> str:
    return scene.says(name, f"arrives at {scene.called.of(event.facts['zone'])}")


def _moves(scene: Scene, name: str, event: Event) -> str:
    start, end = scene.called.of(event.facts["from"]), scene.called.of(event.facts["to"])
    how = (
        MOVED.get(event.rule, "is moved") if "by" in event.facts else MOVES.get(event.rule, "goes")
    )
    return scene.says(name, f"{scene.called.worded(how)} from {start} to {end}")


def _action(scene: Scene, name: str, event: Event) -> str:
    action = Action(**event.facts["action"])
    stunt, effect = "", ""
    assert event.who is not None
    if action.stunt is not None:
        stunt = scene.stunt(scene.index(event.who), action.stunt)
    if action.effect is not None:
        effect = EFFECTS[int(scene.compiled.scene[0]["effect_does"][action.effect])]
    said = declared(
        scene.called,
        event.who,
        action,
        stunt,
        effect,
        unwritten=_unwritten(scene, action),
        stands=event.facts.get("stands", False),
    )
    return f"{said}."


def _unwritten(scene: Scene, action: Action) -> str:
    """An aspect that an action is about and nobody has written: `Rolf's Roar`."""
    if action.aspect in (None, SOMETHING) or action.on is None:
        return ""
    slot = (scene.words.encode(action) >> A_SHIFT) & A_MASK
    return scene.quoted(slot) if scene.kind(slot) in UNWRITTEN else ""


def effect_words(scene: Scene, event: Event) -> str:
    """What a declared invoke for effect is for, as the end of a sentence."""
    action = Action(**event.facts["action"])
    assert action.effect is not None
    does = EFFECTS[int(scene.compiled.scene[0]["effect_does"][action.effect])]
    return effect_end(scene.called, action, does)


def blocked(scene: Scene, action: Event, block: Event) -> str:
    """A declared move, who blocks it, and that its mover stays."""
    mover, blocker = scene.called.of(action.who), scene.called.of(block.who)
    tries = _action(scene, mover, action).removesuffix(".")
    blocks = scene.called.says(blocker, "blocks the way")
    return f"{tries}, but {blocks} and {scene.says(mover, 'stays put')}"


def _block(scene: Scene, name: str, event: Event) -> str:
    return scene.says(name, f"blocks {possessive(scene.called.of(event.facts['target']))} way")


def _oppose(scene: Scene, name: str, event: Event) -> str:
    return scene.says(name, f"opposes {scene.called.of(event.facts['target'])}")


def _stunt(scene: Scene, name: str, event: Event) -> str:
    if "riposte" in event.facts:
        return scene.says(
            name, f"ripostes for {event.facts['riposte']} with {event.facts['stunt']}"
        )
    return scene.says(name, f"uses {event.facts['stunt']}")


def _cost(scene: Scene, name: str, event: Event) -> str:
    return scene.says(name, f"succeeds all the same, at a cost: {event.facts['cost']}")


def _status(scene: Scene, name: str, event: Event) -> str:
    facts = event.facts
    status, zone = facts["status"], scene.called.of(facts.get("zone"))
    if status == STATUS[ev.X_HELPS]:
        return scene.says(name, f"helps {scene.called.of(facts['target'])}")
    if status == STATUS[ev.X_WAITS]:
        return scene.says(name, f"waits: {facts['why']}" if facts["why"] else "holds back")
    if status == STATUS[ev.X_STAYS]:
        return scene.says(name, "stays put")
    if status == STATUS[ev.X_SKILL_OUT]:
        status = status.replace("a skill", facts["skill"])
    elif status == STATUS[ev.X_MUST_MOVE]:
        status += f" to {zone}, where one is open"
    elif status == STATUS[ev.X_MUST_FLEE]:
        status += f" from {zone}, where one is open"
    elif status == STATUS[ev.X_ROARS]:
        return scene.says(name, f"{scene.called.worded(status)} with {facts['skill']}")
    return scene.says(name, scene.called.worded(status))


def _item(scene: Scene, name: str, event: Event) -> str:
    return scene.says(name, f"{'has' if event.facts['held'] else 'drops'} {scene.called.item}")


def _end(scene: Scene, name: str, event: Event) -> str:
    exchange, winner = event.facts["exchange"], event.facts["winner"]
    if winner == "undecided":
        last = exchange >= int(scene.compiled.scene[0]["exchanges"])
        return "nobody has won: " + (
            f"exchange {exchange} was the last." if last else "nobody is left on either side."
        )
    return scene.says(scene.called.sides[winner], f"wins: {end_reason(scene, event)}")


def end_reason(scene: Scene, event: Event) -> str:
    """Why a side has won, as a clause."""
    if "objective" in event.facts:
        return _reached(scene, event.facts["objective"])
    return f"nobody is left of {scene.side(1 - SIDES.index(event.facts['winner']))}"


def _reached(scene: Scene, number: int) -> str:
    """A reached objective, by its number in the compiled scene, as a clause."""
    if number == HIDDEN_SLOT:
        return "a goal is reached that cannot be told yet"
    numbers = scene.compiled.scene[0]
    does = int(numbers["objective_do"][number])
    mask = int(numbers["objective_who"][number])
    who = [name for n, name in enumerate(scene.names) if (mask >> n) & 1]
    if does == O_HOLD:
        turns = int(numbers["objective_exchanges"][number])
        held = "an exchange" if turns == 1 else f"{counted(turns)} exchanges in a row"
        zone = scene.zone(int(numbers["objective_zone"][number]))
        return f"they have held {zone} alone for {held}"
    if does == O_SURVIVE:
        return f"exchange {int(numbers['objective_exchanges'][number])} is over, and they are there"
    if does == O_GET_ITEM:
        return f"{scene.called.item} is out of here"
    several = len(who) > 1 or who[0] in scene.called.many
    if does == O_TAKE_OUT:
        return f"{listed(who)} {'are' if several else 'is'} out of the conflict"
    wanted = int(numbers["objective_number"][number])
    if wanted < len(who):
        return f"{counted(wanted)} of {listed(who)} {'have' if wanted > 1 else 'has'} got away"
    return f"{listed(who)} {'have' if several else 'has'} got away"


TELLERS: dict[str, Teller] = {
    "exchange": _exchange,
    "turn": _turn,
    "arrives": _arrives,
    "moves": _moves,
    "action": _action,
    "block": _block,
    "oppose": _oppose,
    "stunt": _stunt,
    "cost": _cost,
    "status": _status,
    "item": _item,
    "end": _end,
}
