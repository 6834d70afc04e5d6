package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * A shipped Zeppelin note, asked by {@code attune sql}.
 *
 * @param name its file's name without the end
 */
record ZeppelinNote(String name) {

  private static final Path NOTES = Path.of("..", "notebooks", "notes");
  private static final String QUERY = "%spark.sql\n";
  private static final String VIEW = "temporary view finals as\n";
  private static final Pattern FORM = Pattern.compile("\\$\\$\\{metric=([^}]*)}");

  /**
   * What a paragraph answers with its forms as they are, as CSV.
   *
   * @param sweep a sweep's directory, or a folder of sweeps
   * @param title the paragraph's
   */
  String answer(Path sweep, String title) throws IOException {
    return answer(sweep, title, "$1");
  }

  /**
   * What a paragraph answers, as CSV.
   *
   * @param metric that the note's form names; {@code $1} for what the form proposes
   */
  String answer(Path sweep, String title, String metric) throws IOException {
    String finals = "";
    for (JsonNode paragraph : paragraphs()) {
      String text =
          FORM.matcher(paragraph.path("text").asText()).replaceAll(metric).replace(QUERY, "");
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
