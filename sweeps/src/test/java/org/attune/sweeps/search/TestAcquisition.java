package org.attune.sweeps.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.attune.sweeps.SampleCatalog;
import org.attune.sweeps.space.Coordinates;
import org.attune.sweeps.spec.reader.SpecFile;
import org.attune.sweeps.surrogate.Improvement;
import org.junit.jupiter.api.Test;

class TestAcquisition {

  /** Of 6,000 cells one is worth something, and nothing points to it. */
  @Test
  void findsTheBestOfAllCellsOfAFiniteSpace() throws Exception {
    Coordinates coordinates = coordinates(30);
    List<double[]> all = coordinates.points(10_000).orElseThrow();
    double[] needle = all.get(3_217);
    double[] place = coordinates.positions(needle);
    Improvement improvement = (x, gradient) -> Arrays.equals(x, place) ? 1 : 0;

    for (long seed = 0; seed < 5; seed++) {
      assertThat(highest(coordinates, improvement, Set.of(), seed)).isEqualTo(needle);
    }
  }

  @Test
  void passesOverCellsThatAreTaken() throws Exception {
    Coordinates coordinates = coordinates(30);
    Improvement improvement = (x, gradient) -> x[0] + 0.5 * x[1];
    double[] best = highest(coordinates, improvement, Set.of(), 0);
    double[] next =
        highest(coordinates, improvement, Set.of(coordinates.cell(best).canonicalText()), 0);

    assertThat(next).isNotEqualTo(best);
    assertThat(improvement.at(coordinates.positions(next)))
        .isLessThanOrEqualTo(improvement.at(coordinates.positions(best)));
  }

  /** Every cell once, with what does not apply left out. */
  @Test
  void listsEachPointOnce() throws Exception {
    Coordinates coordinates = coordinates(3);
    List<double[]> all = coordinates.points(10_000).orElseThrow();
    Set<String> cells = new HashSet<>();
    all.forEach(point -> cells.add(coordinates.cell(point).canonicalText()));

    assertThat(cells).hasSize(all.size());
    assertThat(coordinates.points(all.size() - 1)).isEmpty();
    assertThat(coordinates.points(all.size())).isPresent();
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 500; i++) {
      assertThat(cells).contains(coordinates.cell(coordinates.sample(random)).canonicalText());
    }
  }

  private static Coordinates coordinates(int steps) throws Exception {
    return new Coordinates(
        SpecFile.read(
                "s.yaml",
                """
                sweep: s
                objective: {metric: loss, goal: minimize}
                axes:
                  train.steps: %s
                  train.batch: %s
                  attention.query: [current, shift, {split: {fraction: [0.25, 0.5]}}]
                """
                    .formatted(numbers(steps), numbers(50)),
                Map.of(),
                SampleCatalog.CATALOG)
            .space(SampleCatalog.TREE));
  }

  private static List<Integer> numbers(int most) {
    return IntStream.rangeClosed(1, most).boxed().toList();
  }

  private static double[] highest(
      Coordinates coordinates, Improvement improvement, Set<String> taken, long seed) {
    History history =
        new History(
            coordinates,
            new ProposedCells(),
            point -> !taken.contains(coordinates.cell(point).canonicalText()),
            point -> false);
    return new Acquisition(history, List.of(), improvement, new SplittableRandom(seed)).highest();
  }
}
