package org.attune.jobs.report;

import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.attune.api.search.Objective.Goal;
import org.attune.jobs.console.Counted;
import org.attune.sweeps.analysis.CellPairs;
import org.attune.sweeps.analysis.Observations;
import org.attune.sweeps.analysis.SweepAnalysis;

/** The first lines of an analysis. */
final class AnalysisHeading {

  private AnalysisHeading() {}

  /** The sweep, its metric, and how many trials it has and leaves out. */
  static String of(String sweep, SweepAnalysis analysis) {
    Observations observations = analysis.observations();
    String better =
        observations
            .goal()
            .map(g -> g == Goal.MINIMIZE ? " (lower is better)" : " (higher is better)")
            .orElse("");
    long seeds = observations.runs().stream().mapToInt(run -> run.replicate()).distinct().count();
    return "%s: %s%s over %s, %s, %s%n%s"
        .formatted(
            sweep,
            observations.metric(),
            better,
            Counted.of(observations.runs().size(), "finished trial"),
            cells(analysis),
            Counted.of(seeds, observations.excluded().tuning() > 0 ? "fresh seed" : "seed"),
            leftOut(observations).map("%s%n"::formatted).orElse(""));
  }

  /** The number of cells, and of settings if it differs: {@code 3 cells in 9 settings}. */
  static String cells(SweepAnalysis analysis) {
    int settings = analysis.observations().cells().size();
    int cells = analysis.pairs().map(CellPairs::cells).orElse(settings);
    return Counted.of(cells, "cell")
        + (cells == settings ? "" : " in %d settings".formatted(settings));
  }

  /** Trials that the analysis leaves out, by reason; empty for none. */
  static Optional<String> leftOut(Observations observations) {
    Observations.Excluded out = observations.excluded();
    String left =
        Stream.of(
                counted(out.stopped(), "stopped early"),
                counted(out.failed(), "failed"),
                open(out),
                counted(out.withoutValue(), "without a finite value"),
                counted(out.tuning(), "on tuning seeds"))
            .filter(part -> !part.isEmpty())
            .collect(Collectors.joining(", "));
    return Optional.of(left).filter(some -> !some.isEmpty()).map("left out: "::concat);
  }

  /** A budget may cut the plan that the journal has; then nobody knows how many trials it lacks. */
  private static String open(Observations.Excluded out) {
    return out.open() > 0 || out.ended()
        ? counted(out.open(), "not finished yet")
        : "trials that the plan may still have";
  }

  private static String counted(int count, String what) {
    return count > 0 ? count + " " + what : "";
  }
}
