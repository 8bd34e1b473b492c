"""What somebody at the terminal is asked: whether to concede, and which kinds of choices the
program makes instead. It is changed in the seat of who is asked now, and told as lines.
"""

from __future__ import annotations

from autogm.engine.game import Game
from autogm.session.leaving import LEFT, WORDS
from autogm.session.session import Session
from autogm.view.words.grammar import listed


def ask_about_conceding(session: Session, key: str) -> list[str]:
    """Ask the person of a seat before each roll whether to concede, or no longer."""
    seat, game = session.seats.seats[key], session.state.game
    if isinstance(game, Game) and not game.scene[0]["concede"]:
        return ["Nobody can concede in this conflict (H6)."]
    now = not seat.conceding
    session.seat(key, seat.changed(conceding=now))
    return ["You are asked before each roll whether to concede." if now else
            "You are not asked any more whether to concede."]  # fmt: skip


def leave(session: Session, key: str, said: str) -> list[str]:
    """Leave kinds of choices to the program, or take them back; where none is named, or one that
    there is not, tell what there is."""
    seat, kinds = session.seats.seats[key], said.replace(",", " ").split()
    unknown = [f"«{one}»" for one in kinds if one not in LEFT]
    if unknown or not kinds:
        there_is = [
            f"  l {one:<8} {WORDS[one]}: "
            + ("left to the program" if one in seat.leaves else "you are asked")
            for one in LEFT
        ]
        wrong = [f"No kind of choices is called {listed(unknown)}; there are:"] if unknown else []
        return wrong + there_is
    left = tuple(one for one in LEFT if (one in seat.leaves) != (one in kinds))
    session.seat(key, seat.changed(leaves=left))
    now = {True: "The tactician chooses for you", False: "You are asked again"}
    return [f"{now[one in left]}: {WORDS[one]}." for one in LEFT if one in kinds]
