package org.attune.notebooks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.URLDecoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The scripts of the notes' page, in a browser, with a server and charts that only record. */
class TestPageScripts {

  private static final Path PAGE =
      Path.of(System.getProperty("attune.home", ".."), "notebooks", "page");
  private static final Pattern ANSWER = Pattern.compile("data-answer=\"([^\"]*)\"");

  private static final String SERVER =
      """
      const asked = [];
      window.fetch = async (path) => {
        asked.push(path.replace("api/", ""));
        if (asked.length === 2) open = "another"; // the reader opens it while the server answers
        return { ok: true, json: async () => ({ status: "OK", body: path.endsWith("paragraph") ? "made" : { paragraphs: [] } }) };
      };
      """;

  @TempDir private Path folder;
  private Optional<Chromium> browser = Optional.empty();

  @BeforeEach
  void find() throws IOException {
    browser = Chromium.find(folder, folder.resolve("shots"));
    assumeTrue(browser.isPresent(), "no Chromium here");
  }

  @Test
  void aQuotedQueryStaysWholeAndAPlanGoes() throws Exception {
    assertThat(
            answer(
                """
                [
                  "[PARSE_SYNTAX_ERROR] Syntax error at or near 'trials'. (line 2, pos 11)\\n\\n== SQL ==\\nSELECT *\\nFRM trials\\n----^^^\\nWHERE axis IN (\\n'Adam')",
                  "[MISSING_GROUP_BY] Add one.;\\nAggregate [n#1]\\n+- SubqueryAlias t",
                  "[UNRESOLVED_COLUMN] No lss.; line 1 pos 7;\\n'Project ['lss]\\n+- SubqueryAlias t",
                  "Job aborted.\\nCaused by an executor.",
                ].map(withoutPlan).join("|")"""))
        .isEqualTo(
            "[PARSE_SYNTAX_ERROR] Syntax error at or near 'trials'. (line 2, pos 11)\n\n== SQL ==\n"
                + "SELECT *\nFRM trials\n----^^^\nWHERE axis IN (\n'Adam')"
                + "|[MISSING_GROUP_BY] Add one.|[UNRESOLVED_COLUMN] No lss.; line 1 pos 7"
                + "|Job aborted.\nCaused by an executor.");
  }

  /** As Zeppelin 0.10 words it, with a second statement and a form that was filled. */
  @Test
  void aRefusedQueryShowsTheReasonAlone() throws Exception {
    assertThat(
            answer(
                """
                [
                  ["%spark.sql\\ndrop table trials", "\\nError happens in sql: \\ndrop table trials\\nCannot run this.\\nset zeppelin.spark.sql.stacktrace = true to see full stacktrace"],
                  ["%spark.sql\\nselect 1;\\n drop table a\\n where '$${sweep=runs}'", "\\nError happens in sql: \\n drop table a\\n where '/my (runs)'\\nCannot run that."],
                  ["%spark.sql\\nselect", "[UNRESOLVED_COLUMN] No lss.; line 1 pos 7;\\n'Project ['lss]\\n+- SubqueryAlias t"],
                ].map(([text, data]) => reason({ text, status: "ERROR", results: { msg: [{ type: "TABLE", data: "1\\n1\\n" }, { type: "TEXT", data }] } }, [])).join("|")"""))
        .isEqualTo("Cannot run this.|Cannot run that.|[UNRESOLVED_COLUMN] No lss.; line 1 pos 7");
  }

  @Test
  void aTableThatIsNotThereNamesThoseThatAreNearestFirst() throws Exception {
    assertThat(
            answer(
                """
                (() => {
                  const tables = tablesOf({ paragraphs: [{ text: "%spark.sql\\ncreate or replace temporary view trials using attune; create or replace temporary view results using attune" }] });
                  const told = (name) => missingTable("[TABLE_OR_VIEW_NOT_FOUND] The table or view `" + name + "` cannot be found. Verify", tables);
                  return [told("resultz"), told("trials")].join("|");
                })()"""))
        .isEqualTo(
            "There is no table 'resultz'; the tables are results, trials.|There is no table 'trials'"
                + " yet: run the note from the top, which makes its tables.");
  }

  @Test
  void aQueryWithoutARowSaysSo() throws Exception {
    assertThat(
            answer(
                """
                [["a\\tb\\n"], ["a\\n1\\n"], ["\\n"]].map(([data]) => paragraph({ text: "%spark.sql\\nselect", status: "FINISHED", config: {}, results: { msg: [{ type: "TABLE", data }] } }).textContent).join("|")"""))
        .isEqualTo("0 rowsab|a1|");
  }

  @Test
  void thePageBeginsWithWhatEachNoteShowsAndHowToWriteOne() throws Exception {
    assertThat(
            answer(
                """
                (async () => {
                  window.fetch = async () => ({ ok: true, json: async () => ({ status: "OK", body: { paragraphs: [{ text: "%md\\n## Failures\\nWhat <b>failed</b>, why: and where. Name it." }] } }) });
                  byId("note").replaceChildren();
                  await home([{ path: "/failures", id: "F" }]);
                  return [...document.querySelectorAll("dt, dd, h2")].map((e) => e.textContent).join("|");
                })()"""))
        .isEqualTo(
            "Notes|failures|What failed, why: and where.|A question of your own|A note of your own");
  }

