package org.attune.sweeps.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.attune.sweeps.scheduler.SimulatedSweep.finished;
import static org.attune.sweeps.scheduler.SimulatedSweep.spec;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Observation;
import org.attune.api.search.Proposal;
import org.attune.api.search.Search;
import org.attune.api.search.Trial;
import org.attune.sweeps.SampleCatalog;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.spec.SweepSpec;
import org.junit.jupiter.api.Test;

/**
 * A search that learns from what it is told proposes the same, at whatever event its driver dies.
 */
class TestResumedSearch {

  @Test
  void anAdaptiveSearchThatIsKilledAtEachEventGoesOnAsTheUndisturbedOne() throws Exception {
    SweepSpec spec = spec("execution: {retries: 1}");
    SimulatedSweep undisturbed = adaptive();
    undisturbed.run(spec, new Climbing(), Integer.MAX_VALUE, Optional.empty());
    List<String> expected = suggestions(undisturbed);
    assertThat(expected).hasSize(Climbing.TRIALS);

    for (int most = 1; most < undisturbed.journal.size(); most++) {
      SimulatedSweep killed = adaptive();
      int events = most;
      assertThatThrownBy(() -> killed.run(spec, new Climbing(), events, Optional.empty()))
          .isInstanceOf(IOException.class)
          .hasCauseInstanceOf(SimulatedSweep.Died.class);
      Climbing resumed = new Climbing();
      killed.run(spec, resumed, Integer.MAX_VALUE, Optional.empty());

      assertThat(suggestions(killed)).as("killed at event %d", most).isEqualTo(expected);
      assertThat(killed.counts().finished()).isEqualTo(Climbing.TRIALS);
      assertThat(resumed.asked).isEqualTo(Climbing.TRIALS);
    }
  }

  /** One slot, so that the order of ends is the order of starts whenever the driver dies. */
  private static SimulatedSweep adaptive() {
    return new SimulatedSweep(
        1, trial -> List.of(finished(trial, loss(trial.configuration().get("train.steps")))));
  }

  private static double loss(String steps) {
    return Math.abs(Double.parseDouble(steps) - 37);
  }

  private static List<String> suggestions(SimulatedSweep sweep) {
    return sweep.journal.stream()
        .filter(Event.Suggested.class::isInstance)
        .map(event -> ((Event.Suggested) event).trial().configuration().text("train.steps"))
        .toList();
  }

  /** Steps towards what was better; the next step depends on all that was told. */
  private static final class Climbing implements Search {
    static final int TRIALS = 12;
    private int asked;
    private int told;
    private long at = 1;
    private long step = 16;
    private double best = Double.POSITIVE_INFINITY;

    @Override
    public long trials() {
      return TRIALS;
    }

    @Override
    public Proposal ask() {
      if (asked == TRIALS) {
        return Proposal.DONE;
      }
      if (told < asked) {
        return Proposal.LATER;
      }
      Map<String, String> settings =
          Map.of("train.steps", Long.toString(at), "train.batch", Integer.toString(asked + 1));
      Trial trial = Trial.of(asked++, Configuration.of(SampleCatalog.TREE, settings), 0, 7);
      return new Proposal.Run(trial);
    }

    @Override
    public void tell(Observation observation) {
      told++;
      double value = observation.value().orElse(Double.NaN);
      if (value < best) {
        best = value;
      } else {
        step = Math.max(1, step / 2);
        at = Math.max(1, at - step);
        return;
      }
      at += step;
    }
  }
}
