package org.attune.model.program;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * An array that a description asks for: trainable, or state that moves while training.
 *
 * @param name unique in its program
 * @param rows its rows; 1 for a vector
 * @param blocks its columns from left to right, each with a name and an initialisation of its own
 * @param movement how state moves; empty for what is trained. State is kept and averaged with the
 *     parameters, but it is none: it has no gradient, does not decay and does not count
 */
public record ParameterSpec(
    String name, int rows, List<Block> blocks, Optional<Movement> movement) {

  /** A range of columns that is initialised by itself. */
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

  /** Whether it is one row: a gain, a bias, a scale. */
  public boolean isVector() {
    return rows == 1;
  }

  /** How many numbers of some arrays are trained. */
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
   * The initial values, row by row. They depend on the seed and on each block's name alone, so that
   * two architectures that differ in one part start from the same values everywhere else.
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
