package org.attune.jobs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Data that the task cannot use is refused before anything runs on it. */
class TestWrongData {

  private ValidSweep sweep;

  @BeforeEach
  void write(@TempDir Path folder) throws IOException {
    sweep = ValidSweep.in(folder);
  }

  @Test
  void dataThatIsNotThere() throws Exception {
    Path text = sweep.folder().resolve("text.txt");
    sweep.assertRefused(
        "Cannot read --data " + text,
        "run",
        sweep.spec(),
        "--out",
        sweep.results(),
        "--data",
        text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"run", "validate"})
  void dataThatTheTaskCannotRead(String command) throws Exception {
    byte[] noise = new byte[100_000];
    new Random(1).nextBytes(noise);
    Path empty = Files.write(sweep.folder().resolve("empty.txt"), new byte[0]);
    Path five = Files.writeString(sweep.folder().resolve("five.txt"), "five.");
    Path random = Files.write(sweep.folder().resolve("random.bin"), noise);
    String text = "(the task 'text' reads a text file in UTF-8)";

    assertRefusedData(command, empty, "it is empty", text);
    assertRefusedData(command, five, "Cannot cut examples", text);
    assertRefusedData(command, random, "this is not text", text);
    assertRefusedData(command, sweep.folder(), "it is a folder", text);
    assertRefusedData(command, Path.of("/proc/self/mem"), "Input/output error", text);
  }

  private void assertRefusedData(String command, Path data, String... messages) throws Exception {
    sweep
        .assertRefused("Cannot use --data " + data + ": ", command, sweep.spec(), "--data", data)
        .contains(messages);
  }

  /** A text of a small grammar has too few pairs: the trials would all fail. */
  @ParameterizedTest
  @ValueSource(strings = {"run", "validate"})
  void aVocabularyThatTheGeneratedTextCannotFill(String command) throws Exception {
    sweep
        .assertRefused(
            "Cannot make the data of the task 'text': Cannot learn 20000 tokens: the text has",
            command,
            sweep.spec(),
            "--set",
            "task.tokens=bpe",
            "--set",
            "task.tokens.vocabulary=20000")
        .contains("lower the vocabulary (task.tokens.vocabulary) or take a longer text");
  }

  @Test
  void dataForATaskThatMakesItsOwn() throws Exception {
    Path text = Files.writeString(sweep.folder().resolve("text.txt"), "a text\n".repeat(100));
    sweep.write(ValidSweep.YAML.replace("task: text", "task: induction"));

    sweep.assertRefused(
        "Cannot use --data %s: the task 'induction' makes its own data".formatted(text),
        "run",
        sweep.spec(),
        "--data",
        text);
  }

  @Test
  void aTaskThatReadsDataWithoutAny() throws Exception {
    sweep.write(ValidSweep.YAML.replace("task: text", "task: {text: {corpus: data}}"));

    sweep.assertRefused(
        "The task 'text' reads a text file in UTF-8; name it with --data.",
        "validate",
        sweep.spec());
  }

  @Test
  void aSweepThatWasBegunOnOtherData() throws Exception {
    Path red = Files.writeString(sweep.folder().resolve("red.txt"), "a red text\n".repeat(500));
    Path blue = Files.writeString(sweep.folder().resolve("blue.txt"), "a blue text\n".repeat(500));
    sweep.begin(ValidSweep.YAML.replace("task: text", "task: {text: {corpus: data}}"), red).close();

    sweep
        .assertRefused(
            sweep.results() + " holds this sweep on red.txt (SHA-256 ",
            "run",
            sweep.spec(),
            "--out",
            sweep.results(),
            "--data",
            blue)
        .contains("not on blue.txt (SHA-256 ");
  }
}
