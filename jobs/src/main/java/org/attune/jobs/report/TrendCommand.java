package org.attune.jobs.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.attune.api.Metric;
import org.attune.api.catalog.Numbers;
import org.attune.api.catalog.Spelling;
import org.attune.jobs.console.ExitCode;
import org.attune.jobs.console.ForceOption;
import org.attune.jobs.console.InputException;
import org.attune.jobs.console.JsonOutput;
import org.attune.jobs.sweep.SweepCommand;
import org.attune.jobs.sweep.Sweeps;
import org.attune.sweeps.analysis.Observations;
import org.attune.sweeps.analysis.Trends;
import org.attune.sweeps.state.SweepView;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code attune trend}: how a difference changes with a size. */
@Command(
    name = "trend",
    description = {
      "Says how the difference between each cell and its control changes with a size: the width,"
          + " the steps, or what was measured, such as parameters.",
      "Each seed gives a straight line over the logarithm of the size. With --at the lines are"
          + " carried on to another size, where an interval says what the seeds leave open."
    })
public final class TrendCommand extends SweepCommand {

  @Option(
      names = "--along",
      paramLabel = "KEY",
      required = true,
      description =
          "A swept number, such as model.width or train.steps, or a final metric whose mean at the"
              + " control is the size, such as parameters or training_flops.")
  private String along;

  @Option(
      names = "--at",
      paramLabel = "SIZE",
      description = "Carry the lines on to this size, such as that of a paper.")
  private Optional<String> at = Optional.empty();

  @Option(
      names = "--metric",
      paramLabel = "M",
      description = "A final metric; default: the sweep's objective.")
  private Optional<String> metric = Optional.empty();

  @Option(
      names = "--floor",
      paramLabel = "M",
      description =
          "Take differences as shares of the control's distance from its floor: a final metric,"
              + " such as floor_validation_loss, or a number, such as the accuracy of chance.")
  private Optional<String> floor = Optional.empty();

  @Mixin
  private final JsonOutput json =
      new JsonOutput(TrendTable.SHAPE, "Print JSON, nothing left out or rounded.");

  @Option(
      names = "--to",
      paramLabel = "FILE",
      description = "Draw the trends too: a name that ends in .svg or .png.")
  private Optional<Path> to = Optional.empty();

  @Mixin private ForceOption force;

  @Override
  public Integer call() throws Exception {
    Optional<Picture> picture =
        to.isEmpty() ? Optional.empty() : Optional.of(Picture.of(to.get(), force));
    SweepView sweep = Sweeps.read(directory);
    AnalyzedMetric analyzed = AnalyzedMetric.of(sweep, metric, directory);
    Observations observations = Observations.of(sweep, analyzed.name(), analyzed.goal());
    requireGiven(observations);
    Trends trends =
        Trends.of(
            observations,
            new Trends.Asked(along, size(sweep, observations), floor(sweep), predicted()));
    TrendTable table = new TrendTable(sweep, observations, trends, floor);
    if (picture.isPresent()) {
      draw(table, picture.get());
    }
    json.print(() -> table, table::text);
    return ExitCode.DONE;
  }

  private static void draw(TrendTable table, Picture picture) throws IOException {
    if (table.trends().rows().isEmpty()) {
      throw new InputException(String.join("\n", table.trends().notes()));
    }
    new TrendDrawing(table.heading(), table.trends().along(), table.trends().rows())
        .draw(picture.canvas());
    picture.write(table.heading());
  }

  private void requireGiven(Observations observations) {
    if (!observations.excluded().ended()) {
      throw new InputException(
          "%s has not ended: a trend of the trials so far may turn. Rerun 'attune run' to resume it."
              .formatted(directory));
    }
    if (observations.searched()) {
      throw new InputException(
          "%s has no trends: its search chose cells by results, so a trend over them may be the search's. Run a grid over the sizes."
              .formatted(directory));
    }
  }

  private Optional<Observations> size(SweepView sweep, Observations observations) {
    List<String> keys = Trends.keys(observations);
    if (keys.contains(along)) {
      return Optional.empty();
    }
    if (!sweep.openMetrics().contains(along)) {
      throw new InputException(
          "Invalid --along '%s': neither a swept number that all cells have nor a final metric of %s%s Swept numbers: %s; of the metrics take parameters or training_flops."
              .formatted(
                  along,
                  directory,
                  Spelling.hint(along, keys).isEmpty() ? "." : Spelling.hint(along, keys),
                  keys.isEmpty() ? "none" : String.join(", ", keys)));
    }
    return Optional.of(Observations.of(sweep, along, Optional.empty()));
  }

  private Optional<Trends.Floor> floor(SweepView sweep) {
    if (floor.isEmpty()) {
      return Optional.empty();
    }
    String from = floor.get();
    Optional<Double> number = Numbers.real(from);
    if (number.isPresent()) {
      return Optional.of(new Trends.Floor(Optional.empty(), number.get()));
    }
    if (Metric.isSealed(from) || !sweep.openMetrics().contains(from)) {
      throw new InputException(
          "Invalid --floor '%s': neither a number nor a final metric of %s%s"
              .formatted(from, directory, Spelling.hint(from, sweep.openMetrics())));
    }
    return Optional.of(
        new Trends.Floor(Optional.of(Observations.of(sweep, from, Optional.empty())), Double.NaN));
  }

  private OptionalDouble predicted() {
    return at.map(TrendCommand::size).map(OptionalDouble::of).orElse(OptionalDouble.empty());
  }

  private static double size(String at) {
    return Numbers.real(at)
        .filter(size -> size > 0 && Double.isFinite(size))
        .orElseThrow(
            () ->
                new InputException(
                    "Invalid --at '%s': name a size above 0, such as 3148544.".formatted(at)));
  }
}
