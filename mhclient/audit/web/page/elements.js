// What pages are made of. Text from models, files and graphs is only ever put in as text, never as markup.

export const byId = (id) => document.getElementById(id);

// An element with attributes and children; a string becomes text. `onclick` is a function; what is null or false is left out.
export function el(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === false) continue;
    if (key === "onclick") made.addEventListener("click", value);
    else made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.flat().filter((child) => child !== null).map((child) => (child instanceof Node ? child : String(child))));
  return made;
}

// One line at the top, for what went wrong.
export function say(text) {
  const line = byId("message");
  line.textContent = text;
  line.hidden = !text;
}

// A table that scrolls sideways where it is too wide; columns that hold nothing but figures stand to the right.
const FIGURE = /^[\d·–−+<].*$|^$/;

export function table(head, rows) {
  const figures = head.map((_, column) => column > 0 && rows.every((row) => FIGURE.test(
    row[column] instanceof Node ? row[column].textContent : String(row[column]))));
  const headed = (cell) => (cell.textContent ? cell : el("td")); // a heading that says nothing is none
  const cells = (name, row) => row.map((cell, column) => el(name, figures[column] ? { class: "figure" } : {}, cell));
  const made = el("table", {}, el("thead", {}, el("tr", {}, cells("th", head).map(headed))),
    el("tbody", {}, rows.map((row) => el("tr", {}, cells("td", row)))));
  return el("div", { class: "wide", tabindex: "0", role: "region", "aria-label": head.join(", ") }, made);
}

// A number and what it is a number of.
export function counted(n, one, many) {
  return n.toLocaleString("en") + " " + (n === 1 ? one : many);
}

export function link(view, parameters, text, attributes = {}) {
  return el("a", { href: "#" + view + "?" + new URLSearchParams(parameters), ...attributes }, text);
}
