package org.attune.model.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.attune.model.reference.ReferenceAlgebra.gaussian;

import java.util.Random;
import org.junit.jupiter.api.Test;

class TestReferenceStreams {

  @Test
  void whatIsWrittenToTheSecondStreamIsNotReadOut() {
    Random random = new Random(12);
    double[][] x = gaussian(4, 8, random);
    double[][] output = gaussian(5, 10, random);
    double[] gain = {1, 1, 1, 1, 1};
    double[][] before = ReferenceStreams.logits(x, 5, gain, 1e-6, output);
    x[2][6] += 100;
    double[][] after = ReferenceStreams.logits(x, 5, gain, 1e-6, output);

    assertThat(after).isDeepEqualTo(before);
    x[2][4] += 100;
    assertThat(ReferenceStreams.logits(x, 5, gain, 1e-6, output)[2][0]).isNotEqualTo(before[2][0]);
  }
}
