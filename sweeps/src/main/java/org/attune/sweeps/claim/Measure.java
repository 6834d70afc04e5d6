package org.attune.sweeps.claim;

import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.attune.api.Metric.Better;
import org.attune.api.catalog.Configuration;

/**
 * A final metric of a cell or a tuned arm: one number per seed.
 *
 * @param label the cell's name in its table
 * @param cell the cell; for a tuned arm, the first setting that it tries
 * @param metric the metric's name
 * @param better the better direction: a failed seed counts as the worst value
 * @param tuning how the arm's setting is chosen; empty for a single cell
 */
public record Measure(
    String label, Configuration cell, String metric, Better better, Optional<Tuning> tuning) {

  /** Creates a measure whose better direction is unknown. */
  public Measure(String label, Configuration cell, String metric) {
    this(label, cell, metric, Better.NEITHER, Optional.empty());
  }

  /** The same measure of an arm that is tuned otherwise; a single cell is not tuned. */
  Measure tunedBy(UnaryOperator<Tuning> other) {
    Optional<Tuning> tuned = tuning.map(other);
    Configuration first = tuned.map(arm -> arm.first().settings().get(0)).orElse(cell);
    return new Measure(label, first, metric, better, tuned);
  }

  /** The cell, or the settings of the arm. */
  public List<Configuration> settings() {
    return tuning.map(Tuning::settings).orElse(List.of(cell));
  }

  /** The measure of the chosen setting alone. */
  Measure at(Outcomes outcomes) {
    return new Measure(label, chosen(outcomes).orElseThrow(), metric, better, Optional.empty());
  }

  /** The cell to judge; empty until all the arm's tuning seeds have ended. */
  public Optional<Configuration> chosen(Outcomes outcomes) {
    return tuning.isEmpty() ? Optional.of(cell) : tuning.get().chosen(outcomes);
  }
}
