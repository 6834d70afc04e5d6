package org.attune.notebooks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What an official Zeppelin needs of the shipped notes. */
class TestNotes {

  private static final Path NOTES = Path.of("notes");
  private static final Pattern TABLE = Pattern.compile("^## `(\\w+)`:");
  private static final Pattern COLUMN = Pattern.compile("^\\| `(\\w+)` \\| [a-z<>,]+ \\|");

  @Test
  void eachIsAsZeppelinReadsIt() throws IOException {
    List<JsonNode> notes = notes();
    assertThat(notes).hasSize(9);
    assertThat(notes).extracting(note -> note.path("id").asText()).doesNotHaveDuplicates();
    for (JsonNode note : notes) {
      String name = note.path("name").asText();
      assertThat(note.toString()).as(name).contains("$${sweep=runs/quickstart}", "using attune");
      assertThat(note.path("paragraphs")).as(name).hasSizeGreaterThan(2);
      for (JsonNode paragraph : note.path("paragraphs")) {
        assertThat(paragraph.path("text").asText())
            .as(name)
            .matches(text -> text.startsWith("%md\n") || text.startsWith("%spark.sql\n"));
        assertThat(paragraph.path("config").has("results"))
            .as(name + ": without config.results Zeppelin does not show what it answered")
            .isTrue();
      }
    }
  }

  /** Tuning seeds flatter the setting that they chose, and one NaN makes a mean NaN. */
  @Test
  void noMeanOfTrialsHasTuningSeedsOrNaN() throws IOException {
    for (JsonNode note : notes()) {
      String text = note.toString();
      if (text.contains("avg(value)")) {
        String name = note.path("name").asText();
        assertThat(text).as(name).contains("replicate < 5000", "Seeds from 5000 on");
        assertThat(text).as(name).contains("< double('Infinity')");
      }
    }
  }

  /** A metric that a note names is missing from most sweeps. */
  @Test
  void aFormProposesTheObjective() throws IOException {
    for (JsonNode note : notes()) {
      assertThat(note.toString().replace("$${metric=objective}", ""))
          .as(note.path("name").asText())
          .doesNotContain("$${metric=");
    }
  }

  /** The page's editor completes the names that docs/tables.md explains. */
  @Test
  void theEditorCompletesTheColumnsOfAllTables() throws IOException {
    Path page = Path.of("page/names.json");
    Map<String, List<String>> columns = new LinkedHashMap<>();
    String table = "";
    for (String line : Files.readAllLines(Path.of("../docs/tables.md"))) {
      Matcher heading = TABLE.matcher(line);
      Matcher column = COLUMN.matcher(line);
      if (heading.find()) {
        table = heading.group(1);
        columns.put(table, new ArrayList<>());
      } else if (column.find() && columns.containsKey(table)) {
        columns.get(table).add(column.group(1));
      }
    }

    assertThat(columns).containsKeys("results", "trials", "metrics");
    List<String> lines = new ArrayList<>();
    for (String name : columns.keySet()) {
      String list = "\"" + String.join("\", \"", columns.get(name)) + "\"";
      lines.add("  \"%s\": [%s]".formatted(name, list));
    }
    String made = "{\n" + String.join(",\n", lines) + "\n}\n";
    if (Boolean.getBoolean("attune.write")) {
      Files.writeString(page, made);
    }
    assertThat(page).as("run this test with -Dattune.write=true to make it").hasContent(made);
  }

  private static List<JsonNode> notes() throws IOException {
    try (Stream<Path> inside = Files.list(NOTES)) {
      return inside.sorted().map(TestNotes::read).toList();
    }
  }

  private static JsonNode read(Path note) {
    try {
      return new ObjectMapper().readTree(note.toFile());
    } catch (IOException e) {
      throw new IllegalStateException(note.toString(), e);
    }
  }
}
