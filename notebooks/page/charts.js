// Draws what a paragraph answered: lines over numbers, seeds with intervals, counts, and cells of two numbers. Needs ECharts.
"use strict";

const PALETTES = {
  light: ["#2b6cb0", "#c05621", "#2f855a", "#b83280", "#6b46c1", "#946200", "#21777a", "#5b6b7b"],
  dark: ["#7ab8ff", "#f6a56b", "#7fd6a1", "#f08fc8", "#b9a0f5", "#e8c468", "#6fd3d6", "#a9b7c6"],
};
const dark = matchMedia("(prefers-color-scheme: dark)");
const waiting = []; // charts whose places are not on the page yet: ECharts needs their width
const drawn = [];

/** Student's t that 95 % lie within, by degrees of freedom; beyond them the normal distribution is near. */
const STUDENT = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131, 2.12, 2.11, 2.101, 2.093, 2.086];
const half = (std, n) => (n > 1 ? ((STUDENT[n - 2] ?? 1.96 + 2.4 / (n - 1)) * std) / Math.sqrt(n) : NaN);

const digits = (value) => String(Number(value.toPrecision(4)));
const escaped = (text) => String(text).replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);
/** Keys without the sections that they are in: gate=none, learning-rate=0.003. */
const short = (name) => name.replace(/\b[\w-]+\.(?=[\w.-]+=)/g, "");
const ends = (values) => [Math.min(...values), Math.max(...values)];
const distinct = (list) => [...new Set(list)];

/** More charts than this from one answer are too many to read; the table below has all. */
const MOST_CHARTS = 8;

/** The places of a paragraph's charts, one for each metric, to be drawn once on the page; nothing for a plain table. */
function chart(graph, rows, asHeatMap, title) {
  const named = byName(graph, rows[0]);
  if (graph.mode === "table" || !named || !named.keys.length || !named.values.length) return [];
  const at = rows[0].indexOf("metric");
  const metrics = at < 0 ? [""] : distinct(rows.slice(1).map((row) => row[at]));
  return metrics.slice(0, MOST_CHARTS).flatMap((name) => chartOf(named, [rows[0], ...rows.slice(1).filter((row) => at < 0 || row[at] === name)], asHeatMap, title, name))
    .concat(metrics.length > MOST_CHARTS ? [element("p", { class: "hint" }, metrics.length - MOST_CHARTS + " metrics more; name one in the form")] : []);
}

/** A chart's columns where an answer has them, by their names; null where a changed query lacks one, so that nothing else is drawn in its place. */
function byName(graph, names) {
  const at = (list) => list.map((column) => ({ ...column, index: names.indexOf(column.name) }));
  const made = { ...graph, keys: at(graph.keys), values: at(graph.values), groups: at(graph.groups || []) };
  return [...made.keys, ...made.values, ...made.groups].some((column) => column.index < 0) ? null : made;
}

/** The chart of the rows of one metric, and a line on what lies beyond its scale. */
function chartOf(graph, rows, asHeatMap, title, metric) {
  const column = (name) => rows[0].indexOf(name);
  const [key, value, group] = [graph.keys[0].index, graph.values[0].index, graph.groups[0]?.index];
  const [n, std] = [column("n"), column("std")];
  const all = rows.slice(1)
    .map((r) => ({ x: short(r[key]), y: Number(r[value]), g: group === undefined ? "" : short(r[group]), n: n < 0 ? 0 : Number(r[n]), std: std < 0 ? NaN : Number(r[std]) }));
  const finite = all.filter((p) => Number.isFinite(p.y));
  const usual = usualRange(finite.map((p) => p.y));
  const points = usual ? finite.filter((p) => p.y >= usual[0] && p.y <= usual[1]) : finite;
  if (!points.length) return [];
  const names = { x: graph.keys[0].name, y: graph.values[0].name === "value" || graph.values[0].name === "mean" ? metric || "metric" : graph.values[0].name };
  const place = element("div", { class: "chart", role: "img", "aria-label": (title || names.y) + ": " + names.y + " by " + names.x });
  const kind = asHeatMap ? heatMap : graph.mode === "lineChart" ? lines : graph.keys[0].name === "replicate" ? seeds
    : points.every((p) => Number.isInteger(p.y)) ? counts : means;
  waiting.push({ place, option: () => kind(points, names, place) });
  return [place, ...beyond(all.length - finite.length, finite.filter((p) => !points.includes(p)), names.y)];
}

/** Says what a chart leaves out; nothing if it has all. */
function beyond(noNumbers, far, name) {
  const said = far.length ? [far.length + (far.length === 1 ? " value" : " values") + " of " + name + " far beyond this scale: " + distinct(ends(far.map((p) => p.y))).map(digits).join(" to ")] : [];
  if (noNumbers) said.push(noNumbers + (noNumbers === 1 ? " value" : " values") + " NaN, infinite or missing");
  return said.length ? [element("p", { class: "hint" }, "Not drawn: " + said.join("; ") + ". The rows below have all.")] : [];
}

