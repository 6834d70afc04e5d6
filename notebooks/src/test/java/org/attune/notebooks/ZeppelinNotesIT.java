package org.attune.notebooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every note runs on a real Zeppelin server over tables of real sweeps: also while one writes, over
 * names that are something else in one of its languages, and over 10,000 trials.
 */
class ZeppelinNotesIT {

  private static final Path HOME = Path.of(System.getProperty("attune.home", ".."));
  private static final Path NOTES = HOME.resolve("notebooks/notes");
  private static final String SHIPPED = "runs/quickstart";
  private static final Pattern FORM = Pattern.compile("\\$\\$\\{\\w+=([^}]*)}");
  private static final Pattern FINALS =
      Pattern.compile("temporary view finals as\\s(.*)", Pattern.DOTALL);
  private static final String QUERY = "%spark.sql\n";
  private static final Duration UNTIL_MORE = Duration.ofSeconds(100);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String SPEC =
      """
      sweep: %s
      task: text
      model: {width: 16, layers: 1, heads: 2}
      train: {steps: %d, batch: 4, learning-rate: 1e-2, evaluate-every: 10}
      axes:
        attention.gate: [none, learned]
      replicates: 2
      objective: {metric: validation_loss, goal: minimize}
      """;

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

  private static final String ODD =
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

  private static final String MANY =
      """
      import java.nio.file.Path;
      import org.attune.cluster.bench.SyntheticSweep;

      class Many {
        public static void main(String[] folder) throws Exception {
          new SyntheticSweep("many", 10_000, 4, 1).publish(Path.of(folder[0]));
        }
      }
      """;

  @TempDir static Path folder;
  private static Path done;
  private static Path live;
  private static Process writing;
  private static ZeppelinServer zeppelin;
  private static final AtomicInteger IMPORTED = new AtomicInteger();

  @BeforeAll
  static void start() throws Exception {
    done = folder.resolve("runs/done");
    live = folder.resolve("runs/live");
    assertThat(attune("run", spec("done", 20), "--out", done.toString()).start().waitFor())
        .isZero();
    var server = ZeppelinServer.start(HOME, done, Files.createDirectory(folder.resolve("work")));
    if (server.isEmpty()) {
      System.out.println("ZeppelinNotesIT is skipped: Zeppelin's artifacts cannot be had here");
    }
    assumeTrue(server.isPresent(), "Zeppelin's artifacts cannot be had");
    zeppelin = server.get();
    writing = attune("run", spec("live", 100_000), "--out", live.toString()).start();
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
    assertThat(answersAsAttuneSqlDoes(done, notes())).isGreaterThan(2 * notes().size());
  }

  @Test
  void oddNamesAreTextsInEveryParagraph() throws Exception {
    Path odd = folder.resolve("runs/odd");
    Path program = Files.writeString(folder.resolve("odd.sh"), PROGRAM);
    String names = JSON.writeValueAsString(NAMES);
    Path spec = Files.writeString(folder.resolve("odd.yaml"), ODD.formatted(program, names, names));
    assertThat(attune("run", spec.toString(), "--out", odd.toString()).start().waitFor())
        .as("some trials failed: " + Files.readString(folder.resolve("attune.err")))
        .isEqualTo(3);
    List<Path> notes =
        Stream.of("sweep-overview", "reproduce-a-table", "failures")
            .map(name -> NOTES.resolve(name + ".zpln"))
            .toList();

    assertThat(answersAsAttuneSqlDoes(odd, notes)).isGreaterThan(notes.size());
  }

