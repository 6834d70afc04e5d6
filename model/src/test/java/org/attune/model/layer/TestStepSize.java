package org.attune.model.layer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.attune.model.layer.StepSize.Shape;
import org.junit.jupiter.api.Test;

class TestStepSize {

  @Test
  void stepsFallByTheFactorAfterSoManySteps() {
    StepSize size = new StepSize(0.1, 0, Shape.STEP, 50_000, 0.8, 10_000);

    assertThat(size.valueAt(0, 0)).isEqualTo(0.1);
    assertThat(size.valueAt(9_999, 0)).isEqualTo(0.1);
    assertThat(size.valueAt(10_000, 0)).isCloseTo(0.08, within(1e-15));
    assertThat(size.valueAt(39_999, 0)).isCloseTo(0.1 * 0.512, within(1e-15));
  }

  @Test
  void anExponentialFallsSmoothlyThroughTheSamePoints() {
    StepSize size = new StepSize(0.1, 100, Shape.EXPONENTIAL, 50_000, 0.25, 1_000);

    assertThat(size.valueAt(100, 0)).isEqualTo(0.1);
    assertThat(size.valueAt(600, 0)).isCloseTo(0.05, within(1e-15));
    assertThat(size.valueAt(1_100, 0)).isCloseTo(0.025, within(1e-15));
    assertThat(size.valueAt(49, 0)).isCloseTo(0.1 * 50 / 101, within(1e-15)); // warming up
  }

  @Test
  void aStableOneFallsAtTheEnd() {
    StepSize size = new StepSize(0.1, 10, Shape.STABLE_DECAY, 110, 0.2, 1);

    assertThat(size.valueAt(4, 0)).isCloseTo(0.1 * 5 / 11, within(1e-15)); // warming up
    assertThat(size.valueAt(10, 0)).isEqualTo(0.1);
    assertThat(size.valueAt(90, 0)).isCloseTo(0.1, within(1e-15));
    assertThat(size.valueAt(100, 0)).isCloseTo(0.05, within(1e-15));
    assertThat(size.valueAt(110, 0)).isCloseTo(0, within(1e-15));
  }

  @Test
  void linesAndCosinesEndAtZero() {
    for (Shape shape : new Shape[] {Shape.LINEAR, Shape.COSINE}) {
      StepSize size = new StepSize(0.1, 10, shape, 110, 1, 1);

      assertThat(size.valueAt(10, 0)).isEqualTo(0.1);
      assertThat(size.valueAt(60, 0)).isCloseTo(0.05, within(1e-15));
      assertThat(size.valueAt(110, 0)).isCloseTo(0, within(1e-15));
    }
  }
}
