package org.attune.model.primitive;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.attune.model.program.Argument;
import org.attune.model.program.Arguments;
import org.attune.model.program.Formula;
import org.attune.model.program.KeepsNoInput;
import org.attune.model.program.Program;
import org.attune.model.program.Value;
import org.attune.model.program.Views;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * An MLP's parameters after a few steps of gradient descent on each set's own pairs: {@code θ_b = θ
 * - rate Σ_steps ∇ mean (MLP_θ(x) - y)²}, with ReLU between the layers.
 *
 * <p>The adjoint is first order (Finn et al. 2017). It treats the descent steps as constants, so
 * {@code dθ = Σ_b dθ_b}. It is not the exact derivative of the forward pass.
 *
 * @param weights of the layers, (in, out) each
 * @param biases of the layers, (1, out) each
 * @param x the sets' inputs, (B·n, first in)
 * @param y the sets' targets, (B·n, last out)
 * @param steps of descent
 * @param rate of descent
 */
public record AdaptedParameters(
    List<Value> weights, List<Value> biases, Value x, Value y, int steps, double rate)
    implements KeepsNoInput {

  public AdaptedParameters {
    weights = List.copyOf(weights);
    biases = List.copyOf(biases);
    int last = weights.size() - 1;
    if (weights.get(0).rows() != x.columns()
        || weights.get(last).columns() != y.columns()
        || x.rows() != y.rows()) {
      throw new IllegalArgumentException(
          "Cannot adapt layers from %s to %s to pairs of %s and %s"
              .formatted(weights.get(0), weights.get(last), x, y));
    }
  }

  /** Each row holds all parameters of one set, layer by layer, weights before biases: (B, P). */
  public static Value adaptedParameters(
      List<Value> weights, List<Value> biases, Value x, Value y, int steps, double rate) {
    return Program.of(x).add(new AdaptedParameters(weights, biases, x, y, steps, rate));
  }

  @Override
  public List<Value> inputs() {
    List<Value> all = new ArrayList<>(parameters());
    all.add(x);
    all.add(y);
    return all;
  }

  private List<Value> parameters() {
    List<Value> all = new ArrayList<>();
    for (int l = 0; l < weights.size(); l++) {
      all.add(weights.get(l));
      all.add(biases.get(l));
    }
    return all;
  }

  @Override
  public int[] shape() {
    int size = parameters().stream().mapToInt(v -> v.rows() * v.columns()).sum();
    return new int[] {x.batch(), size};
  }

  @Override
  public boolean passesBack(int argument) {
    return argument < 2 * weights.size();
  }

  @Override
  public Formula formula(Arguments at) {
    Argument adapted = at.out();
    int count = 2 * weights.size();
    Argument x = at.in(count);
    Argument y = at.in(count + 1);
    List<Argument> parameters = IntStream.range(0, count).mapToObj(at::in).toList();
    int batch = x.batch();
    return Formula.of(
        pass -> {
          double[][] inputs = x.array().castTo(DataType.DOUBLE).toDoubleMatrix();
          double[][] targets = y.array().castTo(DataType.DOUBLE).toDoubleMatrix();
          double[][] all = new double[batch][];
          int n = x.length();
          double[] start = flat(parameters);
          for (int b = 0; b < batch; b++) {
            all[b] =
                adapt(
                    start,
                    Arrays.copyOfRange(inputs, b * n, (b + 1) * n),
                    Arrays.copyOfRange(targets, b * n, (b + 1) * n));
          }
          adapted.array().assign(Nd4j.createFromArray(all).castTo(adapted.array().dataType()));
        },
        () -> {
          INDArray sum = adapted.gradient().dup('c').sum(true, 0); // (1, P)
          int from = 0;
          for (Argument parameter : parameters) {
            int size = parameter.rows() * parameter.columns();
            parameter.addGradient(Views.matrix(sum, from, parameter.rows(), parameter.columns()));
            from += size;
          }
        });
  }

  private double[] flat(List<Argument> parameters) {
    double[] theta = new double[shape()[1]];
    int from = 0;
    for (Argument parameter : parameters) {
      double[] values = parameter.array().dup('c').data().asDouble();
      System.arraycopy(values, 0, theta, from, values.length);
      from += values.length;
    }
    return theta;
  }

  /**
   * Takes all descent steps on one set's pairs.
   *
   * @param start the initial parameters, layer by layer, weights before biases
   * @return the adapted parameters
   */
  public double[] adapt(double[] start, double[][] inputs, double[][] targets) {
    double[] theta = start.clone();
    for (int step = 0; step < steps; step++) {
      descend(theta, inputs, targets);
    }
    return theta;
  }

  /** Takes one step of descent on the mean squared error. */
  private void descend(double[] theta, double[][] inputs, double[][] targets) {
    int layers = weights.size();
    int n = inputs.length;
    double[] gradient = new double[theta.length];
    for (int i = 0; i < n; i++) {
      double[][] activations = new double[layers + 1][];
      activations[0] = inputs[i];
      int at = 0;
      for (int l = 0; l < layers; l++) {
        int outputs = weights.get(l).columns();
        activations[l + 1] = layer(theta, at, activations[l], outputs, l < layers - 1);
        at += layerSize(l);
      }
      double[] delta = activations[layers].clone();
      for (int o = 0; o < delta.length; o++) {
        delta[o] = 2 * (delta[o] - targets[i][o]) / (n * delta.length);
      }
      for (int l = layers - 1; l >= 0; l--) {
        at -= layerSize(l);
        delta = back(theta, at, activations[l], delta, gradient, l > 0);
      }
    }
    for (int i = 0; i < theta.length; i++) {
      theta[i] -= rate * gradient[i];
    }
  }

  private int layerSize(int l) {
    return (weights.get(l).rows() + 1) * weights.get(l).columns();
  }

  private static double[] layer(double[] theta, int at, double[] input, int outputs, boolean relu) {
    double[] z = new double[outputs];
    System.arraycopy(theta, at + input.length * outputs, z, 0, outputs);
    for (int r = 0; r < input.length; r++) {
      for (int o = 0; o < outputs; o++) {
        z[o] += input[r] * theta[at + r * outputs + o];
      }
    }
    for (int o = 0; relu && o < outputs; o++) {
      z[o] = Math.max(0, z[o]);
    }
    return z;
  }

  /** Adds to a layer's gradient and returns its input's gradient, through the preceding ReLU. */
  private static double[] back(
      double[] theta, int at, double[] input, double[] delta, double[] gradient, boolean relu) {
    int outputs = delta.length;
    double[] before = new double[input.length];
    for (int r = 0; r < input.length; r++) {
      for (int o = 0; o < outputs; o++) {
        gradient[at + r * outputs + o] += input[r] * delta[o];
        before[r] += theta[at + r * outputs + o] * delta[o];
      }
      before[r] = relu && input[r] <= 0 ? 0 : before[r];
    }
    for (int o = 0; o < outputs; o++) {
      gradient[at + input.length * outputs + o] += delta[o];
    }
    return before;
  }
}
