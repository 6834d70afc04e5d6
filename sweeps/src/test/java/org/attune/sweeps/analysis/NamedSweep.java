package org.attune.sweeps.analysis;

import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.ToDoubleBiFunction;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Objective.Goal;
import org.attune.api.search.Trial;
import org.attune.api.trial.Cause;
import org.attune.sweeps.SampleCatalog;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.journal.Events;
import org.attune.sweeps.spec.SpecException;
import org.attune.sweeps.spec.SpecFile;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.state.CellNames;
import org.attune.sweeps.state.SweepState;

/** A sweep file over the sample catalog, all of whose trials have ended with a given loss. */
final class NamedSweep {

  private NamedSweep() {}

  /** What is observed when a cell, by its name, and a seed come to a loss; NaN noise fails. */
  static Observations run(
      String yaml, int seeds, ToDoubleBiFunction<String, Configuration> loss, double[][] noise)
      throws SpecException {
    SweepSpec spec = SpecFile.read("sweep.yaml", yaml, Map.of(), SampleCatalog.CATALOG);
    int cells = (int) spec.space(SampleCatalog.TREE).cells();
    SweepHeader header = SweepHeader.of(spec, (long) cells * seeds, 1, Map.of());
    SweepState state = new SweepState(new Event.Opened(header, 1, Events.NOON));
    CellNames names = CellNames.of(state.view());
    for (int i = 0; i < cells; i++) {
      Configuration cell = spec.space(SampleCatalog.TREE).cell(i);
      for (int seed = 0; seed < seeds; seed++) {
        Trial trial = Trial.of(i * seeds + seed, cell, seed, 0);
        state.apply(Events.suggested(trial));
        state.apply(Events.started(trial, 1));
        state.apply(
            Double.isNaN(noise[i][seed])
                ? Events.failed(trial, 1, Cause.DIVERGENCE)
                : Events.finished(
                    trial, 1, loss.applyAsDouble(names.cell(cell), cell) + noise[i][seed]));
      }
    }
    state.apply(new Event.Completed("done", Events.NOON));
    return Observations.of(state.view(), "loss", Optional.of(Goal.MINIMIZE));
  }

  static double[][] noise(int cells, int seeds, double deviation, Random random) {
    double[][] noise = new double[cells][seeds];
    for (double[] row : noise) {
      for (int seed = 0; seed < seeds; seed++) {
        row[seed] = deviation * random.nextGaussian();
      }
    }
    return noise;
  }
}
