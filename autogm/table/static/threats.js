// What the enemies could do on their next turn, drawn on the map: the chances beside whom a strike would
// hit, an arrow from each zone that it would come from, and an outline around each zone that strikes
// reach into and where nobody of one's own stands yet.

const SVG = "http://www.w3.org/2000/svg";
const [NEAR, CHIP] = [20, 190];  // in units of a map: within a column, and from a token to its end
const ASIDE = 14;  // pixels that a chance is moved by
export const share = (chance) => `${Math.round(100 * chance)}%`;

export function clear() {
  for (const layer of document.querySelectorAll("#map g.threats")) layer.remove();
}

// The likeliest attack on each of the own side; all of them where several are as likely. Those from one
// zone to another are one arrow, so that a crowd of archers does not hide the map.
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
  const [labelled, arrows, told] = [new Set(), new Map(), []];
  for (const strike of [...worst.values()].flat()) {
    const [from, to] = [place(svg, strike.by), place(svg, strike.target)];
    if (!from || !to) continue;
    if (from.zone !== to.zone) arrows.set(`${from.zone} ${to.zone}`, [from, to]);
    // Those that are as likely are told once.
    if (strike.hit === null || labelled.has(strike.target)) continue;
    labelled.add(strike.target);
    told.push(beside(svg, strike, from, to, scale));
  }
  const home = new Set([...worst.keys()].map((id) => place(svg, id)?.zone));
  for (const id of new Set(threats.flatMap((one) => one.covers))) {
    const zone = document.getElementById(`zone-${id}`);
    if (zone && !home.has(zone.id)) below.append(outline(svg, zone, scale));
  }
  for (const [from, to] of arrows.values()) below.append(...arrow(from, to, scale));
  above.append(...told);
  beneath(svg.querySelector("g.zone"), below, svg);
  svg.append(above);
  const taken = [...svg.querySelectorAll("g.zone text, .difficulty")];
  for (const one of told) taken.push(aside(one, taken, scale));
}