/** The range of most values, if the others would crush them: Tukey's outer fences, and a hundredfold of the rest. Nothing where all suit one scale. */
function usualRange(values) {
  if (values.length < 4) return null;
  const sorted = [...values].sort((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 4)], sorted[Math.ceil(((sorted.length - 1) * 3) / 4)]];
  const fences = [low - 3 * (high - low), high + 3 * (high - low)];
  const kept = sorted.filter((v) => v >= fences[0] && v <= fences[1]);
  const span = kept[kept.length - 1] - kept[0];
  const all = sorted[sorted.length - 1] - sorted[0];
  return kept.length < sorted.length && all > 100 * (span || Math.abs(kept[0])) ? [kept[0], kept[kept.length - 1]] : null;
}

function forgetCharts() {
  drawn.splice(0).forEach(({ shown }) => shown.dispose());
  waiting.splice(0);
}

function drawCharts() {
  for (const one of waiting.splice(0)) {
    const option = one.option();
    one.place.style.height = (option.height || 320) + "px";
    delete option.height;
    const ink = getComputedStyle(document.body).color;
    const soft = dark.matches ? "#aab4c0" : "#566270";
    const line = dark.matches ? "#ffffff26" : "#00000020";
    const axis = (of) => ({ ...of, nameTextStyle: { color: soft, ...of.nameTextStyle }, axisLabel: { color: soft, hideOverlap: true, ...of.axisLabel }, axisLine: { lineStyle: { color: soft } }, axisTick: { show: false }, splitLine: { lineStyle: { color: line }, ...of.splitLine } });
    const shown = echarts.init(one.place, null, { renderer: "svg" });
    shown.setOption({
      animation: false,
      color: dark.matches ? PALETTES.dark : PALETTES.light,
      textStyle: { color: ink, fontFamily: getComputedStyle(document.body).fontFamily },
      ...option,
      tooltip: { confine: true, backgroundColor: dark.matches ? "#1d232b" : "#fff", borderColor: line, textStyle: { color: ink, fontSize: 12 }, ...option.tooltip },
      ...(option.legend && { legend: { type: "scroll", top: 2, left: 0, right: 0, icon: "circle", itemWidth: 12, itemHeight: 12, textStyle: { color: ink, width: Math.min(340, one.place.clientWidth - 90), overflow: "truncate" }, pageTextStyle: { color: soft }, pageIconColor: ink, pageIconInactiveColor: line, ...option.legend } }),
      ...(option.xAxis && { xAxis: axis(option.xAxis), yAxis: axis(option.yAxis) }),
    });
    drawn.push({ ...one, shown });
  }
}

/** Numbers along an axis; from a hundredfold on by their logarithm. */
function scale(values, name) {
  const [low, high] = ends(values);
  const log = low > 0 && high / low >= 100 && distinct(values).length > 2;
  return { type: log ? "log" : "value", scale: true, name, nameLocation: "middle", nameGap: 28, axisLabel: { formatter: (v) => digits(v) } };
}

/** A value's axis, which need not begin at 0: its name is above it. A curve that falls far shows its end by its logarithm. */
function above(name, values) {
  const [low, high] = ends(values);
  const log = low > 0 && high / low > 3;
  return { type: log ? "log" : "value", logBase: high / low > 100 ? 10 : 2, ...(log && { min: low, max: high }), scale: true, name, nameLocation: "end", nameTextStyle: { align: "left" }, axisLabel: { formatter: (v) => digits(v) } };
}

function lines(points, names, place) {
  const numeric = points.every((p) => p.x !== "" && Number.isFinite(Number(p.x)));
  if (!numeric) return means(points.map((p) => ({ ...p, g: "", x: p.g ? p.x + ", " + p.g : p.x })), names, place);
  const groups = distinct(points.map((p) => p.g));
  const named = groups.length > 1 || groups[0] !== "";
  const few = groups.length * 12 >= points.length;
  return {
    height: 340,
    grid: { left: 8, right: 24, top: named ? 56 : 30, bottom: 30, containLabel: true },
    legend: named && { data: groups },
    tooltip: { trigger: "axis", order: "valueAsc", valueFormatter: (v) => (Number.isFinite(v) ? digits(v) : "") },
    xAxis: { ...scale(points.map((p) => Number(p.x)), names.x), min: "dataMin", max: "dataMax" },
    yAxis: above(names.y, points.map((p) => p.y)),
    series: groups.map((g) => ({
      name: g,
      type: "line",
      symbol: "circle",
      symbolSize: few ? 6 : 3,
      showSymbol: few,
      data: points.filter((p) => p.g === g).map((p) => [Number(p.x), p.y]).sort((a, b) => a[0] - b[0]),
    })),
  };
}

