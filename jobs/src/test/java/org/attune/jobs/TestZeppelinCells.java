package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.attune.api.trial.Cause;
import org.attune.sweeps.claim.Tuning;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.spec.SpecHeader;
import org.attune.sweeps.spec.reader.SpecFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Zeppelin notes over a user's program: named cells, a swept rate, and a score to maximise. */
class TestZeppelinCells {

  private static final String FILE =
      """
      sweep: mine
      task:
        command:
          run: "sh train.sh {kind} {rate}"
          parameters: {kind: {choice: [none, learned]}, rate: {real: [0, 100], default: 1}}
          metrics: {score: higher, validation_loss: lower}
      cells: {learned: {kind: learned}, none: {kind: none}}
      axes: {rate: [0.1, 1, 10]}
      replicates: 2
      objective: {metric: score, goal: maximize}
      """;

  @TempDir Path folder;

  /** At the rate 10 only tuning seeds of {@code learned} ended; at 1 it has one good seed. */
  @BeforeEach
  void sweep() throws Exception {
    try (RecordedSweep sweep = RecordedSweep.in(folder.resolve("mine"), header())) {
      for (int seed = 0; seed < 2; seed++) {
        sweep.finished(cell("none", "0.1"), seed, score(0.5 + 0.04 * seed), 6, 5);
        sweep.failed(cell("none", "1.0"), seed, Cause.DIVERGENCE, "the loss is not finite");
        sweep.finished(cell("learned", "0.1"), seed, score(0.9 + 0.02 * seed), 3, 1 + seed);
        double lost = seed > 0 ? Double.NaN : 0;
        sweep.finished(cell("learned", "1.0"), seed, score(0.99 + lost), 9, 7 + lost);
        sweep.finished(
            cell("learned", "10.0"), Tuning.FIRST_SEED + seed, score(0.7 + 0.02 * seed), 8, 8);
      }
      sweep.finished(cell("learned", "0.1"), Tuning.FIRST_SEED, score(0), 99, 99);
      sweep.stopped(cell("none", "10.0"), 0, score(0.6), 6);
      sweep.finished(cell("none", "10.0"), 1, score(0.3), 6, 6);
      sweep.completed().published();
    }
  }

  private static SweepHeader header() throws Exception {
    return SpecHeader.of(
        SpecFile.read(
            "mine.yaml",
            FILE,
            Map.of(),
            SpecFile.command("mine.yaml", FILE).orElseThrow().catalog()),
        1,
        1,
        Map.of());
  }

  private static Map<String, String> cell(String kind, String rate) {
    return Map.of("kind", kind, "rate", rate);
  }

  private static Map<String, Double> score(double value) {
    return Map.of("score", value);
  }

  private List<String> rows(String note, String title) throws Exception {
    return new ZeppelinNote(note).answer(folder.resolve("mine"), title).lines().toList();
  }

  private List<String> losses(String note, String title) throws Exception {
    return new ZeppelinNote(note)
        .answer(folder.resolve("mine"), title, "validation_loss")
        .lines()
        .toList();
  }

  @Test
  void aTableIsTheOneThatExportWrites() throws Exception {
    List<String> exported =
        Printed.attune("export", folder.resolve("mine"), "--format", "markdown")
            .lines()
            .skip(2)
            .takeWhile(line -> line.startsWith("|"))
            .map(line -> line.replace("*", "").replaceAll("^\\| | \\|$", ""))
            .toList();

    assertThat(rows("reproduce-a-table", "Mean and spread by cell"))
        .first()
        .isEqualTo("sweep,cell,setting,metric,mean_std,n");
    assertThat(rows("reproduce-a-table", "Mean and spread by cell").stream().skip(1))
        .extracting(row -> row.replace("mine,", "").replace("score,", "").replace("\"", ""))
        .extracting(row -> row.replaceFirst(",rate=", " | ").replaceFirst(",", " | "))
        .extracting(row -> row.replaceFirst("(\\| [^|,]*),", "$1 | "))
        .containsExactlyElementsOf(exported)
        .hasSize(6);
  }

  @Test
  void otherMetricsHaveTheSameCells() throws Exception {
    assertThat(rows("reproduce-a-table", "All metrics by cell"))
        .hasSize(1 + 2 * 6)
        .contains(
            "mine,validation_loss,learned,rate=0.1,1.50 ± 0.71,2",
            "mine,score,learned,rate=1.0,0.9900,\"1, 1 failed\"");
  }

  @Test
  void theBestTenNameCellSettingAndTrial() throws Exception {
    assertThat(rows("sweep-overview", "The best ten of each sweep"))
        .hasSize(10)
        .startsWith("sweep,metric,cell,setting,replicate,value,trial_id")
        .element(1)
        .asString()
        .startsWith("mine,score,learned,rate=1.0,0,0.99,");
  }

  @Test
  void aCurveIsOfACellAtItsBestSetting() throws Exception {
    assertThat(rows("learning-curves", "Metric by step"))
        .containsExactly(
            "step,curve,metric,mean,n",
            "10,\"learned, rate=0.1\",validation_loss,3.0,2",
            "10,\"none, rate=0.1\",validation_loss,6.0,2",
            "20,\"learned, rate=0.1\",validation_loss,1.5,2",
            "20,\"none, rate=0.1\",validation_loss,5.0,2");
  }

  @Test
  void curvesOpenOnAnObjectiveThatWasMeasured() throws Exception {
    Path measured = folder.resolve("measured");
    try (RecordedSweep sweep = RecordedSweep.in(measured, header())) {
      sweep.running(cell("none", "0.1"), 0, 6).measured("score", 0.5).published();
    }

    assertThat(new ZeppelinNote("learning-curves").answer(measured, "Metric by step").lines())
        .containsExactly("step,curve,metric,mean,n", "10,none,score,0.5,1");
    assertThat(new ZeppelinNote("live-sweep").answer(measured, "The latest values").lines())
        .hasSize(2)
        .last()
        .asString()
        .matches("mine,score,none,0,[0-9a-f]{12}-0,10,0.5");
  }

  @Test
  void gatesAreComparedByTheObjectiveTheBestFirst() throws Exception {
    assertThat(rows("compare-gates", "Metric by gate"))
        .hasSize(1 + 4)
        .startsWith(
            "sweep,cell,gate,setting,metric,n,mean,std,lowest,highest",
            "mine,learned,'-,\"kind=learned, rate=1.0\",score,1,0.99,,0.99,0.99")
        .element(2)
        .asString()
        .startsWith("mine,learned,'-,\"kind=learned, rate=0.1\",score,2,0.91,");
    assertThat(rows("compare-gates", "Seed by seed"))
        .hasSize(1 + 6)
        .contains("mine,none,\"kind=none, rate=10.0\",score,1,0.3");
  }

  @Test
  void aGateIsComparedWithoutSeedsThatEndedAsNaN() throws Exception {
    String row = "mine,learned,'-,\"kind=learned, rate=1.0\",validation_loss,1,7.0,";

    assertThat(losses("compare-gates", "Metric by gate")).anyMatch(line -> line.startsWith(row));
  }
}
