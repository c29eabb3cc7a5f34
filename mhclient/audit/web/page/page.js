// The whole page: runs, a run's figures, and the queue of replies. Text from models, files and graphs is only ever
// put in as text (textContent), never as markup.
"use strict";

const main = document.getElementById("main");
const VERDICTS = { n: "none", r: "refusal", m: "ambiguous", s: "skip" };
const SMALL = "abcdefgh"; // small letters pick an option too; the rest of the alphabet is for commands

// An element with attributes and children; a string becomes text.
function el(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "onclick") made.addEventListener("click", value);
    else made.setAttribute(key, value);
  }
  made.append(...children.map((child) => (child instanceof Node ? child : String(child))));
  return made;
}

function say(text) {
  const line = document.getElementById("message");
  line.textContent = text;
  line.hidden = !text;
}

// Who this page was opened as. Another link opened in the same web browser changes its cookie: the server then
// refuses what this page asks, instead of writing it down as said by somebody else.
let rater = null;

async function ask(path, parameters = {}, body = null) {
  const query = new URLSearchParams(parameters).toString();
  const headers = rater === null ? {} : { "X-Mhclient-Rater": rater };
  const options = body === null ? { headers } : {
    method: "POST", headers: { ...headers, "Content-Type": "application/json" }, body: JSON.stringify(body),
  };
  const response = await fetch(path + (query ? "?" + query : ""), options);
  if (rater === null && response.ok) {
    rater = response.headers.get("X-Mhclient-Rater");
    document.getElementById("rater").textContent = "judging as " + decodeURIComponent(rater);
  }
  const found = await response.json();
  if (!response.ok) throw new Error(found.error || response.statusText);
  return found;
}

// A table; columns that hold nothing but figures stand to the right.
const FIGURE = /^[\d·–−+<].*$|^$/;

function table(head, rows) {
  const figures = head.map((_, column) => column > 0 && rows.every((row) => FIGURE.test(
    row[column] instanceof Node ? row[column].textContent : String(row[column]))));
  const cells = (name, row) => row.map((cell, column) => el(name, figures[column] ? { class: "figure" } : {}, cell));
  return el("table", {}, el("thead", {}, el("tr", {}, ...cells("th", head))),
    el("tbody", {}, ...rows.map((row) => el("tr", {}, ...cells("td", row)))));
}

// A number and what it is a number of.
function counted(n, one, many) {
  return n.toLocaleString("en") + " " + (n === 1 ? one : many);
}

// A run's marks behind its name, and what they mean, each once.
function inBrackets(marks) {
  return marks.length ? " (" + marks.map(([mark]) => mark).join(", ") + ")" : "";
}

function meanings(marks) {
  const meaning = new Map(marks);
  const listed = [...meaning].map(([mark, means]) => mark + ": " + means).join("; ");
  return listed ? [el("p", { class: "soft" }, "Marks: " + listed + ".")] : [];
}

function link(view, parameters, text) {
  return el("a", { href: "#" + view + "?" + new URLSearchParams(parameters) }, text);
}

async function showRuns(_, isOpen) {
  const { runs } = await ask("/api/runs");
  if (!isOpen()) return;
  const broken = runs.filter((run) => run.broken);
  const rows = runs.filter((run) => !run.broken).map((run) => [
    el("span", {}, link("run", { run: run.run }, run.run), inBrackets(run.marks)), run.model, run.variant, run.replies + "/" + run.items, run.errors,
    el("span", {}, link("queue", { run: run.run, filter: "" }, "replies"),
      ...run.samples.flatMap(([id, n]) => [" · ", link("queue", { run: run.run, sample: id }, "sample " + id + " (" + n + ")")])),
  ]);
  main.replaceChildren(el("h1", {}, "Runs"),
    runs.length ? table(["run", "model", "variant", "replies", "errors", "judge"], rows)
      : el("p", {}, "No runs yet. 'mhclient run' makes one."),
    ...broken.map((run) => el("p", {}, run.broken)),
    ...meanings(runs.flatMap((run) => run.marks || [])));
}

