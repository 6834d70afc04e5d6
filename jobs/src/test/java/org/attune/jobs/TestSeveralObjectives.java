package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.attune.sweeps.study.Study;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A study with two objectives, and what the commands show of it. */
class TestSeveralObjectives {

  private static final String YAML =
      """
      sweep: two
      task:
        command:
          parameters: {size: {integer: [1, 40]}, waste: {integer: [0, 3]}}
          metrics: {loss: lower, speed: higher}
      axes: {size: {uniform: [1, 40]}, waste: [0, 1, 2, 3]}
      objectives: [{metric: loss, goal: minimize}, {metric: speed, goal: maximize}]
      search: {method: nsga-ii, trials: 60, population: 12}
      """;

  @TempDir Path folder;

  /** Larger is better and slower; what is wasted is lost in both. */
  private void study(int most) throws Exception {
    try (Study study = Study.open(folder.resolve("two"), YAML)) {
      int run = 0;
      for (Optional<Study.Asked> next = study.ask();
          next.isPresent() && run < most;
          next = study.ask()) {
        double size = Double.parseDouble(next.get().parameters().get("size"));
        double waste = Double.parseDouble(next.get().parameters().get("waste"));
        next.get().finish(Map.of("loss", 1 / size + waste, "speed", 1 / size - waste));
        run++;
      }
    }
  }

  @Test
  void theFrontIsShownByBestAndStatusAndTheReport() throws Exception {
    study(25); // the process ends, and another goes on
    study(100);
    Path directory = folder.resolve("two");

    JsonNode best = Printed.of("best", directory, "--json").json();
    JsonNode status = Printed.of("status", directory, "--json").json();

    assertThat(status.get("finished").asInt()).isEqualTo(60);
    assertThat(best.get("cells").asInt()).isEqualTo(60);
    List<JsonNode> front = StreamSupport.stream(best.get("front").spliterator(), false).toList();
    assertThat(front)
        .hasSizeGreaterThan(8)
        .allMatch(cell -> cell.get("params").get("waste").asText().equals("0"))
        .isSortedAccordingTo((a, b) -> Double.compare(loss(a), loss(b)));
    assertThat(status.get("front")).isEqualTo(best.get("front"));
    Printed text = Printed.of("best", directory);
    assertThat(text.output())
        .contains("loss, minimize", "speed, maximize", front.size() + " of 60 cells are best");
    assertThat(Printed.of("status", directory).output())
        .contains(front.size() + " of 60 cells are best: no other is as good in both objectives");
  }

  private static double loss(JsonNode cell) {
    return cell.get("over_seeds").get("loss").get("mean").asDouble();
  }

  @Test
  void theReportsDataSayWhatIsSought() throws Exception {
    study(12);
    Path page = folder.resolve("page.html");

    assertThat(Printed.of("report", folder.resolve("two"), "--html", page).exit()).isZero();

    assertThat(Files.readString(page)).contains("\"objectives\":[{");
  }
}
