package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;

/**
 * A shipped Zeppelin note, asked by {@code attune sql}.
 *
 * @param name its file's name without the end
 */
record ZeppelinNote(String name) {

  private static final Path NOTES = Path.of("..", "notebooks", "notes");
  private static final String QUERY = "%spark.sql\n";
  private static final String VIEW = "temporary view finals as\n";

  /**
   * What a paragraph answers, as CSV.
   *
   * @param sweep a sweep's directory, or a folder of sweeps
   * @param title the paragraph's
   */
  String answer(Path sweep, String title) throws IOException {
    String finals = "";
    for (JsonNode paragraph : paragraphs()) {
      String text =
          paragraph
              .path("text")
              .asText()
              .replace("$${metric=validation_loss}", "validation_loss")
              .replace(QUERY, "");
      int view = text.indexOf(VIEW);
      if (view >= 0) {
        finals = "with finals as (" + text.substring(view + VIEW.length()) + ") ";
      } else if (paragraph.path("title").asText().equals(title)) {
        Printed sql = Printed.of("sql", "--out", sweep, "--format", "csv", finals + text);
        assertThat(sql.exit()).as(sql.error()).isZero();
        return sql.output();
      }
    }
    throw new AssertionError("no paragraph '" + title + "'");
  }

  private JsonNode paragraphs() throws IOException {
    return new ObjectMapper().readTree(NOTES.resolve(name + ".zpln").toFile()).path("paragraphs");
  }
}
