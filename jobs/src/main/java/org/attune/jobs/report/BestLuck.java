package org.attune.jobs.report;

import java.util.List;
import java.util.Optional;
import org.attune.jobs.console.TerminalText;
import org.attune.sweeps.analysis.BestCell;
import org.attune.sweeps.analysis.ExpectedBest;
import org.attune.sweeps.analysis.Observations;
import org.attune.sweeps.state.CellNames;
import org.attune.sweeps.state.CellSummary;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.statistics.Rounded;

/** How much of a sweep's best value is luck: the best of many is partly lucky. */
public final class BestLuck {

  private BestLuck() {}

  /**
   * Says how much of the best value is luck, for people. Empty for one cell.
   *
   * @param best the best cell
   */
  public static String of(SweepView sweep, String directory, CellSummary best) {
    int cells = BestCells.measured(sweep);
    if (cells < 2 || best.summary().n() == 0) {
      return "";
    }
    if (best.summary().n() > 1) {
      return BestCells.overSeeds(sweep).map(bestCell -> overSeeds(bestCell, cells)).orElse("");
    }
    Optional<ExpectedBest> expected = BestCells.expected(sweep);
    return "\n"
        + ofOneSeed(sweep, best, cells, expected)
        + BestCells.toConfirm(sweep, directory, expected)
            .map("\nTo compare the best cells:\n"::concat)
            .orElse("\n");
  }

  /**
   * Says how much of a best value of one seed is luck; empty for one cell, and for more seeds.
   *
   * @param cells of the sweep, the best first
   */
  static Optional<String> ofOneSeed(SweepView sweep, List<CellSummary> cells) {
    return isOfOneSeed(sweep, cells)
        ? Optional.of(
            ofOneSeed(sweep, cells.get(0), BestCells.measured(sweep), BestCells.expected(sweep)))
        : Optional.empty();
  }

  /** Whether the best value is that of one seed, and the best of several cells. */
  public static boolean isOfOneSeed(SweepView sweep, List<CellSummary> cells) {
    return !cells.isEmpty() && cells.get(0).summary().n() == 1 && BestCells.measured(sweep) > 1;
  }

  /** Says that the best is partly luck, where nothing says how much. */
  public static String partlyLuck(SweepView sweep) {
    return "a value of one seed, and the best of %d cells: partly luck"
        .formatted(BestCells.measured(sweep));
  }

  /** Whether {@code attune best} says how much of a best value of one seed is luck. */
  public static boolean saysHowMuch(SweepView sweep) {
    return ExpectedBest.suits(Observations.ofObjective(sweep));
  }

  private static String ofOneSeed(
      SweepView sweep, CellSummary best, int cells, Optional<ExpectedBest> expected) {
    StringBuilder text = new StringBuilder();
    text.append("This value is the best of %d cells, so it is partly luck.".formatted(cells));
    expected.ifPresent(
        expectedBest -> {
          double mean = best.summary().mean();
          double spread =
              Math.max(Math.abs(mean - expectedBest.expectedOfBest()), 1e-3 * Math.abs(mean));
          text.append(
              " A Gaussian process over the cells expects %s of this cell at this seed"
                  .formatted(Rounded.number(expectedBest.expectedOfBest(), spread)));
          text.append(
              expectedBest.cell().equals(best.configuration())
                  ? "."
                  : ", and the best value, %s, of another cell: %s (%s measured)."
                      .formatted(
                          Rounded.number(expectedBest.expected(), spread),
                          TerminalText.line(CellNames.of(sweep).of(expectedBest.cell())),
                          Rounded.number(expectedBest.measured(), spread)));
        });
    return text.toString();
  }

  private static String overSeeds(BestCell best, int cells) {
    double spread = (best.high() - best.low()) / 4;
    return "%nThe best mean of %d cells is partly luck%s%n"
        .formatted(
            cells,
            best.withoutInterval()
                .map(why -> ", and nobody knows how much: %s.".formatted(why))
                .orElseGet(
                    () ->
                        ": with new seeds of its cell expect %s (95 %% %s to %s)."
                            .formatted(
                                Rounded.number(best.expected(), spread),
                                Rounded.number(best.low(), spread),
                                Rounded.number(best.high(), spread))));
  }
}
