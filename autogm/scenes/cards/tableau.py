"""A card scene as it lies on the table: the cards with their aspects, whose way each is in, where
the points are, what each character could roll now, and what each way to end the scene still needs.
The players are shown nothing that is hidden from them (G4, G16).
"""

from __future__ import annotations

from typing import Any

from autogm.game.contract import CHANCE, PLAYERS, TERMINAL
from autogm.game.dice import sums
from autogm.game.tableau import Line, Listing, Mark, Tableau, TableCard
from autogm.scenes.cards.codes import (
    BARGAIN,
    CHANGE_GM,
    CHANGE_PLAYERS,
    FAILURE,
    FRAME,
    FREE,
    GM_ANSWERS,
    LAST_WORD,
    PAY,
    PLAYER,
    ROLL_PHASES,
    SUCCESS,
    WHO,
)
from autogm.scenes.cards.compile import DICE
from autogm.scenes.cards.settled import CardAspect, Ending, SettledScene
from autogm.scenes.cards.state import CardState

MARKS: dict[str, Mark] = {"detrimental": "against", "beneficial": "for", "neutral": "plain"}
SIGNS: dict[Mark, str] = {"against": "detrimental", "for": "beneficial", "plain": "neutral"}
NOW = {
    CHANGE_PLAYERS: "The players may pay to make this a full scene.",
    CHANGE_GM: "The GM may pay to make this a full scene.",
    FRAME: "The GM frames the scene.",
    WHO: "The players say who tries what.",
    SUCCESS: "It has succeeded, and the players say what becomes of it.",
    FAILURE: "It has failed, and the GM says what becomes of it.",
    BARGAIN: "A bargain is offered.",
    LAST_WORD: "The GM says how it ends.",
}
CHOOSES = {
    FREE: "One aspect that helps is invoked for free.",
    PAY: "More can be invoked before the roll, for a point each.",
    PLAYER: "More can be invoked, for a point each.",
    GM_ANSWERS: "The GM may reveal an aspect or turn one against it, for a point each.",
}
"""What can be done about a roll."""
BEFORE_DICE = (FREE, PAY)
BEFORE = (CHANGE_PLAYERS, CHANGE_GM, FRAME)
FRAMING = {
    "detrimental": "the GM may frame it, for a point",
    "beneficial": "the GM may frame it, and take a point",
    "neutral": "the GM may frame it",
}
"""What the GM may put on the table before the first roll (G1)."""
ENDINGS = (
    "players: after a success they may end it so, once nothing is missing; the GM: likewise after "
    "a failure; bargain: the GM may offer it after a failure, and they may refuse"
)
"""Who ends a scene, and when (G19-G21)."""


def tableau(state: CardState, side: int | None) -> Tableau:
    """The table as a side sees it; as the GM does for None."""
    return _Table(state, side == PLAYERS).laid()


def question(state: CardState, side: int) -> str:
    """What a side is to choose in a state, in a sentence or two."""
    said = _Table(state, side == PLAYERS).now()
    more = CHOOSES.get(state.phase)
    return f"{said} {more}" if more else said


