package org.attune.sweeps.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.attune.sweeps.scheduler.SimulatedSweep.finished;
import static org.attune.sweeps.scheduler.SimulatedSweep.spec;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.attune.api.search.Trial;
import org.attune.api.trial.TrialContext;
import org.attune.sweeps.SampleCatalog;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.spec.CanonicalText;
import org.attune.sweeps.spec.SpecExtension;
import org.attune.sweeps.spec.SweepSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A sweep that gets a further axis, or loses one, keeps its trials; whenever a driver dies, its
 * later proposals are those of a sweep that never stopped.
 */
class TestChangedSpace {

  private static final String RATES = "train.learning-rate: [0.1, 0.2, 0.3, 0.4]";
  private static final String HEADS = "model.heads: [2, 4]";

  /** The driver dies at each event of these numbers; a trial takes three. */
  private static final int EVERY = 5;

  @Test
  void cellsOfAGridAreThoseOfTheNewAxisAtItsDefault() throws Exception {
    SweepSpec before = spec("axes: {" + RATES + "}", "replicates: 2");
    SweepSpec after = spec("axes: {" + RATES + ", " + HEADS + "}", "replicates: 2");
    SimulatedSweep sweep = ran(before, 8);

    extend(sweep, before, after);

    assertThat(suggested(sweep)).hasSize(16).extracting(Trial::id).doesNotHaveDuplicates();
    assertThat(suggested(sweep).subList(0, 8))
        .allMatch(trial -> trial.configuration().text("model.heads").equals("4"));
    assertThat(suggested(sweep).subList(8, 16))
        .allMatch(trial -> trial.configuration().text("model.heads").equals("2"));
  }

  @Test
  void aGridThatIsCutShortGetsTheNewAxisToo() throws Exception {
    SweepSpec before = spec("axes: {" + RATES + "}", "replicates: 2");
    SweepSpec after = spec("axes: {" + RATES + ", " + HEADS + "}", "replicates: 2");
    SimulatedSweep sweep = ran(before, 3);

    extend(sweep, before, after);

    assertThat(suggested(sweep)).hasSize(16).extracting(Trial::id).doesNotHaveDuplicates();
  }

  @Test
  void anAxisOfAGridEndsAndTrialsElsewhereStay() throws Exception {
    SweepSpec before = spec("axes: {" + RATES + ", " + HEADS + "}", "replicates: 1");
    SweepSpec after = spec("axes: {" + RATES + "}", "model.heads: 2", "replicates: 2");
    SimulatedSweep sweep = ran(before, 8);

    extend(sweep, before, after);

    assertThat(suggested(sweep)).hasSize(12).extracting(Trial::id).doesNotHaveDuplicates();
    assertThat(suggested(sweep).subList(8, 12))
        .allMatch(trial -> trial.configuration().text("model.heads").equals("2"))
        .allMatch(trial -> trial.replicate() == 1);
    assertThat(sweep.counts().finished()).isEqualTo(12);
  }

  static Stream<String> methods() {
    return Stream.of(
        "random",
        "sobol",
        "tpe, startup: 4",
        "gaussian-process, startup: 4",
        "cma-es",
        "evolution, population: 4",
        "nsga-ii, population: 4",
        "auto");
  }

  @ParameterizedTest
  @MethodSource("methods")
  void aSearchGoesOnInTheLargerSpace(String method) throws Exception {
    String rates = "train.learning-rate: {uniform: [0.1, 0.9]}";
    SweepSpec before = spec("axes: {" + rates + "}", search(method, 8));
    SweepSpec after =
        spec("axes: {" + rates + ", model.heads: {range: [1, 8]}}", search(method, 16));
    SimulatedSweep sweep = ran(before, 8);
    List<Trial> first = suggested(sweep);
    assertThat(first).hasSize(8);

    extend(sweep, before, after);

    assertThat(suggested(sweep)).startsWith(first.toArray(Trial[]::new));
    assertThat(suggested(sweep)).hasSize(16).extracting(Trial::id).doesNotHaveDuplicates();
    assertThat(suggested(sweep).subList(8, 16))
        .extracting(trial -> trial.configuration().text("model.heads"))
        .as("the new axis is used")
        .anyMatch(heads -> !heads.equals("4"));
  }

  private static String search(String method, int trials) {
    return "search: {method: %s, trials: %d}".formatted(method, trials);
  }

  /** A sweep with this number of trials. */
  private static SimulatedSweep ran(SweepSpec spec, int trials) throws Exception {
    SimulatedSweep sweep = sweep();
    if (trials < 8) {
      int events = 1 + 3 * trials;
      assertThatThrownBy(
              () ->
                  sweep.run(spec, spec.newSearch(SampleCatalog.CATALOG), events, Optional.empty()))
          .isInstanceOf(IOException.class);
    } else {
      sweep.run(spec);
    }
    return sweep;
  }

  /** Extends a sweep; then drivers die at some events, and others go on. */
  private static void extend(SimulatedSweep sweep, SweepSpec before, SweepSpec after)
      throws Exception {
    assertThat(SpecExtension.refusal(CanonicalText.of(before), CanonicalText.of(after))).isEmpty();
    List<Event> journal = List.copyOf(sweep.journal);
    assertThat(sweep.run(after)).isEqualTo(Ending.COMPLETE);
    for (int most = journal.size() + 2; most < sweep.journal.size(); most += EVERY) {
      SimulatedSweep killed = sweep();
      killed.journal.addAll(journal);
      int events = most;
      assertThatThrownBy(
              () ->
                  killed.run(
                      after, after.newSearch(SampleCatalog.CATALOG), events, Optional.empty()))
          .isInstanceOf(IOException.class);
      assertThat(killed.run(after)).isEqualTo(Ending.COMPLETE);

      assertThat(suggested(killed)).as("killed at event %d", most).isEqualTo(suggested(sweep));
    }
  }

  private static SimulatedSweep sweep() {
    return new SimulatedSweep(1, trial -> List.of(end(trial)));
  }

  private static Event.OfAttempt end(TrialContext trial) {
    double rate = Double.parseDouble(trial.configuration().get("train.learning-rate"));
    double heads = Double.parseDouble(trial.configuration().get("model.heads"));
    return finished(trial, Math.abs(rate - 0.3) + 0.1 * Math.abs(heads - 2));
  }

  private static List<Trial> suggested(SimulatedSweep sweep) {
    return sweep.journal.stream()
        .filter(Event.Suggested.class::isInstance)
        .map(event -> ((Event.Suggested) event).trial())
        .toList();
  }
}
