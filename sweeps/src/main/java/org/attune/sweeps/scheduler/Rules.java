package org.attune.sweeps.scheduler;

import java.util.List;
import java.util.Optional;
import org.attune.api.catalog.Chosen;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Objective;
import org.attune.api.search.Observation;
import org.attune.api.search.Report;
import org.attune.api.search.Trial;
import org.attune.api.stopping.StoppingKind;
import org.attune.api.stopping.StoppingRule;
import org.attune.api.stopping.Verdict;
import org.attune.sweeps.stopping.StoppingRules;

/** A sweep's stopping rules, in the order of its file; the first rule that decides is reported. */
final class Rules {

  private record Named(String name, StoppingRule rule, String length) {}

  /** A rule's decision to end or pause a trial. */
  record Decision(String rule, String reason, boolean pause) {}

  private final List<Named> rules;
  private final StoppingKind.Lengths lengths;
  private final boolean parts;

  /**
   * @param parts whether a trial is a part of a training, as with a population
   */
  Rules(List<Chosen> chosen, Objective objective, StoppingKind.Lengths lengths, boolean parts) {
    this.lengths = lengths;
    this.parts = parts;
    this.rules =
        chosen.stream()
            .map(
                rule ->
                    new Named(
                        rule.name(),
                        StoppingRules.begin(rule, objective, lengths),
                        StoppingKind.length(rule.settings())))
            .toList();
  }

  /**
   * Passes a report to every rule. The first decision to end the trial counts; without one, the
   * first pause counts. At a training's last step nothing is left to end.
   */
  Optional<Decision> report(Report report) {
    Optional<Decision> decision = Optional.empty();
    for (Named named : rules) {
      Double value = report.values().get(named.rule().metric());
      if (value != null) {
        Verdict verdict =
            named.rule().report(report.trial(), report.attempt(), report.step(), value);
        if (verdict instanceof Verdict.GoOn
            || report.step() == lastStep(report.trial(), named.length())) {
          continue;
        }
        if (verdict instanceof Verdict.Stop stop && decision.filter(d -> !d.pause()).isEmpty()) {
          decision = Optional.of(new Decision(named.name(), stop.reason(), false));
        } else if (verdict instanceof Verdict.Pause pause && decision.isEmpty()) {
          decision = Optional.of(new Decision(named.name(), pause.reason(), true));
        }
      }
    }
    return decision;
  }

  /** The last step of a trial's training; the largest number where no parameter says it. */
  private long lastStep(Trial trial, String length) {
    Configuration cell = trial.configuration();
    boolean known = cell.has(length) && cell.text(length).matches("\\d{1,18}");
    if (!known) {
      return Long.MAX_VALUE;
    }
    return parts
        ? lengths.longest(length).orElse(Long.MAX_VALUE)
        : Long.parseLong(cell.text(length));
  }

  void ended(Observation observation) {
    rules.forEach(named -> named.rule().ended(observation));
  }
}
