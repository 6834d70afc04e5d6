package org.attune.model.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.attune.model.reference.ReferenceAlgebra.columns;
import static org.attune.model.reference.ReferenceAlgebra.distance;
import static org.attune.model.reference.ReferenceAlgebra.gaussian;
import static org.attune.model.reference.ReferenceAlgebra.rows;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.attune.api.catalog.Configuration;
import org.attune.model.engine.Backends;
import org.attune.model.engine.ParameterArrays;
import org.attune.model.engine.Standalone;
import org.attune.model.network.Network;
import org.attune.model.network.Networks;
import org.attune.model.network.Signature;
import org.attune.model.program.ParameterSpec;
import org.attune.model.program.Pass;
import org.attune.model.program.Program;
import org.attune.model.program.Value;
import org.attune.model.reference.ReferenceSetNetworks.Affine;
import org.junit.jupiter.api.Test;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** First-order MAML against descent by finite differences: five rows given, two asked. */
class TestMamlAgreement {

  private static final int GIVEN = 5;
  private static final double RATE = 0.05;

  /**
   * Between the kinks of its ReLUs an MLP is linear in each of its parameters, and the squared
   * error a parabola: central differences have no error but rounding, however far they reach.
   */
  private static final double REACH = 1e-4;

  private static final Signature SIGNATURE = Signature.set(GIVEN, 2, 3, 1);
  private static final Configuration SETTINGS =
      new Configuration(
          Map.of(
              "model.kind", "maml-first-order",
              "model.kind.inner-steps", "2",
              "model.kind.inner-rate", Double.toString(RATE),
              "model.layers", "3",
              "model.width", "4"));

  private final double[][] features = gaussian(7, 5, new Random(15));
  private final double[][] asked = columns(features, 0, 3);
  private final double[][] keys = rows(asked, 0, GIVEN);
  private final double[][] values = rows(columns(features, 3, 4), 0, GIVEN);

  @Test
  void predictsWithWhatDescentOnThePairsLeadsTo() {
    Computed computed = new Computed();
    feed(computed);
    double[][] actual =
        computed.output(1, Network.PREDICTION, p -> Networks.of(SETTINGS, SIGNATURE).describe(p));
    List<double[][]> theta = new ArrayList<>();
    for (int l = 0; l < 3; l++) {
      theta.add(computed.matrix("weight" + l));
      theta.add(computed.matrix("bias" + l));
    }
    double[][] untouched = ReferenceSetNetworks.mlp(asked, layers(theta), 0);
    List<double[][]> adapted = adapted(theta);
    double[][] expected = ReferenceSetNetworks.mlp(asked, layers(adapted), 0);
    double scale = Math.max(1, ReferenceAlgebra.largest(expected));
    assertThat(distance(actual, expected) / scale).isLessThan(1e-10);
    assertThat(distance(actual, untouched)).isGreaterThan(1e-3);
  }

  @Test
  void outerGradientIsThatOfTheLossAtTheAdaptedParameters() {
    Gradients gradients = new Gradients();
    Program p = new Program(1);
    Value loss = Networks.of(SETTINGS, SIGNATURE).describe(p);
    try (Standalone execution =
        Standalone.of(p, Backends.reference(), DataType.DOUBLE, gradients)) {
      execution.feed(Network.FEATURES, Nd4j.createFromArray(features));
      execution.feed(Network.LABELS, Nd4j.ones(DataType.DOUBLE, 7, 1));
      execution.feed(Network.WEIGHTS, Nd4j.createFromArray(0.0, 0, 0, 0, 0, .5, .5));
      execution.forward(Pass.evaluation());
      execution.backward(loss, Nd4j.ones(DataType.DOUBLE, 1, 1), false);
    }
    List<double[][]> adapted = adapted(gradients.matrices());
    for (int i = 0; i < adapted.size(); i++) {
      INDArray actual = List.copyOf(gradients.gradients.values()).get(i);
      for (int r = 0; r < adapted.get(i).length; r++) {
        for (int c = 0; c < adapted.get(i)[0].length; c++) {
          adapted.get(i)[r][c] += REACH;
          double above = outerLoss(adapted);
          adapted.get(i)[r][c] -= 2 * REACH;
          double below = outerLoss(adapted);
          adapted.get(i)[r][c] += REACH;
          double expected = (above - below) / (2 * REACH);
          assertThat(actual.getDouble(r, c))
              .isCloseTo(expected, within(1e-9 * Math.max(1, Math.abs(expected))));
        }
      }
    }
  }

  private double outerLoss(List<double[][]> theta) {
    double[][] answer = ReferenceSetNetworks.mlp(rows(asked, GIVEN, 7), layers(theta), 0);
    return 0.5 * Math.pow(answer[0][0] - 1, 2) + 0.5 * Math.pow(answer[1][0] - 1, 2);
  }

  /** Two steps of descent whose gradient is taken by finite differences. */
  private List<double[][]> adapted(List<double[][]> start) {
    List<double[][]> theta =
        new ArrayList<>(start.stream().map(m -> ReferenceAlgebra.map(m, x -> x)).toList());
    for (int step = 0; step < 2; step++) {
      List<double[][]> next =
          new ArrayList<>(theta.stream().map(m -> ReferenceAlgebra.map(m, x -> x)).toList());
      for (int i = 0; i < theta.size(); i++) {
        for (int r = 0; r < theta.get(i).length; r++) {
          for (int c = 0; c < theta.get(i)[0].length; c++) {
            theta.get(i)[r][c] += REACH;
            double above = innerLoss(theta);
            theta.get(i)[r][c] -= 2 * REACH;
            double below = innerLoss(theta);
            theta.get(i)[r][c] += REACH;
            next.get(i)[r][c] -= RATE * (above - below) / (2 * REACH);
          }
        }
      }
      theta = next;
    }
    return theta;
  }

  private double innerLoss(List<double[][]> theta) {
    double[][] answer = ReferenceSetNetworks.mlp(keys, layers(theta), 0);
    double sum = 0;
    for (int i = 0; i < GIVEN; i++) {
      sum += Math.pow(answer[i][0] - values[i][0], 2) / GIVEN;
    }
    return sum;
  }

  private static List<Affine> layers(List<double[][]> theta) {
    List<Affine> all = new ArrayList<>();
    for (int l = 0; l < theta.size(); l += 2) {
      all.add(new Affine(theta.get(l), theta.get(l + 1)[0]));
    }
    return all;
  }

  private void feed(Computed computed) {
    computed.feed(Network.FEATURES, features);
    computed.feed(Network.LABELS, new double[7][1]);
    computed.feed(Network.WEIGHTS, new double[7][1]);
  }

  private static final class Gradients implements ParameterArrays {
    final Map<String, INDArray> values = new LinkedHashMap<>();
    final Map<String, INDArray> gradients = new LinkedHashMap<>();

    List<double[][]> matrices() {
      return values.values().stream().map(INDArray::toDoubleMatrix).toList();
    }

    @Override
    public INDArray values(ParameterSpec spec) {
      return values.computeIfAbsent(
          spec.name(),
          name ->
              Nd4j.createFromArray(spec.initialValues("", 16))
                  .reshape('c', spec.rows(), spec.columns()));
    }

    @Override
    public INDArray gradient(ParameterSpec spec) {
      return gradients.computeIfAbsent(
          spec.name(), name -> Nd4j.zeros(DataType.DOUBLE, spec.rows(), spec.columns()));
    }
  }
}
