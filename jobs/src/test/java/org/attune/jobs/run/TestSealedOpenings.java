package org.attune.jobs.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.attune.jobs.Attune;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The journal counts how often someone saw verdicts of the sealed split. */
class TestSealedOpenings {

  private static final String FILE =
      """
      sweep: two-widths
      task: {name: regression, validation-sets: 8}
      model: {kind: {kvq: {embedding: none, decoder-layers: 0}}, layers: 1, heads: 1, feed-forward: 8}
      train: {steps: 1, batch: 2}
      cells: {narrow: {model.width: 4}, wide: {model.width: 8}}
      replicates: 3
      objective: {metric: validation_loss, goal: minimize}
      claims:
        - {says: Width helps, cell: wide, is: below, of: narrow}
      """;

  @TempDir private Path folder;

  @Test
  void theSameVerdictsCountOnceAndOthersAgain() throws Exception {
    assertThat(run(FILE)).contains("judged on the sealed split", "It was opened once.");
    assertThat(run(FILE)).contains("It was opened once.");
    assertThat(run(FILE.replace("is: below", "is: above"))).contains("It was opened 2 times.");
    assertThat(run(FILE)).contains("It was opened 2 times.");
  }

  @Test
  void bestAndAnalyzeDoNotReadIt() throws Exception {
    run(FILE);
    String out = "--out=" + folder.resolve("run");

    assertThat(printed(0, "sql", out, "SELECT count(sealed_validation_loss) AS n FROM results"))
        .contains("6");
    assertThat(printed(0, "best", folder.resolve("run").toString()))
        .contains("validation_loss")
        .doesNotContain("sealed_");
    assertThat(
            printed(
                2, "analyze", folder.resolve("run").toString(), "--metric=sealed_validation_loss"))
        .contains("only claims read the sealed split; name 'validation_loss' instead");
  }

  private String run(String text) throws Exception {
    Path file = folder.resolve("two-widths.yaml");
    Files.writeString(file, text);
    return printed(0, "run", file.toString(), "--out=" + folder.resolve("run"));
  }

  private static String printed(int exit, String... arguments) {
    PrintStream out = System.out;
    PrintStream err = System.err;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      PrintStream both = new PrintStream(bytes, true, UTF_8);
      System.setOut(both);
      System.setErr(both);
      assertThat(Attune.execute(arguments)).as(bytes.toString(UTF_8)).isEqualTo(exit);
    } finally {
      System.setOut(out);
      System.setErr(err);
    }
    return bytes.toString(UTF_8);
  }
}
