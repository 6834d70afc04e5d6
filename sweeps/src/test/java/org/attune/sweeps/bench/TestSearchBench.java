package org.attune.sweeps.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.apache.commons.math3.stat.inference.MannWhitneyUTest;
import org.attune.sweeps.catalog.Configuration;
import org.attune.sweeps.search.SearchMethods;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TestSearchBench {

  @Test
  void theFunctionsHaveTheirMinimaWhereTheLiteratureHasThem() {
    assertThat(at("branin", Map.of("x", "3.141592653589793", "y", "2.275"))).isBetween(-1e-9, 1e-6);
    assertThat(at("hartmann6", box(0.20169, 0.150011, 0.476874, 0.275332, 0.311652, 0.6573)))
        .isBetween(-1e-9, 1e-6);
    double s = -2.903534018185960;
    assertThat(at("styblinski5", box(s, s, s, s, s))).isBetween(-1e-9, 1e-6);
    assertThat(at("ackley5", box(0, 0, 0, 0, 0))).isBetween(-1e-9, 1e-9);
    assertThat(at("gate", Map.of("gate", "conv", "gate.k", "7", "lambda", "0.01", "q", "0.35")))
        .isBetween(-1e-12, 1e-12);
    assertThat(at("rosenbrock4", box(1, 1, 1, 1))).isZero();
    assertThat(at("levy6", box(1, 1, 1, 1, 1, 1))).isBetween(-1e-12, 1e-12);
  }

  /** Over six seeds, by the test of Mann and Whitney, at 0.05 to one side. */
  @ParameterizedTest
  @CsvSource({
    "tpe, hartmann6, 80, 0",
    "tpe, mixed, 60, 0",
    "evolution, hartmann6, 100, 0",
    "cma-es, rosenbrock4, 100, 0",
    "cma-es, levy6, 100, 0",
    "gaussian-process, gate, 40, 0",
    "auto, branin, 30, 0",
    "auto, levy6, 40, 0",
    "auto, hartmann6, 50, 0.1"
  })
  void isBetterThanRandom(String method, String name, int trials, double noise) {
    TestFunction function = TestFunction.named(name).orElseThrow();
    int seeds = 6;
    double[] regrets = new double[seeds];
    double[] random = new double[seeds];
    int wins = 0;
    for (int seed = 0; seed < seeds; seed++) {
      regrets[seed] =
          SearchBench.regret(SearchMethods.named(method), function, seed, trials, noise);
      random[seed] =
          SearchBench.regret(SearchMethods.named("random"), function, seed, trials, noise);
    }
    for (double one : regrets) {
      for (double other : random) {
        wins += one < other ? 1 : 0;
      }
    }
    assertThat(wins).isGreaterThan(seeds * seeds / 2);
    double twoSided = new MannWhitneyUTest().mannWhitneyUTest(regrets, random);
    assertThat(twoSided / 2).isLessThan(0.05);
  }

  private static double at(String name, Map<String, String> values) {
    TestFunction function = TestFunction.named(name).orElseThrow();
    return function.regret().applyAsDouble(Configuration.of(function.tree(), values));
  }

  private static Map<String, String> box(double... x) {
    Map<String, String> values = new TreeMap<>();
    for (int i = 0; i < x.length; i++) {
      values.put("x" + i, Double.toString(x[i]));
    }
    return values;
  }
}
