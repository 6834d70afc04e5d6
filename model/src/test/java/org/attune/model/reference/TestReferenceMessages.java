package org.attune.model.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.attune.model.reference.ReferenceAlgebra.distance;
import static org.attune.model.reference.ReferenceAlgebra.gaussian;
import static org.attune.model.reference.ReferenceAlgebra.identity;
import static org.attune.model.reference.ReferenceAlgebra.times;
import static org.attune.model.reference.ReferenceAlgebra.transpose;

import java.util.Random;
import org.junit.jupiter.api.Test;

class TestReferenceMessages {

  private final Random random = new Random(9);
  private final double[][] x = gaussian(6, 8, random);
  private final double[][] wq = gaussian(8, 4, random);
  private final double[][] wk = gaussian(8, 4, random);
  private final double[][] wv = gaussian(8, 4, random);
  private final double[][] wo = gaussian(4, 8, random);

  @Test
  void compressedToTheFullWidthIsPlainAttention() {
    double[][] c = ReferenceMessages.compressed(x, identity(8));
    double[][] pattern = times(wq, transpose(wk));
    double[][] scores = ReferenceMessages.scores(x, pattern, c, 4);
    double[][] plain = ReferenceScores.dot(times(x, wq), times(x, wk));
    double[][] a = ReferenceScores.softmax(plain);

    assertThat(distance(scores, plain)).isLessThan(1e-12);
    assertThat(distance(ReferenceMessages.messages(a, c, times(wv, wo)), times(a, x, wv, wo)))
        .isLessThan(1e-12);
  }

  @Test
  void keysThroughAnInvertibleNarrowCodeAreKeysOfTheProduct() {
    double[][] down = gaussian(8, 5, random);
    double[][] up = gaussian(5, 4, random);
    double[][] c = ReferenceMessages.compressed(x, down);

    double[][] mla = ReferenceScores.dot(times(x, wq), times(c, up));

    assertThat(distance(mla, ReferenceMessages.scores(x, times(wq, transpose(up)), c, 4)))
        .isLessThan(1e-12);
  }
}
