// The gallery: shows what fits the buttons and the search, and takes a file that is dropped or
// chosen. What is chosen stands in the address, so that going back finds it again.

const cards = [...document.querySelectorAll(".card")];
const groups = [...document.querySelectorAll("[data-filter]")];
const search = document.querySelector("#search");
const count = document.querySelector("#count");
const none = document.querySelector(".none");
const chosen = new Map(groups.map((group) => [group.dataset.filter, ""]));

function fits(card) {
  for (const [name, value] of chosen) {
    if (value && card.dataset[name] !== value) return false;
  }
  const words = search.value.toLowerCase().split(/\s+/);
  return words.every((word) => card.dataset.words.includes(word));
}

function show() {
  let shown = 0;
  for (const card of cards) {
    card.hidden = !fits(card);
    shown += card.hidden ? 0 : 1;
  }
  for (const group of groups) {
    for (const button of group.querySelectorAll("button")) {
      button.setAttribute("aria-pressed", button.value === chosen.get(group.dataset.filter));
    }
  }
  const all = shown === cards.length;
  count.textContent = all ? `${shown} scenarios` : `${shown} of ${cards.length} scenarios`;
  none.hidden = shown > 0;
}

function remember() {
  const query = new URLSearchParams();
  for (const [name, value] of [...chosen, ["search", search.value.trim()]]) {
    if (value) query.set(name, value);
  }
  history.replaceState(null, "", query.size ? `?${query}` : location.pathname);
}

function change() {
  show();
  remember();
}

for (const group of groups) {
  group.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    chosen.set(group.dataset.filter, button.value);
    change();
  });
}
search.addEventListener("input", change);
search.form.addEventListener("submit", (event) => event.preventDefault());
document.querySelector("#all").addEventListener("click", () => {
  for (const name of chosen.keys()) chosen.set(name, "");
  search.value = "";
  change();
  search.focus();
});

const query = new URLSearchParams(location.search);
for (const group of groups) {
  const value = query.get(group.dataset.filter) ?? "";
  const known = [...group.querySelectorAll("button")].some((button) => button.value === value);
  chosen.set(group.dataset.filter, known ? value : "");
}
search.value = query.get("search") ?? "";
document.querySelector(".filters").hidden = false;
show();

// A file of one's own.

const drop = document.querySelector("#drop");
const input = document.querySelector("#file");
const faults = document.querySelector("#faults");
const most = Number(drop.dataset.most);

function tell(heading, lines) {
  faults.querySelector("h2").textContent = heading;
  faults.querySelector("ul").replaceChildren(
    ...lines.map(({ where, says }) => {
      const line = document.createElement("li");
      const place = document.createElement("bdi");
      place.className = "where";
      place.textContent = where;
      const text = document.createElement("bdi");
      text.textContent = says;
      line.append(place, " ", text);
      return line;
    }),
  );
  faults.hidden = false;
  faults.focus();
}

async function open(file) {
  if (file.size > most && !/\.json$/i.test(file.name)) {
    const says = `it is longer than ${most.toLocaleString("en")} bytes, the most that is read`;
    tell("This file cannot be opened", [{ where: file.name.slice(0, 80), says }]);
    return;
  }
  document.body.classList.add("waiting");
  try {
    const saved = /\.json$/i.test(file.name);  // a battle that was saved as a file
    const name = new URLSearchParams({ name: file.name.slice(0, 80) });
    const address = saved ? "/saves" : `/scenarios?${name}`;
    const headers = { accept: "application/json" };
    const answer = await fetch(address, { method: "POST", body: file, headers });
    const said = await answer.json();
    if (said.page) {
      location.assign(said.page);
      return;
    }
    if (said.says) {
      tell("This file could not be read", [{ where: file.name.slice(0, 80), says: said.says }]);
      return;
    }
    const number = said.faults.length + said.more;
    const lines = [...said.faults];
    if (said.more) lines.push({ where: "", says: `and ${said.more} more` });
    tell(number === 1 ? "This file has a fault" : `This file has ${number} faults`, lines);
  } catch {
    const says = "the table does not answer; is autogm still running?";
    tell("This file could not be read", [{ where: file.name.slice(0, 80), says }]);
  } finally {
    document.body.classList.remove("waiting");
    input.value = "";
  }
}

input.addEventListener("change", () => {
  if (input.files.length) open(input.files[0]);
});
faults.querySelector("button").addEventListener("click", () => {
  faults.hidden = true;
  input.focus();
});
addEventListener("dragover", (event) => {
  event.preventDefault();
  document.body.classList.add("over");
});
for (const name of ["dragleave", "dragend"]) {
  addEventListener(name, (event) => {
    if (!event.relatedTarget) document.body.classList.remove("over");
  });
}
addEventListener("drop", (event) => {
  event.preventDefault();
  document.body.classList.remove("over");
  if (event.dataTransfer.files.length) open(event.dataTransfer.files[0]);
});
