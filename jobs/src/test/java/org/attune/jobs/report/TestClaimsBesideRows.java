package org.attune.jobs.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.commons.io.FileUtils;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.trial.Cause;
import org.attune.jobs.Printed;
import org.attune.jobs.RecordedSweep;
import org.attune.jobs.sweep.SpecCopy;
import org.attune.sweeps.spec.SpecHeader;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.reader.SpecFile;
import org.attune.sweeps.store.LocalStorage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The claims of a run, their cells, and the rows of the same cells. */
class TestClaimsBesideRows {

  private static final String FILE =
      """
      sweep: beside
      task:
        command:
          run: 'true'
          parameters: {lr: {real: [1e-5, 10], default: 1}}
          metrics: {loss: lower}
      cells: {plain: {lr: 1}, low: {lr: 2}, high: {lr: 3}}
      replicates: 6
      objective: {metric: loss, goal: minimize}
      claims:
      """;

  @TempDir Path folder;

  /** One seed failed, one finished with NaN, one was stopped: none is in the mean. */
  @Test
  void theCellsOfClaimsSayWhichSeedsHaveNoValue() throws Exception {
    String file = FILE + "  - {says: Low is lower, cell: low, is: below, of: plain}\n";
    try (RecordedSweep sweep = record(file)) {
      for (int seed = 0; seed < 6; seed++) {
        sweep.finished(cell(file, "plain"), seed, Map.of("loss", 1.0 + .1 * seed));
        sweep.finished(cell(file, "high"), seed, Map.of("loss", 1.0 + .2 * seed));
        Map<String, String> low = cell(file, "low");
        switch (seed) {
          case 1 -> sweep.failed(low, seed, Cause.DIVERGENCE, "NaN");
          case 2 -> sweep.stopped(low, seed, Map.of("loss", 1.0));
          default -> sweep.finished(low, seed, Map.of("loss", seed == 3 ? Double.NaN : .1 * seed));
        }
      }
      sweep.completed().published();
    }

    String claims = claims(file);
    assertThat(claims)
        .containsPattern("low +\\S+ ± \\S+ +3, 2 failed, 1 stopped *\n")
        .containsPattern("plain +\\S+ ± \\S+ +6 *\n")
        .contains("A failed seed is in no mean, but claims count it", "A stopped seed is in no");
  }

  /**
   * Validation shows that low is lower, and not that high is; the sealed split shows neither. One
   * row differs from its claim, and the sentence says in what.
   */
  @Test
  void aSentenceSaysWhyAClaimAndItsRowDiffer() throws Exception {
    String file =
        FILE
            + "  - {says: Low is lower, cell: low, is: below, of: plain}\n"
            + "  - {says: High is higher, cell: high, is: above, of: plain}\n";
    double[] noise = {.9, -.8, .7, -.9, .8, -.6};
    record(file, noise, 1);

    String sentence =
        "\"Low is lower\" is inconclusive, the row low beside plain is better: the claim reads the"
            + " sealed split, the row the validation split; Holm adjusts the claim among 2 claims,"
            + " the row among 2 rows.";
    assertThat(claims(file)).contains("sealed_loss\n", sentence + "\n").doesNotContain("\"High");
    Path results = folder.resolve("beside");
    new SpecCopy(file, Map.of()).write(new LocalStorage(results));
    JsonNode json = new ObjectMapper().readTree(Printed.attune("analyze", results, "--json"));
    assertThat(json.path("claims_beside_pairs")).hasSize(1);
    assertThat(json.path("claims_beside_pairs").path(0).asText()).isEqualTo(sentence);
    Path page = folder.resolve("page.html");
    Printed.attune("report", results, "--to", page);
    assertThat(page).content().contains("the claim reads the sealed split, the row the validation");
  }

