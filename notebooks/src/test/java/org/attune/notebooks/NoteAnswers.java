package org.attune.notebooks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the paragraphs of notes answer, beside what {@code attune sql} answers.
 *
 * @param zeppelin the server that runs the notes
 * @param attune the commands
 */
record NoteAnswers(ZeppelinServer zeppelin, Commands attune) {

  private static final String SHIPPED = "runs/quickstart";
  private static final Pattern FORM = Pattern.compile("\\$\\$\\{\\w+=([^}]*)}");
  private static final Pattern FINALS =
      Pattern.compile("temporary view finals as\\s(.*)", Pattern.DOTALL);
  private static final String QUERY = "%spark.sql\n";
  private static final AtomicInteger IMPORTED = new AtomicInteger();

  /** A shipped note with its form on a sweep, and a name and id of its own. */
  static String on(Path sweep, Path note) throws IOException {
    String id = "IT" + IMPORTED.incrementAndGet() + sweep.getFileName();
    return Files.readString(note)
        .replace(SHIPPED, sweep.toString())
        .replaceFirst("\"name\": \"Attune/", "\"name\": \"" + id + "/");
  }

  /** The table that a paragraph answered, as tab-separated lines. */
  static String table(JsonNode paragraph) {
    return paragraph.path("results").path("msg").path(0).path("data").asText();
  }

  /** Runs notes on a sweep, and asserts each paragraph's answer; returns how many asked tables. */
  int asAttuneSqlDoes(Path sweep, List<Path> notes) throws Exception {
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
    List<JsonNode> answers = attune.sql(sweep, asked);
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
}
