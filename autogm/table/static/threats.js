// What the enemies could do on their next turn, drawn on the map: a line from who would strike to whom
// it would hit, and the chances beside it.

const SVG = "http://www.w3.org/2000/svg";
const [NEAR, CHIP] = [20, 190];  // in units of a map: within a column, and from a token to its end
export const share = (chance) => `${Math.round(100 * chance)}%`;

export function clear() {
  for (const layer of document.querySelectorAll("#map g.threats")) layer.remove();
}

// The likeliest attack on each of the own side, as a line from who would make it; from all of
// them where several are as likely.
export function draw(threats) {
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
