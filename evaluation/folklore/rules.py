"""The rules of thumb: each with where it is said, the conflicts that try it, and what it claims of
them. Claims were written down before the conflicts were played, but after a first look at some.

Some rules are tried at three levels of play, where a rule is about how hard a fight is: brawlers,
who hit the nearest enemy and spend nothing; the skirmisher, who does what the tactician would
mostly do; the tactician, who looks one turn ahead. One rule is played by the planner's level Fair
too, a group that has fought some conflicts together, which takes a hundred times as long. Where a
rule is about what brawlers never do (advantages, help, points, conceding) there are three strengths
of the opposition instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from evaluation.folklore import cases
from evaluation.folklore.cases import Case
from evaluation.folklore.sources import (
    BIG_BADS,
    BIG_BOSS,
    CONCEDE,
    CONCESSIONS,
    FOUR_COLOR,
    GIANT,
    GM_POINTS,
    HANZ_ACTIONS,
    HANZ_ADVANTAGE,
    HOME,
    LADDER,
    MOB_FAE,
    MOB_POWER,
    NAMELESS,
    PLAYING,
    RATINGS,
    TEAM,
    WEIGHT,
    ZERO,
    Source,
)
from evaluation.folklore.verdicts import FALLEN, GAIN, LENGTH, SCORE, Claim

BRAWLER, SKIRMISHER = "brawler", "skirmisher"
FAIR, TACTICIAN = "planner:fair", "tactician"
PLAY = (BRAWLER, SKIRMISHER, TACTICIAN)
QUICK = (BRAWLER, TACTICIAN)


@dataclass(frozen=True)
class Rule:
    """A rule of thumb: its short name, how it goes, who says so, what is played by whom, what it
    claims, and what the trial leaves out."""

    id: str
    says: str
    sources: Sequence[Source]
    tried: str
    cases: Sequence[Case]
    agents: Sequence[str]
    claims: Sequence[Claim]
    leaves_out: str


RULES: tuple[Rule, ...] = (
    Rule(
        "boss-plus-two",
        "Let a lone boss peak two above the best hero.",
        (PLAYING, BIG_BOSS),
        "Four heroes whose best skill is +4 meet one main NPC with a full sheet, whose best skill "
        "is +4 to +8.",
        cases.boss_peaks(),
        (BRAWLER, SKIRMISHER, FAIR, TACTICIAN),
        (Claim("a boss of +6 leaves both sides a chance (the heroes win 20% to 80%)", SCORE,
               "peak +6", low=0.2, high=0.8),),
        "Bosses with more than one action; for one with minions see the next rule.",
    ),
    Rule(
        "lone-boss",
        "A lone boss is lost: four heroes have four turns to its one.",
        (BIG_BADS, HANZ_ACTIONS, BIG_BOSS),
        "The boss alone against two heroes and four, and against four with six Fair thugs at its "
        "side.",
        cases.alone(),
        (TACTICIAN,),
        (
            Claim("four heroes beat it four times in five", SCORE, "four heroes", low=0.8),
            Claim("six thugs at its side cost the heroes ten points of their share or more", GAIN,
                  "four, and six thugs beside it", "four heroes", high=-0.1),
        ),
        "Bosses that break the rules: several actions, a bonus for being alone, a second form.",
    ),
    Rule(
        "half-ladder",
        "Half the ladder times the heroes is how many opponents a fight of that name takes.",
        (LADDER, FOUR_COLOR),
        "A boss of +5, supporting NPCs of +4 and Fair thugs in the proportions of the rule; about "
        "half are there at first, the boss and the rest come in the third exchange.",
        cases.half_ladder(),
        PLAY,
        (
            Claim("the heroes mostly win a Superb fight", SCORE, "Superb, ten", low=0.5),
            Claim("a Superb fight costs them five points of their share or more, to a Good one",
                  GAIN, "Superb, ten", "Good, six", high=-0.05),
        ),
        "Whether the names fit the feeling at the table, and other mixtures of opponents.",
    ),
    Rule(
        "outnumber",
        "Do not outnumber the heroes unless the opponents' skills are lower.",
        (PLAYING,),
        "Four heroes meet rivals with sheets like theirs: four, six, and six whose skills are all "
        "one or two lower.",
        cases.outnumber(),
        PLAY,
        (
            Claim("six as good as the heroes win more often than not", SCORE, "six as good",
                  high=0.5),
            Claim("against six whose skills are two lower the heroes do", SCORE, "six, two lower",
                  low=0.5),
        ),
        "Numbers between, and opponents without all their consequences.",
    ),
    Rule(
        "nameless",
        "Nameless opponents are no match for heroes.",
        (NAMELESS, GIANT),
        "Four heroes against four, eight and twelve nameless thugs, each with a turn of its own.",
        cases.nameless(),
        QUICK,
        (Claim("twice as many as the heroes lose nine times in ten", SCORE, "8 of them", low=0.9),),
        "What such a fight costs in points and consequences for the next.",
    ),
    Rule(
        "mobs",
        "Thugs in a mob are more dangerous than the same thugs one by one.",
        (MOB_POWER, MOB_FAE, NAMELESS),
        "Two heroes against eight thugs: one by one, in four mobs of two, in two mobs of four.",
        cases.in_mobs(),
        QUICK,
        (Claim("two mobs of four cost the heroes five points of their share or more", GAIN,
               "two mobs of four", "eight singles", high=-0.05),),
        "Mobs of other rulesets, which gain boxes or weight and no bonus.",
    ),
    Rule(
        "pool",
        "One fate point a hero is a fair pool for the GM.",
        (GM_POINTS,),
        "As many rivals as heroes, with the same sheets; heroes have three points each, the GM's "
        "pool none, one, two or three a hero.",
        cases.pool(),
        (TACTICIAN,),
        (Claim("with one point a hero such a fight is even (the heroes win 40% to 60%)", SCORE,
               "1 a hero", low=0.4, high=0.6),),
        "The evening: heroes have to make do with their points for several scenes, the pool is "
        "new in each.",
    ),
    Rule(
        "home-turf",
        "Opponents at home may start with two or three aspects and a free invoke on each; more is "
        "pushing it.",
        (HOME,),
        "Opponents with none to four aspects on the scene that are theirs alone, each with one "
        "free invoke.",
        cases.home_turf(),
        (TACTICIAN,),
        (
            Claim("two cost the heroes no more than fifteen points of their share", GAIN, "two",
                  "none", low=-0.15),
            Claim("four cost them five points or more", GAIN, "four", "none", high=-0.05),
        ),
        "Aspects that the heroes could find out or get rid of beforehand.",
    ),
    Rule(
        "create-first",
        "Create advantages: attacking alone is the weaker play.",
        (HANZ_ADVANTAGE, BIG_BOSS),
        "Four heroes against a boss, once without any advantage to create and once with two, on "
        "the enemy and on the ground.",
        cases.create(),
        (TACTICIAN,),
        (Claim("advantages gain the heroes five points of their share or more", GAIN,
               "advantages too", "attacks alone", low=0.05),),
        "How many advantages are best before an attack: the tactician decides that, and looks one "
        "turn ahead.",
    ),
    Rule(
        "teamwork",
        "Helping pays: give up your turn and add one to a friend's roll.",
        (TEAM,),
        "Four heroes against a boss, with and without the choice to help.",
        cases.teamwork(),
        (TACTICIAN,),
        (Claim("being able to help gains the heroes five points of their share or more", GAIN,
               "help", "nobody helps", low=0.05),),
        "Help by players who plan further than the tactician; help in challenges and contests, "
        "where nobody loses a blow by it.",
    ),
    Rule(
        "weapons",
        "Weapon ratings make fights short and deadly.",
        (RATINGS,),
        "Four heroes against four rivals as good, without ratings and with weapons of the same "
        "rating for all.",
        cases.ratings(False),
        (TACTICIAN,),
        (Claim("weapons take a fifth or more off the exchanges", LENGTH, "weapons", "no ratings",
               high=0.8),),
        "Weapons that hit on a tie, as the text has it: a tie stays a boost here.",
    ),
    Rule(
        "zero-sum",
        "If weapons and armour are equal on both sides, they might as well not be there.",
        (ZERO,),
        "The same fight without ratings, and with weapons and armour of the same rating for all.",
        cases.ratings(True),
        (TACTICIAN,),
        (
            Claim("the heroes' share changes by ten points at most", GAIN, "weapons and armour",
                  "no ratings", low=-0.1, high=0.1),
            Claim("the fight is neither a quarter shorter nor a third longer", LENGTH,
                  "weapons and armour", "no ratings", low=0.75, high=1.34),
        ),
        "Heroes and opponents whose ratings differ.",
    ),
    Rule(
        "concede",
        "Concede before you are taken out: it pays.",
        (CONCESSIONS, CONCEDE),
        "Both sides are careful of people, consequences and points; the heroes concede never, once "
        "they are hurt, or at any time.",
        cases.concede(),
        (TACTICIAN,),
        (
            Claim("a third fewer heroes are taken out", FALLEN, "any time", "never", high=2 / 3),
            Claim("it costs ten points of their share at most", GAIN, "any time", "never",
                  low=-0.1),
        ),
        "What the points and the better ending are worth in the scenes that follow.",
    ),
    Rule(
        "weight",
        "In War of Ashes, outweighing somebody two to one decides the fight.",
        (WEIGHT,),
        "Three heroes against six, nine and twelve raiders with a box each, without weight and "
        "with it.",
        cases.weight(),
        (TACTICIAN,),
        (Claim("weight costs the outnumbered heroes ten points of their share or more", GAIN,
               "weight on", "weight off", high=-0.1),),
        "Large creatures, and ground on which the heroes can be reached by few.",
    ),
    Rule(
        "lengths",
        "Nameless and supporting opponents make short fights, main ones long fights.",
        (PLAYING,),
        "Four heroes against eight nameless, four supporting, one main NPC of +6, and four main "
        "ones as good as they are.",
        cases.lengths(),
        PLAY,
        (
            Claim("four main NPCs last half as long again as eight nameless ones, or longer",
                  LENGTH, "four main, as good", "eight nameless, Good", low=1.5),
            Claim("they last half as long again as four supporting ones, or longer", LENGTH,
                  "four main, as good", "four supporting", low=1.5),
        ),
        "Time at the table: an exchange with many opponents takes longer than one with few.",
    ),
)  # fmt: skip
BY_ID = {one.id: one for one in RULES}