  /** Where both splits say the same there is nothing to explain. */
  @Test
  void whereTheyAgreeNothingIsSaid() throws Exception {
    String file = FILE + "  - {says: Low is lower, cell: low, is: below, of: plain}\n";
    record(file, new double[] {.01, -.02, .01, .02, 0, .01}, 1);

    assertThat(claims(file)).contains("Low is lower").doesNotContain("\"Low is lower\" is");
  }

  /** An accuracy that is higher, and a loss that is lower, are no contradiction. */
  @Test
  void anAccuracyThatRisesWhereTheLossFallsNeedsNoSentence() throws Exception {
    String file =
        FILE.replace("{loss: lower}", "{loss: lower, accuracy: higher}")
            + "  - {says: Low knows more, cell: low, metric: accuracy, is: above, of: plain}\n"
            + "  - {says: High knows more, cell: high, metric: accuracy, is: above, of: plain}\n";
    try (RecordedSweep sweep = record(file)) {
      for (int seed = 0; seed < 6; seed++) {
        double noise = .01 * (seed % 3) - .002 * seed;
        for (String name : List.of("plain", "low", "high")) {
          double less = name.equals("low") ? 1 : 0;
          double more = name.equals("plain") ? 0 : .1 + noise / 10;
          sweep.finished(
              cell(file, name),
              seed,
              Map.of("loss", 5 - less + noise * less, "accuracy", .5 + more + .01 * seed));
        }
      }
      sweep.completed().published();
    }

    assertThat(claims(file))
        .contains("Low knows more", "\"High knows more\" is shown, the row high beside plain")
        .doesNotContain("\"Low knows more\" is");
  }

  /** The claim asks for a difference of 2; the row shows one of 1. */
  @Test
  void aMarginIsNamed() throws Exception {
    String file = FILE + "  - {says: By two, cell: low, is: below, of: plain, by: 2}\n";
    record(file, new double[] {.01, -.02, .01, .02, 0, .01}, 1);

    assertThat(claims(file))
        .contains(
            "\"By two\" is no difference beyond the margin, the row low beside plain is better: the",
            "the claim asks for a difference beyond a margin");
  }

  /** A page of several sweeps once had none. */
  @Test
  void aPageOfSeveralSweepsHasTheClaimsOfEach() throws Exception {
    String file = FILE + "  - {says: Low is lower, cell: low, is: below, of: plain}\n";
    record(file, new double[] {.01, -.02, .01, .02, 0, .01}, 1);
    Path results = folder.resolve("beside");
    new SpecCopy(file, Map.of()).write(new LocalStorage(results));
    Path again = folder.resolve("again");
    FileUtils.copyDirectory(results.toFile(), again.toFile());
    Path bare = folder.resolve("bare");
    FileUtils.copyDirectory(results.toFile(), bare.toFile());
    Files.delete(bare.resolve(SpecCopy.PATH));
    Path page = folder.resolve("page.html");

    Printed.attune("report", results, again, bare, "--to", page);

    assumeTrue(Browser.program().isPresent(), "no Chromium here");
    try (Browser browser = Browser.open(Browser.program().get(), folder.resolve("p"), 1280, 900)) {
      browser.go(page.toUri().toString(), false);
      assertThat(browser.evaluate("document.getElementById('claims').innerText").asText())
          .containsSubsequence(
              "Claims of beside", "Low is lower", "Claims of again", "Low is lower")
          .doesNotContain("Claims of bare");
    }
  }

