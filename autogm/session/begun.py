"""How a game comes to be played: begun anew from a file, or out of a part of another: up to where
somebody plays on from, or as far as this version can play it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import unified_diff
from itertools import islice
from pathlib import Path
from typing import Any

from autogm.game.plays import PlayError, read_kept, read_noted
from autogm.game.positions import read_position
from autogm.game.registry import CONFLICT
from autogm.model.faults import ScenarioError
from autogm.model.party import blaming_sheets, with_party
from autogm.model.source import read_source, read_text
from autogm.model.variants import Change, with_changes
from autogm.model.version import version
from autogm.model.words import SIDES
from autogm.session.history import ROOT, History
from autogm.session.moment import Moment, Played, followed, texts_of
from autogm.session.saved import Saved
from autogm.session.seats import Seat, Seats
from autogm.session.session import Session

MOST_LINES = 60
"""Lines of a difference that are told."""
LONGEST = 200


def begin(
    path: Path | str,
    seats: Mapping[str, Seat],
    seed: int = 1,
    own_dice: tuple[str, ...] = (),
    title: str | None = None,
    position: Path | None = None,
    party: Sequence[Mapping[str, Any]] = (),
    changes: Sequence[Change] = (),
) -> Saved:
    """A new game of a file, as data; from a position in another file on, if there is one, with
    the fields of these sheets for its heroes (`autogm.model.party`), and with these changes made to
    what it then is (`autogm.model.variants`).

    Raises:
        ScenarioError: with every fault of the files.
        ChangeError: for a change of a field that there is not.
        SeatError: where somebody cannot sit so.
        ValueError: for a position of a kind of games that has none.
    """
    found, files = read_noted(path)
    if party:
        files = with_party(files, party)
        with blaming_sheets(files, [str(one.get("name", "a hero")) for one in party]):
            found = read_kept(files)
    if changes:
        files = with_changes(files, changes)
        found = read_kept(files)
    game = found.game()
    Seats(game, found.kind.name, seats).check_tempers(game, found.kind.name, seats)
    saved = Saved.model_validate(
        {
            "version": version(),
            "title": title or game.title,
            "kind": found.kind.name,
            "files": files,
            "seed": seed,
            "origin": "" if party or changes else str(Path(found.path).resolve()),
            "own_dice": tuple(one for one in SIDES if one in own_dice),
            "seats": dict(seats),
        }
    )
    if position is None:
        return saved
    if read_position(found, game, position) == game.new_initial_state():
        return saved
    session = Session(saved)
    fields = {name: one for name, one in read_source(position).data.items() if name != "scenario"}
    session.set_by_hand(fields, asked=False)
    return session.saved


def needed(session: Session) -> list[Any]:
    """The entries of compiled code that playing, odds and advice call; nothing for other games,
    which compile what they call when they call it."""
    from autogm.agents.entries import sample_at
    from autogm.agents.roster import entries_of
    from autogm.engine import entries, supposed
    from autogm.engine.refusals import why_not_at
    from autogm.engine.stakes import stake_at
    from autogm.engine.uninvoked import why_not_invoked_at
    from autogm.planner.planner import ENTRIES
    from autogm.planner.turn.invoked import write_ends
    from autogm.planner.turn.margins import same_margin_at

    if session.kind != CONFLICT:
        return []
    steps = [entries.apply_at, entries.legal_at, entries.forget_past_at, sample_at, stake_at]
    invokes = [entries.could_invoke_at, entries.count_invokes_at, entries.settle_duel_at,
               entries.spare_absent_at, same_margin_at, write_ends]  # fmt: skip
    threats = [supposed.begin_turn_at, supposed.zones_struck_at, supposed.most_absorbed_at]
    refusals = [why_not_at, why_not_invoked_at]
    agents = entries_of(session.seats.agents())
    return [*steps, *invokes, *threats, *refusals, *ENTRIES, *agents]


def since_changed(saved: Saved) -> list[str]:
    """How the file that a game was begun from differs now from what the game goes on with, as the
    lines of a unified diff; nothing where it does not, or is gone."""
    name, text = next(iter(saved.files.items()))
    path = Path(saved.origin)
    if not path.is_absolute():  # as that of a file is; standard input would be waited for
        return []
    try:
        now = read_text(path)
    except ScenarioError:
        return []
    lines = unified_diff(text.splitlines(), now.splitlines(), name, f"{name} now", n=0, lineterm="")
    return [line[:LONGEST] for line in islice(lines, MOST_LINES)]


def readable(saved: Saved) -> Saved:
    """As much of a game as this version can play: the line on which it stands, up to the first
    entry that is not accepted, where it stands on it, or the last that is left, and the seats of
    those who are there then.

    Raises:
        ScenarioError: where not even its files can be read.
        SaveError: where its history is none.
    """
    whole = saved.history()
    beginning = Played.of(saved.files)
    history, moment, there = History(), Moment.first(beginning, saved.seed), whole.here == ROOT
    for number in whole.line(whole.tip)[1:]:
        entry = whole[number]
        try:
            followed(moment, number, len(whole), entry.data)
        except PlayError:
            break
        history.add(entry)
        history.tip = number
        if not there:
            history.here = number
        there = there or number == whole.here
    seats = _seats_in(moment.played.game, saved.seats)
    return saved.with_history(history).model_copy(update={"seats": seats})


def up_to(saved: Saved, place: int) -> Saved:
    """A game up to an entry, on which it then stands, with the seats of those who are there.

    Raises:
        SaveError: where its history is none.
        ScenarioError: where its texts cannot be read.
    """
    line = set(saved.history().line(place))
    entries = [one for one in saved.entries if one.number in line]
    changed = [texts for one in entries if (texts := texts_of(one.data))]
    seats = _seats_in(Played.of(changed[-1] if changed else saved.files).game, saved.seats)
    update = {"entries": entries, "here": place, "tip": place, "seats": seats}
    return saved.model_copy(update=update)


def _seats_in(game: Any, seats: Mapping[str, Seat]) -> dict[str, Seat]:
    """The seats of those who are in a game."""
    known = {*SIDES, *Seats.fighters_of(game)}
    return {key: seat for key, seat in seats.items() if key in known}
