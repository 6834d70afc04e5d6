package org.attune.model.reference;

import static org.attune.model.reference.ReferenceAlgebra.beside;
import static org.attune.model.reference.ReferenceAlgebra.map;
import static org.attune.model.reference.ReferenceAlgebra.meanRow;
import static org.attune.model.reference.ReferenceAlgebra.plus;
import static org.attune.model.reference.ReferenceAlgebra.plusRow;
import static org.attune.model.reference.ReferenceAlgebra.times;

import java.util.Arrays;
import java.util.List;

/** Networks on sets: the multilayer perceptron, the Neural Process, encoder blocks, KVQ modules. */
final class ReferenceSetNetworks {

  private ReferenceSetNetworks() {}

  /** One affine layer: {@code xW + b}, W (in, out). */
  record Affine(double[][] weight, double[] bias) {
    double[][] apply(double[][] x) {
      return plusRow(times(x, weight), bias);
    }
  }

  /** What maps keys (n, k), values (n, v) and queries (m, k) to outputs (m, v). */
  @FunctionalInterface
  interface Operator {
    double[][] apply(double[][] q, double[][] k, double[][] v);
  }

  /** Affine layers with a leaky ReLU between them and nothing after the last; slope 0 is ReLU. */
  static double[][] mlp(double[][] x, List<Affine> layers, double slope) {
    double[][] h = x;
    for (int l = 0; l < layers.size(); l++) {
      h = layers.get(l).apply(h);
      if (l < layers.size() - 1) {
        h = map(h, u -> u > 0 ? u : slope * u);
      }
    }
    return h;
  }

  /** Neural Process: {@code decoder([q_j, mean_i encoder([k_i, v_i])])}. */
  static double[][] neuralProcess(
      double[][] q, double[][] k, double[][] v, List<Affine> encoder, List<Affine> decoder) {
    double[] summary = meanRow(mlp(beside(k, v), encoder, 0));
    double[][] joined = new double[q.length][];
    for (int j = 0; j < q.length; j++) {
      joined[j] = beside(new double[][] {q[j]}, new double[][] {summary})[0];
    }
    return mlp(joined, decoder, 0);
  }

  /** NP-former's operator: every query gets the mean value. */
  static double[][] mean(double[][] q, double[][] k, double[][] v) {
    double[][] out = new double[q.length][];
    Arrays.fill(out, meanRow(v));
    return out;
  }

  /**
   * A set encoder's block: {@code z = x + Op(x)W_o; out = z + MLP(z)}, heads splitting the features
   * of Q = xW_q, K = xW_k, V = xW_v.
   */
  static double[][] block(
      double[][] x,
      double[][] wq,
      double[][] wk,
      double[][] wv,
      double[][] wo,
      int heads,
      Operator operator,
      List<Affine> mlp) {
    double[][] joined = heads(times(x, wq), times(x, wk), times(x, wv), heads, operator);
    double[][] z = plus(x, times(joined, wo));
    return plus(z, mlp(z, mlp, 0));
  }

  /** KVQ module: {@code Op(φ_q(Q), φ_k(K), φ_v(V))}, heads splitting the features. */
  static double[][] module(
      double[][] q,
      double[][] k,
      double[][] v,
      List<Affine> phiQ,
      List<Affine> phiK,
      List<Affine> phiV,
      double slope,
      int heads,
      Operator operator) {
    return heads(mlp(q, phiQ, slope), mlp(k, phiK, slope), mlp(v, phiV, slope), heads, operator);
  }

  /** {@code λ = exp(MLP(mean over the rows of [K; V]))}, a function of the context as a set. */
  static double lambda(double[][] k, double[][] v, List<Affine> mlp) {
    return Math.exp(mlp(new double[][] {meanRow(beside(k, v))}, mlp, 0)[0][0]);
  }

  static double[][] heads(double[][] q, double[][] k, double[][] v, int heads, Operator operator) {
    int wide = k[0].length / heads;
    int deep = v[0].length / heads;
    double[][][] parts = new double[heads][][];
    for (int h = 0; h < heads; h++) {
      parts[h] =
          operator.apply(
              ReferenceAlgebra.columns(q, h * wide, (h + 1) * wide),
              ReferenceAlgebra.columns(k, h * wide, (h + 1) * wide),
              ReferenceAlgebra.columns(v, h * deep, (h + 1) * deep));
    }
    return beside(parts);
  }
}
