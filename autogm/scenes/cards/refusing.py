"""Why something cannot be done now, in a sentence with the id of the rule (`refusals` finds the
reason); what is meant by words that somebody types, and by pointing at what lies on the table. It
is asked of the scene as whoever asks knows it, so that asking finds nothing out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from autogm.game.contract import Refusal
from autogm.scenes.cards import codes
from autogm.scenes.cards import refusals as r
from autogm.scenes.cards.actions import ASPECT, ENDING, NUMBERS, PAYER, TRY, VERBS, Action
from autogm.scenes.cards.settled import SettledScene
from autogm.scenes.cards.state import CardState

REASONS: dict[int, tuple[str, str]] = {
    r.ONLY_RESOLVED: ("G10", "the players gave in, or time is up: the GM says how it ends, and "
                      "nothing else is done"),
    r.NO_SETUP: ("G22", "whether a simple scene becomes a full one is settled before its roll"),
    r.OTHERS_PURSE: ("G22", "each side pays for a full scene with points of its own, when it is "
                     "asked"),
    r.EMPTY_PURSE: ("G22", "{it} has no fate point to pay with"),
    r.FRAMED_ONCE: ("G11", "the GM frames once, before the first roll of a full scene"),
    r.NOT_FRAMED: ("G1", "{it} is none of the aspects that the GM may frame"),
    r.CANNOT_PAY: ("G1", "{it} is detrimental, and the GM has no fate point to frame it with"),
    r.NOTHING_TO_TAKE: ("G1", "{it} is not beneficial: there is no point for it that could be left "
                        "in the bowl"),
    r.FIRST_IS_FREE: ("G11", "the first aspect of a scene neither costs a point nor earns one"),
    r.EMPTY_BOWL: ("G12", "the bowl is empty: there is no point in it for that"),
    r.NOT_BETWEEN: ("G10", "the players say who tries what, or give in, between two rolls"),
    r.NOT_TRIED: ("G10", "{it} is none of those who may {tries}"),
    r.NO_ROLL: ("G3", "no roll is being made: aspects are invoked once somebody tries something"),
    r.ONLY_ACTOR: ("G13", "only {who} invokes aspects on this roll"),
    r.FREE_FIRST: ("G14", "the free invoke is made first, where anything helps"),
    r.ROLLED: ("G16", "the dice have fallen, and are being answered"),
    r.NO_DICE: ("G16", "a roll is left as it is once its dice have fallen"),
    r.ABSENT: ("G5", "{it} is not in play"),
    r.NO_HELP: ("G3", "{it} does not help {who} to {tried}"),
    r.TURNED_AGAINST: ("G15", "{it} was turned against this, and no longer helps it"),
    r.INVOKED: ("G13", "{it} was invoked on this roll already"),
    r.NO_ANSWER: ("G4", "the GM reveals and turns aspects in answer to dice that have fallen"),
    r.OPEN: ("G4", "{it} is not hidden: there is nothing to reveal"),
    r.NO_OBSTACLE: ("G4", "{it} does not stand in the way of whoever wants to {tried}"),
    r.REVEALED: ("G16", "{it} has been revealed already"),
    r.NOT_BORDERLINE: ("G4", "{it} is not borderline for whoever wants to {tried}"),
    r.TURNED: ("G16", "{it} has been turned already, and stays so"),
    r.HELPED: ("G15", "{it} was invoked on this roll: it helps or opposes a roll, never both"),
    r.UNSETTLED: ("G5", "something is added, removed or resolved once a roll has succeeded or "
                  "failed"),
    r.BARGAINED_FOR: ("G21", "that is a bargain, which the GM may offer after a failure"),
    r.OTHERS_ENDING: ("G20", "that is how the other side may resolve the scene"),
    r.AT_THE_END: ("G10", "that is for the end: when the players give in, or after the last roll"),
    r.MUST_GO: ("G6", "{gone} to go first"),
    r.MUST_STAND: ("G6", "{missing} to stand first"),
    r.TOO_FEW_SUCCESSES: ("G6", "it takes more rolls that have succeeded: {successes} in all"),
    r.TOO_FEW_FAILURES: ("G6", "it takes more rolls that have failed: {failures} in all"),
    r.ENDS_NOW: ("G8", "a simple scene ends with its one roll"),
    r.FIXED: ("G18", "{it} is fixed, or on a sheet, and is never removed"),
    r.NOT_REMOVED_BY: ("G18", "{it} is not removed by what was tried"),
    r.STANDS: ("G5", "{it} stands already"),
    r.NOT_ADDED: ("G5", "{it} is none of the aspects that this side adds"),
    r.NOT_BY_ACTOR: ("G17", "{it} is not for {who} to add"),
    r.NOT_ADDED_BY: ("G5", "{it} does not follow on what was tried"),
    r.NO_FAILURE: ("G21", "the GM offers a bargain after a failure"),
    r.RESOLVED_TO: ("G21", "that is a resolution and no bargain"),
    r.REFUSED: ("G21", "a bargain was refused after this failure, and there is one at most"),
    r.NOT_OFFERED: ("G21", "no bargain is being offered"),
    r.MUST_PICK: ("G19", "the GM must pick something where anything is legal"),
}  # fmt: skip
"""By reason: the rule's id and the sentence."""
OWN: dict[tuple[int, int], tuple[str, str]] = {
    (codes.V_ROLL, r.NO_ROLL): ("G10", "nobody tries anything that dice could be rolled for"),
    (codes.V_INVOKE, r.ABSENT): ("G3", "{it} is not in play"),
    (codes.V_TURN, r.ABSENT): ("G4", "{it} is not in play"),
    (codes.V_FRAME, r.STANDS): ("G1", "{it} stands already"),
    (codes.V_FRAME_LEAVING, r.STANDS): ("G1", "{it} stands already"),
}
"""What holds for one verb, where it is something else than for the others."""
KNOWN_BEFORE = ", or has been revealed before"
FILLING = ("the", "a", "to", "let")
"""Words that mean nothing of their own."""
MEANT = {
    ASPECT: "which aspect",
    ENDING: "how it is to end",
    TRY: "what, and who does",
}
"""What has to be said besides a verb."""


