package org.attune.sweeps.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.attune.sweeps.scheduler.SimulatedSweep.spec;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.attune.api.search.Trial;
import org.attune.api.trial.TrialContext;
import org.attune.sweeps.SampleCatalog;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.identity.SpecExtension;
import org.attune.sweeps.spec.CanonicalText;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.reader.SpecFile;
import org.attune.sweeps.state.SweepView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A sweep that gets a further axis, loses one, or goes on by other rules keeps its trials; whenever
 * a driver dies, its later proposals are those of a sweep that never stopped.
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

  @ParameterizedTest
  @MethodSource("org.attune.sweeps.search.DrawingMethods#all")
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

  private static final String RANGE = "axes: {train.learning-rate: {uniform: [0.1, 0.9]}}";

  static Stream<Arguments> rules() {
    String narrow = RANGE.replace("0.9", "0.5");
    return Stream.of(
        Arguments.of("random", RANGE, "tpe, startup: 4", RANGE, ""),
        Arguments.of("tpe, startup: 4", RANGE, "gaussian-process, startup: 4", RANGE, ""),
        Arguments.of("cma-es", RANGE, "evolution, population: 4", RANGE, ""),
        Arguments.of("sobol", RANGE, "auto", RANGE, ""),
        Arguments.of("tpe, startup: 4", RANGE, "tpe, startup: 4", narrow, ""),
        Arguments.of("gaussian-process, startup: 4", RANGE, "random", narrow, ""),
        Arguments.of("tpe, startup: 4", RANGE, "tpe, startup: 4", mixed("0.05, 0.5"), ""),
        Arguments.of("sobol", mixed("0.3, 0.9"), "sobol", mixed("0.1, 0.5"), ""),
        Arguments.of("auto", log("0.1, 0.9"), "auto", log("0.01, 0.5"), ""),
        Arguments.of("random", RANGE, "cma-es", log("0.05, 0.5"), ""),
        Arguments.of(
            "gaussian-process, startup: 4", log("0.3, 0.9"), "random", log("0.1, 0.5"), ""),
        Arguments.of(
            "tpe, startup: 4", RANGE, "tpe, startup: 4", RANGE, "stop: {asha: {min-steps: 1}}"));
  }

  private static String mixed(String range) {
    return RANGE.replace("0.1, 0.9", range);
  }

  private static String log(String range) {
    return mixed(range).replace("uniform", "log-uniform");
  }

  /** Of a trial outside the new range nothing but its row stays. */
  @ParameterizedTest
  @MethodSource("rules")
  void anotherSearchRangeOrRuleGoesOnFromTheTrialsThereAre(
      String method, String axes, String then, String narrower, String stop) throws Exception {
    SweepSpec before = spec(axes, search(method, 8));
    SweepSpec after = spec(narrower, search(then, 16), stop);
    SimulatedSweep sweep = ran(before, 8);
    List<Trial> first = suggested(sweep);
    assertThat(first).hasSize(8);

    extend(sweep, before, after);

    List<Trial> all = suggested(sweep);
    assertThat(all).startsWith(first.toArray(Trial[]::new)).hasSize(16);
    assertThat(all).extracting(Trial::id).doesNotHaveDuplicates();
    double most = narrower.equals(RANGE) ? 0.9 : 0.5;
    double least = Double.parseDouble(narrower.replaceFirst(".*\\[(.*),.*", "$1"));
    assertThat(all.subList(8, 16))
        .allMatch(trial -> trial.configuration().real("train.learning-rate") <= most)
        .allMatch(trial -> trial.configuration().real("train.learning-rate") >= least);
    assertThat(sweep.state().view().changes())
        .singleElement()
        .matches(change -> change.trials() == 8 && change.complete());
  }

  /** One end of a range of whole numbers widens while the other narrows; so does a list. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{range: [1, 4]} | {range: [3, 6]} | tpe, startup: 4",
        "{uniform: [1, 4]} | {uniform: [3, 6]} | auto",
        "{log-uniform: [2, 8]} | {log-uniform: [1, 6]} | sobol",
        "[1, 2, 4] | [2, 4, 6] | gaussian-process, startup: 4",
        "{range: [1, 4]} | {uniform: [3, 6]} | random",
      })
  void aRangeOfWholeNumbersMayMove(String change) throws Exception {
    String[] parts = change.split(" \\| ");
    String axes = "axes: {train.learning-rate: {uniform: [0.1, 0.9]}, model.heads: %s}";
    SweepSpec before = spec(axes.formatted(parts[0]), search(parts[2], 8));
    SweepSpec after = spec(axes.formatted(parts[1]), search(parts[2], 16));
    SimulatedSweep sweep = ran(before, 8);
    List<Trial> first = suggested(sweep);

    extend(sweep, before, after);

    List<Trial> all = suggested(sweep);
    assertThat(all).startsWith(first.toArray(Trial[]::new)).hasSize(16);
    assertThat(all.subList(8, 16))
        .extracting(trial -> Integer.valueOf(trial.configuration().text("model.heads")))
        .allMatch(heads -> heads <= 6)
        .allMatch(heads -> heads >= (parts[1].contains("[3") ? 3 : parts[1].contains("[2") ? 2 : 1))
        .anyMatch(heads -> !parts[0].contains("8") == heads > 4 || heads == 1);
  }

  /** A grid trains the values it has not had, and those that ended stay as history. */
  @Test
  void aGridMayExchangeAValue() throws Exception {
    SweepSpec before = spec("axes: {" + RATES + "}", "replicates: 2");
    SweepSpec after = spec("axes: {" + RATES.replace("0.1", "0.5") + "}", "replicates: 2");
    SimulatedSweep sweep = ran(before, 8);

    extend(sweep, before, after);

    assertThat(suggested(sweep)).hasSize(10).extracting(Trial::id).doesNotHaveDuplicates();
    assertThat(suggested(sweep).subList(8, 10))
        .allMatch(trial -> trial.configuration().real("train.learning-rate") == 0.5);
  }

  @Test
  void aGridGoesOnAsALearningSearchAndBack() throws Exception {
    SweepSpec grid = spec("axes: {" + RATES + "}");
    SweepSpec learned = spec(RANGE, search("tpe, startup: 4", 8));
    SweepSpec finer = spec("axes: {train.learning-rate: [0.1, 0.2, 0.3, 0.4, 0.25, 0.35]}");
    SimulatedSweep sweep = ran(grid, 8);

    extend(sweep, grid, learned);
    assertThat(suggested(sweep)).hasSize(8).extracting(Trial::id).doesNotHaveDuplicates();
    extend(sweep, learned, finer);

    assertThat(suggested(sweep)).hasSize(10).extracting(Trial::id).doesNotHaveDuplicates();
    assertThat(sweep.state().view().header().design().method()).isEqualTo("grid");
    assertThat(sweep.state().view().changes()).hasSize(2);
  }

  /** Losses fall where copies fall too, so the two objectives want opposite rates. */
  @Test
  void anotherObjectiveGoesOnFromWhatTrialsReported() throws Exception {
    String task = "task: induction";
    SweepSpec before = spec(RANGE, search("tpe, startup: 4", 8), task);
    SweepSpec after = byCopies(RANGE, search("tpe, startup: 4", 16), task);
    SimulatedSweep sweep = ran(before, 8);
    double best = sweep.state().view().best().orElseThrow().objective().getAsDouble();

    extend(sweep, before, after);

    SweepView view = sweep.state().view();
    assertThat(view.header().objective().metric()).isEqualTo("copies");
    assertThat(view.trials())
        .allMatch(
            trial ->
                trial.objective().getAsDouble()
                    == trial.attempt().orElseThrow().metrics().get("copies"));
    assertThat(view.best().orElseThrow().objective().getAsDouble())
        .isEqualTo(
            view.trials().stream()
                .mapToDouble(t -> t.objective().getAsDouble())
                .max()
                .orElseThrow())
        .isNotEqualTo(best);
    assertThat(view.best()).isEqualTo(sweep.state().best());
  }

  private static SweepSpec byCopies(String... lines) throws Exception {
    String yaml =
        "sweep: s\nobjective: {metric: copies, goal: maximize}\n" + String.join("\n", lines) + "\n";
    return SpecFile.read("s.yaml", yaml, Map.of(), SampleCatalog.CATALOG);
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
    double loss = Math.abs(rate - 0.3) + 0.1 * Math.abs(heads - 2);
    return new Event.Finished(
        trial.trial(),
        trial.attempt(),
        Map.of("loss", loss, "copies", rate),
        Map.of(),
        SimulatedSweep.NOON);
  }

  private static List<Trial> suggested(SimulatedSweep sweep) {
    return sweep.journal.stream()
        .filter(Event.Suggested.class::isInstance)
        .map(event -> ((Event.Suggested) event).trial())
        .toList();
  }
}
