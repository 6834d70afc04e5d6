package org.attune.cluster.slot;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
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
      assertThat(journal.state().view().waiting())
          .as("trials that nobody has proposed yet wait too")
          .isGreaterThan(journal.state().counts().pending());
      assertThat(values(registry))
          .containsEntry("sweep.trials.finished", finished)
          .containsEntry("sweep.trials.total", (double) journal.state().view().total())
          .containsEntry("sweep.trials.pending", (double) journal.state().view().waiting())
          .containsEntry("sweep.reports", (double) journal.state().view().metrics().size());
      assertThat(values(registry).get("sweep.best")).isFinite();
    }
  }

  /** Grafana's board and the page on clusters know the gauges by their names in Prometheus. */
  @Test
  void theBoardAndThePageHaveEachGauge() throws Exception {
    MetricRegistry registry = new MetricRegistry();
    SweepGauges.register(registry, () -> null);
    Set<String> gauges = new TreeSet<>();
    registry.getGauges().keySet().forEach(name -> gauges.add(name.replace('.', '_') + "_Value"));
    String board = Files.readString(Path.of("metrics", "grafana.json"));
    String prefix = "metrics_attune_driver_plugin_org_attune_cluster_slot_SlotPlugin_";

    assertThat(new ObjectMapper().readTree(board).path("panels")).hasSize(5);
    Set<String> drawn =
        Pattern.compile(prefix + "(\\w+)")
            .matcher(board)
            .results()
            .map(match -> match.group(1))
            .collect(Collectors.toSet());
    assertThat(drawn).isEqualTo(gauges);
    String page = Files.readString(Path.of("..", "docs", "clusters.md"));
    assertThat(page).contains("`" + prefix + "sweep_`", "cluster/metrics/grafana.json");
    assertThat(gauges).allMatch(gauge -> page.contains(gauge.substring("sweep_".length())));
  }

  @SuppressWarnings("rawtypes") // the registry's
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
