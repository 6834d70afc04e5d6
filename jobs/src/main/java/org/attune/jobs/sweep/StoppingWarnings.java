package org.attune.jobs.sweep;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.attune.api.catalog.Chosen;
import org.attune.model.layer.Training;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.stopping.EarliestStep;
import org.attune.sweeps.stopping.FirstRung;

/**
 * Warnings about stopping rules: those that can stop no trial, and what the others do to means.
 *
 * @param trainsModels whether trials train Attune's model, which says when they are measured
 */
record StoppingWarnings(SweepSpec spec, boolean trainsModels) {

  private static final String EVALUATE_EVERY = Training.EVALUATE_EVERY.key();
  private static final String REPORTS = "reports";

  /** A sentence for each rule that can stop no trial, and one for the first that stops seeds. */
  List<String> sentences() {
    List<String> sentences = new ArrayList<>();
    List<Chosen> able = new ArrayList<>();
    for (Chosen rule : spec.stop()) {
      Optional<String> powerless =
          unmeasured(rule).or(() -> EarliestStep.warning(rule, spec.lengths()));
      powerless.ifPresentOrElse(sentences::add, () -> able.add(rule));
    }
    able.stream()
        .flatMap(rule -> FirstRung.warning(rule, spec.lengths()).stream())
        .forEach(sentences::add);
    able.stream()
        .filter(rule -> EarliestStep.ends(rule) && spec.replicates().atMost() > 1)
        .map(Chosen::name)
        .findFirst()
        .map(
            rule ->
                ("stop: %s ends the seeds that do worst, so means of cells are means of the seeds"
                        + " that survive; to compare cells, leave out stop, or give the best cells new seeds"
                        + " afterwards, by 'attune best DIR --confirm N'")
                    .formatted(rule))
        .ifPresent(sentences::add);
    return sentences;
  }

  /** A warning about a rule whose metric is measured too rarely before a trial's end. */
  private Optional<String> unmeasured(Chosen rule) {
    if (!trainsModels || rule.settings().find("metric").equals(Optional.of("train_loss"))) {
      return Optional.empty();
    }
    OptionalLong longest = spec.lengths().longest(Training.STEPS.key());
    boolean varied =
        spec.axes().stream().anyMatch(axis -> axis.settings(EVALUATE_EVERY).findAny().isPresent());
    if (varied || longest.isEmpty()) {
      return Optional.empty();
    }
    int every = spec.base().integer(Training.EVALUATE_EVERY);
    long between = every == 0 ? 0 : Math.max(0, longest.getAsLong() - 1) / every;
    if (between == 0) {
      return Optional.of(
          ("stop: %s can %s no trial: trials are measured at their start and end only; set"
                  + " train.evaluate-every to the steps between measurements%s")
              .formatted(
                  rule.name(),
                  EarliestStep.ends(rule) ? "stop" : "pause",
                  every == 0
                      ? ""
                      : ", fewer than the %d of a training".formatted(longest.getAsLong())));
    }
    long patience = rule.name().equals("patience") ? rule.settings().integer(REPORTS) : 0;
    return patience <= between
        ? Optional.empty()
        : Optional.of(
            "stop: patience can stop no trial: it waits for %d reports without a better value, and a training of %d steps with train.evaluate-every %d has %d before its end; set reports to fewer, or train.evaluate-every to less"
                .formatted(patience, longest.getAsLong(), every, between));
  }
}