async function showRun(parameters, isOpen) {
  const run = parameters.get("run");
  const view = await ask("/api/overview", { run });
  if (!isOpen()) return;
  const names = view.outcomes;
  const count = (n) => (n ? n.toLocaleString("en") : "·");
  const unread = names.filter((name) => name !== "answer").join(",");
  main.replaceChildren(el("h1", {}, run + inBrackets(view.marks)), ...meanings(view.marks),
    el("p", {}, counted(view.n, "reply", "replies") + ", " + view.n_unread.toLocaleString("en") + " not read; "
      + counted(view.without_reply, "item", "items") + " without a reply. ",
      link("queue", { run, filter: "" }, "All replies"), " · ",
      link("queue", { run, filter: "outcome:" + unread }, "those not read"), " · ",
      link("queue", { run, filter: "grade:text,in_text" }, "those read with least trust")),
    table(["task", "replies", ...names.map((name) => name.replaceAll("_", " ")), "low trust"],
      view.rows.map((row) => [row.task, count(row.n), ...names.map((name) => count(row[name])), count(row.low_trust)])),
    el("h2", {}, "The commonest shapes of replies not read"),
    table(["replies", "outcome", "shape", "example"],
      view.shapes.map((shape) => [count(shape.n), shape.outcome, shape.form || "(nothing)", shape.example])),
    el("h2", {}, "Report"), el("p", { id: "report", class: "soft" }, "Working it out …"));
  const report = await ask("/api/report", { run });
  if (!isOpen()) return;
  document.getElementById("report").replaceWith(el("p", { class: "soft" }, report.caveat),
    el("ul", {}, ...report.findings.map((finding) => el("li", {}, finding))),
    ...report.tables.flatMap((part) => [el("h3", {}, part.title), table(part.head, part.rows),
      el("p", { class: "soft" }, part.note)]));
}

// The queue: which replies, which of them is looked at, what has been picked.
let queue = null;

async function showQueue(parameters, isOpen) {
  queue = {
    run: parameters.get("run"), filter: parameters.get("filter") || "", sample: parameters.get("sample"),
    at: 0, offset: 0, rows: [], n: 0, nJudged: 0, shown: null, picked: new Set(), judged: [],
  };
  const filter = el("input", { id: "filter", "aria-label": "filter", spellcheck: "false",
    placeholder: queue.sample ? 'readings are hidden; filter, e.g. task:FC judged:no "not sure"'
      : 'filter, e.g. outcome:refusal,empty task:FC judged:no "not sure"' });
  filter.value = queue.filter;
  const button = (key, text) => el("button", { onclick: () => press(key) }, key.toUpperCase() + " " + text);
  main.className = "queue";
  main.replaceChildren(
    el("div", { class: "bar" }, el("span", { id: "count" }), filter),
    el("div", { class: "row head" }, ...["yours", "reader", "grade", "task", "reply"].map((name) => el("span", {}, name))),
    el("div", { class: "list", id: "list" }), el("div", { class: "bar", id: "note", hidden: "" }),
    el("div", { class: "pane", id: "reply" }), el("div", { class: "pane", id: "question" }),
    el("div", { class: "keys" }, "A–Z answer, or ", button("n", "none"), button("r", "refusal"),
      button("m", "ambiguous"), button("s", "skip"), button("t", "note"), button("u", "undo"),
      " ↑↓ move · X next unjudged · / filter · Enter several letters"));
  filter.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      filter.value = queue.filter;
      filter.blur();
    }
    if (event.key !== "Enter") return;
    filter.blur();
    after(() => choose(filter));
  });
  await loadRows(0);
  if (isOpen()) await look(0);
}

// The replies that the line in the filter chooses; a line that cannot be read changes nothing.
async function choose(filter) {
  const before = queue.filter;
  say("");
  queue.filter = filter.value;
  try {
    await loadRows(0);
  } catch (error) {
    if (queue) queue.filter = before;
    filter.focus();
    throw error;
  }
  await look(0);
}

// What every request about the queue names.
function here() {
  return queue.sample ? { run: queue.run, sample: queue.sample } : { run: queue.run };
}

async function loadRows(offset) {
  const ours = queue;
  const parameters = { ...here(), filter: queue.filter, offset };
  const page = await ask("/api/cases", parameters);
  if (queue !== ours) return; // another view has been opened since
  Object.assign(queue, { offset, rows: page.rows, n: page.n, nJudged: page.n_judged });
  document.getElementById("rater").textContent = "judging as " + page.rater;
  document.getElementById("list").replaceChildren(...page.rows.map((row, place) => listRow(row, offset + place)));
}

