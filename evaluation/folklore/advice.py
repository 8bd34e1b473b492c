"""What a GM makes of a rule, by the verdict that it got: a sentence or two for the page."""

from __future__ import annotations

from collections.abc import Mapping

from evaluation.folklore.verdicts import Verdict

HOLDS, PARTLY = Verdict.holds, Verdict.partly
FAILS, UNDECIDED = Verdict.fails, Verdict.undecided

ADVICE: Mapping[str, Mapping[Verdict, str]] = {
    "boss-plus-two": {
        PARTLY: (
            "Who plays decides: where players only swing, two above is right; where they set "
            "up their blows it is easy, and three above is even."
        ),
    },
    "lone-boss": {
        PARTLY: (
            "Up to two above the best hero a boss alone is lost to four of them; three above "
            "it holds its own. Thugs at its side are worth about one step of its peak."
        ),
    },
    "half-ladder": {
        PARTLY: (
            "The names put fights in the right order. How hard such a fight is depends on how "
            "it is played far more than on its name."
        ),
    },
    "outnumber": {
        HOLDS: (
            "Six equals are all but certain defeat for four heroes; a single step less in "
            "their skills makes it a fight again."
        ),
    },
    "nameless": {
        HOLDS: (
            "They are there to let heroes shine. Put somebody with a name among them if the "
            "fight is to be in doubt."
        ),
    },
    "mobs": {
        PARTLY: (
            "Only mobs of Good thugs are a danger to two heroes; weaker thugs lose either way."
        ),
    },
    "pool": {
        FAILS: (
            "Fresh heroes have three points each and win with them. Against equals two to "
            "three points a hero make an even fight; with one a hero it is theirs."
        ),
    },
    "home-turf": {
        PARTLY: (
            "Two cost the heroes little and four cost them dearly, but only where the "
            "opponents are their match; nothing saves thugs."
        ),
    },
    "create-first": {
        PARTLY: (
            "The stronger the opponent, the more advantages gain. Against a boss that is "
            "beaten anyway, just hit it."
        ),
    },
    "teamwork": {
        FAILS: (
            "In a fight a turn is worth more than one on a friend's roll: create an advantage "
            "or strike instead."
        ),
        UNDECIDED: (
            "In a fight with this boss no gain of that size was seen: create an advantage or "
            "strike instead."
        ),
    },
    "weapons": {
        HOLDS: (
            "Each point of rating takes more off. Use them for fights that are to be over quickly."
        ),
        UNDECIDED: (
            "From a rating of 2 on fights are a fifth shorter or more; whether a rating of 1 takes "
            "as much off is in doubt."
        ),
        PARTLY: (
            "A rating of 1 takes a seventh off a fight, one of 2 about a fifth, one of 3 a third. "
            "Who wins changes little where all have the same."
        ),
    },
    "zero-sum": {
        HOLDS: "Let ratings differ between people, or leave them out.",
        PARTLY: (
            "Who wins hardly changes; how long it takes may. Let ratings differ between people, or "
            "leave them out."
        ),
        UNDECIDED: (
            "No change as large as that was seen. Let ratings differ between people, or leave them "
            "out."
        ),
    },
    "concede": {
        HOLDS: (
            "Whoever concedes in a lost fight is not taken out, and hardly any fight is lost by it."
        ),
        PARTLY: (
            "Whoever concedes in a lost fight is not taken out; in a fight that can be won, "
            "it saves fewer than that."
        ),
        UNDECIDED: (
            "In a fight that is lost it saves nearly everybody; where the fight is in doubt, "
            "it saves fewer."
        ),
    },
    "weight": {
        HOLDS: ("Count weights zone by zone before anything else."),
        PARTLY: (
            "Two to one decided nothing here; at four to one the same raiders, who lose "
            "without weight, win nearly every time."
        ),
    },
    "lengths": {
        HOLDS: (
            "Boxes and consequences make the length of a fight; for a short one use people "
            "without them."
        ),
        PARTLY: (
            "Boxes and consequences make the length of a fight, and so does how it is played."
        ),
    },
}
"""By the rule's name. A verdict without a sentence here is told alone."""