/** Names whose long numbers have as many digits as tell the names apart, three at least. */
function distinguished(names) {
  const all = distinct(names).length;
  for (let kept = 3; kept < 12; kept++) {
    const made = names.map((name) => name.replace(/\d*\.\d{4,}(e[-+]?\d+)?/gi, (number) => String(Number(Number(number).toPrecision(kept)))));
    if (distinct(made).length === all) return made;
  }
  return names;
}

const LABEL_SIZE = 12, LABEL_LINE = 14, LABEL_LINES = 3; // pixels, pixels, and how many lines at most
const pen = document.createElement("canvas").getContext("2d");

/** Labels of rows in lines that fit half a chart, and the width that they take; what is too long ends with an ellipsis on the right. */
function labelsOf(names, place) {
  pen.font = LABEL_SIZE + "px " + getComputedStyle(document.body).fontFamily;
  const width = (text) => pen.measureText(text).width;
  const most = Math.max(120, place.clientWidth * 0.5 - 24);
  const ended = (text) => { let end = text.length; while (end > 1 && width(text.slice(0, end) + "…") > most) end--; return text.slice(0, end) + "…"; };
  const labels = distinguished(names).map((name) => {
    const made = [];
    for (const part of name.split(/(?<=, )/)) {
      const last = made[made.length - 1];
      if (last !== undefined && width((last + part).trimEnd()) <= most) made[made.length - 1] = last + part;
      else made.push(part);
    }
    const kept = made.slice(0, LABEL_LINES).map((line) => (width(line.trimEnd()) > most ? ended(line) : line.trimEnd()));
    if (made.length > LABEL_LINES) kept.push(ended(kept.pop() + " "));
    return kept;
  });
  const lines = Math.max(1, ...labels.map((label) => label.length));
  return { texts: labels.map((label) => label.join("\n")), width: Math.ceil(Math.max(0, ...labels.flat().map(width))), row: Math.max(30, LABEL_LINE * lines + 8) };
}

/** Rows of names, which are whole where the pointer rests on a mark. The place beside the chart is measured, as ECharts takes no account of lines. */
function rowsOf(all, labels) {
  return { type: "category", inverse: true, data: all, splitLine: { show: false }, axisLabel: { formatter: (name, i) => labels.texts[i], interval: 0, hideOverlap: false, fontSize: LABEL_SIZE, lineHeight: LABEL_LINE } };
}

const beside = (labels) => labels.width + 16;
const rowsHeight = (count, labels) => 84 + labels.row * count;

/** A line from one value to another at a row, in the colour of its series. */
const whiskers = (data, color) => ({
  type: "custom", data, silent: true, z: 3, encode: { x: [0, 1], y: 2 },
  renderItem: (params, api) => {
    const [a, b] = [api.coord([api.value(0), api.value(2)]), api.coord([api.value(1), api.value(2)])];
    const bar = (x1, y1, x2, y2) => ({ type: "line", shape: { x1, y1, x2, y2 }, style: { stroke: color, lineWidth: 2 } });
    return { type: "group", children: [bar(a[0], a[1], b[0], b[1]), bar(a[0], a[1] - 5, a[0], a[1] + 5), bar(b[0], b[1] - 5, b[0], b[1] + 5)] };
  },
});

function meansAt(rows, place, names, seedsToo) {
  const ink = getComputedStyle(document.body).color;
  const known = rows.filter((row) => Number.isFinite(row.half));
  const said = (row) => escaped(row.name) + "<br>mean " + digits(row.mean) + (Number.isFinite(row.half) ? ", 95 % interval " + digits(row.mean - row.half) + " to " + digits(row.mean + row.half) : "") + (row.n ? ", " + row.n + (row.n === 1 ? " seed" : " seeds") : "");
  const labels = labelsOf(rows.map((row) => row.name), place);
  return {
    height: rowsHeight(rows.length, labels),
    grid: { left: beside(labels), right: 24, top: 12, bottom: 52 },
    tooltip: { trigger: "item" },
    xAxis: { ...scale(rows.flatMap((row) => [row.mean, ...(row.values || []), ...(Number.isFinite(row.half) ? [row.mean - row.half, row.mean + row.half] : [])]), names.y), type: "value" },
    yAxis: rowsOf(rows.map((row) => row.name), labels),
    series: [
      ...(seedsToo ? [{ type: "scatter", symbolSize: 8, itemStyle: { opacity: 0.55 }, data: rows.flatMap((row, i) => row.values.map((value, seed) => ({ value: [value, i], seed }))), tooltip: { formatter: (p) => escaped(rows[p.value[1]].name) + "<br>replicate " + rows[p.value[1]].seeds[p.data.seed] + ": " + digits(p.value[0]) } }] : []),
      whiskers(known.map((row) => [row.mean - row.half, row.mean + row.half, rows.indexOf(row)]), ink),
      { type: "scatter", symbol: "diamond", symbolSize: 11, z: 4, itemStyle: { color: ink }, data: rows.map((row, i) => [row.mean, i]), tooltip: { formatter: (p) => said(rows[p.value[1]]) } },
    ],
  };
}

