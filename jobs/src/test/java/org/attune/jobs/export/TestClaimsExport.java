package org.attune.jobs.export;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.univocity.parsers.csv.CsvParser;
import com.univocity.parsers.csv.CsvParserSettings;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.commons.lang3.ArrayUtils;
import org.apache.parquet.example.data.Group;
import org.attune.api.catalog.AxisCatalog;
import org.attune.jobs.Printed;
import org.attune.jobs.RecordedSweep;
import org.attune.jobs.sweep.SpecCopy;
import org.attune.sweeps.spec.SpecHeader;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.reader.SpecFile;
import org.attune.sweeps.store.LocalStorage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Claims and single seeds as tables, beside the tables of cells and of pairs. */
class TestClaimsExport {

  private static final String FILE =
      """
      sweep: mine
      task:
        command:
          run: 'true'
          parameters: {lr: {real: [1e-5, 10], default: 1}}
          metrics: {loss: lower}
      cells: {plain: {lr: 1}, low: {lr: 2}}
      replicates: 5
      objective: {metric: loss, goal: minimize}
      claims:
        - {says: Low is lower, cell: low, is: below, of: plain}
        - {says: Plain is above 7, cell: plain, is: above, of: 7}
      """;

  @TempDir Path folder;

  /** With the numbers and the direction of the pair of the same cells. */
  @Test
  void aClaimHasTheColumnsOfPairsAndTheNumbersOfAnalyze() throws Exception {
    Path sweep = record(FILE, 5);

    List<Map<String, String>> claims = csv(sweep, "claims");
    JsonNode json = new ObjectMapper().readTree(Printed.attune("analyze", sweep, "--json"));

    assertThat(claims).hasSize(2);
    for (int i = 0; i < claims.size(); i++) {
      JsonNode claim = json.path("claims").path(i);
      for (String key : List.of("says", "verdict", "verdict_words", "difference", "low", "high")) {
        assertThat(claims.get(i).get(key)).as(key).isEqualTo(claim.path(key).asText());
      }
      assertThat(claims.get(i).get("level")).isEqualTo(claim.path("level").asText());
      assertThat(claims.get(i).get("p_adjusted")).isEqualTo(claim.path("probability").asText());
      assertThat(claims.get(i).get("seeds")).isEqualTo("5");
    }
    Map<String, String> pair = csv(sweep, "pairs").get(0);
    assertThat(claims.get(0)).containsEntry("difference", pair.get("difference"));
    for (String key : List.of("metric", "cell", "control", "failed", "two_modes")) {
      assertThat(claims.get(0).get(key)).as(key).isEqualTo(pair.get(key));
    }
    assertThat(claims.get(0)).containsEntry("verdict_words", "shown");
    assertThat(claims.get(1)).containsEntry("control", "7");
  }

  @Test
  void aPaperGetsThemToo() throws Exception {
    Path sweep = record(FILE, 5);

    String markdown = Printed.attune("export", sweep, "--format", "markdown", "--table", "claims");
    assertThat(markdown.lines().limit(2))
        .containsExactly(
            "| claim | found | seeds | p | verdict |", "| --- | --- | ---: | ---: | --- |");
    assertThat(markdown)
        .containsPattern(
            "\\| Low is lower \\| 0?\\.98\\d* below \\(.*\\) \\| 5 \\| \\.\\d+ \\| shown")
        .contains("by Holm, for all claims of the table.");
    String latex = Printed.attune("export", sweep, "--format", "latex", "--table", "claims");
    assertThat(latex).contains("\\label{tab:mine-claims}", "Low is lower & 0.98");
    Latex.compile(folder, latex);
  }

  @Test
  void eachSeedHasARow() throws Exception {
    List<Map<String, String>> trials = csv(record(FILE, 4), "trials");

    assertThat(trials).hasSize(9);
    assertThat(trials.get(0))
        .containsEntry("cell", "plain")
        .containsEntry("replicate", "0")
        .containsEntry("state", "finished")
        .containsEntry("loss", "5.0")
        .containsKeys("trial_id", "config_hash", "seed");
    assertThat(trials.get(8)).containsEntry("state", "running").containsEntry("loss", null);
  }

  /** Their statistics follow from no other table by a query. */
  @Test
  void filesHaveClaimsAndPairs() throws Exception {
    Path sweep = record(FILE, 5);
    Path clean = folder.resolve("clean");

    Printed.attune("export", sweep, "--format", "duckdb", "--to", clean);

    List<Group> claims = TestCleanFiles.rows(clean.resolve("claims.parquet"));
    assertThat(claims).hasSize(2);
    assertThat(String.valueOf(claims.get(0).getDouble("difference", 0)))
        .isEqualTo(csv(sweep, "claims").get(0).get("difference"));
    assertThat(claims.get(0).getString("sweep_id", 0)).startsWith("mine-");
    assertThat(TestCleanFiles.rows(clean.resolve("pairs.parquet"))).hasSize(1);
    assertThat(clean.resolve("tables.sql")).content().contains("table claims as from");
  }

