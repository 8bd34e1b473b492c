"""Scenarios that do not fit the models: each fault with its line, and all of them at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from autogm.model.faults import ScenarioError
from autogm.model.reading import read_scenario, survey
from autogm.model.shape import MAX_ERRORS
from autogm.model.words import MAX_ZONES
from tests.model.examples import CAMP, changed, fault, faults, read, write

SHIPPED = sorted(Path("scenarios").glob("*.yaml"))


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_shipped_scenarios_are_sound(path: Path) -> None:
    reading = read_scenario(path)
    assert reading.faults == ()
    fighters = [*reading.scenario.sides.players.fighters.values()]
    fighters += reading.scenario.sides.gm.fighters.values()
    assert all(one.name and one.copies == 1 for one in fighters)


def test_a_sound_scenario_has_no_warnings(tmp_path: Path) -> None:
    assert read(tmp_path, CAMP).warnings == ()


@pytest.mark.parametrize(
    ("old", "new", "field", "suggestion"),
    [
        ("ruleset: fate-core", "ruleset: fate-coer # HERE", "ruleset", "fate-core"),
        ("edges:", "kind: sozial # HERE\nedges:", "kind", "social"),
        ("edges:", "edegs: [] # HERE\nedges:", "edegs", "edges"),
        ("aspects: [", "aspcts: [] # HERE\n        aspects: [", "", "aspects"),
        ("  ford: {", "  Deep Ford: {unexplored: true} # HERE\n  ford: {", "", "deep-ford"),
        ("exit: true}", "exit: yes} # HERE", "zones.ford.exit", "true"),
        ("edges:", "actions: [attack, recovr] # HERE\nedges:", "actions[1]", "recover"),
        ("edges:", "stakes: carefull # HERE\nedges:", "stakes", "careful"),
    ],
)
def test_misspelt_words_get_the_nearest_right_one(
    tmp_path: Path, old: str, new: str, field: str, suggestion: str
) -> None:
    found = fault(tmp_path, changed((old, new)))
    assert found.suggestion == suggestion
    assert field in found.field


@pytest.mark.parametrize(
    ("old", "new", "field", "says"),
    [
        ("title: The Camp", "title: 1984 # HERE", "title", 'in quotes: "1984"'),
        ("title: The Camp", "title: [x] # HERE", "title", "should be text"),
        ("title: The Camp", "title: '' # HERE", "title", "empty"),
        ("title: The Camp", f"title: {'x' * 121} # HERE", "title", "at most 120"),
        ("edges:", "exchanges: many # HERE\nedges:", "exchanges", "whole number"),
        ("edges:", "exchanges: '9' # HERE\nedges:", "exchanges", "whole number"),
        ("edges:", "exchanges: '9' # HERE\nedges:", "exchanges", "leave them out"),
        ("edges:", "exchanges: 2.5 # HERE\nedges:", "exchanges", "whole number"),
        ("edges:", "exchanges: true # HERE\nedges:", "exchanges", "whole number"),
        ("edges:", "exchanges: 0 # HERE\nedges:", "exchanges", "least is 1"),
        ("edges:", "exchanges: 201 # HERE\nedges:", "exchanges", "most is 200"),
        ("edges:", "exchanges: # HERE\nedges:", "exchanges", "not nothing"),
        ("edges:", "roar: 1 # HERE\nedges:", "roar", "`true` or `false`"),
        ("edges:", "aspects: Dark # HERE\nedges:", "aspects", "should be a list"),
        ("edges:", "aspects: Dark # HERE\nedges:", "aspects", "write [Dark]"),
        ("edges:", "aspects: 'No, Dark' # HERE\nedges:", "aspects", 'write ["No, Dark"]'),
        (
            "camp: {aspect: Trampled Mud}",
            "camp: Trampled Mud # HERE",
            "zones.camp",
            "(`name: …`, `aspect: …`), not the text Trampled Mud",
        ),
        ("edges:", "rules: [a] # HERE\nedges:", "rules", "should be a mapping"),
        ("skills: {Fight: 3}", "skills: [Fight] # HERE", "anna.skills", "(such as `skills: {"),
        ("edges:", "item: gold # HERE\nedges:", "item", "should be a mapping"),
        ("edges:", "stakes: {players: {victory: x}} # HERE\nedges:", "victory", "a number"),
        ("edges:", "stakes: {players: {victory: 1e999}} # HERE\nedges:", "victory", "infinite"),
        ("edges:", "stakes: {gm: {victory: -1}} # HERE\nedges:", "victory", "the least is 0"),
        ("[camp, ford]", "[camp] # HERE", "edges[0]", "a pair needs two"),
        ("[camp, ford]", "[camp, ford, camp] # HERE", "edges[0]", "3 are too many"),
        ("[camp, ford]", "{between: [camp, 4]} # HERE", "edges[0].between[1]", "in quotes"),
        ("{aspect: Trampled Mud}", "{tags: [wet]} # HERE", "zones.camp", "`aspect: Old Willows`"),
        ("zones:", "<<: {kind: social} # HERE\nzones:", "<<", "merging"),
        ("        zone: camp\n", "", "sides.players.fighters.anna.zone", "is missing"),
    ],
)
def test_values_that_do_not_fit(tmp_path: Path, old: str, new: str, field: str, says: str) -> None:
    found = fault(tmp_path, changed((old, new)))
    assert field in found.field
    assert says in found.message


@pytest.mark.parametrize(
    ("stunt", "says"),
    [
        ("{name: A, does: swap}", "a swap needs"),
        ("{name: A, does: range}", "needs `skills`"),
        ("{name: A, does: free-invoke}", "needs `aspect`"),
        ("{name: A, does: bonus, when: target tagged}", "needs `tag`"),
        ("{name: A, does: teleport}", "not known"),
        ("{name: A, does: bonus, amount: 9}", "most is 8"),
    ],
)
def test_stunts_that_the_kernel_could_not_express_are_refused(
    tmp_path: Path, stunt: str, says: str
) -> None:
    """N5."""
    text = changed(("        zone: camp", f"        zone: camp\n        stunts: [{stunt}] # HERE"))
    found = fault(tmp_path, text)
    assert found.field.startswith("sides.players.fighters.anna.stunts[0]")
    assert says in found.message


def one_entry(folder: Path, part: str, entry: str) -> list[str]:
    """What is wrong with one entry of a part: its fields, each with the start of its fault."""
    text = changed(("edges:", f"{part}: {entry}\nedges:"))
    return [f"{one.field.rpartition(']')[2]}: {one.message}" for one in faults(folder, text)]


@pytest.mark.parametrize(
    ("part", "entry", "told"),
    [
        (
            "compels",
            "[{victim: ana, aspect: Bold, effect: skill out}]",
            {".skill: `skill out` needs `skill`", ".victim: there is no", ".aspect: nobody and"},
        ),
        (
            "compels",
            "[{victim: ana, aspect: Bold, effect: move towards, zone: fort}]",
            {".effect: `move towards`", ".victim: there is", ".aspect: nobody", ".zone: there is"},
        ),
        (
            "compels",
            "[{victim: ana, aspect: Bold, effect: dance}]",
            {".effect: `dance` is not", ".victim: there is no", ".aspect: nobody and nothing"},
        ),
        (
            "objectives",
            "{players: [{do: hold, exchanges: 99}]}",
            {".zone: `hold` needs `zone`", ".exchanges: more exchanges"},
        ),
        ("objectives", "{gm: [{do: survive}]}", {".exchanges: `survive` needs `exchanges`"}),
        (
            "objectives",
            "{players: [{do: hold, number: 0, zone: fort, exchanges: 99}]}",
            {".number: 0 is too small", ".zone: there is no zone", ".exchanges: more"},
        ),
        (
            "objectives",
            "{gm: [{do: take out, number: 0}]}",
            {".who: `take out` needs `who`", ".number: 0 is too small"},
        ),
        ("effects", "[{aspect: Bold, does: zone attack}]", {".skill: `zone", ".aspect: nobody"}),
        (
            "effects",
            "[{aspect: Bold as Brass, does: zone attack, skil: Fight}]",
            {".skil: `skil` is not known"},
        ),
        # A field that was refused is not missing besides.
        ("compels", "[{victim: anna, aspect: Bold as Brass, effect: skill out, skill: 3}]",
         {".skill: should be text"}),
        ("objectives", "{gm: [{do: take out, who: [3]}]}", {": should be text"}),
        ("objectives", "{gm: [{do: take out, who: anna}]}", {".who: should be a list"}),
    ],
)  # fmt: skip
def test_all_faults_of_one_entry_come_at_once(
    tmp_path: Path, part: str, entry: str, told: set[str]
) -> None:
    found = one_entry(tmp_path, part, entry)
    assert len(found) == len(told), found
    assert all(any(one.startswith(start) for one in found) for start in told), found


@pytest.mark.parametrize(
    "written",
    ["[Never: Again]", '["Never: Again", Never: Again]', "\n          - Never: Again"],
)
def test_a_colon_in_a_list_of_texts_is_told_with_what_to_write(
    tmp_path: Path, written: str
) -> None:
    found = fault(tmp_path, changed(("[Bold as Brass]", written)))
    assert 'stands in quotes; write "Never: Again"' in found.message
    assert found.field.startswith("sides.players.fighters.anna.aspects[")
    assert not found.allowed


def test_a_misspelt_key_of_an_aspect_is_not_taken_for_its_text(tmp_path: Path) -> None:
    found = faults(tmp_path, changed(("[Bold as Brass]", "[{txt: Bold}]")))
    assert [one.suggestion for one in found] == ["text"]


def test_a_key_of_the_wrong_kind_lists_what_is_allowed(tmp_path: Path) -> None:
    found = fault(tmp_path, changed(("zone: ford,", "zone: ford, colour: red,")))
    assert found.value == "colour"
    assert {"zone", "copies", "skills"} <= set(found.allowed)
    assert found.field == "sides.gm.fighters.raider.colour"


def test_a_misspelt_required_key_is_told_once(tmp_path: Path) -> None:
    found = fault(tmp_path, changed(("        zone: camp", "        zon: camp # HERE")))
    assert (found.message, found.suggestion) == ("`zon` is not known here", "zone")


def test_all_faults_of_a_file_come_at_once_in_the_order_of_the_file(tmp_path: Path) -> None:
    text = changed(
        ("title: The Camp", "title: 12"),
        ("fate-core", "fate-coer"),
        ("camp: {aspect", "camp: {aspcet"),
        ("- [camp, ford]", "- [camp]\n  - [camp, fjord]\n  - [ford, ford]"),
        ("zone: camp", "zone: cmap"),
        ("Fight: 3", "Fight: lots"),
        ("type: nameless", "type: namless"),
    )
    found = faults(tmp_path, text)
    assert [one.line for one in found] == sorted(one.line for one in found)
    assert [one.field for one in found] == [
        "title",
        "ruleset",
        "zones.camp.aspcet",
        "edges[0]",
        "edges[1][1]",
        "edges[2]",
        "sides.players.fighters.anna.zone",
        "sides.players.fighters.anna.skills.Fight",
        "sides.gm.fighters.raider.type",
    ]


def test_a_faulty_part_is_not_reported_as_missing_elsewhere(tmp_path: Path) -> None:
    text = changed(
        ("type: nameless", "type: nameles, zone: 3"),
        (", zone: ford,", ","),
        ("edges:", "objectives: {players: [{do: take out, who: [raider]}]}\nedges:"),
    )
    assert {one.field.split(".")[0] for one in faults(tmp_path, text)} == {"sides"}


@pytest.mark.parametrize(
    ("change", "field", "says"),
    [
        (("fighters:\n      anna:", "figthers:\n      anna:"), "sides.players.figthers", ""),
        (("anna:\n", "anna:\n        character: characters/nobdy.yaml\n"),
         "sides.players.fighters.anna.character", "Did you mean `characters/nobody.yaml`?"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_brings_no_faults_elsewhere(
    tmp_path: Path, change: tuple[str, str], field: str, says: str
) -> None:
    """A misspelt `fighters`, or a sheet that is not there: whoever names those fighters, or their
    aspects, is not at fault. What may be meant is said once."""
    folder = tmp_path / "characters"
    folder.mkdir()
    (folder / "nobody.yaml").write_text("name: Nobody\n", "utf-8")
    compels = "compels: [{victim: anna, aspect: Deep in Debt, effect: lose action}]\nedges:"
    (found,) = faults(tmp_path, changed(change, ("edges:", compels)))
    assert found.field == field
    assert says in found.says
    assert found.says.lower().count("did you mean") == 1


@pytest.mark.parametrize(
    ("parts", "field", "told"),
    [
        ("", "sides.gm", {"zones.a", "sides.gm", "edges[0][1]", "sides.players.fighters.x.zone"}),
        ("zones", "zones", {"zones", "sides.gm", "objectives.players[0].who[0]"}),
        ("sides", "sides", {"sides", "zones.a", "edges[0][1]"}),
        (
            "players",
            "sides.players.fighters",
            {"sides.players.fighters", "sides.gm", "zones.a", "edges[0][1]"},
        ),
    ],
)
def test_references_are_looked_up_beside_parts_that_are_missing(
    tmp_path: Path, parts: str, field: str, told: set[str]
) -> None:
    """Of a part that is not there at all only that is told, not each name that is not in it."""
    written = {
        "title": "title: Bad",
        "ruleset": "ruleset: war-of-ashes",
        "zones": "zones: {a: {name: A}}",
        "edges": "edges: [[a, q]]",
        "sides": "sides:",
        "players": "  players: {fighters: {x: {type: player, zone: b}}}",
        "objectives": "objectives: {players: [{do: take out, who: [ogre]}]}",
    }
    if parts == "players":
        written["players"] = "  players: {name: Us}"
    elif parts:
        del written[parts]
        if parts == "sides":
            del written["players"]
    with pytest.raises(ScenarioError) as caught:
        read_scenario(write(tmp_path, "\n".join(written.values()) + "\n"))
    fields = {one.field for one in caught.value.faults}
    assert field in fields
    assert told <= fields
    if parts in ("sides", "players"):
        assert not any(one.startswith("objectives") for one in fields)
    if parts == "zones":
        assert not {one for one in fields if one.startswith("edges") or one.endswith(".zone")}


def test_a_file_with_thousands_of_faults_is_told_briefly(tmp_path: Path) -> None:
    extra = "\n".join(f"extra{n}: 1" for n in range(3000))
    found = faults(tmp_path, f"{CAMP}{extra}\n")
    assert len(found) == MAX_ERRORS + 1
    assert f"{3000 - MAX_ERRORS} more" in found[-1].message


def test_references_that_are_nowhere_are_told_briefly_too(tmp_path: Path) -> None:
    who = ", ".join(f"nobody{n}" for n in range(3000))
    text = changed(("edges:", f"objectives: {{gm: [{{do: take out, who: [{who}]}}]}}\nedges:"))
    assert len(faults(tmp_path, text)) == MAX_ERRORS


def test_more_zones_than_a_conflict_can_hold(tmp_path: Path) -> None:
    many = "".join(f"  z{n}: {{aspect: Wide}}\n" for n in range(MAX_ZONES))
    found = fault(tmp_path, changed(("  ford:", f"{many}  ford:")))
    assert (found.field, found.line) == ("zones", 3)
    assert f"at most {MAX_ZONES}" in found.message


def test_numbers_work_as_ids_but_references_to_them_need_quotes(tmp_path: Path) -> None:
    text = changed(("  ford: {", "  12: {"), ("[camp, ford]", '[camp, "12"]'))
    assert "12" in read(tmp_path, changed(("zone: ford", 'zone: "12"'), base=text)).scenario.zones
    assert fault(tmp_path, changed(("zone: ford", "zone: 12"), base=text)).value == "12"


def test_the_words_on_and_no_are_words(tmp_path: Path) -> None:
    text = changed(
        ("  ford: {", "  on: {"),
        ("[camp, ford]", "[camp, on]"),
        ("zone: ford", "zone: on"),
        ("edges:", "templates: [{text: No, on: enemy}]\nedges:"),
    )
    (template,) = read(tmp_path, text).scenario.templates or ()
    assert (template.text, template.on) == ("No", "enemy")


def test_fields_are_located_by_path_or_by_name(tmp_path: Path) -> None:
    reading = read(tmp_path, CAMP)
    assert reading.locate("sides.players.fighters.anna.skills.Fight") == (14, 25)
    assert reading.locate(("zones", "ford", "exit")) == (5, 36)
    assert reading.locate("edges[0].between[1]") == (7, 12)
    assert reading.locate("sides.players.fighters.anna.weight") == (11, 7)
    assert reading.locate("sides.gm.fighters.raider-2.quality") == (17, 41)


def test_further_faults_get_their_place_and_suggestion(tmp_path: Path) -> None:
    reading = read(tmp_path, CAMP)
    found = reading.fault(
        "sides.players.fighters.anna.skills.Fight",
        "no such skill",
        value="Fihgt",
        allowed=("Fight", "Notice"),
        at_key=True,
    )
    assert (found.line, found.column, found.suggestion) == (14, 18, "Fight")
    assert found.file == reading.path


def test_a_survey_gives_what_is_sound_of_a_faulty_file(tmp_path: Path) -> None:
    text = changed(("- [camp, ford]", "- [camp]\n  - [ford, camp]"), ("Fight: 3", "Fight: x"))
    reading = survey(write(tmp_path, text))
    assert len(reading.faults) == 2
    assert [edge.between for edge in reading.scenario.edges] == [("ford", "camp")]
    assert reading.locate("edges[0].between[0]") == (8, 6)


def test_a_character_file_is_told_as_such(tmp_path: Path) -> None:
    text = "name: Anna\naspects: [Bold]\nskills: {Fight: 1}\n"
    with pytest.raises(ScenarioError) as caught:
        survey(write(tmp_path, text, "anna.yaml"))
    (found,) = caught.value.faults
    assert "character file" in found.message
    assert "`character: anna.yaml`" in found.message


def test_a_file_that_is_no_scenario_at_all_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError) as caught:
        survey(write(tmp_path, "name: Anna\n"))
    fields = {one.field for one in caught.value.faults}
    assert {"name", "title", "ruleset", "zones", "sides"} <= fields
