// A battle: what the server tells is put in its place, the others' turns are shown step by step, and
// choices are made in the list, on the map or by keyboard. Nothing is decided here, and nothing is
// here that the person may not know.

import { moveFrom, places } from "/static/moving.js";
import { Overlays } from "/static/overlays.js";
import { pointing } from "/static/pointing.js";

const root = document.querySelector("#battle");
const base = `/battles/${root.dataset.battle}`;
const view = root.dataset.view;
const log = document.querySelector("#log");
const scroll = document.querySelector("#scroll");
const pace = document.querySelector("#pace");
// Of its own size what a map is drawn at on a telephone, and at least where there is room across.
const [READABLE, LEAST] = [0.85, 0.72];
const END = 24;  // pixels above the end of the log that count as its end
const LOST = "The table does not answer; is autogm still running?";
const RETRY = 5000;  // milliseconds until a stream that was refused is asked for again
const BREATH = 250;  // milliseconds between two looks at a battle that goes on without us
const PARTS = ["map", "asked", "people"];
const overlays = new Overlays(base, view);

const lastTold = new Map(); // the parts as the server told them last
let busy = null;
let wanted = false;
let skipping = false;
let chose = false;  // whether the person has chosen, and has not been asked anything since

const now = () => document.querySelector("#now");
const pause = (time) => new Promise((done) => setTimeout(done, time));

// Puts new lines into the log, which goes on to show its end to whoever has not scrolled up to read.
function tell(lines, reset) {
  const fresh = [...lines.children];
  if (!reset && !fresh.length) return;
  const follows = reset || scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight < END;
  const back = reset && log.childElementCount > 0; // everybody else is told of it here alone
  log.querySelector(".taken")?.remove();
  if (reset) log.replaceChildren();
  for (const one of log.querySelectorAll(".fresh")) one.classList.remove("fresh");
  if (!reset) for (const one of fresh) one.classList.add("fresh");
  log.append(...fresh);
  if (back) log.append(remark("(Taken back to here.)"));
  if (follows) scroll.scrollTop = scroll.scrollHeight;
}

function remark(words) {
  const line = document.createElement("li");
  line.className = "hint taken";
  line.textContent = words;
  return line;
}

// Puts a fragment of the server's in place of what is shown.
function show(text) {
  const made = new DOMParser().parseFromString(text, "text/html");
  const fresh = made.querySelector("#now");
  if (!fresh) return false;
  const before = places();
  const old = now();
  tell(fresh.querySelector("#lines"), "reset" in fresh.dataset);
  const [held, map] = [document.activeElement?.closest("#asked"), old.querySelector("#map")];
  const along = map && [map.scrollLeft, map.scrollTop];
  const open = new Set([...old.querySelectorAll("#people details[open]")].map(named));
  keepDice(old.querySelector("#dice"), fresh.querySelector("#dice"));
  let anew = false;
  for (const part of PARTS) {
    const [from, to] = [fresh.querySelector(`#${part}`), old.querySelector(`#${part}`)];
    const told = from?.outerHTML;
    if (to && told === lastTold.get(part)) continue; // whoever is about to press there can
    lastTold.set(part, told);
    anew ||= from !== null;
    if (from && to) to.replaceWith(document.adoptNode(from));
    else if (from) old.prepend(document.adoptNode(from));
  }
  for (const name of ["here", "change", "more", "reset", "over"]) {
    if (["here", "more", "over"].includes(name)) anew ||= old.dataset[name] !== fresh.dataset[name];
    if (name in fresh.dataset) old.dataset[name] = fresh.dataset[name];
    else delete old.dataset[name];
  }
  for (const one of old.querySelectorAll("#people details")) one.open = open.has(named(one));
  moveFrom(before, Math.min(450, Number(pace.value) || 200));
  reach(along);
  if (anew) prepare(); // what is shown beside it stands in these parts, and is there still
  const free = document.activeElement === document.body || held;
  const asked = document.querySelector("#choices, #dice") || "over" in old.dataset;
  if (free && (held || chose) && asked && !held?.isConnected) focusQuestion();
  if (asked) chose = false;
  return true;
}

// Dice that somebody is still entering stay as they were entered, if it is the same roll.
function keepDice(from, to) {
  if (!from || !to || from.elements.at.value !== to.elements.at.value) return;
  for (const one of to.querySelectorAll("input")) {
    const was = from.querySelector(`[name="${one.name}"]${one.type === "radio" ? `[value="${one.value}"]` : ""}`);
    if (one.type === "radio") one.checked = was.checked;
    else one.value = was.value;
  }
}

