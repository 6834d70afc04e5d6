package org.attune.model.contract;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import org.attune.model.engine.Backend;
import org.attune.model.engine.Backends;
import org.attune.model.primitive.Apply;
import org.attune.model.primitive.Gated;
import org.attune.model.primitive.Pointwise;
import org.attune.model.primitive.Sign;
import org.attune.model.program.Noise;
import org.attune.model.program.Pass;
import org.attune.model.program.Primitive;
import org.attune.model.program.Program;
import org.attune.model.program.Value;
import org.nd4j.linalg.api.buffer.DataType;

/**
 * The numbers on which a network decides by their sign: activations of one bit, with the edge at
 * which their gradient stops, and what a ReLU lets through. Where one is 0 but for rounding,
 * float32 and float64 decide differently, and nothing that follows can agree.
 */
final class Choices {

  private static final String NAME = "choice ";

  /** A part of a batch: its first example and their number. */
  record Cut(int first, int count) {}

  private Choices() {}

  /** Makes a program show what it decides on. */
  static void show(Program p) {
    int count = 0;
    for (Value value : decided(p)) {
      p.output(NAME + count++, value);
    }
  }

  /** What is computed and then decided on, in the order of the program. */
  private static List<Value> decided(Program p) {
    List<Value> all = new ArrayList<>();
    for (Program.Node node : p.nodes()) {
      Value x = node.primitive().inputs().get(0);
      if (decides(node.primitive()) && x.root().kind() == Value.Kind.RESULT) {
        all.add(x);
      }
    }
    return all;
  }

  private static boolean decides(Primitive primitive) {
    return primitive instanceof Sign
        || primitive instanceof Apply a && hasKink(a.function())
        || primitive instanceof Gated g && hasKink(g.function());
  }

  private static boolean hasKink(Pointwise f) {
    return f == Pointwise.RELU || f == Pointwise.LEAKY_RELU;
  }

  /**
   * Whether a backend's float32 and the formulas' float64 agree on all numbers up to the first on
   * which they decide differently, so that this one lies within rounding of where the decision
   * turns.
   *
   * @param close the largest difference, as a share of the largest number beside it
   * @param cuts the parts in which the batch is computed in float32
   * @return false, too, where they decide alike
   */
  static boolean partAtATie(RandomConfiguration c, Backend<?> backend, double close, Cut... cuts) {
    RandomConfiguration shown = c.shown();
    try (RandomTrial proof =
        new RandomTrial(shown, 0, c.batch(), Backends.reference(), DataType.DOUBLE)) {
      List<double[]> right = numbers(proof, 0);
      List<double[]> given = new ArrayList<>();
      for (Cut cut : cuts) {
        try (RandomTrial fast =
            new RandomTrial(shown, cut.first(), cut.count(), backend, DataType.FLOAT)) {
          List<double[]> part = numbers(fast, cut.first());
          for (int i = 0; i < part.size(); i++) {
            if (cut == cuts[0]) {
              given.add(part.get(i));
            } else if (given.get(i).length < right.get(i).length) { // else it is of no example
              given.set(i, joined(given.get(i), part.get(i)));
            }
          }
        }
      }
      return partAtATie(right, given, close);
    }
  }

  private static boolean partAtATie(List<double[]> right, List<double[]> given, double close) {
    for (int i = 0; i < right.size(); i++) {
      double[] expected = right.get(i);
      double[] actual = given.get(i);
      double scale = Arrays.stream(expected).map(Math::abs).max().orElse(0);
      boolean otherwise = false;
      for (int j = 0; j < expected.length; j++) {
        if (!(Math.abs(expected[j] - actual[j]) <= close * scale)) {
          return false;
        }
        otherwise |= decision(expected[j]) != decision(actual[j]);
      }
      if (otherwise) {
        return true;
      }
    }
    return false;
  }

  private static int decision(double x) {
    return (x >= 0 ? 1 : 0) + (x > 0 ? 2 : 0) + (Math.abs(x) <= Sign.EDGE ? 4 : 0);
  }

  private static List<double[]> numbers(RandomTrial trial, int firstExample) {
    trial.forward(Pass.training(0.4, Noise.of(3, 5)).from(firstExample));
    List<double[]> all = new ArrayList<>();
    for (int i = 0; i < decided(trial.program()).size(); i++) {
      all.add(trial.shown(NAME + i).data().asDouble());
    }
    return all;
  }

  private static double[] joined(double[] a, double[] b) {
    return DoubleStream.concat(Arrays.stream(a), Arrays.stream(b)).toArray();
  }
}
