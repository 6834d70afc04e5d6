package org.attune.notebooks;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A sweep over names that are something else in one of the languages of a note. */
final class OddSweep {

  /** Values of a program's parameter; where it is the last, the program fails. */
  private static final List<String> NAMES =
      List.of(
          "=cmd|'/C calc'!A0",
          "a,b\"c\"",
          "two\nlines\tand a tab",
          "<img src=x onerror=window.injected=1>",
          "</script><script>window.injected=1</script>",
          "%html <b>x</b>",
          "日本語 λ",
          "'; drop table trials; --",
          "fails");

  private static final String SPEC =
      """
      sweep: odd
      task:
        command:
          run: "sh %s {name}"
          parameters: {name: {choice: %s}}
          metrics: {loss: lower}
      axes: {name: %s}
      objective: {metric: loss, goal: minimize}
      execution: {retries: 0}
      """;

  private static final String PROGRAM =
      """
      echo '{"step": 1, "loss": NaN}'
      [ "$1" != fails ] || { echo "<b>no</b>, 'it' fails" >&2; exit 1; }
      echo '{"step": 2, "loss": 0.5}'
      """;

  private OddSweep() {}

  /** Writes its sweep file and its program; some of its trials fail, one metric is not a number. */
  static Path write(Path folder) throws IOException {
    Path program = Files.writeString(folder.resolve("odd.sh"), PROGRAM);
    String names = new ObjectMapper().writeValueAsString(NAMES);
    return Files.writeString(folder.resolve("odd.yaml"), SPEC.formatted(program, names, names));
  }
}
