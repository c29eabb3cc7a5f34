// The items of one run: filters, which are the page's address after #, and one item's dialog.

const STATES = { r: "right", w: "wrong", u: "unread", "-": "not asked" };
const GRADES = ["strict", "explicit", "leading", "text", "in_text"];
// A step of the curve over strictness → how many of the grades it counts.
const STEPS = { strict: 1, explicit: 2, leading: 3, text: 4, all: 5 };
const PAGE = 200;
const form = document.getElementById("filters");
const body = document.querySelector("#list tbody");
let index, items, shown = [], limit = PAGE, order = { key: null, up: true };
let extra = {}; // filters that a link may hold and the form has no field for

function itemOf(row, place) {
  const [id, task, relation, entities, question] = row;
  const [gold, said, state, ending, grade, kept] = index.kinds[index.of[place]];
  const names = index.names;
  return { place, id, gold, said, ending, grade, kept, question, task: names[task], state, result: STATES[state],
    relation: relation < 0 ? "" : names[relation], entities: entities.map((number) => names[number]) };
}

function fill(name, values) {
  const select = form.elements[name];
  for (const [value, text] of values) select.append(element("option", text, { value }));
}

function choices(key) {
  return [...new Set(items.map((item) => item[key]))].filter(Boolean).sort().map((value) => [value, value]);
}

function setUpFields() {
  for (const key of ["task", "ending", "said", "gold", "relation"]) fill(key, choices(key));
  fill("against", index.others.map((other) => [String(other.place), other.name]));
  const entities = document.getElementById("entities");
  for (const [key, name] of Object.entries(index.entities)) entities.append(element("option", name, { value: key }));
}

// What the address asks for: form fields, and `grade` and `item`, which have none.
function readAddress() {
  const asked = new URLSearchParams(location.hash.slice(1));
  for (const field of form.querySelectorAll("input, select")) field.value = "";
  extra = {};
  for (const [key, value] of asked) {
    const field = form.elements.namedItem(key);
    if (field) field.value = value;
    else extra[key] = value;
  }
}

function wanted() {
  return Object.fromEntries([...new FormData(form)].filter(([, value]) => value !== ""));
}

function address(more = {}) {
  return "#" + new URLSearchParams({ ...wanted(), ...(extra.grade ? { grade: extra.grade } : {}), ...more });
}

function passes(item, filters, other) {
  const { q, result, entity, format, change, task, ending, said, gold, relation } = filters;
  if (task && item.task !== task) return false;
  if (ending && item.ending !== ending) return false;
  if (said && item.said !== said) return false;
  if (gold && item.gold !== gold) return false;
  if (relation && item.relation !== relation) return false;
  if (result && (result === "read" ? !item.said : item.result !== result)) return false;
  if (format && item.kept !== (format === "yes" ? 1 : 0)) return false;
  if (entity && !item.entities.some((key) => key === entity || index.entities[key]?.toLowerCase() === entity.toLowerCase())) return false;
  if (extra.grade && !GRADES.slice(0, STEPS[extra.grade]).includes(item.grade)) return false;
  if (q && !(item.id + " " + item.question).toLowerCase().includes(q.toLowerCase())) return false;
  if (other && change) {
    const theirs = other.states[item.place];
    if (theirs === "-" || item.state === "-") return false;
    if (change === "any") return (item.state === "r") !== (theirs === "r");
    return change === "won" ? item.state === "r" && theirs !== "r" : item.state !== "r" && theirs === "r";
  }
  return true;
}

function select() {
  const filters = wanted();
  const other = index.others.find((run) => String(run.place) === filters.against);
  shown = items.filter((item) => passes(item, filters, other));
  if (order.key) {
    const sign = order.up ? 1 : -1;
    shown.sort((one, next) => sign * String(one[order.key]).localeCompare(String(next[order.key])));
  }
  limit = PAGE;
  show();
}

function show() {
  const grade = extra.grade ? `, read at step “${extra.grade}” of the curve` : "";
  document.getElementById("count").textContent = `${shown.length} of ${items.length} items${grade}`;
  body.replaceChildren(...shown.slice(0, limit).map(rowOf));
  document.getElementById("more").hidden = shown.length <= limit;
}

function rowOf(item) {
  const row = element("tr", null, { class: item.result.replace(" ", "-") });
  const name = element("th", null, { scope: "row" });
  name.append(element("a", item.id, { href: address({ item: item.id }) }));
  row.append(name);
  for (const key of ["task", "gold", "said", "result", "ending", "grade", "question"]) {
    row.append(element("td", String(item[key]).replace("_", " "), { class: key }));
  }
  return row;
}

// The messages of a request as sent, whichever API it speaks; what is not understood is shown whole.
function messagesOf(sent) {
  const request = JSON.parse(sent);
  const text = (content) => typeof content === "string" ? content
    : Array.isArray(content) ? content.map((part) => part.text ?? JSON.stringify(part)).join("\n") : JSON.stringify(content);
  const system = request.system ?? request.instructions;
  const turns = request.messages ?? (Array.isArray(request.input) ? request.input : null);
  // Of several prompts the first is the bare one; the others have an answer's form behind it.
  const bare = request.input ?? [request.prompt].flat()[0];
  if (!turns && typeof bare !== "string") return [["request", JSON.stringify(request, null, 2)]];
  const messages = turns ? turns.map((turn) => [turn.role, text(turn.content)]) : [["user", bare]];
  return system ? [["system", text(system)], ...messages] : messages;
}

