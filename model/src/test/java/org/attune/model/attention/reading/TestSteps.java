package org.attune.model.attention.reading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TestSteps {

  @Test
  void headsStartWithStepSizesFromAThousandthToATenth() {
    assertThat(sizes(1)).containsExactly(new double[] {0.01}, within(1e-9));
    assertThat(sizes(2)).containsExactly(new double[] {0.0031623, 0.0316228}, within(1e-7));
    assertThat(sizes(50)).isSorted();
    assertThat(sizes(50)[0]).isBetween(0.001, 0.0011);
    assertThat(sizes(50)[49]).isBetween(0.09, 0.1);
  }

  /** softplus of the first biases. */
  private static double[] sizes(int heads) {
    double[] biases = new double[heads];
    Steps.SPREAD.fill(biases, 1, heads, new SplittableRandom(0));
    return Arrays.stream(biases).map(b -> Math.log1p(Math.exp(b))).toArray();
  }
}
