"""Files of card scenes: what is read of them, and every fault told at its line with what would be
right.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from autogm.scenes.cards.settled import SideStakes
from tests.scenes.cards.written import PARTY, aspect, changed, faults, read


def test_a_scene_is_read(tmp_path: Path) -> None:
    scene = read(tmp_path, PARTY)
    assert (scene.title, scene.max_rolls, scene.gm_points, scene.bowl) == (
        "Crashing the Party", 4, 2, 1,
    )  # fmt: skip
    assert [one.id for one in scene.cards] == ["party"]
    assert [(one.id, one.points, sorted(one.tries)) for one in scene.characters] == [
        ("piper", 3, ["bluff", "sneak"]),
        ("rue", 2, ["sneak"]),
    ]
    assert [one.text for one in scene.aspects] == [
        "Swanky", "Locked Down Tight", "Host", "Camera", "Daughter of Venus", "Tired", "Cat",
        "Guard Busy", "Bruised",
    ]  # fmt: skip
    assert scene.notes == ()


def test_ids_and_tags_become_intentions(tmp_path: Path) -> None:
    scene = read(tmp_path, PARTY)
    assert aspect(scene, "Locked Down Tight").opposes == {"bluff", "sneak"}
    assert aspect(scene, "Host").opposes == {"bluff"}
    venus = aspect(scene, "Daughter of Venus")
    assert (venus.helps, venus.turns, venus.source) == ({"bluff"}, {"sneak"}, "sheet")
    text = changed(("opposes: [sneak]}\n", "opposes: [all]}\n"))
    assert aspect(read(tmp_path, text), "Camera").opposes == {"bluff", "sneak"}


def test_aspects_come_from_where_they_are_written(tmp_path: Path) -> None:
    scene = read(tmp_path, PARTY)
    assert {one.text: one.source for one in scene.aspects} == {
        "Swanky": "standing", "Locked Down Tight": "standing", "Host": "framed",
        "Camera": "standing", "Daughter of Venus": "sheet", "Tired": "standing", "Cat": "sheet",
        "Guard Busy": "players", "Bruised": "gm",
    }  # fmt: skip
    assert aspect(scene, "Camera").hidden
    assert aspect(scene, "Camera").after == {"bluff", "sneak"}
    tired, bruised, busy = (aspect(scene, one) for one in ("Tired", "Bruised", "Guard Busy"))
    assert (tired.status, tired.on, tired.lasts) == (True, "piper", "she has slept")
    assert (bruised.status, bruised.on, bruised.after) == (True, "rue", {"bluff", "sneak"})
    assert (busy.status, busy.on, busy.who, busy.after) == (False, "party", {"piper"}, {"bluff"})


def test_endings_and_stakes(tmp_path: Path) -> None:
    scene = read(tmp_path, changed(("max_rolls: 4", "max_rolls: 4\nstakes: {gm: {roll: 0.1}}")))
    inside, outside, tab = scene.endings
    assert (inside.gone, inside.winner, inside.worth) == ({"Locked Down Tight"}, "players", (0, -1))
    assert (outside.at_the_end, outside.winner, outside.kind) == (True, "gm", "resolution")
    assert (tab.kind, tab.implicit, tab.winner, tab.price) == (
        "bargain", False, "undecided", "their coats",
    )  # fmt: skip
    assert scene.stakes == {"players": SideStakes(), "gm": SideStakes(roll=0.1)}
    assert read(tmp_path, changed((", price: their coats", ""))).endings[2].implicit


def test_an_addition_may_bring_its_card(tmp_path: Path) -> None:
    """One card for all that name it so; its id is nobody else's."""
    more = "    - {text: Loud, on: The Lift, helps: [sneak]}\n"
    more += "    - {text: Slow, on: The Lift, opposes: [sneak]}\n"
    text = changed(("  gm:\n    - {text: Bruised", f"{more}  gm:\n    - {{text: Bruised"))
    scene = read(tmp_path, text)
    assert [one.title for one in scene.cards] == ["The Penthouse Party", "The Lift"]
    assert aspect(scene, "Loud").on == aspect(scene, "Slow").on == scene.cards[1].id == "new-1"
    taken = text.replace("  party:", "  new-1:").replace("on: party", "on: new-1")
    assert [one.id for one in read(tmp_path, taken).cards] == ["new-1", "new-2"]


