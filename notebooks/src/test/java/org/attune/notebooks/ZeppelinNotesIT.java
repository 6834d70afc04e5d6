package org.attune.notebooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every note runs on a real Zeppelin server over tables of real sweeps: also while one writes, and
 * over 10,000 trials. {@link ZeppelinGuardIT} has names that are something else in a language.
 */
class ZeppelinNotesIT {

  private static final Path HOME = Path.of(System.getProperty("attune.home", ".."));
  private static final Path NOTES = HOME.resolve("notebooks/notes");
  private static final Duration UNTIL_MORE = Duration.ofMinutes(20);
  private static final String SPEC =
      """
      sweep: done
      task: text
      model: {width: 16, layers: 1, heads: 2}
      train: {steps: 20, batch: 4, learning-rate: 1e-2, evaluate-every: 10}
      axes:
        attention.gate: [none, learned]
      replicates: 2
      objective: {metric: validation_loss, goal: minimize}
      """;

  /** Reports five times a second without an end: it leaves the cores to the notes. */
  private static final String LIVE =
      """
      sweep: live
      task:
        command:
          run: "sh %s"
          metrics: {validation_loss: lower}
      replicates: 2
      objective: {metric: validation_loss, goal: minimize}
      """;

  private static final String REPORTS =
      """
      step=1
      while echo "{\\"step\\": $step, \\"validation_loss\\": 0.5}"; do
        step=$((step + 1))
        sleep 0.2
      done
      """;

  @TempDir static Path folder;
  private static Commands attune;
  private static Path done;
  private static Path live;
  private static Process writing;
  private static ZeppelinServer zeppelin;

  @BeforeAll
  static void start() throws Exception {
    done = folder.resolve("runs/done");
    live = folder.resolve("runs/live");
    attune = new Commands(HOME, folder);
    assertThat(attune.start("run", spec("done", SPEC), "--out", done).waitFor()).isZero();
    var server = ZeppelinServer.start(HOME, done, Files.createDirectory(folder.resolve("work")));
    if (server.isEmpty()) {
      System.out.println("ZeppelinNotesIT is skipped: Zeppelin's artifacts cannot be had here");
    }
    assumeTrue(server.isPresent(), "Zeppelin's artifacts cannot be had");
    zeppelin = server.get();
    Path reports = Files.writeString(folder.resolve("reports.sh"), REPORTS);
    writing = attune.start("run", spec("live", LIVE.formatted(reports)), "--out", live);
  }

  @AfterAll
  static void end() throws InterruptedException {
    if (writing != null) {
      writing.destroyForcibly();
      writing.waitFor();
    }
    if (zeppelin != null) {
      zeppelin.close();
    }
  }

  @Test
  void everyParagraphAnswersAsAttuneSqlDoes() throws Exception {
    assertThat(new NoteAnswers(zeppelin, attune).asAttuneSqlDoes(done, notes()))
        .isGreaterThan(2 * notes().size());
  }

  @Test
  void aNoteThatRunsTwiceWhileASweepWritesSeesMoreTheSecondTime() throws Exception {
    await("the sweep publishes")
        .atMost(UNTIL_MORE)
        .until(() -> Files.isDirectory(live.resolve("current")));
    String note = zeppelin.importNote(NoteAnswers.on(live, NOTES.resolve("live-sweep.zpln")));
    long first = measured(zeppelin.run(note));
    long second =
        await()
            .atMost(UNTIL_MORE)
            .pollInterval(Duration.ofSeconds(2)) // tables are published every half a minute
            .until(() -> measured(zeppelin.run(note)), more -> more > first);
    assertThat(writing.isAlive()).as("the sweep still writes").isTrue();
    assertThat(second).isGreaterThan(first);
  }

  /** The guard reads what is typed as it reads a note. */
  @Test
  void aQueryIsAddedChangedAndRunByItself() throws Exception {
    String note = zeppelin.importNote(NoteAnswers.on(done, NOTES.resolve("compare-gates.zpln")));
    zeppelin.run(note);
    String added = zeppelin.addQuery(note, 2);

    assertThat(
            NoteAnswers.table(
                    zeppelin.runQuery(
                        note,
                        added,
                        "select count(distinct trial_id) as n, max(step) from metrics"))
                .split("[\\t\\n]"))
        .containsExactly("n", "max(step)", "4", "20");
    assertThat(NoteAnswers.table(zeppelin.runQuery(note, added, "drop table trials")))
        .contains("only SELECT statements run here");
  }

  @Test
  void theServerListsTheNotesAndServesTheirPage() throws Exception {
    List<String> listed = new ArrayList<>();
    zeppelin.notes().forEach(note -> listed.add(note.path("path").asText()));
    for (Path note : notes()) {
      assertThat(listed).contains("/" + note.getFileName().toString().replace(".zpln", ""));
    }
    assertThat(zeppelin.page("")).contains("<title>Attune notes</title>");
    assertThat(zeppelin.page("notes.js")).contains("fetch(\"api/").doesNotContain("https://");
    assertThat(zeppelin.page("echarts.min.js")).contains("echarts");
  }

  @Test
  void thePageDrawsNotesInABrowserAndAsksNoOtherHost() throws Exception {
    Optional<Chromium> chromium =
        Chromium.find(folder, HOME.resolve("notebooks/target/screenshots"));
    assumeTrue(chromium.isPresent(), "no Chromium");
    Path many = folder.resolve("runs/many");
    attune.publishMany(many);
    Map<Path, String> schemes = Map.of(done, "light", many, "dark");
    for (Path sweep : schemes.keySet()) {
      for (String note : List.of("compare-gates", "sweep-overview")) {
        String id = zeppelin.importNote(NoteAnswers.on(sweep, NOTES.resolve(note + ".zpln")));
        zeppelin.run(id);
        String name = note + "-" + sweep.getFileName();
        String page = chromium.get().look(zeppelin.url() + "#" + id, name, schemes.get(sweep));
        assertThat(page).as(name).contains("<table>", "<h3>");
        if (note.equals("compare-gates")) {
          assertThat(page).as(name).contains("<svg", "learned", "Metric by gate", "What next");
        }
      }
    }
  }

  private static long measured(JsonNode note) {
    for (JsonNode paragraph : note.path("paragraphs")) {
      assertThat(paragraph.path("status").asText())
          .as(paragraph.path("title") + ": " + paragraph.path("results"))
          .isEqualTo("FINISHED");
      if (paragraph.path("title").asText().equals("So far")) {
        return Long.parseLong(NoteAnswers.table(paragraph).split("\n")[1].split("\t")[1]);
      }
    }
    throw new AssertionError("no paragraph 'So far'");
  }

  private static List<Path> notes() throws IOException {
    try (Stream<Path> files = Files.list(NOTES)) {
      return files.filter(file -> file.toString().endsWith(".zpln")).sorted().toList();
    }
  }

  private static Path spec(String name, String yaml) throws IOException {
    return Files.writeString(folder.resolve(name + ".yaml"), yaml);
  }
}
