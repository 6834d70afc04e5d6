package org.attune.model.reference;

import static org.attune.model.reference.ReferenceAlgebra.beside;
import static org.attune.model.reference.ReferenceAlgebra.times;

import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * The words in which a whole layer's formula is said, on one sequence: its normalised input, its
 * parameters by name, and the plain decoder's queries, keys and values (science 1.1).
 *
 * @param x {@code (T, d)}
 * @param heads H
 * @param parameter a parameter's values by its name
 */
record ReferenceLayer(double[][] x, int heads, Function<String, double[][]> parameter) {

  /** One head's scores to its weights. */
  interface Weighing extends UnaryOperator<double[][]> {}

  double[][] matrix(String name) {
    return parameter.apply(name);
  }

  double[] vector(String name) {
    return parameter.apply(name)[0];
  }

  double number(String name) {
    return parameter.apply(name)[0][0];
  }

  /** {@code x W}, head by head. */
  double[][][] projected(String name) {
    return ReferenceSources.heads(times(x, matrix(name)), heads);
  }

  /** RMS norm with the shared gain, then RoPE: what is compared. */
  double[][][] placed(double[][][] raw, String gain) {
    return placed(raw, gain, 1e-6);
  }

  double[][][] placed(double[][][] raw, String gain, double epsilon) {
    return placed(raw, gain, epsilon, 10000);
  }

  double[][][] placed(double[][][] raw, String gain, double epsilon, double base) {
    return each(
        raw, h -> ReferencePositions.rotary(ReferenceNorms.rms(h, vector(gain), epsilon), base));
  }

  /** {@code x W} with the norm's shared gain, head by head, where positions turn nothing. */
  double[][][] unturned(String name, String gain) {
    return each(projected(name), h -> ReferenceNorms.rms(h, vector(gain), 1e-6));
  }

  double[][][] query() {
    return placed(projected("query"), "query-gain");
  }

  double[][][] key() {
    return placed(projected("key"), "key-gain");
  }

  double[][][] value() {
    return projected("value");
  }

  static double[][][] each(double[][][] heads, UnaryOperator<double[][]> f) {
    double[][][] all = new double[heads.length][][];
    for (int h = 0; h < heads.length; h++) {
      all[h] = f.apply(heads[h]);
    }
    return all;
  }

  /** Two values per head, combined. */
  static double[][][] each(
      double[][][] a, double[][][] b, java.util.function.BinaryOperator<double[][]> f) {
    double[][][] all = new double[a.length][][];
    for (int h = 0; h < a.length; h++) {
      all[h] = f.apply(a[h], b[h]);
    }
    return all;
  }

  double[][][] scores() {
    return each(query(), key(), ReferenceScores::dot);
  }

  /** What heads read, {@code (T, d)}. */
  static double[][] read(double[][][] weights, double[][][] values) {
    return joined(each(weights, values, (a, v) -> times(a, v)));
  }

  static double[][] joined(double[][][] heads) {
    return beside(heads);
  }

  /** Plain attention: {@code softmax(s) v}. */
  double[][] plain() {
    return read(each(scores(), ReferenceScores::softmax), value());
  }

  /** The same by other queries, {@code (T, d)} as projected. */
  double[][] byQuery(double[][] projected) {
    double[][][] q = placed(ReferenceSources.heads(projected, heads), "query-gain");
    return read(each(each(q, key(), ReferenceScores::dot), ReferenceScores::softmax), value());
  }

  /** Plain attention by other keys, {@code (T, d)} as projected. */
  double[][] byKey(double[][] projected) {
    double[][][] k = placed(ReferenceSources.heads(projected, heads), "key-gain");
    return read(each(each(query(), k, ReferenceScores::dot), ReferenceScores::softmax), value());
  }

  /** Plain attention with other weights. */
  double[][] weighing(Weighing weights) {
    return read(each(scores(), weights), value());
  }
}
