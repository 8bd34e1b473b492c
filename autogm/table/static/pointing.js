// Choosing on the map: who points at a zone, a fighter, an aspect, or at what could be tried in a
// scene of cards, sees the choices that are about it, or why there is none.

let shown = null;
let times = 0; // how often something was pointed at, so that no late answer is told of another thing

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
  times += 1;
  const found = choices().filter((one) => (one.dataset[kind] ?? "").split("\n").includes(value));
  show(found.length ? found : choices());
  const line = document.querySelector("#pointed");
  line.hidden = false;
  line.querySelector("span").textContent = found.length
    ? `About ${called}:`
    : `About ${called}: why there is nothing to choose, in a moment…`;
  if (found.length) found[0].focus({ preventScroll: true });
  return found.length > 0;
}

// Shows the choices of one kind alone.
function ofKind(button) {
  times += 1;
  const group = document.getElementById(button.dataset.kind);
  show([...group.querySelectorAll(".choice")]);
  const line = document.querySelector("#pointed");
  line.hidden = false;
  line.querySelector("span").textContent = "";
  group.querySelector(".choice").focus({ preventScroll: true });
}

function all() {
  times += 1;
  show(choices());
  const line = document.querySelector("#pointed");
  if (line) line.hidden = true;
}

async function explain(base, view, [kind, value, called], line) {
  const [at, mine] = [document.querySelector("#now").dataset.here, times];
  const query = new URLSearchParams({ at, view, [kind]: value });
  const answer = await fetch(`${base}/why-not?${query}`).catch(() => null);
  const { told = [] } = answer?.ok ? await answer.json() : {};
  if (mine !== times) return;
  const says = told.map((one) => `${one.about}: ${one.says}${one.rule ? ` (${one.rule})` : ""}`);
  line.querySelector("span").textContent =
    says.join(" ") || `There is nothing to choose about ${called}.`;
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
    const drawn = fighter.querySelector("title")?.textContent.split(",")[0].trim();
    return ["fighter", id, fighter.querySelector("h3 bdi")?.textContent ?? drawn ?? id];
  }
  const ground = target.closest("#people [data-zone]");
  if (ground) return ["zone", ground.dataset.zone, ground.querySelector("dt").textContent];
  const zone = target.closest("#map g.zone");
  if (!zone) return null;
  return ["zone", zone.id.slice("zone-".length), zone.querySelector("title").textContent];
}

const POINTED = "#people .aspect, #people [data-about] th bdi, #people [data-fighter] h3 bdi, #people [data-zone] dt";
const visible = (one) => one.checkVisibility();

// What can be pointed at in the words below the map is one stop of the keyboard: arrows go from one
// to the next, Enter points.
function reachable() {
  const asked = document.querySelector("#choices") !== null;
  const all = [...document.querySelectorAll(POINTED)];
  for (const one of all) {
    if (asked) {
      one.setAttribute("role", "button");
      one.tabIndex = -1;
    } else {
      one.removeAttribute("role");
      one.removeAttribute("tabindex");
    }
  }
  const first = all.find(visible);
  if (asked && first) first.tabIndex = 0;
}

function byKey(event, now) {
  const one = event.target.closest(POINTED);
  if (!one?.hasAttribute("tabindex")) return;
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    one.click();
    return;
  }
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const all = [...now.querySelectorAll(POINTED)].filter(visible);
  const next = all[(all.indexOf(one) + step + all.length) % all.length];
  for (const other of all) other.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}

export function pointing(base, view) {
  const now = document.querySelector("#now");
  reachable();
  if (shown !== now) {
    shown = now;
    now.addEventListener("keydown", (event) => byKey(event, now));
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
      if (!only(...found)) explain(base, view, found, line);
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
