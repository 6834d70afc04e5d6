package org.attune.bench.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.apache.commons.math3.stat.inference.MannWhitneyUTest;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Settings;
import org.attune.api.search.Objective;
import org.attune.api.search.Observation;
import org.attune.api.search.Proposal;
import org.attune.api.search.Search;
import org.attune.sweeps.search.ParetoFronts;
import org.attune.sweeps.search.SearchMethod;
import org.attune.sweeps.search.SearchMethods;
import org.attune.sweeps.search.SearchProblem;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two objectives at once, on the problems of the paper that such searches are compared by. */
class TestNsgaSearch {

  private static final ObjectiveFunction SPACE = ObjectiveFunction.named("levy6").orElseThrow();
  private static final int TRIALS = 200;
  private static final int SEEDS = 6;
  private static final double[] WORST = {1.1, 7};

  /** ZDT1, convex, and ZDT2, not convex (Zitzler, Deb and Thiele, 2000), of six numbers. */
  private static double[] losses(Configuration cell, boolean convex) {
    double first = fraction(cell, 0);
    double rest = 0;
    for (int i = 1; i < 6; i++) {
      rest += fraction(cell, i);
    }
    double g = 1 + 9 * rest / 5;
    double ratio = first / g;
    return new double[] {first, g * (1 - (convex ? Math.sqrt(ratio) : ratio * ratio))};
  }

  private static double fraction(Configuration cell, int i) {
    return (cell.real("x" + i) + 10) / 20;
  }

  /** The area that the trials' front dominates, up to the worst corner: more is better. */
  private static double area(String method, long seed, boolean convex) {
    SearchMethod chosen = SearchMethods.named(method);
    Search search =
        chosen
            .start()
            .apply(
                new SearchProblem(
                    SPACE.space(),
                    SPACE,
                    List.of(),
                    seed,
                    1,
                    List.of(
                        new Objective("first", Objective.Goal.MINIMIZE),
                        new Objective("second", Objective.Goal.MAXIMIZE)),
                    OptionalLong.of(TRIALS),
                    Settings.of(chosen, Map.of("trials", Integer.toString(TRIALS))),
                    List.of()));
    List<double[]> all = new ArrayList<>();
    while (search.ask() instanceof Proposal.Run run) {
      double[] losses = losses(run.trial().configuration(), convex);
      all.add(losses);
      search.tell(
          new Observation(
              run.trial(),
              Observation.Outcome.FINISHED,
              OptionalDouble.of(losses[0]),
              1,
              Map.of("first", losses[0], "second", -losses[1])));
    }
    return area(ParetoFronts.first(all).stream().map(all::get).toList());
  }

  private static double area(List<double[]> front) {
    double area = 0;
    double below = WORST[1];
    for (double[] point : front.stream().sorted(Comparator.comparingDouble(p -> p[0])).toList()) {
      if (point[1] < below && point[0] < WORST[0]) {
        area += (WORST[0] - point[0]) * (below - point[1]);
        below = point[1];
      }
    }
    return area;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void dominatesMoreThanRandomByTheTestOfMannAndWhitney(boolean convex) {
    double[] found = new double[SEEDS];
    double[] random = new double[SEEDS];
    double sum = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      found[seed] = area("nsga-ii", seed, convex);
      random[seed] = area("random", seed, convex);
      sum += found[seed] - random[seed];
    }

    assertThat(sum).isPositive();
    assertThat(new MannWhitneyUTest().mannWhitneyUTest(found, random) / 2).isLessThan(0.05);
  }

  @ParameterizedTest
  @ValueSource(strings = {"auto"})
  void autoTakesItWhereThereAreSeveralObjectives(String auto) {
    assertThat(area(auto, 1, true)).isGreaterThan(area("random", 1, true));
  }
}
