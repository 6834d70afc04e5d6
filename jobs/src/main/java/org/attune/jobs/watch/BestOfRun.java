package org.attune.jobs.watch;

import static org.attune.jobs.console.JsonType.NUMBER;
import static org.attune.jobs.console.JsonType.TEXT;
import static org.attune.jobs.console.JsonType.WHOLE;

import java.util.Comparator;
import java.util.Optional;
import org.attune.api.search.Objective;
import org.attune.api.search.Objective.Goal;
import org.attune.jobs.console.Shape;
import org.attune.jobs.report.BestCells;
import org.attune.sweeps.analysis.BestCell;
import org.attune.sweeps.state.CellNames;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.statistics.Rounded;

/**
 * The best cell of a sweep in a list of sweeps, by its mean over seeds. Its expected mean takes the
 * luck out that the best of several cells has.
 *
 * @param name of the cell
 */
record BestOfRun(Objective objective, String name, BestCell best) {

  static final Shape<BestOfRun> SHAPE =
      Shape.<BestOfRun>of(BestOfRun.class)
          .with("metric", TEXT, run -> run.objective().metric())
          .with("cell", TEXT, BestOfRun::name)
          .with("mean", NUMBER, run -> run.best().cellSummary().summary().mean())
          .with("std", NUMBER, run -> run.best().cellSummary().summary().std())
          .with("n", WHOLE, run -> run.best().cellSummary().summary().n())
          .with("failed", WHOLE, run -> run.best().cellSummary().failed())
          .with("cells", WHOLE, run -> run.best().cells())
          .with("expected", NUMBER, run -> run.best().expected())
          .with("low", NUMBER, run -> run.best().low())
          .with("high", NUMBER, run -> run.best().high());

  /** The best cell; empty while no trial has finished with a number. */
  static Optional<BestOfRun> of(SweepView sweep) {
    return BestCells.overSeeds(sweep)
        .filter(best -> best.cellSummary().summary().n() > 0)
        .map(
            best ->
                new BestOfRun(
                    sweep.header().objective(), CellNames.of(sweep).of(best.cell()), best));
  }

  /** Equal metrics together, and of each the best first. */
  static Comparator<BestOfRun> bestFirst() {
    return Comparator.<BestOfRun, String>comparing(run -> run.objective().metric())
        .thenComparing(run -> run.objective().goal())
        .thenComparingDouble(
            run ->
                (run.objective().goal() == Goal.MINIMIZE ? 1 : -1)
                    * run.best().cellSummary().summary().mean());
  }

  /** One line: {@code loss 1.42 ± 0.08 (6), expect 1.44: gate=learned}. */
  String text() {
    double spread = best.cellSummary().summary().std(); // as the mean beside it
    return "%s %s (%s)%s: %s"
        .formatted(
            objective.metric(),
            Rounded.meanAndDeviation(best.cellSummary().summary()),
            best.cellSummary().count(),
            Double.isNaN(best.expected())
                ? ""
                : ", expect " + Rounded.number(best.expected(), spread),
            name);
  }
}