// On a narrow page the map is larger than what is seen of it, as large as can be read: it stays
// where it was scrolled to, unless who has the turn, or at first anybody, stands outside of that.
function reach(along) {
  const map = document.querySelector("#map");
  const svg = map?.querySelector("svg");
  if (!svg) return;
  const natural = svg.viewBox.baseVal;
  svg.style.setProperty("--across", `${READABLE * natural.width}px`);
  svg.style.setProperty("--tall", `${LEAST * natural.height}px`);
  if (along) [map.scrollLeft, map.scrollTop] = along;
  const turn = map.querySelector("circle.turn")?.closest("g.fighter") ?? (along ? null : map.querySelector("g.fighter"));
  const larger = map.scrollWidth > map.clientWidth || map.scrollHeight > map.clientHeight;
  map.classList.toggle("larger", larger);
  if (!turn || !larger) return;
  const { left, right, top, width, height } = map.getBoundingClientRect();
  const points = map.querySelector(".purses")?.offsetHeight ?? 0; // which stand over its foot
  const seen = { left, right, top, width, height: height - points, bottom: top + height - points };
  let card = (turn.closest("g.zone") ?? turn).getBoundingClientRect();
  if (card.width > seen.width || card.height > seen.height) card = turn.getBoundingClientRect();
  if (card.left < seen.left || card.right > seen.right) {
    map.scrollLeft += card.left + card.width / 2 - seen.left - seen.width / 2;
  }
  if (card.top < seen.top || card.bottom > seen.bottom) {
    map.scrollTop += card.top + card.height / 2 - seen.top - seen.height / 2;
  }
}

function named(details) {
  return details.closest("[data-fighter]")?.dataset.fighter ?? "ground";
}

function focusQuestion() {
  const heading = document.querySelector("#question");
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  const { top } = heading.getBoundingClientRect();
  if (top < 0 || top > 0.7 * innerHeight) heading.scrollIntoView({ block: top < 0 ? "start" : "center" });
}

// Says what is wrong; with `lost`, until the table answers again.
function trouble(says, lost = false) {
  const asked = document.querySelector("#asked");
  asked.querySelector(".told")?.remove();
  const line = document.createElement("p");
  line.className = lost ? "told lost fault" : "told fault";
  line.setAttribute("role", "alert");
  line.textContent = says;
  asked.prepend(line);
}

// Asks for what has happened until there is no more, at the pace that was chosen.
async function follow() {
  wanted = true;
  if (busy) return busy;
  busy = (async () => {
    while (wanted) {
      wanted = false;
      do {
        const query = new URLSearchParams({ after: now().dataset.here, view });
        if (skipping || pace.value === "0") query.set("at_once", "1");
        const answer = await fetch(`${base}/now?${query}`);
        if (answer.status >= 500) throw new Error(answer.statusText);
        if (!answer.ok) {
          location.reload();
          return;
        }
        if (!show(await answer.text())) return;
        document.querySelector("#asked .lost")?.remove();
        if ("more" in now().dataset) await pause(skipping ? BREATH : Math.max(BREATH, Number(pace.value)));
      } while ("more" in now().dataset);
      skipping = false;
      if (wanted) await pause(BREATH);
    }
  })().catch(() => trouble(LOST, true));
  await busy;
  busy = null;
  if (wanted) return follow();
}

// What the table answers; where that is nothing for a script, that it has refused.
async function answered(answer) {
  try {
    return await answer.json();
  } catch {
    return { says: `The table has refused that (${answer.status}). Reload the page to go on.` };
  }
}

