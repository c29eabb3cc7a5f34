// The rater's screen: one reply at a time, and what one can say of it.
import { byId, el, link, say, table } from "./elements.js";
import { Queue } from "./queue.js";
import { inTurn } from "./server.js";

// Key, what it judges, and what its button says.
const VERDICTS = {
  m: ["ambiguous", "Ambiguous"], n: ["none", "No answer"], r: ["refusal", "Refusal"],
  l: ["out_of_range", "Not on the list"], s: ["skip", "Not sure"],
};
const SMALL = "abcdefgh"; // small letters pick an option too; the rest of the alphabet is for commands
const LONG = 26; // characters of an option, beyond which options stand below one another

let queue = null;
let explains = false; // whether the reader's own reading is open

const COMMANDS = {
  ArrowRight: () => queue.look(queue.at + 1), ArrowLeft: () => queue.look(queue.at - 1),
  j: () => queue.look(queue.at + 1), k: () => queue.look(queue.at - 1),
  u: () => queue.undo(), x: () => queue.lookUnjudged(), Enter: () => queue.confirm(),
};
// What opens at once: the next key belongs to it.
const OPENERS = { t: editNote, "/": editFilter, w: explain, "?": () => openGuide(true) };

export const KEYS = [["A–Z", "option"], ...Object.entries(VERDICTS).map(([key, [, name]]) => [key.toUpperCase(), name.toLowerCase()]),
  ["U", "undo"], ["T", "note"], ["←→", "move"], ["X", "next without a judgement"], ["/", "find"],
  ["W", "how the program read it"], ["Enter", "save several letters"], ["?", "this guide"]];

export function leaveQueue() {
  queue = null;
  byId("lists").hidden = byId("progress").hidden = true;
}

export async function showQueue(parameters, isOpen) {
  const opened = new Queue(parameters);
  queue = opened;
  await opened.open();
  if (!isOpen() || queue !== opened) return;
  byId("main").className = "judge";
  byId("main").replaceChildren(el("div", { class: "field", id: "field", hidden: true }), el("div", { class: "read", id: "read" }),
    el("div", { class: "act", id: "act", role: "group", "aria-label": "What did the reply answer?" }));
  drawLists();
  draw();
  if (!localStorage.getItem("mhclient-guide")) openGuide();
}

// The guide, with the keys also on a phone where somebody has pressed one.
export function openGuide(byKey = false) {
  localStorage.setItem("mhclient-guide", "seen");
  byId("guide").classList.toggle("bykey", byKey);
  byId("guide").showModal();
  byId("guide-title").focus();
}

// Do something with the queue, in turn, and draw what has become of it.
function doing(work) {
  const ours = queue;
  return inTurn(async () => {
    if (queue !== ours || !ours) return; // another view has been opened since
    await work();
    if (queue === ours) draw();
  }, say);
}

export function press(key) {
  say("");
  if (!queue) return;
  if (OPENERS[key]) OPENERS[key]();
  else if (COMMANDS[key]) doing(COMMANDS[key]);
  else if (VERDICTS[key]) doing(() => queue.judge(VERDICTS[key][0]));
  else if (SMALL.includes(key) || (key >= "A" && key <= "Z")) doing(() => queue.pick(key.toUpperCase()));
}

// Which keys belong to this screen, and not to a field, a button or the browser.
export function takes(event) {
  if (!queue || event.ctrlKey || event.metaKey || event.altKey || byId("guide").open) return false;
  if (event.target.closest("input, textarea, select")) return false;
  if (event.key === "Enter" && event.target.closest("button, a, summary")) return false;
  return event.key.length === 1 ? event.key !== " " : event.key in COMMANDS;
}

function drawLists() {
  const select = byId("lists").querySelector("select");
  select.replaceChildren(...queue.lists.map((list) => el("option", { value: list.filter },
    `${list.name} (${list.n.toLocaleString("en")})`)));
  byId("lists").hidden = false;
  select.onchange = () => {
    select.blur();
    doing(() => queue.choose(select.value));
  };
}