  /** Runs notes on a sweep, and asserts of each paragraph what it says; how many asked tables. */
  private static int answersAsAttuneSqlDoes(Path sweep, List<Path> notes) throws Exception {
    List<String> asked = new ArrayList<>();
    List<String[]> shown = new ArrayList<>();
    for (Path file : notes) {
      JsonNode note = zeppelin.run(zeppelin.importNote(on(sweep, file)));
      String finals = "";
      for (JsonNode paragraph : note.path("paragraphs")) {
        String place = file.getFileName() + ", " + paragraph.path("title").asText();
        assertThat(paragraph.path("status").asText())
            .as(place + ": " + paragraph.path("results"))
            .isEqualTo("FINISHED");
        String text = FORM.matcher(paragraph.path("text").asText()).replaceAll("$1");
        Matcher view = FINALS.matcher(text);
        if (view.find()) {
          finals = "with finals as (" + view.group(1).strip() + ") ";
        } else if (text.startsWith(QUERY)) {
          asked.add(finals + text.substring(QUERY.length()));
          shown.add(new String[] {place, table(paragraph)});
        } else {
          assertThat(text).as("only %md and %spark.sql").startsWith("%md");
        }
      }
    }
    List<JsonNode> answers = sql(sweep, asked);
    for (int i = 0; i < asked.size(); i++) {
      String[] lines = shown.get(i)[1].stripTrailing().split("\n", -1);
      JsonNode rows = answers.get(i);
      assertThat(lines.length - 1).as("rows of " + shown.get(i)[0]).isEqualTo(rows.size());
      if (!rows.isEmpty()) {
        List<String> columns = new ArrayList<>();
        rows.get(0).fieldNames().forEachRemaining(columns::add);
        assertThat(lines[0].split("\t"))
            .as("columns of " + shown.get(i)[0])
            .containsExactlyElementsOf(columns);
        assertThat(lines)
            .as("cells of " + shown.get(i)[0])
            .allMatch(line -> line.split("\t", -1).length == columns.size());
      }
    }
    return asked.size();
  }

  @Test
  void aNoteThatRunsTwiceWhileASweepWritesSeesMoreTheSecondTime() throws Exception {
    Instant end = Instant.now().plus(UNTIL_MORE);
    while (!Files.isDirectory(live.resolve("current"))) {
      assertThat(Instant.now()).as("the sweep publishes").isBefore(end);
      Thread.sleep(200);
    }
    String note = zeppelin.importNote(on(live, NOTES.resolve("live-sweep.zpln")));
    long first = measured(zeppelin.run(note));
    long second = first;
    while (second <= first && Instant.now().isBefore(end)) {
      Thread.sleep(2_000); // tables are published every half a minute
      second = measured(zeppelin.run(note));
    }
    assertThat(writing.isAlive()).as("the sweep still writes").isTrue();
    assertThat(second).isGreaterThan(first);
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
  }

  @Test
  void thePageDrawsNotesInABrowserAndAsksNoOtherHost() throws Exception {
    Path chromium = Path.of("/usr/bin/chromium");
    if (!Files.isExecutable(chromium)) {
      System.out.println("The notes page is not looked at: there is no " + chromium);
    }
    assumeTrue(Files.isExecutable(chromium), "no Chromium");
    Path many = folder.resolve("runs/many");
    assertThat(manyTrials(many).start().waitFor()).isZero();
    for (Path sweep : List.of(done, many)) {
      for (String note : List.of("compare-gates", "sweep-overview")) {
        String id = zeppelin.importNote(on(sweep, NOTES.resolve(note + ".zpln")));
        zeppelin.run(id);
        for (String scheme : List.of("light", "dark")) {
          String name = note + "-" + sweep.getFileName() + "-" + scheme;
          String page = look(chromium, zeppelin.url() + "#" + id, name, scheme);
          assertThat(page).as(name).contains("<table>", "<h3>");
          if (note.equals("compare-gates")) {
            assertThat(page).as(name).contains("<svg", "learned", "Metric by gate");
          }
        }
      }
    }
  }

