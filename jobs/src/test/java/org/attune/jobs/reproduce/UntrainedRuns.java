package org.attune.jobs.reproduce;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
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

  /** Runs what is not stored of a claim. */
  void store(Claim claim, Layout layout) throws Exception {
    for (Measure measure : claim.measures()) {
      String hash = UntrainedNetworks.hash(measure.cell());
      if (stored.has(measure.cell(), measure.metric()) || !added.add(hash + measure.metric())) {
        continue;
      }
      List<Map<String, Double>> runs = new ArrayList<>();
      for (int seed = 0; seed < UntrainedNetworks.SEEDS; seed++) {
        runs.add(
            TrialTrainer.train(
                    UntrainedNetworks.start(measure.cell()),
                    seed,
                    DataOpener.NONE,
                    (step, metrics) -> true)
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
        added.add(hash + metric);
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
