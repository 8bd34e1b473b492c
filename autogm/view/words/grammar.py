"""Grammar for names that people write: which of them speak of several («the Dockers arrive»), which
want an article, whose something is, and a verb in the number of its subject.
"""

from __future__ import annotations

import re
from functools import lru_cache

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
           "eleven", "twelve")  # fmt: skip
LIMITERS = frozenset(
    {*NUMBERS, "a", "an", "the", "all", "any", "another", "both", "each", "every", "few", "her",
     "his", "its", "many", "more", "most", "my", "other", "our", "several", "some", "that", "their",
     "these", "this", "those", "your"}
)  # fmt: skip
"""Words before which a name takes no article."""
PLURALS = frozenset({"people", "dead", "men", "women", "children", "mice", "wolves", "others"})
TAILS = ("folk", "men", "women", "people", "kin")
UNCOUNTED = frozenset({"dead", "others"})
COUNTS = frozenset({*NUMBERS[2:], "all", "both", "few", "many", "more", "most", "several", "some"})
"""Words that say how many there are, so that a name with one never speaks of one alone."""
SINGULARS = (
    (r"(m)en$", r"\1an"),
    (r"(child)ren$", r"\1"),
    (r"(m)ice$", r"\1ouse"),
    (r"(wol|el|dwar)ves$", r"\1f"),
    (r"(thie)ves$", r"\1f"),
    (r"(zombie|pixie|genie|rookie|magpie)s$", r"\1"),
    (r"ies$", "y"),
    (r"(ch|sh|ss|x|o)es$", r"\1"),
    (r"(?<=[^su])s$", ""),
)
"""Ends of plurals, and of one of them."""
PREPOSITION = "(?:of|in|from|at|on|with|who|under|behind)"
DOUBLED = frozenset({"compel", "get", "let", "put", "step"})
"""Verbs that double their last letter before «-ing»."""
VERBS = {"is": "are", "has": "have", "does": "do", "goes": "go", "ties": "tie", "was": "were"}
KEPT = 1024
"""Names whose grammar is kept: the same few are asked about with every sentence."""
IRREGULAR = {"be": "is", "have": "has"}


@lru_cache(maxsize=KEPT)
def plural(name: str) -> bool:
    """Whether the name of a side or a group speaks of several: it joins two (`Olivia and Rolf`),
    or the last word before a preposition is a plural (`Bandits of the pass`)."""
    if " and " in name:
        return True
    words = re.split(f" {PREPOSITION} ", name)[0].lower().split()
    words = [word for word in words if not word.isdigit()]
    if not words:
        return False
    last = words[-1]
    if last in PLURALS or last.endswith(TAILS):
        return True
    return last.endswith("s") and not last.endswith(("ss", "us", "is", "'s"))


@lru_cache(maxsize=KEPT)
def one_of(name: str) -> str:
    """What a name that speaks of several is where only one of them is left: `the Street Tough`.
    Where its words count, or have no form for one, `the last of the Dead`."""
    parts = re.fullmatch(rf"(.*?)([^ ]*[^ \d])((?: \d+)*)((?: {PREPOSITION} .*)?)", name)
    words = name.lower().split()
    counts = "and" in words or any(word in COUNTS or word.isdigit() for word in words[:-1])
    single = _singular(parts[2]) if parts is not None and not counts else ""
    if parts is None or not single:
        return last_of(inside(name, article=True))
    one = inside(f"{parts[1]}{single}{parts[3]}{parts[4]}")
    first = one.partition(" ")[0]
    bare = first.lower() in LIMITERS or first.endswith(("'s", "s'"))
    return one if bare else f"the {one}"


def last_of(name: str) -> str:
    """The last of several, by their name within a sentence."""
    return f"the last of {name}"


def _singular(word: str) -> str:
    """One of those that a plural speaks of; empty where the word has no form for one."""
    if word.lower() in UNCOUNTED or word.lower().endswith(("folk", "people", "kin")):
        return ""
    for pattern, form in SINGULARS:
        single, found = re.subn(pattern, form, word, flags=re.IGNORECASE)
        if found:
            return single
    return ""


def inside(name: str, *, article: bool = False) -> str:
    """A name within a sentence: `The` becomes `the`; with `article`, a plural and what is `of`
    something get one where nothing stands before them."""
    first, _, rest = name.partition(" ")
    if first == "The" and rest:
        return f"the {rest}"
    bare = first.lower() in LIMITERS or first.isdigit() or first.endswith(("'s", "s'"))
    if article and not bare and " and " not in name and (plural(name) or " of " in name):
        return f"the {name}"
    return name


def start(text: str) -> str:
    """A text as the beginning of a sentence."""
    return text[:1].upper() + text[1:]


def full_stop(text: str) -> str:
    """The text as a sentence that ends, if it does not."""
    return text if text.endswith((".", "?", "!")) else f"{text}."


def possessive(name: str) -> str:
    """Whose: `Rolf's`, `Three Apprentices'`."""
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def plural_verb(word: str) -> str:
    """A verb written for one (`arrives`) as it is for many (`arrive`)."""
    if word in VERBS:
        return VERBS[word]
    if word.endswith("ies"):
        return f"{word[:-3]}y"
    if word.endswith(("ches", "shes", "sses", "xes")):
        return word[:-2]
    return word.removesuffix("s")


def gerund(phrase: str) -> str:
    """What somebody does, as the subject of a sentence: `attack Bruno` is `attacking Bruno`."""
    word, space, rest = phrase.partition(" ")
    if word in DOUBLED:
        word += word[-1]
    elif word.endswith("e") and word != "be" and not word.endswith("ee"):
        word = word[:-1]
    return f"{word}ing{space}{rest}"


def listed(names: list[str]) -> str:
    """Names as a list within a sentence: `Rolf, Deliah and Olivia`."""
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


def counted(number: int) -> str:
    """A number in words, as long as it has a short one."""
    return NUMBERS[number] if 0 <= number < len(NUMBERS) else str(number)


def counted_of(number: int, noun: str) -> str:
    """How many of something, in figures: `1 step`, `12 steps`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def third_person(phrase: str) -> str:
    """What one may do as what one does: `attack Bruno` is `attacks Bruno`."""
    word, space, rest = phrase.partition(" ")
    if word in IRREGULAR:
        word = IRREGULAR[word]
    elif word.endswith(("s", "x", "ch", "sh", "o")):
        word += "es"
    elif word.endswith("y") and word[-2:-1] not in tuple("aeiou"):
        word = f"{word[:-1]}ies"
    else:
        word += "s"
    return f"{word}{space}{rest}"