function listRow(row, at) {
  const cells = [row.mine, row.said, row.grade, row.task, row.line];
  return el("div", { class: row.read ? "row" : "row unread", onclick: () => after(() => look(at)) },
    ...cells.map((cell) => el("span", {}, cell)));
}

async function look(at) {
  queue.at = Math.max(0, Math.min(at, queue.n - 1));
  queue.picked.clear();
  queue.shown = null;
  const inside = queue.at >= queue.offset && queue.at < queue.offset + queue.rows.length;
  if (queue.n && !inside) await loadRows(Math.max(0, queue.at - 50));
  const wanted = queue.rows[queue.at - queue.offset];
  if (wanted) {
    const found = await ask("/api/case", { ...here(), item: wanted.item });
    if (queue?.rows[queue.at - queue.offset] !== wanted) return; // the rater has moved on since
    queue.shown = found;
  }
  draw();
}

function draw() {
  const list = document.getElementById("list");
  list.querySelector(".at")?.classList.remove("at");
  const row = list.children[queue.at - queue.offset];
  row?.classList.add("at");
  row?.scrollIntoView({ block: "nearest" });
  document.getElementById("count").textContent =
    (queue.n ? queue.at + 1 : 0) + " of " + queue.n + " · " + queue.nJudged + " judged";
  document.getElementById("where").textContent = queue.run + (queue.sample ? " · sample " + queue.sample : "");
  const shown = queue.shown;
  document.getElementById("reply").replaceChildren(...(shown ? replyOf(shown) : [el("p", {}, "No reply is chosen.")]));
  document.getElementById("question").replaceChildren(...(shown ? questionOf(shown) : []));
}

function replyOf(shown) {
  const parts = [];
  if (shown.reading) {
    const facts = [shown.said, shown.reading.grade, shown.reading.rule, shown.finish_reason && "ended by " + shown.finish_reason];
    parts.push(el("div", { class: "soft" }, "reader: " + facts.filter(Boolean).join(" · ")));
  }
  if (shown.mine) parts.push(el("div", { class: "mine" }, "you: " + shown.mine.label + (shown.mine.note ? " (" + shown.mine.note + ")" : "")));
  if (queue.picked.size) parts.push(el("div", { class: "picked" }, "picked: " + [...queue.picked].sort().join("&") + ", Enter to judge"));
  const pieces = shown.pieces.map(([text, kind, reason]) => (kind ? el("mark", { class: kind, title: reason }, text) : text));
  parts.push(el("pre", { id: "completion" }, ...pieces));
  if (shown.marks.length) parts.push(table(["place", "became", "why"], shown.marks));
  return parts;
}

function questionOf(shown) {
  const options = shown.options.flatMap(([label, text]) => [el("dt", {}, label), el("dd", {}, text)]);
  return [el("pre", {}, shown.question), el("dl", {}, ...options),
    el("p", { class: "soft" }, (shown.mode === "multi" ? "Several letters may be right. " : "")
      + [shown.model, shown.task, shown.item].join(" · "))];
}

async function judge(verdict, letters = []) {
  const shown = queue.shown;
  if (!shown) return;
  const note = shown.mine ? shown.mine.note : "";
  const at = queue.at;
  const { mine } = await ask("/api/judge", {}, { ...here(), item: shown.item, verdict, letters, note });
  await judged(shown.item, mine, at + 1);
}

async function keepNote(shown, note) {
  if (note.trim() === (shown.mine ? shown.mine.note : "")) return draw();
  const at = queue.at;
  const { mine } = await ask("/api/note", {}, { ...here(), item: shown.item, note });
  await judged(shown.item, mine, at);
}

async function judged(item, mine, next) {
  if (!queue) return; // another view has been opened since; the judgement is stored
  noteJudged(item, mine);
  queue.judged.push(item);
  await look(next);
}

// Where an item stands in the list now, -1 where it is not there: the filter may have changed since it was judged.
function placeOf(item) {
  return queue.rows.findIndex((row) => row.item === item);
}

