package org.attune.model.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TestBlockLoops {

  private static final int COUNT = 5901;

  /**
   * A formula may take a sigmoid's logarithm, of which a small sigmoid's relative error is a part.
   */
  @Test
  void smallSigmoidsAreRightBesideTheirSize() {
    float[] x = new float[COUNT];
    float[] y = new float[COUNT];
    for (int i = 0; i < COUNT; i++) {
      x[i] = -29.5f + i * 0.01f;
    }

    BlockLoops.sigmoid(x, y, COUNT);

    for (int i = 0; i < COUNT; i++) {
      double expected = 1 / (1 + Math.exp(-x[i]));
      assertThat(y[i] / expected - 1).as("sigmoid(%s)", x[i]).isBetween(-1e-5, 1e-5);
    }
  }
}
