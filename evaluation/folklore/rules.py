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

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from evaluation.folklore.sheets import (
    ASHES,
    CORE,
    Fields,
    arriving,
    boss,
    changed,
    conflict,
    lieutenants,
    minions,
    mobs,
    party,
    peers,
    thugs,
    with_stunts,
)
from evaluation.folklore.verdicts import FALLEN, GAIN, LENGTH, SCORE, Claim

BRAWLER, SKIRMISHER = "brawler", "skirmisher"
FAIR, TACTICIAN = "planner:fair", "tactician"
PLAY = (BRAWLER, SKIRMISHER, TACTICIAN)
QUICK = (BRAWLER, TACTICIAN)


@dataclass(frozen=True)
class Source:
    """Where a rule is said: the work, the section or title, and an address or a file of an open
    text."""

    work: str
    where: str
    address: str


@dataclass(frozen=True)
class Case:
    """Conflicts that differ in one thing, by what each is called."""

    name: str
    variants: Mapping[str, Fields]


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


def _srd(section: str, page: str) -> Source:
    return Source("Fate Core SRD", section, f"https://fate-srd.com/fate-core/{page}")


PLAYING = _srd("Running the Game, Playing the Opposition, Right-sizing",
               "creating-and-playing-opposition")  # fmt: skip
HANZ_ADVANTAGE = Source(
    "Book of Hanz", "The Joy of Create Advantage (12 June 2013)",
    "https://bookofhanz.com/apocrypha/20130612-Fate-Core-Thought-of-the-Day-The-Joy",
)  # fmt: skip
HANZ_ACTIONS = Source(
    "Book of Hanz", "So, some random hypothesizing here (17 June 2014)",
    "https://bookofhanz.com/apocrypha/20140617-So-some-random-hypothesizing-here_On",
)  # fmt: skip
BIG_BOSS = Source(
    "Fate Ideas, a blog", "Big boss fights (September 2017)",
    "https://fateideasblog.blogspot.com/2017/09/big-boss-fights.html",
)  # fmt: skip
BIG_BADS = Source(
    "Fate Condensed SRD", "Optional rules, Ways to Break the Rules for Big Bads",
    "https://fate-srd.com/fate-condensed/optional-rules",
)  # fmt: skip
LADDER = Source(
    "Station 53, a blog", "The Tao of Fate: Creating Challenging Opponents (9 January 2015)",
    "https://station53.blogspot.com/2015/01/",
)  # fmt: skip
FOUR_COLOR = Source(
    "Four-Color FAE", "Campaigns, Creating Challenging Encounters",
    "https://four-color-fae.gitbooks.io/four-color-fae/content/campaigns/creating-challenging-encounters.html",
)  # fmt: skip
GIANT = Source(
    "Giant in the Playground forums", "Setting up fight difficulty in FATE (July 2015)",
    "https://forums.giantitp.com/archive/index.php/t-426077.html",
)  # fmt: skip
MOB_POWER = Source(
    "Roll for Your Fate, a blog", "Teamwork, Mobs, and You (9 February 2016)",
    "https://rollforyourfate.com/2016/02/09/teamwork-mobs-and-you/",
)  # fmt: skip
MOB_FAE = Source(
    "Fate Accelerated SRD", "Running the Game, Bad Guys, Groups of Mooks",
    "https://fate-srd.com/fate-accelerated",
)  # fmt: skip
CONCESSIONS = Source(
    "Aggregate Cognizance, a blog", "Concessions Should Be Ever Present (27 March 2014)",
    "https://aggregatecognizance.com/2014/03/27/concessions-should-be-ever-present/",
)  # fmt: skip
GM_POINTS = _srd("Aspects and Fate Points, The GM and Fate Points", "fate-point-economy")
NAMELESS = _srd("Running the Game, Nameless NPCs", "creating-and-playing-opposition")
HOME = _srd("Running the Game, Creating Advantages for NPCs", "creating-and-playing-opposition")
CONCEDE = _srd("Challenges, Contests, and Conflicts, Conceding the Conflict", "conceding-conflict")
TEAM = _srd("Challenges, Contests, and Conflicts, Teamwork", "teamwork")
RATINGS = _srd("Extras, Weapon and Armor Ratings", "more-examples-extras")
ZERO = _srd("Extras, Weapon and Armor Ratings, Zero-Sum Is Boring", "more-examples-extras")
WEIGHT = Source("War of Ashes SRD", "Advanced Conflict, Weight in Combat",
                "https://fate-srd.com/war-ashes/advanced-conflict")  # fmt: skip

