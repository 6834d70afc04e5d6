package org.attune.sweeps.spec;

import java.util.Map;
import org.attune.api.catalog.Chosen;
import org.attune.api.catalog.Numbers;
import org.attune.sweeps.claim.Claim;
import org.attune.sweeps.claim.Measure;
import org.attune.sweeps.claim.Outcome;
import org.attune.sweeps.claim.Reference;
import org.attune.sweeps.claim.StatedEffect;
import org.attune.sweeps.identity.Replicates;
import org.attune.sweeps.space.Axis;
import org.attune.sweeps.space.Filled;
import org.attune.sweeps.space.Values;

/**
 * Writes everything that affects a sweep's numbers in one canonical spelling, one line per entry,
 * so that two specs can be compared. Slots, retries, timeouts and budgets do not affect numbers:
 * they may differ between runs of one sweep.
 */
public final class CanonicalText {

  static final String MODE = "execution.mode";
  static final String USUAL_MODE = "fan-out";

  private static final String NOT_TESTABLE = ", not testable";

  private final StringBuilder text = new StringBuilder();

  private CanonicalText() {}

  /** A spec's lines; equal specs give equal texts. */
  public static String of(SweepSpec spec) {
    CanonicalText lines = new CanonicalText();
    lines.add("sweep", spec.name());
    lines.add("seed", spec.seed());
    spec.base().values().forEach(lines::add);
    // The base lacks values fixed for options that only axes choose.
    spec.fixed().forEach((key, value) -> lines.addUnless(spec.base().has(key), key, value));
    spec.axes().forEach(lines::add);
    spec.constraints().forEach(c -> lines.add("constraints", c.text()));
    lines.add("search", spec.search());
    spec.tryFirst().forEach(cell -> lines.add("try-first", cell.values()));
    lines.add("replicates", spec.replicates());
    if (spec.severalLooks()) {
      lines.add("looks", SweepSpec.SEVERAL);
    }
    if (spec.seedsFollowClaims()) {
      spec.comparison().claims().forEach(claim -> lines.add("claim", line(claim)));
    }
    lines.add("objective.metric", spec.objective().metric());
    lines.add("objective.goal", spec.objective().goal().label());
    spec.objectives().stream()
        .skip(1)
        .forEach(also -> lines.add("objectives", also.goal().label() + " " + also.metric()));
    spec.stop().forEach(rule -> lines.add("stop", rule));
    // Written where the base does not set it; journals of sweeps being resumed already contain this
    // line.
    lines.addUnless(spec.base().has(MODE), MODE, USUAL_MODE);
    spec.execution()
        .threadsPerTrial()
        .ifPresent(threads -> lines.add("execution.threads-per-trial", threads));
    return lines.text.toString();
  }

  private void add(Axis axis) {
    for (int i = 0; i < axis.branches().size(); i++) {
      addUnless(
          !axis.branches().get(i).values().isEmpty(), "axes." + axis.key() + "[" + i + "]", "");
      for (Map.Entry<String, Values> entry : axis.branches().get(i).values().entrySet()) {
        String place = "axes." + axis.key() + "[" + i + "]";
        add(
            place + (entry.getKey().equals(axis.key()) ? "" : "." + entry.getKey()),
            entry.getValue());
      }
    }
  }

  /**
   * A claim in one line: everything that decides its verdict and its trials. Its sentence and the
   * paper's printed numbers are left out.
   */
  public static String line(Claim claim) {
    String outcome =
        claim.outcome() instanceof Outcome.Solved solved
            ? " solved at " + (solved.atLeast() ? "least " : "most ") + solved.threshold()
            : "";
    String reference =
        claim.reference() instanceof Reference.OfCell cell
            ? (cell.times() == 1 ? "" : Numbers.canonical(cell.times()) + " times ")
                + arm(cell.measure())
                + " "
                + cell.measure().metric()
            : claim.reference().toString();
    return "%s %s%s %s %s by %s%s"
        .formatted(
            arm(claim.subject()),
            claim.subject().metric(),
            outcome,
            claim.relation().label(),
            reference,
            claim.effect().isPresent() ? effect(claim.effect().get()) : String.valueOf(claim.by()),
            claim.notTestable().isPresent() ? NOT_TESTABLE : "");
  }

  /** Whether the claim of a {@link #line} is testable. */
  public static boolean isTestable(String line) {
    return !line.endsWith(NOT_TESTABLE);
  }

  private static String effect(StatedEffect effect) {
    return "share of "
        + effect.size()
        + effect.floor().map(floor -> " of the distance to " + floor).orElse("")
        + effect.control().map(control -> " beside a control of " + control.value()).orElse("");
  }

  private static String arm(Measure measure) {
    return measure
        .tuning()
        .map(
            tuning ->
                "%s best of %d by %s, %d seeds each%s"
                    .formatted(
                        measure.label(),
                        tuning.settings().size(),
                        tuning.objective(),
                        tuning.seeds(),
                        tuning.widening().map(first -> ", first " + first).orElse("")))
        .orElse(measure.label());
  }

  private void addUnless(boolean skip, String key, String value) {
    if (!skip) {
      add(key, value);
    }
  }

  private void add(String key, Object value) {
    text.append(key).append(": ").append(value(value)).append('\n');
  }

  private static String holes(Filled filled) {
    StringBuilder text = new StringBuilder("fill ").append(filled.text());
    filled
        .holes()
        .forEach(
            (name, values) -> text.append("; ").append(name).append(" ").append(value(values)));
    return text.toString();
  }

  private static String value(Object value) {
    if (value instanceof Values.Listed listed) {
      return String.join(", ", listed.values());
    }
    if (value instanceof Values.Interval interval) {
      return (interval.logarithmic() ? "log-uniform " : "uniform ")
          + interval.low()
          + " to "
          + interval.high();
    }
    if (value instanceof Filled filled) {
      return filled.finite() ? String.join(", ", filled.formulas()) : holes(filled);
    }
    if (value instanceof Values.Grown grown) {
      return "grow " + grown.growth().start() + " by " + grown.growth().steps();
    }
    if (value instanceof Replicates replicates) {
      return replicates.untilDecided()
          ? replicates.atLeast() + " to " + replicates.atMost() + " until decided"
          : String.valueOf(replicates.atMost());
    }
    if (value instanceof Chosen chosen) {
      StringBuilder text = new StringBuilder(chosen.name());
      chosen.settings().values().forEach((k, v) -> text.append(", ").append(k + " " + v));
      return text.toString();
    }
    return String.valueOf(value);
  }
}
