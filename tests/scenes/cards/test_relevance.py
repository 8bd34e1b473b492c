"""What aspects of card scenes are taken to be and to speak to: by their words where nothing is
written, with the reason, and never against what is written.
"""

from __future__ import annotations

import pytest

from autogm.scenes.cards.relevance import Judged, Written, groups, judge, judge_sheet, tags
from autogm.scenes.cards.settled import Valence

INTENTIONS = {
    "bluff": ("bluff", "talk", "entry"),
    "creep": ("creep", "stealth"),
    "leap": ("leap",),
    "fight": ("fight",),
    "dance": ("dance", "tango"),
}


def judged(text: str, written: Written | None = None) -> Judged:
    return judge(text, INTENTIONS, written or Written())


@pytest.mark.parametrize(
    ("text", "valence", "helps", "opposes"),
    [
        ("Security Goons", "detrimental", set(), {"bluff", "creep", "fight"}),
        ("Locked Down Tight", "detrimental", set(), {"bluff", "creep"}),
        ("Silent Alarm", "detrimental", set(), {"bluff", "creep"}),
        ("Slick Tiles", "detrimental", set(), {"leap", "fight"}),
        ("Guard Distracted", "beneficial", {"bluff", "creep", "fight"}, set()),
        ("Broken Camera", "beneficial", {"bluff", "creep", "fight"}, set()),
        ("Fire Escape", "beneficial", {"leap"}, set()),
        ("Noisy", "neutral", {"creep"}, set()),
        ("Swanky", "neutral", set(), set()),
        ("No Guards Tonight", "neutral", set(), set()),
        ("Without an Alarm", "detrimental", set(), {"bluff", "creep"}),  # «an» is between
        ("Wallflower", "neutral", set(), set()),
        # opposing goes before helping
        ("Shadowy Guards", "detrimental", set(), {"bluff", "creep", "fight"}),
    ],
)
def test_words_say_what_an_aspect_is(
    text: str, valence: Valence, helps: set[str], opposes: set[str]
) -> None:
    found = judged(text)
    assert (found.valence, found.helps, found.opposes) == (valence, helps, opposes)


@pytest.mark.parametrize(
    ("text", "helps"),
    [
        ("Charming", {"bluff"}),
        ("Cat Burglar", {"bluff", "creep"}),
        ("Rooftop Runner", {"creep", "leap"}),
        ("Queen of the Tango", {"dance"}),
        ("Security Goons", set()),
        ("Never Dances", set()),
        ("Afraid of a Fight", set()),
        ("Daughter of Nobody", set()),
    ],
)
def test_words_say_what_a_sheet_helps(text: str, helps: set[str]) -> None:
    found = judge_sheet(text, INTENTIONS, None)
    assert (found.helps, found.opposes, found.valence) == (helps, set(), "neutral")
    assert len(found.why) >= 1
    assert judge_sheet(text, INTENTIONS, frozenset({"leap"})) == Judged(
        "neutral", frozenset({"leap"}), frozenset(), ()
    )


def test_reasons_say_the_word() -> None:
    assert judged("Security Goons").why == (
        "«Security Goons» keeps a watch («security»): it is detrimental and opposes bluff, creep "
        "and fight.",
    )
    assert judged("Swanky").why == (
        "«Swanky» is neutral, helps nothing and opposes nothing: no word says more.",
    )
    assert judge_sheet("Charming", INTENTIONS, None).why == (
        "«Charming» speaks well («charming»): it helps bluff.",
    )


LEAP, CREEP, BLUFF = frozenset({"leap"}), frozenset({"creep"}), frozenset({"bluff"})
NONE = frozenset[str]()


@pytest.mark.parametrize("text", ["Security Goons", "Noisy", "Guard Distracted", "Swanky"])
@pytest.mark.parametrize("valence", ["detrimental", "beneficial", "neutral", None])
@pytest.mark.parametrize("helps", [None, NONE, LEAP, CREEP])
@pytest.mark.parametrize("opposes", [None, NONE, BLUFF])
@pytest.mark.parametrize("turns", [NONE, BLUFF | CREEP])
def test_what_is_written_is_never_overruled(
    text: str,
    valence: Valence | None,
    helps: frozenset[str] | None,
    opposes: frozenset[str] | None,
    turns: frozenset[str],
) -> None:
    """And what is inferred beside it never contradicts it (G15)."""
    found = judged(text, Written(valence, helps, opposes, turns))
    assert valence in (None, found.valence)
    assert helps in (None, found.helps)
    assert opposes in (None, found.opposes)
    assert not found.helps & found.opposes
    assert opposes is not None or not found.opposes & turns
    if None not in (valence, helps, opposes):
        assert found.why == ()


def test_reasons_leave_out_what_is_written() -> None:
    found = judged("Security Goons", Written("neutral", opposes=LEAP))
    assert (found.opposes, found.helps, found.why) == (LEAP, NONE, ())
    (reason,) = judged("Security Goons", Written(helps=BLUFF, opposes=None)).why
    assert reason.endswith("it is detrimental and opposes creep and fight.")


@pytest.mark.parametrize(
    ("text", "written", "valence", "says"),
    [
        ("Old Friend", Written(opposes=BLUFF), "detrimental", "it is written to oppose"),
        ("Noisy", Written(opposes=BLUFF), "detrimental", "it is written to oppose"),
        ("Swanky", Written(helps=BLUFF), "beneficial", "it is written to help"),
        ("Slick Tiles", Written(helps=LEAP, opposes=NONE), "beneficial", "it is written to help"),
        ("Noisy", Written(helps=CREEP), "neutral", "hides who moves in it"),
        ("Swanky", Written(helps=LEAP, opposes=BLUFF), "neutral", ""),
    ],
)
def test_what_is_written_says_the_price_too(
    text: str, written: Written, valence: Valence, says: str
) -> None:
    found = judged(text, written)
    assert found.valence == valence
    assert says in " ".join(found.why)


def test_the_table_is_sound() -> None:
    """Every tag of a group is one that intentions may have, and groups undo groups that there
    are."""
    known = set(tags().values())
    named = {one.name for one in groups()}
    assert len(named) == len(groups())
    for group in groups():
        assert group.opposes | group.helps | group.sheet <= known, group.name
        assert group.undoes <= named
        assert group.opposes | group.helps | group.sheet
        assert not group.opposes & group.helps
    assert all(tags()[tag] == tag for tag in known)
