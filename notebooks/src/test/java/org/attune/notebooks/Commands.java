package org.attune.notebooks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Attune's commands, each in a process of its own.
 *
 * @param home the checkout
 * @param folder for their files
 */
record Commands(Path home, Path folder) {

  private static final ObjectMapper JSON = new ObjectMapper();

  private static final String MANY =
      """
      import java.nio.file.Path;
      import org.attune.jobs.archive.SyntheticSweep;

      class Many {
        public static void main(String[] folder) throws Exception {
          new SyntheticSweep("many", 10_000, 4, 1).publish(Path.of(folder[0]));
        }
      }
      """;

  /** Starts {@code attune}. */
  Process start(Object... arguments) throws IOException {
    return builder(arguments).start();
  }

  /** What the last command said on stderr. */
  String said() throws IOException {
    return Files.readString(errors().toPath());
  }

  /** What {@code attune sql} answers, all in one process. */
  List<JsonNode> sql(Path sweep, List<String> statements) throws Exception {
    Path script =
        Files.writeString(folder.resolve("script.sql"), String.join(";\n", statements) + ";\n");
    Path rows = folder.resolve("rows.json");
    int exit =
        builder("sql", "--out", sweep.toString(), "--format", "json")
            .redirectInput(script.toFile())
            .redirectOutput(rows.toFile())
            .start()
            .waitFor();
    assertThat(exit).as(said()).isZero();
    List<JsonNode> answers = new ArrayList<>();
    try (JsonParser parser = JSON.createParser(rows.toFile())) {
      while (parser.nextToken() != null) {
        answers.add(JSON.readTree(parser));
      }
    }
    assertThat(answers).hasSameSizeAs(statements);
    return answers;
  }

  /** Writes the tables of a sweep of 10,000 trials. */
  void publishMany(Path sweep) throws IOException, InterruptedException {
    Path source = Files.writeString(folder.resolve("Many.java"), MANY);
    String path =
        home.resolve("jobs/target/attune.jar") + ":" + home + "/cluster/target/spark-home/jars/*";
    ProcessBuilder java =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx1g",
                "@" + home.resolve("cluster/java-17.options"),
                "-cp",
                path,
                source.toString(),
                sweep.toString())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(errors());
    assertThat(java.start().waitFor()).as(said()).isZero();
  }

  private ProcessBuilder builder(Object... arguments) {
    List<String> command = new ArrayList<>(List.of(home.resolve("attune").toString()));
    for (Object argument : arguments) {
      command.add(argument.toString());
    }
    return new ProcessBuilder(command)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(errors());
  }

  private File errors() {
    return folder.resolve("attune.err").toFile();
  }
}
