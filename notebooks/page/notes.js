// Lists the notes of this Zeppelin server, runs them with what their forms say, and draws what they answer.
"use strict";

const SHOWN = 12; // rows of a longer table
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

const titleOf = (note) => note.path.replace(/^\//, "").replace(/-/g, " ");

async function list() {
  const notes = (await api("notebook")).sort((a, b) => a.path.localeCompare(b.path));
  byId("notes").replaceChildren(...notes.map((note) => {
    const button = element("button", { "data-id": note.id }, titleOf(note));
    button.onclick = () => show(note.id);
    return element("li", {}, button);
  }));
  byId("home").onclick = () => home(notes);
  return notes;
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
  learnNames(note);
  // Zeppelin stops at an error and keeps what the paragraphs below showed before: another sweep, perhaps.
  const failed = note.paragraphs.findIndex((p) => p.status === "ERROR" || p.status === "ABORT");
  const finished = (p) => Date.parse(p.dateFinished) || 0;
  if (failed >= 0) failures.set(id, { below: failed, at: finished(note.paragraphs[failed]) });
  const failure = failures.get(id); // also where the query was mended and run by itself since
  const stale = (p, i) => failure && i > failure.below && finished(p) <= failure.at;
  // An editor stays where it is while one types: its paragraph is drawn again around it.
  const editors = new Map(!same ? [] : [...byId("note").querySelectorAll("textarea")].map((area) => [area.dataset.paragraph, area.closest("details")]));
  const typed = document.activeElement;
  forgetCharts();
  byId("note").replaceChildren(...note.paragraphs.map((p, i) => {
    const section = stale(p, i) ? unrun(p) : paragraph(p, tablesOf(note));
    const before = editors.get(p.id);
    if (isQuery(p)) section.append(before && (drafts.has(draftOf(id, p.id)) || before.contains(typed)) ? before : editor(id, p));
    return section;
  }));
  drawCharts();
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
  if (again.checked && !document.hidden && button && !button.disabled && !drafted(open)) form.requestSubmit(); // nor a half-typed query
}, 30000);

byId("forms").onsubmit = async (event) => {
  event.preventDefault();
  const id = open;
  const button = byId("forms").querySelector("button");
  button.disabled = true;
  const params = Object.fromEntries(new FormData(byId("forms")));
  button.textContent = "Running … (the first run starts Spark: a minute or more)";
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
    const text = textOf(id, p).replace(NOTE_FORM, (all, name, value) => {
      const typed = (params[name] ?? value).replace(/[${}|,='"\\]/g, "");
      return "$${" + name + "=" + typed + "}";
    });
    if (text !== p.text) {
      await write(id, p.id, text);
    }
    drafts.delete(draftOf(id, p.id));
  }
}

/** What a note says of itself before it has run. */
const unrunText = (p) => (p.text || "").replace(/^%md\n/, "").replace(/<[^>]*>|`/g, "").split("\n").map((line) =>
  line.startsWith("## ") ? element("h2", {}, line.slice(3)) : element("p", {}, line));

function paragraph(p, tables = []) {
  const text = (p.text || "").startsWith("%md"); // it has a heading of its own
  const section = element("section", {}, ...(text ? [] : [element("h3", {}, p.title || "")]));
  const messages = (p.results && p.results.msg) || [];
  if (p.status === "ERROR" || p.status === "ABORT") {
    section.append(element("pre", { class: "error" }, reason(p, tables)));
    return section;
  }
  if (text && !messages.length) section.append(...unrunText(p));
  messages.forEach((message, i) => {
    if (message.type === "TABLE") {
      const rows = message.data.replace(/\n$/, "").split("\n").map((line) => line.split("\t"));
      const config = p.config.results && p.config.results[i];
      const charts = rows.length > 1 && config ? chart(config.graph, rows, p.config.heatMap, p.title) : [];
      section.append(...charts);
      const numbers = rows[0].join("") === "" ? [] : [table(rows)];
      if (numbers.length && rows.length === 1) section.append(element("p", {}, "0 rows"));
      const folded = charts.length && rows.length > SHOWN; // the chart shows them
      section.append(...(folded ? [element("details", {}, element("summary", {}, rows.length - 1 + " rows"), ...numbers)] : numbers));
    } else if (message.type === "HTML" && text) {
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
  const kind = number ? "number" : text.length > 60 ? "long" : "";
  return element("td", { ...(kind && { class: kind }), ...(long && { title: text }) }, short);
}

function table(rows) {
  const numbers = rows[0].map((_, i) => rows.length > 1 && rows.slice(1).every((row) => /^(-?[\d.]+(E-?\d+)?|null|)$/.test(row[i])));
  const head = element("tr", {}, ...rows[0].map((name, i) => element("th", { scope: "col", ...(numbers[i] && { class: "number" }) }, name)));
  const body = rows.slice(1).map((row) => element("tr", {}, ...row.map(cell)));
  const shown = element("tbody", {}, ...body.slice(0, body.length > SHOWN + 3 ? SHOWN : body.length));
  const made = element("div", { class: "table" }, element("table", {}, element("thead", {}, head), shown));
  const rest = body.slice(shown.childElementCount);
  if (rest.length) {
    const all = element("button", { type: "button" }, "all " + body.length + " rows");
    all.onclick = () => { shown.append(...rest); all.remove(); };
    made.append(all);
  }
  return made;
}


if (location.search) history.replaceState(null, "", location.pathname + location.hash); // the token is in a cookie now
list()
  .then((notes) => (location.hash ? show(location.hash.slice(1)) : home(notes)))
  .catch((error) => byId("note").replaceChildren(element("pre", { class: "error" }, error.message)))
  .finally(() => { document.documentElement.dataset.ready = "true"; }); // for who looks at the page
