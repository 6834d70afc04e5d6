package org.attune.sweeps.analysis;

import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.ToDoubleBiFunction;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Objective.Goal;
import org.attune.api.search.Trial;
import org.attune.api.trial.Cause;
import org.attune.sweeps.SampleCatalog;
import org.attune.sweeps.claim.Tuning;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.journal.Events;
import org.attune.sweeps.spec.SpecHeader;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.form.SpecException;
import org.attune.sweeps.spec.reader.SpecFile;
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
    SweepHeader header = SpecHeader.of(spec, (long) cells * seeds, 1, Map.of());
    SweepState state = new SweepState(new Event.Opened(header, 1, Events.NOON));
    CellNames names = CellNames.of(state.view());
    for (int i = 0; i < cells; i++) {
      Configuration cell = spec.space(SampleCatalog.TREE).cell(i);
      for (int seed = 0; seed < seeds; seed++) {
        end(state, cell, seed, loss.applyAsDouble(names.cell(cell), cell) + noise[i][seed]);
      }
    }
    return observed(state);
  }

  /**
   * What is observed when all cells have run on tuning seeds, and each named cell at its best
   * values on fresh seeds too, as claims with {@code best-over} ask.
   */
  static Observations tuned(
      String yaml, int tuning, int seeds, ToDoubleBiFunction<String, Configuration> loss)
      throws SpecException {
    SweepSpec spec = SpecFile.read("sweep.yaml", yaml, Map.of(), SampleCatalog.CATALOG);
    int cells = (int) spec.space(SampleCatalog.TREE).cells();
    SweepState state =
        new SweepState(new Event.Opened(SpecHeader.of(spec, 100, 1, Map.of()), 1, Events.NOON));
    CellNames names = CellNames.of(state.view());
    Map<String, Configuration> best = new TreeMap<>();
    for (int i = 0; i < cells; i++) {
      Configuration cell = spec.space(SampleCatalog.TREE).cell(i);
      double value = loss.applyAsDouble(names.cell(cell), cell);
      for (int seed = 0; seed < tuning; seed++) {
        end(state, cell, Tuning.FIRST_SEED + seed, value + 0.01 * seed);
      }
      best.merge(
          names.cell(cell),
          cell,
          (one, other) ->
              loss.applyAsDouble(names.cell(one), one)
                      < loss.applyAsDouble(names.cell(other), other)
                  ? one
                  : other);
    }
    best.forEach(
        (name, cell) -> {
          for (int seed = 0; seed < seeds; seed++) {
            end(state, cell, seed, loss.applyAsDouble(name, cell) + 0.01 * seed * name.length());
          }
        });
    return observed(state);
  }

  private static void end(SweepState state, Configuration cell, int seed, double loss) {
    Trial trial = Trial.of(state.view().trials().size(), cell, seed, 0);
    state.apply(Events.suggested(trial));
    state.apply(Events.started(trial, 1));
    state.apply(
        Double.isNaN(loss)
            ? Events.failed(trial, 1, Cause.DIVERGENCE)
            : Events.finished(trial, 1, loss));
  }

  private static Observations observed(SweepState state) {
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
