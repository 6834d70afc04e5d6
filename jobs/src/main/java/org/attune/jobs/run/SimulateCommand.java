package org.attune.jobs.run;

import static org.attune.jobs.console.JsonType.NUMBER;
import static org.attune.jobs.console.JsonType.TEXT;
import static org.attune.jobs.console.JsonType.WHOLE;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.attune.api.catalog.Chosen;
import org.attune.api.catalog.Numbers;
import org.attune.jobs.console.Allowed;
import org.attune.jobs.console.Counted;
import org.attune.jobs.console.ExitCode;
import org.attune.jobs.console.InputException;
import org.attune.jobs.console.Json;
import org.attune.jobs.console.JsonOutput;
import org.attune.jobs.console.JsonType;
import org.attune.jobs.console.Shape;
import org.attune.jobs.console.TextTable;
import org.attune.jobs.session.Jars;
import org.attune.jobs.sweep.DataOption;
import org.attune.jobs.sweep.SweepFile;
import org.attune.jobs.sweep.Sweeps;
import org.attune.jobs.sweep.Workload;
import org.attune.sweeps.search.SearchMethods;
import org.attune.sweeps.simulation.Curves;
import org.attune.sweeps.simulation.EarlierCurves;
import org.attune.sweeps.simulation.ScriptedCurves;
import org.attune.sweeps.simulation.Simulation;
import org.attune.sweeps.space.Space;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.statistics.Rounded;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code attune simulate}: predicts a sweep's time and results in virtual time. */
@Command(
    name = "simulate",
    description = {
      "Runs a sweep in virtual time with its real scheduler, search and stopping rules. Prints"
          + " the time it would take as in the file, without stopping rules, and with the methods"
          + " random and auto.",
      "With --from, trials follow the curves of an earlier sweep over the same axes: a cell's own,"
          + " or the nearest one's. Without --from each trial takes 1,000 steps and --trial-seconds"
          + " and follows a formula; 1 trial in 20 takes four times as long. Compare the rows with"
          + " one another, and take no row's time for yours."
    })
public final class SimulateCommand implements Callable<Integer> {

  private static final String WORKERS = "from 1 to 100000";
  private static final String SECONDS = "above 0";
  private static final String SHARES = "from 0 to 0.5";

  private static final int STEPS = 1_000;

  /** The column of failures. */
  private static final int FAILURES = 4;

  @Mixin private SweepFile file;

  @Mixin private DataOption data;

  @Mixin private Jars jars;

  @Option(
      names = "--workers",
      paramLabel = "N",
      description = "Trials at a time. Default: ${DEFAULT-VALUE}.")
  @Allowed(WORKERS)
  private int workers = 10;

  @Option(
      names = "--from",
      paramLabel = "DIR",
      description = "The directory of an earlier sweep, whose curves are used.")
  private Optional<String> from = Optional.empty();

  @Option(
      names = "--trial-seconds",
      paramLabel = "S",
      description =
          "How long a trial takes if there is no earlier sweep; 1 trial in 20 takes four times as"
              + " long. Default: ${DEFAULT-VALUE}.")
  @Allowed(SECONDS)
  private double seconds = 60;

  @Option(
      names = "--failures",
      paramLabel = "SHARE",
      description =
          "The share of attempts whose machine dies on the way, from 0 to 0.5. Default:"
              + " ${DEFAULT-VALUE}.")
  @Allowed(SHARES)
  private double failures;

  @Mixin private final JsonOutput json = new JsonOutput(JsonType.list(ROW));

  /** One way to run the sweep: a search method with its stopping rules. */
  private record Strategy(String method, String rules, SweepSpec spec) {}

  /** What came of a strategy. */
  private record Simulated(
      Strategy strategy, Simulation.SimulationResult outcome, Optional<Double> best) {}

  private static final Shape<Simulated> ROW =
      Shape.<Simulated>of(Simulated.class)
          .with("method", TEXT, result -> result.strategy().method())
          .with("stop", TEXT, result -> result.strategy().rules())
          .with("trials", WHOLE, result -> result.outcome().trials().all())
          .with("finished", WHOLE, result -> result.outcome().trials().finished())
          .with("stopped", WHOLE, result -> result.outcome().trials().stopped())
          .with("failures", WHOLE, result -> result.outcome().trials().failures())
          .with("wall_seconds", NUMBER, result -> result.outcome().wall().toMillis() / 1e3)
          .with("compute_seconds", NUMBER, result -> result.outcome().compute().toMillis() / 1e3)
          .with("best", NUMBER, Simulated::best)
          .with("messages", WHOLE, result -> result.outcome().messages())
          .with("simulated_in_seconds", NUMBER, result -> result.outcome().real().toMillis() / 1e3);

  @Override
  public Integer call() throws Exception {
    requireSense();
    Workload workload = Workload.of(file, data, jars);
    Curves curves = curves(workload);
    Map<Strategy, Simulation.SimulationResult> outcomes = new LinkedHashMap<>();
    List<Simulated> objects = new ArrayList<>();
    for (Strategy strategy : strategies(workload)) {
      Simulation.SimulationResult outcome =
          new Simulation(strategy.spec(), workload.catalog(), curves, failures).run(workers);
      outcomes.put(strategy, outcome);
      objects.add(new Simulated(strategy, outcome, best(outcome)));
    }
    System.out.print(json.asked() ? Json.print(ROW.objects(objects)) : table(outcomes));
    return ExitCode.DONE;
  }

