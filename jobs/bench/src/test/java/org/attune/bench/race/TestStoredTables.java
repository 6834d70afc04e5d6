package org.attune.bench.race;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.attune.api.catalog.Configuration;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.sweeps.claim.ClaimVerdict;
import org.attune.sweeps.claim.Comparison;
import org.attune.sweeps.claim.Outcomes;
import org.attune.sweeps.spec.reader.SpecFile;
import org.attune.sweeps.statistics.Looks;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables of which ten seeds of every cell were trained once, judged with seeds until decided. */
class TestStoredTables {

  private static final int SEEDS = 10;

  @ParameterizedTest
  @ValueSource(strings = {"kvq-fewshot", "kvq-scaling", "kvq-operators"})
  void seedsUntilDecidedComeToTheVerdictsOfTenWithFarFewer(String key) throws Exception {
    Comparison comparison = comparison(key);
    Stored stored = stored(key, comparison);

    SeedRace race =
        SeedRace.of(
            comparison.claims(),
            comparison.cells().values(),
            Looks.between(3, SEEDS),
            SEEDS,
            stored);

    assertThat(race.fixed()).isEqualTo(SEEDS * comparison.cells().size());
    assertThat(race.plainDecidesAll()).isTrue();
    for (int i = 0; i < race.plain().size(); i++) {
      // An effect that few seeds show to be smaller than the paper's may turn out to be none.
      boolean refined =
          race.decided().get(i) == ClaimVerdict.SMALLER
              && race.plain().get(i) == ClaimVerdict.NO_DIFFERENCE;
      assertThat(refined || race.decided().get(i) == race.plain().get(i))
          .as("%s: %s, %s", comparison.claims().get(i).says(), race.decided(), race.plain())
          .isTrue();
    }
    assertThat((double) race.spent() / race.fixed()).isLessThan(0.6);
  }

  /** The table's file as it was when these seeds were run, before its arms were tuned. */
  private static Comparison comparison(String key) throws Exception {
    try (var file = TestStoredTables.class.getResourceAsStream("/stored-tables/" + key + ".yaml")) {
      String text = new String(file.readAllBytes(), StandardCharsets.UTF_8);
      return SpecFile.read(key + ".yaml", text, Map.of("scale", "small"), new TrialCatalog())
          .comparison();
    }
  }

  private static Stored stored(String key, Comparison comparison) throws IOException {
    try (var file = TestStoredTables.class.getResourceAsStream("/seeds-of-tables.tsv")) {
      List<String[]> lines =
          new String(file.readAllBytes(), StandardCharsets.UTF_8)
              .lines()
              .map(line -> line.split("\t"))
              .filter(line -> line[0].equals(key))
              .toList();
      Function<String[], Value> value = line -> new Value(comparison.cells().get(line[1]), line[2]);
      return new Stored(
          lines.stream()
              .collect(
                  Collectors.toMap(
                      value,
                      line ->
                          Arrays.stream(line, 3, line.length)
                              .mapToDouble(Double::parseDouble)
                              .toArray())));
    }
  }

  private record Value(Configuration cell, String metric) {}

  private record Stored(Map<Value, double[]> seeds) implements Outcomes {

    @Override
    public int ended(Configuration cell) {
      return SEEDS;
    }

    @Override
    public OptionalDouble value(Configuration cell, int replicate, String metric) {
      return OptionalDouble.of(seeds.get(new Value(cell, metric))[replicate]);
    }
  }
}
