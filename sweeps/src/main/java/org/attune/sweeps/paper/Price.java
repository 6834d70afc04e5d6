package org.attune.sweeps.paper;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.attune.sweeps.catalog.Configuration;
import org.attune.sweeps.claim.Finding;
import org.attune.sweeps.claim.Outcomes;
import org.attune.sweeps.event.Provenance;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialStatus;

/**
 * What it costs to decide a claim: processor seconds for the seeds that its cells still lack, at
 * the mean cost of their trials so far.
 */
public final class Price {

  private final Outcomes outcomes;
  private final Map<Configuration, Double> seconds;

  /** Prices at the costs of a sweep's trials. */
  public Price(SweepView sweep, Outcomes outcomes) {
    this.outcomes = outcomes;
    this.seconds =
        sweep.trials().stream()
            .filter(trial -> seconds(trial).isPresent())
            .collect(
                Collectors.groupingBy(
                    trial -> trial.trial().configuration(),
                    Collectors.averagingDouble(trial -> seconds(trial).getAsDouble())));
  }

  private static OptionalDouble seconds(TrialStatus trial) {
    return trial.attempt().stream()
        .flatMap(attempt -> Provenance.computeSeconds(attempt.provenance()).stream())
        .mapToDouble(Double::doubleValue)
        .findFirst();
  }

  /**
   * The price of a finding's missing seeds; empty if it is decided, or no number of seeds or cost
   * is known.
   */
  public OptionalDouble of(Finding finding) {
    List<Configuration> cells = finding.claim().cells(outcomes);
    if (finding.needed().isEmpty()
        || cells.isEmpty()
        || !cells.stream().allMatch(seconds::containsKey)) {
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(
        cells.stream().mapToDouble(cell -> missing(finding, cell) * seconds.get(cell)).sum());
  }

  private int missing(Finding finding, Configuration cell) {
    return Math.max(0, finding.needed().getAsInt() - outcomes.ended(cell));
  }
}