def test_texts_are_meant_whatever_their_case(tmp_path: Path) -> None:
    scene = read(tmp_path, changed(("gone: [Locked Down Tight]", "gone: [locked down tight]")))
    assert scene.endings[0].gone == {"Locked Down Tight"}


CAMERA = "{text: Camera, hidden: true, kind: detrimental, opposes: [sneak]}"
INSIDE = "needs: {gone: [Locked Down Tight]}"
OUTSIDE = "at_the_end: true, worth: {gm: 1}"


@pytest.mark.parametrize(
    ("old", "new", "at", "field", "says"),
    [
        # references
        ("opposes: [entry]", "opposes: [entri]", "entri", "cards.party.aspects[1].opposes[0]",
         "no intention has the id or tag `entri`. Did you mean `entry`?"),
        ("borderline: [sneak]", "borderline: [snak]", "snak",
         "characters.piper.aspects[0].borderline[0]", "Did you mean `sneak`?"),
        ("after: [talk]", "after: [fight]", "fight", "additions.players[0].after[0]",
         "no intention has the id or tag `fight`"),
        ("tags: [talk, entry], who: [piper]", "tags: [talk, entry], who: [pipr]", "pipr",
         "intentions.bluff.who[0]", "no character has the id `pipr`. Did you mean `piper`?"),
        ("who: [piper], after", "who: [], after", "who: [], after", "additions.players[0].who",
         "nobody is named; leave it out to mean everybody"),
        ("tags: [talk, entry], who: [piper]", "tags: [talk, entry], who: []", "who: []}",
         "intentions.bluff.who", "nobody is named"),
        ("gone: [Locked Down Tight]", "gone: [Locked Down]", "gone: [", "resolutions.inside."
         "needs.gone[0]", "no aspect of this scene is called «Locked Down». Did you mean `Locked "
         "Down Tight`?"),
        ("on: party", "on: prty", "prty", "additions.players[0].on",
         "no card or character has the id `prty`; a new card is named by its title, which begins "
         "with a capital. Did you mean `party`?"),
        ("on: party", "on: The Penthouse Party", "on: The", "additions.players[0].on",
         "cards and characters are meant by their ids: write `party`"),
        ("on: rue", "on: Rue", "on: Rue", "additions.gm[0].on", "write `rue`"),
        # names
        ("cards:\n  party:", "cards:\n  rue: {title: Roof}\n  party:", "rue: {name",
         "characters.rue", "a card is called `rue` already, and `on: rue` would mean both"),
        ("  tab: {", "  inside: {", "they get in", "bargains.inside",
         "a resolution is called `inside` already"),
        ("  sneak: {", "  all: {who: [rue], words: go}\n  sneak: {", "all: {who",
         "intentions.all", "`all` means every intention already; call it something else"),
        ("sneak: {words: slip past, tags: [entry]}", "sneak: {words: slip past, tags: [all, "
         "entry]}", "[all", "intentions.sneak.tags[0]", "`all` means every intention already"),
        # what contradicts itself
        ("opposes: [entry]}\n      - {text: Host", "opposes: [entry], helps: [sneak]}\n      - "
         "{text: Host", "helps: [sneak]}", "cards.party.aspects[1].opposes",
         "it opposes `sneak`, and helps that too; it does one (G15)"),
        ("opposes: [talk], helps: []", "opposes: [talk], borderline: [talk]", "borderline: [talk]",
         "cards.party.aspects[2].opposes",
         "it opposes `bluff`, and can be turned against that too"),
        ("borderline: [sneak]", "opposes: [sneak]", "opposes: [sneak]}]",
         "characters.piper.aspects[0].opposes",
         "an aspect of a sheet opposes only once the GM turns it (G4, G15): write `borderline`"),
        ("borderline: [sneak]", "fixed: true", "fixed", "characters.piper.aspects[0].fixed",
         "nothing removes an aspect of a sheet (G18)"),
        ("borderline: [sneak]", "kind: beneficial", "aspects: [{text: Daughter",
         "characters.piper.aspects[0].kind", "an aspect of a sheet has no price"),
        ("borderline: [sneak]", "lasts: ever", "lasts: ever", "characters.piper.aspects[0].lasts",
         "it stands under `status` (G9)"),
        ("hidden: true", "lasts: an hour", "an hour", "cards.party.aspects[3].lasts",
         "`lasts` is for status cards (G23); on a card, `kept: true` sets an aspect aside"),
        ("hidden: true", "on: rue", "Camera, on", "cards.party.aspects[3].on",
         "an aspect of a card is on that card"),
        ("lasts: she has slept", "kept: true", "kept", "characters.piper.status[0].kept",
         "`lasts` says how long an aspect stays (G23)"),
        ("lasts: she has slept", "hidden: true", "Tired", "characters.piper.status[0].hidden",
         "hidden aspects are on cards (G16)"),
        ("lasts: she has slept", "framed: may", "Tired", "characters.piper.status[0].framed",
         "the GM frames aspects of cards (G1)"),
        ("on: party, ", "on: party, framed: may, ", "on: party", "additions.players[0].framed",
         "what a side may add is not framed"),
        ("on: party, ", "on: party, hidden: true, ", "on: party", "additions.players[0].hidden",
         "what a side may add is known"),
        ("on: party, ", "on: party, lasts: a day, ", "on: party", "additions.players[0].lasts",
         "`lasts` is for status cards, and `party` is no character (G23); `kept: true`"),
        ("on: rue, ", "on: rue, kept: true, ", "on: rue", "additions.gm[0].kept",
         "on a status card `lasts` says how long an aspect stays (G23), not `kept`"),
        ("on: rue, ", "on: rue, who: [rue], ", "on: rue", "additions.gm[0].who",
         "the GM adds after anybody's failure (G5); leave `who` out"),
        ("hidden: true", "hidden: true, framed: always", "Camera", "cards.party.aspects[3].framed",
         "what is hidden is revealed and not framed (G4); leave `framed` out"),
        ("hidden: true", "after: [sneak]", "Camera", "cards.party.aspects[3].after",
         "only hidden aspects of cards are added after a failure (G5)"),
        ("they are in, ", "they are in, at_the_end: true, ", "they are in",
         "resolutions.inside.at_the_end", "when time is up the GM resolves (G10)"),
        # texts that are not unique
        ("text: Guard Busy", "text: TIRED", "TIRED", "additions.players[0]",
         "«TIRED» stands already, in `characters.piper.status[0]`: nobody can add it; give this "
         "one a text of its own"),
        ("text: Guard Busy", "text: Camera", "on: party", "additions.players[0]",
         "«Camera» is an aspect already, in `cards.party.aspects[3]`; give this one"),
        # points and sizes
        ("points: {gm: 2", "points: {gm: -1", "gm: -1", "points.gm",
         "-1 is too small: the least is 0"),
        ("points: {gm: 2", "points: {gm: 10", "gm: 10", "points.gm",
         "10 is too large: the most is 9"),
        ("points: 3", "points: -1", "points: -1", "characters.piper.points", "the least is 0"),
        ("points: {gm: 2", "points: {gm: 0", "Locked Down Tight, k", "cards.party.aspects[1]",
         "the GM has no point left to frame «Locked Down Tight» with, which is detrimental (G1); "
         "raise `points.gm`, or make it `framed: may`"),
        ("max_rolls: 4", "max_rolls: 0", "max_rolls", "max_rolls", "the least is 1"),
        ("max_rolls: 4", "max_rolls: 31", "max_rolls", "max_rolls", "the most is 30"),
        # endings that nobody can reach
        (OUTSIDE, f"needs: {{failures: 1}}, {OUTSIDE}", "resolutions:", "resolutions",
         "when time is up nobody can resolve the scene (G10); add one with `side: gm` and without "
         "`needs`"),
        (INSIDE, "needs: {gone: [Cat]}", "gone: [Cat]", "resolutions.inside.needs.gone",
         "«Cat» is on a sheet, so it is never gone (G18)"),
        (INSIDE, "needs: {standing: [Tired], gone: [Tired]}", "they are in",
         "resolutions.inside.needs", "«Tired» cannot be gone and stand at once; leave out one"),
        (INSIDE, "needs: {successes: 3, failures: 2}", "they are in", "resolutions.inside.needs",
         "it takes 5 rolls, that of who resolves among them, and there are 4 (`max_rolls`, G10)"),
        # form
        ("title: Crashing the Party\n", "", "ruleset", "title", "`title` is missing"),
        ("hidden: true", "hiden: true", "hiden", "cards.party.aspects[3].hiden",
         "`hiden` is not known here. Did you mean `hidden`?"),
        ("framed: may", "framed: maybe", "maybe", "cards.party.aspects[2].framed",
         "`maybe` is not known here. Did you mean `may`?"),
        ("helps: [talk]", "helps: talk", "helps: talk", "characters.piper.aspects[0].helps",
         "should be a list (`[…]` or lines that begin with `- `), not talk; write [talk]"),
        ("side: gm", "side: GM", "side: GM", "resolutions.outside.side", "Did you mean `gm`?"),
    ],
)  # fmt: skip
def test_a_fault_is_told_at_its_line(
    tmp_path: Path, old: str, new: str, at: str, field: str, says: str
) -> None:
    text = changed((old, new))
    line = next(number for number, one in enumerate(text.splitlines(), 1) if at in one)
    found = faults(tmp_path, text)
    assert len(found) == 1, [str(one) for one in found]
    assert (found[0].field, found[0].line) == (field, line), str(found[0])
    assert says in found[0].says


