"""How things are to stand at a table, on the way to being set by hand: it begins as they do stand,
and each method changes one thing. The table may also bring in somebody new, and an aspect in its
own words; the texts of the game are then changed too. Nothing is checked here but what could not be
written down: `Session.set_by_hand` checks the whole of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

import yaml
from pydantic import ValidationError

from autogm.engine.compiling.standing import SCENE, hidden_at_first, places_of
from autogm.engine.state import State
from autogm.game.positions import CannotSayError, positions_of
from autogm.game.registry import kind_called
from autogm.model.faults import ScenarioError
from autogm.model.party import OF_THE_PLACE, fresh_id, sheet_of
from autogm.model.source import read_source
from autogm.model.texts import GIVEN, given
from autogm.model.words import SIDES, SideName
from autogm.rules.encounter import SettledFighter
from autogm.session.errors import SessionError
from autogm.session.moment import Played, faults_in_words
from autogm.session.session import Session
from autogm.view.by_hand import standing_on
from autogm.view.secrets import hidden_from
from autogm.view.snapshot import board_of

GONE = ("consequences", "owed")
"""What is kept of who has left."""


class Draft:
    """A position of a conflict, and the texts of its game, to be changed."""

    def __init__(self, session: Session, see: SideName | None = None) -> None:
        """Begin with how things stand. Whom a side may not `see` cannot be named, and is not told.

        Raises:
            SessionError: for another game than a conflict, and in the middle of a turn or a roll.
        """
        state = session.state
        if not isinstance(state, State):
            raise SessionError("only conflicts can be set by hand")
        self._positions, self._game = positions_of(kind_called(session.kind)), state.game
        try:
            self.position = self._positions.told(state)
        except CannotSayError as error:
            raise SessionError(
                f"things are set between turns, and {error}: finish that, or take it back first"
            ) from None
        self._encounter, self._compiled = state.game.encounter, state.game.compiled
        self._board = board_of(state)
        self._see = see
        self._secret = set[str]() if see is None else hidden_from(self._board, see)
        self._files = dict(session.files)
        self._changed = False
        self._brought: dict[str, str] = {}
        """The names of those who were brought in by this draft, by id."""

    @property
    def files(self) -> dict[str, str] | None:
        """The texts of the game, if it has to be another."""
        return dict(self._files) if self._changed else None

    @property
    def fighters(self) -> tuple[str, ...]:
        """The ids of all who can be named; of what may break off from a mob, only what has (N4)."""
        there = self.position.get("fighters", {})
        before = (one.id for one in self._known if one.part_of is None or one.id in there)
        return (*before, *self._brought)

    @property
    def _known(self) -> list[SettledFighter]:
        """All who are in the game and not hidden from who is at it."""
        return [one for one in self._encounter.fighters if one.id not in self._secret]

    @property
    def zones(self) -> tuple[str, ...]:
        """The ids of the zones."""
        return tuple(self._encounter.zones)

    def names_somebody(self, said: str) -> bool:
        """Whether anybody has that id or name."""
        return said in self.fighters or said.casefold() in self._names()

    def zone(self, said: str) -> str | None:
        """The id of a zone that is meant by its id or its name; None for none."""
        found = self.place(said)
        return found if found in self.zones else None

    def who(self, said: str) -> str:
        """The id of whoever is meant, by id or by name.

        Raises:
            SessionError: for nobody.
        """
        means = {**self._names(), **{one: one for one in self.fighters}}
        found = means.get(said.casefold())
        if found is None:
            there = ", ".join(self.fighters)
            raise SessionError(f"nobody has the id `{said[:60]}`; there are {there}")
        return found

    def _names(self) -> dict[str, str]:
        """The ids of all who have a name."""
        known = {one.name.casefold(): one.id for one in self._known}
        return known | {name.casefold(): one for one, name in self._brought.items()}

    def place(self, said: str) -> str | None:
        """Where an aspect may stand that is meant by an id or a name; None for nowhere."""
        zones = self._encounter.scenario.zones
        means = {(zone.name or key).casefold(): key for key, zone in zones.items()}
        means |= self._names()
        means |= {one: one for one in (*self.zones, *self.fighters, SCENE)}
        words = said.casefold()
        return means.get(words, means.get(f"the {words}", means.get(words.removeprefix("the "))))

    def fighter(self, who: str) -> dict[str, Any]:
        """The fields of a fighter, to be changed.

        Raises:
            SessionError: for nobody.
        """
        fighters = self.position.setdefault("fighters", {})
        fields: dict[str, Any] = fighters.setdefault(self.who(who), {})
        return fields

    def move(self, who: str, zone: str) -> None:
        """Have a fighter stand in a zone; who had left is back there."""
        fields = self.fighter(who)
        fields.pop("status", None)
        fields["zone"] = zone

    def leave(self, who: str, how: str) -> None:
        """Have a fighter be `taken out`, have `conceded` or `left`."""
        who = self.who(who)
        fields = self.fighter(who)
        kept = {name: one for name, one in fields.items() if name in GONE}
        fields.clear()
        fields.update(kept, status=how)
        if self.position.get("turn") == who:
            del self.position["turn"]
        acted = self.position.get("acted", ())
        self.position["acted"] = [one for one in acted if one != who]
        self._forget(who)

    def boxes(self, who: str, harm: str, checked: Sequence[int]) -> None:
        """Have these boxes of a track be checked, and no others."""
        tracks = self.fighter(who).setdefault("stress", {})
        tracks[harm] = sorted(set(checked))

    def consequences(self, who: str, severities: Sequence[Any]) -> None:
        """Have a fighter have these consequences, and no others."""
        self.fighter(who)["consequences"] = list(severities)

    def points(self, who: str, count: int) -> None:
        """Have a fighter, or for `gm` the pool, have so many fate points."""
        if who == SIDES[1]:
            self.position["pool"] = count
        else:
            self.fighter(who)["points"] = count

    def members(self, who: str, count: int) -> None:
        """Have so many of a group be left."""
        self.fighter(who)["members"] = count

    def turn(self, who: str) -> None:
        """Have it be somebody's turn, also if they have had one in this exchange. Those before
        them in turn order have had theirs."""
        who = who if who in SIDES else self.who(who)
        acted = [*self.position.get("acted", ()), *self._before(who)]
        self.position["turn"] = who
        self.position["acted"] = [one for one in dict.fromkeys(acted) if one != who]
        self.position.pop("no_compel", None)

    def _written(self) -> Any:
        """The game as it is written now; as it was before where that has faults, which are told
        when it is set."""
        try:
            return Played.of(self._files).game
        except ScenarioError:
            return self._game

    def _before(self, who: str) -> list[str]:
        """Those whose place in turn order is before somebody's."""
        game = self._written() if self._changed else self._game
        there = {
            key: {"status": one["status"]}
            for key, one in self.position.get("fighters", {}).items()
            if "status" in one
        }
        fields = {"exchange": self.position.get("exchange", 1), "turn": who, "fighters": there}
        try:
            meant = self._positions.model.model_validate(fields)
            state, _ = self._positions.state_of(game, meant)
            return [] if state is None else list(self._positions.told(state).get("acted", ()))
        except (ValidationError, CannotSayError):  # what is wrong is told when it is set
            return []

    def exchange(self, number: int) -> None:
        """Have another exchange begin, in which nobody has acted yet."""
        self.position.update(exchange=number, acted=[])
        self.position.pop("roar", None)
        self.position.pop("turn", None)
        self.position.pop("no_compel", None)

    def aspect(
        self, text: str, on: str = SCENE, free: Mapping[str, int] | None = None, **says: Any
    ) -> None:
        """Have an aspect stand on a fighter, in a zone or on the `scene`, with free invokes by
        side. One that the game does not know is added to it; `says` may tell what it speaks to
        (`helps`, `actions`) from now on, which is inferred from its words otherwise.

        Raises:
            SessionError: for a place that there is not, and for what is said of an aspect that is
                on a sheet.
        """
        self._check_place(on)
        kept = self._besides(text, on)
        self._drop(text, on)
        said = {name: one for name, one in says.items() if one}
        if on not in places_of(self._compiled, text):
            self._add(text, on, said)
        elif said:
            self._speak(text, on, said)
        told: dict[str, Any] = {**kept, "text": text, "on": on}
        if counts := {side: count for side, count in (free or {}).items() if count}:
            told["free"] = counts
        self.position["aspects"] = [*self.position.get("aspects", ()), told]

    def gone(self, text: str, on: str | None = None) -> None:
        """Have an aspect not stand any more, by its text, or as it is shown where only one is shown
        like that, as boosts are, or by a part of that.

        Raises:
            SessionError: where it is not known, stands in several places, or several are shown so.
        """
        places = places_of(self._compiled, text) if on is None else [on]
        standing = [one for one in places if self._stands(text, one) and self._seen(text, one)]
        if not standing:
            shown = self._shown(text, on)
            if len(shown) > 1:
                each = ", ".join(f"«{key} on {place}»" for key, place in shown)
                raise SessionError(f"several may be called «{text}»: say {each}")
            if not shown:
                raise SessionError(f"no aspect «{text}» stands here")
            text, standing = shown[0][0], [shown[0][1]]
        if len(standing) > 1:
            raise SessionError(f"«{text}» stands on {', '.join(standing)}: say which")
        self._drop(text, standing[0])
        if self._at_first(text, standing[0]):
            meant = {"text": text, "on": standing[0]}
            self.position["gone"] = [*self.position.get("gone", ()), meant]

    def bring(self, sheet: str, side: str, zone: str, called: str = "") -> str:
        """Bring in somebody by the text of a sheet, on a side, in a zone; returns its id. Whose
        place in turn order is before who has the turn acts from the next exchange on.

        Raises:
            SessionError: for a sheet with faults.
        """
        try:
            fields = sheet_of(sheet)
        except ScenarioError as error:
            raise SessionError(f"the sheet: {faults_in_words(error)}") from None
        return self._come(fields, side, zone, called)

    @property
    def written(self) -> dict[str, str]:
        """Who is written in the scenario, by what is written for them, and what they are called."""
        found: dict[str, str] = {}
        for one in self._encounter.fighters:
            if one.part_of is None:
                found.setdefault(one.origin, one.name.removesuffix(" 1"))
        return found

    def bring_another(self, like: str, side: str, zone: str, called: str = "") -> str:
        """Bring in somebody like one who is written in the scenario; the rest as `bring`.

        Raises:
            SessionError: for nobody who is written there.
        """
        data = self._data()
        both = [data["sides"][one]["fighters"] for one in SIDES]
        found = next((fighters[like] for fighters in both if like in fighters), None)
        if found is None:
            raise SessionError(f"nobody is written as `{like[:60]}`: choose somebody who is")
        fields = {key: one for key, one in found.items() if key not in (*OF_THE_PLACE, "copies")}
        return self._come(fields, side, zone, called or f"Another {self.written.get(like, like)}")

    def _come(self, fields: dict[str, Any], side: str, zone: str, called: str) -> str:
        """Have somebody with the fields of a sheet come; returns the id."""
        if side not in SIDES:
            raise SessionError(f"a side is {' or '.join(SIDES)}, not `{side[:40]}`")
        data = self._data()
        name = " ".join(called.split()) or fields["name"]
        written = (key for one in SIDES for key in data["sides"][one]["fighters"])
        key = fresh_id(name, {*self.fighters, *self._secret, *written})
        fields |= {"name": name, "zone": zone}
        data["sides"][side]["fighters"] = {**data["sides"][side]["fighters"], key: fields}
        self._rewrite(data)
        self._brought[key] = name
        turn = self.position.get("turn")
        if turn is not None and key in self._before(turn):
            self.position["acted"] = [*self.position.get("acted", ()), key]
        return key

    # Aspects

    def _check_place(self, on: str) -> None:
        if on not in (SCENE, *self.zones, *self.fighters):
            there = ", ".join((SCENE, *self.zones, *self.fighters))
            raise SessionError(f"an aspect stands on one of {there}, not on `{on[:60]}`")

    def _at_first(self, text: str, on: str) -> bool:
        return on in places_of(self._compiled, text, at_first=True)

    def _said(self, name: str, text: str, on: str) -> list[Any]:
        """What a field of the position says of that aspect."""
        told = self.position.get(name, ())
        return [one for one in told if (one["text"], one["on"]) == (text, on)]

    def _stands(self, text: str, on: str) -> bool:
        if self._said("aspects", text, on):
            return True
        return self._at_first(text, on) and not self._said("gone", text, on)

    def _seen(self, text: str, on: str) -> bool:
        """Whether whoever drafts may know of that aspect there."""
        if self._see is None:
            return True
        at = [aspects for place, _, aspects in standing_on(self._board) if place == on]
        hidden = (one.hidden_from == self._see for one in chain(*at) if one.key == text)
        return on not in self._secret and not any(hidden)

    def _shown(self, words: str, on: str | None) -> list[tuple[str, str]]:
        """The texts of what is shown as those words, or else has them in it, and where each
        stands."""
        there = [
            (aspect.text.casefold(), aspect.key, place)
            for place, _, aspects in standing_on(self._board)
            for aspect in aspects
            if on in (None, place)
            and self._stands(aspect.key, place)
            and self._seen(aspect.key, place)
        ]
        meant = words.casefold()
        exactly = [(key, place) for text, key, place in there if text == meant]
        return exactly or [(key, place) for text, key, place in there if meant in text]

    def _besides(self, text: str, on: str) -> dict[str, Any]:
        """What is true of an aspect that stands besides its free invokes: who does not know it yet,
        and who has made it."""
        said = self._said("aspects", text, on)
        if said:
            return {name: said[0][name] for name in ("hidden_from", "made_by") if name in said[0]}
        side = hidden_at_first(self._compiled, text, on) if self._stands(text, on) else None
        return {} if side is None else {"hidden_from": side}

    def _drop(self, text: str, on: str) -> None:
        """Say nothing any more of an aspect, that it stands or that it is gone."""
        for name in ("aspects", "gone"):
            said = self._said(name, text, on)
            left = [one for one in self.position.get(name, ()) if one not in said]
            self.position[name] = left

    def _forget(self, who: str) -> None:
        """Say nothing of what stands on somebody who has left."""
        for name in ("aspects", "gone"):
            told = self.position.get(name, ())
            self.position[name] = [one for one in told if one["on"] != who]
        for fields in self.position.get("fighters", {}).values():
            if fields.get("helps") == who:
                del fields["helps"]

    def _speak(self, text: str, on: str, said: Mapping[str, Any]) -> None:
        """Have an aspect that the game knows there speak to what is said.

        Raises:
            SessionError: for one that is on a sheet, or that the ruleset lets anybody create.
        """
        data, found = self._data(), False

        def spoken(one: Any) -> Any:
            nonlocal found
            if text != (one["text"] if isinstance(one, Mapping) else one):
                return one
            found = True
            return {**(one if isinstance(one, Mapping) else {"text": text}), **said}

        zone = data["zones"].get(on, {})
        if on == SCENE:
            data["aspects"] = [spoken(one) for one in data.get("aspects") or ()]
        elif "aspect" in zone:
            data["zones"] = {**data["zones"], on: {**zone, "aspect": spoken(zone["aspect"])}}
        if not found and data.get("templates"):
            data["templates"] = [spoken(one) for one in data["templates"]]
        if not found:
            raise SessionError(
                f"what «{text}» speaks to is on a sheet or in the ruleset, and stays as it is there"
            )
        self._rewrite(data)

    def _add(self, text: str, on: str, said: Mapping[str, Any]) -> None:
        """Have the game know an aspect: of the scene, or one that may be created there (C1)."""
        data = self._data()
        if on == SCENE:
            data["aspects"] = [*(data.get("aspects") or ()), {"text": text, **said}]
            self._rewrite(data)
            return
        if data.get("templates") is None:
            data["templates"] = [
                one.model_dump(mode="json", exclude_defaults=True)
                for one in self._encounter.ruleset.templates
            ]
        kind = "zone" if on in self.zones else "enemy"
        if kind != "zone" and said.get("helps") == "bearer":
            kind = "ally"
        data["templates"] = [*data["templates"], {"text": text, "on": kind, **said}]
        self._rewrite(data)

    # Texts

    def _data(self) -> dict[str, Any]:
        with given(self._files):
            return dict(read_source(GIVEN / next(iter(self._files))).data)

    def _rewrite(self, data: Mapping[str, Any]) -> None:
        text = yaml.safe_dump(dict(data), sort_keys=False, allow_unicode=True)
        self._files[next(iter(self._files))] = text
        self._changed = True