  private void requireSense() {
    if (workers < 1 || workers > 100_000) {
      throw new InputException("--workers is " + workers + "; it must be " + WORKERS + ".");
    }
    if (!(seconds > 0)) {
      throw new InputException("--trial-seconds is " + seconds + "; it must be " + SECONDS + ".");
    }
    if (!(failures >= 0 && failures <= 0.5)) {
      throw new InputException("--failures is " + failures + "; it must be " + SHARES + ".");
    }
  }

  private Curves curves(Workload workload) throws IOException {
    SweepSpec spec = workload.spec();
    Space space = spec.space(workload.catalog().tree());
    if (from.isEmpty()) {
      System.err.printf(
          "assumed: each trial takes %,d steps and %s s (1 trial in 20 takes four times as long);"
              + " its curve is a formula's. Compare the rows with one another. --trial-seconds S"
              + " sets the time, --from DIR takes the curves of an earlier sweep%n",
          STEPS, Numbers.readable(seconds));
      return new ScriptedCurves(space, spec.objective(), seconds, STEPS);
    }
    String earlier = from.get();
    EarlierCurves curves = new EarlierCurves(space, spec.objective(), Sweeps.read(earlier));
    if (curves.size() == 0) {
      throw new InputException(
          "Cannot simulate from %s: %s"
              .formatted(
                  earlier,
                  curves.leftOut() == 0
                      ? "none of its finished trials is a cell of this sweep; it must be over the"
                          + " same axes."
                      : "no trial of this sweep's cells has finished there; there are %s, and their curves have no end."
                          .formatted(leftOut(curves))));
    }
    System.err.printf(
        "curves of %s%s in %s%s%n",
        Counted.of(curves.size(), "trial"),
        curves.notFinite() == 0
            ? ""
            : ", %d without a finite %s,".formatted(curves.notFinite(), spec.objective().metric()),
        earlier,
        curves.leftOut() == 0
            ? ""
            : "; left out, so bad cells look better than they are: " + leftOut(curves));
    return curves;
  }

  /** The trials whose curves have no end, in words. */
  private static String leftOut(EarlierCurves curves) {
    List<String> parts = new ArrayList<>();
    if (curves.stopped() > 0) {
      parts.add(Counted.of(curves.stopped(), "trial") + " that a rule stopped");
    }
    if (curves.failed() > 0) {
      parts.add(Counted.of(curves.failed(), "trial") + " that failed");
    }
    return String.join(", ", parts);
  }

  private static List<Strategy> strategies(Workload workload) {
    SweepSpec spec = workload.spec();
    long cells =
        spec.newSearch(workload.catalog()).trials() / Math.max(1, spec.replicates().atMost());
    Set<List<Chosen>> stops = new LinkedHashSet<>(List.of(spec.stop(), List.of()));
    List<Strategy> strategies = new ArrayList<>();
    for (List<Chosen> stop : stops) {
      strategies.add(new Strategy(spec.search().name(), rules(stop), spec.stoppedBy(stop)));
    }
    if (spec.replicates().untilDecided()) {
      return strategies;
    }
    for (String method : List.of("random", "auto")) {
      for (List<Chosen> stop : stops) {
        if (!method.equals(spec.search().name())) {
          SweepSpec other =
              spec.searchedBy(SearchMethods.named(method), Math.max(1, cells)).stoppedBy(stop);
          strategies.add(new Strategy(method, rules(stop), other));
        }
      }
    }
    return strategies;
  }

  private static String rules(List<Chosen> stop) {
    return stop.isEmpty()
        ? "none"
        : stop.stream().map(Chosen::name).collect(Collectors.joining(", "));
  }

  private String table(Map<Strategy, Simulation.SimulationResult> outcomes) {
    TextTable table =
        TextTable.of(
            "method,stop,trials,stopped,failures,takes,worker time,best,messages,simulated in"
                .split(","));
    outcomes.forEach(
        (strategy, outcome) ->
            table.add(
                strategy.method(),
                strategy.rules(),
                outcome.trials().all(),
                outcome.trials().stopped(),
                outcome.trials().failures(),
                time(outcome.wall()),
                time(outcome.compute()),
                best(outcome).map(value -> Rounded.number(value, Double.NaN)).orElse(""),
                outcome.messages(),
                "%.1f s".formatted(outcome.real().toMillis() / 1e3)));
    boolean failures =
        outcomes.values().stream().anyMatch(outcome -> outcome.trials().failures() > 0);
    return (failures ? table : table.without(FAILURES)).without("").aligned();
  }

  /** The best objective; empty where the curves are a formula's, which says nothing of it. */
  private Optional<Double> best(Simulation.SimulationResult outcome) {
    return from.isEmpty() || outcome.best().isEmpty()
        ? Optional.empty()
        : Optional.of(outcome.best().getAsDouble());
  }

  /** A time, rounded to seconds. */
  private static String time(Duration exactly) {
    Duration time = Duration.ofSeconds(Math.round(exactly.toMillis() / 1e3));
    return time.toHours() > 0
        ? "%dh %02dm".formatted(time.toHours(), time.toMinutesPart())
        : "%dm %02ds".formatted(time.toMinutesPart(), time.toSecondsPart());
  }
}
