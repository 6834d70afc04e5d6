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
import org.attune.jobs.console.ExitCode;
import org.attune.model.task.Task;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The task for Attune's models that {@code docs/tasks.md} puts into a jar. */
class TestOwnTask {

  private static final String PAGE = "docs/tasks.md";

  @TempDir Path folder;

  private final PrintStream out = System.out;
  private final PrintStream err = System.err;
  private final ClassLoader loader = Thread.currentThread().getContextClassLoader();
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();

  @BeforeEach
  void listen() {
    System.setOut(new PrintStream(printed, true, UTF_8));
    System.setErr(new PrintStream(said, true, UTF_8));
  }

  @AfterEach
  void restore() {
    System.setOut(out);
    System.setErr(err);
    forget();
  }

  /** What a jar brought is no more known. */
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

  private Path jar(String name) throws IOException {
    String source = OwnJar.block(PAGE, "java", "class RunningSum");
    return OwnJar.pack(folder, "RunningSum", source.replace("running-sum", name), Task.class);
  }

  @Test
  void isListedValidatedSweptAndTrainedAgain() throws Exception {
    Path jar = jar("running-sum");
    Path spec =
        Files.writeString(folder.resolve("s.yaml"), OwnJar.block(PAGE, "yaml", "running-sum"));
    Path results = folder.resolve("results");

    assertThat(attune(0, "list", "tasks", "modulus", "--jars", jar))
        .contains("the sum of the symbols so far", "task.modulus", "mine");
    assertThat(attune(0, "validate", spec, "--jars", jar)).contains("4: 4 cells x 1 seed");
    attune(0, "run", spec, "--out", results, "--cpu", "--jars", jar);

    JsonNode status = new ObjectMapper().readTree(attune(0, "status", results, "--json"));
    assertThat(status.get("finished").asInt()).isEqualTo(4);
    assertThat(status.get("best").get("objective").asDouble()).isLessThan(Math.log(2) + 0.05);
    String best = status.get("best").get("trial_id").asText();
    assertThat(attune(0, "rerun", results, "--trial", best, "--jars", jar))
        .contains("0.6931471805599453", "the same digits");
    attune(ExitCode.WRONG_INPUT, "rerun", results, "--trial", best);
    assertThat(said.toString(UTF_8))
        .contains("its task 'running-sum' is not one of Attune's; give the jar that brings it");

    Path confirm = folder.resolve("confirm.yaml");
    attune(ExitCode.WRONG_INPUT, "best", results, "--confirm", 2, "--to", confirm);
    assertThat(said.toString(UTF_8)).contains("if the sweep ran with --jars, name them here too");
    attune(0, "best", results, "--confirm", 2, "--to", confirm, "--jars", jar);
    assertThat(attune(0, "validate", confirm, "--jars", jar)).contains("12: 2 cells x 6 seeds");
  }

  @Test
  void withoutItsJarTheNameIsUnknown() throws Exception {
    Path spec =
        Files.writeString(folder.resolve("s.yaml"), OwnJar.block(PAGE, "yaml", "running-sum"));

    attune(ExitCode.WRONG_INPUT, "validate", spec);

    assertThat(said.toString(UTF_8)).contains("s.yaml:2", "running-sum");
  }

  @Test
  void aNameThatIsTakenIsRefused() throws Exception {
    attune(ExitCode.WRONG_INPUT, "list", "tasks", "--jars", jar("induction"));

    assertThat(said.toString(UTF_8))
        .contains("Cannot use a task of --jars: RunningSum is a task named 'induction'");
  }
}