class _Table:
    def __init__(self, state: CardState, for_players: bool) -> None:
        self.state, self.for_players = state, for_players
        self.scene: SettledScene = state.game.settled
        record = state.record[0]
        self.record = record
        self.standing = self._in(int(record["standing"]))
        self.turned = self._in(int(record["turned"]))
        self.revealed = self._in(int(record["revealed"])) | self.standing
        self.points = [int(one) for one in record["points"]]

    def laid(self) -> Tableau:
        """All of it."""
        scene, record = self.scene, self.record
        rolls, most = int(record["rolls"]), scene.max_rolls
        parts = [scene.shows] if scene.shows else []
        if record["simple"]:
            parts.append("a simple scene of one roll")
        else:
            parts.append(f"{rolls} of {most} rolls made")
        cards = self._cards()
        used = {line.mark for card in cards for line in card.lines}
        return Tableau(
            title=scene.title,
            subtitle=" · ".join(parts),
            now=self.now(),
            purses=(("the GM", int(record["gm"])), ("the bowl", int(record["bowl"]))),
            cards=cards,
            listings=() if self.state.is_terminal() else (self._rolls(), self._endings()),
            signs={mark: word for mark, word in SIGNS.items() if mark in used},
        )

    # What is going on

    def now(self) -> str:
        """What is going on."""
        state, record = self.state, self.record
        player = state.current_player()
        if player == TERMINAL:
            ending = self.scene.endings[int(record["ending"])]
            return f"It is over: {ending.words}."
        if not (ROLL_PHASES >> state.phase) & 1:
            return NOW[state.phase]
        who = self.scene.characters[int(record["actor"])].name
        place = int(record["intention"])
        words = self.scene.intentions[place].words
        bonus, difficulty = 2 * int(record["bonus"]), self._difficulty(place)
        said = f"{who} tries to {words}, difficulty {difficulty}"
        if player == CHANCE:
            return f"{said}, with {bonus:+d}: the dice are to fall."
        if state.phase in BEFORE_DICE:
            return f"{said}, with {bonus:+d} so far."
        return f"{said}, and has {bonus + int(record['dice'])}."

    # Cards

    def _cards(self) -> tuple[TableCard, ...]:
        shown = []
        for card in self.scene.cards:
            lines = self._lines(card.id)
            if lines:
                shown.append(TableCard(card.title, "card", lines))
        for place, one in enumerate(self.scene.characters):
            lines = self._lines(one.id)
            shown.append(TableCard(one.name, "character", lines, self.points[place]))
        return tuple(shown)

    def _lines(self, bearer: str) -> tuple[Line, ...]:
        return tuple(
            self._line(place, one)
            for place, one in enumerate(self.scene.aspects)
            if one.on == bearer and (place in self.standing or self._waits(place, one))
        )

    def _waits(self, place: int, one: CardAspect) -> bool:
        """Whether the GM may still reveal or frame it, and may look at it."""
        framed = one.source == "framed" and self.state.phase in BEFORE
        return not self.for_players and (framed or (one.hidden and place not in self.revealed))

    def _line(self, place: int, one: CardAspect) -> Line:
        secret = place not in self.standing
        turned = place in self.turned
        notes = []
        if secret:
            notes.append("hidden until the GM reveals it" if one.hidden else FRAMING[one.valence])
        if one.status:
            lasts = f"until {one.lasts}" if one.lasts else "for this scene"
            notes.append(f"status card, {lasts}")
        helps = one.helps - one.turns if turned else one.helps
        opposes = one.opposes | one.turns if turned else one.opposes
        notes += self._speaks("helps", helps) + self._speaks("opposes", opposes)
        if one.turns and not turned and not self.for_players:
            notes += self._speaks("borderline: may turn against", one.turns)
        return Line(one.text, MARKS[one.valence], tuple(notes), secret)

    def _speaks(self, verb: str, intentions: frozenset[str]) -> list[str]:
        if not intentions:
            return []
        named = [one.id for one in self.scene.intentions if one.id in intentions]
        everything = len(named) == len(self.scene.intentions) > 1
        return [f"{verb} {'everything' if everything else ', '.join(named)}"]

    # Tables

    def _rolls(self) -> Listing:
        """What could be tried now, and the odds before the GM answers; characters with the same
        odds together."""
        rows, about = [], []
        for place, intention in enumerate(self.scene.intentions):
            difficulty, helps = self._difficulty(place), self._helping(intention.id)
            alike: dict[int, list[str]] = {}
            for number, character in enumerate(self.scene.characters):
                if intention.id in character.tries:
                    most = min(len(helps), 1 + self.points[number])
                    alike.setdefault(most, []).append(character.name)
            named = ", ".join(self.scene.aspects[one].text for one in helps)
            note = f"could invoke {named}" if named else "nothing to invoke"
            for most, who in alike.items():
                figures = (
                    str(difficulty),
                    _share(chance(difficulty, min(1, most))),
                    _share(chance(difficulty, most)) if most > 1 else "",
                )
                about.append(f"intention {intention.id}")
                rows.append(
                    (f"{intention.id}: {intention.words} ({', '.join(who)})", figures, note)
                )
        means = "free: with the free invoke alone; paid: with all that the points pay for"
        return Listing(
            "What could be rolled now",
            ("difficulty", "free", "paid"),
            tuple(rows),
            means,
            tuple(about),
        )

    def _endings(self) -> Listing:
        rows = []
        for one in self.scene.endings:
            who = (
                "bargain" if one.kind == "bargain" else "the GM" if one.side == "gm" else "players"
            )
            rows.append((one.words, (who,), self._needs(one)))
        about = tuple(f"ending {one.id}" for one in self.scene.endings)
        return Listing("How it can end", ("whose",), tuple(rows), ENDINGS, about)

    def _needs(self, one: Ending) -> str:
        """What an ending still waits for."""
        if one.kind == "bargain":
            return f"price: {one.price}" if one.price else "price: a point from the bowl to the GM"
        texts = {self.scene.aspects[place].text for place in self.standing}
        unseen = {
            aspect.text
            for place, aspect in enumerate(self.scene.aspects)
            if self.for_players and aspect.hidden and place not in self.revealed
        }
        parts = [f"{text} has to go" for text in sorted(one.gone & texts)]
        parts += [f"{text} has to stand" for text in sorted(one.standing - texts - unseen)]
        cards = len(parts)
        for wanted, have, word in (
            (one.successes, int(self.record["successes"]), "success"),
            (one.failures, int(self.record["failures"]), "failure"),
        ):
            if wanted > have:
                left, more = wanted - have, "more " if have else ""
                plural = f"{word}{'es' if word[-1] == 's' else 's'}"
                parts.append(f"{left} {more}{word if left == 1 else plural}")
        missing = "; ".join(parts)
        if one.at_the_end:
            return f"when time is up, or they give in{f'; {missing}' if missing else ''}"
        after = "a success" if one.side == "players" else "a failure"
        if not missing:
            return f"after {after}: nothing is missing"
        if not cards:
            return missing
        # What removes or brings a card uses up its roll.
        return f"{missing}{', the last after that' if parts[cards:] else f'; then {after}'}"

    # What speaks to a roll (G2, G3)

    def _difficulty(self, intention: int) -> int:
        name = self.scene.intentions[intention].id
        aspects = self.scene.aspects
        return 2 * sum(
            name in aspects[one].opposes or (one in self.turned and name in aspects[one].turns)
            for one in self.standing
        )

    def _helping(self, name: str) -> list[int]:
        aspects = self.scene.aspects
        return [
            one
            for one in sorted(self.standing)
            if name in aspects[one].helps
            and not (one in self.turned and name in aspects[one].turns)
        ]

    def _in(self, mask: int) -> set[int]:
        return {place for place in range(len(self.scene.aspects)) if (mask >> place) & 1}


def chance(difficulty: int, invokes: int) -> float:
    """How likely the dice and so many invokes match a difficulty (D5)."""
    found: Any = sum(
        share for total, share in sums(DICE).items() if total + 2 * invokes >= difficulty
    )
    return float(found)


def _share(share: float) -> str:
    return f"{100 * share:.0f}%"
