package org.attune.sweeps.surrogate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Volumes that fronts dominate, and the improvement of them that a point promises. */
class TestHypervolume {

  @Test
  void theVolumeOfAFrontIsThatOfTheUnionOfItsBoxes() {
    double[] reference = {1, 1};

    assertThat(Boxes.dominatedVolume(List.of(), reference)).isZero();
    assertThat(Boxes.dominatedVolume(List.of(new double[] {0.5, 0.5}), reference)).isEqualTo(0.25);
    assertThat(
            Boxes.dominatedVolume(
                List.of(new double[] {0.2, 0.6}, new double[] {0.6, 0.2}), reference))
        .isCloseTo(0.32 + 0.32 - 0.16, within(1e-12));
    assertThat(Boxes.dominatedVolume(List.of(new double[] {2, 0}), reference)).isZero();
    assertThat(
            Boxes.dominatedVolume(
                List.of(new double[] {0, 0.5, 0.5}, new double[] {0.5, 0, 0.5}),
                new double[] {1, 1, 1}))
        .isCloseTo(0.25 + 0.25 - 0.125, within(1e-12));
  }

  @Test
  void theExpectedImprovementIsTheMeanOverDraws() {
    for (int objectives = 2; objectives <= 3; objectives++) {
      Sample sample = new Sample(objectives);
      double[] point = {0.55, 0.3};
      Random random = new Random(1);
      double before = Boxes.dominatedVolume(sample.front, sample.reference);
      double sum = 0;
      int draws = 20_000;
      for (int i = 0; i < draws; i++) {
        double[] drawn = new double[objectives];
        for (int k = 0; k < objectives; k++) {
          GaussianProcess.Belief belief = sample.processes.get(k).at(point);
          drawn[k] = belief.expected() + belief.deviation() * random.nextGaussian();
        }
        List<double[]> more = new ArrayList<>(sample.front);
        more.add(drawn);
        sum += Boxes.dominatedVolume(more, sample.reference) - before;
      }

      double exact = Math.exp(sample.improvement.at(point));
      assertThat(sum / draws).isCloseTo(exact, within(0.03 * exact));
    }
  }

  @Test
  void theImprovementsGradientIsThatOfItsDifferences() {
    for (int objectives = 2; objectives <= 3; objectives++) {
      Sample sample = new Sample(objectives);
      for (double[] point : new double[][] {{0.55, 0.3}, {0.1, 0.9}, {0.95, 0.5}}) {
        double[] gradient = new double[2];
        sample.improvement.at(point, gradient);
        for (int d = 0; d < 2; d++) {
          double[] more = point.clone();
          double[] less = point.clone();
          more[d] += 1e-6;
          less[d] -= 1e-6;
          double difference = (sample.improvement.at(more) - sample.improvement.at(less)) / 2e-6;
          assertThat(gradient[d])
              .isCloseTo(difference, within(1e-4 * Math.max(1, Math.abs(difference))));
        }
      }
    }
  }

  /** Processes fitted to nothing in particular, and a front. */
  private static final class Sample {
    final List<GaussianProcess> processes = new ArrayList<>();
    final List<double[]> front = new ArrayList<>();
    final double[] reference;
    final LogHypervolumeImprovement improvement;

    Sample(int objectives) {
      Random random = new Random(objectives);
      double[][] points = new double[8][];
      List<double[]> observed = new ArrayList<>();
      for (int i = 0; i < points.length; i++) {
        points[i] = new double[] {random.nextDouble(), random.nextDouble()};
        double[] losses = new double[objectives];
        for (int k = 0; k < objectives; k++) {
          losses[k] = random.nextGaussian();
        }
        observed.add(losses);
        front.add(Arrays.stream(losses).map(loss -> 0.3 * loss + 0.5).toArray());
      }
      reference = new double[objectives];
      for (int k = 0; k < objectives; k++) {
        reference[k] = 1.5;
        double[] values = new double[points.length];
        for (int i = 0; i < values.length; i++) {
          values[i] = observed.get(i)[k];
        }
        processes.add(HyperParameters.prior(new boolean[2]).process(points, values));
      }
      improvement = new LogHypervolumeImprovement(processes, front, reference);
    }
  }
}
