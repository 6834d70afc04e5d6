package org.attune.jobs.list;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.search.Objective;
import org.attune.jobs.Printed;
import org.attune.jobs.RecordedSweep;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.spec.SpecHeader;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.reader.SpecFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The verdict of each sweep in {@code list runs}. */
class TestRunVerdict {

  private static final Objective LOSS = new Objective("loss", Objective.Goal.MINIMIZE);

  private static final String FILE =
      """
      sweep: claims
      task:
        command:
          run: 'true'
          parameters: {lr: {real: [1e-5, 10], default: 1}}
          metrics: {loss: lower}
      cells: {plain: {lr: 1}, low: {lr: 2}}
      replicates: 6
      objective: {metric: loss, goal: minimize}
      claims:
        - {says: Low is lower, cell: low, is: below, of: plain}
        - {says: Low is higher, cell: low, is: above, of: plain}
      """;

  @TempDir Path runs;

  /** The gate b is better at each of six seeds, c at four of them. */
  @Test
  void aSweepWithoutClaimsIsListedWithWhatItsCellsShow() throws Exception {
    gates("a-one", 6, "none", "b", "c");
    gates("b-three", 6, "none", "b", "d", "e");
    gates("d-few", 2, "none", "c");
    gates("e-single", 1, "none", "b");

    String listed = Printed.attune("list", "runs", runs, "--sort", "directory");
    assertThat(
            listed
                .lines()
                .filter(line -> line.startsWith("/"))
                .map(line -> line.replaceAll(".*: g=\\w+", "").strip()))
        .containsExactly(
            "g=b better than g=none, g=c worse than g=b, 1 inconclusive",
            "6 differences shown",
            "1 inconclusive",
            "");
    assertThat(
            new ObjectMapper()
                .readTree(Printed.attune("list", "runs", runs.resolve("a-one"), "--json"))
                .get(0)
                .path("verdict")
                .toString())
        .isEqualTo(
            "{\"claims\":{},\"pairs\":[{\"cell\":\"g=b\",\"control\":\"g=none\",\"verdict\":\"better\"},"
                + "{\"cell\":\"g=c\",\"control\":\"g=none\",\"verdict\":\"inconclusive\"},"
                + "{\"cell\":\"g=c\",\"control\":\"g=b\",\"verdict\":\"worse\"}]}");
  }

  /** No list judges: it shows what the last look at the claims left. */
  @Test
  void aSweepWithClaimsIsListedWithTheirLastVerdicts() throws Exception {
    Path directory = runs.resolve("claims");
    AxisCatalog catalog = SpecFile.command("claims.yaml", FILE).orElseThrow().catalog();
    SweepSpec spec = SpecFile.read("claims.yaml", FILE, Map.of(), catalog);
    SweepHeader header =
        SpecHeader.of(spec, 12, 1, Map.of())
            .declaredBy(catalog.tree())
            .reporting(catalog.metrics(spec.base()));
    try (RecordedSweep sweep = RecordedSweep.in(directory, header)) {
      for (int seed = 0; seed < 6; seed++) {
        sweep.finished(
            spec.comparison().cells().get("plain").values(), seed, Map.of("loss", 1.0 + .1 * seed));
        sweep.finished(
            spec.comparison().cells().get("low").values(), seed, Map.of("loss", .5 + .11 * seed));
      }
      sweep.completed();
    }
    assertThat(listed()).contains("low better than plain").doesNotContain("claims:");

    Printed.of("run", Files.writeString(runs.resolve("claims.yaml"), FILE), "--out", directory);
    assertThat(listed()).contains("claims: 1 shown, 1 the opposite is shown");

    Files.writeString(directory.resolve("verdicts.json"), "{\"ended\":[1", UTF_8);
    assertThat(listed()).doesNotContain("claims:");
    Files.writeString(
        directory.resolve("verdicts.json"), "{\"ended\":[12,11,0,0],\"words\":[\"shown\"]}", UTF_8);
    assertThat(listed()).as("of other trials").doesNotContain("claims:");
  }

  /**
   * A cell's mean once had four decimals in two commands, and two digits of its spread in others.
   */
  @Test
  void aCellHasTheSameDigitsInEveryCommand() throws Exception {
    gates("first", 6, "a", "b");
    gates("other", 6, "a", "b");
    Path first = runs.resolve("first");

    assertThat(Printed.attune("best", first)).contains(" 1.74 ± 0.18 ");
    assertThat(Printed.attune("analyze", first)).contains(" 1.74 ± 0.18 ");
    assertThat(listed()).contains("loss 1.74 ± 0.18 (6), expect 1.7");
    assertThat(Printed.attune("compare", first, runs.resolve("other")))
        .contains(" 1.74 ± 0.18 (6)");
    assertThat(Printed.attune("export", first, "--format", "markdown")).contains("1.74 ± 0.18");
  }

  /** A directory may have any name; where all have their sweeps' the column would say it twice. */
  @Test
  void aSweepIsListedByItsNameWhereItsDirectoryHasAnother() throws Exception {
    gates("first", 2, "a", "b");
    assertThat(listed().lines().findFirst().orElseThrow())
        .startsWith("directory")
        .doesNotContain("sweep");

    Files.move(runs.resolve("first"), runs.resolve("monday"));
    assertThat(listed())
        .containsPattern("directory +sweep +state")
        .containsPattern("/monday +first +completed");
    assertThat(Printed.attune("list", "runs", runs, "--json")).contains("\"name\" : \"first\"");
  }

  private String listed() throws Exception {
    return Printed.attune("list", "runs", runs);
  }

  private void gates(String name, int seeds, String... gates) throws Exception {
    try (RecordedSweep sweep = RecordedSweep.in(runs.resolve(name), name, LOSS)) {
      for (int seed = 0; seed < seeds; seed++) {
        for (String gate : gates) {
          double less =
              Map.of(
                      "none",
                      0.0,
                      "a",
                      0.0,
                      "e",
                      .7,
                      "b",
                      .5,
                      "d",
                      .6,
                      "c",
                      seed % 3 == 0 ? -.1 : .1)
                  .get(gate);
          sweep.finished(
              Map.of("g", gate), seed, Map.of("loss", 2 + .1 * seed - less * (1 + .01 * seed)));
        }
      }
      sweep.completed();
    }
  }
}
