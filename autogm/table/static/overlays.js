// What is shown beside a battle, each of which can be off: the odds of every choice, what a good
// player would do, and what the enemies could do, drawn on the map.

const SVG = "http://www.w3.org/2000/svg";
const [NEAR, CHIP] = [20, 190];  // in units of a map: within a column, and from a token to its end
const share = (chance) => `${Math.round(100 * chance)}%`;

// Puts odds in their place: a bar where something may succeed, paler where invokes bring it, and
// the words.
function tellOdds(place, one, parts, invoked = one.invoked_succeeds) {
  place.replaceChildren();
  if (one.succeeds !== null && one.succeeds !== undefined) {
    const bar = document.createElement("span");
    bar.className = "bar";
    for (const chance of [one.succeeds, Math.max(0, invoked - one.succeeds)]) {
      const filled = document.createElement("span");
      filled.style.width = share(chance);
      bar.append(filled);
    }
    place.append(bar);
  }
  place.append(parts.join("; "));
  place.hidden = false;
}

export class Overlays {
  constructor(base, view) {
    this.base = base;
    this.view = view;
    this.here = "";
    this.switches = {};
    for (const name of ["odds", "coach", "threats"]) {
      const box = document.querySelector(`#show-${name}`);
      if (!box) continue; // nobody attacks in a scene of cards
      const kept = localStorage.getItem(`show-${name}`);
      if (kept !== null) box.checked = kept === "1";
      box.addEventListener("change", () => {
        localStorage.setItem(`show-${name}`, box.checked ? "1" : "0");
        this.show(this.here);
      });
      this.switches[name] = box;
    }
    this.level = document.querySelector("#coach-level");
    this.level.value = localStorage.getItem("coach-level") ?? this.level.value;
    this.level.addEventListener("change", () => {
      localStorage.setItem("coach-level", this.level.value);
      this.show(this.here);
    });
  }

  show(here) {
    this.here = here;
    const asked = document.querySelector("#choices") !== null;
    const { more, over } = document.querySelector("#now").dataset;
    const calm = more === undefined && over === undefined;
    this.odds(asked && this.switches.odds.checked);
    this.falling(this.switches.odds.checked);
    this.coach(asked && this.switches.coach.checked);
    this.threats(calm && this.switches.threats?.checked);
  }

  async ask(what) {
    const query = new URLSearchParams({ at: this.here, view: this.view });
    if (what === "coach") query.set("level", this.level.value);
    const answer = await fetch(`${this.base}/${what}?${query}`);
    const said = answer.ok ? await answer.json() : null;
    return said?.gone_on ? null : said;
  }

  async odds(on) {
    if (!on) {
      for (const one of document.querySelectorAll("#choices .odds")) one.hidden = true;
      return;
    }
    const here = this.here;
    const said = await this.ask("odds");
    if (!said || here !== this.here) return;
    for (const [number, one] of Object.entries(said.odds)) {
      const place = document.querySelector(`#choices .choice[value="${number}"] .odds`);
      if (!place) continue;
      const words = one.rolled ? `${one.words} (${one.rolled})` : one.words;
      const invoked = one.invoked ? [one.invoked] : [];
      tellOdds(place, one, [words, ...invoked]);
    }
    // What is the same in every way to do something is said once, and what is more beside each way.
    for (const deed of document.querySelectorAll("#choices .deed")) {
      const ways = [...deed.querySelectorAll(".choice")];
      const told = ways.map((way) => said.odds[way.value]);
      if (!told.every((one) => one && one.words === told[0].words && one.rolled === told[0].rolled)) continue;
      const { words, rolled } = told[0];
      const most = Math.max(...told.map((one) => one.invoked_succeeds));
      tellOdds(deed.querySelector("p > .odds"), told[0], [rolled ? `${words} (${rolled})` : words], most);
      for (const [place, way] of ways.entries()) {
        const { invoked } = told[place];
        const beside = way.querySelector(".odds");
        beside.textContent = invoked || "";
        beside.hidden = !invoked;
      }
    }
  }