  /** A chart's own wish adds to what all tooltips are. */
  @Test
  void aTooltipStaysOnThePageAndHasItsColours() throws Exception {
    assertThat(
            answer(
                """
                (() => {
                  let tooltip;
                  window.echarts = { init: () => ({ setOption: (option) => { tooltip = option.tooltip; } }) };
                  const place = document.body.appendChild(document.createElement("div"));
                  waiting.push({ place, option: () => ({ tooltip: { trigger: "axis" } }) });
                  drawCharts();
                  return [tooltip.trigger, tooltip.confine, tooltip.textStyle.fontSize].join(" ");
                })()"""))
        .isEqualTo("axis true 12");
  }

  /** Two objectives have two axes; one divergence does not crush the others, and a line says so. */
  @Test
  void eachMetricHasAChartThatSuitsMostOfItsValues() throws Exception {
    assertThat(
            answer(
                """
                (() => {
                  const at = (name, index) => ({ name, index });
                  const graph = { mode: "multiBarChart", keys: [at("setting", 0)], values: [at("mean", 2)], groups: [] };
                  const rows = [["setting", "metric", "mean"], ["a", "loss", "1.5"], ["b", "loss", "1.6"], ["c", "loss", "1.4"], ["d", "loss", "1.5"],
                    ["e", "loss", "1e300"], ["f", "loss", "NaN"], ["a", "accuracy", "0.5"], ["b", "accuracy", "0.6"]];
                  return chart(graph, rows, false, "Means").map((e) => e.getAttribute("aria-label") || e.textContent).join("|");
                })()"""))
        .isEqualTo(
            "Means: loss by setting|Not drawn: 1 value of loss far beyond this scale: 1e+300; 1"
                + " value NaN, infinite or missing. The rows below have all."
                + "|Means: accuracy by setting");
  }

  /** Columns may stand elsewhere; one that is gone has no other drawn in its place. */
  @Test
  void aChangedQueryIsDrawnByTheNamesOfItsColumnsOrStaysATable() throws Exception {
    assertThat(
            answer(
                """
                (() => {
                  const at = (name, index) => ({ name, index });
                  const graph = { mode: "multiBarChart", keys: [at("setting", 3)], values: [at("mean", 6)], groups: [at("sweep", 0)] };
                  const shown = (...rows) => { const made = chart(graph, rows, false, "Means"); return made.length + " " + JSON.stringify(waiting.splice(0).map(({ option }) => option().yAxis.data)); };
                  return [
                    shown(["sweep", "gate", "state", "n", "loss", "a", "b"], ["runs", "none", "finished", "3", "1.5", "1", "2"]),
                    shown(["mean", "setting", "sweep"], ["1.5", "gate=none", "runs"])].join("|");
                })()"""))
        .isEqualTo("0 []|1 [[\"gate=none\"]]");
  }

  /** Numbers have the digits that tell rows apart; a label takes lines of its own, at most half. */
  @Test
  void aLabelFitsBesideItsRowAndEndsOnTheRight() throws Exception {
    assertThat(
            answer(
                """
                (() => {
                  const names = ["gate=from-query, learning-rate=0.0131207", "gate=from-query, learning-rate=0.0131407", "gate=none, learning-rate=0.001"];
                  const wide = labelsOf(names, { clientWidth: 1000 });
                  const narrow = labelsOf(names, { clientWidth: 360 });
                  const long = labelsOf(["x".repeat(200)], { clientWidth: 360 });
                  return [wide.texts.join(" / "), narrow.texts.join(" / ").replaceAll("\\n", " + "), narrow.width <= 156, long.width <= 156, /^x+…$/.test(long.texts[0])].join("|");
                })()"""))
        .isEqualTo(
            "gate=from-query, learning-rate=0.01312 / gate=from-query, learning-rate=0.01314 /"
                + " gate=none, learning-rate=0.001|gate=from-query, + learning-rate=0.01312 /"
                + " gate=from-query, + learning-rate=0.01314 / gate=none, learning-rate=0.001"
                + "|true|true|true");
  }

  @Test
  void aNewQueryGoesIntoTheNoteWhereItWasAskedFor() throws Exception {
    assertThat(
            answer(
                """
                (async () => {
                  open = "first";
                  asked.splice(0, 9, "names.json");
                  await addBelow("p", { value: "select 1" });
                  return asked.slice(1).join(" ") + " " + [...drafts.keys()].join(" ");
                })()"""))
        .isEqualTo("notebook/first notebook/first/paragraph first made");
  }

  /** What an expression of JavaScript gives on the page. */
  private String answer(String expression) throws Exception {
    Files.writeString(folder.resolve("server.js"), SERVER);
    Files.writeString(
        folder.resolve("ask.js"),
        "Promise.resolve(%s).catch(String).then((answer) => { document.body.dataset.answer = encodeURIComponent(answer); });"
            .formatted(expression));
    StringBuilder scripts = new StringBuilder("<script src=\"server.js\"></script>");
    for (String name : List.of("charts.js", "editor.js", "reasons.js", "home.js", "notes.js")) {
      scripts.append("<script src=\"%s\"></script>".formatted(PAGE.resolve(name).toUri()));
    }
    Path page = folder.resolve("page.html");
    Files.writeString(
        page,
        "<html><meta charset=utf-8><body><nav><button id=home></button><ul id=notes></ul></nav><form id=forms></form><main id=note></main>%s<script src=ask.js></script>"
            .formatted(scripts));
    Matcher found = ANSWER.matcher(browser.orElseThrow().dom(page.toUri().toString(), ""));
    assertThat(found.find()).as("the page answers").isTrue();
    return URLDecoder.decode(found.group(1).replace("+", "%2B"), UTF_8);
  }
}
