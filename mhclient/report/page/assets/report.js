// The report's page stands in its HTML. This sorts tables, filters rows, and shows what a choice leads to.

// The number a cell begins with, or the value it carries; text sorts as text, and what is not known last.
function sortKey(cell) {
  const text = (cell.dataset.v ?? cell.textContent).trim();
  const number = parseFloat(text.replace("−", "-").replace(/[,<±$]/g, ""));
  return { text, number, unknown: text === "" || text === "–" };
}

function compareKeys(one, other) {
  if (!Number.isNaN(one.number) && !Number.isNaN(other.number)) return one.number - other.number;
  return one.text.localeCompare(other.text);
}

function sortRows(body, column, downward) {
  const rows = [...body.rows].map((row) => [sortKey(row.cells[column]), row]);
  rows.sort(([one], [other]) =>
    one.unknown || other.unknown ? one.unknown - other.unknown : (downward ? -1 : 1) * compareKeys(one, other));
  body.append(...rows.map(([, row]) => row));
}

function setUpSorting(table) {
  const headings = [...table.tHead.rows[0].cells];
  headings.forEach((heading, column) => {
    heading.querySelector("button")?.addEventListener("click", () => {
      const downward = heading.getAttribute("aria-sort") === "ascending";
      headings.forEach((other) => other.removeAttribute("aria-sort"));
      heading.setAttribute("aria-sort", downward ? "descending" : "ascending");
      sortRows(table.tBodies[0], column, downward);
    });
  });
}

function setUpFilter(sheet) {
  const field = sheet.querySelector(".filter input");
  field?.addEventListener("input", () => {
    const wanted = field.value.toLowerCase();
    let found = false;
    for (const row of sheet.querySelector("tbody").rows) {
      row.hidden = !row.textContent.toLowerCase().includes(wanted);
      found ||= !row.hidden;
    }
    sheet.querySelector("[role=status]").textContent = found ? "" : `No row holds “${field.value}”.`;
  });
}

// Where rows are cards there are no headings to press: a list says by what to sort.
function setUpSortList(table) {
  const list = table.closest(".scroll").previousElementSibling.querySelector("select");
  const headings = [...table.tHead.rows[0].cells];
  headings.forEach((heading, column) => {
    if (heading.querySelector("button")) list.append(element("option", heading.textContent, { value: column }));
  });
  list.addEventListener("change", () => sortRows(table.tBodies[0], Number(list.value), Number(list.value) > 1));
  list.parentElement.hidden = list.options.length < 2 || table.tBodies[0].rows.length < 2;
}

// A cell of the matrix shows its sentence beside it; arrows move between cells, which are one stop of the tab key.
function setUpMatrix(duo) {
  const cells = [...duo.querySelectorAll("a.cell")];
  const out = duo.querySelector(".say");
  const place = (cell) => [cell.closest("tr").rowIndex, cell.parentElement.cellIndex];
  const choose = (cell) => {
    const sentence = document.getElementById(cell.hash.slice(1));
    for (const other of cells) {
      other.tabIndex = other === cell ? 0 : -1;
      other.removeAttribute("aria-current");
    }
    cell.setAttribute("aria-current", "true");
    out.className = `say ${sentence.className}`;
    out.replaceChildren(...[...sentence.children].map((part) => part.cloneNode(true)));
  };
  const step = { ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowDown: [1, 0], ArrowUp: [-1, 0] };
  for (const cell of cells) {
    cell.addEventListener("click", (event) => {
      event.preventDefault();
      choose(cell);
    });
    cell.addEventListener("keydown", (event) => {
      if (event.key === " ") event.preventDefault(), choose(cell);
      if (!(event.key in step)) return;
      event.preventDefault();
      const [down, right] = step[event.key];
      let [row, column] = place(cell);
      row += down, column += right;
      if (row === column) row += down, column += right; // the same run
      const next = cells.find((other) => String(place(other)) === String([row, column]));
      if (!next) return;
      cell.tabIndex = -1;
      next.tabIndex = 0;
      next.focus();
    });
  }
  if (cells.length) choose(cells.find((cell) => cell.classList.contains("flip")) ?? cells[0]);
}

// What an address within the page names may lie in a part that is closed.
function openTarget() {
  const target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  for (let at = target; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
  target.scrollIntoView();
}

function setUpPrinting() {
  const closed = [];
  addEventListener("beforeprint", () => {
    // All figures are fifty pages: of these, what the reader has opened.
    for (const part of document.querySelectorAll("main section:not(#more) details:not([open])")) {
      closed.push(part);
      part.open = true;
    }
  });
  addEventListener("afterprint", () => {
    while (closed.length) closed.pop().open = false;
  });
}

function setUpContents() {
  const menu = document.getElementById("toc");
  menu.addEventListener("click", (event) => {
    if (event.target.tagName === "A") menu.open = false;
  });
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });
  const links = [...document.querySelectorAll(".rail a")];
  const seen = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      if (!entry.isIntersecting) continue;
      for (const link of links) {
        if (link.hash === `#${entry.target.id}`) link.setAttribute("aria-current", "true");
        else link.removeAttribute("aria-current");
      }
    }
  }, { rootMargin: "-10% 0px -80% 0px" });
  document.querySelectorAll("main > section").forEach((section) => seen.observe(section));
}

// Only boxes that do scroll are stops of the tab key.
function setUpScrolling() {
  const update = () => {
    for (const box of document.querySelectorAll(".scroll")) {
      const scrolls = box.scrollWidth > box.clientWidth + 1;
      if (scrolls) box.tabIndex = 0;
      else box.removeAttribute("tabindex");
    }
  };
  update();
  addEventListener("resize", update);
  document.addEventListener("toggle", update, true);
}

document.querySelectorAll(".sheet table, .rank").forEach(setUpSorting);
document.querySelectorAll(".sheet").forEach(setUpFilter);
document.querySelectorAll(".duo").forEach(setUpMatrix);
document.querySelectorAll(".rank").forEach(setUpSortList);
setUpContents();
setUpPrinting();
setUpScrolling();
setUpTheme();
openTarget();
addEventListener("hashchange", openTarget);
document.documentElement.dataset.ready = "yes";
