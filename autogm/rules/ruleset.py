"""A ruleset as data: the fields in which editions of Fate differ, each with the rules it carries.
Every † of the rules that is a number, a named option or a table is a field here, and a scenario
overrides it by this name. The values live in `autogm/rules/data/*.yaml`, which extend one
another; this module only says what a ruleset may say.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from autogm.model.aspect_uses import Template
from autogm.model.base import Written
from autogm.model.character import Boxes
from autogm.model.words import BoostManeuver, Harm, Maneuver, RollKind

RING = ("Careful", "Clever", "Flashy", "Forceful", "Quick", "Sneaky")
"""The approaches in the order of their ring (R3)."""

Count = Annotated[int, Field(ge=0, le=20)]
Absorbs = Annotated[int, Field(ge=1, le=20)]


def _field(rules: str, says: str) -> Any:
    """A ruleset field that names its rules, so that tables can show them."""
    return Field(description=says, json_schema_extra={"rules": rules})


class AttackRow(Written):
    """How a skill attacks by default (E1, E2)."""

    range: Annotated[int, Field(ge=0, le=8)] = 0
    harm: Harm = "physical"
    against: tuple[str, ...]
    sight: bool = True


class NamelessRow(Written):
    """A quality of nameless NPC (N2)."""

    peak: Count
    boxes: Boxes


class Scopes(Written):
    """Targets of creating an aspect by scope (A9)."""

    permanent: Count
    mission: Count
    phase: Count


class SocialSkills(Written):
    """Skills that take the place of the bodily ones in social and mental conflicts, whose zones
    are abstract ground (Z1)."""

    overcome: tuple[str, ...]
    move: tuple[str, ...]
    oppose: tuple[str, ...]


class Initiative(Written):
    """Skills that decide turn order, most important first (T1)."""

    physical: tuple[str, ...]
    mental: tuple[str, ...]
    ambush: tuple[str, ...]


class Ruleset(Written):
    """One edition's rules. A field's description says what it does; its `rules`, by which id."""

    id: str
    title: str = _field("-", "what the ruleset is called")
    source: str = _field("-", "the book it implements")
    one_track: bool = _field("H1", "a single stress track instead of two")

    # Dice
    dice: Literal["4dF", "d6-d6"] = _field("D1 D2", "what is rolled")
    style_at: Count = _field("D5", "shifts from which a success is with style")
    tie_succeeds_passive: bool = _field(
        "D5", "meeting a passive difficulty succeeds unless a table has a tie"
    )
    skills: tuple[str, ...] = _field("-", "the skills or approaches, in sheet order")
    any_skill: bool = _field("C4", "a scenario may use skills outside the list")

    # Aspects and invokes
    invoke_for_ally: bool = _field("A2", "an invoke may help an ally's roll")
    invoke_for_opposition: bool = _field("A2", "an invoke may raise a passive opposition")
    free_invoke_cap: Count = _field(
        "A17", "free invokes one aspect can hold for each side, and as many open ones"
    )
    zone_free_invokes: Count = _field("A12", "open free invokes on a pre-defined zone aspect")
    unexplored_difficulty: Count = _field("A14", "base difficulty of exploring a zone")
    removal_difficulty: Count = _field("A11", "difficulty of removing an aspect, none given")
    removal_per_free_invoke: Count = _field("A11", "added for each free invoke on it")
    removal_opposed: bool = _field("A11 A9", "its maker, if able, opposes the removal")
    refresh_aspects: bool = _field("A10", "Create an Advantage may refresh an aspect's invokes")
    scopes: Scopes | None = _field("A9", "targets by scope; none: no scopes")

    # Fate points
    refresh: Count = _field("F1", "fate points a player character starts with")
    free_stunts: Count = _field("F1", "stunts before refresh goes down")
    max_stunts: Count = _field("F1", "stunts at most")
    pool_per_player: Count = _field("F2", "GM's points for each player character in the scene")
    pool_base: Count = _field("F2", "GM's points besides")
    pool_per_overrun: Count = _field("F2", "GM's points for each roll over the narrative budget")
    owed_invokes: bool = _field("F4", "paid invokes against a character are owed to it")
    closed_loop: bool = _field("F4", "a spent point goes to the other side at once")
    declare: Literal["none", "aspect"] = _field("F5 F7", "a point may add an aspect to the scene")

    # Compels
    compels: bool = _field("X1 P3", "compels happen during a conflict")
    compel_refusal_cost: Count = _field("F3", "points that refusing a compel costs")
    compel_from_supply: bool = _field(
        "F3 F5", "the GM's compels are paid from the supply; in a closed loop, with an empty pool"
    )
    player_compels_stake: bool = _field(
        "F3 F4", "a player's compel of an NPC stakes a point; in a closed loop it always does"
    )
    self_compels: bool = _field("X1", "a player may compel the own character, after the others")
    twists: bool = _field("F6", "a compel may replace the gain of a roll just made")

    # Actions
    advantage_tie: Literal["free invoke", "boost"] = _field("C1 C2 C3", "tie on a new aspect")
    srd_tie: bool = _field(
        "C1 A17", "the open text's tie: a boost instead of an aspect, and ground stays unexplored"
    )
    advantage_fail: Literal["nothing", "maker chooses", "aspect without invoke"] = _field(
        "C1 C2 C3", "failing to create a new aspect"
    )
    existing_fail_gives: bool = _field(
        "C1", "failing on an existing aspect gives the other side a free invoke"
    )
    advantage_difficulty: Count = _field("C1 C4 C5", "creating on a zone or the scene, none given")
    advantage_opposed: Literal["nearby", "nobody"] = _field(
        "C5",
        "who opposes an advantage on ground, the scene, oneself or an ally: an able enemy near",
    )
    advantage_per_free_invoke: Count = _field(
        "C5", "added, where enemies near oppose, for each free invoke its maker's side holds on it"
    )
    unsuited_skill: Count = _field(
        "C6", "against a skill that does not suit the aspect; 0: templates refuse it"
    )
    overcome_fail: Literal["fails", "serious cost"] = _field("O1 O2", "failing to overcome")
    overcome_tie: Literal["minor cost", "boost", "succeeds"] = _field("O1 O2", "a tie")
    overcome_style_boost: bool = _field("O1 O2", "overcoming with style gives a boost")
    attack_fail_stress: bool = _field("K2", "a failed attack costs its maker a stress box")
    attack_tie: Literal["boost", "nothing"] = _field("K1 K2 K3 K4 K6", "a tied attack")
    attack_style_boost: bool = _field("K1 K2 K3 K4", "an attack with style gives a boost")
    style_boost_costs_shift: bool = _field("K1", "taking that boost lowers the hit by one")
    boost_maneuvers: tuple[BoostManeuver, ...] = _field(
        "K2 M6 M7 M8", "what may be taken instead of that boost"
    )
    defend_style_boost: tuple[RollKind, ...] = _field(
        "K5", "the rolls against which defending with style gives a boost"
    )
    attacks: dict[str, AttackRow] = _field("E1 E2", "skills that attack, their reach and defences")
    advantage_defence: dict[str, tuple[str, ...]] = _field(
        "E1", "what defends against advantages by a skill (`default`: all others)"
    )
    overcome_skills: tuple[str, ...] = _field("O1", "skills that overcome obstacles in a conflict")
    move_skills: tuple[str, ...] = _field("Z3", "skills for moving, pushing and pulling")
    oppose_skills: tuple[str, ...] = _field("Z4 M1", "skills that oppose being moved or blocked")
    social: SocialSkills | None = _field(
        "Z1", "what replaces the three lists above in social and mental conflicts"
    )
    teamwork: Literal["none", "skill", "any"] = _field(
        "E3 N4",
        "who may help whom: `skill` asks for 1 at least of helpers, not of a group's members",
    )
    area_attacks: bool = _field("E4", "attacks on a whole zone, one roll, each target defends")

    # Harm
    tracks: Literal["by skill", "three", "two"] = _field("H1", "how many boxes a full sheet has")
    track_skills: dict[Harm, str] = _field("H1", "the skill that lengthens each track")
    box_values: Literal["position"] = _field("H1 H2 H3", "what a box absorbs")
    absorb: Literal["combined", "single"] = _field(
        "H2 H3", "one box and any consequences together, or exactly one thing"
    )
    consequences: dict[str, Absorbs] = _field("H4", "what each severity absorbs")
    concede: bool = _field("H6", "conceding is possible")

    # Who takes part
    nameless: dict[str, NamelessRow] = _field("N2", "qualities of nameless NPCs")
    minion_bonus: Count = _field("N2", "plus for `skilled at`, minus for `bad at`")
    group: Literal["teamwork", "boxes", "boxes and weight"] = _field("N4", "what a group gains")
    pyramid: bool = _field("N6", "full sheets keep the skill pyramid")
    spread: tuple[int, ...] = _field("N6", "ratings a starting sheet has; none: not checked")
    character_aspects: Count = _field("N6", "aspects a full sheet has; 0: not checked")

    # Zones and movement
    hindrance: Count = _field("Z3", "difficulty for each adverse aspect on the way")
    per_extra_zone: Count = _field("Z3", "difficulty for each zone past the first")
    max_zones_moved: Count = _field("Z3", "zones one move may cross")
    move_fail: Literal["fails", "serious cost"] = _field("Z5", "failing a hindered move")
    move_tie: Literal["minor cost", "boost", "succeeds"] = _field("Z5", "tying a hindered move")
    move_before_or_after: bool = _field("Z2", "the free move may follow the action too")
    blocking: bool = _field("Z4", "enemies may block a move")

    # Weight
    weight: bool = _field("W1", "weight counts")
    weight_ratio: tuple[int, int] = _field("W2", "ratios for one and for two [+]")
    weight_rolls: tuple[RollKind, ...] = _field("W2", "rolls that weight applies to")
    weight_across_zones: bool = _field("W5", "attacks between zones count weight")

    # Maneuvers
    maneuvers: tuple[Maneuver, ...] = _field("M1 M2 M3 M4 M5", "maneuvers as actions")
    full_defense_difficulty: Count = _field("M4", "of Full Defense")
    full_attack_difficulty: Count = _field("M5", "of Full Attack")
    full_attack_always_exposes: bool = _field("M5", "the other side's boost comes win or lose")
    rearm_difficulty: Count = _field("M7", "of picking a weapon up again")

    # Turn order, Roar
    initiative: Initiative = _field("T1", "skills that decide turn order")
    npcs: Literal["together", "each"] = _field("T2", "when NPCs act")
    roar: bool = _field("R1", "the Roar phase opens the conflict")
    roar_difficulty: Count = _field("R1", "of a Roar aspect")
    rituals: bool = _field("R7", "battle rituals")

    templates: tuple[Template, ...] = _field("C1", "aspects that may be created, none given")

    @property
    def approaches(self) -> bool:
        """Whether fighters have the six approaches instead of skills (R3 needs them)."""
        return self.skills == RING

    @property
    def ring(self) -> tuple[str, ...]:
        """The ring of approaches that a Roar keeps to (R3): the sheet order, closed."""
        return self.skills
