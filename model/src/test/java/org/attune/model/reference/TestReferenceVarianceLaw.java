package org.attune.model.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TestReferenceVarianceLaw {

  @ParameterizedTest
  @CsvSource({"24,8", "32,4", "12,2", "8,24", "4,32", "1,12"})
  void sampledVarianceFollowsTheLaw(int n, int k) {
    double law = ReferenceVarianceLaw.variance(n, k);
    double sampled = ReferenceVarianceLaw.sampled(n, k, 3000, new Random(9));
    // 3,000 draws of a heavy-tailed sum: 10 % is above four standard errors at these sizes.
    assertThat(sampled / law).isCloseTo(1, within(0.1));
  }
}
