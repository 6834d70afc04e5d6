package org.attune.sweeps.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.attune.sweeps.scheduler.SimulatedSweep.spec;
import static org.attune.sweeps.scheduler.SimulatedSweep.threeReports;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.attune.api.Content;
import org.attune.api.trial.TrialContext;
import org.attune.sweeps.event.DataFile;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.lab.Standing;
import org.attune.sweeps.reuse.Copies;
import org.attune.sweeps.reuse.EarlierSweep;
import org.attune.sweeps.reuse.EarlierSweeps;
import org.attune.sweeps.state.MetricPoint;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialState;
import org.attune.sweeps.state.TrialStatus;
import org.attune.sweeps.store.CheckedContent;
import org.attune.sweeps.store.LocalStorage;
import org.attune.sweeps.store.SweepLayout;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A trial that another sweep has trained is adopted with its numbers, and is trained once. */
class TestAdoption {

  private static final String THREE = "axes: {train.steps: [1, 2, 3]}";
  private static final String FIVE = "axes: {train.steps: [1, 2, 3, 4, 5]}";

  private final List<String> trained = new ArrayList<>();
  private LocalStorage theirs;
  private LocalStorage ours;

  @BeforeEach
  void folders(@TempDir Path folder) {
    theirs = new LocalStorage(folder.resolve("first"));
    ours = new LocalStorage(folder.resolve("second"));
  }

  @Test
  void adoptedAndTrainedTrialsHaveEqualNumbersAndCurves() throws Exception {
    SimulatedSweep first = first(THREE);
    SimulatedSweep second = second(first, FIVE, Adopting.FACTS);
    SimulatedSweep alone = Adopting.sweep(1, TestAdoption::byItsSteps);

    assertThat(second.run(spec(FIVE))).isEqualTo(Ending.COMPLETE);
    alone.run(spec(FIVE));

    assertThat(trained).containsExactly("4", "5");
    assertThat(numbers(second)).isEqualTo(numbers(alone));
    assertThat(adopted(second)).containsExactly("1", "2", "3");
    SweepView view = second.state().view();
    assertThat(view.reused()).isEqualTo(first.state().view().plans());
  }

  /** A chain ends where the trial was trained. */
  @Test
  void whatAnAdoptingSweepAdoptedComesFromTheSweepThatTrainedIt() throws Exception {
    SimulatedSweep second = second(first(THREE), FIVE, Adopting.FACTS);
    second.run(spec(FIVE));
    SimulatedSweep third = Adopting.sweep(1, this::training);
    third.reuse =
        new EarlierSweeps(
            List.of(new EarlierSweep("/runs/second", ours, second.state().view())),
            second.state().header(),
            new TreeSet<>(),
            new Copies(ours, 1));

    third.run(spec(FIVE));

    assertThat(third.state().view().trials())
        .extracting(trial -> trial.adopted().orElseThrow().directory())
        .containsExactly(
            "/runs/first", "/runs/first", "/runs/first", "/runs/second", "/runs/second");
  }

  @ParameterizedTest
  @CsvSource({
    "code_version, 4567abcd",
    "code_version, 0123abcd-dirty",
    "cpu, another processor",
    "jvm, another Java",
    "library.nd4j, 2",
    "library.mine.jar, 77",
  })
  void aTrialOfOtherCodeOrMachinesIsTrained(String fact, String value) throws Exception {
    Map<String, String> facts = new HashMap<>(Adopting.FACTS);
    facts.put(fact, value);
    SimulatedSweep second = second(first(THREE), THREE, facts);

    second.run(spec(THREE));

    assertThat(trained).containsExactly("1", "2", "3");
    assertThat(adopted(second)).isEmpty();
  }

