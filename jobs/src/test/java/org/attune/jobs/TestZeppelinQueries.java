package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.attune.api.search.Objective;
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
  void theBestTenAreTheHighestWhereHigherIsBetter() throws Exception {
    String rows = answer("sweep-overview", "The best ten");

    assertThat(rows.lines().skip(1).limit(3)).allMatch(row -> row.startsWith("second,"));
    assertThat(rows.lines().skip(1).limit(6)).allMatch(row -> row.contains("gate=learned"));
    assertThat(rows.lines().skip(1)).hasSize(10).noneMatch(row -> row.contains("learning-rate=1,"));
  }

  @Test
  void gatesAreComparedBySweepAndSetting() throws Exception {
    String rows = answer("compare-gates", "Metric by gate");

    assertThat(rows.lines()).hasSize(1 + 2 * 3);
    assertThat(rows)
        .startsWith("sweep,cell,gate,setting,n,mean,std,lowest,highest\n")
        .containsPattern("first,.*none,\"attention.gate=none, train.learning-rate=0.1\",3,0.5,")
        .containsPattern("first,.*none,\"attention.gate=none, train.learning-rate=1\",3,0.1")
        .containsPattern("second,.*learned,\"[^\"]*rate=0.1\",3,0.95");
    assertThat(answer("compare-gates", "Seed by seed").lines()).hasSize(1 + 2 * 9);
  }

  private String answer(String note, String title) throws IOException {
    return new ZeppelinNote(note).answer(folder, title);
  }
}
