package org.attune.jobs.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.attune.jobs.console.Counted;
import org.attune.jobs.console.InputException;
import org.attune.jobs.console.TerminalText;
import org.attune.jobs.sweep.Sweeps;
import org.attune.sweeps.event.AdoptedFrom;
import org.attune.sweeps.state.Attempt;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialStatus;

/** The trials that a sweep has adopted from others. */
public final class AdoptedTrials {

  private AdoptedTrials() {}

  /** How many trials were adopted from where, and which of these places is gone; empty for none. */
  public static String text(SweepView sweep) {
    Map<String, String> sweeps = new TreeMap<>(); // ids by directory
    Map<String, Integer> from = new TreeMap<>();
    int adopted = 0;
    int carriedOn = 0;
    for (TrialStatus trial : sweep.trials()) {
      Optional<AdoptedFrom> origin = trial.adopted();
      if (origin.isEmpty()) {
        continue;
      }
      sweeps.put(origin.get().directory(), origin.get().sweepId());
      from.merge(origin.get().directory(), 1, Integer::sum);
      boolean whole = trial.attempt().flatMap(Attempt::adopted).isPresent();
      adopted += whole ? 1 : 0;
      carriedOn += whole ? 0 : 1;
    }
    if (from.isEmpty()) {
      return "";
    }
    StringBuilder text = new StringBuilder();
    String trials = Counted.of(sweep.total(), "trial");
    text.append(
        adopted == 0
            ? "%,d of %s went on from checkpoints%n".formatted(carriedOn, trials)
            : "adopted %,d of %s%s%n"
                .formatted(
                    adopted,
                    trials,
                    carriedOn == 0 ? "" : "; %,d went on from checkpoints".formatted(carriedOn)));
    from.forEach(
        (directory, count) ->
            text.append(
                "  %,d from %s%s%n"
                    .formatted(
                        count,
                        TerminalText.line(directory),
                        trouble(directory, sweeps.get(directory))
                            .map(why -> ", which " + why)
                            .orElse(""))));
    return text.toString();
  }

  /**
   * What is wrong with the sweep that trained adopted trials; empty if it exists and is whole.
   *
   * @param sweepId its id; empty if unknown
   */
  public static Optional<String> trouble(String directory, String sweepId) {
    try {
      SweepView earlier = Sweeps.read(directory);
      return sweepId.isEmpty() || earlier.header().sweepId().equals(sweepId)
          ? Optional.empty()
          : Optional.of("holds another sweep now, %s".formatted(earlier.header().sweepId()));
    } catch (InputException gone) {
      return Optional.of("holds that sweep no more");
    } catch (IOException | UncheckedIOException damaged) {
      return Optional.of(
          "cannot be read now: " + TerminalText.line(String.valueOf(damaged.getMessage())));
    }
  }
}
