package org.attune.sweeps.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class TestParetoFronts {

  private static final List<double[]> POINTS =
      List.of(
          new double[] {1, 5},
          new double[] {2, 2},
          new double[] {3, 3},
          new double[] {5, 1},
          new double[] {2, 2},
          new double[] {6, 6});

  @Test
  void equalPointsAreAllInTheFront() {
    assertThat(ParetoFronts.first(POINTS)).containsExactly(0, 1, 4, 3);
    assertThat(ParetoFronts.first(List.of())).isEmpty();
  }

  @Test
  void frontsArePeeledUntilThereAreEnoughPoints() {
    assertThat(ParetoFronts.peel(POINTS, 5)).containsExactly(List.of(0, 1, 4, 3), List.of(2));
    assertThat(ParetoFronts.peel(POINTS, 6)).hasSize(3);
  }

  @Test
  void crowdingIsTheGapBetweenNeighboursAndInfiniteAtTheEnds() {
    List<double[]> line =
        List.of(new double[] {0, 4}, new double[] {1, 3}, new double[] {3, 1}, new double[] {4, 0});

    // Of the extent, 4 in each coordinate, the neighbours of the second are 3 apart in each.
    assertThat(ParetoFronts.crowding(line, List.of(0, 1, 2, 3)))
        .containsExactly(Double.POSITIVE_INFINITY, 1.5, 1.5, Double.POSITIVE_INFINITY);
  }

  @Property(tries = 200)
  void aFrontIsWhatNoPointDominatesByPlainComparison(
      @ForAll @Size(max = 24) List<@IntRange(min = 0, max = 5) Integer> numbers) {
    List<double[]> points = new ArrayList<>();
    for (int i = 0; i + 2 < numbers.size(); i += 3) {
      points.add(new double[] {numbers.get(i), numbers.get(i + 1), numbers.get(i + 2)});
    }
    Set<Integer> expected = new HashSet<>();
    for (int i = 0; i < points.size(); i++) {
      double[] point = points.get(i);
      if (points.stream().noneMatch(other -> beats(other, point))) {
        expected.add(i);
      }
    }
    assertThat(new HashSet<>(ParetoFronts.first(points))).isEqualTo(expected);
  }

  private static boolean beats(double[] a, double[] b) {
    return a[0] <= b[0]
        && a[1] <= b[1]
        && a[2] <= b[2]
        && (a[0] < b[0] || a[1] < b[1] || a[2] < b[2]);
  }
}