  /**
   * The claim is shown, and the row of another cell is open: nobody who stated claims asks about
   * it.
   */
  @Test
  void analyzeBeginsWithTheClaimsAndNamesNoSeedsForOtherRows() throws Exception {
    String file = FILE + "  - {says: Low is lower, cell: low, is: below, of: plain}\n";
    record(file, new double[] {.01, -.02, .01, .02, 0, .01}, 10);
    String run = claims(file);
    String claims = run.substring(run.indexOf("\nclaims\n"));

    Path results = folder.resolve("beside");
    String analysis = Printed.attune("analyze", results);
    assertThat(analysis)
        .contains(
            "'Low is lower': stated after the results", "high is inconclusive beside plain\n");
    assertThat(analysis.substring(analysis.indexOf('\n'))).startsWith("\n" + claims);
    for (String text : List.of(analysis, Printed.attune("best", results), run(file))) {
      assertThat(text).doesNotContain("is open", "new seeds, in a sweep of their own");
    }
    Path page = folder.resolve("page.html");
    Printed.attune("report", results, "--to", page);
    assertThat(Files.readString(page)).containsPattern("(?s)id=\"claims\".*id=\"pairs\"");
  }

  @Test
  void whileTrialsAreOpenAnalyzeSaysThatClaimsWait() throws Exception {
    String file = FILE + "  - {says: Low is lower, cell: low, is: below, of: plain}\n";
    try (RecordedSweep sweep = record(file)) {
      sweep.finished(cell(file, "plain"), 0, Map.of("loss", 1.0));
      sweep.finished(cell(file, "low"), 0, Map.of("loss", 2.0));
      sweep.published();
    }
    Path results = folder.resolve("beside");
    new SpecCopy(file, Map.of()).write(new LocalStorage(results));

    assertThat(Printed.attune("analyze", results))
        .contains("\n\nClaims are not judged yet: 16 trials are open.\n");
  }

  @Test
  void ofClaimsThatTheFileHasLostAnalyzeSaysThat() throws Exception {
    String file = FILE + "  - {says: Low is lower, cell: low, is: below, of: plain}\n";
    record(file, new double[] {.01, -.02, .01, .02, 0, .01}, 1);
    run(file);
    run(FILE.replace("claims:\n", ""));

    assertThat(Printed.attune("analyze", folder.resolve("beside")))
        .contains("\n\nThe journal has 1 claim; the file has none.\n");
  }

  /** Low is lower than plain, by noisy amounts on the sealed split; high is as plain. */
  private void record(String file, double[] noise, double less) throws Exception {
    try (RecordedSweep sweep = record(file)) {
      for (int seed = 0; seed < 6; seed++) {
        double same = 5 + .1 * seed;
        double jitter = .01 * (seed % 2 == 0 ? 1 : -1);
        sweep.finished(
            cell(file, "plain"), seed, Map.of("loss", same, "sealed_loss", same + .01 * seed));
        sweep.finished(
            cell(file, "low"),
            seed,
            Map.of(
                "loss",
                same - less + jitter * (1 + seed),
                "sealed_loss",
                same - less * .1 - noise[seed]));
        sweep.finished(
            cell(file, "high"),
            seed,
            Map.of("loss", same + jitter, "sealed_loss", same + jitter + .001 * seed));
      }
      sweep.completed().published();
    }
  }

  private static AxisCatalog catalog(String file) throws Exception {
    return SpecFile.command("beside.yaml", file).orElseThrow().catalog();
  }

  private static SweepSpec read(String file) throws Exception {
    return SpecFile.read("beside.yaml", file, Map.of(), catalog(file));
  }

  private static Map<String, String> cell(String file, String name) throws Exception {
    return read(file).comparison().cells().get(name).values();
  }

  private RecordedSweep record(String file) throws Exception {
    AxisCatalog catalog = catalog(file);
    SweepSpec spec = read(file);
    return RecordedSweep.in(
        folder.resolve("beside"),
        SpecHeader.of(spec, 18, 1, Map.of())
            .declaredBy(catalog.tree())
            .reporting(catalog.metrics(spec.base())));
  }

  private String run(String file) throws Exception {
    Path spec = Files.writeString(folder.resolve("beside.yaml"), file);
    return Printed.of("run", spec, "--out", folder.resolve("beside")).output();
  }

  /** What the run prints from the claims on. */
  private String claims(String file) throws Exception {
    String run = run(file);
    return run.substring(run.indexOf("Report a claim"));
  }
}
