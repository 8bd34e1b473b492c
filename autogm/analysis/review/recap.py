"""A recap of a play in prose, as Markdown: who met whom, how it went exchange by exchange, where it
turned, how it ended, and what the figures say. It tells a side no more than its review does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from autogm.analysis.review.beats import Beat, known_game
from autogm.analysis.review.measures import SET_BY_BATTLES
from autogm.analysis.review.prose import (
    GREAT,
    SMALL,
    TOLD,
    Narrator,
    Passage,
    came_to_nothing,
    led_up_to,
)
from autogm.analysis.review.tallies import ALL, POOL, Tally
from autogm.game.contract import GM, PLAYERS, UNDECIDED
from autogm.model.words import SEVERITIES, SIDES
from autogm.view.markdown import as_markdown
from autogm.view.words.endings import ends_unwon
from autogm.view.words.grammar import counted, listed, start
from autogm.view.words.names import names_of

if TYPE_CHECKING:
    from autogm.analysis.review import Review

STANDING = (
    (0.9, "all but won"),
    (0.7, "well ahead"),
    (0.57, "ahead"),
    (0.43, "level"),
    (0.3, "behind"),
    (0.1, "well behind"),
    (0.0, "all but lost"),
)
"""What is said of a side whose chance to win is so high or higher."""
MOST_TOLD = 7
"""Beats of an exchange that get sentences of their own, unless more of them stand out."""
BARGAIN = "bargain"
"""Whose ending a bargain is, by the contract."""
TURNS = ("That turns the tide", "That swings it again", "And that decides much")
"""How turning points are told, one after the other."""
UNSEEN = "Nothing is to be seen of it."
"""What is said where it went up or down with nothing that is told."""
BEGINS = "The exchange begins."
ENDS = "## How it ends"
"""A heading that every recap has."""


def recap(review: Review) -> str:
    """The recap of a play, as Markdown."""
    parts = [f"# {as_markdown(review.start.game.title)}", *_opening(review)]
    parts += _exchanges(review) if review.is_conflict else _paragraphs(review)
    parts += [*_ending(review), *_turns(review), *_decisions(review), *_figures(review)]
    return "\n\n".join(parts) + "\n"


def is_recap(text: str) -> bool:
    """Whether a file is a recap, as it was written or edited since."""
    return text.startswith("# ") and f"\n{ENDS}\n" in text


def _opening(review: Review) -> Iterator[str]:
    """Who met whom, and how it looked."""
    scale, side = review.scale, review.side
    us = scale.sides[side]
    if review.is_conflict:
        ours, theirs = (_there(review, one, first=True) for one in (PLAYERS, GM))
        if ours and theirs:
            faces, several = f"faces {listed(theirs)}", len(ours) > 1 or None
            names = names_of(review.start.game.encounter)
            yield as_markdown(start(f"{names.says(listed(ours), faces, many=several)}."))
    if scale.chances:
        worth = review.account.start[side]
        chance = f"a chance of {scale.told(worth)} to win"
        if abs(worth) < 0.14:
            have = _are(review, "has", "have")
            yield as_markdown(f"It could go either way: {us} {have} {chance}.")
        else:
            much = "favoured" if worth > 0 else "up against it"
            are = _are(review, "is", "are")
            yield as_markdown(start(f"{us} {are} {much} from the start, with {chance}."))


def _are(review: Review, one: str, many: str) -> str:
    scale = review.scale
    return many if scale.sides[review.side] in scale.many else one


def _there(review: Review, side: int, *, first: bool) -> list[str]:
    """Who is known to be there on a side, at the first or the last state."""
    state = review.start if first else review.end
    game = known_game(state, review.to)
    names = names_of(game.encounter)
    known = {one.id for one in game.encounter.fighters}
    found = []
    for number, one in enumerate(state.game.encounter.fighters):
        here = (int(state.record[0]["present"]) >> number) & 1
        if here and one.side == SIDES[side] and one.id in known:
            found.append(names.fighters[one.id])
    return found


def _exchanges(review: Review) -> Iterator[str]:
    """A conflict exchange by exchange."""
    narrator, scale, side = Narrator(), review.scale, review.side
    turned = {one.number for one in review.moments}
    groups, stood, last = dict[int, list[Beat]](), "", ""
    for beat in review.beats:
        groups.setdefault(beat.exchange or 1, []).append(beat)
    for exchange, beats in groups.items():
        passages = [(beat, narrator.passage(beat)) for beat in beats]
        said = list(_sentences(review, passages, turned))
        if not said:
            continue
        yield f"## Exchange {exchange}"
        yield as_markdown(" ".join(said))
        if beats[-1].number != review.beats[-1].number and scale.chances:
            worth = beats[-1].after[side]
            now, told = _standing(scale.value(worth)), scale.told(worth)
            if (now, told) != (stood, last):  # else it need not be said again
                yield f"*{as_markdown(_stands(review, worth, now, now == stood))}*"
            stood, last = now, told


def _sentences(
    review: Review, passages: Sequence[tuple[Beat, Passage]], turned: set[int]
) -> Iterator[str]:
    """The sentences of an exchange: what stands out and what moved it, in order; small things
    together, those that others rest on before, and those that came to nothing after it."""
    side = review.side
    ranked = sorted(
        (one for one in passages if one[1].weight >= TOLD or one[0].number in turned),
        key=lambda one: (one[0].number not in turned, -one[1].weight, -abs(one[0].moved(side))),
    )
    great = sum(one.weight == GREAT for _, one in ranked)
    chosen = {beat.number for beat, _ in ranked[: max(MOST_TOLD, great)]}
    told = {
        beat.number
        for beat, passage in passages
        if beat.number in chosen and (passage.sentence or beat.number in turned)
    }
    small = [
        passage for beat, passage in passages if beat.number not in told and passage.weight >= SMALL
    ]
    yield from led_up_to(small)
    for beat, passage in passages:
        if beat.number in told:
            yield passage.sentence or _nothing(beat)
            if beat.number in turned:
                yield _turned(review, beat)
    yield from came_to_nothing(small)


def _nothing(beat: Beat) -> str:
    """What is said of a beat in which nothing happened that is told."""
    return BEGINS if any(one.event.kind == "exchange" for one in beat.events) else UNSEEN


def _turned(review: Review, beat: Beat) -> str:
    """That a play turned there, by how much."""
    side, scale = review.side, review.scale
    before, after = scale.told(beat.before[side]), scale.told(beat.after[side])
    place = [one.number for one in review.moments].index(beat.number)
    lead = "That decides it" if beat.ends else TURNS[place]
    up, later = "up" if beat.moved(side) > 0 else "down", _afterwards(beat, side)
    if not scale.chances:
        what = f"what it is worth to {scale.side}"
        return f"{lead}: {what} goes {up} from {before} to {after}{scale.of}{later}."
    what = f"the chance of {scale.sides[side]}"
    return f"{lead}: {what} goes {up} from {before} to {after}{later}."


def _afterwards(beat: Beat, side: int) -> str:
    """That what a beat moved was for the most part not foreseen, as the end of a sentence."""
    found = beat.totals(side)
    later = abs(found.reappraisal) > abs(found.luck + sum(found.judgement))
    return ", most of it seen only on looking again" if later else ""


def _standing(share: float) -> str:
    """What is said of a side with such a chance to win."""
    return next(words for least, words in STANDING if share >= least)


def _stands(review: Review, worth: float, how: str, still: bool) -> str:
    """How it stands at the end of an exchange."""
    scale = review.scale
    us, told = scale.sides[review.side], scale.told(worth)
    if how == "level":
        return f"It is {'still ' if still else ''}anybody's fight ({told} for {us})."
    have = _are(review, "has", "have") if how.startswith("all but") else _are(review, "is", "are")
    return start(f"{us} {have} {'still ' if still else ''}{how} ({told}).")


def _paragraphs(review: Review) -> Iterator[str]:
    """A game that is told in paragraphs."""
    turned = {one.number for one in review.moments}
    for beat in review.beats:
        said = [_first(beat)] if _first(beat) else []
        if beat.number in turned:
            said.append(_turned(review, beat))
        if said:
            yield as_markdown(" ".join(said))


def _ending(review: Review) -> Iterator[str]:
    """How it ended, and who is left."""
    yield ENDS
    end, scale = review.end, review.scale
    if not end.is_terminal():
        yield "It is not over yet."
        return
    said = [_won(review)]
    if review.is_conflict:
        left = [_there(review, one, first=False) for one in (PLAYERS, GM)]
        standing = [*left[PLAYERS], *left[GM]]
        if standing:
            several = len(standing) > 1 or standing[0] in names_of(review.told_game.encounter).many
            said.append(f"Still there {'are' if several else 'is'} {listed(standing)}.")
        hurt = [_wounded(review, who, one) for who, one in review.tallies.items() if _marked(one)]
        if hurt:
            said.append(start(f"{listed(hurt)}."))
        best = _best(review)
        said += [best] if best else []
    dice = review.account.totals(review.side).luck
    if abs(scale.change(dice)) >= 0.03:
        kind = "kind to" if dice > 0 else "against"
        whose = scale.sides[review.side]
        said.append(f"The dice were {kind} {whose}, by {scale.size(dice)} in all.")
    yield as_markdown(" ".join(said))


def _won(review: Review) -> str:
    end, scale = review.end, review.scale
    if review.is_conflict:
        for told in reversed([one for beat in review.beats for one in beat.events]):
            if told.event.kind == "end":
                from autogm.view.words.events import EventWords

                return EventWords(told.game).tell(told.event)
    if end.winner in (None, UNDECIDED):
        whose = getattr(end.game, "whose_ending", None)
        if whose is not None and whose(end) == BARGAIN:
            return "It ends in a bargain."
        return ends_unwon(end.game)
    return start(f"{scale.sides[SIDES.index(end.winner)]} won.")


def _marked(tally: Tally) -> bool:
    """Whether a fighter takes something home that lasts."""
    return not tally.left and any(one in ("moderate", "severe") for one in tally.consequences)


def _wounded(review: Review, who: str, tally: Tally) -> str:
    taken = sorted(tally.consequences, key=SEVERITIES.index, reverse=True)
    named = listed([f"a {one} consequence" for one in taken])
    names = names_of(review.told_game.encounter)
    return names.says(names.of(who), f"carries {named} away")


def _best(review: Review) -> str:
    """Who dealt most."""
    names = names_of(review.told_game.encounter)
    dealt = {who: one.dealt for who, one in review.tallies.items() if one.dealt}
    if len(dealt) < 2:
        return ""
    who = max(dealt, key=lambda one: dealt[one])
    one = review.tallies[who]
    hits = "one hit" if one.hits == 1 else f"{counted(one.hits)} hits"
    return start(f"{names.of(who)} dealt the most: {dealt[who]} shifts in {hits}.")


def _turns(review: Review) -> Iterator[str]:
    """The moments where it moved most, with what moved it."""
    if not review.moments:
        return
    yield "## Where it turned"
    told, scale = moment_words(review, Narrator()), review.scale
    yield "\n".join(
        f"- **{scale.points(beat.moved(review.side))}** {as_markdown(told[beat.number])} "
        f"{as_markdown(split_words(review, beat))}"
        for beat in review.moments
    )


def moment_words(review: Review, narrator: Narrator) -> dict[int, str]:
    """What happened in each beat where a play turned, by its number."""
    found, turned = {}, {one.number for one in review.moments}
    for beat in review.beats:
        said = narrator.passage(beat).sentence if review.is_conflict else _first(beat)
        when = "" if beat.exchange is None else f"Exchange {beat.exchange}: "
        if beat.number in turned:
            found[beat.number] = when + (said or _nothing(beat))
    return found


def _first(beat: Beat) -> str:
    """What happened in a beat of a game that is told event by event: briefly, where its events can
    be told so."""
    told = (getattr(one.event, "brief", str(one.event)) for one in beat.events)
    return " ".join(one for one in told if one)


def split_words(review: Review, beat: Beat) -> str:
    """What a beat's change was made of, in brackets."""
    side, scale = review.side, review.scale
    found = beat.totals(side)
    parts = [(found.luck, "luck")]
    parts += [(one, f"judgement of {scale.sides[n]}") for n, one in enumerate(found.judgement)]
    parts.append((found.reappraisal, "reappraisal"))
    told = [f"{what} {scale.points(one)}" for one, what in parts if scale.is_told(one)]
    return f"({', '.join(told)})" if told else ""


