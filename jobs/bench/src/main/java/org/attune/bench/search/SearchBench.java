package org.attune.bench.search;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Settings;
import org.attune.api.search.Objective;
import org.attune.api.search.Observation;
import org.attune.api.search.Proposal;
import org.attune.api.search.Search;
import org.attune.sweeps.analysis.ExpectedBest;
import org.attune.sweeps.analysis.Observations;
import org.attune.sweeps.analysis.Run;
import org.attune.sweeps.search.SearchMethod;
import org.attune.sweeps.search.SearchProblem;

/**
 * {@code attune bench search}: medians over the seeds 0 to 19, after 30 and 100 trials. For one
 * objective it prints the simple regret, with one trial at a time and with four; for several the
 * share of a box that the trials dominate. It also prints the time of a suggestion after 100 and
 * 1,000 trials.
 */
public final class SearchBench {

  private static final int TRIALS = 100;
  private static final int FEW = 30;
  private static final int PENDING = 4;

  /** The seeds of each figure, unless told otherwise. */
  public static final int SEEDS = 20;

  private static final int TIMED = 10;
  private static final Objective OBJECTIVE =
      new Objective(ObjectiveFunction.METRIC, Objective.Goal.MINIMIZE);

  private SearchBench() {}

  /**
   * Runs the bench.
   *
   * @param only some {@link #functions}; empty for all that the bench has figures of
   * @param seeds of each figure
   * @param noise deviation of what the search sees
   */
  public static void run(SearchMethod method, List<String> only, int seeds, double noise) {
    List<ObjectiveFunction> functions =
        only.isEmpty()
            ? ObjectiveFunction.figures()
            : only.stream().flatMap(name -> ObjectiveFunction.named(name).stream()).toList();
    List<ObjectiveFront> fronts =
        only.isEmpty()
            ? ObjectiveFront.all()
            : only.stream().flatMap(name -> ObjectiveFront.named(name).stream()).toList();
    for (ObjectiveFunction function : functions) {
      measure(method, function, seeds, noise, 1);
      measure(method, function, seeds, noise, PENDING);
      if (noise > 0) {
        recommend(method, function, seeds, noise);
      }
    }
    for (ObjectiveFront front : fronts) {
      if (method.objectives()) {
        double[] shares =
            IntStream.range(0, seeds)
                .parallel()
                .mapToDouble(s -> share(method, front, s))
                .toArray();
        print("search." + front.name(), shares, "share");
      }
    }
    if (only.isEmpty()) {
      ObjectiveFunction timed = ObjectiveFunction.named("hartmann6").orElseThrow();
      for (int trials : new int[] {TRIALS, 10 * TRIALS}) {
        System.out.printf(
            Locale.ROOT, "search.suggest.%d %.2f ms%n", trials, suggestion(method, timed, trials));
      }
    }
  }

  /** The names of all functions, with one objective and with several. */
  public static List<String> functions() {
    return Stream.concat(
            ObjectiveFunction.all().stream().map(ObjectiveFunction::name),
            ObjectiveFront.all().stream().map(ObjectiveFront::name))
        .toList();
  }

  /** Prints the medians after 30 and 100 trials, with {@code pending} trials running at a time. */
  private static void measure(
      SearchMethod method, ObjectiveFunction function, int seeds, double noise, int pending) {
    double[][] bests =
        IntStream.range(0, seeds)
            .parallel()
            .mapToObj(seed -> bests(method, function, seed, TRIALS, noise, pending))
            .toArray(double[][]::new);
    String name = "search." + function.name() + (pending > 1 ? ".pending" + pending : "");
    for (int trials : new int[] {FEW, TRIALS}) {
      print(
          trials == TRIALS ? name : name + "." + trials,
          Arrays.stream(bests).mapToDouble(best -> best[trials - 1]).toArray(),
          "regret");
    }
  }

  /**
   * Prints the median regret of two cells of 100 noisy trials: of the one that measured best, and
   * of the one that {@link ExpectedBest} recommends.
   */
  private static void recommend(
      SearchMethod method, ObjectiveFunction function, int seeds, double noise) {
    double[][] regrets =
        IntStream.range(0, seeds)
            .parallel()
            .mapToObj(
                seed -> {
                  List<Run> runs = noisy(method, function, seed, noise);
                  Run luckiest = Collections.min(runs, Comparator.comparingDouble(Run::value));
                  Observations all =
                      Observations.of(
                          OBJECTIVE.metric(),
                          Optional.of(OBJECTIVE.goal()),
                          runs,
                          new Observations.Excluded(0, 0, 0, true, 0, 0));
                  Configuration expected =
                      ExpectedBest.of(all).map(ExpectedBest::cell).orElse(luckiest.cell());
                  return new double[] {
                    function.regret().applyAsDouble(luckiest.cell()),
                    function.regret().applyAsDouble(expected)
                  };
                })
            .toArray(double[][]::new);
    String name = "search." + function.name();
    print(name + ".luckiest", Arrays.stream(regrets).mapToDouble(r -> r[0]).toArray(), "regret");
    print(name + ".recommended", Arrays.stream(regrets).mapToDouble(r -> r[1]).toArray(), "regret");
  }

