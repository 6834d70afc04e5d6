package org.attune.model.primitive;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.attune.model.primitive.ChannelNorm.channelNorm;
import static org.attune.model.primitive.Matmul.matmul;
import static org.attune.model.primitive.MaxPool.maxPool;
import static org.attune.model.primitive.Patches.patches;
import static org.attune.model.primitive.Regroup.regroup;

import java.util.stream.Stream;
import org.attune.model.program.Program;
import org.junit.jupiter.api.Test;

class TestImagePrimitives extends GradientContract {

  @Override
  Stream<Case> cases() {
    return Stream.of(
        of("patches", 2, p -> patches(matrix(p, "x", 2 * 9, 2), 3)),
        of("patches of one pixel", 1, p -> patches(matrix(p, "x", 3, 2), 1)),
        of("patches of two images", 1, p -> patches(matrix(p, "x", 2 * 4, 3), 2)),
        of(
            "a convolution",
            1,
            p -> matmul(patches(matrix(p, "x", 16, 2), 4), matrix(p, "w", 18, 3))),
        of("pooling", 2, p -> maxPool(matrix(p, "x", 2 * 2 * 16, 3), 4)),
        of("pooling of an odd side", 1, p -> maxPool(matrix(p, "x", 2 * 25, 2), 5)),
        of("norm of images", 2, p -> channelNorm(matrix(p, "x", 2 * 3 * 4, 3), 4, 1e-5)),
        of("norm of a set", 2, p -> channelNorm(matrix(p, "x", 2 * 12, 3), 12, 1e-5)),
        of("pixels", 2, p -> regroup(matrix(p, "x", 4, 6), 1)),
        of("features of pixels", 2, p -> regroup(matrix(p, "x", 12, 2), 6)),
        of("pixels of a range", 1, p -> regroup(matrix(p, "x", 4, 9).columns(2, 8), 4)));
  }

  @Override
  Stream<Case> largeCases() {
    return Stream.of(
        of("large patches", 2, p -> patches(matrix(p, "x", 2 * 3 * 49, 20), 7)),
        of("large pooling", 2, p -> maxPool(matrix(p, "x", 2 * 3 * 49, 20), 7)),
        of("norm of a large set", 2, p -> channelNorm(matrix(p, "x", 2 * 600, 20), 600, 1e-5)));
  }

  @Test
  void whatIsNoImageIsRefused() {
    Program p = new Program(1);

    assertThatThrownBy(() -> patches(p.input("x", 10, 2, false), 3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("as images of 3 x 3");
    assertThatThrownBy(() -> maxPool(p.input("y", 4, 2, false), 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("as images of 1 x 1");
  }
}
