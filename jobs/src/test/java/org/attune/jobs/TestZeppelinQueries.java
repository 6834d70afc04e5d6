package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.attune.api.search.Objective;
import org.attune.api.trial.Cause;
import org.attune.sweeps.claim.Tuning;
import org.attune.sweeps.event.SweepHeader;
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
        .anyMatch(row -> row.contains(",second,\"gate=none, learning-rate=1\",3,"))
        .anyMatch(row -> row.contains(",first,"))
        .anyMatch(row -> row.contains(",second,"));
    assertThat(answer("failures", "Attempts by end").lines())
        .hasSize(1 + 2 * 3)
        .anyMatch(row -> row.startsWith("second,finished,12,"));
  }

  /** Its seed counts as failed, as in {@code status}, though its attempt finished. */
  @Test
  void aTrialThatDivergedToNaNIsAFailure() throws Exception {
    try (RecordedSweep sweep = RecordedSweep.in(folder.resolve("third"), "third", ACCURACY)) {
      sweep.finished(cell("none", "1"), 0, accuracy(Double.NaN));
      sweep.finished(cell("none", "10"), 0, accuracy(Double.POSITIVE_INFINITY));
      sweep.finished(cell("none", "0.1"), 0, accuracy(0.5)).published();
    }

    assertThat(lines(folder.resolve("third"), "failures", "By cause"))
        .hasSize(2)
        .anyMatch(row -> row.startsWith("third,no finite objective,2,2,finished with accuracy "));
    assertThat(lines(folder.resolve("third"), "failures", "The last twenty"))
        .hasSize(3)
        .anyMatch(row -> row.contains(",learning-rate=10,0,"));
  }

  /** A gate is compared at each width, at its best rate there; never with another width. */
  @Test
  void settingsAreComparedThatDifferInOneAxis() throws Exception {
    Path sweeps = Files.createDirectory(folder.resolve("axes"));
    try (RecordedSweep sweep = RecordedSweep.in(sweeps.resolve("wide"), "wide", ACCURACY)) {
      for (int seed = 0; seed < 2; seed++) {
        for (String width : List.of("32", "48")) {
          double more = width.equals("32") ? 0 : .125;
          sweep.finished(of("none", width, "0.1"), seed, accuracy(.25 + more));
          sweep.finished(of("none", width, "1"), seed, accuracy(0 + more));
          sweep.finished(of("learned", width, "0.1"), seed, accuracy(.125 + more));
          sweep.finished(of("learned", width, "1"), seed, accuracy(.5 + more));
        }
      }
      sweep.published();
    }

    assertThat(lines(sweeps, "compare-gates", "Beside the first value of an axis, paired by seed"))
        .hasSize(5)
        .filteredOn(row -> row.startsWith("wide,attention.gate,"))
        .hasSize(2)
        .allMatch(row -> row.endsWith(",accuracy,2,0.25,0.0,0"))
        .allMatch(
            row ->
                row.matches(
                    ".*gate=learned, model.width=(\\d+).*rate=1\".*=none, model.width=\\1.*"));
  }

  private static Map<String, String> of(String gate, String width, String rate) {
    return Map.of("attention.gate", gate, "model.width", width, "train.learning-rate", rate);
  }

  /** A trial that no search has proposed yet is in no table, but is planned. */
  @Test
  void trialsByStateCountThoseThatArePending() throws Exception {
    SweepHeader planned =
        new SweepHeader(
            "third-0", "third", "sweep: third\n", 0, 20, ACCURACY, 0, 1, new TreeMap<>());
    try (RecordedSweep sweep = RecordedSweep.in(folder.resolve("third"), planned)) {
      sweep.finished(cell("none", "1"), 0, accuracy(0.5)).published();
    }

    assertThat(answer("sweep-overview", "Trials by state").lines())
        .containsExactly("state,trials", "finished,25", "pending,19", "failed,2", "running,2");
  }

  @Test
  void aLiveSweepIsNamed() throws Exception {
    assertThat(answer("live-sweep", "So far").lines())
        .hasSize(1 + 2)
        .anyMatch(row -> row.matches("second,13,[^,]+,running,14,13,1,0,0.95\\d*"));
    assertThat(answer("live-sweep", "Running").lines())
        .hasSize(1 + 2)
        .anyMatch(row -> row.matches("second,.*learned.*,0,[0-9a-f]{12}-0,1,.*"));
    String curves =
        new ZeppelinNote("live-sweep").answer(folder, "Curves so far", "validation_loss");
    assertThat(curves).startsWith("step,curve,metric,mean,n\n");
    assertThat(curves.lines().skip(1))
        .hasSizeGreaterThan(4)
        .allMatch(row -> row.matches("\\d+,\"?(first|second): .*,validation_loss,[-.\\dE]+,\\d+"));
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

  /** Pooled, two sweeps would have one row, of their mean. */
  @Test
  void partsOfAttentionAreComparedBySweepAndObjective() throws Exception {
    for (String name : new String[] {"left", "right"}) {
      double more = name.equals("left") ? 0 : 0.25;
      try (RecordedSweep sweep = RecordedSweep.in(folder.resolve(name), name, ACCURACY)) {
        for (int seed = 0; seed < 2; seed++) {
          sweep.finished(
              part("attention.query", "split", "fraction", "0.5"), seed, accuracy(more + .5));
          sweep.finished(
              part("attention.query", "shifted", "mix", "0.5"), seed, accuracy(more + .625));
          sweep.finished(part("attention.weights", "ridge", "lambda", "0.1"), seed, accuracy(more));
          sweep.finished(
              Map.of(
                  "attention.score-conv.kernel-query", "3", "attention.score-conv.kernel-key", "5"),
              seed,
              accuracy(more + .125),
              9);
        }
        sweep.published();
      }
    }
    Path two = Files.createDirectory(folder.resolve("two"));
    for (String name : new String[] {"left", "right"}) {
      Files.move(folder.resolve(name), two.resolve(name));
    }

    assertThat(lines(two, "split-q", "Metric by query"))
        .startsWith(
            "sweep,query,fraction,metric,n,mean,std",
            "left,shifted,,accuracy,2,0.625,0.0",
            "left,split,0.5,accuracy,2,0.5,0.0")
        .contains("right,shifted,,accuracy,2,0.875,0.0");
    assertThat(lines(two, "ridge-lambda", "Metric by lambda"))
        .containsExactly(
            "lambda,line,metric,n,mean,std",
            "0.1,\"left-00000000, ridge\",accuracy,2,0.0,0.0",
            "0.1,\"right-00000000, ridge\",accuracy,2,0.25,0.0");
    assertThat(lines(two, "ridge-lambda", "Other weights"))
        .containsExactly(
            "sweep,weights,metric,n,mean",
            "left,,accuracy,6,0.4166666666666667",
            "right,,accuracy,6,0.6666666666666666");
    assertThat(lines(two, "kernel-sizes", "Metric by kernel size"))
        .containsExactly(
            "kernel_query,row,metric,n,mean",
            "3,\"5, left-00000000\",accuracy,2,0.125",
            "3,\"5, right-00000000\",accuracy,2,0.375");
    assertThat(lines(two, "kernel-sizes", "Without a convolution"))
        .containsExactly("sweep,metric,n,mean", "left,accuracy,6,0.375", "right,accuracy,6,0.625");
    assertThat(lines(two, "learning-curves", "Metrics that there are"))
        .containsExactly(
            "sweep,metric,measured,first_step,last_step",
            "left,validation_loss,2,10,10",
            "right,validation_loss,2,10,10");
    assertThat(lines(two.resolve("left"), "ridge-lambda", "Metric by lambda"))
        .containsExactly("lambda,line,metric,n,mean,std", "0.1,ridge,accuracy,2,0.0,0.0");
  }

  /** A value of an option and of a number that belongs to it. */
  private static Map<String, String> part(String key, String option, String number, String value) {
    return Map.of(key, option, key + "." + number, value);
  }

  private static List<String> lines(Path sweeps, String note, String title) throws IOException {
    return new ZeppelinNote(note).answer(sweeps, title).lines().toList();
  }

  private String answer(String note, String title) throws IOException {
    return new ZeppelinNote(note).answer(folder, title);
  }
}