  /** A search's trials, with the values that it saw. */
  private static List<Run> noisy(
      SearchMethod method, ObjectiveFunction function, long seed, double noise) {
    SplittableRandom random = new SplittableRandom(seed);
    Search search = begin(method, function, seed, TRIALS);
    List<Run> runs = new ArrayList<>();
    for (int i = 0; i < TRIALS && search.ask() instanceof Proposal.Run run; i++) {
      Configuration cell = run.trial().configuration();
      double value = function.regret().applyAsDouble(cell) + noise * random.nextGaussian();
      runs.add(new Run(run.trial().id(), cell, 0, value));
      tell(search, run, value);
    }
    return runs;
  }

  private static void print(String figure, double[] values, String unit) {
    Arrays.sort(values);
    int n = values.length;
    System.err.printf(
        Locale.ROOT, "%s: quartiles %.3g to %.3g%n", figure, values[n / 4], values[3 * n / 4]);
    double median = (values[(n - 1) / 2] + values[n / 2]) / 2;
    System.out.printf(Locale.ROOT, "%s %.3g %s%n", figure, median, unit);
  }

  /**
   * The lowest regret after each of a search's trials; the search sees it with normal noise added.
   */
  static double[] bests(
      SearchMethod method,
      ObjectiveFunction function,
      long seed,
      int trials,
      double noise,
      int most) {
    SplittableRandom random = new SplittableRandom(seed);
    Search search = begin(method, function, seed, trials);
    double[] bests = new double[trials];
    Deque<Proposal.Run> pending = new ArrayDeque<>();
    double best = Double.POSITIVE_INFINITY;
    for (int i = 0; i < trials && search.ask() instanceof Proposal.Run run; i++) {
      best = Math.min(best, function.regret().applyAsDouble(run.trial().configuration()));
      Arrays.fill(bests, i, trials, best);
      pending.add(run);
      if (pending.size() == most) {
        Proposal.Run ended = pending.remove();
        double regret = function.regret().applyAsDouble(ended.trial().configuration());
        tell(search, ended, regret + (noise == 0 ? 0 : noise * random.nextGaussian()));
      }
    }
    return bests;
  }

  /** The share of a reference box that a search's trials dominate. */
  public static double share(SearchMethod method, ObjectiveFront front, long seed) {
    List<Objective> objectives =
        IntStream.range(0, front.reference().length)
            .mapToObj(k -> new Objective("f" + k, Objective.Goal.MINIMIZE))
            .toList();
    Search search = begin(method, front.cells(), objectives, seed, TRIALS);
    List<double[]> points = new ArrayList<>();
    while (search.ask() instanceof Proposal.Run run) {
      double[] losses = front.at(run.trial().configuration());
      points.add(losses);
      Map<String, Double> metrics = new HashMap<>();
      for (int k = 0; k < losses.length; k++) {
        metrics.put("f" + k, losses[k]);
      }
      search.tell(
          new Observation(
              run.trial(), Observation.Outcome.FINISHED, OptionalDouble.of(losses[0]), 1, metrics));
    }
    return front.share(points);
  }

  /** Milliseconds of a suggestion after a number of trials: the mean of a few, one trial each. */
  private static double suggestion(SearchMethod method, ObjectiveFunction function, int trials) {
    Search search = begin(method, function, 0, trials + TIMED);
    long spent = 0;
    for (int i = 0; i < trials + TIMED; i++) {
      long started = System.nanoTime();
      Proposal proposal = search.ask();
      spent += i < trials ? 0 : System.nanoTime() - started;
      Proposal.Run run = (Proposal.Run) proposal;
      tell(search, run, function.regret().applyAsDouble(run.trial().configuration()));
    }
    return spent / 1e6 / TIMED;
  }

  private static Search begin(
      SearchMethod method, ObjectiveFunction function, long seed, int trials) {
    return begin(method, function, List.of(OBJECTIVE), seed, trials);
  }

  private static Search begin(
      SearchMethod method,
      ObjectiveFunction function,
      List<Objective> objectives,
      long seed,
      int trials) {
    boolean counts = method.settings().stream().anyMatch(s -> s.name().equals("trials"));
    return method
        .start()
        .apply(
            new SearchProblem(
                function.space(),
                function,
                List.of(),
                seed,
                1,
                objectives,
                OptionalLong.of(trials),
                Settings.of(method, counts ? Map.of("trials", Integer.toString(trials)) : Map.of()),
                List.of()));
  }

  private static void tell(Search search, Proposal.Run run, double value) {
    search.tell(
        new Observation(
            run.trial(),
            Observation.Outcome.FINISHED,
            OptionalDouble.of(value),
            1,
            Map.of(ObjectiveFunction.METRIC, value)));
  }
}
