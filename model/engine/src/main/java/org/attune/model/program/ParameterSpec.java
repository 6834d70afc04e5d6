package org.attune.model.program;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * An array that a program declares: a trainable parameter, or state that moves during training.
 *
 * @param name unique in its program
 * @param rows its rows; 1 for a vector
 * @param blocks its columns from left to right, each with a name and its own initialisation
 * @param movement how state moves; empty for trainable arrays. State is kept and averaged with the
 *     parameters. It has no gradient, does not decay and does not count as a parameter.
 */
public record ParameterSpec(
    String name, int rows, List<Block> blocks, Optional<Movement> movement) {

  /** A range of columns with its own initialisation. */
  public record Block(String name, int columns, Init init) {}

  public ParameterSpec {
    blocks = List.copyOf(blocks);
  }

  /** A trainable array. */
  public ParameterSpec(String name, int rows, List<Block> blocks) {
    this(name, rows, blocks, Optional.empty());
  }

  /** Whether gradients change it, rather than a movement. */
  public boolean isTrainable() {
    return movement.isEmpty();
  }

  /** Whether it has one row: a gain, a bias, a scale. */
  public boolean isVector() {
    return rows == 1;
  }

  /** The number of trained elements of some arrays. */
  public static long trainable(Collection<ParameterSpec> specs) {
    return specs.stream().filter(ParameterSpec::isTrainable).mapToLong(ParameterSpec::size).sum();
  }

  public int columns() {
    return blocks.stream().mapToInt(Block::columns).sum();
  }

  public long size() {
    return (long) rows * columns();
  }

  /**
   * The initial values, row by row. They depend only on the seed and each block's name. Two
   * architectures that differ in one part therefore start from equal values everywhere else.
   *
   * @param scope distinguishes equal names in different layers
   */
  public double[] initialValues(String scope, long seed) {
    double[] all = new double[Math.toIntExact(size())];
    int columns = columns();
    int first = 0;
    for (Block block : blocks) {
      double[] values =
          block.init().values(rows, block.columns(), scope + "/" + block.name(), seed);
      for (int r = 0; r < rows; r++) {
        System.arraycopy(values, r * block.columns(), all, r * columns + first, block.columns());
      }
      first += block.columns();
    }
    return all;
  }

  ParameterSpec with(Block block) {
    List<Block> more = new ArrayList<>(blocks);
    more.add(block);
    return new ParameterSpec(name, rows, more, movement);
  }
}
