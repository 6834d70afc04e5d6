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
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.attune.api.search.Objective;
import org.attune.api.trial.Cause;
import org.attune.jobs.console.SafeStream;
import org.attune.jobs.sweep.Sweeps;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What others wrote does not reach the terminal as a control sequence, whoever prints it. */
class TestEscapes {

  /**
   * Clears the screen, sets a window's title, turns the direction of writing, and CSI in 8 bits.
   */
  private static final String HARM = "\u001b[2J\u001b]0;x\u0007\u202e\u009b31m";

  @TempDir Path folder;
  private Path sweep;

  @BeforeEach
  void forge() throws IOException {
    sweep = folder.resolve("forged");
    String metric = "loss" + HARM;
    Objective objective = new Objective(metric, Objective.Goal.MINIMIZE);
    try (RecordedSweep forged = RecordedSweep.in(sweep, "name" + HARM, objective)) {
      forged
          .finished(Map.of("gate" + HARM, "a" + HARM), 0, Map.of(metric, 1.0, "acc" + HARM, 2.0))
          .finished(Map.of("gate" + HARM, "a" + HARM), 1, Map.of(metric, 2.0, "acc" + HARM, 2.0))
          .finished(Map.of("gate" + HARM, "b" + HARM), 0, Map.of(metric, 1.5, "acc" + HARM, 2.0))
          .finished(Map.of("gate" + HARM, "b" + HARM), 1, Map.of(metric, 2.5, "acc" + HARM, 2.0))
          .failed(Map.of("gate" + HARM, "c"), 0, Cause.TRIAL_FAULT, "why" + HARM)
          .running(Map.of("gate" + HARM, "d"), 0)
          .resting("host" + HARM, Duration.ofHours(9), "reason" + HARM)
          .published();
    }
  }

  @Test
  void namesInAForgedJournalReachNoTerminal() throws IOException {
    String trial = Sweeps.read(sweep.toString()).trials().get(4).trial().id();
    Path other = folder.resolve("other");
    ForgedDirectory.copy(sweep, other);
    List<List<Object>> commands =
        new ArrayList<>(
            CommandsOnSweep.of(sweep, trial, other, Files.createDirectory(folder.resolve("out"))));
    commands.add(List.of("analyze", sweep, "--metric", "nothing"));
    commands.add(List.of("list", "runs", folder));
    commands.add(List.of("list", "runs", folder, "--json"));
    for (List<Object> command : commands) {
      assertHarmless(command, Printed.of(command.toArray()));
    }
  }

  @Test
  void rowsOfAForgedTableReachNoTerminal() {
    for (String format : List.of("table", "csv", "json", "markdown")) {
      List<Object> words =
          List.of("sql", "--out", sweep, "--format", format, "select * from results limit 2");
      assertHarmless(words, Printed.of(words.toArray()));
    }
  }

  @Test
  void theTitleSourceAndNotesOfATableReachNoTerminal() throws IOException {
    Path spec =
        Files.writeString(
            folder.resolve("mine.yaml"),
            """
            sweep: mine
            task:
              command:
                run: "echo '{\\"loss\\": {x}}'"
                parameters: {x: {integer: [1, 9]}}
                metrics: {loss: lower}
            cells:
              low: {x: 1}
              high: {x: 2}
            objective: {metric: loss, goal: minimize}
            replicates: 2
            claims:
              - {says: "Says\\e[2J", cell: low, is: below, of: high}
            table:
              title: "Title\\e[2J\\x9b31m"
              source: "Source\\e]0;x\\a"
              notes: ["Note\\e[2J\\u202e"]
            """);
    Path out = folder.resolve("out");

    assertHarmless(List.of("validate"), Printed.of("validate", spec));
    Printed run = Printed.of("run", spec, "--out", out);

    assertThat(run.exit()).as(run.error()).isZero();
    assertHarmless(List.of("run"), run);
    assertThat(run.output())
        .contains("Title\\u001b[2J\\u009b31m")
        .contains("Source\\u001b]0;x\\u0007");
    assertHarmless(List.of("analyze"), Printed.of("analyze", out));
  }

  @Test
  void escapesInJsonStandForTheSameCharacters() throws IOException {
    JsonNode status = Printed.of("status", sweep, "--json").json();

    assertThat(status.path("sweep").asText()).isEqualTo("name" + HARM + "-00000000");
  }

  @Test
  void aStreamEscapesWhateverWayATextIsPrinted() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream raw = new PrintStream(bytes, true, UTF_8);
    PrintStream safe = SafeStream.over(raw);

    safe.print("s\u001b");
    safe.println((Object) "o\u001b");
    safe.printf("%s%c", "f\u009b", '\u0007');
    safe.append('\u001b').append("a\u202e").append("xb\u001b", 1, 3);
    safe.println(new char[] {'c', '\u001b'});
    safe.write("w\u001bé\n".getBytes(UTF_8));
    safe.write(0x1b);
    safe.print("\udb40\udc01\tä\n");
    SafeStream.control(safe, "\u001b[H");

    String json = new ObjectMapper().readTree("\"\\udb40\\udc01\"").asText();
    assertThat(json).isEqualTo("\udb40\udc01");
    assertThat(bytes.toString(UTF_8))
        .isEqualTo(
            "s\\u001bo\\u001b\nf\\u009b\\u0007\\u001ba\\u202eb\\u001bc\\u001b\n"
                + "w\\u001bé\n\\u001b\\udb40\\udc01\tä\n\u001b[H");
    assertThat(SafeStream.over(safe)).isSameAs(safe);
  }

  private static void assertHarmless(List<Object> command, Printed printed) {
    String text = printed.output() + printed.error();
    assertThat(text).as("%s", command).doesNotContainPattern("[\\p{Cc}\\p{Cf}&&[^\\n\\t]]");
  }
}
