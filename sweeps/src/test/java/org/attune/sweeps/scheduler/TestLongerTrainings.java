package org.attune.sweeps.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.attune.sweeps.scheduler.SimulatedSweep.spec;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.attune.api.Content;
import org.attune.api.Cost;
import org.attune.api.Metric;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter;
import org.attune.api.trial.TrialContext;
import org.attune.sweeps.SampleCatalog;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.reuse.Copies;
import org.attune.sweeps.reuse.EarlierSweep;
import org.attune.sweeps.reuse.LongerTrainings;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.state.TrialState;
import org.attune.sweeps.state.TrialStatus;
import org.attune.sweeps.store.CheckedContent;
import org.attune.sweeps.store.LocalStorage;
import org.attune.sweeps.store.SweepLayout;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A sweep that trains longer goes on from the checkpoints that its shorter trainings left. */
class TestLongerTrainings {

  private static final String HEADS = "axes: {model.heads: [2, 4]}";
  private static final String KEEP = "execution: {checkpoints: {keep: all}}";

  private final List<String> trained = new ArrayList<>();
  private LocalStorage storage;

  @BeforeEach
  void place(@TempDir Path folder) throws IOException {
    storage = new LocalStorage(folder);
  }

  @Test
  void eachLongerTrialStartsWhereItsShorterOneEnded() throws Exception {
    SimulatedSweep sweep = shorter(KEEP);

    longer(sweep, true);

    assertThat(trained).containsExactly("2: 3", "4: 3", "2: 6 from 3", "4: 6 from 3");
    List<TrialStatus> all = sweep.state().view().trials();
    assertThat(all).hasSize(4).allMatch(trial -> trial.state() == TrialState.FINISHED);
    TrialStatus longer = all.stream().filter(trial -> steps(trial) == 6).findFirst().orElseThrow();
    String from =
        all.stream().filter(trial -> steps(trial) == 3).findFirst().orElseThrow().trial().id();
    assertThat(longer.attempts())
        .extracting(attempt -> attempt.message())
        .containsExactly(
            "trained up to step 3 as trial %s, and goes on from its checkpoint".formatted(from),
            "");
    assertThat(longer.adopted().orElseThrow().directory()).isEqualTo("/runs/own");
  }

  @Test
  void withoutCheckpointsAndWhereTheScheduleFollowsTheLengthTrialsBeginAnew() throws Exception {
    SimulatedSweep lost = shorter("execution: {checkpoints: {keep: all}}");
    for (TrialStatus trial : lost.state().view().trials()) {
      storage.delete(SweepLayout.checkpoint(1, trial.trial().id(), 1, 3));
    }
    longer(lost, true);
    assertThat(trained).containsExactly("2: 3", "4: 3", "2: 6", "4: 6");

    trained.clear();
    longer(shorter(KEEP), false);
    assertThat(trained).containsExactly("2: 3", "4: 3", "2: 6", "4: 6");
  }

  /** Wherever a driver dies, no trial is trained twice, and the same trials come to an end. */
  @Test
  void aDriverThatDiesLeavesNothingTwice() throws Exception {
    SimulatedSweep whole = shorter(KEEP);
    List<Event> before = List.copyOf(whole.journal);
    longer(whole, true);
    List<String> ids = ids(whole);
    for (int most = before.size() + 1; most < whole.journal.size(); most++) {
      SimulatedSweep killed = sweep();
      killed.journal.addAll(before);
      int events = most;
      SweepSpec spec = spec(HEADS, "train.steps: 6", KEEP);
      killed.reuse = longerTrainings(killed, true);
      assertThatThrownBy(
              () ->
                  killed.run(spec, spec.newSearch(SampleCatalog.CATALOG), events, Optional.empty()))
          .isInstanceOf(IOException.class);
      longer(killed, true);

      assertThat(ids(killed)).as("killed at event %d", most).isEqualTo(ids);
      assertThat(killed.counts().finished()).isEqualTo(4);
    }
  }

  private SimulatedSweep sweep() {
    return new SimulatedSweep(1, this::training);
  }

  private SimulatedSweep shorter(String... lines) throws Exception {
    SimulatedSweep sweep = sweep();
    sweep.run(spec(HEADS, "train.steps: 3", String.join("\n", lines)));
    for (TrialStatus trial : sweep.state().view().trials()) {
      String path = SweepLayout.checkpoint(1, trial.trial().id(), 1, 3);
      byte[] state = "state".getBytes(StandardCharsets.UTF_8);
      storage.replace(path, new CheckedContent(Content.of(state), path));
    }
    return sweep;
  }

  private void longer(SimulatedSweep sweep, boolean begins) throws Exception {
    sweep.reuse = longerTrainings(sweep, begins);
    assertThat(sweep.run(spec(HEADS, "train.steps: 6", KEEP))).isEqualTo(Ending.COMPLETE);
  }

  private Reuse longerTrainings(SimulatedSweep sweep, boolean begins) {
    return new LongerTrainings(
        new EarlierSweep("/runs/own", storage, sweep.state().view()),
        new Lengths(begins),
        new Copies(storage, 2));
  }

  private List<Event.OfAttempt> training(TrialContext trial) {
    Configuration cell = new Configuration(trial.configuration());
    trained.add(
        cell.text("model.heads")
            + ": "
            + cell.text("train.steps")
            + (trial.start().atBeginning() ? "" : " from " + trial.start().step()));
    long steps = cell.integer("train.steps");
    String path = SweepLayout.checkpoint(1, trial.trial(), trial.attempt(), steps);
    return List.of(
        SimulatedSweep.measured(trial, 1, 3),
        new Event.Checkpointed(
            trial.trial(),
            trial.attempt(),
            steps,
            Event.Checkpointed.KIND,
            path,
            5,
            SimulatedSweep.NOON),
        SimulatedSweep.finished(trial, 1));
  }

  private static long steps(TrialStatus trial) {
    return trial.trial().configuration().integer("train.steps");
  }

  private static List<String> ids(SimulatedSweep sweep) {
    return sweep.state().view().trials().stream()
        .map(trial -> trial.trial().id())
        .sorted()
        .toList();
  }

  /** The catalog for tests, in which a training may be the beginning of a longer one. */
  private record Lengths(boolean begins) implements AxisCatalog {
    @Override
    public List<Parameter> parameters() {
      return SampleCatalog.CATALOG.parameters();
    }

    @Override
    public List<String> conflicts(Configuration configuration) {
      return List.of();
    }

    @Override
    public List<Metric> metrics(Configuration configuration) {
      return SampleCatalog.CATALOG.metrics(configuration);
    }

    @Override
    public Cost cost(Configuration configuration) {
      return SampleCatalog.CATALOG.cost(configuration);
    }

    @Override
    public boolean begins(Configuration shorter, Configuration longer) {
      Map<String, String> rest = new HashMap<>(shorter.values());
      rest.put("train.steps", longer.text("train.steps"));
      return begins
          && rest.equals(longer.values())
          && shorter.integer("train.steps") < longer.integer("train.steps");
    }
  }
}
