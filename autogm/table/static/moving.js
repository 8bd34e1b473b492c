// What changes on the board is seen changing: fighters go from where they stood, and fate points fly
// from whoever has paid to whoever got them.

const still = matchMedia("(prefers-reduced-motion: reduce)");
const FLIGHT = 650;  // milliseconds

const middle = (box) => [box.x + box.width / 2, box.y + box.height / 2];

// Where everything is.
export function places() {
  const fighters = new Map();
  for (const one of document.querySelectorAll("#map g.fighter")) {
    fighters.set(one.id, { zone: one.closest("g.zone")?.id, at: one.getBoundingClientRect() });
  }
  const purses = new Map();
  for (const one of document.querySelectorAll("#map [data-purse]")) {
    const at = middle(one.querySelector(".tokens").getBoundingClientRect());
    purses.set(one.dataset.purse, { points: Number(one.dataset.points), at });
  }
  return { fighters, purses };
}

export function moveFrom(before, time) {
  if (still.matches) return;
  const after = places();
  for (const [id, to] of after.fighters) {
    const from = before.fighters.get(id);
    // Who stays is laid out anew with the zone; only who goes elsewhere is seen going.
    if (from && from.zone !== to.zone) go(document.getElementById(id), from.at, to.at, time);
  }
  pay(before.purses, after.purses);
}

// A likeness goes, above all zones, while the fighter itself waits to be seen where it is going.
function go(fighter, from, to, time) {
  const svg = fighter.ownerSVGElement;
  const scale = svg.getScreenCTM().a;
  const [x, y] = [(from.x - to.x) / scale, (from.y - to.y) / scale];
  const likeness = fighter.cloneNode(true);
  likeness.removeAttribute("id");
  likeness.setAttribute("aria-hidden", "true");
  likeness.classList.add("moving");
  (fighter.closest("g.field") ?? svg).append(likeness);
  fighter.style.visibility = "hidden";
  const way = likeness.animate(
    [{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }],
    { duration: time, easing: "ease-in-out" },
  );
  way.onfinish = way.oncancel = () => {
    likeness.remove();
    fighter.style.visibility = "";
  };
}

function pay(before, after) {
  const paid = [];
  const got = [];
  for (const [key, { points, at }] of after) {
    const more = points - (before.get(key)?.points ?? points);
    for (let n = 0; n < Math.min(6, Math.abs(more)); n++) (more < 0 ? paid : got).push(at);
  }
  // Of whom one side of the deal is not shown, the point comes from the middle of the map, or goes there.
  const field = document.querySelector("#map .field")?.getBoundingClientRect();
  if (!field) return;
  for (let n = 0; n < Math.max(paid.length, got.length); n++) {
    fly(paid[n] ?? middle(field), got[n] ?? middle(field), n * 120);
  }
}

function fly(from, to, delay) {
  const token = document.createElement("i");
  token.className = "token flying";
  token.setAttribute("aria-hidden", "true");
  token.style.left = `${from[0] - 10}px`;
  token.style.top = `${from[1] - 10}px`;
  document.body.append(token);
  const flight = token.animate(
    [{ transform: "none" }, { transform: `translate(${to[0] - from[0]}px, ${to[1] - from[1]}px)` }],
    { duration: FLIGHT, delay, easing: "ease-in-out" },
  );
  flight.onfinish = flight.oncancel = () => token.remove();
}