FOUR = party(CORE, 4)


def _boss_cases(peaks: Sequence[int], variants: Mapping[str, Mapping[str, Any]]) -> list[Case]:
    """A lone boss of each peak against four heroes, with what each variant changes."""
    return [
        Case(f"peak +{peak}", {
            name: conflict(CORE, FOUR, boss(peak), **more) for name, more in variants.items()
        })
        for peak in peaks
    ]  # fmt: skip


def _boss_peaks() -> list[Case]:
    return [
        Case("four heroes", {f"peak +{peak}": conflict(CORE, FOUR, boss(peak))
                             for peak in range(4, 9)})
    ]  # fmt: skip


def _alone() -> list[Case]:
    return [
        Case(f"peak +{peak}", {
            "two heroes": conflict(CORE, party(CORE, 2), boss(peak)),
            "four heroes": conflict(CORE, FOUR, boss(peak)),
            "four, and six thugs beside it": conflict(CORE, FOUR, boss(peak), thugs("fair", 6)),
        })
        for peak in (5, 6, 7)
    ]  # fmt: skip


def _half_ladder() -> list[Case]:
    def foes(
        mooks: int, named: int, late_mooks: int, late_named: int
    ) -> list[Mapping[str, Fields]]:
        late = [arriving(boss(5), 3)]
        if late_mooks:
            late.append(arriving(thugs("fair", late_mooks), 3))
        if late_named:
            late.append(arriving(lieutenants(late_named), 3))
        return [thugs("fair", mooks), lieutenants(named), *late]

    return [
        Case("four heroes", {
            "Fair, four opponents": conflict(CORE, FOUR, *foes(2, 1, 0, 0)),
            "Good, six": conflict(CORE, FOUR, *foes(3, 1, 0, 1)),
            "Great, eight": conflict(CORE, FOUR, *foes(4, 1, 1, 1)),
            "Superb, ten": conflict(CORE, FOUR, *foes(4, 1, 2, 2)),
        })
    ]  # fmt: skip


def _outnumber() -> list[Case]:
    return [
        Case("four heroes", {
            "four as good": conflict(CORE, FOUR, peers(4)),
            "six as good": conflict(CORE, FOUR, peers(6)),
            "six, one lower": conflict(CORE, FOUR, peers(6, 3)),
            "six, two lower": conflict(CORE, FOUR, peers(6, 2)),
        })
    ]  # fmt: skip


def _nameless() -> list[Case]:
    return [
        Case(quality.capitalize(), {
            f"{number} of them": conflict(CORE, FOUR, thugs(quality, number))
            for number in (4, 8, 12)
        })
        for quality in ("average", "fair", "good")
    ]  # fmt: skip


def _mobs() -> list[Case]:
    two = party(CORE, 2)
    return [
        Case(quality.capitalize(), {
            "eight singles": conflict(CORE, two, thugs(quality, 8)),
            "four mobs of two": conflict(CORE, two, mobs(quality, 4, 2)),
            "two mobs of four": conflict(CORE, two, mobs(quality, 2, 4)),
        })
        for quality in ("average", "fair", "good")
    ]  # fmt: skip


def _pool() -> list[Case]:
    return [
        Case(f"{number} against {number} as good", {
            f"{share} a hero": conflict(
                CORE, party(CORE, number), peers(number), pool=share * number
            )
            for share in range(4)
        })
        for number in (3, 4, 5)
    ]  # fmt: skip


TURF = ("Murder Holes Overhead", "They Know Every Step", "Tripwires in the Dark",
        "Barricades of Their Own")  # fmt: skip


def _home_turf() -> list[Case]:
    against = {
        "a boss, peak +6": boss(6),
        "four as good": peers(4),
        "eight good thugs": thugs("good", 8),
    }
    return [
        Case(name, {
            ("none", "one", "two", "three", "four")[number]: conflict(
                CORE, FOUR, foes,
                aspects=[
                    {"text": text, "helps": "both", "actions": ["attack", "defend"], "side": "gm",
                     "free": {"gm": 1}}
                    for text in TURF[:number]
                ],
            )
            for number in range(5)
        })
        for name, foes in against.items()
    ]  # fmt: skip


