// Which of a run's items are wanted: the form's fields, which the page's address after # holds, and what each tests.

const GRADES = ["strict", "explicit", "leading", "text", "in_text"];
// A step of the curve over strictness → how many of the grades it counts.
const STEPS = { strict: 1, explicit: 2, leading: 3, text: 4, all: 5 };
// What a choice of result stands for, where that is more than itself; one letter wrong is a wrong set too.
const RESULTS = { read: ["right", "wrong", "over", "under", "incorrect"], wrong: ["wrong", "over", "under", "incorrect"],
  incorrect: ["wrong", "incorrect"] };
const form = document.getElementById("filters");
let index, items;

function itemOf(row, place) {
  const [id, task, relation, entities, question] = row;
  const [gold, said, goldAt, saidAt, result, ending, grade, kept] = index.kinds[index.of[place]];
  const names = index.names;
  return { place, id, gold, said, gold_at: goldAt, said_at: saidAt, result, ending, grade, kept, question, task: names[task],
    relation: relation < 0 ? "" : names[relation], entities: entities.map((number) => names[number]),
    ...theirsOf(place), confidence: index.bins && index.bins[place] >= 0 ? String(index.bins[place]) : "" };
}

// What another tool made of the reply, in a run that was adopted from its log.
function theirsOf(place) {
  const [their, places, why] = index.theirs?.[place] ?? ["", "", ""];
  return { their, theirs: places.split(" "), why };
}

// How an item ended, by its letter among another run's: as `result` and `ending` of our own.
function ended(letter) {
  if (letter === "r" || letter === "w") return { result: letter === "r" ? "right" : "wrong", ending: "answer" };
  return letter === "-" ? { result: "not asked", ending: "missing" } : { result: "unread", ending: index.endings[letter] };
}

// What is to be compared with: another run's items, or what this run made of the same items without evidence.
function sideOf(against) {
  if (against === "base") {
    return (item) => (item.place in index.bases ? items[index.bases[item.place]] : ended("-"));
  }
  const other = index.others.find((run) => String(run.place) === against);
  return other ? (item) => ended(other.states[item.place]) : null;
}

function classesOf(item, side) {
  return index.classes[side][item.place].map((number) => index.classes.names[number]);
}

function fill(name, values) {
  const select = form.elements[name];
  for (const [value, text] of values) select.append(element("option", text, { value }));
}

function choices(key) {
  return [...new Set(items.map((item) => item[key]))].filter(Boolean).sort().map((value) => [value, value]);
}

function words(name) {
  return [name, name.replaceAll("_", " ")];
}

function setUpFields() {
  for (const key of ["task", "said", "gold", "relation", "gold_at", "said_at"]) fill(key, choices(key));
  fill("ending", choices("ending").map(([name]) => words(name)));
  fill("confidence", choices("confidence").map(([bin]) => [bin, `${10 * bin}–${10 * bin + 10} %`]));
  if (items.some((item) => item.gold.includes("&"))) fill("result", ["over", "under", "incorrect"].map(words));
  for (const name of ["disorder", "instead"]) {
    fill(name, [...(index.classes?.names ?? [])].sort().map((value) => [value, value]));
  }
  if (Object.keys(index.bases).length) fill("against", [["base", "the same without evidence"]]);
  fill("against", index.others.map((other) => [String(other.place), other.name]));
  fill("there", Object.values(index.endings).map(words));
  const entities = document.getElementById("entities");
  for (const [key, name] of Object.entries(index.entities)) entities.append(element("option", name, { value: key }));
  // What a benchmark or a report does not have needs no field.
  const lacks = (name) => form.elements[name].options.length < 2;
  for (const name of ["relation", "confidence", "disorder", "instead", "against"]) form.elements[name].closest("label").hidden = lacks(name);
  for (const name of ["change", "there"]) form.elements[name].closest("label").hidden = lacks("against");
  form.elements.theirs.closest("label").hidden = !index.theirs;
  const moved = items.some((item) => item.gold_at && item.gold_at !== String(item.gold.charCodeAt(0) - 64));
  for (const name of ["gold_at", "said_at"]) form.elements[name].closest("label").hidden = !moved;
}

// Give a field the value that the address asks for; a choice that no item has is shown nevertheless.
function choose(field, value) {
  if (field.options && ![...field.options].some((option) => option.value === value)) {
    field.append(element("option", value === "*" ? "any" : value.replaceAll("|", ", "), { value }));
  }
  field.value = value;
}

// Gives the fields what the address asks for; returns the item to be opened.
function readAddress() {
  const asked = new URLSearchParams(location.hash.slice(1));
  const fields = [...form.querySelectorAll("input, select")];
  for (const field of fields) choose(field, asked.get(field.name) ?? "");
  return asked.get("item");
}

function wanted() {
  return Object.fromEntries([...new FormData(form)].filter(([, value]) => value !== ""));
}

function address(more = {}) {
  return "#" + new URLSearchParams({ ...wanted(), ...more });
}

// Whether a value is the one wanted, or one of several.
function among(value, wanted) {
  return value === wanted || (wanted === "*" ? value !== "" : wanted.split("|").includes(value));
}

function endedAs({ result, ending }, wanted) {
  if (wanted === "asked") return result !== "not asked";
  return among(ending, wanted) || (RESULTS[wanted] ?? wanted.split("|")).includes(result);
}

function about(item, entity) {
  if (entity === "*") return item.entities.length > 0;
  return item.entities.some((key) => key === entity || index.entities[key]?.toLowerCase() === entity.toLowerCase());
}

// Whether a disorder is gold; with another one, whether it was left out and the other said instead.
function confuses(item, disorder, instead) {
  if (!index.classes) return false;
  const [gold, said] = [classesOf(item, "gold"), classesOf(item, "said")];
  if (disorder && !gold.includes(disorder)) return false;
  return !instead || (said.includes(instead) && !gold.includes(instead) && !said.includes(disorder));
}

// Whether what became of an item differs between the two sides as asked for.
function changes(here, there, change) {
  if (here.result === "not asked" || there.result === "not asked") return false;
  const [ours, theirs] = [here.result === "right", there.result === "right"];
  return { any: ours !== theirs, won: ours && !theirs, lost: theirs && !ours }[change] ?? false;
}

// Field → whether an item passes what is wanted there; other fields are of the item's own kind.
const TESTS = {
  q: (item, text) => (item.id + " " + item.question).toLowerCase().includes(text.toLowerCase()),
  asked: (item, wanted) => (item.result !== "not asked") === (wanted === "yes"),
  result: endedAs,
  format: (item, wanted) => item.kept === (wanted === "yes" ? 1 : 0),
  grade: (item, step) => GRADES.slice(0, STEPS[step] ?? 0).includes(item.grade),
  entity: about,
  disorder: (item, disorder, { instead }) => confuses(item, disorder, instead),
  instead: (item, instead, { disorder }) => confuses(item, disorder, instead),
  theirs: (item, wanted) => item.theirs.includes(wanted),
  against: () => true,
  change: (item, change, _, side) => !side || changes(item, side(item), change),
  there: (item, wanted, _, side) => !side || (item.result !== "not asked" && endedAs(side(item), wanted)),
};

function passes(item, filters, side) {
  return Object.entries(filters).every(([name, value]) =>
    TESTS[name] ? TESTS[name](item, value, filters, side) : among(item[name], value));
}
