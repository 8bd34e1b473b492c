"""Where the rules of thumb are said."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Source:
    """Where a rule is said: the work, the section or title, and an address or a file of an open
    text."""

    work: str
    where: str
    address: str


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