def _decisions(review: Review) -> Iterator[str]:
    """The decisions that cost most, with the better line."""
    if not review.decisions:
        return
    yield "## What might have been"
    rows = []
    for number, one in enumerate(review.decisions, 1):
        cost = f"That gave {review.scale_of(one.side).size(one.lost)} away."
        rows.append(f"{number}. {as_markdown(f'{one.sentence()} {cost} {one.why()}'.strip())}")
    yield "\n".join(rows)


def _figures(review: Review) -> Iterator[str]:
    """The account, and who did what."""
    yield "## In figures"
    yield _table(("", f"for {review.scale.sides[review.side]}"), account_rows(review))
    if review.tallies:
        yield _table(*tally_rows(review))
    yield f"*{as_markdown(measured_words(review))}*"


def account_rows(review: Review) -> list[tuple[str, str]]:
    """What changed a play for a side in all, from its beginning to its end: what, and by how
    much."""
    side, scale = review.side, review.scale
    found, account = review.account.totals(side), review.account
    return [
        ("at the start", scale.told(account.start[side])),
        ("luck of the dice", scale.points(found.luck)),
        *((f"judgement of {scale.sides[n]}", scale.points(one))
          for n, one in enumerate(found.judgement)),
        ("reappraisal", scale.points(found.reappraisal)),
        ("at the end", scale.told(account.result[side])),
    ]  # fmt: skip


