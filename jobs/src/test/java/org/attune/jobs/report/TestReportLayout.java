package org.attune.jobs.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.Map;
import org.attune.api.catalog.Configuration;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.jobs.Ran;
import org.attune.jobs.RecordedSweep;
import org.attune.jobs.sweep.SpecCopy;
import org.attune.sweeps.spec.SpecHeader;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.reader.SpecFile;
import org.attune.sweeps.store.LocalStorage;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The report on a telephone, in half a window and in a whole one, in light and in dark. Pictures
 * are kept in {@code target/report}.
 */
class TestReportLayout {

  private static final int[] WIDTHS = {420, 900, 1400};

  private static final String SPEC =
      """
      sweep: a-comparison-of-gates-whose-name-takes-much-room
      task: text
      model: {layers: 2, heads: 4}
      train: {steps: 60, batch: 8}
      cells:
        plain: {attention.gate: none}
        the-learned-gate-of-the-paper: {attention.gate: learned}
        mine:
          attention.gate: {formula: "y * (1 + tanh(a * norm(q) * rms(y)))", a: learned(0.1, per: channel)}
      axes:
        model.width: [32, 64]
        train.learning-rate: [1e-3, 3e-3]
      replicates: 6
      objective: {metric: validation_loss, goal: minimize}
      claims:
        - {says: my gate has a lower loss than no gate at the width of 64 and the better rate, cell: mine / width=64 / learning-rate=0.003, is: below, of: plain / width=64 / learning-rate=0.003}
      """;

  /** Elements that a reader at this width cannot see in full, however the page is scrolled. */
  private static final String OUTSIDE =
      """
      [...document.querySelectorAll('body *')].filter(e => {
        const r = e.getBoundingClientRect();
        if (!r.width || !r.height || e.closest('.skip, dialog, script')) return false;
        for (let up = e.parentElement; up; up = up.parentElement)
          if (/auto|scroll|hidden/.test(getComputedStyle(up).overflowX)) return false;
        return r.right > innerWidth + 1 || r.left < -1;
      }).map(e => e.tagName + '#' + e.id + '.' + e.className + ' ' + Math.round(e.getBoundingClientRect().right)).join('; ')
      """;

  private static final String NARROWEST =
      "Math.min(...[...document.querySelectorAll('td.wrap')].map(e => e.clientWidth))";

  private static final String CUT_TABLES =
      "[...document.querySelectorAll('.plain, .plain td')].filter(of => of.scrollWidth >"
          + " of.clientWidth + 1).length";

  /** Sections that the header has no link to. */
  private static final String WITHOUT_LINK =
      """
      [...document.querySelectorAll('main > section')].map(e => '#' + e.id)
        .filter(id => !document.querySelector('nav a[href="' + id + '"]')).join()
      """;

  /** Pixels of a telephone's page that stay under the header. */
  private static final int MOST_HEADER = 80;

  /** Texts of charts of which the chart's edge, or that of a legend's page, cuts a part. */
  static final String CUT_TEXTS =
      """
      [...state.charts].flatMap(([id, chart]) => chart.getZr().storage.getDisplayList(true)
        .filter(e => e.style && typeof e.style.text === 'string').map(e => {
          const place = of => { const r = of.getBoundingRect().clone(); if (of.transform) r.applyTransform(of.transform); return [r.x, r.x + r.width]; };
          const [left, right] = place(e);
          const clips = [[0, chart.getWidth()], ...(e.__clipPaths || []).map(place)];
          const from = Math.max(...clips.map(clip => clip[0])), to = Math.min(...clips.map(clip => clip[1]));
          const cut = right > from && left < to && (left < from - 1 || right > to + 1) || /…$/.test(e.style.text) && ['curve-chart', 'timeline-chart'].includes(id);
          return cut ? id + ': ' + e.style.text + ' ' + Math.round(left) + '-' + Math.round(right) + ' in ' + Math.round(from) + '-' + Math.round(to) : '';
        }).filter(text => text)).join('; ')
      """;

  @TempDir private Path folder;

  private Path page() throws Exception {
    SweepSpec spec = SpecFile.read("layout.yaml", SPEC, Map.of(), new TrialCatalog());
    Path runs = folder.resolve("runs");
    try (RecordedSweep sweep =
        RecordedSweep.in(runs, SpecHeader.of(spec, 72, 1, Map.of("cpu", "a processor")))) {
      for (Configuration cell : spec.comparison().cells().values()) {
        for (int seed = 0; seed < 6; seed++) {
          double loss =
              0.7
                  + 1e-6 * seed
                  + (cell.text("attention.gate").equals("none") ? 1e-5 : 0)
                  + 1e-6 * cell.integer("model.width");
          sweep.finished(
              cell.values(), seed, Map.of("validation_loss", loss), loss + 0.2, loss + 0.1, loss);
        }
      }
      sweep.completed();
    }
    new SpecCopy(SPEC, Map.of()).write(new LocalStorage(runs));
    Path html = folder.resolve("layout.html");
    Ran ran = Ran.attune("report", runs.toString(), "--html", html.toString());
    assertThat(ran.exit()).as(ran.error()).isZero();
    return html;
  }