def refusal(state: CardState, said: Mapping[str, Any]) -> Refusal | None:
    """Why an action in its structured form is not legal where somebody has a choice; None where it
    is.

    Raises:
        ValueError: for what names nothing of this scene.
    """
    names = state.game
    action = names.encode(Action.from_dict(said))
    reason = r.refusal(state, action)
    if reason == r.NOTHING:
        return None
    verb = action >> codes.ARGUMENT_BITS
    rule, sentence = OWN.get((verb, reason), REASONS[reason])
    told = sentence.format(**_facts(state, names.describe(state, action)))
    hidden = {one.text for one in state.game.settled.aspects if one.hidden}
    if reason == r.NOT_ADDED_BY and said.get("aspect") in hidden:
        told += KNOWN_BEFORE
    return Refusal(f"{told[0].upper()}{told[1:]}.", rule)


def _facts(state: CardState, said: Action) -> dict[str, Any]:
    """What sentences are filled with."""
    scene, record = state.game.settled, state.record[0]
    names = {one.id: one.name for one in scene.characters}
    words = {one.id: one.words for one in scene.intentions}
    standing = {
        one.text
        for place, one in enumerate(scene.aspects)
        if (int(record["standing"]) >> place) & 1
    }
    facts = {
        "it": f"«{said.aspect}»" if said.aspect else names.get(said.character or "", "the GM"),
        "who": scene.characters[int(record["actor"])].name,
        "tried": scene.intentions[int(record["intention"])].words,
        "tries": words.get(said.intention or "", ""),
    }
    for one in scene.endings:
        if one.id == said.ending:
            facts["gone"] = _listed(one.gone & standing)
            facts["missing"] = _listed(one.standing - standing)
            facts["successes"], facts["failures"] = str(one.successes), str(one.failures)
    return facts


