// Edits a note's queries, adds one, and keeps the note under another name. The server's guard reads every statement.
"use strict";

const PREFIX = "%spark.sql\n";
const OFFERED = 8;
const drafts = new Map(); // what was typed and not run yet, by note and paragraph: notes share the paragraphs' ids
const draftOf = (note, id) => note + " " + id;
const drafted = (note) => [...drafts.keys()].some((key) => key.startsWith(note + " "));
let names = []; // tables, columns and words of SQL
let seen = []; // names in what the open note answered, such as metrics

fetch("names.json")
  .then((answer) => answer.json())
  .then((tables) => {
    const words = ["select", "from", "where", "group by", "order by", "having", "limit", "join", "on", "using", "count", "avg", "stddev_samp", "min", "max", "max_by", "round", "coalesce"];
    names = [...new Set([...Object.keys(tables), "finals", ...Object.values(tables).flat(), ...words])].sort();
  });

const say = (error) => byId("note").prepend(element("pre", { class: "error" }, error.message));
const textOf = (note, p) => (drafts.has(draftOf(note, p.id)) ? PREFIX + drafts.get(draftOf(note, p.id)) : p.text || "");
const write = (note, id, text) => api("notebook/" + note + "/paragraph/" + id, { method: "PUT", body: JSON.stringify({ text }) });
const grow = (area) => { area.rows = area.value.split("\n").length + 1; };
const isQuery = (p) => (p.text || "").startsWith(PREFIX);

/** Takes the names that a note's answers show: columns, and words in cells. */
function learnNames(note) {
  const words = note.paragraphs
    .flatMap((p) => (p.results && p.results.msg) || [])
    .filter((message) => message.type === "TABLE")
    .flatMap((message) => message.data.split(/[\t\n]/))
    .filter((word) => /^[A-Za-z_]\w{2,}$/.test(word));
  seen = [...new Set(words)].filter((word) => !names.includes(word));
}

/** The name that is being typed before the pointer, and the names that begin so. */
function completions(area) {
  const [typed] = area.value.slice(0, area.selectionStart).match(/[A-Za-z_]\w*$/) || [""];
  return { typed, fitting: typed.length < 2 ? [] : names.concat(seen).filter((name) => name.startsWith(typed) && name !== typed).slice(0, OFFERED) };
}

function complete(area, name) {
  const { typed } = completions(area);
  area.setRangeText(name.slice(typed.length), area.selectionStart, area.selectionStart, "end");
  area.dispatchEvent(new Event("input"));
  area.focus();
}

/** The query of a paragraph, to be changed and run: Ctrl+Enter runs it, and Tab completes a name. */
function editor(note, p) {
  const key = draftOf(note, p.id);
  const area = element("textarea", { rows: 1, spellcheck: "false", "aria-label": "Query of " + (p.title || "the paragraph"), "data-paragraph": p.id });
  area.value = drafts.get(key) ?? p.text.slice(PREFIX.length);
  const offers = element("p", { class: "offers", "aria-live": "polite" });
  const run = element("button", { type: "button" }, "Run query");
  const below = element("button", { type: "button" }, "New query below");
  run.onclick = () => runParagraph(p.id, area, run);
  below.onclick = () => addBelow(p.id, area).catch(say);
  area.oninput = () => {
    drafts.set(key, area.value);
    grow(area);
    offers.replaceChildren(...completions(area).fitting.map((name) => {
      const offer = element("button", { type: "button" }, name);
      offer.onclick = () => complete(area, name);
      return offer;
    }));
  };
  area.onkeydown = (event) => {
    const [first] = completions(area).fitting;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      run.click();
    } else if (event.key === "Tab" && !event.shiftKey && first) {
      event.preventDefault();
      complete(area, first);
    } else if (event.key === "Escape") {
      offers.replaceChildren();
    }
  };
  grow(area);
  return element("details", { ...(drafts.has(key) && { open: "" }) }, element("summary", {}, "query"), area, offers, run, below);
}

async function runParagraph(id, area, button) {
  const note = open;
  button.disabled = true;
  button.textContent = "Running …";
  try {
    await write(note, id, PREFIX + area.value);
    drafts.delete(draftOf(note, id));
    await api("notebook/run/" + note + "/" + id, { method: "POST" }).catch(() => {}); // its paragraph says what was wrong
    if (open === note) await show(note);
    byId("note").querySelector(`[data-paragraph="${id}"]`)?.closest("details").setAttribute("open", "");
  } catch (error) {
    say(error);
  } finally {
    button.disabled = false;
    button.textContent = "Run query";
  }
}

async function addBelow(id, area) {
  const note = open; // another may be opened meanwhile
  const { paragraphs } = await api("notebook/" + note);
  const index = paragraphs.findIndex((p) => p.id === id) + 1;
  const made = await api("notebook/" + note + "/paragraph", { method: "POST", body: JSON.stringify({ title: "Query", text: PREFIX + area.value, index, config: { title: true, enabled: true, results: {} } }) });
  drafts.set(draftOf(note, made), area.value);
  if (open !== note) return;
  await show(note);
  byId("note").querySelector(`[data-paragraph="${made}"]`)?.focus();
}

/** A form that keeps the open note, as it stands, under a name. */
function keep() {
  const name = element("input", { size: 20, "aria-label": "name of the copy", placeholder: "name" });
  const button = element("button", { type: "button" }, "Save a copy");
  name.onkeydown = (event) => {
    if (event.key === "Enter") {
      event.preventDefault(); // or it would run the note
      button.click();
    }
  };
  button.onclick = () => (name.value.trim() ? copy(name.value.trim()).catch(say) : name.focus());
  return [name, button];
}

async function copy(kept) {
  const note = await api("notebook/" + open);
  const paragraphs = note.paragraphs.map((p) =>
    ({ title: p.title, text: textOf(note.id, p), config: { ...p.config, results: p.config.results || {} }, settings: p.settings }));
  const made = await api("notebook/import", { method: "POST", body: JSON.stringify({ name: kept, paragraphs }) });
  await list();
  await show(made);
}
