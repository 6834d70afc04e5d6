package org.attune.jobs.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.Map;
import org.attune.api.search.Objective;
import org.attune.jobs.Printed;
import org.attune.jobs.RecordedSweep;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A number that only some cells have, such as a kernel's size, is drawn on a scale. */
class TestConditionalNumberInBrowser {

  @TempDir Path folder;

  @Test
  void cellsWithoutItHaveNoPlaceOnItsScale() throws Exception {
    assumeTrue(Browser.program().isPresent(), "no Chromium here");
    Objective loss = new Objective("loss", Objective.Goal.MINIMIZE);
    try (RecordedSweep sweep = RecordedSweep.in(folder.resolve("runs"), "kernels", loss)) {
      sweep.finished(Map.of("conv", "off"), 0, Map.of("loss", 2.0));
      for (int i = 0; i < 16; i++) {
        double size = 1 + i * 0.37;
        sweep.finished(
            Map.of("conv", "on", "conv.decay", String.valueOf(size)),
            0,
            Map.of("loss", 1 + size / 10));
      }
      sweep.completed();
    }
    Path html = folder.resolve("report.html");
    Printed.attune("report", folder.resolve("runs"), "--html", html);

    try (Browser browser =
        Browser.open(Browser.program().get(), folder.resolve("profile"), 1280, 900)) {
      browser.go(html.toUri().toString(), false);

      JsonNode axes =
          browser.evaluate(
              "echarts.getInstanceByDom(document.getElementById('parallel-chart')).getOption()"
                  + ".parallelAxis.map(axis => axis.name + ' ' + axis.type)");
      assertThat(axes.toString()).contains("decay value", "conv category");
      JsonNode missing =
          browser.evaluate(
              "state.data.axes.map((axis, i) => [axis, i]).filter(([axis]) =>"
                  + " axis.key.endsWith('decay')).map(([axis, i]) => state.data.trials.filter(t =>"
                  + " coordinate(axis, state.data.cells[t.cell][i]) === null).length)");
      assertThat(missing.toString()).isEqualTo("[1]");
      assertThat(browser.evaluate("document.getElementById('parallel-note').textContent").asText())
          .contains("passes by its axis");
      for (String chart : new String[] {"slice", "contour"}) {
        String at = chart.equals("slice") ? "slice-axis" : "contour-x";
        browser.evaluate(
            "{ const s = document.getElementById('%s'); s.value = String(state.data.axes.findIndex(a => a.key.endsWith('decay'))); s.dispatchEvent(new Event('change')); 0 }"
                .formatted(at));
      }
      assertThat(
              browser
                  .evaluate(
                      "(o => o.xAxis[0].type + ' ' + o.series[0].data.length)(echarts.getInstanceByDom(document.getElementById('slice-chart')).getOption())")
                  .asText())
          .isEqualTo("value 16");
      assertThat(browser.complaints()).isEmpty();
    }
  }
}
