package org.attune.model.cpu.linear;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;

/** A span in an array, with marks before and after it. */
final class Span {

  private static final float MARK = 12345;

  final float[] data;
  final int at;
  final int n;

  Span(Random random, int n) {
    this.n = n;
    at = random.nextInt(20);
    data = new float[at + n + 20];
    Arrays.fill(data, MARK);
    for (int i = 0; i < n; i++) {
      data[at + i] = 2 * random.nextFloat() - 1;
    }
  }

  float[] numbers() {
    return Arrays.copyOfRange(data, at, at + n);
  }

  interface Expected {
    double at(int i);
  }

  void is(Expected expected, double allowed) {
    for (int i = 0; i < data.length; i++) {
      if (i < at || i >= at + n) {
        assertThat(data[i]).isEqualTo(MARK);
      } else {
        assertThat((double) data[i]).isCloseTo(expected.at(i - at), within(allowed));
      }
    }
  }
}
