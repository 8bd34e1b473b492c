"""Boards of every shape for the drawing tests: battles before their start and in the middle."""

from __future__ import annotations

from hypothesis import strategies as st

from autogm.model.words import SIDES
from autogm.view.board import (
    Board,
    BoardAspect,
    BoardEdge,
    BoardFighter,
    BoardSide,
    BoardSkill,
    BoardStunt,
    BoardZone,
    Free,
    Goal,
    Move,
    Note,
    Slot,
    Track,
    Turn,
)

texts = st.one_of(
    st.sampled_from(
        [
            "Fog",
            "Boulders <Piled> at the Edge",
            'The "Golden" & the Damned',
            "Donaudampfschifffahrtsgesellschaftskapitänswitwe",
            "MMMMMMMM WWWWWWWW MMMMMM",
            "[bold]not markup[/bold]",
            "Über die Brücke → 橋を渡る",
        ]
    ),
    st.text(min_size=1, max_size=60),
)
free = st.builds(Free, *(st.integers(0, 3) for _ in range(3)))
side_or_none = st.sampled_from([None, *SIDES])
aspects = st.builds(
    BoardAspect,
    text=texts,
    free=free,
    adverse=st.booleans(),
    side=side_or_none,
    hidden_from=side_or_none,
    new=st.booleans(),
)
tracks = st.lists(
    st.builds(
        Track,
        harm=st.sampled_from(["physical", "mental"]),
        checked=st.lists(st.booleans(), max_size=6).map(tuple),
    ),
    max_size=2,
    unique_by=lambda track: track.harm,
).map(tuple)
stunts = st.builds(
    BoardStunt, name=texts, does=st.just("+2 to attack with Fight"), used=st.booleans()
)
slots = st.sampled_from(
    [
        (),
        (Slot("mild", 2), Slot("moderate", 4), Slot("severe", 6)),
        (Slot("mild", 2, "Twisted <Ankle>"), Slot("severe", 6, "Half Blind & Afraid")),
    ]
)


@st.composite
def boards(draw: st.DrawFn, most_zones: int = 7, most_fighters: int = 12) -> Board:
    """A board with zones, ways and fighters drawn at random."""
    number = draw(st.integers(1, most_zones))
    ids = [f"z{index}" for index in range(number)]
    zones = []
    for zone in ids:
        unexplored = draw(st.booleans())
        zones.append(
            BoardZone(
                zone,
                draw(texts),
                () if unexplored else tuple(draw(st.lists(aspects, min_size=1, max_size=3))),
                unexplored=unexplored,
                difficulty=draw(st.integers(0, 4)) if unexplored else None,
                tags=tuple(draw(st.lists(st.sampled_from(["wet", "high", "dark"]), max_size=3))),
                exit=draw(st.booleans()),
                item=draw(st.sampled_from([None, "The <idol>"])),
            )
        )
    ends = st.tuples(st.sampled_from(ids), st.sampled_from(ids)).filter(lambda e: e[0] != e[1])
    pairs = draw(st.lists(ends, max_size=2 * number)) if number > 1 else []
    edges = [
        BoardEdge(
            start,
            end,
            one_way=draw(st.booleans()),
            barrier=draw(st.booleans()),
            difficulty=draw(st.sampled_from([None, 1, 12])),
            sight=draw(st.booleans()),
        )
        for start, end in pairs
    ]
    fighters = [
        BoardFighter(
            f"f{index}",
            draw(texts),
            draw(st.sampled_from(SIDES)),
            draw(st.sampled_from(ids)),
            type=draw(st.sampled_from(["player", "main", "minion", "group", "swarm"])),
            weight=draw(st.sampled_from([0, 1, 2, 8])),
            members=draw(st.sampled_from([1, 4])),
            tracks=draw(tracks),
            slots=draw(slots),
            skills=(BoardSkill("Careful", 3), BoardSkill("Quick", -2, ((0, ("move",)),))),
            aspects=tuple(draw(st.lists(aspects, max_size=2))),
            attached=tuple(draw(st.lists(aspects, max_size=1))),
            points=draw(st.sampled_from([None, 0, 12])),
            arrives=draw(st.sampled_from([None, None, None, 3])),
            presence=draw(st.sampled_from(["in", "in", "in", "taken out", "conceded"])),
            stunts=tuple(draw(st.lists(stunts, max_size=2))),
            status=draw(st.sampled_from([(), ("helps <Bo>",)])),
            news=draw(st.sampled_from([(), ("hit for 3", "mild consequence")])),
            owed=draw(st.sampled_from([0, 2])),
        )
        for index in range(draw(st.integers(0, most_fighters)))
    ]
    return Board(
        title=draw(texts),
        zones=tuple(zones),
        edges=tuple(edges),
        fighters=tuple(fighters),
        aspects=tuple(draw(st.lists(aspects, max_size=4))),
        players=BoardSide(draw(texts), None, (Goal("be the last side standing"),)),
        gm=BoardSide(draw(texts), 3, (Goal("take out <everyone>", "two out"), Goal("survive"))),
        ruleset="War of Ashes",
        kind="physical",
        exchange=draw(st.sampled_from([None, 3])),
        order=tuple(Turn(fighter.name, (fighter.id,)) for fighter in fighters[:4]),
        order_by=(Note("by Quick"),),
        turn=draw(st.sampled_from([None, *(fighter.id for fighter in fighters)])),
        now=draw(st.sampled_from(["", "Rolf chooses what to do this turn"])),
        moves=tuple(
            Move(draw(st.sampled_from([fighter.id for fighter in fighters])), start, end)
            for start, end in (pairs[:2] if fighters else [])
        ),
        weight_ratio=draw(st.sampled_from([None, (2, 4)])),
    )