def only_fault(folder: Path, text: str) -> str:
    """The one fault of a text, in words."""
    found = faults(folder, text)
    assert len(found) == 1, [str(one) for one in found]
    return found[0].says


INSIDE_LINE = next(one for one in PARTY.splitlines() if one.startswith("  inside:"))
TAB = "bargains:\n" + PARTY[PARTY.index("  tab:") :]


def test_the_players_need_an_end_of_theirs(tmp_path: Path) -> None:
    """A bargain does in a full scene; in a simple one a success has to resolve it."""
    without = changed((INSIDE_LINE + "\n", ""))
    assert faults(tmp_path, without) == ()
    neither = without.replace(TAB, "")
    assert only_fault(tmp_path, neither) == (
        "resolutions: the players can never resolve the scene (G5); add one with `side: players`"
    )
    simple = without.replace("max_rolls: 4", "simple: true")
    assert "never resolve the scene when they succeed (G8)" in only_fault(tmp_path, simple)


def test_the_gm_needs_an_end_without_conditions(tmp_path: Path) -> None:
    for needs in ("gone: [Swanky]", "standing: [Tired]", "successes: 1", "failures: 1"):
        text = changed((OUTSIDE, f"needs: {{{needs}}}, {OUTSIDE}"))
        assert "when time is up nobody can resolve the scene" in only_fault(tmp_path, text)
    nothing = changed(("resolutions:\n", "resolutions: {}\n"), (INSIDE_LINE + "\n", ""))
    nothing = "".join(one for one in nothing.splitlines(True) if not one.startswith("  outside"))
    assert len(faults(tmp_path, nothing.replace(TAB, ""))) == 2