// Moves a chance up or down where it would stand on a word, a difficulty or another chance.
function aside(told, taken, scale) {
  const boxes = taken.map((one) => one.getBoundingClientRect());
  const meets = (a) => boxes.some((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom);
  for (const off of [0, -ASIDE, ASIDE, -2 * ASIDE, 2 * ASIDE, 0]) {
    told.setAttribute("transform", `translate(0 ${off * scale})`);
    if (!meets(told.getBoundingClientRect())) break;
  }
  return told;
}

function layer() {
  const made = document.createElementNS(SVG, "g");
  made.setAttribute("class", "threats");
  return made;
}

// Puts a layer between the ways and the zones, where it stands as it would in the picture itself.
function beneath(zone, made, svg) {
  const [root, home] = [svg.getScreenCTM(), zone.parentNode.getScreenCTM()];
  made.setAttribute("transform", `translate(${(root.e - home.e) / home.a} ${(root.f - home.f) / home.d})`);
  zone.before(made);
}

function line(from, to, scale) {
  const made = document.createElementNS(SVG, "line");
  const ends = { x1: from.x, y1: from.y, x2: to.x, y2: to.y };
  for (const [name, value] of Object.entries(ends)) made.setAttribute(name, value);
  made.setAttribute("stroke-width", 2.5 * scale);
  return made;
}

// Just outside of a zone's card.
function outline(svg, zone, scale) {
  const [box, screen, made] = [zone.querySelector(".card").getBoundingClientRect(), svg.getScreenCTM(), document.createElementNS(SVG, "rect")];
  const off = 5 * scale;
  const sizes = {
    x: (box.left - screen.e) / screen.a - off, y: (box.top - screen.f) / screen.d - off,
    width: box.width / screen.a + 2 * off, height: box.height / screen.d + 2 * off, rx: 2 * off,
  };
  for (const [name, value] of Object.entries(sizes)) made.setAttribute(name, value);
  made.setAttribute("stroke-width", 2 * scale);
  return made;
}

// From the middle of one card to the edge of another, with its head there; what lies below the cards
// is not seen.
function arrow(from, to, scale) {
  const [start, end] = [middle(from), middle(to)];
  const [right, down] = [start.x - end.x, start.y - end.y];
  const inside = Math.min(
    (to.right - to.left) / 2 / Math.abs(right), (to.bottom - to.top) / 2 / Math.abs(down),
  );
  const [tip, long] = [{ x: end.x + inside * right, y: end.y + inside * down }, Math.hypot(right, down)];
  const [along, across] = [10 * scale / long, 5 * scale / long];
  const neck = { x: tip.x + along * right, y: tip.y + along * down };
  const head = document.createElementNS(SVG, "polygon");
  const corners = [
    tip, { x: neck.x - across * down, y: neck.y + across * right },
    { x: neck.x + across * down, y: neck.y - across * right },
  ];
  head.setAttribute("points", corners.map(({ x, y }) => `${x},${y}`).join(" "));
  return [line(start, neck, scale), head];
}

const middle = (one) => ({ x: (one.left + one.right) / 2, y: (one.top + one.bottom) / 2 });

// Where a fighter's token is in a picture, the edges of its card, and whether nobody else stands
// between it and them.
function place(svg, id) {
  const fighter = document.getElementById(`fighter-${id}`);
  const token = fighter?.querySelector("circle, rect");
  if (!token) return null;
  const [zone, screen] = [fighter.closest("g.zone"), svg.getScreenCTM()];
  const edges = (one) => {
    const box = one.getBoundingClientRect();
    const [x, y] = [(value) => (value - screen.e) / screen.a, (value) => (value - screen.f) / screen.d];
    return { left: x(box.left), right: x(box.right), top: y(box.top), bottom: y(box.bottom) };
  };
  const { x, y } = middle(edges(token));
  const others = [...zone.querySelectorAll("g.fighter")].map((one) => middle(edges(one.querySelector("circle, rect"))).x);
  const written = [...fighter.querySelectorAll("text")].map((one) => edges(one)).filter((one) => one.top < y && y < one.bottom);
  return {
    zone: zone.id, x, y, ...edges(zone.querySelector(".card")),
    named: Math.max(x, ...written.map((one) => one.right)),
    first: others.every((one) => one > x - NEAR), last: others.every((one) => one < x + NEAR),
  };
}

// The chances of a strike, beside the card of whom it would hit: where the line comes from, or else
// where there is room; if nowhere is, on the card, behind that fighter's name, and past its edge where
// the name leaves no room.
function beside(svg, strike, from, to, scale) {
  const told = [share(strike.hit), ...(strike.out ? [`out ${share(strike.out)}`] : [])];
  const room = (told.length > 1 ? 54 : 34) * scale;
  const { x, width } = svg.viewBox.baseVal;
  const free = { left: to.first && to.left - room > x, right: to.last && to.right + room < x + width };
  const sides = to.right < from.right ? ["right", "left"] : ["left", "right"];
  const side = sides.find((one) => free[one]);
  if (!side) told.splice(1); // beside a name, above what stands below it
  const down = side ? 4 : -2;
  const places = { left: to.left - 4 * scale, right: to.right + 4 * scale };
  const behind = to.last ? Math.max(to.right - 6 * scale, to.named + room) : to.x + CHIP;
  const at = places[side] ?? (to.last ? behind : Math.min(to.right - 6 * scale, behind));
  const text = document.createElementNS(SVG, "text");
  text.setAttribute("text-anchor", side === "right" ? "start" : "end");
  text.setAttribute("font-size", 12 * scale);
  for (const [number, words] of told.entries()) {
    const part = document.createElementNS(SVG, "tspan");
    part.setAttribute("x", at);
    part.setAttribute("y", to.y + (down + 12 * (number - (told.length - 1) / 2)) * scale);
    part.textContent = words;
    text.append(part);
  }
  return text;
}
