package org.attune.cluster.slot;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.state.SweepState;
import org.attune.sweeps.store.LocalStorage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestSweepGauges {

  @TempDir Path folder;

  @Test
  void theGaugesShowTheSweepThatRuns() throws Exception {
    MetricRegistry registry = new MetricRegistry();
    AtomicReference<SweepState> sweep = new AtomicReference<>();
    SweepGauges.register(registry, sweep::get);
    assertThat(values(registry).values()).hasSize(8).containsOnly(Double.NaN);

    new CampaignSweep(folder).runPartly();
    try (SweepJournal journal = SweepJournal.reopen(new LocalStorage(folder))) {
      sweep.set(journal.state());
      double finished = journal.state().counts().finished();

      assertThat(finished).isPositive();
      assertThat(values(registry))
          .containsEntry("sweep.trials.finished", finished)
          .containsEntry("sweep.trials.total", (double) journal.state().view().total())
          .containsEntry("sweep.reports", (double) journal.state().view().metrics().size());
      assertThat(values(registry).get("sweep.best")).isFinite();
    }
  }

  private static Map<String, Double> values(MetricRegistry registry) {
    return registry.getGauges().entrySet().stream()
        .collect(
            Collectors.toMap(
                Map.Entry::getKey,
                gauge -> (Double) gauge.getValue().getValue(),
                (a, b) -> a,
                TreeMap::new));
  }
}
