"""Reads the file of a card scene and settles it: what is left open is inferred, ids and tags become
intentions, and every fault of the file is told at its line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from autogm.model.faults import Fault, FieldPath, ScenarioError
from autogm.model.places import Places, problem
from autogm.model.shape import Problem, problems_of
from autogm.model.source import read_source
from autogm.scenes.cards.file import (
    Addition,
    FromText,
    OnCard,
    SceneAspect,
    SceneFile,
    SheetAspect,
)
from autogm.scenes.cards.relevance import judge
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
from autogm.scenes.cards.soundness import doubts, unsound

ALL = "all"


def read_scene(path: Path) -> SettledScene:
    """The scene of a file.

    Raises:
        ScenarioError: with every fault of the file.
    """
    source = read_source(path)
    places = Places(source)
    faults = list(source.faults)
    try:
        written = SceneFile.model_validate(source.data, strict=True)
    except ValidationError as error:
        faults += [places.fault(one) for one in problems_of(error, SceneFile)]
        raise ScenarioError(_in_order(faults)) from None
    settling = _Settling(written)
    scene = settling.scene()
    found = [*settling.problems, *unsound(scene, settling.paths)]
    faults += [places.fault(one) for one in found]
    if faults:
        raise ScenarioError(_in_order(faults))
    notes = [places.fault(one) for one in doubts(scene, settling.paths)]
    return replace(scene, notes=tuple(_in_order(notes)))


def _in_order(faults: Iterable[Fault]) -> list[Fault]:
    return sorted(faults, key=lambda one: (one.line, one.column))


@dataclass
class _Settling:
    """What has been settled of a file, and what was found wrong on the way. `paths` says where each
    aspect was written, in the order of the scene's."""

    written: SceneFile
    problems: list[Problem] = field(default_factory=list)
    paths: list[FieldPath] = field(default_factory=list)
    new_cards: dict[str, Card] = field(default_factory=dict)

    def scene(self) -> SettledScene:
        """The scene."""
        written = self.written
        aspects = tuple(self._aspects())
        return SettledScene(
            title=written.title,
            shows=written.shows,
            cards=(
                *(Card(name, one.title) for name, one in written.cards.items()),
                *self.new_cards.values(),
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

    def _characters(self) -> Iterator[CardCharacter]:
        for name, one in self.written.characters.items():
            tries = frozenset(
                intention
                for intention, its in self.written.intentions.items()
                if its.who is None or name in its.who
            )
            yield CardCharacter(name, one.name, one.points, tries)
        for intention, its in self.written.intentions.items():
            self._known(its.who, ("intentions", intention, "who"))

    def _aspects(self) -> Iterator[CardAspect]:
        for name, card in self.written.cards.items():
            for place, one in enumerate(card.aspects):
                yield self._on_card(one, name, ("cards", name, "aspects", place))
        for name, character in self.written.characters.items():
            for place, sheet in enumerate(character.aspects):
                path: FieldPath = ("characters", name, "aspects", place)
                yield self._settled(sheet, path, name, "sheet")
            for place, status in enumerate(character.status):
                path = ("characters", name, "status", place)
                more = {"status": True, "lasts": status.lasts, "fixed": status.fixed}
                yield self._settled(status, path, name, "standing", **more)
        for side, added in (("players", self.written.additions.players),
                            ("gm", self.written.additions.gm)):  # fmt: skip
            for place, addition in enumerate(added):
                path = ("additions", side, place)
                yield self._added(addition, path, "players" if side == "players" else "gm")

    def _on_card(self, one: OnCard, card: str, path: FieldPath) -> CardAspect:
        if one.hidden and one.framed == "may":
            message = "what is hidden is revealed and not framed; leave `framed` out (G4)"
            self.problems.append(problem((*path, "framed"), message, one.framed))
        if "after" in one.model_fields_set and not one.hidden:
            message = "`after` is for hidden aspects, which the GM may add after a failure (G5)"
            self.problems.append(problem((*path, "after"), message))
        source: Source = "framed" if one.framed == "may" else "standing"
        after = self._meant(one.after, (*path, "after")) if one.hidden else frozenset[str]()
        more = {"hidden": one.hidden, "fixed": one.fixed, "kept": one.kept, "after": after}
        return self._settled(one, path, card, source, **more)

    def _added(self, one: Addition, path: FieldPath, side: Source) -> CardAspect:
        on, status = self._bearer(one, (*path, "on"))
        if one.lasts is not None and not status:
            message = f"`lasts` is for status cards, and `{on}` is no character (G23)"
            self.problems.append(problem((*path, "lasts"), message))
        if one.kept and status:
            message = "`kept` is for cards; on a status card `lasts` says how long it stays (G23)"
            self.problems.append(problem((*path, "kept"), message))
        who = self._known(one.who, (*path, "who"))
        if side == "gm" and one.who is not None:
            message = "`who` is for what the players add: the GM adds after anybody's failure (G5)"
            self.problems.append(problem((*path, "who"), message))
        more = {"status": status, "lasts": one.lasts, "fixed": one.fixed, "kept": one.kept,
                "who": who if side == "players" else frozenset[str](),
                "after": self._meant(one.after, (*path, "after"))}  # fmt: skip
        return self._settled(one, path, on, side, **more)

    def _bearer(self, one: Addition, path: FieldPath) -> tuple[str, bool]:
        """The id of the card or character that an addition is put on, and whether it is on a status
        card."""
        if one.on in self.written.characters:
            return one.on, True
        if one.on in self.written.cards:
            return one.on, False
        if one.on.islower() and " " not in one.on:
            message = f"no card or character has the id `{one.on}`; the title of a new card begins "
            message += "with a capital"
            known = [*self.written.cards, *self.written.characters]
            self.problems.append(problem(path, message, one.on, known))
        made = self.new_cards.setdefault(one.on, Card(f"new-{len(self.new_cards) + 1}", one.on))
        return made.id, False

    def _settled(
        self, one: FromText, path: FieldPath, on: str, source: Source, **more: Any
    ) -> CardAspect:
        """An aspect with everything settled that it leaves open."""
        self.paths.append(path)
        tags = {name: (name, *its.tags) for name, its in self.written.intentions.items()}
        judged = judge(one.text, tags, on_sheet=isinstance(one, SheetAspect))
        helps, opposes = judged.helps, judged.opposes
        turns = frozenset[str]()
        open_ = []
        if one.helps is None:
            open_.append("helps")
        else:
            helps = self._meant(one.helps, (*path, "helps"))
        if isinstance(one, SceneAspect):
            if one.opposes is None:
                open_.append("opposes")
            else:
                opposes = self._meant(one.opposes, (*path, "opposes"))
        if isinstance(one, SceneAspect | SheetAspect):
            turns = self._meant(one.borderline, (*path, "borderline"))
        helps, opposes = _reconciled(one, helps, opposes, turns)
        for both, says in ((helps & opposes, "helps"), (turns & opposes, "can be turned against")):
            if both:
                message = (
                    f"«{one.text}» opposes {', '.join(sorted(both))} and {says} it too; an aspect "
                    "does one or the other (G15)"
                )
                self.problems.append(problem((*path, "opposes"), message))
        return CardAspect(
            text=one.text,
            on=on,
            source=source,
            valence=one.kind or judged.valence,
            helps=helps,
            opposes=opposes,
            turns=turns,
            why=judged.why if open_ else (),
            **more,
        )

    def _meant(self, said: Sequence[str], path: FieldPath) -> frozenset[str]:
        """The intentions that ids, tags and `all` mean."""
        intentions = self.written.intentions
        found = set[str]()
        for place, word in enumerate(said):
            some = {
                name
                for name, one in intentions.items()
                if word
                in (
                    name,
                    *one.tags,
                )
            }
            if word == ALL:
                some = set(intentions)
            if not some:
                tags = dict.fromkeys(tag for one in intentions.values() for tag in one.tags)
                at = (*path, place)
                message = f"no intention has the id or tag `{word}`"
                known = dict.fromkeys([*intentions, *tags, ALL])
                self.problems.append(problem(at, message, word, known))
            found |= some
        return frozenset(found)

    def _known(self, who: Sequence[str] | None, path: FieldPath) -> frozenset[str]:
        """The characters of such ids; all where nothing is said."""
        characters = self.written.characters
        if who is None:
            return frozenset(characters)
        if not who:
            self.problems.append(problem(path, "nobody is named; leave it out to mean everybody"))
        for place, one in enumerate(who):
            if one not in characters:
                message = f"no character has the id `{one}`"
                self.problems.append(problem((*path, place), message, one, characters))
        return frozenset(who)

    def _endings(self) -> Iterator[Ending]:
        texts = {one.casefold(): one for one in self._texts()}
        for name, one in self.written.resolutions.items():
            path = ("resolutions", name)
            needs = {
                what: self._aspects_meant(getattr(one.needs, what), (*path, "needs", what), texts)
                for what in ("gone", "standing")
            }
            if one.at_the_end and one.side == "players":
                message = "`at_the_end` is for resolutions of the GM (G10)"
                self.problems.append(problem((*path, "at_the_end"), message))
            yield Ending(
                id=name,
                words=one.words,
                kind="resolution",
                side=one.side,
                worth=(one.worth.players, one.worth.gm),
                winner=one.side,
                successes=one.needs.successes,
                failures=one.needs.failures,
                at_the_end=one.at_the_end,
                gone=needs["gone"],
                standing=needs["standing"],
            )
        for name, bargain in self.written.bargains.items():
            if name in self.written.resolutions:
                message = f"a resolution is called `{name}` already"
                self.problems.append(problem(("bargains", name), message, at_key=True))
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
        written = self.written
        for card in written.cards.values():
            yield from (one.text for one in card.aspects)
        for character in written.characters.values():
            yield from (one.text for one in (*character.aspects, *character.status))
        yield from (one.text for one in (*written.additions.players, *written.additions.gm))

    def _aspects_meant(
        self, said: Sequence[str], path: FieldPath, texts: dict[str, str]
    ) -> frozenset[str]:
        found = set[str]()
        for place, text in enumerate(said):
            known = texts.get(text.casefold())
            if known is None:
                message = f"no aspect of this scene is called `{text}`"
                self.problems.append(problem((*path, place), message, text, texts.values()))
            else:
                found.add(known)
        return frozenset(found)


def _reconciled(
    one: FromText, helps: frozenset[str], opposes: frozenset[str], turns: frozenset[str]
) -> tuple[frozenset[str], frozenset[str]]:
    """What is inferred gives way to what is written."""
    if one.helps is None:
        helps = helps - (opposes if isinstance(one, SceneAspect) and one.opposes else frozenset())
    if isinstance(one, SceneAspect) and one.opposes is None:
        opposes = opposes - turns - (helps if one.helps else frozenset())
    return helps, opposes
