// A page that waits looks again and shows what there is by then, in place: whoever reads it keeps
// their place, and a screen reader is not sent back to its top.

const AWAY = 5;  // seconds until a table that does not answer is asked again
const main = document.querySelector("#main");

function follow(fresh) {
  const parts = [main, fresh].map((one) => [...one.querySelectorAll("[role=status], progress")]);
  for (const [number, part] of parts[0].entries()) {
    const to = parts[1][number];
    if (!to) continue;
    if (part.textContent !== to.textContent) part.textContent = to.textContent;
    if (to.hasAttribute("value")) part.setAttribute("value", to.getAttribute("value"));
  }
}

function end(fresh, title) {
  const free = document.activeElement === document.body || main.contains(document.activeElement);
  main.replaceChildren(...fresh.childNodes);
  document.title = title;
  document.querySelector("meta[name=again]").remove();
  const heading = main.querySelector("h1");
  if (!free || !heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

async function look(again) {
  const answer = await fetch(again.dataset.from || location.href).catch(() => null);
  if (!answer) return AWAY;
  if (answer.redirected) {
    location.replace(answer.url);
    return null;
  }
  const made = new DOMParser().parseFromString(await answer.text(), "text/html");
  const [next, fresh] = [made.querySelector("meta[name=again]"), made.querySelector("#main")];
  if (!fresh) return AWAY;
  if (next) follow(fresh);
  else end(fresh, made.title);
  return next && Number(next.content);
}

const again = document.querySelector("meta[name=again]");
let seconds = Number(again.content);
while (seconds !== null) {
  await new Promise((done) => setTimeout(done, 1000 * seconds));
  seconds = await look(again);
}
