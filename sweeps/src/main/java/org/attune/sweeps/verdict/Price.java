package org.attune.sweeps.verdict;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import org.attune.api.catalog.Configuration;
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
  private final Map<Configuration, Double> seconds; // a trial's mean, by cell

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
   * The processor seconds until a finding has the seeds that it needs; empty if it is decided, or
   * if that number of seeds or their cost is unknown.
   */
  public OptionalDouble untilDecided(Finding finding) {
    return finding.needed().isPresent()
        ? untilSeeds(List.of(finding), finding.needed().getAsInt())
        : OptionalDouble.empty();
  }

  /**
   * The processor seconds until each cell of some findings has this many seeds; empty if the cost
   * of a cell's trials is unknown.
   */
  public OptionalDouble untilSeeds(List<Finding> findings, int seeds) {
    Set<Configuration> cells = new LinkedHashSet<>();
    findings.forEach(finding -> cells.addAll(finding.claim().cells(outcomes)));
    return cells.isEmpty() || !seconds.keySet().containsAll(cells)
        ? OptionalDouble.empty()
        : OptionalDouble.of(
            cells.stream().mapToDouble(cell -> missing(seeds, cell) * seconds.get(cell)).sum());
  }

  private int missing(int seeds, Configuration cell) {
    return Math.max(0, seeds - outcomes.ended(cell));
  }
}