  @Test
  void aTrialWithOtherThreadsOrAnotherSeedOrDeviceIsTrained() throws Exception {
    SimulatedSweep first = first(THREE);
    SimulatedSweep seed = second(first, THREE, Adopting.FACTS);
    seed.run(spec(THREE, "seed: 7"));
    assertThat(adopted(seed)).as("another seed").isEmpty();

    SimulatedSweep device = second(first, THREE, Adopting.FACTS);
    device.places = slot -> new SlotLocation("0.1", "host", "gpu:0", Adopting.FACTS);
    device.run(spec(THREE));
    assertThat(adopted(device)).as("another device").isEmpty();

    SimulatedSweep unknownData =
        new SimulatedSweep(1, TestAdoption::byItsSteps); // its slots tell nothing
    unknownData.run(spec(THREE));
    SimulatedSweep data = second(unknownData, THREE, Adopting.FACTS);
    data.run(spec(THREE));
    assertThat(adopted(data)).as("data without a hash").isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"corpus.txt, 77, 3", "corpus.txt, 78, 0", "'', '', 0"})
  void aTrialOnAnotherFileIsTrained(String name, String hash, int same) throws Exception {
    SimulatedSweep first = Adopting.sweep(1, TestAdoption::byItsSteps);
    first.provenance = new DataFile("corpus.txt", "77").provenance();
    first.run(spec(THREE));
    SimulatedSweep second = Adopting.sweep(1, this::training);
    second.provenance = hash.isEmpty() ? Map.of() : new DataFile(name, hash).provenance();
    second.reuse = Adopting.of(first, spec(THREE), theirs, ours, second.provenance);

    second.run(spec(THREE));

    assertThat(adopted(second)).hasSize(same);
    assertThat(trained).hasSize(3 - same);
  }

  /** The first driver dies in the middle of an adoption: its attempt is given up. */
  @Test
  void anAdoptionThatItsDriverDidNotFinishIsMadeOnceMore() throws Exception {
    SimulatedSweep first = first(THREE);
    SimulatedSweep second = second(first, THREE, Adopting.FACTS);
    second.run(spec(THREE));
    List<Event> whole = List.copyOf(second.journal);
    for (int events = 2; events < whole.size(); events++) {
      SimulatedSweep torn = second(first, THREE, Adopting.FACTS);
      torn.journal.addAll(whole.subList(0, events));

      torn.run(spec(THREE));

      assertThat(numbers(torn)).as("torn after %d events", events).isEqualTo(numbers(second));
      assertThat(torn.state().view().trials())
          .allSatisfy(
              trial ->
                  assertThat(trial.attempts())
                      .filteredOn(attempt -> attempt.state() == TrialState.FINISHED)
                      .hasSize(1));
      assertThat(adopted(torn)).containsExactly("1", "2", "3");
    }
    assertThat(trained).isEmpty();
  }

  /** A sweep of which all is adopted says nothing of how long a trial takes. */
  @Test
  void adoptedTrialsTookNoTime() throws Exception {
    SimulatedSweep second = second(first(THREE), THREE, Adopting.FACTS);

    second.run(spec(THREE));

    assertThat(second.counts().finished()).isEqualTo(3);
    assertThat(second.state().view().meanWallTime()).isEmpty();
  }

  @Test
  void aStoppedTrialGoesOnFromItsCheckpoint() throws Exception {
    SimulatedSweep first = Adopting.sweep(1, TestAdoption::stoppedAtTwo);
    first.run(spec(THREE, "execution: {checkpoints: {keep: all}}"));
    for (TrialStatus trial : first.state().view().trials()) {
      String path = SweepLayout.checkpoint(1, trial.trial().id(), 1, 2);
      theirs.replace(path, new CheckedContent(Content.of(bytes("state")), path));
    }
    SimulatedSweep second = second(first, THREE, Adopting.FACTS);

    second.run(spec(THREE, "execution: {checkpoints: {keep: all}}"));

    assertThat(trained).containsExactly("1 from 2", "2 from 2", "3 from 2");
    TrialStatus trial = second.trial(1);
    String copy = SweepLayout.checkpoint(1, trial.trial().id(), 1, 2);
    assertThat(CheckedContent.check(ours, copy)).hasValue(5);
    assertThat(trial.state()).isEqualTo(TrialState.FINISHED);
    assertThat(trial.attempts())
        .extracting(a -> a.message())
        .containsExactly(
            "adopted up to step 2 from /runs/first, and goes on from its checkpoint", "");
    assertThat(curve(second, trial, 1)).containsExactly("1: 3.0", "2: 2.0");
  }

  @Test
  void withoutItsCheckpointAStoppedTrialBeginsAnew() throws Exception {
    SimulatedSweep first = Adopting.sweep(1, TestAdoption::stoppedAtTwo);
    first.run(spec(THREE, "execution: {checkpoints: {keep: all}}"));
    SimulatedSweep second = second(first, THREE, Adopting.FACTS);

    second.run(spec(THREE));

    assertThat(trained).containsExactly("1", "2", "3");
    assertThat(adopted(second)).isEmpty();
  }

  /** In a lab, until its claims are judged: adopted trials would show what the lab hides. */
  @ParameterizedTest
  @CsvSource({"finished", "stopped"})
  void aTrialWhoseSealedNumbersAreHiddenIsTrained(String state) throws Exception {
    String keep = "execution: {checkpoints: {keep: all}}";
    SimulatedSweep first =
        Adopting.sweep(
            1, state.equals("finished") ? TestAdoption::byItsSteps : TestAdoption::stoppedAtTwo);
    first.provenance = new Standing("lab", 2, "0", .01, "/labs/one").provenance();
    first.run(spec(THREE, keep));
    for (TrialStatus trial : first.state().view().trials()) {
      String path = SweepLayout.checkpoint(1, trial.trial().id(), 1, 2);
      theirs.replace(path, new CheckedContent(Content.of(bytes("state")), path));
    }
    SimulatedSweep second = second(first, THREE, Adopting.FACTS);

    second.run(spec(THREE, keep));

    assertThat(trained).containsExactly("1", "2", "3");
    assertThat(adopted(second)).isEmpty();
  }

  private SimulatedSweep first(String axes) throws Exception {
    SimulatedSweep first = Adopting.sweep(1, TestAdoption::byItsSteps);
    first.run(spec(axes));
    return first;
  }

  /** A sweep that adopts what it can, in slots that know some facts. */
  private SimulatedSweep second(SimulatedSweep first, String axes, Map<String, String> facts)
      throws Exception {
    SimulatedSweep second = Adopting.sweep(1, this::training);
    second.places = slot -> new SlotLocation("0." + slot, "host", "cpu", facts);
    second.reuse = Adopting.of(first, spec(axes), theirs, ours);
    return second;
  }

  private List<Event.OfAttempt> training(TrialContext trial) {
    String steps = trial.configuration().get("train.steps");
    trained.add(steps + (trial.start().atBeginning() ? "" : " from " + trial.start().step()));
    return byItsSteps(trial);
  }

  private static List<Event.OfAttempt> byItsSteps(TrialContext trial) {
    return threeReports(trial);
  }

  private static List<Event.OfAttempt> stoppedAtTwo(TrialContext trial) {
    String path = SweepLayout.checkpoint(1, trial.trial(), trial.attempt(), 2);
    return List.of(
        SimulatedSweep.measured(trial, 1, 3),
        SimulatedSweep.measured(trial, 2, 2),
        new Event.Checkpointed(
            trial.trial(), 1, 2, Event.Checkpointed.KIND, path, 5, SimulatedSweep.NOON),
        new Event.Stopped(trial.trial(), 1, 2, "enough", Map.of(), Map.of(), SimulatedSweep.NOON));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** The steps of adopted trials. */
  private static List<String> adopted(SimulatedSweep sweep) {
    return sweep.state().view().trials().stream()
        .filter(trial -> trial.adopted().isPresent())
        .map(trial -> trial.trial().configuration().text("train.steps"))
        .toList();
  }

  /** What each trial measured and ended with. */
  private static List<String> numbers(SimulatedSweep sweep) {
    return sweep.state().view().trials().stream()
        .map(
            trial ->
                "%s %s %s %s"
                    .formatted(
                        trial.trial(),
                        trial.objective(),
                        trial.attempt().orElseThrow().metrics(),
                        curve(sweep, trial, trial.attempt().orElseThrow().number())))
        .toList();
  }

  private static List<String> curve(SimulatedSweep sweep, TrialStatus trial, int attempt) {
    return sweep.state().view().metrics().stream()
        .filter(metric -> metric.trialId().equals(trial.trial().id()))
        .filter(metric -> metric.attempt() == attempt)
        .map((MetricPoint metric) -> metric.step() + ": " + metric.value())
        .toList();
  }
}
