package org.attune.jobs.report;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.attune.jobs.console.Allowed;
import org.attune.jobs.console.ExitCode;
import org.attune.jobs.console.ForceOption;
import org.attune.jobs.console.InputException;
import org.attune.jobs.console.Launcher;
import org.attune.jobs.console.TerminalText;
import org.attune.sweeps.analysis.SweepSide;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code attune plot}: learning curves as a picture. */
@Command(
    name = "plot",
    description =
        "Draws learning curves into a file, without a browser: a line for each of ten cells, with a"
            + " band from the lowest seed to the highest, or a line for each trial of --trials. The"
            + " ten are of each sweep its best cell, the control of that, then the best cells with"
            + " other options, then the next best. Each sweep's lines have dashes of their own.")
public final class PlotCommand implements Callable<Integer> {

  @Parameters(
      arity = "1..*",
      paramLabel = "DIR",
      description = "The sweep's directory, or those of several sweeps.")
  private List<String> directories;

  @Option(
      names = "--curves",
      paramLabel = "M",
      required = true,
      description = "A metric that trials report as they train, such as validation_loss.")
  private String metric;

  @Option(
      names = "--trials",
      split = ",",
      paramLabel = "T",
      description = "Draw these trials, a line each.")
  private List<String> trials = List.of();

  @Option(
      names = "--to",
      paramLabel = "FILE",
      required = true,
      description = "The picture: a name that ends in .svg or .png.")
  private Path to;

  @Option(names = "--log", description = "A logarithmic scale; default: where it suits the values.")
  private boolean log;

  @Option(
      names = "--limits",
      paramLabel = "LOW,HIGH",
      split = ",",
      description =
          "The ends of the scale; default: all values, or most of them where a few are far off,"
              + " such as those of a trial that diverged.")
  @Allowed("two of them, the lower first, such as --limits 0,2")
  private List<Double> limits = List.of();

  @Mixin private ForceOption force;

  @Override
  public Integer call() throws Exception {
    Picture picture = Picture.of(to, force);
    List<SweepSide> sides = SweepSides.each(directories);
    String title =
        "%s: %s"
            .formatted(
                sides.stream().map(SweepSide::label).collect(Collectors.joining(", ")), metric);
    CurvePlot plot =
        new CurvePlot(
            title,
            CurvePlot.differing(lines(new PlottedCurves(directories, sides, metric))),
            scale(),
            CurvePlot.Across.STEPS);
    plot.draw(picture.canvas());
    picture.write(title + " by step");
    System.out.println(to);
    return ExitCode.DONE;
  }

  private CurveScale scale() {
    if (limits.isEmpty()) {
      return new CurveScale(Optional.empty(), log);
    }
    boolean ends =
        limits.size() == 2
            && limits.stream().allMatch(Double::isFinite)
            && limits.get(0) < limits.get(1);
    if (!ends) {
      throw new InputException(
          "Invalid --limits '%s': name two numbers, the lower first, such as --limits 0,2."
              .formatted(limits.stream().map(String::valueOf).collect(Collectors.joining(","))));
    }
    return new CurveScale(Optional.of(new double[] {limits.get(0), limits.get(1)}), log);
  }

  private List<CurvePlot.Line> lines(PlottedCurves curves) {
    if (!trials.isEmpty()) {
      return curves.ofTrials(trials);
    }
    List<CurvePlot.Line> lines = curves.ofBestCells();
    List<String> leftOut = curves.leftOut(lines);
    leftOut.forEach(note -> System.err.println("note: " + TerminalText.line(note)));
    if (!leftOut.isEmpty()) {
      System.err.printf(
          "--trials T,T... draws others; their ids: %s sql --out DIR \"select trial_id, cell from trials\"%n",
          Launcher.name());
    }
    return lines;
  }
}
