package org.attune.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.attune.api.trial.Cause;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.sweeps.claim.Tuning;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.spec.SpecHeader;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.reader.SpecFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each snippet of {@code docs/python.md} prints the means of a sweep that is known. */
class TestPythonPage {

  private static final Path PAGE = Path.of("..", "docs", "python.md");
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w+)\n(.*?)^```$");
  private static final String FILE =
      """
      sweep: quickstart
      cells: {none: {}, learned: {attention.gate: learned}}
      axes: {train.learning-rate: [0.001, 0.1, 1]}
      replicates: 2
      objective: {metric: validation_loss, goal: minimize}
      """;

  @TempDir Path folder;

  /** Where snippets run. */
  private Path place;

  private record Snippet(String language, String text) {}

  /**
   * The commands of the page, on two cells that learn best at other rates, with older states in the
   * sweep's files. No mean may count stopped trials, tuning seeds, a rate at which a seed failed,
   * or one at which a seed ended with NaN.
   */
  @BeforeEach
  void recordTwoCells() throws Exception {
    record(folder, FILE, 1);
  }

  /**
   * Records the cells in a folder, and types the page's commands there.
   *
   * @param sign of every value
   */
  private void record(Path where, String file, int sign) throws Exception {
    place = where;
    Path runs = where.resolve("runs/quickstart");
    SweepSpec spec = SpecFile.read("quickstart.yaml", file, Map.of(), new TrialCatalog());
    SweepHeader header = SpecHeader.of(spec, 1, 1, Map.of());
    try (RecordedSweep sweep = RecordedSweep.in(runs, header)) {
      sweep.running(cell("none", "0.001"), 7).published();
    }
    try (RecordedSweep sweep = RecordedSweep.in(runs, header)) {
      for (int seed = 0; seed < 2; seed++) {
        sweep.finished(cell("none", "0.001"), seed, loss(sign * (4 + seed / 2.0)), 5);
        sweep.finished(cell("none", "0.1"), seed, loss(sign * 40), 5);
        sweep.finished(cell("learned", "0.001"), seed, loss(sign * 70), 9);
        sweep.finished(cell("learned", "0.1"), seed, loss(sign * (7 + seed)), 9);
      }
      sweep.finished(cell("learned", "1.0"), 0, loss(sign), 9);
      sweep.failed(cell("learned", "1.0"), 1, Cause.DIVERGENCE, "the loss is not finite");
      for (int seed = 0; seed < 3; seed++) {
        sweep.finished(cell("none", "1.0"), seed, loss(sign * (seed < 2 ? 50 : Double.NaN)), 50);
      }
      for (int seed = 0; seed < 3; seed++) {
        sweep.finished(cell("none", "0.1"), Tuning.FIRST_SEED + seed, loss(sign), 5);
      }
      sweep.stopped(cell("none", "0.001"), 2, loss(sign * 100), 100);
      sweep.stopped(cell("learned", "0.1"), 2, loss(sign * 200), 200);
      sweep.completed().published();
    }
    typeTheCommands(where);
  }

  private static void typeTheCommands(Path where) throws Exception {
    for (String command : PageCommands.of("python.md")) {
      String[] sides = command.split(" > ");
      List<Object> words = new ArrayList<>(PageCommands.words(sides[0], where));
      words.replaceAll(word -> word.equals("clean") ? where.resolve("clean") : word);
      Printed printed = Printed.of(words.toArray());
      assertThat(printed.exit()).as("%s%n%s", command, printed.error()).isZero();
      if (sides.length > 1) {
        Files.writeString(where.resolve(sides[1]), printed.output());
      }
    }
  }

  private static Map<String, String> cell(String gate, String rate) {
    return Map.of("attention.gate", gate, "train.learning-rate", rate);
  }

  private static Map<String, Double> loss(double value) {
    return Map.of("validation_loss", value);
  }

  @Test
  void thePageHasTheSnippetsThatAreRunHere() throws Exception {
    assertThat(snippets(any -> true))
        .extracting(Snippet::language)
        .containsExactly(
            "python", "python", "sql", "python", "sql", "python", "python", "sql", "sql", "python",
            "r", "r");
  }

  @Test
  void pandas() throws Exception {
    needsPython("pandas", "pyarrow");

    assertThat(python(snippet("import pandas")))
        .containsPattern("learned +7\\.50* +0\\.707107 +2")
        .containsPattern("none +4\\.250* +0\\.353553 +2");
  }

  /**
   * The query for a control of one's own finds what {@code export} writes: {@code none} at the rate
   * at which most seeds ended, one of them with NaN.
   */
  @Test
  void pairsAreThoseOfExport() throws Exception {
    needsPython("pandas", "duckdb");
    assertThat(python(snippet("pandas.read_csv")))
        .containsPattern("learned +learning-rate=0.1 +-42.5 .* 2 +0 +1 +not tested: failed trials");
    assertThat(duckdb(snippet("read_csv('pairs.csv')"), folder))
        .startsWith("[('learned', 'learning-rate=0.1', -42.5, ")
        .contains(", 2, 0, 1, None, 'not tested: failed trials");
    assertThat(duckdb(snippet("a.objective - b.objective").replace("gate=none", "none"), folder))
        .isEqualTo("[('learned', -42.5, 2, 0)]\n");
  }

  /**
   * The trials of {@code learned} at its best rate: two that finished, and one that was stopped.
   */
  @Test
  void pairsJoinTheTrialsThatTheyCompare() throws Exception {
    needsPython("pandas", "pyarrow", "duckdb");

    assertThat(python(snippet("explode(")).lines().skip(1).toList())
        .hasSize(3)
        .allMatch(row -> row.matches("\\d +learned +not tested: .*"));
    assertThat(duckdb(snippet("unnest("), folder))
        .containsPattern(
            "^\\[\\('learned', '[^']*', 0, 'finished', 7.0\\), .*'stopped', .*\\)\\]\n$");
  }

  @Test
  void polars() throws Exception {
    needsPython("polars");

    assertThat(python(snippet("import polars")))
        .containsPattern("learned +[│|┆] +7\\.5")
        .containsPattern("none +[│|┆] +4\\.25");
  }

  @Test
  void pythonAlone() throws Exception {
    needsPython("csv");

    assertThat(python(snippet("import csv"))).isEqualTo("learned 7.5 2\nnone 4.25 2\n");
  }

  @Test
  void duckdbQueriesTheFiles() throws Exception {
    needsPython("duckdb");

    assertThat(duckdb(snippet("select cell, mean, seeds"), folder))
        .isEqualTo("[('learned', 7.5, 2), ('none', 4.25, 2)]\n");
    assertThat(duckdb(snippet("a.objective - b.objective").replace("gate=none", "none"), folder))
        .isEqualTo("[('learned', -42.5, 2, 0)]\n");
  }

  @Test
  void duckdbComparesTheGatesOfTheQuickstart() throws Exception {
    needsPython("duckdb");
    Path own = folder.resolve("axes");
    String file = Files.readString(Path.of("..", "sweeps", "quickstart.yaml"));
    SweepSpec spec = SpecFile.read("quickstart.yaml", file, Map.of(), new TrialCatalog());
    try (RecordedSweep sweep =
        RecordedSweep.in(own.resolve("runs/quickstart"), SpecHeader.of(spec, 4, 1, Map.of()))) {
      for (int seed = 0; seed < 2; seed++) {
        sweep.finished(Map.of("attention.gate", "none"), seed, loss(4 + seed), 5);
        sweep.finished(Map.of("attention.gate", "learned"), seed, loss(3 + seed), 5);
      }
      sweep.finished(Map.of("attention.gate", "none"), 2, loss(9), 5);
      sweep.failed(Map.of("attention.gate", "learned"), 2, Cause.DIVERGENCE, "not finite");
      sweep.failed(Map.of("attention.gate", "computed"), 0, Cause.DIVERGENCE, "not finite");
      sweep.finished(Map.of("attention.gate", "computed"), 1, loss(Double.NaN), 5);
      sweep.published();
    }
    typeTheCommands(own);

    assertThat(duckdb(snippet("a.objective - b.objective"), own))
        .as("one of three seeds of learned failed, and all of computed")
        .isEqualTo("[('gate=computed', None, 0, 2), ('gate=learned', -1.0, 2, 1)]\n");
  }

  @Test
  void noSnippetIsEditedWhereHigherIsBetter() throws Exception {
    needsPython("pandas", "pyarrow", "polars", "duckdb");
    record(folder.resolve("higher"), FILE.replace("minimize", "maximize"), -1);

    assertThat(python(snippet("import pandas")))
        .containsPattern("learned +-7\\.50* +0\\.707107 +2")
        .containsPattern("none +-4\\.250* +0\\.353553 +2");
    assertThat(python(snippet("import polars")))
        .containsPattern("learned +[│|┆] +-7\\.5")
        .containsPattern("none +[│|┆] +-4\\.25");
    assertThat(python(snippet("import csv"))).isEqualTo("learned -7.5 2\nnone -4.25 2\n");
    assertThat(duckdb(snippet("select cell, mean, seeds"), place))
        .isEqualTo("[('learned', -7.5, 2), ('none', -4.25, 2)]\n");
    assertThat(duckdb(snippet("a.objective - b.objective").replace("gate=none", "none"), place))
        .isEqualTo("[('learned', 42.5, 2, 0)]\n");
  }

  @Test
  void noSnippetInRIsEditedWhereHigherIsBetter() throws Exception {
    needs("base R", List.of("Rscript", "--version"));
    record(folder.resolve("higher"), FILE.replace("minimize", "maximize"), -1);

    assertThat(run(List.of("Rscript", "-e", snippet("read.csv"))))
        .containsPattern("learned +-7\\.50* +2")
        .containsPattern("none +-4\\.250* +2");
  }

  private String duckdb(String sql, Path where) throws Exception {
    return python(
        "import duckdb, os\nos.chdir('%s')\nprint(sorted(duckdb.sql(\"\"\"%s\"\"\").fetchall()))"
            .formatted(where, sql));
  }

  @Test
  void duckdbMakesADatabaseOfAllTables() throws Exception {
    needsPython("duckdb");
    python(snippet("import duckdb"));

    assertThat(
            python(
                """
                import duckdb
                with duckdb.connect("clean/sweep.duckdb", read_only=True) as database:
                    print(*sorted(name for name, in database.sql("show tables").fetchall()))
                    print(database.sql("select count(*) from results").fetchall())
                """))
        .isEqualTo(
            "artifacts attempts claims metrics notes pairs results sweeps trials\n[(19,)]\n");
  }

  @Test
  void baseR() throws Exception {
    needs("base R", List.of("Rscript", "--version"));

    assertThat(run(List.of("Rscript", "-e", snippet("read.csv"))))
        .containsPattern("learned +7\\.50* +2")
        .containsPattern("none +4\\.250* +2");
  }

  @Test
  void arrowInR() throws Exception {
    needs("R with arrow", List.of("Rscript", "-e", "library(arrow)"));

    assertThat(run(List.of("Rscript", "-e", snippet("arrow::"))))
        .containsPattern("learned +7\\.50* +2")
        .containsPattern("none +4\\.250* +2");
  }

  private String python(String script) throws Exception {
    return run(List.of("python3", "-c", script));
  }

  private void needsPython(String... modules) throws Exception {
    for (String module : modules) {
      needs("python3 with " + module, List.of("python3", "-c", "import " + module));
    }
  }

  /** Skips a test whose program or library is not on this machine, and says so. */
  private void needs(String what, List<String> trial) throws Exception {
    boolean there;
    try {
      there = start(trial).waitFor() == 0;
    } catch (IOException notFound) {
      there = false;
    }
    if (!there) {
      System.out.println("TestPythonPage skips a snippet: no " + what + " on this machine");
    }
    assumeTrue(there, "no " + what + " on this machine");
  }

  private String run(List<String> command) throws Exception {
    Process process = start(command);
    String printed = Files.readString(place.resolve("printed"), UTF_8);
    assertThat(process.exitValue()).as(printed).isZero();
    return printed;
  }

  /** A process that has ended; what it printed is in a file. */
  private Process start(List<String> command) throws Exception {
    ProcessBuilder process = new ProcessBuilder(command).directory(place.toFile());
    process.environment().put("PYTHONIOENCODING", "utf-8");
    Process started =
        process.redirectErrorStream(true).redirectOutput(place.resolve("printed").toFile()).start();
    started.waitFor();
    return started;
  }

  private static String snippet(String start) throws IOException {
    return snippets(snippet -> snippet.text().contains(start)).get(0).text();
  }

  private static List<Snippet> snippets(Predicate<Snippet> which) throws IOException {
    List<Snippet> snippets = new ArrayList<>();
    Matcher block = BLOCK.matcher(Files.readString(PAGE));
    while (block.find()) {
      snippets.add(new Snippet(block.group(1), block.group(2)));
    }
    return snippets.stream().filter(which).toList();
  }
}
