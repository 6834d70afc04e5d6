package org.attune.sweeps.scheduler;

import java.util.List;
import java.util.Optional;
import org.attune.api.catalog.Chosen;
import org.attune.api.search.Objective;
import org.attune.api.search.Observation;
import org.attune.api.search.Report;
import org.attune.api.stopping.StoppingKind;
import org.attune.api.stopping.StoppingRule;
import org.attune.api.stopping.Verdict;
import org.attune.sweeps.stopping.StoppingRules;

/** A sweep's stopping rules, in the order of its file; the first rule that decides is reported. */
final class Rules {

  private record Named(String name, StoppingRule rule) {}

  /** A rule's decision to end or pause a trial. */
  record Decision(String rule, String reason, boolean pause) {}

  private final List<Named> rules;

  Rules(List<Chosen> chosen, Objective objective, StoppingKind.Lengths lengths) {
    this.rules =
        chosen.stream()
            .map(rule -> new Named(rule.name(), StoppingRules.begin(rule, objective, lengths)))
            .toList();
  }

  /**
   * Passes a report to every rule. The first decision to end the trial counts; without one, the
   * first pause counts.
   */
  Optional<Decision> report(Report report) {
    Optional<Decision> decision = Optional.empty();
    for (Named named : rules) {
      Double value = report.values().get(named.rule().metric());
      if (value != null) {
        Verdict verdict =
            named.rule().report(report.trial(), report.attempt(), report.step(), value);
        if (verdict instanceof Verdict.Stop stop && decision.filter(d -> !d.pause()).isEmpty()) {
          decision = Optional.of(new Decision(named.name(), stop.reason(), false));
        } else if (verdict instanceof Verdict.Pause pause && decision.isEmpty()) {
          decision = Optional.of(new Decision(named.name(), pause.reason(), true));
        }
      }
    }
    return decision;
  }

  void ended(Observation observation) {
    rules.forEach(named -> named.rule().ended(observation));
  }
}
