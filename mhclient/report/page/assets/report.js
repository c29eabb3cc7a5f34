// The report's page: charts in the theme's colours, and tables that sort and filter.

// Long names would leave a phone no room for the chart; the full ones stand in the tables.
function shortNames(chart) {
  if (innerWidth >= 600 || chart.layout.yaxis?.type !== "category") return {};
  const names = chart.data[0].y;
  return { tickvals: names, ticktext: names.map((name) => (name.length > 18 ? name.slice(0, 17) + "…" : name)) };
}

function themed(chart) {
  const { layout } = chart;
  const style = getComputedStyle(document.documentElement);
  const [ink, faint] = ["--ink", "--line"].map((name) => style.getPropertyValue(name).trim());
  const axis = { gridcolor: faint, zerolinecolor: ink, zerolinewidth: 1, automargin: true };
  const narrow = innerWidth < 600;
  return {
    ...layout,
    font: { color: ink, family: "system-ui, sans-serif", size: narrow ? 11 : 13 },
    paper_bgcolor: "rgba(0,0,0,0)",
    plot_bgcolor: "rgba(0,0,0,0)",
    margin: { l: narrow ? 36 : 56, r: 12, t: 12, b: 40 },
    hoverlabel: { namelength: -1 },
    xaxis: { ...axis, ...layout.xaxis },
    yaxis: { ...axis, ...layout.yaxis, ...shortNames(chart) },
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
    for (const row of body.rows) row.hidden = !row.textContent.toLowerCase().includes(wanted);
  });
}

document.querySelectorAll(".sheet").forEach(setUpTable);
setUpCharts();