async function send(form, submitter) {
  const data = new URLSearchParams(new FormData(form, submitter));
  data.set("once", crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`);
  root.classList.add("waiting");
  chose = true;
  for (const one of form.querySelectorAll("button")) one.disabled = true;
  try {
    const answer = await fetch(form.action, {
      method: "POST", body: data, headers: { accept: "application/json" },
    });
    const said = await answered(answer);
    await follow();
    if (said.says) trouble(said.says);
    else document.querySelector("#asked .told:not(.lost)")?.remove();
  } catch {
    trouble(LOST, true);
  } finally {
    root.classList.remove("waiting");
    for (const one of form.querySelectorAll("button")) one.disabled = false;
  }
}

function prepare() {
  overlays.show(now().dataset.here);
  pointing(base, view);
}

// What there is to press.

root.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.dataset.confirm && !confirm(form.dataset.confirm)) {
    event.preventDefault();
    return;
  }
  if (!form.closest("#asked")) return;
  event.preventDefault();
  send(form, event.submitter);
});

root.addEventListener("click", async (event) => {
  if (event.target.id === "skip") {
    skipping = true;
    follow();
    return;
  }
  const button = event.target.closest("[data-why]");
  if (!button || button.disabled) return;
  const line = button.closest("li");
  const told = line.querySelector(".reason");
  if (told) {
    told.remove();
    button.setAttribute("aria-expanded", "false");
    return;
  }
  button.disabled = true;
  const query = new URLSearchParams({ entry: button.dataset.why, view });
  const asks = { headers: { accept: "application/json" } };
  const said = await fetch(`${base}/why?${query}`, asks).then(answered, () => ({ says: LOST }));
  const reason = document.createElement("p");
  reason.className = "reason";
  reason.textContent = said.says;
  line.append(reason);
  button.disabled = false;
  button.setAttribute("aria-expanded", "true");
  reason.scrollIntoView({ block: "nearest" });
});

let typed = "";
let typing = 0;
const shownChoices = () => [...document.querySelectorAll("#choices .choice:not([hidden])")];

// A choice has a number, which may have more than one digit.
function typeNumber(digit) {
  clearTimeout(typing);
  typing = setTimeout(() => (typed = ""), 900);
  const shown = shownChoices();
  typed = shown[Number(typed + digit) - 1] ? typed + digit : digit;
  shown[Number(typed) - 1]?.focus();
}

let lettered = 0;

// Whether a key belongs to the field that has the focus: to a text, and in a list the arrows, what
// one of its options begins with, and what follows on such a letter within a second.
function typesInto(field, key) {
  if (field.closest("textarea, input:not([type=checkbox], [type=radio])")) return true;
  if (field.closest("input[type=radio]")) return key.startsWith("Arrow");
  const list = field.closest("select");
  if (!list || key === "Escape") return false;
  const starts = [...list.options].some((one) => one.text.toLowerCase().startsWith(key.toLowerCase()));
  const own = key.length > 1 || starts || performance.now() - lettered < 1000;
  if (own && key.length === 1) lettered = performance.now();
  return own;
}

// An empty field says nothing; the dice beside it are entered by their own button.
addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.target.id === "typed" && !event.target.value.trim()) event.preventDefault();
});

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (typesInto(event.target, event.key)) return;
  if (event.key === "Escape") document.querySelector("#pointed button")?.click();
  if (event.key === "u") document.querySelector('form[action*="/undo?"] button:not([disabled])')?.click();
  if (event.key === "r") document.querySelector('form[action*="/redo?"] button:not([disabled])')?.click();
  if (/^[0-9]$/.test(event.key)) typeNumber(event.key);
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  const shown = shownChoices();
  const at = shown.indexOf(document.activeElement);
  const asked = document.activeElement.id === "question"; // it has the focus after each choice
  if (!shown.length || (at < 0 && !asked)) return;
  event.preventDefault();
  const step = event.key === "ArrowDown" ? 1 : -1;
  shown[at < 0 ? (step > 0 ? 0 : shown.length - 1) : (at + step + shown.length) % shown.length].focus();
});

pace.value = localStorage.getItem("pace") ?? pace.value;
pace.addEventListener("change", () => localStorage.setItem("pace", pace.value));

// Whoever comes back by the back button sees how things stand now.
addEventListener("pageshow", (event) => {
  if (event.persisted) follow();
});

let stream = null;
function listen() {
  if (document.hidden) {
    stream?.close();
    stream = null;
  } else if (!stream) {
    stream = new EventSource(`${base}/events`);
    stream.addEventListener("change", (event) => {
      if (event.lastEventId !== now().dataset.change) follow();
    });
    stream.addEventListener("open", () => {
      if (document.querySelector("#asked .lost")) follow();
    });
    stream.addEventListener("error", (event) => {
      if (event.target.readyState !== EventSource.CLOSED || event.target !== stream) return;
      stream = null; // a browser asks again by itself only where nothing was answered
      setTimeout(listen, RETRY);
      follow();
    });
    stream.addEventListener("gone", () => {
      stream.close();
      trouble("This battle is not open here any more. Reload the page to go on.");
    });
  }
}
document.addEventListener("visibilitychange", listen);
addEventListener("pagehide", () => {
  stream?.close();
  stream = null;
});

for (const part of PARTS) lastTold.set(part, document.getElementById(part)?.outerHTML);
tell(document.querySelector("#lines"), true);
reach();
prepare();
listen();
if ("more" in now().dataset) follow();