function draw() {
  const focused = document.activeElement?.dataset?.key;
  drawHead();
  byId("read").replaceChildren(...readPart());
  byId("act").replaceChildren(...actPart());
  if (focused) (byId("act").querySelector(`[data-key="${focused}"]:enabled`) ?? byId("act").querySelector("button")).focus();
  scrollTo(0, 0);
}

function drawHead() {
  byId("title").textContent = queue.blind ? "Judge replies, sample " + queue.sample : "Judge replies";
  const select = byId("lists").querySelector("select");
  select.value = queue.filter;
  if (select.selectedIndex < 0) {
    select.append(el("option", { value: queue.filter }, "Found: " + queue.filter));
    select.value = queue.filter;
  }
  const progress = byId("progress");
  Object.assign(progress, { hidden: false, max: Math.max(1, queue.n), value: queue.nJudged });
}

function readPart() {
  const shown = queue.shown;
  const at = queue.n ? (queue.at + 1).toLocaleString("en") : "0";
  const several = shown && shown.mode === "multi" ? el("span", {}, "Several letters may be right") : null;
  const meta = el("p", { class: "meta" }, el("span", { id: "count" }, el("b", {}, at), ` of ${queue.n.toLocaleString("en")}`),
    el("span", { id: "judged" }, queue.nJudged.toLocaleString("en") + " judged"), agreement(), shown ? el("span", {}, shown.task) : null, several);
  if (queue.done || !shown) return [meta];
  const question = el("div", { class: "question", tabindex: "0", role: "region", "aria-label": "Question" }, shown.question);
  return [meta, el("section", {}, el("h2", { class: "label" }, "Question"), question),
    el("section", { class: explains ? "explained" : "" }, el("h2", { class: "label" }, "Reply"), reply(shown), ...explanation(shown))];
}

function agreement() {
  const found = queue.agreement;
  if (!found || !found.n) return null;
  const meaning = "Over the first " + found.n + " replies that others have judged too; worked out anew after every ten. "
    + "Alpha is Krippendorff's: 1 is perfect, 0 is chance.";
  return el("span", { title: meaning, id: "agreement" }, `agreement ${found.same} %, alpha ${found.alpha}`);
}

function reply(shown) {
  const pieces = shown.pieces.map(([text, kind, reason]) => (kind ? el("mark", { class: kind, title: explains && reason }, text) : text));
  const isEmpty = pieces.every((piece) => !(piece.textContent ?? piece).trim());
  const cut = shown.finish_reason === "length" ? el("span", { class: "cut" }, " ▌cut off here") : null;
  return el("pre", { class: "reply", tabindex: "0", role: "region", "aria-label": "Reply" },
    el("span", { id: "completion" }, pieces), isEmpty ? el("span", { class: "cut" }, "(no text)") : null, cut);
}

// How the program read it, closed at first: raters follow what they are shown. A blind sample has none of it.
function explanation(shown) {
  if (!shown.reading) return [];
  const facts = [shown.said.replaceAll("_", " "), shown.reading.grade?.replaceAll("_", " "), shown.reading.rule, shown.finish_reason && "ended by " + shown.finish_reason];
  const details = el("details", { open: explains, id: "why" }, el("summary", {}, "How the program read it"),
    el("p", {}, facts.filter(Boolean).join(" · ")), ...(shown.marks.length ? [table(["place", "became", "why"], shown.marks)] : []),
    el("p", { class: "soft" }, [shown.model, shown.item].join(" · ")));
  details.addEventListener("toggle", () => {
    if (details.open === explains) return;
    explains = details.open;
    draw();
  });
  return [details];
}

function explain() {
  const details = byId("why");
  if (details) details.open = !details.open;
}

function button(key, text, attributes = {}) {
  const keycap = el("kbd", { "aria-hidden": "true" }, key.toUpperCase());
  return el("button", { type: "button", "data-key": key, onclick: () => press(key), ...attributes }, text, keycap);
}

