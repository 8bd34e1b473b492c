"""The page on which the owner of a table sets how things stand, as they do at a real one: a form of
all that can be seen, of which only what somebody has changed is set; somebody new; and the whole
position as text, for what no form asks.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

import yaml
from starlette.responses import RedirectResponse, Response

from autogm.engine.compiling.standing import SCENE
from autogm.engine.state import State
from autogm.game.positions import CannotSayError, positions_of
from autogm.game.registry import kind_called
from autogm.model.faults import ScenarioError
from autogm.model.library import sheets
from autogm.model.position import WHEREABOUTS
from autogm.model.source import read_source
from autogm.model.texts import GIVEN, given
from autogm.model.words import HARMS, SIDES, Helps, RollKind
from autogm.session.draft import Draft
from autogm.session.errors import SessionError
from autogm.session.moment import faults_in_words
from autogm.session.session import Session
from autogm.session.steps import Step
from autogm.table.answers import page
from autogm.table.battle import Battle
from autogm.view.board import Board, BoardAspect, BoardFighter, Free
from autogm.view.by_hand import standing_on
from autogm.view.snapshot import board_of
from autogm.view.words.grammar import full_stop
from autogm.view.words.relevance import (
    aspects_of,
    by_words_alone,
    said_and_inferred,
    speaks_to,
)

HOLDERS = ("players", "gm", "open")
"""Whose free invokes are."""
LIKE = "like:"
"""What the choice begins with of somebody who is written in the scenario, to be one more."""
MOST_TEXT = 200_000
"""Letters of a position or a sheet that are read."""
Form = Mapping[str, str]


class FieldError(SessionError):
    """What is wrong in one field of a form."""

    def __init__(self, field: str, says: str) -> None:
        self.field = field
        super().__init__(says)


def by_hand_page(
    battle: Battle, said: str = "", form: Form | None = None, wrong: str = ""
) -> Response:
    """The page; `said` is what was wrong with a form, which is shown as it was filled in, and
    `wrong` in which of its fields. What was filled in of how things stood before somebody went on
    is not shown again."""
    form = form or {}
    with battle.lock:
        session = battle.session
        board, text, reason = _what_stands(session)
        return page(
            "by_hand.html",
            status=422 if said else 200,
            battle=battle.name,
            title=session.title,
            here=session.here,
            board=board,
            places=[] if board is None else list(standing_on(board)),
            speaks={} if board is None else _spoken(session),
            position=form.get("position", text),
            reason=reason,
            beginning=_last_beginning(session) if reason else None,
            said=said,
            form=form,
            filled=form.get("part") == "table" and form.get("at") == str(session.here),
            wrong=wrong,
            statuses=WHEREABOUTS,
            holders=HOLDERS,
            helps=get_args(Helps),
            rolls=get_args(RollKind),
            sheets=_fitting(session.game),
            written=_written(session),
            example=_example(session.game),
            sides=SIDES,
        )


def _spoken(session: Session) -> dict[str, str]:
    """What the aspects of the scene and its zones, and those that can be created, speak to; of
    those that were changed at the table with what their words alone would suggest."""
    encounter, first = session.game.encounter, aspects_of(session.beginning.game.encounter)
    alone, told = by_words_alone(encounter), dict[str, str]()
    for text, one in aspects_of(encounter).items():
        as_begun = text in first and speaks_to(first[text]) == speaks_to(one)
        told[text] = speaks_to(one) if as_begun else said_and_inferred(one, alone.get(text))
    return told


def set_by_form(session: Session, form: Form) -> Step:
    """Set what a form says, in one of its parts: `part` is `table`, `aspect`, `newcomer` or
    `text`.

    Raises:
        SessionError: for what cannot be.
    """
    if form.get("part") == "text":
        return session.set_by_hand(_fields(form.get("position", "")))
    draft = Draft(session)
    board = board_of(session.state)
    match form.get("part"):
        case "table":
            _set_table(draft, board, form)
        case "aspect":
            _set_aspect(draft, form)
        case "newcomer":
            _bring(draft, form)
        case _:
            raise SessionError("this form sets nothing")
    return session.set_by_hand(draft.position, draft.files)


def position_text(session: Session) -> str:
    """The position of how things stand, as a file has it.

    Raises:
        CannotSayError: in the middle of a turn, or for a game without positions.
    """
    try:
        fields = positions_of(kind_called(session.kind)).told(session.state)
    except CannotSayError:
        raise
    except ValueError as error:
        raise CannotSayError(str(error)) from None
    text: str = yaml.safe_dump(
        fields, sort_keys=False, allow_unicode=True, default_flow_style=None, width=100
    )
    return text


def _what_stands(session: Session) -> tuple[Board | None, str, str]:
    """The board, the position as text, and why nothing can be set by a form, if so."""
    state = session.state
    try:
        text = position_text(session)
    except CannotSayError as error:
        now = str(error).replace(" in it", "")
        return None, "", f"Things are set at the beginning of a turn; now {now}."
    return (board_of(state) if isinstance(state, State) else None), text, ""


def _last_beginning(session: Session) -> int | None:
    """The last entry after which a position says how things stand; none where there is none."""
    for step in reversed(list(session.steps())):
        try:
            positions_of(kind_called(session.kind)).told(step.before)
        except ValueError:
            continue
        return step.entry.parent
    return None


def _set_table(draft: Draft, board: Board, form: Form) -> None:
    """Set what somebody has changed in the form of all that can be seen."""
    for one in board.fighters:
        if f"status.{one.id}" in form:
            _set_fighter(draft, one, form)
    if "pool" in form and board.gm.pool is not None and _number(form, "pool") != board.gm.pool:
        draft.points(SIDES[1], _number(form, "pool"))
    for on, _, aspects in standing_on(board):
        if on == SCENE or f"status.{on}" not in form or form[f"status.{on}"] == WHEREABOUTS[0]:
            gone: set[str] = set()
            for number, aspect in enumerate(aspects):
                name = f"aspect.{on}.{number}"
                if aspect.key not in gone and _set_free(draft, name, on, aspect, form):
                    gone.add(aspect.key)
    exchange = _number(form, "exchange", str(board.exchange))
    if exchange != board.exchange:
        draft.exchange(exchange)
    turn = form.get("turn", "")
    if turn and turn != board.turn:
        draft.turn(turn)


def _set_fighter(draft: Draft, one: BoardFighter, form: Form) -> None:
    status = form[f"status.{one.id}"]
    if status not in WHEREABOUTS:
        raise SessionError(f"`{status[:40]}` says of nobody where they are")
    was = WHEREABOUTS[0] if one.presence == "in" else one.presence
    zone = form.get(f"zone.{one.id}", one.zone)
    if status != WHEREABOUTS[0]:
        if status != was:
            draft.leave(one.id, status)
        return
    if status != was or (zone != one.zone and one.arrives is None):
        draft.move(one.id, zone)
    for track in one.tracks:
        name = f"box.{one.id}.{track.harm}"
        checked = [n for n in range(1, len(track.checked) + 1) if f"{name}.{n}" in form]
        if was == status and checked != [n for n, on in enumerate(track.checked, 1) if on]:
            draft.boxes(one.id, HARMS[0] if track.harm == "any" else track.harm, checked)
    taken = [slot.text is not None for slot in one.slots]
    wanted = [f"consequence.{one.id}.{number}" in form for number in range(len(one.slots))]
    if was == status and taken != wanted:
        _set_consequences(draft, one, wanted)
    for name, now, change in (
        ("points", one.points, draft.points),
        ("members", one.members, draft.members),
    ):
        field = f"{name}.{one.id}"
        if form.get(field) and _number(form, field) != now:
            change(one.id, _number(form, field))


def _set_consequences(draft: Draft, one: BoardFighter, wanted: list[bool]) -> None:
    """Keep what is said of consequences that stay, and say of new ones how bad they are."""
    told = list(draft.fighter(one.id).get("consequences", ()))
    kept: list[Any] = []
    for slot, want in zip(one.slots, wanted, strict=True):
        if slot.text is None:
            kept.extend([slot.severity] if want else [])
            continue
        said = next(entry for entry in told if _severity(entry) == slot.severity)
        told.remove(said)
        kept.extend([said] if want else [])
    draft.consequences(one.id, kept)


def _severity(entry: Any) -> str:
    return str(entry["severity"] if isinstance(entry, Mapping) else entry)


def _set_free(draft: Draft, name: str, on: str, aspect: BoardAspect, form: Form) -> bool:
    """Set the free invokes on an aspect, or that it is gone, as a boost is without one (A5);
    whether it is gone."""
    gone = f"{name}.gone" in form
    if not gone and f"{name}.players" not in form:
        return False
    counts = {side: _number(form, f"{name}.{side}") for side in HOLDERS}
    if not gone and Free(**counts) == aspect.free:
        return False
    if gone or (aspect.kind == "boost" and not any(counts.values())):
        draft.gone(aspect.key, on)
        return True
    draft.aspect(aspect.key, on, counts)
    return False


def _set_aspect(draft: Draft, form: Form) -> None:
    text = " ".join(form.get("text", "").split())
    if not text:
        raise SessionError("an aspect is called something")
    free = {side: _number(form, f"free.{side}") for side in HOLDERS}
    actions = [one for one in get_args(RollKind) if f"action.{one}" in form]
    helps = form.get("helps") or None
    if helps is not None and helps not in get_args(Helps):
        raise SessionError(f"`{helps[:40]}` says of nobody whom it helps")
    draft.aspect(text, form.get("on", SCENE), free, helps=helps, actions=actions)


def _fitting(game: Any) -> list[str]:
    """The names of the sheets that ship whose skills the ruleset of a game has."""
    skills = set(game.encounter.ruleset.skills) if hasattr(game, "encounter") else set()
    written = {name: read_source(path).data for name, path in sheets().items()}
    return sorted(name for name, data in written.items() if skills >= set(data.get("skills", {})))


def _example(game: Any) -> str:
    """A sheet as short as one may be, with skills of the game's ruleset."""
    skills = game.encounter.ruleset.skills if hasattr(game, "encounter") else ()
    rated = ", ".join(f"{skill}: {rating}" for skill, rating in zip(skills, (3, 2), strict=False))
    return f"name: Mira\nskills: {{{rated}}}"