  // What dice may bring that somebody is about to enter.
  async falling(on) {
    const place = document.querySelector("#falling");
    if (!place) return;
    place.hidden = true;
    if (!on) return;
    const here = this.here;
    const said = await this.ask("odds");
    if (!said?.dice?.lines || here !== this.here || !place.isConnected) return;
    const parts = [];
    if (said.dice.words) {
      parts.push(document.createElement("p"));
      parts[0].textContent = said.dice.words;
    }
    const table = document.createElement("table");
    table.createCaption().textContent = "What the dice may come to, if nobody invokes after them";
    const head = table.createTHead().insertRow();
    for (const words of ["Dice", "How often", "What comes of it"]) {
      const cell = document.createElement("th");
      cell.scope = "col";
      cell.textContent = words;
      head.append(cell);
    }
    const body = table.createTBody();
    for (const line of said.dice.lines) {
      const row = body.insertRow();
      for (const words of line) row.insertCell().textContent = words;
    }
    place.replaceChildren(...parts, table);
    place.hidden = false;
  }

  async coach(on) {
    const place = document.querySelector("#coach");
    if (!place) return;
    place.hidden = !on;
    if (!on) return;
    place.textContent = "The coach is thinking…";
    const [here, level] = [this.here, this.level.value];
    const said = await this.ask("coach");
    if (!said || here !== this.here || level !== this.level.value) return;
    for (const one of document.querySelectorAll("#choices .best")) one.classList.remove("best");
    const sentence = document.createElement("p");
    sentence.textContent = said.says;
    const list = document.createElement("ol");
    for (const one of said.lines) {
      const line = document.createElement("li");
      line.textContent = `${one.words}: ${one.told}`;
      list.append(line);
      const choice = document.querySelector(`#choices .choice[value="${one.choice}"]`);
      if (choice && one.best) choice.classList.add("best");
    }
    document.querySelector("#coach").replaceChildren(sentence, list);
  }

  async threats(on) {
    document.querySelector("#threats")?.remove();
    for (const layer of document.querySelectorAll("#map g.threats")) layer.remove();
    if (!on) return;
    const here = this.here;
    const said = await this.ask("threats");
    if (!said || here !== this.here || document.querySelector("#threats")) return;
    this.draw(said.threats);
    const list = document.createElement("ul");
    list.id = "threats";
    list.className = "threats";
    list.tabIndex = 0;
    list.setAttribute("aria-label", "What the enemies could do on their next turn");
    const told = said.lines;
    if (!told.length) told.push("No enemy can attack anybody on its next turn.");
    for (const words of told) {
      const line = document.createElement("li");
      line.textContent = words;
      list.append(line);
    }
    document.querySelector("#map")?.after(list);
  }

  // The likeliest attack on each of the own side, as a line from who would make it; from all of
  // them where several are as likely.
  draw(threats) {
    const svg = document.querySelector("#map svg");
    if (!svg) return;
    const [below, above] = [layer(), layer()]; // lines pass below cards, chances stand above them
    const scale = 1 / svg.getScreenCTM().a;
    const worst = new Map();
    for (const one of threats) {
      for (const strike of one.strikes) {
        const known = worst.get(strike.target) ?? [];
        const more = known.length ? (strike.hit ?? 0) - (known[0].hit ?? 0) : 1;
        const alike = Math.abs(more) < 1e-9;
        if (!alike && more < 0) continue;
        worst.set(strike.target, [...(alike ? known : []), { ...strike, by: one.fighter }]);
      }
    }
    const [labelled, told] = [new Set(), []];
    for (const strike of [...worst.values()].flat()) {
      const [from, to] = [place(svg, strike.by), place(svg, strike.target)];
      if (!from || !to) continue;
      if (from.card === to.card) within(to.card).append(drawn(from.x, from.y, to.x, to.y, scale));
      else below.append(drawn(facing(from, to), from.y, facing(to, from), to.y, scale));
      // Those that are as likely are told once.
      if (strike.hit === null || labelled.has(strike.target)) continue;
      labelled.add(strike.target);
      told.push(beside(svg, strike, from, to, scale));
    }
    above.append(...told);
    let zones = svg.querySelector("g.zone");
    while (zones && zones.parentNode !== svg) zones = zones.parentNode;
    svg.insertBefore(below, zones);
    svg.append(above);
  }
}

