// What the page shows before a note is chosen: what each note shows, and how to ask something else.
"use strict";

/** The first sentence of what a note says of itself. */
function about(note) {
  const text = note.paragraphs.map((p) => p.text || "").find((t) => t.startsWith("%md\n")) || "";
  const said = text.replace(/^%md\n/, "").replace(/<[^>]*>|`/g, "").split("\n").filter((line) => line && !line.startsWith("#")).join(" ");
  return (said.match(/^.*?\.(?= |$)/) || [said])[0];
}

async function home(notes) {
  open = null;
  again.checked = false;
  history.replaceState(null, "", location.pathname);
  document.querySelectorAll("nav button").forEach((b) => b.removeAttribute("aria-current"));
  byId("forms").replaceChildren();
  const lines = await Promise.all(notes.map(async (note) => {
    const button = element("button", { type: "button", class: "link" }, titleOf(note));
    button.onclick = () => show(note.id);
    const said = await api("notebook/" + note.id).then(about).catch(() => "");
    return [element("dt", {}, button), element("dd", {}, said)];
  }));
  if (open !== null) return; // a note was chosen meanwhile
  byId("note").replaceChildren(
    element("h2", {}, "Notes"),
    element("p", {}, "Choose a note and press Run. Its form names the directory of the sweep; another may stand there, or a folder of sweeps."),
    element("dl", { class: "notes" }, ...lines.flat()),
    element("h2", {}, "A question of your own"),
    element("p", {}, "Open \u201cquery\u201d below an answer, change the SQL, and press Run query, or Ctrl+Enter. New query below adds one. The tables are results, trials, attempts, metrics, artifacts, notes and sweeps; a note's paragraph Tables makes them."),
    element("h2", {}, "A note of your own"),
    element("p", {}, "Save a copy keeps a note under a name of yours, with your queries. The copy lasts as long as this server; to keep it longer, start the server with ATTUNE_NOTES_WORK set to a folder of yours."),
  );
}
