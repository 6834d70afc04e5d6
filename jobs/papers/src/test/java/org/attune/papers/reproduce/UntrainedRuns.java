package org.attune.papers.reproduce;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.attune.api.trial.HeldOutPart;
import org.attune.model.task.DataOpener;
import org.attune.model.train.TrialTrainer;
import org.attune.sweeps.claim.Claim;
import org.attune.sweeps.claim.Layout;
import org.attune.sweeps.claim.Measure;

/** Runs cells for no step, and appends their results to {@link UntrainedNetworks}' file. */
final class UntrainedRuns {

  private final UntrainedNetworks stored;
  private final Path file;
  private final Set<String> added = new HashSet<>();

  UntrainedRuns(UntrainedNetworks stored, Path file) {
    this.stored = stored;
    this.file = file;
  }

  /** Runs what is not stored of a claim, on seeds that share their held-out examples. */
  void store(Claim claim, Layout layout) throws Exception {
    store(claim, layout, UntrainedNetworks.SEEDS, false);
  }

  /** Runs what is not stored of a claim on some seeds, each with its own held-out examples. */
  void store(Claim claim, Layout layout, int seeds) throws Exception {
    store(claim, layout, seeds, true);
  }

  private void store(Claim claim, Layout layout, int seeds, boolean own) throws Exception {
    for (Measure measure : claim.measures()) {
      String hash = UntrainedNetworks.hash(measure.cell());
      if (stored.seeds(measure.cell(), measure.metric()).length >= seeds
          || !added.add(hash + measure.metric() + seeds)) {
        continue;
      }
      List<Map<String, Double>> runs = new ArrayList<>();
      for (int seed = 0; seed < seeds; seed++) {
        runs.add(
            TrialTrainer.of(UntrainedNetworks.start(measure.cell()), seed, DataOpener.NONE)
                .judgedOn(own ? HeldOutPart.of(seed) : HeldOutPart.SHARED)
                .train((step, metrics) -> true)
                .metrics());
      }
      for (String metric : metrics(measure, layout)) {
        StringBuilder line = new StringBuilder(hash);
        line.append('\t').append(metric).append('\t').append(measure.label());
        runs.stream()
            .map(run -> run.getOrDefault(metric, Double.NaN).floatValue())
            .forEach(value -> line.append('\t').append((float) value));
        Files.writeString(
            file, line.append('\n'), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        added.add(hash + metric + seeds);
      }
    }
  }

  private static Set<String> metrics(Measure measure, Layout layout) {
    Set<String> metrics = new TreeSet<>(List.of(measure.metric()));
    layout.columns().forEach(column -> metrics.add(column.metric()));
    layout.columns().stream()
        .flatMap(column -> column.floor().stream())
        .filter(Layout.Floor.OfMetric.class::isInstance)
        .forEach(floor -> metrics.add(((Layout.Floor.OfMetric) floor).metric()));
    return metrics;
  }
}
