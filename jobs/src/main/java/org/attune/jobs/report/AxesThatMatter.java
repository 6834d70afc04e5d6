package org.attune.jobs.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.attune.jobs.console.Counted;
import org.attune.sweeps.analysis.Effect;
import org.attune.sweeps.analysis.Factor;
import org.attune.sweeps.analysis.Observations;
import org.attune.sweeps.analysis.SweepAnalysis;
import org.attune.sweeps.importance.Importances;
import org.attune.sweeps.importance.Importances.AxisImportance;
import org.attune.sweeps.importance.Rung;

/**
 * Which axes matter, in one sentence. It names an axis only where a test shows its effect, because
 * an idle axis has a share of the variance too. All tests behind the sentence are one family. So if
 * no axis does anything, at most 5 of 100 sweeps have a name in it.
 *
 * @param analysis of the trials that finished
 * @param rungs at which a stopping rule ended trials; the first of them answers, before only
 *     survivors are left
 */
record AxesThatMatter(SweepAnalysis analysis, RungTable rungs) {

  private static final String QUESTION = "which axes matter: ";

  /** The sentence; empty where nothing varies. */
  Optional<String> text() {
    return of().factors().isEmpty() || of().runs().isEmpty()
        ? Optional.empty()
        : Optional.of(QUESTION + answer());
  }

  private Observations of() {
    return analysis.observations();
  }

  private String answer() {
    if (of().searched()) {
      return of().excluded().ended()
          ? "this search cannot say, as results decided which cells ran; a grid or a random search can"
          : "nothing is tested while trials are open";
    }
    return firstRung().map(this::answer).orElseGet(this::ofEffects);
  }

  /** The first step at which trials were stopped: all trials have a value there. */
  private Optional<Rung> firstRung() {
    return rungs.rungs().all().stream()
        .limit(1)
        .filter(rung -> rung.importances().filter(Importances::useful).isPresent())
        .findFirst();
  }

  private String answer(Rung rung) {
    List<String> shown =
        rung.importances().stream()
            .flatMap(importances -> importances.axes().stream())
            .filter(AxisImportance::shown)
            .map(axis -> share(axis.axis(), axis.share()))
            .toList();
    return "at step %d, before the stopping rule left survivors, %s"
        .formatted(
            rung.step(),
            shown.isEmpty() ? "none is shown to" : String.join(", ", shown) + of().looks().mark());
  }

  private String ofEffects() {
    List<Effect> axes = analysis.main().stream().filter(Effect::shown).toList();
    List<Effect> pairs = analysis.interactions().stream().filter(Effect::shown).toList();
    List<String> parts = new ArrayList<>();
    parts.add(
        axes.isEmpty()
            ? none(pairs)
            : axes.stream()
                    .map(effect -> share(effect.axes().get(0), effect.share()))
                    .collect(Collectors.joining(", "))
                + of().looks().mark());
    if (!axes.isEmpty() && axes.size() + untested().size() < of().separable().size()) {
      parts.add("the others are within chance");
    }
    if (!pairs.isEmpty()) {
      parts.add(
          "what one does depends on the other: "
              + pairs.stream()
                  .map(pair -> String.join(" x ", pair.axes()))
                  .collect(Collectors.joining(", "))
              + of().looks().mark());
    }
    if (!of().stops().isEmpty()) {
      parts.add(
          "%s stopped early and left out, so an axis whose bad values were stopped looks idle"
              .formatted(Counted.of(of().stops().size(), "trial")));
    }
    if (!untested().isEmpty()) {
      parts.add(
          "not tested, as more trials failed at some values: " + String.join(", ", untested()));
    }
    of().following()
        .forEach(
            (axis, from) ->
                parts.add(
                    "%s is not tested: its value follows from that of %s".formatted(axis, from)));
    return String.join("; ", parts);
  }

  private String none(List<Effect> pairs) {
    return untested().size() == of().separable().size()
        ? "none is tested"
        : !analysis.testable()
            ? "no test is possible without second seeds or more cells"
            : pairs.isEmpty() && analysis.cells().filter(Effect::shown).isPresent()
                ? "cells differ by more than seeds do, but no single axis is shown to matter"
                : "none is shown to by itself at this number of trials";
  }

  private List<String> untested() {
    return of().separable().stream().filter(of()::failsUnevenly).map(Factor::key).toList();
  }

  private static String share(String axis, double share) {
    return String.format(
        Locale.ROOT, "%s (%.0f %% of the variance between cells)", axis, 100 * share);
  }
}