function noteJudged(item, mine) {
  const place = placeOf(item);
  if (place < 0) return;
  const row = queue.rows[place];
  const isJudged = Boolean(mine && mine.judged);
  queue.nJudged += isJudged - row.judged;
  row.judged = isJudged;
  row.mine = mine ? mine.label : "";
  const line = document.getElementById("list").children[place];
  if (line) line.firstChild.textContent = row.mine;
}

async function undo() {
  const item = queue.judged.pop() ?? queue.shown?.item;
  if (item === undefined) return;
  const { mine } = await ask("/api/undo", {}, { ...here(), item });
  if (!queue) return;
  noteJudged(item, mine);
  await look(placeOf(item) < 0 ? queue.at : queue.offset + placeOf(item));
}

async function pick(letter) {
  const shown = queue.shown;
  if (!shown) return;
  if (!shown.options.some(([label]) => label === letter)) return say(letter + " is no option of this item");
  if (shown.mode === "single") return judge("answer", [letter]);
  if (!queue.picked.delete(letter)) queue.picked.add(letter);
  draw();
}

// The line for a note opens at once, so that no letter typed into it can judge; the note that is there, and the reply
// it belongs to, are known when what was asked for before has been answered.
function editNote() {
  const line = document.getElementById("note");
  const area = el("textarea", { rows: "2", maxlength: "2000", "aria-label": "note" });
  line.replaceChildren(el("span", {}, "note"), area);
  line.hidden = false;
  area.focus();
  const ours = queue;
  let shown = null;
  after(async () => {
    shown = ours.shown;
    if (queue !== ours || !shown) return closeNote();
    area.value = (shown.mine ? shown.mine.note : "") + area.value;
  });
  area.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key === "Escape") closeNote();
    if (event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    closeNote();
    after(async () => { if (queue === ours && shown) await keepNote(shown, area.value); });
  });
}

function closeNote() {
  const line = document.getElementById("note");
  if (!line) return; // another view has been opened since
  line.hidden = true;
  line.replaceChildren();
}

async function nextUnjudged() {
  const { at } = await ask("/api/unjudged", { ...here(), filter: queue.filter, after: queue.at });
  if (at !== null && queue) await look(at);
}

const COMMANDS = {
  ArrowDown: () => look(queue.at + 1), ArrowUp: () => look(queue.at - 1), j: () => look(queue.at + 1), k: () => look(queue.at - 1),
  PageDown: () => look(queue.at + 10), PageUp: () => look(queue.at - 10), Home: () => look(0), End: () => look(queue.n - 1),
  u: undo, x: nextUnjudged,
  Enter: async () => { if (queue.picked.size) await judge("answer", [...queue.picked].sort()); },
};

// What opens a line to write in, at once: the next key belongs to that line.
const OPENERS = { t: editNote, "/": () => document.getElementById("filter").focus() };

// One key after the other: a judgement is never mixed up with the move that follows it.
let working = Promise.resolve();

function after(work) {
  working = working.then(work).catch((error) => say(error.message));
}

function press(key) {
  say("");
  if (OPENERS[key]) return OPENERS[key]();
  after(async () => {
    if (!queue) return; // another view has been opened since
    if (COMMANDS[key]) await COMMANDS[key]();
    else if (VERDICTS[key]) await judge(VERDICTS[key]);
    else if (SMALL.includes(key) || (key >= "A" && key <= "Z")) await pick(key.toUpperCase());
  });
}

document.addEventListener("keydown", (event) => {
  const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
  if (!queue || typing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key.length > 1 && !COMMANDS[event.key]) return;
  event.preventDefault();
  press(event.key);
});

const VIEWS = { run: showRun, queue: showQueue };
let opened = 0; // counts views, so that an answer that comes late does not overwrite the view opened since

async function route() {
  const mine = ++opened;
  const [view, query] = location.hash.slice(1).split("?");
  const parameters = new URLSearchParams(query);
  say("");
  queue = null;
  main.className = "";
  document.getElementById("where").textContent = "";
  try {
    await (VIEWS[view] || showRuns)(parameters, () => mine === opened);
  } catch (error) {
    if (mine === opened) say(error.message);
  }
}

window.addEventListener("hashchange", route);
route();
