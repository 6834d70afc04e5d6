package org.attune.jobs.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.attune.api.search.Objective;
import org.attune.jobs.Printed;
import org.attune.jobs.RecordedSweep;
import org.attune.sweeps.statistics.Rounded;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The report writes a number with the digits that the terminal gives it. */
class TestDigitsInBrowser {

  @TempDir Path folder;

  @Test
  void theTablesHaveTheNumbersOfAnalyze() throws Exception {
    assumeTrue(Browser.program().isPresent(), "no Chromium here");
    Path runs = gates();
    String printed = Printed.attune("analyze", runs).replaceAll("\\s+", " ");
    try (Browser browser = opened(runs)) {
      List<String> told = new ArrayList<>();
      for (String column : List.of("difference", "interval", "p", "p (Holm-adjusted)", "g")) {
        JsonNode cells =
            new ObjectMapper()
                .readTree(
                    browser
                        .evaluate(
                            """
                            JSON.stringify([...document.querySelectorAll('#pairs td, #comparison-table td')]
                              .filter(td => td.dataset.name === '%s').map(td => td.textContent.replace(/ \\(.*/, '')))"""
                                .formatted(column))
                        .asText());
        cells.forEach(cell -> told.add(cell.asText()));
      }

      assertThat(told).hasSizeGreaterThan(8).noneMatch(String::isEmpty);
      assertThat(told).allSatisfy(text -> assertThat(printed).contains(text));
      assertThat(told).as("a p below .001").anyMatch(text -> text.matches("\\.000\\d"));
    }
  }

  @Test
  void anyNumberHasTheDigitsOfTheTerminal() throws Exception {
    assumeTrue(Browser.program().isPresent(), "no Chromium here");
    List<double[]> pairs = new ArrayList<>();
    Random random = new Random(1);
    for (int i = 0; i < 2000; i++) {
      double value = random.nextGaussian() * Math.pow(10, random.nextInt(16) - 6);
      pairs.add(new double[] {value, i % 3 == 0 ? 0 : Math.pow(10, random.nextInt(9) - 5) * 3.7});
    }
    for (double value : new double[] {0, 1, -0.5, 0.0125, -0.0125, 1.005, 12345, 1e7, 3e-5}) {
      for (double spread : new double[] {0, 0.01, 0.1, 100}) {
        pairs.add(new double[] {value, spread});
      }
    }
    List<Double> chances = new ArrayList<>(List.of(0.0002, 0.0184, 0.03125, 0.125, 0.5, 1.0, 0.1));
    for (int i = 0; i < 500; i++) {
      chances.add(Math.pow(10, -5 * random.nextDouble()));
    }
    try (Browser browser = opened(gates())) {
      ObjectMapper mapper = new ObjectMapper();
      String numbers = mapper.writeValueAsString(pairs);
      assertThat(browser.evaluate(numbers + ".map(of => rounded(...of)).join()").asText())
          .isEqualTo(
              pairs.stream()
                  .map(of -> Rounded.number(of[0], of[1]))
                  .collect(Collectors.joining(",")));
      String written = mapper.writeValueAsString(chances);
      assertThat(browser.evaluate(written + ".map(probability).join()").asText())
          .isEqualTo(chances.stream().map(Rounded::probability).collect(Collectors.joining(",")));
    }
  }

  private Browser opened(Path runs) throws Exception {
    Path html = folder.resolve("report.html");
    Printed.attune("report", runs, "--html", html);
    Browser browser = Browser.open(Browser.program().get(), folder.resolve("profile"), 1280, 900);
    browser.go(html.toUri().toString(), false);
    return browser;
  }

  /** Two gates beside none: one far away, the other close. */
  private Path gates() throws Exception {
    Path runs = folder.resolve("gates");
    Random random = new Random(2);
    try (RecordedSweep sweep =
        RecordedSweep.in(runs, "gates", new Objective("loss", Objective.Goal.MINIMIZE))) {
      for (int seed = 0; seed < 8; seed++) {
        for (String gate : List.of("none", "near", "far")) {
          double gain = gate.equals("far") ? 0.07376 : gate.equals("near") ? 0.008 : 0;
          sweep.finished(
              Map.of("gate", gate), seed, Map.of("loss", 2 - gain + 0.02 * random.nextGaussian()));
        }
      }
      sweep.completed();
    }
    return runs;
  }
}