function layer() {
  const made = document.createElementNS(SVG, "g");
  made.setAttribute("class", "threats");
  return made;
}

// What is drawn on a card itself, below all that stands there.
function within(card) {
  const made = layer();
  const [root, own] = [card.ownerSVGElement.getScreenCTM(), card.parentNode.getScreenCTM()];
  made.setAttribute("transform", `translate(${(root.e - own.e) / own.a} ${(root.f - own.f) / own.d})`);
  card.after(made);
  return made;
}

function drawn(x1, y1, x2, y2, scale) {
  const line = document.createElementNS(SVG, "line");
  for (const [name, value] of Object.entries({ x1, y1, x2, y2 })) line.setAttribute(name, value);
  line.setAttribute("stroke-width", 2.5 * scale);
  return line;
}

// Where a fighter's token is in a picture, the edges of its card, and whether nobody else stands
// between it and them.
function place(svg, id) {
  const fighter = document.getElementById(`fighter-${id}`);
  const token = fighter?.querySelector("circle, rect");
  if (!token) return null;
  const [zone, screen] = [fighter.closest("g.zone"), svg.getScreenCTM()];
  const x = (value) => (value - screen.e) / screen.a;
  const middle = (one) => {
    const box = one.getBoundingClientRect();
    return [x(box.x + box.width / 2), (box.y + box.height / 2 - screen.f) / screen.d];
  };
  const [card, here] = [zone.querySelector(".card"), middle(token)];
  const edges = card.getBoundingClientRect();
  const others = [...zone.querySelectorAll("g.fighter")].map((one) => middle(one.querySelector("circle, rect"))[0]);
  return {
    card, x: here[0], y: here[1], left: x(edges.left), right: x(edges.right),
    first: others.every((one) => one > here[0] - NEAR), last: others.every((one) => one < here[0] + NEAR),
  };
}

// Where the line of a strike ends: at the edge of the card towards the other one; at the token where
// one card is above the other.
function facing(one, other) {
  if (one.left < other.right && other.left < one.right) return one.x;
  return other.left > one.left ? one.right : one.left;
}

// The chances of a strike, beside the card of whom it would hit: where the line comes from, or else
// where there is room; if nowhere is, on the card, behind that fighter's name.
function beside(svg, strike, from, to, scale) {
  const told = [share(strike.hit), ...(strike.out ? [`out ${share(strike.out)}`] : [])];
  const room = (told.length > 1 ? 54 : 34) * scale;
  const { x, width } = svg.viewBox.baseVal;
  const free = { left: to.first && to.left - room > x, right: to.last && to.right + room < x + width };
  const sides = to.right < from.right ? ["right", "left"] : ["left", "right"];
  const side = sides.find((one) => free[one]);
  const places = { left: to.left - 4 * scale, right: to.right + 4 * scale };
  const at = places[side] ?? Math.min(to.right - 6 * scale, to.x + CHIP);
  const text = document.createElementNS(SVG, "text");
  text.setAttribute("text-anchor", side === "right" ? "start" : "end");
  text.setAttribute("font-size", 12 * scale);
  for (const [number, words] of told.entries()) {
    const line = document.createElementNS(SVG, "tspan");
    line.setAttribute("x", at);
    line.setAttribute("y", to.y + (4 + 12 * (number - (told.length - 1) / 2)) * scale);
    line.textContent = words;
    text.append(line);
  }
  return text;
}