function actPart() {
  if (queue.done) return donePart();
  const shown = queue.shown;
  if (!shown) return [el("p", {}, "There is no reply in this list."), movePart()];
  const mine = shown.mine;
  const isPressed = (verdict) => String(Boolean(mine && mine.verdict === verdict));
  const isPicked = (label) => String(queue.picked.size ? queue.picked.has(label) : Boolean(mine && mine.letters.includes(label)));
  const options = shown.options.map(([label, text]) => el("button", { type: "button", "data-key": label, "aria-pressed": isPicked(label),
    onclick: () => press(label) }, el("b", {}, label), el("span", {}, text)));
  const isLong = shown.options.some(([, text]) => text.length > LONG);
  const others = Object.entries(VERDICTS).map(([key, [verdict, name]]) => button(key, name, { "aria-pressed": isPressed(verdict) }));
  const save = queue.picked.size ? [el("button", { type: "button", class: "first save", "data-key": "Enter", onclick: () => press("Enter") },
    "Save " + [...queue.picked].sort().join(" & "))] : [];
  const note = mine && mine.note ? [el("p", { class: "mynote", id: "mynote" }, "Your note: " + mine.note)] : [];
  return [el("p", { class: "label" }, "What did the reply answer?"), el("div", { class: isLong ? "options long" : "options" }, options),
    ...save, el("div", { class: "others" }, others), ...note, movePart()];
}

function movePart() {
  const arrow = (key, sign, name, isEnd) => el("button", { type: "button", "data-key": key, "aria-label": name, disabled: isEnd, onclick: () => press(key) }, sign);
  return el("div", { class: "move" }, arrow("ArrowLeft", "←", "Previous reply", queue.at <= 0), arrow("ArrowRight", "→", "Next reply", queue.at >= queue.n - 1),
    el("span", { class: "grow", role: "status" }, queue.saved), button("/", "Find"), button("t", "Note"), button("u", "Undo"));
}

function donePart() {
  const next = queue.lists.find((list) => list.filter !== queue.filter && list.n > list.n_judged);
  return [el("h2", {}, "All of these are judged"), el("p", {}, `${queue.nJudged.toLocaleString("en")} of ${queue.n.toLocaleString("en")}, and all of it is saved.`),
    el("p", { class: "buttons" }, next ? el("button", { type: "button", class: "first", onclick: () => doing(() => queue.choose(next.filter)) }, "Next: " + next.name) : null,
      link("runs", {}, "Back to the runs", { class: "button" }), button("u", "Undo"))];
}

// Fields open at once, so that no letter typed into them can judge. What they begin with, and the reply that a note
// belongs to, are known when what was asked for before has been answered.
function editNote() {
  const ours = queue;
  let shown = null;
  const area = el("textarea", { rows: "3", maxlength: "2000", "aria-label": "Your note" });
  const keep = () => {
    close();
    doing(async () => { if (shown) await ours.note(shown, area.value); });
  };
  const close = openField(area, keep, "Save note");
  inTurn(() => {
    shown = ours.shown;
    area.value = (shown?.mine ? shown.mine.note : "") + area.value;
  }, say);
}

function editFilter() {
  const hint = queue.blind ? 'task:FC judged:no "not sure"' : 'outcome:refusal,empty task:FC judged:no "not sure"';
  const field = el("input", { id: "filter", "aria-label": "Find replies", spellcheck: "false", placeholder: hint });
  field.value = queue.filter;
  const close = openField(field, () => {
    doing(async () => { await queue.choose(field.value); close(); });
  }, "Find");
  field.select();
}

// A field with its buttons; Enter keeps, Escape closes. Returns what closes it.
function openField(field, keep, name) {
  const place = byId("field");
  const close = () => {
    place.hidden = true;
    place.replaceChildren();
  };
  place.replaceChildren(field, el("button", { type: "button", class: "first", onclick: keep }, name), el("button", { type: "button", onclick: close }, "Cancel"));
  place.hidden = false;
  field.focus();
  field.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key === "Escape") close();
    if (event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    keep();
  });
  return close;
}