def _listed(texts: frozenset[str]) -> str:
    """Aspects as the subject of what they have to do."""
    named = " and ".join(f"«{one}»" for one in sorted(texts))
    return f"{named} {'has' if len(texts) == 1 else 'have'}"


def attempts(state: CardState, field: str, value: str) -> list[tuple[str, dict[str, str]]]:
    """What whoever points at something may want to do about it now: by what that is called and in
    its structured form. What is pointed at is the value of an action's field; nothing is meant by
    what the scene does not have."""
    scene: SettledScene = state.game.settled
    if field == "aspect":
        one = next((one for one in scene.aspects if one.text == value), None)
        if one is None:
            return []
        called, verb = _about_aspect(state, value, one.hidden)
        return [(called, {"verb": verb, "aspect": value})]
    if field == "intention":
        wanted = [
            {"verb": "try", "character": who.id, "intention": value}
            for who in scene.characters
            if value in {one.id for one in scene.intentions}
        ]
        return [("Trying it", _best(state, wanted))] if wanted else []
    if field == "ending":
        for end in scene.endings:
            if end.id == value:
                verb = "offer" if end.kind == "bargain" else "resolve"
                return [("Ending it so", {"verb": verb, "ending": value})]
    return []


def _about_aspect(state: CardState, text: str, hidden: bool) -> tuple[str, str]:
    """What an aspect is for at this moment."""
    if state.phase == codes.FRAME:
        return "Framing it", "frame"
    if state.phase == codes.GM_ANSWERS:
        return ("Revealing it", "reveal") if hidden else ("Turning it", "turn")
    if state.phase in (codes.SUCCESS, codes.FAILURE):
        places = [one.text for one in state.game.settled.aspects]
        stands = (int(state.record[0]["standing"]) >> places.index(text)) & 1
        return ("Removing it", "remove") if stands else ("Adding it", "add")
    return "Invoking it", "invoke"


def _best(state: CardState, wanted: list[dict[str, str]]) -> dict[str, str]:
    """The first that can be done, else the first."""
    return next((one for one in wanted if refusal(state, one) is None), wanted[0])


def meant(state: CardState, words: str) -> dict[str, str]:
    """What words such as «invoke swanky» or «try bluff» mean, in the structured form of an action.

    Raises:
        ValueError: where no verb is meant, or nothing that this scene has.
    """
    said = words.casefold().split()
    verbs = sorted(NUMBERS, key=len, reverse=True)
    verb = next((one for one in verbs if one.split() == said[: len(one.split())]), None)
    rest = said[len(verb.split()) :] if verb else said
    rest = [one.strip("«»\"'") for one in rest if one not in FILLING]
    about = TRY if verb is None else VERBS[NUMBERS[verb]][1]
    if about is None:
        return {"verb": str(verb)}
    if not rest and about != PAYER:
        raise ValueError(f"say {MEANT[about]} besides, as in «{verb} NAME»")
    found = [
        fields
        for text, fields in _things(state.game.settled, about)
        if all(one in text.casefold() for one in rest)
    ]
    if not found and verb is None:
        raise ValueError(f"«{words[:40]}» names nothing that somebody does; try «invoke» or «try»")
    if not found:
        raise ValueError(f"«{' '.join(rest)[:40]}» is nothing that you know of")
    return _best(state, [{"verb": verb or "try", **fields} for fields in found])


def _things(scene: SettledScene, about: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Whatever a verb may be about: the text to find it by, and the fields that it is."""
    if about == ASPECT:
        for one in scene.aspects:
            yield one.text, {"aspect": one.text}
    elif about == ENDING:
        for end in scene.endings:
            yield f"{end.id} {end.words}", {"ending": end.id}
    elif about == PAYER:
        for who in scene.characters:
            yield f"{who.id} {who.name}", {"character": who.id}
        yield "the gm", {}
    else:
        for who in scene.characters:
            for what in scene.intentions:
                text = f"{who.id} {who.name} {what.id} {what.words}"
                yield text, {"character": who.id, "intention": what.id}