VERBS = ["move", "sprint", "attack", "create", "overcome", "help", "concede", "invoke"]
OFF_BALANCE = {"text": "Off Balance", "on": "enemy", "helps": "against", "skills": []}
GROUND = {"text": "Favourable Ground", "on": "zone", "helps": "bearer", "skills": [],
          "adverse": False}  # fmt: skip


def _create() -> list[Case]:
    return _boss_cases((5, 6, 7), {
        "attacks alone": {
            "actions": VERBS,
            "templates": [one | {"side": "gm"} for one in (OFF_BALANCE, GROUND)],
        },
        "advantages too": {"actions": VERBS, "templates": [OFF_BALANCE, GROUND]},
    })  # fmt: skip


def _teamwork() -> list[Case]:
    return _boss_cases((5, 6, 7), {
        "nobody helps": {"actions": [verb for verb in VERBS if verb != "help"]},
        "help": {"actions": VERBS},
    })  # fmt: skip


def _ratings(both: bool) -> list[Case]:
    def armed(rating: int, armour: bool) -> Fields:
        struck = {"skills": ["Fight", "Shoot"]}  # what armour stops: physical harm
        stunts = [{"name": "Weapon", "does": "weapon", "amount": rating, **struck}]
        if armour:
            stunts.append({"name": "Armour", "does": "armour", "amount": rating})
        return conflict(CORE, with_stunts(FOUR, *stunts), with_stunts(peers(4), *stunts))

    plain = conflict(CORE, FOUR, peers(4))
    name = "weapons and armour" if both else "weapons"
    return [
        Case(f"rating {rating}", {"no ratings": plain, name: armed(rating, both)})
        for rating in (1, 2, 3)
    ]


def _concede() -> list[Case]:
    against = {
        "a boss, peak +7": boss(7),
        "six as good": peers(6),
        "four as good": peers(4),
    }
    return [
        Case(name, {
            words: conflict(CORE, changed(FOUR, concedes=when), foes, stakes="careful")
            for words, when in (("never", "never"), ("once hurt", "hurt"), ("any time", "any"))
        })
        for name, foes in against.items()
    ]  # fmt: skip


def _weight() -> list[Case]:
    three = party(ASHES, 3)
    return [
        Case(f"{number} raiders", {
            "weight off": conflict(ASHES, three, minions(number, 1), weight=False),
            "weight on": conflict(ASHES, three, minions(number, 1), weight=True),
        })
        for number in (6, 9, 12)
    ]  # fmt: skip


def _lengths() -> list[Case]:
    return [
        Case("four heroes", {
            "eight nameless, Good": conflict(CORE, FOUR, thugs("good", 8)),
            "four supporting": conflict(CORE, FOUR, lieutenants(4)),
            "one main, peak +6": conflict(CORE, FOUR, boss(6)),
            "four main, as good": conflict(CORE, FOUR, peers(4)),
        })
    ]  # fmt: skip


RULES: tuple[Rule, ...] = (
    Rule(
        "boss-plus-two",
        "Let a lone boss peak two above the best hero.",
        (PLAYING, BIG_BOSS),
        "Four heroes whose best skill is +4 meet one main NPC with a full sheet, whose best skill "
        "is +4 to +8.",
        _boss_peaks(),
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
        _alone(),
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
        _half_ladder(),
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
        _outnumber(),
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
        _nameless(),
        QUICK,
        (Claim("twice as many as the heroes lose nine times in ten", SCORE, "8 of them", low=0.9),),
        "What such a fight costs in points and consequences for the next.",
    ),
    Rule(
        "mobs",
        "Thugs in a mob are more dangerous than the same thugs one by one.",
        (MOB_POWER, MOB_FAE, NAMELESS),
        "Two heroes against eight thugs: one by one, in four mobs of two, in two mobs of four.",
        _mobs(),
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
        _pool(),
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
        _home_turf(),
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
        _create(),
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
        _teamwork(),
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
        _ratings(False),
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
        _ratings(True),
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
        _concede(),
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
        _weight(),
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
        _lengths(),
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