function parametersOf(sent) {
  const { messages, system, instructions, input, prompt, ...others } = JSON.parse(sent);
  return JSON.stringify(others);
}

const chunks = new Map(); // kind and number of a chunk → what is in it
async function chunkOf(kind, number) {
  const key = kind + number;
  if (!chunks.has(key)) chunks.set(key, JSON.parse(await unpack(document.querySelectorAll("." + kind)[number])));
  return chunks.get(key);
}

// One item: the facts about it, which runs share, and this run's exchange; options as they were shown.
async function detailOf(place) {
  const size = Number(document.body.dataset.chunkSize);
  const [facts, exchange] = (await Promise.all(["facts", "exchanges"].map((kind) => chunkOf(kind, Math.floor(place / size)))))
    .map((chunk) => chunk[place % size]);
  return { ...facts, ...exchange, options: exchange.shown.map(([label, letter]) => [label, facts.options[letter]]) };
}

function part(title, ...content) {
  const made = element("section");
  made.append(element("h3", title), ...content);
  return made;
}

function optionsOf(detail, item) {
  const list = element("ul", null, { class: "options" });
  for (const [label, text] of detail.options) {
    const marks = [item.gold.split("&").includes(label) ? "gold" : "", item.said.split("&").includes(label) ? "said" : ""];
    list.append(element("li", `${label}. ${text}${marks.some(Boolean) ? "  ← " + marks.filter(Boolean).join(", ") : ""}`,
      { class: marks.join(" ") }));
  }
  return list;
}

function completionOf(detail) {
  if (!detail.completion) return element("p", detail.error ?? "Nothing came back: not asked yet.");
  const [before, span, after] = detail.completion;
  const made = element("pre", null, { class: "completion" });
  made.append(before, ...(span ? [element("mark", span)] : []), after);
  return before + span + after === "" ? element("p", "An empty completion.") : made;
}

function readingOf(detail, item) {
  const told = [item.result, item.ending.replace("_", " "), item.grade && `grade ${item.grade}`, detail.rule && `rule ${detail.rule}`,
    detail.finish && `finish reason ${detail.finish}`, detail.served && `served by ${detail.served}`,
    detail.tokens[1] !== null && `${detail.tokens[0] ?? "?"} + ${detail.tokens[1]} tokens`];
  return element("p", told.filter(Boolean).join(" · "));
}

function othersOf(item) {
  const list = element("ul");
  for (const other of index.others) {
    const line = element("li");
    line.append(element("a", other.name, { href: `run-${other.place}.html#item=${encodeURIComponent(item.id)}` }),
      `: ${STATES[other.states[item.place]]}`);
    list.append(line);
  }
  return list;
}

async function openItem(id) {
  const dialog = document.getElementById("item");
  const item = items.find((one) => one.id === id);
  if (!item) return dialog.open && dialog.close();
  const detail = await detailOf(item.place);
  const close = element("button", "Close", { type: "button", class: "close" });
  close.addEventListener("click", () => dialog.close());
  const sent = detail.sent ? messagesOf(detail.sent).map(([role, text]) => {
    const message = element("div", null, { class: "message" });
    message.append(element("h4", role), element("pre", text));
    return message;
  }) : [element("p", "Nothing was sent yet.")];
  if (detail.sent) sent.push(element("p", "Parameters: " + parametersOf(detail.sent), { class: "note" }));
  const triples = element("ul");
  for (const [head, tail, relation] of detail.triples) triples.append(element("li", `${head} —${relation}→ ${tail}`));
  dialog.replaceChildren(close, element("h2", `${item.task} ${item.id}`, { id: "item-title" }),
    part("Completion", completionOf(detail), readingOf(detail, item)), part("Options", optionsOf(detail, item)),
    part("Prompt, as sent", ...sent));
  if (detail.triples.length) dialog.append(part("Triples behind the gold", triples));
  if (index.others.length) dialog.append(part("Other runs on this item", othersOf(item)));
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0;
}

function follow() {
  readAddress();
  select();
  openItem(extra.item);
}

async function setUp() {
  // The items, which runs share, and what this run made of them.
  const parts = ["items", "results"].map((id) => unpack(document.getElementById(id)));
  index = Object.assign({}, ...(await Promise.all(parts)).map((text) => JSON.parse(text)));
  items = index.rows.map(itemOf);
  setUpFields();
  follow();
  addEventListener("hashchange", follow);
  form.addEventListener("input", () => {
    history.replaceState(null, "", address());
    select();
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  document.getElementById("clear").addEventListener("click", () => { location.hash = ""; });
  document.getElementById("item").addEventListener("close", () => history.replaceState(null, "", address()));
  document.getElementById("more").addEventListener("click", () => { limit += PAGE; show(); });
  for (const button of document.querySelectorAll("#list thead button")) {
    button.addEventListener("click", () => {
      order = { key: button.dataset.key, up: order.key === button.dataset.key ? !order.up : true };
      document.querySelectorAll("#list thead th").forEach((heading) => heading.removeAttribute("aria-sort"));
      button.closest("th").setAttribute("aria-sort", order.up ? "ascending" : "descending");
      select();
    });
  }
  setUpTheme(() => {});
  document.documentElement.dataset.ready = "yes";
}

setUp();
