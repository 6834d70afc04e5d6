package org.attune.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.attune.api.search.OwnSearch;
import org.attune.jobs.console.ExitCode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Commands with a search method, a stopping rule and a training from a jar. The jar holds the
 * examples of all pages and compiles against the stable classes alone.
 */
class TestOwnMethods {

  private static final String YAML =
      """
      sweep: own
      task: parabola
      axes: {x: {uniform: [-10, 10]}}
      objective: {metric: loss, goal: minimize}
      search: {method: hill-climb, trials: 8, step: 0.2}
      stop: {good-enough: {value: 0}}
      """;

  @TempDir Path folder;

  private final PrintStream out = System.out;
  private final PrintStream err = System.err;
  private final ClassLoader loader = Thread.currentThread().getContextClassLoader();
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private Path spec;

  @BeforeEach
  void listen() throws IOException {
    spec = Files.writeString(folder.resolve("own.yaml"), YAML);
    System.setOut(new PrintStream(printed, true, UTF_8));
    System.setErr(new PrintStream(said, true, UTF_8));
  }

  @AfterEach
  void restore() {
    System.setOut(out);
    System.setErr(err);
    forget();
  }

  private void forget() {
    Thread.currentThread().setContextClassLoader(loader);
    System.clearProperty("spark.jars");
  }

  private String attune(int exit, Object... arguments) {
    printed.reset();
    said.reset();
    forget();
    String[] words = new String[arguments.length];
    for (int i = 0; i < words.length; i++) {
      words[i] = arguments[i].toString();
    }
    assertThat(Attune.execute(words)).as("%s%n%s", said, printed).isEqualTo(exit);
    OutputCheck.of(List.of(words), exit, printed.toString(UTF_8));
    return printed.toString(UTF_8);
  }

  @Test
  void theyAreListedInTheSchemaValidatedAndSwept() throws Exception {
    Path jar = OwnJar.pack(folder, "all", StableClasses.path(folder), OwnJar.ofPages());
    Path results = folder.resolve("results");

    assertThat(attune(0, "list", "methods", "--json", "--jars", jar))
        .contains("random steps from the best cell so far", "good-enough");
    assertThat(attune(0, "schema", "--jars", jar)).contains("hill-climb", "good-enough");
    attune(0, "validate", spec, "--jars", jar);
    attune(0, "run", spec, "--out", results, "--jars", jar);

    JsonNode status = new ObjectMapper().readTree(attune(0, "status", results, "--json"));
    assertThat(status.get("finished").asInt()).isEqualTo(8);
    attune(ExitCode.WRONG_INPUT, "run", spec, "--out", results);
    assertThat(said.toString(UTF_8)).contains("own.yaml");
  }

  /** Its name begins like that of a method that does not. */
  @Test
  void aMethodThatLooksAtResultsGetsNoTestOfCells() throws Exception {
    String source = OwnJar.block("docs/adding-a-search-method.md", "java", "class HillClimb");
    Path jar =
        OwnJar.pack(
            folder, "HillClimb", source.replace("hill-climb", "random-walk"), OwnSearch.class);
    Path program = Files.writeString(folder.resolve("x.sh"), "echo \"{\\\"loss\\\": $1}\"");
    Files.writeString(
        spec,
        """
sweep: own
task: {command: {run: "sh %s {x}", parameters: {x: {real: [-9, 9]}}, metrics: {loss: lower}}}
axes: {x: {uniform: [-9, 9]}}
objective: {metric: loss, goal: minimize}
search: {method: random-walk, trials: 16, step: 0.2}
"""
            .formatted(program));
    Path results = folder.resolve("results");

    attune(0, "run", spec, "--out", results, "--jars", jar);

    assertThat(attune(0, "analyze", results))
        .contains(
            "Results decided which cells ran or how many seeds they got, so no test of an axis"
                + " holds.");
  }

  /** Constraints make 'validate' ask for a first cell. */
  @Test
  void aMethodThatFailsAtItsFirstCellIsRefusedWithWhatItSays() throws Exception {
    String source =
        OwnJar.block("docs/adding-a-search-method.md", "java", "class HillClimb")
            .replace(
                "public Proposal ask() {",
                "public Proposal ask() { if (space.dimensions() > 0) throw new IllegalStateException(\"no hill\");");
    Path jar = OwnJar.pack(folder, "HillClimb", source, OwnSearch.class);
    Files.writeString(
        spec,
        """
        sweep: own
        task: {command: {run: "true {x}", parameters: {x: {real: [-9, 9]}}, metrics: {loss: lower}}}
        axes: {x: {uniform: [-9, 9]}}
        objective: {metric: loss, goal: minimize}
        search: {method: hill-climb, trials: 16, step: 0.2}
        constraints: ["x < 5"]
        """);

    attune(ExitCode.WRONG_INPUT, "validate", spec, "--jars", jar);

    assertThat(said.toString(UTF_8))
        .contains(
            "search.method: hill-climb failed when it was asked for its first cell:"
                + " java.lang.IllegalStateException: no hill; mend the method, or choose another");
  }

  @Test
  void aJarWhoseMethodHasATakenNameIsRefused() throws Exception {
    String source = OwnJar.block("docs/adding-a-search-method.md", "java", "class HillClimb");
    Path jar =
        OwnJar.pack(folder, "HillClimb", source.replace("hill-climb", "tpe"), OwnSearch.class);

    attune(ExitCode.WRONG_INPUT, "validate", spec, "--jars", jar);

    assertThat(said.toString(UTF_8))
        .contains("Cannot use a search method of --jars: HillClimb brings a search method 'tpe'");
  }
}
