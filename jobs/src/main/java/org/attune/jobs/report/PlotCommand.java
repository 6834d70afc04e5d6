package org.attune.jobs.report;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Spelling;
import org.attune.jobs.console.ExitCode;
import org.attune.jobs.console.ForceOption;
import org.attune.jobs.console.InputException;
import org.attune.jobs.console.JsonObject;
import org.attune.jobs.console.WriteFailure;
import org.attune.jobs.sweep.SweepCommand;
import org.attune.jobs.sweep.Sweeps;
import org.attune.jobs.sweep.TrialChoice;
import org.attune.sweeps.analysis.Observations;
import org.attune.sweeps.state.CellNames;
import org.attune.sweeps.state.CellSummary;
import org.attune.sweeps.state.SweepView;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code attune plot}: learning curves as a picture. */
@Command(
    name = "plot",
    description =
        "Draws learning curves into a file, without a browser: a line for each of the ten best"
            + " cells, with a band from the lowest seed to the highest, or a line for each trial of"
            + " --trials.")
public final class PlotCommand extends SweepCommand {

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
  private List<Double> limits = List.of();

  @Mixin private ForceOption force;

  @Override
  public Integer call() throws Exception {
    Canvas canvas = canvas();
    SweepView sweep = Sweeps.read(directory);
    CurvePlot plot =
        new CurvePlot(
            "%s: %s".formatted(sweep.header().name(), metric),
            CurvePlot.differing(lines(sweep)),
            scale());
    plot.draw(canvas);
    write(canvas.drawn("%s: %s by step".formatted(sweep.header().name(), metric)));
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

  private Canvas canvas() throws IOException {
    String name = to.toString().toLowerCase(Locale.ROOT);
    if (!name.endsWith(".svg") && !name.endsWith(".png")) {
      throw new InputException(
          "Invalid --to '%s': name a file that ends in .svg or .png.".formatted(to));
    }
    force.requireReplaceable(to, file -> false, "--to");
    return name.endsWith(".svg")
        ? new SvgCanvas(CurvePlot.WIDTH, CurvePlot.HEIGHT)
        : new PngCanvas(CurvePlot.WIDTH, CurvePlot.HEIGHT);
  }

  private List<CurvePlot.Line> lines(SweepView sweep) {
    Observations observations =
        Observations.of(
            sweep,
            sweep.header().objective().metric(),
            Optional.of(sweep.header().objective().goal()));
    List<Configuration> ranked =
        observations.summaries().stream().map(CellSummary::configuration).toList();
    List<String> chosen =
        trials.stream()
            .map(trial -> TrialChoice.find(sweep, directory, trial).trial().id())
            .distinct()
            .toList();
    if (chosen.size() > CurvePlot.MOST_LINES) {
      throw new InputException(
          "--trials names %d trials; a picture has up to %d lines."
              .formatted(chosen.size(), CurvePlot.MOST_LINES));
    }
    JsonObject curves =
        chosen.isEmpty()
            ? new LearningCurves(sweep, ranked).json(metric, ranked)
            : LearningCurves.ofTrials(sweep, chosen, metric, ranked);
    JsonObject metrics = (JsonObject) curves.get("metrics");
    if (!(metrics.get(metric) instanceof List<?> series)) {
      throw new InputException(
          "Invalid --curves '%s': no trial reported it as it trained; they have %s%s"
              .formatted(
                  metric,
                  metrics.isEmpty()
                      ? "none"
                      : OfferedMetrics.of(metric, metrics.keySet(), sweep, directory),
                  Spelling.hint(metric, metrics.keySet())));
    }
    if (chosen.isEmpty() && series.size() > CurvePlot.MOST_LINES) {
      System.err.printf(
          "note: %d of %d cells, the best; --trials draws others%n",
          CurvePlot.MOST_LINES, ranked.size());
    }
    CellNames names = observations.names();
    return series.stream()
        .map(JsonObject.class::cast)
        .sorted(Comparator.comparingInt(one -> (Integer) one.get("cell")))
        .limit(CurvePlot.MOST_LINES)
        .map(one -> line(one, ranked, names))
        .toList();
  }

  @SuppressWarnings("unchecked")
  private static CurvePlot.Line line(
      JsonObject series, List<Configuration> ranked, CellNames names) {
    String cell = names.of(ranked.get((Integer) series.get("cell")));
    return new CurvePlot.Line(
        Optional.ofNullable(series.get("trial"))
            .map(
                trial ->
                    "%s, %s, replicate %s"
                        .formatted(trial, cell, trial.toString().replaceAll(".*-", "")))
            .orElse(cell),
        (List<double[]>) series.get("points"));
  }

  private void write(byte[] picture) {
    try {
      Files.write(to, picture);
    } catch (FileSystemException refused) {
      throw new InputException(
          "Cannot write to %s: %s; name another file with --to."
              .formatted(to, WriteFailure.reason(refused)));
    } catch (IOException failed) {
      throw new InputException("Cannot write to %s: %s".formatted(to, failed.getMessage()));
    }
  }
}