  @Test
  void nothingLiesOutsideThePageAtAnyWidth() throws Exception {
    assumeTrue(Browser.program().isPresent(), "no Chromium here");
    Path html = page();
    try (Browser browser =
        Browser.open(Browser.program().get(), folder.resolve("profile"), 1400, 900)) {
      for (int width : WIDTHS) {
        for (boolean dark : new boolean[] {false, true}) {
          browser.resize(width, 900);
          browser.go(html.toUri().toString(), dark);
          String as = width + (dark ? " dark" : " light");
          assertThat(browser.complaints()).as(as).isEmpty();
          assertThat(browser.evaluate("document.documentElement.scrollWidth").asInt())
              .as(as)
              .isLessThanOrEqualTo(width);
          assertThat(browser.evaluate(OUTSIDE).asText()).as(as).isEmpty();
          assertThat(browser.evaluate(NARROWEST).asInt())
              .as("a wrapped cell's words, " + as)
              .isGreaterThan(100);
          assertThat(width > 500 ? 0 : browser.evaluate(CUT_TABLES).asInt())
              .as("tables that a telephone cuts, " + as)
              .isZero();
          assertThat(browser.evaluate("document.querySelector('header').offsetHeight").asInt())
              .as("the header, " + as)
              .isLessThan(MOST_HEADER);
          assertThat(browser.evaluate(WITHOUT_LINK).asText()).as(as).isEmpty();
          assertThat(browser.evaluate(CUT_TEXTS).asText()).as("cut texts, " + as).isEmpty();
          browser.screenshot(
              Path.of("target/report/layout-" + as.replace(' ', '-') + ".png"), width, 5200);
        }
      }
      tellsApart(browser);
    }
  }

  /** Pixels by which the widest chart exceeds its place. */
  private static final String CUT =
      """
      Math.max(...[...document.querySelectorAll('.chart canvas')].map(e =>
        e.getBoundingClientRect().right - e.closest('.chart').getBoundingClientRect().right))
      """;

  /** A panel beside the page, or a larger zoom, narrows it as a window does. */
  @Test
  void aPageThatNarrowsAfterItsDrawingCutsNoChart() throws Exception {
    assumeTrue(Browser.program().isPresent(), "no Chromium here");
    try (Browser browser =
        Browser.open(Browser.program().get(), folder.resolve("profile"), 1400, 900)) {
      browser.go(page().toUri().toString(), false);
      String wide = browser.evaluate("state.charts.get('curve-chart').getWidth()").asText();

      browser.evaluate("document.body.style.width = '330px'");

      assertThat(browser.evaluate(CUT).asDouble()).as("before it is drawn anew").isLessThan(1);
      Awaitility.await()
          .atMost(Browser.PATIENCE)
          .untilAsserted(
              () ->
                  assertThat(
                          browser.evaluate("state.charts.get('curve-chart').getWidth()").asText())
                      .isNotEqualTo(wide));
      assertThat(browser.evaluate(CUT).asDouble()).isLessThan(1);
    }
  }

  /** The curves open on the objective, legends name what differs, and scales have two ends. */
  private static void tellsApart(Browser browser) {
    assertThat(browser.evaluate("document.getElementById('curve-metric').value").asText())
        .isEqualTo("validation_loss");
    assertThat(
            browser
                .evaluate(
                    "new Set(state.charts.get('curve-chart').getOption().legend[0].data).size")
                .asInt())
        .isEqualTo(10);
    assertThat(browser.evaluate("differing(['a=1, b=2, c=3', 'a=1, b=4, c=3']).join()").asText())
        .isEqualTo("b=2,b=4");
    assertThat(browser.evaluate("differing(['a=1', 'a=1, b=4']).join('; ')").asText())
        .as("nothing of the first would be left")
        .isEqualTo("a=1; a=1, b=4");
    assertThat(
            browser
                .evaluate(
                    "(t => t[0] !== t[1])(state.charts.get('contour-chart').getOption().visualMap[0].text)")
                .asBoolean())
        .as("the ends of the contour's scale")
        .isTrue();
    assertThat(
            browser
                .evaluate(
                    "state.charts.get('contour-chart').getOption().visualMap[0].text.join(' to ')")
                .asText())
        .as("few cells, of which none is cut off")
        .doesNotContain("≥", "≤");
    assertThat(browser.evaluate("ticks([0.70001, 0.70009])(0.70004)").asText())
        .isEqualTo("0.70004");
    assertThat(browser.evaluate("document.getElementById('comparison-table').textContent").asText())
        .as("an interval that there is none of")
        .startsWith("axislower meanotherdifference")
        .doesNotContainPattern(" to \\d+ seeds");
    assertThat(
            browser
                .evaluate(
                    "state.data.goal = 'maximize'; comparisons();"
                        + " document.getElementById('comparison-table').textContent")
                .asText())
        .startsWith("axishigher meanother");
    assertThat(browser.evaluate("document.getElementById('claims').textContent").asText())
        .contains("my gate has a lower loss", "shown");
    assertThat(
            browser
                .evaluate(
                    "state.data.claims.rows.forEach((row, i) => { row.passed_over = i > 0; }); claims();"
                        + " [...document.querySelectorAll('#claims table')].at(-1).rows.length")
                .asInt())
        .as("the heading and a cell, without settings that no arm chose")
        .isEqualTo(2);
  }
}
