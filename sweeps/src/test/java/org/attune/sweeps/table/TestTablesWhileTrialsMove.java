package org.attune.sweeps.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.attune.api.search.Trial;
import org.attune.sweeps.SampleCatalog;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.journal.Events;
import org.attune.sweeps.state.SweepState;
import org.attune.sweeps.state.SweepView;
import org.junit.jupiter.api.Test;

/** Tables that are made while another thread moves trials on: all of them show one moment. */
class TestTablesWhileTrialsMove {

  private static final int TRIALS = 20_000;

  /** The least number of moments at which the tables are looked at, spread over the trials. */
  private static final int MOMENTS = 5;

  private final SweepState state = new SweepState(Events.opened());
  private final AtomicInteger moments = new AtomicInteger();

  @Test
  void eachTrialIsThereOnceAndTheTablesAgree() {
    CompletableFuture<Void> moved = CompletableFuture.runAsync(this::moveTrials);
    try {
      while (!moved.isDone()) {
        moments.incrementAndGet(); // before the look: the trials move while it is taken
        check(state.view());
      }
    } finally {
      moments.set(MOMENTS); // also after a fault: the other thread is not left waiting
    }
    moved.join();
    check(state.view());
  }

  /** Waits where too few moments were looked at for as far as the trials have come. */
  private void moveTrials() {
    for (int i = 0; i < TRIALS; i++) {
      while (moments.get() < MOMENTS * i / TRIALS) {
        Thread.onSpinWait();
      }
      Trial trial = new Trial("t" + i, i, Events.trial(0, 0).configuration(), 0, 1);
      state.apply(Events.suggested(trial));
      state.apply(Events.started(trial, 1));
      state.apply(Events.measured(trial, 1, 1, i));
      state.apply(
          new Event.Finished(trial.id(), 1, Map.of("loss", 1.0 * i), Map.of(), Events.NOON));
    }
  }

  private static void check(SweepView sweep) {
    Map<String, List<Map<String, Object>>> tables = new HashMap<>();
    for (TableRows table : Tables.all(sweep, SampleCatalog.TREE, name -> 0)) {
      tables.put(table.schema().name(), rows(table));
    }
    Map<String, Object> counts = tables.get("sweeps").get(0);
    List<Map<String, Object>> trials = tables.get("trials");
    List<Map<String, Object>> attempts = tables.get("attempts");
    assertThat(ids(trials)).hasSize(trials.size());
    assertThat(finished(trials)).isEqualTo(counts.get("finished"));
    assertThat(trials.size() - finished(trials))
        .isBetween((Long) counts.get("running"), (Long) counts.get("running") + 1);
    List<Map<String, Object>> results = tables.get("results");
    assertThat(results).hasSameSizeAs(trials);
    assertThat(ids(results)).isEqualTo(ids(trials));
    assertThat(attempts)
        .hasSize(trials.stream().mapToInt(row -> ((Long) row.get("attempts")).intValue()).sum());
    assertThat(tables.get("metrics").size()).isBetween((int) finished(trials), attempts.size());
  }

  private static Set<Object> ids(List<Map<String, Object>> rows) {
    return rows.stream().map(row -> row.get("trial_id")).collect(Collectors.toSet());
  }

  private static long finished(List<Map<String, Object>> trials) {
    return trials.stream().filter(row -> row.get("state").equals("finished")).count();
  }

  private static List<Map<String, Object>> rows(TableRows table) {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (List<Object[]> part : List.of(table.settled(), table.live())) {
      for (Object[] values : part) {
        Map<String, Object> row = new HashMap<>();
        for (int i = 0; i < values.length; i++) {
          row.put(table.schema().columns().get(i).name(), values[i]);
        }
        rows.add(row);
      }
    }
    return rows;
  }
}
