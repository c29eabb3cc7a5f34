// The items of one run: their list, and one item's dialog.

const PAGE = 200;
const body = document.querySelector("#list tbody");
let shown = [], limit = PAGE, order = { key: null, up: true };

function select() {
  const filters = wanted();
  const side = sideOf(filters.against);
  shown = items.filter((item) => passes(item, filters, side));
  if (order.key) {
    const sign = order.up ? 1 : -1;
    shown.sort((one, next) => sign * String(one[order.key]).localeCompare(String(next[order.key])));
  }
  limit = PAGE;
  show();
}

function show() {
  document.getElementById("count").textContent = `${shown.length} of ${items.length} ${items.length === 1 ? "item" : "items"}`;
  body.replaceChildren(...shown.slice(0, limit).map(rowOf));
  document.getElementById("more").hidden = shown.length <= limit;
}

// What stands before a figure where the table is too wide for the screen, and each row is a card.
const NAMES = { gold: "right answer ", said: "said ", their: "theirs " };

function rowOf(item) {
  const kind = item.result === "unread" || RESULTS.wrong.includes(item.result) ? "wrong" : item.result.replace(" ", "-");
  const row = element("tr", null, { class: kind, role: "row" });
  const name = element("th", null, { scope: "row", role: "rowheader" });
  name.append(element("a", item.id, { href: address({ item: item.id }) }));
  row.append(name);
  for (const key of ["task", "gold", "said", ...(index.theirs ? ["their"] : []), "result", "ending", "grade", "question"]) {
    row.append(element("td", String(item[key]).replace("_", " "), { class: key, role: "cell", "data-l": NAMES[key] ?? "" }));
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
    const marks = [item.gold.split("&").includes(label) ? "right" : "", item.said.split("&").includes(label) ? "said" : ""];
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
  const made = element("div");
  made.append(element("p", told.filter(Boolean).join(" · ")));
  if (item.why) made.append(element("p", item.why));
  return made;
}

function othersOf(item) {
  const list = element("ul");
  for (const other of index.others) {
    if (other.ids && !other.ids[item.place]) continue;
    const line = element("li");
    const { result, ending } = ended(other.states[item.place]);
    line.append(element("a", other.name, { href: `run-${other.place}.html#item=${encodeURIComponent(other.ids ? other.ids[item.place] : item.id)}` }),
      `: ${result}${result === "unread" ? ` (${words(ending)[1]})` : ""}`);
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
  if (detail.triples.length) dialog.append(part("Triples behind the right answer", triples));
  if (index.others.length) dialog.append(part("Other runs on this item", othersOf(item)));
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0;
}

function follow() {
  const item = readAddress();
  select();
  openItem(item);
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
  setUpTheme();
  document.documentElement.dataset.ready = "yes";
}

setUp();
