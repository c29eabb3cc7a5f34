// Which view is open, and which keys go where.
import { byId, el, say } from "./elements.js";
import { KEYS, leaveQueue, openGuide, press, showQueue, takes } from "./judge.js";
import { showRun, showRuns } from "./runs.js";

const VIEWS = { run: showRun, queue: showQueue };
let opened = 0; // counts views, so that an answer that comes late does not overwrite the view opened since

async function route() {
  const mine = ++opened;
  const [view, query] = location.hash.slice(1).split("?");
  say("");
  leaveQueue();
  byId("main").className = view === "queue" ? "judge" : "";
  byId("back").hidden = !(view in VIEWS);
  byId("title").textContent = "mhclient";
  document.title = view === "queue" ? "Judge replies" : "mhclient: runs";
  try {
    await (VIEWS[view] || showRuns)(new URLSearchParams(query), () => mine === opened);
  } catch (error) {
    if (mine === opened) say(error.message);
  }
}

document.addEventListener("keydown", (event) => {
  if (!takes(event)) return;
  event.preventDefault();
  press(event.key);
});

byId("keys").replaceChildren(...KEYS.map(([key, does]) => el("span", {}, el("kbd", {}, key), " " + does)));
byId("help").addEventListener("click", () => openGuide());
byId("close").addEventListener("click", () => byId("guide").close());
window.addEventListener("hashchange", route);
route();