  /** To judge claims opens the sealed split, which the sweep's directory counts. */
  @ParameterizedTest
  @CsvSource({"csv, claims, pairs.csv", "parquet, cells, clean", "duckdb, cells, clean"})
  void whereTheTargetMustStayNoClaimIsJudged(String format, String table, String to)
      throws Exception {
    Path sweep = record(FILE, 5);
    Path target = folder.resolve(to);
    Path kept = to.endsWith(".csv") ? target : target.resolve("claims.parquet");
    Files.createDirectories(kept.getParent());
    Files.writeString(kept, "mine");
    Map<Path, Integer> before = files(sweep);
    Object[] words = {"export", sweep, "--format", format, "--table", table, "--to", target};

    Printed refused = Printed.of(words);

    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.error()).contains("it exists already");
    assertThat(files(sweep)).isEqualTo(before);
    assertThat(kept).hasContent("mine");
    Printed.attune(ArrayUtils.add(words, "--force"));
    assertThat(files(sweep)).isNotEqualTo(before);
  }

  private static Map<Path, Integer> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      Map<Path, Integer> digests = new TreeMap<>();
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        digests.put(file, Arrays.hashCode(Files.readAllBytes(file)));
      }
      return digests;
    }
  }

  @Test
  void whileTrialsAreOpenNoClaimIsJudged() throws Exception {
    Path sweep = record(FILE, 4);
    String waits = "Claims are not judged yet: 2 trials are open";

    Printed refused = Printed.of("export", sweep, "--format", "csv", "--table", "claims");
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.error()).contains(waits);
    Path clean = folder.resolve("clean");
    Printed files = Printed.of("export", sweep, "--format", "parquet", "--to", clean);
    assertThat(files.exit()).isZero();
    assertThat(files.error()).contains(waits);
    assertThat(TestCleanFiles.rows(clean.resolve("claims.parquet"))).isEmpty();
  }

  @Test
  void whatATableCannotHaveIsRefused() throws Exception {
    Path sweep = record(FILE.substring(0, FILE.indexOf("claims:")), 5);

    assertThat(Printed.of("export", sweep, "--format", "csv", "--table", "claims").error())
        .contains(sweep + " has no claims. --table pairs has its cells beside their control.");
    assertThat(Printed.of("export", sweep, "--format", "mlflow", "--table", "claims").error())
        .contains("--table claims has the formats latex, markdown and csv, not mlflow.");
    assertThat(Printed.of("export", sweep, "--format", "latex", "--table", "trials").error())
        .contains("--table trials has the format csv, not latex.");
    assertThat(
            Printed.of("export", sweep, "--format", "csv", "--table", "claims", "--metric", "loss")
                .error())
        .contains("--table claims takes no --metric: each claim names its own.");
  }

  private static List<Map<String, String>> csv(Path sweep, String table) {
    String text = Printed.attune("export", sweep, "--format", "csv", "--table", table);
    CsvParserSettings settings = new CsvParserSettings();
    settings.setHeaderExtractionEnabled(false);
    List<String[]> lines = new CsvParser(settings).parseAll(new StringReader(text));
    return lines.stream()
        .skip(1)
        .map(
            line -> {
              Map<String, String> row = new LinkedHashMap<>();
              for (int i = 0; i < line.length; i++) {
                row.put(lines.get(0)[i], line[i]);
              }
              return row;
            })
        .toList();
  }

  /** Low is lower by one and some noise; of its last seed only as many as asked for have ended. */
  private Path record(String file, int seedsOfLow) throws Exception {
    Path directory = folder.resolve("mine");
    AxisCatalog catalog = SpecFile.command("mine.yaml", file).orElseThrow().catalog();
    SweepSpec spec = SpecFile.read("mine.yaml", file, Map.of(), catalog);
    Map<String, String> plain = spec.comparison().cells().get("plain").values();
    Map<String, String> low = spec.comparison().cells().get("low").values();
    try (RecordedSweep sweep =
        RecordedSweep.in(
            directory,
            SpecHeader.of(spec, 10, 1, Map.of())
                .declaredBy(catalog.tree())
                .reporting(catalog.metrics(spec.base())))) {
      for (int seed = 0; seed < 5; seed++) {
        if (seed < seedsOfLow) {
          sweep.finished(plain, seed, Map.of("loss", 5 + .1 * seed));
          sweep.finished(low, seed, Map.of("loss", 4 + .11 * seed));
        } else {
          sweep.running(plain, seed);
        }
      }
      if (seedsOfLow == 5) {
        sweep.completed();
      }
      sweep.published();
    }
    new SpecCopy(file, Map.of()).write(new LocalStorage(directory));
    return directory;
  }
}
