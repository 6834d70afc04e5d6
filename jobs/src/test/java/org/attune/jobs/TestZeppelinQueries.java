package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.attune.api.search.Objective;
import org.attune.api.trial.Cause;
import org.attune.sweeps.claim.Tuning;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What queries of the Zeppelin notes answer over two sweeps of one grid. */
class TestZeppelinQueries {

  private static final Objective ACCURACY = new Objective("accuracy", Objective.Goal.MAXIMIZE);

  @TempDir Path folder;

  @BeforeEach
  void twoSweeps() throws Exception {
    for (String name : new String[] {"first", "second"}) {
      double more = name.equals("first") ? 0 : 0.05;
      try (RecordedSweep sweep = RecordedSweep.in(folder.resolve(name), name, ACCURACY)) {
        for (int seed = 0; seed < 3; seed++) {
          sweep.finished(cell("none", "0.1"), seed, accuracy(0.5 + more), 0.5 + more);
          sweep.finished(cell("none", "1"), seed, accuracy(0.1 + more), 0.1 + more);
          sweep.finished(cell("learned", "0.1"), seed, accuracy(0.9 + more), 0.9 + more);
          sweep.finished(cell("none", "1"), Tuning.FIRST_SEED + seed, accuracy(0), 0);
        }
        sweep.failed(cell("none", "1"), 3, Cause.DIVERGENCE, "the loss is not finite");
        sweep.running(cell("learned", "1"), 0, 0.5 + more);
        sweep.published();
      }
    }
  }

  private static Map<String, String> cell(String gate, String rate) {
    return Map.of("attention.gate", gate, "train.learning-rate", rate);
  }

  private static Map<String, Double> accuracy(double value) {
    return Map.of("accuracy", value);
  }

  @Test
  void theBestTenAreOfEachSweepByItsOwnGoal() throws Exception {
    Objective loss = new Objective("loss", Objective.Goal.MINIMIZE);
    try (RecordedSweep sweep = RecordedSweep.in(folder.resolve("third"), "third", loss)) {
      sweep.finished(cell("none", "1"), 0, Map.of("loss", 7.0));
      sweep.finished(cell("none", "1"), 1, Map.of("loss", 6.0)).published();
    }

    List<String> rows = answer("sweep-overview", "The best ten of each sweep").lines().toList();

    assertThat(rows).hasSize(1 + 10 + 10 + 2);
    assertThat(rows.subList(1, 11)).allMatch(row -> row.startsWith("first,accuracy,"));
    assertThat(rows.subList(1, 4)).allMatch(row -> row.contains("gate=learned"));
    assertThat(rows.subList(11, 21)).allMatch(row -> row.startsWith("second,accuracy,"));
    assertThat(rows.get(21)).startsWith("third,loss,").contains(",1,6.0,");
    assertThat(rows.get(22)).startsWith("third,loss,").contains(",0,7.0,");
  }

  @Test
  void failuresAreOfASweep() throws Exception {
    assertThat(answer("failures", "By cause"))
        .isEqualTo(
            """
            sweep,cause,attempts,trials,an_example
            first,divergence,1,1,the loss is not finite
            second,divergence,1,1,the loss is not finite
            """);
    assertThat(answer("failures", "The last twenty").lines())
        .hasSize(1 + 2)
        .anyMatch(row -> row.contains(",first,"))
        .anyMatch(row -> row.contains(",second,"));
    assertThat(answer("failures", "Attempts by end").lines())
        .hasSize(1 + 2 * 3)
        .anyMatch(row -> row.startsWith("second,finished,12,"));
  }

  @Test
  void aLiveSweepIsNamed() throws Exception {
    assertThat(answer("live-sweep", "So far").lines())
        .hasSize(1 + 2)
        .anyMatch(row -> row.matches("second,13,.*,13"));
    assertThat(answer("live-sweep", "Running").lines())
        .hasSize(1 + 2)
        .anyMatch(row -> row.startsWith("second,"));
    assertThat(
            new ZeppelinNote("live-sweep")
                .answer(folder, "The latest values", "validation_loss")
                .lines())
        .hasSize(1 + 20)
        .anyMatch(row -> row.startsWith("first,validation_loss,"));
  }

  @Test
  void gatesAreComparedBySweepAndSetting() throws Exception {
    String rows = answer("compare-gates", "Metric by gate");

    assertThat(rows.lines()).hasSize(1 + 2 * 3);
    assertThat(rows)
        .startsWith("sweep,cell,gate,setting,metric,n,mean,std,lowest,highest\n")
        .containsPattern("first,.*\"attention.gate=none, train.*rate=0.1\",accuracy,3,0.5,")
        .containsPattern("first,.*\"attention.gate=none, train.*rate=1\",accuracy,3,0.1")
        .containsPattern("second,.*learned,\"[^\"]*rate=0.1\",accuracy,3,0.95");
    assertThat(answer("compare-gates", "Seed by seed").lines()).hasSize(1 + 2 * 9);
  }

  private String answer(String note, String title) throws IOException {
    return new ZeppelinNote(note).answer(folder, title);
  }
}