def measured_words(review: Review) -> str:
    """What a review was measured with, and what its figures are."""
    exact = "exactly, to the end" if review.account.exact else "an estimate"
    by = review.measured.removesuffix(SET_BY_BATTLES) if review.account.exact else review.measured
    known = "" if review.to is None else f" From what {review.scale.sides[review.to]} knew"
    if known and review.account.exact:
        known += " at each moment: what came to light, and they could not foresee, is reappraisal"
    known += "." if known else ""
    return (
        f"Measured by {by}: {exact}.{known} Figures are {review.scale.unit}; luck, "
        f"judgement and reappraisal add up to what changed. {review.scale.explained}"
    ).rstrip()


def tally_rows(review: Review) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Who did what, as the heads and rows of a table."""
    heads = (
        "", "turns", "dealt", "taken", "points spent/gained", "invokes paid/free", "consequences",
        "left",
    )  # fmt: skip
    names, rows = names_of(review.told_game.encounter), list[tuple[str, ...]]()
    for who, one in review.tallies.items():
        name = names.of(who)
        if who in (ALL, POOL):
            name = f"{names.sides[who]} in common{', and the pool' if who == POOL else ''}"
        points, invokes = f"{one.spent}/{one.gained}", f"{one.invoked}/{one.invoked_free}"
        harm = ", ".join(one.consequences) or "–"
        rows.append(
            (name, str(one.turns), str(one.dealt), str(one.taken), points, invokes, harm,
             one.left or "–")
        )  # fmt: skip
    return heads, rows


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [f"| {' | '.join(map(as_markdown, heads))} |", f"|{'---|' * len(heads)}"]
    lines += [f"| {' | '.join(map(as_markdown, row))} |" for row in rows]
    return "\n".join(lines)
