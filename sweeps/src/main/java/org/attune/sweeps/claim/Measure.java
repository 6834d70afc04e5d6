package org.attune.sweeps.claim;

import java.util.List;
import java.util.Optional;
import org.attune.sweeps.catalog.Configuration;
import org.attune.sweeps.catalog.Metric.Better;

/**
 * A final metric of a cell, or of a tuned arm: one number per seed.
 *
 * @param label the cell's name in its table
 * @param cell the cell; of a tuned arm, its first setting
 * @param metric the metric's name
 * @param better which way it is better: a seed that failed counts as the worst value
 * @param tuning how the arm's values are chosen; empty for one cell
 */
public record Measure(
    String label, Configuration cell, String metric, Better better, Optional<Tuning> tuning) {

  /** A cell's metric of which nobody says which way is better. */
  public Measure(String label, Configuration cell, String metric) {
    this(label, cell, metric, Better.NEITHER, Optional.empty());
  }

  /** The cell, or the settings of the arm. */
  public List<Configuration> settings() {
    return tuning.map(Tuning::settings).orElse(List.of(cell));
  }

  /** The cell that is judged; empty while the arm's tuning seeds have not all ended. */
  public Optional<Configuration> chosen(Outcomes outcomes) {
    return tuning.isEmpty() ? Optional.of(cell) : tuning.get().chosen(outcomes);
  }
}
