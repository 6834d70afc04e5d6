package org.attune.jobs.query;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.attune.api.search.Objective;
import org.attune.jobs.Printed;
import org.attune.jobs.RecordedSweep;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The notes count trials that ended with NaN apart, as {@code analyze} does. */
class TestZeppelinNotes {

  private static final Path NOTES = Path.of("..", "notebooks", "notes");
  private static final String QUERY = "%spark.sql\n";
  private static final Pattern FORM = Pattern.compile("\\$\\$\\{\\w+=([^}]*)}");
  private static final Pattern FINALS =
      Pattern.compile("temporary view finals as\\s(.*)", Pattern.DOTALL);

  @TempDir private Path folder;

  @Test
  void trialsWithoutAFiniteValueAreCountedApart() throws Exception {
    Objective loss = new Objective("validation_loss", Objective.Goal.MINIMIZE);
    Map<String, String> cell = Map.of("attention.gate", "none");
    try (RecordedSweep sweep = RecordedSweep.in(folder, "nan", loss)) {
      sweep
          .finished(cell, 0, Map.of("validation_loss", 2.0), 3, 2)
          .finished(cell, 1, Map.of("validation_loss", 4.0), 5, 4)
          .finished(cell, 2, Map.of("validation_loss", Double.NaN), 5, Double.NaN)
          .completed()
          .published();
    }

    List<JsonNode> overview = answers("sweep-overview");
    JsonNode compared = answers("compare-gates").get(0).get(0);

    assertThat(overview.get(0).get(0).get("finished").asInt()).isEqualTo(2);
    assertThat(overview.get(0).get(0).get("without_finite_objective").asInt()).isEqualTo(1);
    assertThat(overview.get(1).findValuesAsText("state"))
        .containsExactly("finished", "finished without a finite objective");
    assertThat(overview.get(1).findValuesAsText("trials")).containsExactly("2", "1");
    assertThat(overview.get(2)).as("the best").hasSize(2);
    assertThat(compared.get("n").asInt()).isEqualTo(2);
    assertThat(compared.get("mean").asDouble()).isEqualTo(3);
  }

  /** What {@code attune sql} answers to each query of a note. */
  private List<JsonNode> answers(String note) throws IOException {
    ObjectMapper json = new ObjectMapper();
    List<JsonNode> answers = new ArrayList<>();
    String finals = "";
    for (JsonNode paragraph :
        json.readTree(NOTES.resolve(note + ".zpln").toFile()).at("/paragraphs")) {
      String text = FORM.matcher(paragraph.path("text").asText()).replaceAll("$1");
      Matcher view = FINALS.matcher(text);
      if (view.find()) {
        finals = "with finals as (" + view.group(1).strip() + ") ";
      } else if (text.startsWith(QUERY)) {
        String query = finals + text.substring(QUERY.length());
        answers.add(
            json.readTree(Printed.attune("sql", "--out", folder, "--format", "json", query)));
      }
    }
    return answers;
  }
}