def test_what_is_fixed_is_never_gone(tmp_path: Path) -> None:
    """Unless it need not come."""
    stands = changed(("opposes: [entry]}", "opposes: [entry], fixed: true}"))
    assert only_fault(tmp_path, stands).endswith(
        "«Locked Down Tight» stands and is `fixed`, so it is never gone (G18); name one that can "
        "be removed"
    )
    hidden = changed(
        ("hidden: true", "hidden: true, fixed: true"), (INSIDE, "needs: {gone: [Camera]}")
    )
    assert faults(tmp_path, hidden) == ()


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        # what the players add is added after what another one tries
        ((("gone: [Locked Down Tight]", "standing: [Guard Busy]"),
          ("who: [piper], after", "who: [rue], after")),
         "nobody who may add it may try what it comes after (G5)"),
        # what the GM may frame costs a point that it does not have left
        ((("gone: [Locked Down Tight]", "standing: [Host]"), ("gm: 2, bowl: 1", "gm: 1, bowl: 0")),
         "the GM has no point to frame it with (G1); raise `points.gm`"),
        # what is hidden can be neither revealed nor added
        ((("gone: [Locked Down Tight]", "standing: [Camera]"),
          ("hidden: true", "hidden: true, after: []"),
          ("detrimental, opposes: [sneak]}\nch", "neutral, opposes: []}\nch")),
         "it opposes nothing to be revealed against, and comes after nothing (G4, G5)"),
        # the GM adds it after nothing
        ((("gone: [Locked Down Tight]", "standing: [Bruised]"),
          ("on: rue, ", "on: rue, after: [], ")),
         "nobody who may add it may try what it comes after"),
    ],
)  # fmt: skip
def test_what_never_comes_never_stands(
    tmp_path: Path, changes: tuple[tuple[str, str], ...], says: str
) -> None:
    told = only_fault(tmp_path, changed(*changes))
    assert told.startswith("resolutions.inside.needs.standing: ")
    assert says in told


