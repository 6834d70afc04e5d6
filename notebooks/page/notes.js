// Lists the notes of this Zeppelin server, runs them with what their forms say, and draws what they answer.
"use strict";

const COLOURS = ["#2b6cb0", "#c05621", "#2f855a", "#b83280", "#6b46c1", "#b7791f", "#319795", "#718096"];
const SVG = "http://www.w3.org/2000/svg";
const LETTER = 7; // a letter's width in a chart, about
const NOTE_FORM = /\$\$\{(\w+)=([^}]*)\}/g;

const failures = new Map(); // where each note stopped last, and when
const byId = (id) => document.getElementById(id);
let open = null;

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
  made.append(...children);
  return made;
}

async function api(path, options) {
  const answer = await fetch("api/" + path, options);
  const body = await answer.json();
  if (!answer.ok || body.status !== "OK") {
    throw new Error(body.message || answer.statusText);
  }
  return body.body;
}

async function list() {
  const notes = (await api("notebook")).sort((a, b) => a.path.localeCompare(b.path));
  byId("notes").replaceChildren(...notes.map((note) => {
    const button = element("button", { "data-id": note.id }, note.path.replace(/^\//, "").replace(/-/g, " "));
    button.onclick = () => show(note.id);
    return element("li", {}, button);
  }));
}

/** The note's forms: what it was run with, or what its text proposes. */
function forms(note) {
  const found = new Map();
  note.paragraphs.forEach((p) => {
    for (const [, name, standard] of (p.text || "").matchAll(NOTE_FORM)) {
      found.set(name, note.noteParams[name] ?? standard);
    }
  });
  return found;
}

async function show(id) {
  const note = await api("notebook/" + id);
  const same = open === id;
  if (!same) {
    open = id;
    again.checked = false;
    history.replaceState(null, "", "#" + id);
    byId("forms").replaceChildren(
      ...[...forms(note)].map(([name, value]) => element("label", {}, name, element("input", { name, value, size: 30 }))),
      element("button", {}, "Run"),
      element("label", {}, again, "every half minute"),
      ...keep(),
    );
    document.querySelectorAll("nav button").forEach((b) => b.toggleAttribute("aria-current", b.dataset.id === id));
  }
  // Zeppelin stops at an error and keeps what the paragraphs below showed before: another sweep, perhaps.
  const failed = note.paragraphs.findIndex((p) => p.status === "ERROR" || p.status === "ABORT");
  const finished = (p) => Date.parse(p.dateFinished) || 0;
  if (failed >= 0) failures.set(id, { below: failed, at: finished(note.paragraphs[failed]) });
  const failure = failures.get(id); // also where the query was mended and run by itself since
  const stale = (p, i) => failure && i > failure.below && finished(p) <= failure.at;
  // An editor stays where it is while one types: its paragraph is drawn again around it.
  const editors = new Map(!same ? [] : [...byId("note").querySelectorAll("textarea")].map((area) => [area.dataset.paragraph, area.closest("details")]));
  const typed = document.activeElement;
  byId("note").replaceChildren(...note.paragraphs.map((p, i) => {
    const section = stale(p, i) ? unrun(p) : paragraph(p);
    const before = editors.get(p.id);
    if (isQuery(p)) section.append(before && (drafts.has(p.id) || before.contains(typed)) ? before : editor(p));
    return section;
  }));
  if (same && typed.isConnected) typed.focus();
}

function unrun(p) {
  return element("section", {}, element("h3", {}, p.title || ""), element("p", {}, "Not run: a paragraph above failed."));
}

// A note of a live sweep is run again: half a minute is how often its driver publishes tables.
const again = element("input", { type: "checkbox" });
setInterval(() => {
  const form = byId("forms");
  const button = form.querySelector("button");
  if (again.checked && !document.hidden && button && !button.disabled && !drafts.size) form.requestSubmit(); // nor a half-typed query
}, 30000);

byId("forms").onsubmit = async (event) => {
  event.preventDefault();
  const id = open;
  const button = byId("forms").querySelector("button");
  button.disabled = true;
  button.textContent = "Running …";
  const params = Object.fromEntries(new FormData(byId("forms")));
  const shown = setInterval(() => open === id && show(id), 2000);
  try {
    await setForms(id, params);
    await api("notebook/job/" + id + "?blocking=true", { method: "POST" });
    await show(id);
  } catch (error) {
    say(error);
  } finally {
    clearInterval(shown);
    button.disabled = false;
    button.textContent = "Run";
  }
};

/** Zeppelin takes a note's forms from its text: what is typed becomes what the text proposes. */
async function setForms(id, params) {
  const note = await api("notebook/" + id);
  for (const p of note.paragraphs) {
    const text = textOf(p).replace(NOTE_FORM, (all, name, value) => {
      const typed = (params[name] ?? value).replace(/[${}|,='"\\]/g, "");
      return "$${" + name + "=" + typed + "}";
    });
    if (text !== p.text) {
      await write(id, p.id, text);
    }
    drafts.delete(p.id);
  }
}

function paragraph(p) {
  const section = element("section", {}, element("h3", {}, p.title || ""));
  const messages = (p.results && p.results.msg) || [];
  if (p.status === "ERROR" || p.status === "ABORT") {
    section.append(element("pre", { class: "error" }, messages.map((m) => m.data).join("\n") || p.status));
    return section;
  }
  messages.forEach((message, i) => {
    if (message.type === "TABLE") {
      const rows = message.data.replace(/\n$/, "").split("\n").map((line) => line.split("\t"));
      const config = p.config.results && p.config.results[i];
      const drawn = rows.length > 1 && config ? chart(config.graph, rows.slice(1), p.config.heatMap) : null;
      if (drawn) section.append(drawn);
      if (rows[0].join("") !== "") section.append(table(rows));
    } else if (message.type === "HTML" && p.text.startsWith("%md")) {
      const shown = new DOMParser().parseFromString(message.data, "text/html");
      shown.querySelectorAll("script, iframe, object").forEach((e) => e.remove());
      section.append(...shown.body.childNodes);
    } else {
      section.append(element("pre", {}, message.data));
    }
  });
  return section;
}

/** A number with more digits than one reads, to six; in full where the pointer rests on it. */
function cell(text) {
  const long = /^-?\d*\.\d{5,}(E-?\d+)?$/.test(text);
  const short = long ? String(Number(Number(text).toPrecision(6))) : text;
  const number = /^-?[\d.]+(E-?\d+)?$/.test(text);
  return element("td", { ...(number && { class: "number" }), ...(long && { title: text }) }, short);
}

function table(rows) {
  const numbers = rows[0].map((_, i) => rows.length > 1 && rows.slice(1).every((row) => /^(-?[\d.]+(E-?\d+)?|null|)$/.test(row[i])));
  const head = element("tr", {}, ...rows[0].map((name, i) => element("th", { scope: "col", ...(numbers[i] && { class: "number" }) }, name)));
  const body = rows.slice(1).map((row) => element("tr", {}, ...row.map(cell)));
  return element("table", {}, element("thead", {}, head), element("tbody", {}, ...body));
}

function shape(name, attributes, text) {
  const made = document.createElementNS(SVG, name);
  Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
  if (text !== undefined) made.textContent = text;
  return made;
}

/** Cells of the value by key and group: the paler, the smaller. A group may be a number and a sweep. */
function heatMap(svg, points) {
  const sorted = (list) => [...new Set(list)].sort((a, b) => parseFloat(a) - parseFloat(b));
  const [columns, rows] = [sorted(points.map((p) => p.x)), sorted(points.map((p) => p.g))];
  const [width, height] = [Math.min(80, 580 / columns.length), Math.min(40, 200 / rows.length)];
  const [low, high] = [Math.min(...points.map((p) => p.y)), Math.max(...points.map((p) => p.y))];
  points.forEach((p) => {
    const [x, y] = [60 + width * columns.indexOf(p.x), 20 + height * rows.indexOf(p.g)];
    const opacity = 0.15 + 0.85 * ((p.y - low) / (high - low || 1));
    svg.append(shape("rect", { x, y, width: width - 2, height: height - 2, fill: COLOURS[0], "fill-opacity": opacity }));
    svg.append(shape("text", { x: x + width / 2, y: y + height / 2 + 4, "text-anchor": "middle" }, p.y.toPrecision(4)));
  });
  columns.forEach((c, i) =>
    svg.append(shape("text", { x: 60 + width * (i + 0.5), y: 14, "text-anchor": "middle" }, c)));
  const right = 64 + width * columns.length;
  rows.forEach((r, i) => svg.append(shape("text", { x: right, y: 24 + height * (i + 0.5) }, r)));
  return svg;
}

/** Lines, points or bars of the one value over the key, a colour for each group; null for a plain table. */
function chart(graph, rows, asHeatMap) {
  if (graph.mode === "table" || !graph.keys.length || !graph.values.length) return null;
  const [key, value, group] = [graph.keys[0].index, graph.values[0].index, graph.groups[0]?.index];
  const points = rows.map((r) => ({ x: r[key], y: Number(r[value]), g: group === undefined ? "" : r[group] }));
  const usable = points.filter((p) => Number.isFinite(p.y));
  if (!usable.length) return null;
  const numeric = usable.every((p) => p.x !== "" && Number.isFinite(Number(p.x)));
  const names = [...new Set(usable.map((p) => p.x))];
  const groups = [...new Set(usable.map((p) => p.g))];
  const at = numeric ? (p) => Number(p.x) : (p) => names.indexOf(p.x);
  // A bar begins at 0, so bars hide means that differ little: dots have an axis that fits. Counts keep their bars.
  const values = usable.map((p) => p.y);
  const alike = Math.min(...values) > 0.5 * Math.max(...values) && !values.every(Number.isInteger);
  const bars = (graph.mode === "multiBarChart" || graph.mode === "pieChart") && !alike;
  const banded = bars || !numeric;
  const xs = usable.map(at);
  const ys = values.concat(bars ? [0] : []);
  const span = (list) => [Math.min(...list), Math.max(...list)];
  const [[x0, x1], [y0, y1]] = [span(xs), span(ys)];
  const px = (x) => 60 + (580 * (x - x0 + (banded ? 0.5 : 0))) / (x1 - x0 + (banded ? 1 : 0) || 1);
  const py = (y) => 220 - (200 * (y - y0)) / (y1 - y0 || 1);
  const svg = shape("svg", { viewBox: "0 0 700 290", role: "img" });
  svg.append(shape("title", {}, graph.values[0].name + " by " + graph.keys[0].name));
  if (asHeatMap) return heatMap(svg, usable);
  svg.append(shape("path", { d: "M60 20V220H650", fill: "none", stroke: "currentColor", opacity: 0.5 }));
  [y0, y1].forEach((y) => svg.append(shape("text", { x: 54, y: py(y) + 4, "text-anchor": "end" }, Number(y.toPrecision(4)))));
  const ticks = numeric && !bars ? [[x0, String(x0)], [x1, String(x1)]] : [...new Map(usable.map((p) => [at(p), p.x]))];
  ticks.forEach(([x, label]) => {
    const most = Math.max(3, Math.floor(580 / ticks.length / LETTER));
    const tick = shape("text", { x: px(x), y: 236, "text-anchor": "middle" }, label.length > most ? label.slice(0, most - 1) + "…" : label);
    tick.append(shape("title", {}, label));
    svg.append(tick);
  });
  const room = LETTER * Math.max(...groups.map((g) => g.length + 4));
  const across = Math.max(1, Math.floor(640 / room));
  svg.setAttribute("viewBox", "0 0 700 " + (262 + 14 * Math.ceil(groups.length / across)));
  groups.forEach((g, i) => {
    const colour = COLOURS[i % COLOURS.length];
    const mine = usable.filter((p) => p.g === g);
    if (graph.mode === "lineChart") {
      mine.sort((a, b) => at(a) - at(b));
      const d = mine.map((p, j) => (j ? "L" : "M") + px(at(p)) + " " + py(p.y)).join("");
      svg.append(shape("path", { d, fill: "none", stroke: colour, "stroke-width": 2 }));
    }
    mine.forEach((p) =>
      svg.append(bars
        ? shape("rect", { x: px(at(p)) - 18, y: Math.min(py(p.y), py(0)), width: 36, height: Math.abs(py(0) - py(p.y)), fill: colour })
        : shape("circle", { cx: px(at(p)), cy: py(p.y), r: 3, fill: colour })));
    if (g !== "") svg.append(shape("text", { x: 60 + room * (i % across), y: 256 + 14 * Math.floor(i / across), style: "fill:" + colour }, "● " + g));
  });
  return svg;
}

if (location.search) history.replaceState(null, "", location.pathname + location.hash); // the token is in a cookie now
list().then(() => location.hash && show(location.hash.slice(1))).catch((error) => byId("note").replaceChildren(element("pre", { class: "error" }, error.message)));
