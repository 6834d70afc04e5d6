// Says why a query was refused: the reason alone, and the tables there are.
"use strict";

/** Spark's message, without the plan below it and what it says of dropping. The query that it quotes stays whole. */
function withoutPlan(message) {
  const [told, ...query] = message.split(/(?=\n== SQL)/);
  return [told
    .replace(/\s*To tolerate the error on drop[^.]*\./, "")
    .replace(/[;:]?\n\s*('[A-Z]|[A-Z]\w*[^\n]*\n\s*(\+- |:- )|\+- |:- )[\s\S]*$/, ""), ...query].join("");
}

/** Zeppelin puts the statement before the reason, and below it the name of a setting that nobody here can change. */
function withoutZeppelin(message, text) {
  const told = message.replace(/\nset zeppelin\.spark\.sql\.stacktrace = true[^\n]*\s*$/, "");
  if (!/^\s*Error happens in sql: /.test(told)) return told;
  const rest = told.replace(/^\s*Error happens in sql: /, "").trim();
  const literal = (t) => t.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const query = text.replace(/^%spark\.sql/, "");
  const reasons = [query, ...query.split(";")]
    .filter((statement) => statement.trim())
    .map((statement) => statement.trim().split(/\$\$\{\w+=[^}]*\}/).map(literal).join("[^\\n]*")) // filled forms
    .map((statement) => rest.match(new RegExp("^" + statement + ";?\\s*\\n([\\s\\S]*)$")))
    .filter(Boolean)
    .map((match) => match[1].trim());
  return reasons[0] ?? rest;
}

/** How many letters to insert, omit or replace. */
function distance(a, b) {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const above = row;
    row = [i];
    for (let j = 1; j <= b.length; j++) row[j] = Math.min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
  }
  return row[b.length];
}

/** The views that a note makes, which are the tables of its queries. */
const tablesOf = (note) => [...new Set(note.paragraphs.flatMap((p) => [...(p.text || "").matchAll(/temporary view (\w+)/gi)].map((found) => found[1])))];

/** The whole message about a table that is not there; undefined for another message. */
function missingTable(message, tables) {
  const [, name] = message.match(/\[TABLE_OR_VIEW_NOT_FOUND\] The table or view `([^`]*)`/) || [];
  if (name === undefined || !tables.length) return undefined;
  const far = (table) => distance(name.toLowerCase(), table);
  const sorted = [...tables].sort((a, b) => far(a) - far(b));
  if (sorted[0] === name.toLowerCase()) return "There is no table '" + name + "' yet: run the note from the top, which makes its tables.";
  return "There is no table '" + name + "'; the tables are " + sorted.join(", ") + ".";
}

/** Why a paragraph failed; what its statements before that answered is not told. */
function reason(p, tables) {
  const messages = (p.results && p.results.msg) || [];
  const told = messages.filter((message) => message.type === "TEXT").map((message) => withoutZeppelin(message.data, p.text || "")).join("\n").trim();
  return missingTable(told, tables) ?? (withoutPlan(told) || p.status);
}