def test_who_resolves_needs_a_roll_of_its_own(tmp_path: Path) -> None:
    """The players resolve after a success, so not all rolls can have failed."""
    text = changed((INSIDE, "needs: {failures: 4}"))
    assert "resolutions.inside.needs: it takes 5 rolls, that of who resolves among them" in (
        only_fault(tmp_path, text)
    )
    assert faults(tmp_path, changed((INSIDE, "needs: {failures: 3}"))) == ()
    assert faults(tmp_path, changed((INSIDE, "needs: {successes: 1, failures: 3}"))) == ()


def test_all_points_together_have_their_limit(tmp_path: Path) -> None:
    def rich(points: int) -> str:
        more = "".join(f"  p{one}: {{name: P {one}, points: 9}}\n" for one in range(6))
        return changed(
            ("characters:\n", f"characters:\n{more}"),
            ("    points: 3\n", "    points: 0\n"),
            ("points: 2, ", f"points: {points}, "),
        )

    assert faults(tmp_path, rich(3)) == ()  # six times nine, two of the GM's, one in the bowl
    (found,) = faults(tmp_path, rich(4))
    lines = rich(4).splitlines()
    assert (found.field, lines[found.line - 1]) == ("characters", "characters:")
    assert found.says == (
        "characters: 61 fate points in all, those of GM and bowl included, are too many: at most "
        "60; lower `points` of characters, `points.gm` or `points.bowl`"
    )


@pytest.mark.parametrize(
    ("part", "line", "most", "field"),
    [
        ("cards:\n", "  c{}: {{title: Card {}}}\n", 11, "cards"),
        ("characters:\n", "  p{}: {{name: Person {}}}\n", 6, "characters"),
        ("intentions:\n", "  i{}: {{words: try {}}}\n", 6, "intentions"),
        ("bargains:\n", "  b{}: {{words: bargain {}, worth: {{}}}}\n", 13, "resolutions"),
        ("  gm:\n", "    - {{text: Extra {} {}, on: rue}}\n", 53, "cards"),
    ],
)
def test_sizes_have_their_limits(
    tmp_path: Path, part: str, line: str, most: int, field: str
) -> None:
    more = "".join(line.format(number, number) for number in range(most))
    assert faults(tmp_path, changed((part, part + more))) == ()
    found = faults(tmp_path, changed((part, part + more + line.format(99, 99))))
    assert [one.field for one in found] == [field]
    assert "are too many: at most " in found[0].message


def test_every_fault_is_told_at_once(tmp_path: Path) -> None:
    """Those of form, and those of references in what is sound."""
    text = changed(
        ("max_rolls: 4", "max_rols: 4"),
        ("opposes: [entry]", "opposes: [entri]"),
        ("hidden: true", "hidden: 7"),
        ("on: party", "on: prty"),
        ("gone: [Locked Down Tight]", "gone: [Lock]"),
    )
    found = faults(tmp_path, text)
    assert [one.line for one in found] == sorted(one.line for one in found)
    assert [one.field for one in found] == [
        "max_rols", "cards.party.aspects[1].opposes[0]", "cards.party.aspects[3].hidden",
        "additions.players[0].on", "resolutions.inside.needs.gone[0]",
    ]  # fmt: skip


def test_what_stands_in_a_faulty_part_is_not_told_to_be_missing(tmp_path: Path) -> None:
    """Neither aspects nor ids nor tags, and nothing is judged by what is left."""
    text = changed(
        ("text: Locked Down Tight, kind: detrimental", "text: Locked Down Tight, kind: bad"),
        ("name: Rue, points: 2", "name: Rue, points: two"),
        ("words: bluff her way in", "words: 7"),
        ("title: The Penthouse Party", "titel: The Penthouse Party"),
    )
    assert [one.field for one in faults(tmp_path, text)] == [
        "cards.party.titel", "cards.party.aspects[1].kind", "characters.rue.points",
        "intentions.bluff.words",
    ]  # fmt: skip