/** Means with their 95 % intervals, where the rows have a deviation and a number of seeds. */
function means(points, names, place) {
  const many = distinct(points.map((p) => p.g)).length > 1;
  return meansAt(points.map((p) => ({ name: many && p.g ? p.g + ": " + p.x : p.x, mean: p.y, n: p.n, half: half(p.std, p.n) })), place, names, false);
}

/** Each seed's value as a dot, a row for each group, with the mean and its 95 % interval. */
function seeds(points, names, place) {
  return meansAt(distinct(points.map((p) => p.g)).map((name) => {
    const mine = points.filter((p) => p.g === name);
    const values = mine.map((p) => p.y);
    const mean = values.reduce((a, b) => a + b, 0) / values.length;
    const std = Math.sqrt(values.reduce((sum, v) => sum + (v - mean) ** 2, 0) / (values.length - 1));
    return { name, values, seeds: mine.map((p) => p.x), mean, n: values.length, half: half(std, values.length) };
  }), place, names, true);
}

function counts(points, names, place) {
  const rows = points.map((p) => (p.g ? p.g + ": " + p.x : p.x));
  const labels = labelsOf(rows, place);
  return {
    height: rowsHeight(points.length, labels) - 30,
    grid: { left: beside(labels), right: 48, top: 8, bottom: 8 },
    xAxis: { type: "value", show: false },
    yAxis: rowsOf(rows, labels),
    series: [{ type: "bar", barMaxWidth: 18, data: points.map((p) => p.y), label: { show: true, position: "right", color: getComputedStyle(document.body).color } }],
  };
}

/** Cells of the value by key and group. A group may be a number and a sweep. */
function heatMap(points, names, place) {
  const sorted = (list) => distinct(list).sort((a, b) => parseFloat(a) - parseFloat(b));
  const [columns, rows] = [sorted(points.map((p) => p.x)), sorted(points.map((p) => p.g))];
  const labels = labelsOf(rows, place);
  const [low, high] = ends(points.map((p) => p.y));
  const ramp = dark.matches ? ["#1f3a5c", "#9fd0ff"] : ["#e6f0fb", "#2b6cb0"];
  const strong = (y) => (y - low) / (high - low || 1) > 0.55;
  return {
    height: Math.max(160, 96 + Math.max(38, labels.row) * rows.length),
    grid: { left: beside(labels), right: 24, top: 44, bottom: 52 },
    tooltip: { formatter: (p) => escaped(names.x) + " " + escaped(columns[p.value[0]]) + ", " + escaped(rows[p.value[1]]) + "<br>" + escaped(names.y) + " " + digits(p.value[2]) },
    visualMap: { min: low, max: high > low ? high : low + 1, dimension: 2, orient: "horizontal", left: 0, top: 0, itemHeight: 120, itemWidth: 10, text: [digits(high), digits(low)], textStyle: { color: getComputedStyle(document.body).color }, inRange: { color: ramp }, calculable: false },
    xAxis: { type: "category", data: columns, name: names.x, nameLocation: "middle", nameGap: 28, splitLine: { show: false } },
    yAxis: rowsOf(rows, labels),
    series: [{ type: "heatmap", itemStyle: { borderWidth: 2, borderColor: dark.matches ? "#121212" : "#fff" }, data: points.map((p) => ({ value: [columns.indexOf(p.x), rows.indexOf(p.g), p.y], label: { color: strong(p.y) === dark.matches ? "#0b1a2b" : "#fff" } })), label: { show: (place.clientWidth - beside(labels) - 24) / columns.length > 44, formatter: (p) => digits(p.value[2]) } }],
  };
}

function drawAnew() {
  waiting.push(...drawn.splice(0).map(({ place, option, shown }) => { shown.dispose(); return { place, option }; }));
  drawCharts();
}

/** A place narrows with the window, and also with the page's zoom. A chart is drawn anew: its labels and its height depend on the width. */
let narrowing;
const resized = new ResizeObserver(() => {
  clearTimeout(narrowing);
  if (drawn.some(({ place, shown }) => place.clientWidth !== shown.getWidth())) narrowing = setTimeout(drawAnew, 120);
});
resized.observe(document.documentElement);
dark.addEventListener("change", drawAnew);
