// The report's page: charts in the theme's colours, and tables that sort and filter.

const LINE = 15; // pixels per line of a name

// A name in lines of so many characters. Its text is escaped for plotly: what stands for one character stays whole.
function wrapped(name, width) {
  const lines = [[]];
  for (const word of name.split(" ")) {
    const letters = word.match(/&\w+;|./gsu) ?? [];
    const last = lines.at(-1);
    if (last.length && last.length + 1 + letters.length > width) lines.push([]);
    else if (last.length) last.push(" ");
    for (const letter of letters) {
      if (lines.at(-1).length === width) lines.push([]);
      lines.at(-1).push(letter);
    }
  }
  return lines.map((line) => line.join(""));
}

// Long names would leave no room for the chart: they are wrapped, and rows made as high as the longest needs.
function namesIn(chart) {
  const named = chart.layout.yaxis?.type === "category" && chart.data.length;
  if (!named) return { axis: {}, height: chart.layout.height };
  const names = chart.data[0].y;
  const lines = names.map((name) => wrapped(name, Math.max(18, Math.floor(innerWidth / 22))));
  const more = Math.max(0, ...lines.map((some) => some.length - 1));
  return {
    axis: { tickvals: names, ticktext: lines.map((some) => some.join("<br>")) },
    height: chart.layout.height + names.length * more * LINE,
  };
}

function themed(chart) {
  const { layout } = chart;
  const names = namesIn(chart);
  const style = getComputedStyle(document.documentElement);
  const [ink, faint] = ["--ink", "--line"].map((name) => style.getPropertyValue(name).trim());
  const axis = { gridcolor: faint, zerolinecolor: ink, zerolinewidth: 1, automargin: true };
  const narrow = innerWidth < 600;
  return {
    ...layout,
    height: names.height,
    font: { color: ink, family: "system-ui, sans-serif", size: narrow ? 11 : 13 },
    paper_bgcolor: "rgba(0,0,0,0)",
    plot_bgcolor: "rgba(0,0,0,0)",
    margin: { l: narrow ? 36 : 56, r: 12, t: 12, b: 40 },
    hoverlabel: { namelength: -1 },
    xaxis: { ...axis, ...layout.xaxis },
    yaxis: { ...axis, ...layout.yaxis, ...names.axis },
  };
}

async function setUpCharts() {
  const charts = JSON.parse(await unpack(document.getElementById("specs")));
  if (!charts.length) return;
  // Run by the hash that the page's policy names; plotly is far too large to lie here unpacked.
  document.head.append(element("script", await unpack(document.getElementById("library"))));
  const options = { responsive: true, displaylogo: false, displayModeBar: false };
  const draw = () => {
    for (const chart of charts) {
      const place = document.getElementById("chart-" + chart.name);
      Plotly.react(place, chart.data, themed(chart), options);
    }
  };
  draw();
  for (const chart of charts) {
    document.getElementById("chart-" + chart.name).on("plotly_click", (event) => {
      const href = event.points[0].customdata;
      if (href) location.href = href;
    });
  }
  setUpTheme(draw);
  document.documentElement.dataset.ready = "yes";
}

// The number a cell begins with, for sorting; text sorts as text, and what is not known last.
function sortKey(cell) {
  const text = cell.textContent.trim();
  const number = parseFloat(text.replace("−", "-").replace(/[,<±]/g, ""));
  return { text, number, unknown: text === "" || text === "–" };
}

function compareKeys(one, other) {
  if (one.unknown || other.unknown) return one.unknown - other.unknown;
  if (!Number.isNaN(one.number) && !Number.isNaN(other.number)) return one.number - other.number;
  return one.text.localeCompare(other.text);
}

function setUpTable(sheet) {
  const body = sheet.querySelector("tbody");
  const headings = [...sheet.querySelectorAll("thead th")];
  headings.forEach((heading, column) => {
    heading.querySelector("button").addEventListener("click", () => {
      const downward = heading.getAttribute("aria-sort") === "ascending";
      headings.forEach((other) => other.removeAttribute("aria-sort"));
      heading.setAttribute("aria-sort", downward ? "descending" : "ascending");
      const rows = [...body.rows].map((row) => [sortKey(row.cells[column]), row]);
      rows.sort(([one], [other]) =>
        one.unknown || other.unknown ? compareKeys(one, other) : (downward ? -1 : 1) * compareKeys(one, other));
      body.append(...rows.map(([, row]) => row));
    });
  });
  const field = sheet.querySelector(".filter input");
  field?.addEventListener("input", () => {
    const wanted = field.value.toLowerCase();
    let found = false;
    for (const row of body.rows) {
      row.hidden = !row.textContent.toLowerCase().includes(wanted);
      found ||= !row.hidden;
    }
    sheet.querySelector("[role=status]").textContent = found ? "" : `No row holds “${field.value}”.`;
  });
}

// The addresses of the items behind figures, which the page holds in parts: there are thousands.
function setUpLinks() {
  for (const link of document.querySelectorAll("a[data-q]")) {
    const { q, n } = link.dataset;
    link.href = `${document.body.dataset.pages}${link.closest("[data-run]").dataset.run}.html#${q}${q && "&"}asked=yes`;
    if (n) link.title = `${n.replace("/", " of ")} item${/^1$|\/1$/.test(n) ? "" : "s"}`;
  }
}

setUpLinks();
document.querySelectorAll(".sheet").forEach(setUpTable);
setUpCharts();