def _written(session: Session) -> dict[str, str]:
    """Whom somebody new may be like; nobody where nothing can be set just now."""
    try:
        return Draft(session).written
    except SessionError:
        return {}


def _bring(draft: Draft, form: Form) -> None:
    own, shipped = form.get("sheet", "").strip(), form.get("shipped", "")
    known, (side, zone) = sheets(), (form.get("side", ""), form.get("zone", ""))
    if shipped.startswith(LIKE):
        draft.bring_another(shipped.removeprefix(LIKE), side, zone, form.get("called", ""))
        return
    if not own and shipped not in known:
        raise SessionError("choose somebody, or paste a sheet")
    text = own or known[shipped].read_text(encoding="utf-8")
    if len(text) > MOST_TEXT:
        raise SessionError(f"a sheet has at most {MOST_TEXT:,} letters")
    draft.bring(text, side, zone, form.get("called", ""))


def _fields(text: str) -> dict[str, Any]:
    """The fields of a position as somebody has written it."""
    if len(text) > MOST_TEXT:
        raise SessionError(f"a position has at most {MOST_TEXT:,} letters")
    try:
        with given({"position.yaml": text}):
            source = read_source(GIVEN / "position.yaml")
        if source.faults:
            raise ScenarioError(list(source.faults))
    except ScenarioError as error:
        raise SessionError(faults_in_words(error)) from None
    return {name: one for name, one in source.data.items() if name != "scenario"}


def _number(form: Form, field: str, usual: str = "0") -> int:
    """A number in a field; the usual one where it is not there, or empty."""
    said = form.get(field) or usual
    if not (said.isascii() and said.isdigit() and len(said) < 4):
        raise FieldError(field, f"`{said[:20]}` is no number from 0 to 999")
    return int(said)


def settled(battle: Battle, form: Form) -> Response:
    """Answer a form of the page: the battle's page, or this one with what was wrong.

    Raises:
        StoreError: where it could not be kept.
    """

    def deed(session: Session) -> Step:
        if form.get("at") != str(session.here):
            raise SessionError("the battle has gone on meanwhile; this is how things stand now")
        return set_by_form(session, form)

    try:
        battle.do(deed)
    except SessionError as error:
        wrong = error.field if isinstance(error, FieldError) else ""
        return by_hand_page(battle, full_stop(str(error)), form, wrong)
    return RedirectResponse(f"/battles/{battle.name}?view=all", 303)
