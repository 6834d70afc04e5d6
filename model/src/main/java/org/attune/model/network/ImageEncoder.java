package org.attune.model.network;

import static org.attune.model.primitive.Add.add;
import static org.attune.model.primitive.Apply.apply;
import static org.attune.model.primitive.ChannelNorm.channelNorm;
import static org.attune.model.primitive.Matmul.matmul;
import static org.attune.model.primitive.MaxPool.maxPool;
import static org.attune.model.primitive.Multiply.multiply;
import static org.attune.model.primitive.Patches.patches;
import static org.attune.model.primitive.Regroup.regroup;

import java.util.List;
import java.util.Optional;
import org.attune.api.catalog.Choice;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.primitive.Patches;
import org.attune.model.primitive.Pointwise;
import org.attune.model.program.Init;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/**
 * Encodes images as features, by blocks of a 3 x 3 convolution, a norm, ReLU and 2 x 2 max pooling.
 * Four blocks of 64 filters make the encoder of matching networks (Vinyals et al. 2016, arXiv
 * 1606.04080, 4.1), which Garnelo and Czarnecki 2023 train under their heads.
 *
 * @param filters filters per block
 * @param blocks number of blocks; each halves the image
 * @param bySet whether a channel is normed over all images of a set, like batch norm with a set as
 *     the batch; if not, over each image alone
 */
record ImageEncoder(int filters, int blocks, boolean bySet) {

  enum Norm {
    SET,
    IMAGE
  }

  static final Parameter FILTERS =
      Parameter.integer(
          "model.kind.embedding.filters", "filters", 1, 4096, 64, "filters of each block");
  static final Parameter BLOCKS =
      Parameter.integer(
          "model.kind.embedding.blocks",
          "conv_blocks",
          1,
          8,
          4,
          "blocks, each of which halves the image");
  static final Choice<Norm> NORM =
      Choice.of(
          Norm.class,
          "model.kind.embedding.norm",
          "conv_norm",
          "what a channel's numbers are normed over",
          List.of(
              Option.of(Norm.SET, "all images of a set, also where it is evaluated", ""),
              Option.of(Norm.IMAGE, "each image alone", "Ulyanov et al. 2016")));

  static final Option OPTION =
      Option.of(
          "convolutional",
          "convolutions of square images for keys and queries (conv-4); values as they are",
          "Vinyals et al. 2016",
          FILTERS,
          BLOCKS,
          NORM.parameter());

  private static final double EPSILON = 1e-5;

  static ImageEncoder of(Configuration settings) {
    return new ImageEncoder(
        settings.integer(FILTERS), settings.integer(BLOCKS), settings.choice(NORM) == Norm.SET);
  }

  /**
   * Returns why rows are not images or are too small; empty if they are suitable.
   *
   * @param pixels number of columns of a row
   */
  Optional<String> refusal(int pixels) {
    int side = side(pixels);
    if (side * side != pixels) {
      return Optional.of(
          "Invalid model.kind.embedding: convolutional is for square images, and this task's rows"
              + " have %d numbers".formatted(pixels));
    }
    if (side >> blocks < 1) {
      return Optional.of(
          "Invalid %s: an image of %d x %d can be halved %d times, not %d"
              .formatted(
                  BLOCKS.key(), side, side, 31 - Integer.numberOfLeadingZeros(side), blocks));
    }
    return Optional.empty();
  }

  /** Returns the number of features for an image of {@code pixels} pixels. */
  int columns(int pixels) {
    int side = side(pixels) >> blocks;
    return side * side * filters;
  }

  private static int side(int pixels) {
    return (int) Math.round(Math.sqrt(pixels));
  }

  /** Maps (B·T, side²) to (B·T, features). */
  Value of(Value images) {
    int side = side(images.columns());
    int count = images.length(); // images of a set
    Value x = regroup(images, 1); // (B·T·side², 1)
    for (int block = 0; block < blocks; block++) {
      x = block(x, "conv" + block, side, count); // (B·T·(side/2)², filters)
      side /= 2;
    }
    return regroup(x, side * side * filters);
  }

  private Value block(Value x, String name, int side, int count) {
    Program p = Program.of(x);
    int reach = Patches.PIXELS * x.columns();
    Init init = Init.uniform(1 / Math.sqrt(reach));
    Value h = matmul(patches(x, side), p.parameter(name + "-weight", init, reach, filters));
    // No bias: the norm would remove it.
    Value normed = channelNorm(h, (bySet ? count : 1) * side * side, EPSILON);
    Value gained = multiply(normed, p.parameter(name + "-gain", Init.constant(1), 1, filters));
    Value shifted = add(gained, p.parameter(name + "-shift", Init.constant(0), 1, filters));
    return maxPool(apply(Pointwise.RELU, shifted), side);
  }
}
