// What is shown beside a battle, each of which can be off: the odds of every choice, what a good
// player would do, and what the enemies could do (drawn on the map by threats.js).

import { clear, draw, share } from "/static/threats.js";

const HOPELESS = 0.005; // what succeeds less often is shown as 0%, and recedes behind the others

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
    this.asked = {}; // how often each was asked for: what comes later than it is wanted is dropped
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

  // Whether what is asked for now is still wanted when this is called.
  wanted(what) {
    const number = (this.asked[what] ?? 0) + 1;
    this.asked[what] = number;
    return () => this.asked[what] === number;
  }

  async ask(what) {
    const query = new URLSearchParams({ at: this.here, view: this.view });
    if (what === "coach") query.set("level", this.level.value);
    const answer = await fetch(`${this.base}/${what}?${query}`).catch(() => null);
    const said = answer?.ok ? await answer.json() : null;
    return said?.gone_on ? null : said;
  }

  async odds(on) {
    const wanted = this.wanted("odds");
    if (!on) {
      for (const one of document.querySelectorAll("#choices .odds")) one.hidden = true;
      for (const one of document.querySelectorAll("#choices .hopeless")) one.classList.remove("hopeless");
      return;
    }
    const said = await this.ask("odds");
    if (!said || !wanted()) return;
    for (const [number, one] of Object.entries(said.odds)) {
      const place = document.querySelector(`#choices .choice[value="${number}"] .odds`);
      if (!place) continue;
      const words = one.rolled ? `${one.words} (${one.rolled})` : one.words;
      const invoked = one.invoked ? [one.invoked] : [];
      tellOdds(place, one, [words, ...invoked]);
      const best = Math.max(one.succeeds ?? 1, one.invoked_succeeds ?? 0);
      place.closest(".choice").classList.toggle("hopeless", best < HOPELESS);
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
    const [place, wanted] = [document.querySelector("#falling"), this.wanted("falling")];
    if (!place) return;
    place.hidden = true;
    if (!on) return;
    const said = await this.ask("odds");
    if (!said?.dice?.lines || !wanted() || !place.isConnected) return;
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
    const [place, wanted] = [document.querySelector("#coach"), this.wanted("coach")];
    for (const one of document.querySelectorAll("#choices .best")) one.classList.remove("best");
    if (!place) return;
    place.hidden = !on;
    if (!on) return;
    place.textContent = "The coach is thinking…";
    const said = await this.ask("coach");
    if (!wanted() || !place.isConnected) return;
    if (!said) {
      place.textContent = "The coach has no answer now.";
      return;
    }
    const sentence = document.createElement("p");
    sentence.textContent = said.says;
    const list = document.createElement("ul");
    for (const one of said.lines) {
      const line = document.createElement("li");
      line.textContent = `${one.words}: ${one.told}`;
      list.append(line);
      const choice = document.querySelector(`#choices .choice[value="${one.choice}"]`);
      if (choice && one.best) choice.classList.add("best");
    }
    place.replaceChildren(sentence, list);
  }

  async threats(on) {
    const wanted = this.wanted("threats");
    document.querySelector("#threats")?.remove();
    clear();
    if (!on) return;
    const said = await this.ask("threats");
    if (!said || !wanted()) return;
    draw(said.threats);
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
    document.querySelector("#asked")?.after(list);
  }
}
