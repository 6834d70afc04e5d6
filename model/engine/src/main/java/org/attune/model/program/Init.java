package org.attune.model.program;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/** A parameter's initialisation. */
@FunctionalInterface
public interface Init {

  /**
   * Fills a matrix of {@code rows x columns}, row by row.
   *
   * @param random the numbers to draw from
   */
  void fill(double[] values, int rows, int columns, RandomGenerator random);

  /** One number everywhere. */
  static Init constant(double value) {
    return (values, rows, columns, random) -> java.util.Arrays.fill(values, value);
  }

  /** Uniform in (-bound, bound). */
  static Init uniform(double bound) {
    return (values, rows, columns, random) ->
        Arrays.setAll(values, i -> bound * (2 * random.nextDouble() - 1));
  }

  /** Uniform in ±1/sqrt(rows), the default for ordinary weights. */
  Init UNIFORM =
      (values, rows, columns, random) ->
          uniform(1 / Math.sqrt(rows)).fill(values, rows, columns, random);

  /**
   * A placeholder for the network's initialisation of ordinary weights: {@link Program#ordinary}.
   */
  Init ORDINARY = (values, rows, columns, random) -> UNIFORM.fill(values, rows, columns, random);

  /**
   * The initialisation of an ordinary linear map of {@code rows} inputs. Its spread is proportional
   * to 1/sqrt(rows); the network decides its shape.
   */
  static Init fanIn() {
    return ORDINARY;
  }

  /** Gaussian with mean 0. */
  static Init normal(double deviation) {
    return (values, rows, columns, random) ->
        Arrays.setAll(values, i -> deviation * random.nextGaussian());
  }

  /** Gaussian with mean 0, redrawn beyond {@code cut} deviations. */
  static Init truncatedNormal(double deviation, double cut) {
    return (values, rows, columns, random) -> {
      for (int i = 0; i < values.length; i++) {
        double z = random.nextGaussian();
        while (Math.abs(z) > cut) {
          z = random.nextGaussian();
        }
        values[i] = deviation * z;
      }
    };
  }

  /** Gaussian with deviation 1/sqrt(rows). */
  static Init scaledNormal() {
    return (values, rows, columns, random) ->
        normal(1 / Math.sqrt(rows)).fill(values, rows, columns, random);
  }

  /** Gaussian with deviation 1/sqrt(rows), cut at three deviations. */
  static Init scaledTruncatedNormal() {
    return (values, rows, columns, random) ->
        truncatedNormal(1 / Math.sqrt(rows), 3).fill(values, rows, columns, random);
  }

  /**
   * Orthogonal rows of a given length, uniform over directions. With more rows than columns, the
   * columns are orthogonal and of equal length instead. The rows' mean squared length is then the
   * square of the given length.
   */
  static Init orthogonal(double length) {
    return (values, rows, columns, random) -> {
      boolean wide = rows <= columns;
      int count = Math.min(rows, columns);
      int size = Math.max(rows, columns);
      double[][] vectors = new double[count][size];
      for (int i = 0; i < count; i++) {
        double norm = 0;
        while (norm < 1e-6 * Math.sqrt(size)) { // nearly parallel to the earlier vectors
          for (int c = 0; c < size; c++) {
            vectors[i][c] = random.nextGaussian();
          }
          Orthogonal.takeOff(vectors, i);
          Orthogonal.takeOff(vectors, i); // removes the rounding left by the first call
          norm = Math.sqrt(Orthogonal.dot(vectors[i], vectors[i]));
        }
        for (int c = 0; c < size; c++) {
          vectors[i][c] /= norm;
        }
      }
      double scale = wide ? length : length * Math.sqrt((double) rows / columns);
      for (int r = 0; r < rows; r++) {
        for (int c = 0; c < columns; c++) {
          values[r * columns + c] = scale * (wide ? vectors[r][c] : vectors[c][r]);
        }
      }
    };
  }

  /**
   * Plus or minus one number, with orthogonal rows. They come from a Hadamard matrix with shuffled
   * rows and columns and random column signs.
   *
   * @throws IllegalArgumentException when filled, unless the number of columns is a power of two
   *     and at least the number of rows
   */
  static Init orthogonalSigns(double size) {
    return (values, rows, columns, random) -> {
      if (Integer.bitCount(columns) != 1 || rows > columns) {
        throw new IllegalArgumentException(
            "Cannot find %d orthogonal rows of %d signs: columns must be a power of two, and rows no more"
                .formatted(rows, columns));
      }
      int[] row = Orthogonal.shuffled(columns, random);
      int[] column = Orthogonal.shuffled(columns, random);
      double[] sign =
          random.ints(columns, 0, 2).mapToDouble(bit -> bit == 0 ? size : -size).toArray();
      for (int r = 0; r < rows; r++) {
        for (int c = 0; c < columns; c++) {
          boolean odd = Integer.bitCount(row[r] & column[c]) % 2 == 1;
          values[r * columns + c] = odd ? -sign[c] : sign[c];
        }
      }
    };
  }

  /** The values of a named matrix: a function of its name and the seed. */
  default double[] values(int rows, int columns, String name, long seed) {
    double[] values = new double[Math.multiplyExact(rows, columns)];
    long mixed = (seed * 0x9E3779B97F4A7C15L) ^ (name.hashCode() * 0xD1B54A32D192ED03L);
    fill(values, rows, columns, RandomGeneratorFactory.of("L64X128MixRandom").create(mixed));
    return values;
  }
}
