// The list of runs, and a run's figures.
import { byId, counted, el, link, table } from "./elements.js";
import { ask } from "./server.js";

const NOT_READ = "read:no";
const LOW_TRUST = "grade:text,in_text";

// A run's marks behind its name, and what they mean, each once.
function inBrackets(marks) {
  return marks.length ? " (" + marks.map(([mark]) => mark).join(", ") + ")" : "";
}

function meanings(marks) {
  const listed = [...new Map(marks)].map(([mark, means]) => mark + ": " + means).join("; ");
  return listed ? [el("p", { class: "soft" }, "Marks: " + listed + ".")] : [];
}

export async function showRuns(_, isOpen) {
  const { runs } = await ask("/api/runs");
  if (!isOpen()) return;
  const whole = runs.filter((run) => !run.broken);
  const cards = whole.map(card);
  byId("main").replaceChildren(el("h2", {}, "Runs"),
    runs.length ? el("ul", { class: "cards" }, cards) : el("p", {}, "No runs yet. 'mhclient run' makes one."),
    ...runs.filter((run) => run.broken).map((run) => el("p", {}, run.broken)),
    ...meanings(whole.flatMap((run) => run.marks)));
  for (const [place, run] of whole.entries()) {
    if (run.replies) await fillFigures(cards[place], run.run, isOpen);
  }
}

// One run: what it is, its figures as soon as they are worked out, and what one can do with it.
function card(run) {
  const samples = run.samples.map((sample) => link("queue", { run: run.run, sample: sample.sample },
    `Sample ${sample.sample}: ${sample.n_judged} of ${sample.n} judged`, { class: "button" }));
  const judge = link("queue", { run: run.run }, "Judge replies", { class: "button first" });
  return el("li", { class: "card" },
    el("h3", {}, run.model + " · " + run.variant),
    el("p", { class: "soft id" }, link("run", { run: run.run }, run.run), inBrackets(run.marks)),
    el("dl", { class: "figures" }, figure("replies", `${run.replies.toLocaleString("en")} of ${run.items.toLocaleString("en")}`),
      figure("errors", run.errors.toLocaleString("en")),
      figure("accuracy", "…", "accuracy"), figure("95 % interval", "…", "interval"), figure("not read", "…", "unread")),
    el("p", { class: "buttons" }, ...(run.replies ? [judge, ...samples] : ["Nothing to judge yet."])));
}

function figure(name, value, field = null) {
  return el("div", {}, el("dt", {}, name), el("dd", field ? { "data-field": field } : {}, value));
}

async function fillFigures(shown, run, isOpen) {
  const found = await ask("/api/report", { run }).then((report) => report.figures, () => ({}));
  if (!isOpen()) return;
  for (const cell of shown.querySelectorAll("[data-field]")) {
    const value = found[cell.dataset.field];
    cell.textContent = value === undefined ? "–" : cell.dataset.field === "interval" ? value : value + " %";
  }
}

export async function showRun(parameters, isOpen) {
  const run = parameters.get("run");
  const view = await ask("/api/overview", { run });
  if (!isOpen()) return;
  const names = view.outcomes;
  const count = (n) => (n ? n.toLocaleString("en") : "·");
  byId("main").replaceChildren(el("h2", { class: "id" }, run + inBrackets(view.marks)), ...meanings(view.marks),
    el("p", {}, counted(view.n, "reply", "replies") + ", " + view.n_unread.toLocaleString("en") + " not read; "
      + counted(view.without_reply, "item", "items") + " without a reply."),
    el("p", { class: "buttons" }, link("queue", { run, filter: NOT_READ }, "Judge those not read", { class: "button first" }),
      link("queue", { run, filter: LOW_TRUST }, "Those read with least certainty", { class: "button" }),
      link("queue", { run, filter: "" }, "All replies", { class: "button" })),
    table(["task", "replies", ...names.map((name) => name.replaceAll("_", " ")), "low certainty"],
      view.rows.map((row) => [row.task, count(row.n), ...names.map((name) => count(row[name])), count(row.low_trust)])),
    el("h3", {}, "The commonest shapes of replies not read"),
    table(["replies", "outcome", "shape", "example"],
      view.shapes.map((shape) => [count(shape.n), shape.outcome.replaceAll("_", " "), shape.form || "(nothing)", shape.example])),
    el("h3", {}, "Report"), el("p", { id: "report", class: "soft" }, "Working it out …"));
  const report = await ask("/api/report", { run });
  if (!isOpen()) return;
  byId("report").replaceWith(el("p", { class: "soft" }, report.caveat),
    el("ul", {}, report.findings.map((finding) => el("li", {}, finding))),
    ...report.tables.flatMap((part) => [el("h4", {}, part.title), table(part.head, part.rows),
      el("p", { class: "soft" }, part.note)]));
}
