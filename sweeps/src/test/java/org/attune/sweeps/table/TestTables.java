package org.attune.sweeps.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Trial;
import org.attune.api.trial.Cause;
import org.attune.sweeps.SampleCatalog;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.journal.Events;
import org.attune.sweeps.state.SweepState;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TestTables {

  private static final Trial FINISHED = Events.trial(0, 0);
  private static final Trial FAILED = Events.trial(1, 0);
  private static final Trial RUNNING = Events.trial(2, 0);

  private final SweepState state = new SweepState(Events.opened());

  @BeforeEach
  void runThreeTrials() {
    for (Trial trial : List.of(FINISHED, FAILED, RUNNING)) {
      state.apply(Events.suggested(trial));
      state.apply(Events.started(trial, 1));
      state.apply(Events.measured(trial, 1, 10, 2));
    }
    state.apply(Events.finished(FINISHED, 1, 0.5));
    state.apply(Events.failed(FAILED, 1, Cause.DIVERGENCE));
  }

  @Test
  void settlesATrialThatCannotChangeAgain() {
    TableRows rows = rows("trials", 0);

    assertThat(column(rows.schema(), rows.settled(), "trial_id")).containsExactly(FINISHED.id());
    assertThat(column(rows.schema(), rows.settled(), "objective")).containsExactly(0.5);
    assertThat(column(rows.schema(), rows.live(), "state"))
        .containsExactlyInAnyOrder("failed", "running");
    assertThat(row(rows, rows.settled()).get("params"))
        .isEqualTo(Map.copyOf(FINISHED.configuration().values()));
  }

  @Test
  void givesASettledRowOnce() {
    assertThat(rows("trials", 1).settled()).isEmpty();

    state.apply(Events.finished(RUNNING, 1, 0.7));
    TableRows rows = rows("trials", 1);
    assertThat(column(rows.schema(), rows.settled(), "trial_id")).containsExactly(RUNNING.id());
    assertThat(column(rows.schema(), rows.live(), "state")).containsExactly("failed");
  }

  @Test
  void tellsAnAttemptsEnd() {
    TableRows rows = rows("attempts", 0);

    assertThat(column(rows.schema(), rows.settled(), "state"))
        .containsExactly("finished", "failed");
    assertThat(column(rows.schema(), rows.settled(), "cause")).containsExactly(null, "divergence");
    assertThat(column(rows.schema(), rows.settled(), "wall_seconds")).containsExactly(2.0, 1.0);
    assertThat(column(rows.schema(), rows.settled(), "compute_seconds")).containsExactly(1.5, null);
    assertThat(column(rows.schema(), rows.live(), "trial_id")).containsExactly(RUNNING.id());
  }

  @Test
  void namesTheGpuThatAnAttemptRanOn() {
    state.apply(
        new Event.Finished(
            RUNNING.id(), 1, Map.of("loss", 1.0), Map.of("device", "gpu:0 a card"), Events.NOON));
    TableRows rows = rows("attempts", 0);

    assertThat(column(rows.schema(), rows.settled(), "device"))
        .containsExactly("cpu", "cpu", "gpu:0 a card");
    assertThat(column(rows.schema(), rows.settled(), "gpu"))
        .containsExactly(null, null, "gpu:0 a card");
  }

  @Test
  void givesMetricsFromACursorOn() {
    TableRows all = rows("metrics", 0);
    assertThat(all.settled()).hasSize(3);
    assertThat(column(all.schema(), rows("metrics", 2).settled(), "trial_id"))
        .containsExactly(RUNNING.id());
  }

  @Test
  void listsFiles() {
    state.apply(new Event.Checkpointed(RUNNING.id(), 1, 5, "checkpoint", "c.zip", 9, Events.NOON));

    TableRows rows = rows("artifacts", 0);
    assertThat(column(rows.schema(), rows.settled(), "path")).containsExactly("c.zip");
  }

  @Test
  void sumsUpTheSweep() {
    TableRows rows = rows("sweeps", 0);

    assertThat(row(rows, rows.live()))
        .containsEntry("total", 8L)
        .containsEntry("finished", 1L)
        .containsEntry("failed", 1L)
        .containsEntry("best_trial_id", FINISHED.id())
        .containsEntry("code_version", "abc")
        .containsEntry("libraries", Map.of("nd4j", "1.0"))
        .containsEntry("ended_at", null);
  }

  @Test
  void widensResultsByTypedParametersAndFinalMetrics() {
    TableRows rows = rows("results", 0);

    assertThat(row(rows, rows.settled()))
        .containsEntry("gate", "none")
        .containsEntry("steps", 1L)
        .containsEntry("learning_rate", 0.001)
        .containsEntry("tied", false)
        .containsEntry("loss", 0.5)
        .containsEntry("data_hash", "d")
        .doesNotContainKey("split_fraction");
    assertThat(column(rows.schema(), rows.live(), "loss")).containsExactly(null, null);
  }

  @Test
  void renamesAMetricThatIsCalledAsAParameter() {
    state.apply(new Event.Finished(RUNNING.id(), 1, Map.of("gate", 0.25), Map.of(), Events.NOON));

    TableRows rows = rows("results", 1);
    assertThat(row(rows, rows.settled()))
        .containsEntry("gate", "none")
        .containsEntry("metric_gate", 0.25);
  }

  @Test
  void tellsMetricsApartThatDifferOnlyInCase() {
    state.apply(
        new Event.Finished(
            RUNNING.id(), 1, Map.of("Loss", 0.25, "loss", 0.5), Map.of(), Events.NOON));

    TableRows rows = rows("results", 1);
    assertThat(row(rows, rows.settled()))
        .containsEntry("loss", 0.5)
        .containsEntry("metric_Loss", 0.25)
        .doesNotContainKey("Loss");
  }

  @Test
  void keepsAMetricsColumnWhenAParameterOfThatNameComesLater() {
    state.apply(
        new Event.Finished(RUNNING.id(), 1, Map.of("split_fraction", 0.25), Map.of(), Events.NOON));
    assertThat(names(rows("results", 0)))
        .contains("metric_split_fraction")
        .doesNotContain("split_fraction");

    state.apply(Events.suggested(split()));

    TableRows rows = rows("results", 1);
    assertThat(names(rows)).contains("metric_split_fraction", "split_fraction");
    assertThat(row(rows, rows.settled())).containsEntry("metric_split_fraction", 0.25);
  }

  @Test
  void hasAColumnForAParameterThatATrialBrings() {
    assertThat(names(rows("results", 0))).doesNotContain("split_fraction");

    state.apply(Events.suggested(split()));

    TableRows rows = rows("results", 0);
    assertThat(column(rows.schema(), rows.live(), "split_fraction")).contains(0.25);
  }

  private TableRows rows(String table, int settledBefore) {
    return Tables.all(
            state.view(), SampleCatalog.TREE, name -> name.equals(table) ? settledBefore : 0)
        .stream()
        .filter(rows -> rows.schema().name().equals(table))
        .findFirst()
        .orElseThrow();
  }

  private static Trial split() {
    return Trial.of(
        3,
        Configuration.of(
            SampleCatalog.TREE,
            Map.of("attention.query", "split", "attention.query.fraction", "0.25")),
        0,
        7);
  }

  private static List<String> names(TableRows rows) {
    return rows.schema().columns().stream().map(Column::name).toList();
  }

  private static List<Object> column(TableSchema schema, List<Object[]> rows, String name) {
    int at = schema.columns().stream().map(Column::name).toList().indexOf(name);
    return rows.stream().map(row -> row[at]).toList();
  }

  private static Map<String, Object> row(TableRows rows, List<Object[]> one) {
    assertThat(one).hasSize(1);
    Map<String, Object> row = new HashMap<>();
    for (int i = 0; i < rows.schema().columns().size(); i++) {
      row.put(rows.schema().columns().get(i).name(), one.get(0)[i]);
    }
    return row;
  }
}
