// Choosing on the map: who points at a zone, a fighter, an aspect, or at what could be tried in a
// scene of cards, sees the choices that are about it, or why there is none.

let shown = null;

function choices() {
  return [...document.querySelectorAll("#choices .choice")];
}

// Shows these choices alone, or all of them, numbered as they can be typed.
function show(found) {
  let number = 0;
  for (const one of choices()) {
    one.hidden = !found.includes(one);
    if (!one.hidden) one.querySelector(".key").textContent = String(++number);
  }
  for (const part of document.querySelectorAll("#choices .group, #choices .deed")) {
    part.hidden = !part.querySelector(".choice:not([hidden])");
  }
}

function only(kind, value, called) {
  const found = choices().filter((one) => (one.dataset[kind] ?? "").split("\n").includes(value));
  show(found.length ? found : choices());
  const line = document.querySelector("#pointed");
  line.hidden = false;
  line.querySelector("span").textContent = found.length
    ? `About ${called}:`
    : `There is nothing to choose about ${called}.`;
  if (found.length) found[0].focus({ preventScroll: true });
  return found.length > 0;
}

// Shows the choices of one kind alone.
function ofKind(button) {
  const group = document.getElementById(button.dataset.kind);
  show([...group.querySelectorAll(".choice")]);
  const line = document.querySelector("#pointed");
  line.hidden = false;
  line.querySelector("span").textContent = "";
  group.querySelector(".choice").focus({ preventScroll: true });
}

function all() {
  show(choices());
  const line = document.querySelector("#pointed");
  if (line) line.hidden = true;
}

async function explain(base, view, kind, value, line) {
  const at = document.querySelector("#now").dataset.here;
  const query = new URLSearchParams({ at, view, [kind]: value });
  const answer = await fetch(`${base}/why-not?${query}`);
  if (!answer.ok) return;
  const { told = [] } = await answer.json();
  const says = told.map((one) => `${one.about}: ${one.says}${one.rule ? ` (${one.rule})` : ""}`);
  if (says.length) line.querySelector("span").textContent = says.join(" ");
}

// The aspect of which the map shows these words, as one line or as one of several.
function whole(words) {
  const texts = [...document.querySelectorAll("#people .aspect")].map((one) => one.textContent);
  return texts.find((one) => one === words) ?? texts.find((one) => one.includes(words));
}

// What was pointed at: an aspect before its bearer, the fighter before the zone that it stands in.
function meant(target) {
  const aspect = target.closest("#people .aspect");
  if (aspect) return ["aspect", aspect.textContent, `«${aspect.textContent}»`];
  const row = target.closest("#people [data-about]");
  if (row) return ["about", row.dataset.about, `«${row.querySelector("th bdi").textContent}»`];
  const written = target.closest("#map text");
  if (written?.getAttribute("font-style") === "italic") {
    const text = whole(written.textContent);
    if (text) return ["aspect", text, `«${text}»`];
  }
  const fighter = target.closest('#map g.fighter, #people [data-fighter]');
  if (fighter) {
    const id = fighter.dataset.fighter ?? fighter.id.slice("fighter-".length);
    return ["fighter", id, fighter.querySelector("title, h3")?.textContent.split(",")[0].trim() ?? id];
  }
  const zone = target.closest("#map g.zone");
  if (!zone) return null;
  return ["zone", zone.id.slice("zone-".length), zone.querySelector("title").textContent];
}

export function pointing(base, view) {
  const now = document.querySelector("#now");
  if (shown !== now) {
    shown = now;
    now.addEventListener("click", (event) => {
      if (event.target.closest("#pointed button")) {
        all();
        return;
      }
      const kind = event.target.closest("[data-kind]");
      if (kind) {
        ofKind(kind);
        return;
      }
      if (!document.querySelector("#choices") || event.target.closest("#asked, summary")) return;
      const found = meant(event.target);
      if (!found) return;
      const line = document.querySelector("#pointed");
      if (!only(...found)) explain(base, view, found[0], found[1], line);
    });
  }
  const about = { zone: new Set(), fighter: new Set() };
  for (const one of choices()) {
    for (const kind of ["zone", "fighter"]) if (one.dataset[kind]) about[kind].add(one.dataset[kind]);
  }
  for (const [kind, ids] of Object.entries(about)) {
    for (const id of ids) document.getElementById(`${kind}-${id}`)?.classList.add("able");
  }
}
