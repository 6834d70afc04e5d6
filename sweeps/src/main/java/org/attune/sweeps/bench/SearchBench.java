package org.attune.sweeps.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.attune.sweeps.catalog.Settings;
import org.attune.sweeps.search.Objective;
import org.attune.sweeps.search.Observation;
import org.attune.sweeps.search.Proposal;
import org.attune.sweeps.search.Search;
import org.attune.sweeps.search.SearchMethod;
import org.attune.sweeps.search.SearchMethods;
import org.attune.sweeps.search.SearchProblem;

/**
 * {@code attune bench search}: the median simple regret after 100 trials, one after another, over
 * the seeds 0 to 19, and the time of a suggestion after 100 and 1,000 trials.
 */
public final class SearchBench {

  private static final int TRIALS = 100;
  private static final int SEEDS = 20;
  private static final int TIMED = 10;
  private static final Objective OBJECTIVE = new Objective("regret", Objective.Goal.MINIMIZE);

  private SearchBench() {}

  /**
   * Runs the bench.
   *
   * @param arguments {@code --method NAME}, {@code --only FUNCTION,...}, {@code --seeds N}, {@code
   *     --noise DEVIATION}
   */
  public static void main(String[] arguments) {
    Map<String, String> options = new HashMap<>();
    for (int i = 0; i + 1 < arguments.length; i += 2) {
      options.put(arguments[i], arguments[i + 1]);
    }
    SearchMethod method = SearchMethods.named(options.getOrDefault("--method", "auto"));
    int seeds = Integer.parseInt(options.getOrDefault("--seeds", Integer.toString(SEEDS)));
    double noise = Double.parseDouble(options.getOrDefault("--noise", "0"));
    List<TestFunction> functions = new ArrayList<>(TestFunction.figures());
    if (options.containsKey("--only")) {
      functions.clear();
      for (String name : options.get("--only").split(",")) {
        functions.add(
            TestFunction.named(name)
                .orElseThrow(() -> new IllegalArgumentException("No function '" + name + "'")));
      }
    }
    for (TestFunction function : functions) {
      double[] regrets = new double[seeds];
      long started = System.nanoTime();
      for (int seed = 0; seed < seeds; seed++) {
        regrets[seed] = regret(method, function, seed, TRIALS, noise);
      }
      double each = (System.nanoTime() - started) / 1e6 / seeds / TRIALS;
      Arrays.sort(regrets);
      System.err.printf(
          Locale.ROOT,
          "%s: quartiles %.3g to %.3g, %.1f ms a trial%n",
          function.name(),
          regrets[seeds / 4],
          regrets[3 * seeds / 4],
          each);
      double median = (regrets[(seeds - 1) / 2] + regrets[seeds / 2]) / 2;
      System.out.printf(Locale.ROOT, "search.%s %.3g regret%n", function.name(), median);
    }
    if (!options.containsKey("--only")) {
      TestFunction timed = TestFunction.named("hartmann6").orElseThrow();
      for (int trials : new int[] {TRIALS, 10 * TRIALS}) {
        System.out.printf(
            Locale.ROOT, "search.suggest.%d %.2f ms%n", trials, suggestion(method, timed, trials));
      }
    }
  }

  /** The lowest regret of a search's trials; the search sees it with normal noise added. */
  public static double regret(
      SearchMethod method, TestFunction function, long seed, int trials, double noise) {
    SplittableRandom random = new SplittableRandom(seed);
    Search search = begin(method, function, seed, trials);
    double best = Double.POSITIVE_INFINITY;
    while (search.ask() instanceof Proposal.Run run) {
      double regret = function.regret().applyAsDouble(run.trial().configuration());
      best = Math.min(best, regret);
      tell(search, run, regret + (noise == 0 ? 0 : noise * random.nextGaussian()));
    }
    return best;
  }

  /** Milliseconds of a suggestion after so many trials: the mean of a few, one trial each. */
  private static double suggestion(SearchMethod method, TestFunction function, int trials) {
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

  private static Search begin(SearchMethod method, TestFunction function, long seed, int trials) {
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
                OBJECTIVE,
                OptionalLong.of(trials),
                Settings.of(
                    method, counts ? Map.of("trials", Integer.toString(trials)) : Map.of())));
  }

  private static void tell(Search search, Proposal.Run run, double value) {
    search.tell(
        new Observation(
            run.trial(),
            Observation.Outcome.FINISHED,
            OptionalDouble.of(value),
            1,
            Map.of("regret", value)));
  }
}
