"""Settles what the file of a card scene says: ids and tags become intentions, what is left open is
inferred, and whatever refers to nothing or contradicts itself is noted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from autogm.model.faults import FieldPath
from autogm.model.places import problem
from autogm.model.shape import Problem
from autogm.scenes.cards.file import (
    Addition,
    AspectWritten,
    OnCard,
    SceneAspect,
    SceneFile,
    SheetAspect,
)
from autogm.scenes.cards.relevance import Written, judge, judge_sheet
from autogm.scenes.cards.settled import (
    Card,
    CardAspect,
    CardCharacter,
    Ending,
    Intention,
    SettledScene,
    SideStakes,
    Source,
)

ALL = "all"
"""Means every intention, wherever intentions are meant."""


@dataclass
class Settling:
    """What has been settled of a file, and what was found wrong on the way. `data` is the whole
    file where `written` is only what is sound of it: what stands in the rest is not told to be
    missing. `paths` says where each aspect was written, in the order of the scene's; `plain` has
    the aspects that are written to help and oppose nothing."""

    written: SceneFile
    data: Mapping[str, Any] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    paths: list[FieldPath] = field(default_factory=list)
    plain: set[str] = field(default_factory=set)
    _new_cards: dict[str, Card] = field(default_factory=dict)

    def scene(self) -> SettledScene:
        """The scene. To be asked once."""
        written = self.written
        self._names()
        aspects = tuple(self._aspects())
        return SettledScene(
            title=written.title,
            shows=written.shows,
            cards=(
                *(Card(name, one.title) for name, one in written.cards.items()),
                *self._new_cards.values(),
            ),
            characters=tuple(self._characters()),
            intentions=tuple(
                Intention(name, one.words, one.tags) for name, one in written.intentions.items()
            ),
            aspects=aspects,
            endings=tuple(self._endings()),
            gm_points=written.points.gm,
            bowl=written.points.bowl,
            max_rolls=written.max_rolls,
            simple=written.simple,
            stakes={
                side: SideStakes(one.point, one.roll)
                for side, one in (("players", written.stakes.players), ("gm", written.stakes.gm))
            },
        )

    def _refuse(
        self,
        path: FieldPath,
        message: str,
        value: object = None,
        allowed: Iterable[str] = (),
        *,
        at_key: bool = False,
    ) -> None:
        self.problems.append(problem(path, message, value, allowed, at_key=at_key))

    def _names(self) -> None:
        """Names that would mean two things."""
        written = self.written
        for name in written.characters:
            if name in written.cards:
                message = f"a card is called `{name}` already, and `on: {name}` would mean both"
                self._refuse(("characters", name), message, at_key=True)
        for name in written.bargains:
            if name in written.resolutions:
                message = f"a resolution is called `{name}` already"
                self._refuse(("bargains", name), message, at_key=True)
        says = f"`{ALL}` means every intention already; call it something else"
        for name, one in written.intentions.items():
            if name == ALL:
                self._refuse(("intentions", name), says, at_key=True)
            for place, tag in enumerate(one.tags):
                if tag == ALL:
                    self._refuse(("intentions", name, "tags", place), says, tag)

    def _characters(self) -> Iterator[CardCharacter]:
        intentions = self.written.intentions
        for name, its in intentions.items():
            self._known(its.who, ("intentions", name, "who"))
        for name, one in self.written.characters.items():
            tries = (key for key, its in intentions.items() if its.who is None or name in its.who)
            yield CardCharacter(name, one.name, one.points, frozenset(tries))

    def _aspects(self) -> Iterator[CardAspect]:
        for name, card in self.written.cards.items():
            for place, one in enumerate(card.aspects):
                yield self._on_card(one, name, ("cards", name, "aspects", place))
        for name, character in self.written.characters.items():
            for place, sheet in enumerate(character.aspects):
                yield self._sheet(sheet, name, ("characters", name, "aspects", place))
            for place, status in enumerate(character.status):
                path: FieldPath = ("characters", name, "status", place)
                more = {"status": True, "lasts": status.lasts}
                yield self._settled(status, path, name, "standing", **more)
        added = self.written.additions
        for place, addition in enumerate(added.players):
            yield self._added(addition, ("additions", "players", place), "players")
        for place, addition in enumerate(added.gm):
            yield self._added(addition, ("additions", "gm", place), "gm")

    def _on_card(self, one: OnCard, card: str, path: FieldPath) -> CardAspect:
        if one.hidden and "framed" in one.model_fields_set:
            message = "what is hidden is revealed and not framed (G4); leave `framed` out"
            self._refuse((*path, "framed"), message, one.framed)
        if "after" in one.model_fields_set and not one.hidden:
            message = (
                "only hidden aspects of cards are added after a failure (G5): leave `after` out, "
                "or write `hidden: true`"
            )
            self._refuse((*path, "after"), message)
        source: Source = "framed" if one.framed == "may" and not one.hidden else "standing"
        after = self._meant(one.after, (*path, "after")) if one.hidden else frozenset[str]()
        more = {"hidden": one.hidden, "kept": one.kept, "after": after}
        return self._settled(one, path, card, source, **more)

    def _added(self, one: Addition, path: FieldPath, side: Source) -> CardAspect:
        on, status = self._bearer(one, (*path, "on"))
        if one.lasts is not None and not status:
            message = (
                f"`lasts` is for status cards, and `{one.on}` is no character (G23); `kept: true` "
                "sets an aspect of a card aside at clean-up (G7)"
            )
            self._refuse((*path, "lasts"), message)
        if one.kept and status:
            message = "on a status card `lasts` says how long an aspect stays (G23), not `kept`"
            self._refuse((*path, "kept"), message)
        if side == "gm" and one.who is not None:
            message = "the GM adds after anybody's failure (G5); leave `who` out"
            self._refuse((*path, "who"), message)
        who = self._known(one.who, (*path, "who")) if side == "players" else frozenset[str]()
        after = self._meant(one.after, (*path, "after"))
        more = {"status": status, "lasts": one.lasts, "kept": one.kept, "who": who, "after": after}
        return self._settled(one, path, on, side, **more)

    def _bearer(self, one: Addition, path: FieldPath) -> tuple[str, bool]:
        """The id of the card or character that an addition is put on, and whether it is on a status
        card."""
        written = self.written
        if one.on in written.characters or one.on in self._keys("characters"):
            return one.on, True
        if one.on in written.cards or one.on in self._keys("cards"):
            return one.on, False
        known = {card.title.casefold(): name for name, card in written.cards.items()}
        known |= {person.name.casefold(): name for name, person in written.characters.items()}
        known |= {name.casefold(): name for name in (*written.cards, *written.characters)}
        meant = known.get(one.on.casefold())
        if meant is not None:
            message = f"cards and characters are meant by their ids: write `{meant}`"
            self._refuse(path, message, one.on)
            return meant, meant in written.characters
        if one.on.islower() and " " not in one.on:
            message = (
                f"no card or character has the id `{one.on}`; a new card is named by its title, "
                "which begins with a capital"
            )
            self._refuse(path, message, one.on, [*written.cards, *written.characters])
        return self._new_card(one.on), False

    def _new_card(self, title: str) -> str:
        """The id of a card that comes with what is added to it."""
        key = title.casefold()
        if key not in self._new_cards:
            taken = {*self.written.cards, *self.written.characters}
            taken |= {one.id for one in self._new_cards.values()}
            number = 1
            while f"new-{number}" in taken:
                number += 1
            self._new_cards[key] = Card(f"new-{number}", title)
        return self._new_cards[key].id

    def _sheet(self, one: SheetAspect, bearer: str, path: FieldPath) -> CardAspect:
        """An aspect of a sheet, with what it helps inferred if need be."""
        helps = None if one.helps is None else self._meant(one.helps, (*path, "helps"))
        turns = self._meant(one.borderline, (*path, "borderline"))
        self._keep(path, one, one.helps == ())
        judged = judge_sheet(one.text, self._words(), helps)
        return CardAspect(
            one.text, bearer, "sheet", judged.valence, judged.helps, judged.opposes, turns,
            why=judged.why if judged.helps or not turns else (),
        )  # fmt: skip

    def _settled(
        self, one: SceneAspect, path: FieldPath, on: str, source: Source, **more: Any
    ) -> CardAspect:
        """An aspect of the scene, with everything inferred that it leaves open."""
        helps = None if one.helps is None else self._meant(one.helps, (*path, "helps"))
        opposes = None if one.opposes is None else self._meant(one.opposes, (*path, "opposes"))
        turns = self._meant(one.borderline, (*path, "borderline"))
        for clash, says in ((helps, "helps"), (turns, "can be turned against")):
            both = sorted((clash or frozenset()) & (opposes or frozenset()))
            if both:
                message = (
                    f"it opposes `{'`, `'.join(both)}`, and {says} that too; it does one (G15)"
                )
                self._refuse((*path, "opposes"), message)
        written = [said for said in (one.helps, one.opposes) if said is not None]
        self._keep(path, one, bool(written) and not any(written))
        judged = judge(one.text, self._words(), Written(one.kind, helps, opposes, turns))
        return CardAspect(
            one.text, on, source, judged.valence, judged.helps, judged.opposes, turns,
            fixed=one.fixed, why=judged.why, **more,
            removed=None if one.removed == (ALL,) else self._meant(one.removed, (*path, "removed")),
        )  # fmt: skip

    def _keep(self, path: FieldPath, one: AspectWritten, plain: bool) -> None:
        """Remember where an aspect was written, and whether it is written to do nothing."""
        self.paths.append(path)
        if plain:
            self.plain.add(one.text)

    def _words(self) -> dict[str, tuple[str, ...]]:
        """What intentions are known by: their ids and tags."""
        return {name: (name, *its.tags) for name, its in self.written.intentions.items()}

    def _meant(self, said: Sequence[str], path: FieldPath) -> frozenset[str]:
        """The intentions that ids, tags and `all` mean."""
        found = set[str]()
        words = self._words()
        for place, word in enumerate(said):
            some = (
                set(words) if word == ALL else {name for name, own in words.items() if word in own}
            )
            if not some and word not in self._tags_elsewhere():
                message = f"no intention has the id or tag `{word}`"
                known = dict.fromkeys(
                    [*words, *(tag for own in words.values() for tag in own), ALL]
                )
                self._refuse((*path, place), message, word, known)
            found |= some
        return frozenset(found)

    def _known(self, who: Sequence[str] | None, path: FieldPath) -> frozenset[str]:
        """The characters of such ids; all where nothing is said."""
        characters = self.written.characters
        if who is None:
            return frozenset(characters)
        if not who:
            self._refuse(path, "nobody is named; leave it out to mean everybody")
        for place, one in enumerate(who):
            if one not in characters and one not in self._keys("characters"):
                message = f"no character has the id `{one}`"
                self._refuse((*path, place), message, one, characters)
        return frozenset(who)

    def _endings(self) -> Iterator[Ending]:
        texts = {one.casefold(): one for one in self._texts()}
        for name, one in self.written.resolutions.items():
            path = ("resolutions", name)
            if one.at_the_end and one.side == "players":
                message = "when time is up the GM resolves (G10): `at_the_end` is for its side"
                self._refuse((*path, "at_the_end"), message)
            yield Ending(
                id=name,
                words=one.words,
                kind="resolution",
                side=one.side,
                worth=(one.worth.players, one.worth.gm),
                winner=one.side,
                gone=self._named(one.needs.gone, (*path, "needs", "gone"), texts),
                standing=self._named(one.needs.standing, (*path, "needs", "standing"), texts),
                successes=one.needs.successes,
                failures=one.needs.failures,
                at_the_end=one.at_the_end,
            )
        for name, bargain in self.written.bargains.items():
            yield Ending(
                id=name,
                words=bargain.words,
                kind="bargain",
                side="gm",
                worth=(bargain.worth.players, bargain.worth.gm),
                winner=bargain.winner,
                price=bargain.price,
            )

    def _texts(self) -> Iterator[str]:
        """The text of every aspect."""
        written = self.written
        for card in written.cards.values():
            yield from (one.text for one in card.aspects)
        for character in written.characters.values():
            yield from (one.text for one in (*character.aspects, *character.status))
        yield from (one.text for one in (*written.additions.players, *written.additions.gm))

    def _named(
        self, said: Sequence[str], path: FieldPath, texts: Mapping[str, str]
    ) -> frozenset[str]:
        """The aspects of such texts."""
        found = set[str]()
        for place, text in enumerate(said):
            known = texts.get(text.casefold())
            if known is not None:
                found.add(known)
            elif not self._is_elsewhere(text):
                message = f"no aspect of this scene is called «{text}»"
                self._refuse((*path, place), message, text, texts.values())
        return frozenset(found)

    # What stands in parts of the file that are not sound.

    def _keys(self, *parts: str) -> set[str]:
        """The ids of some parts."""
        found = (self.data.get(part) for part in parts)
        return {key for one in found if isinstance(one, Mapping) for key in one}

    def _tags_elsewhere(self) -> set[str]:
        """The ids and tags of all intentions."""
        return self._keys("intentions") | set(_texts_in(self.data.get("intentions")))

    def _is_elsewhere(self, text: str) -> bool:
        """Whether a text stands anywhere where aspects are written."""
        parts = ("cards", "characters", "additions")
        return text in {one for part in parts for one in _texts_in(self.data.get(part))}


def _texts_in(data: Any) -> Iterator[str]:
    """Every text in some data."""
    if isinstance(data, str):
        yield data
    inner = data.values() if isinstance(data, Mapping) else data if isinstance(data, tuple) else ()
    for one in inner:
        yield from _texts_in(one)