  /** The page as a browser draws it; its picture is kept, and its console says nothing. */
  private static String look(Path chromium, String address, String name, String scheme)
      throws Exception {
    Path shots = Files.createDirectories(HOME.resolve("notebooks/target/screenshots"));
    Path dom = folder.resolve(name + ".html");
    Path said = folder.resolve(name + ".txt");
    List<String> command =
        new ArrayList<>(
            List.of(
                chromium.toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--enable-logging=stderr",
                "--window-size=1100,1400",
                "--virtual-time-budget=8000",
                "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
                "--user-data-dir=" + folder.resolve("browser-" + scheme),
                "--screenshot=" + shots.resolve("notes-" + name + ".png"),
                "--dump-dom"));
    if (scheme.equals("dark")) {
      command.add("--force-dark-mode");
    }
    command.add(address);
    int exit =
        new ProcessBuilder(command)
            .redirectOutput(dom.toFile())
            .redirectError(said.toFile())
            .start()
            .waitFor();
    assertThat(exit).as(Files.readString(said)).isZero();
    assertThat(Files.readString(said)).as(name).doesNotContain("CONSOLE");
    return Files.readString(dom);
  }

  /** Writes the tables of a sweep of 10,000 trials. */
  private static ProcessBuilder manyTrials(Path sweep) throws IOException {
    Path source = Files.writeString(folder.resolve("Many.java"), MANY);
    String path =
        HOME.resolve("jobs/target/attune.jar") + ":" + HOME + "/cluster/target/spark-home/jars/*";
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx1g",
            "@" + HOME.resolve("cluster/java-17.options"),
            "-cp",
            path,
            source.toString(),
            sweep.toString())
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(folder.resolve("attune.err").toFile());
  }

  private static long measured(JsonNode note) {
    for (JsonNode paragraph : note.path("paragraphs")) {
      assertThat(paragraph.path("status").asText())
          .as(paragraph.path("title") + ": " + paragraph.path("results"))
          .isEqualTo("FINISHED");
      if (paragraph.path("title").asText().equals("So far")) {
        return Long.parseLong(table(paragraph).split("\n")[1].split("\t")[0]);
      }
    }
    throw new AssertionError("no paragraph 'So far'");
  }

  private static String table(JsonNode paragraph) {
    return paragraph.path("results").path("msg").path(0).path("data").asText();
  }

  private static List<Path> notes() throws IOException {
    try (Stream<Path> files = Files.list(NOTES)) {
      return files.filter(file -> file.toString().endsWith(".zpln")).sorted().toList();
    }
  }

  /** A shipped note with its form on a sweep, and a name and id of its own. */
  private static String on(Path sweep, Path note) throws IOException {
    String id = "IT" + IMPORTED.incrementAndGet() + sweep.getFileName();
    return Files.readString(note)
        .replace(SHIPPED, sweep.toString())
        .replaceFirst("\"name\": \"Attune/", "\"name\": \"" + id + "/");
  }

  private static String spec(String name, int steps) throws IOException {
    return Files.writeString(folder.resolve(name + ".yaml"), SPEC.formatted(name, steps))
        .toString();
  }

  private static ProcessBuilder attune(String... arguments) {
    List<String> command = new ArrayList<>(List.of(HOME.resolve("attune").toString()));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(folder.resolve("attune.err").toFile());
  }

  /** What {@code attune sql} answers, all in one process. */
  private static List<JsonNode> sql(Path sweep, List<String> statements) throws Exception {
    Path script =
        Files.writeString(folder.resolve("script.sql"), String.join(";\n", statements) + ";\n");
    Path rows = folder.resolve("rows.json");
    int exit =
        attune("sql", "--out", sweep.toString(), "--format", "json")
            .redirectInput(script.toFile())
            .redirectOutput(rows.toFile())
            .start()
            .waitFor();
    assertThat(exit).as(Files.readString(folder.resolve("attune.err"))).isZero();
    List<JsonNode> answers = new ArrayList<>();
    try (JsonParser parser = JSON.createParser(rows.toFile())) {
      while (parser.nextToken() != null) {
        answers.add(JSON.readTree(parser));
      }
    }
    assertThat(answers).hasSameSizeAs(statements);
    return answers;
  }
}
