package org.attune.model.proof;

import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.attune.model.formula.FormulaPlace;
import org.attune.model.formula.PlacedFormula;
import org.attune.model.formula.Sizes;
import org.attune.model.formula.TermAxis;

/**
 * Checks a formula's numbers: they must be finite, equal to those of a second computation, and have
 * the slopes of finite differences. Only a hidden score may be minus infinity: that of a later key,
 * or of a key that the formula hides.
 */
record NumberChecks(PlacedFormula formula, Sizes sizes) {

  private static final double INFINITE = 1e29; // numbers of this size and above count as infinite
  private static final float COMPILED = 1e30f; // what inf is compiled to
  private static final int SLOPES = 24;

  /** A difference between a formula and what it is compiled to. */
  static final class Fault extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    Fault(IllegalArgumentException refused) {
      super(refused.getMessage());
    }
  }

  private IllegalArgumentException refused(String problem) {
    return new IllegalArgumentException(
        "%s: %s %s".formatted(formula.place().key(), formula.canonical(), problem));
  }

  /** Returns random weights of outputs, from -1 to 1; those of hidden keys are 0. */
  double[] weights(double[] out) {
    double[] weights = FormulaTrial.random(out.length, 11);
    for (int i = 0; i < weights.length; i++) {
      weights[i] = hidden(i, out[i]) ? 0 : weights[i];
    }
    return weights;
  }

  /** Whether an output stands for a key that its query does not see. */
  boolean hidden(int element, double number) {
    return later(element) || (keys() && !(number > -INFINITE)); // NaN: 0 times minus infinity
  }

  private boolean keys() {
    return formula.place().result().has(TermAxis.KEY);
  }

  private boolean later(int element) {
    return keys() && element % sizes.tokens() > element / sizes.tokens() % sizes.tokens();
  }

  void requireFinite(double[] out, String when) {
    for (int i = 0; i < out.length; i++) {
      boolean mayBeHidden = formula.place() == FormulaPlace.SCORES || later(i);
      if (!(out[i] < 0 && mayBeHidden)) {
        requireFinite(out[i], when);
      }
    }
  }

  void requireFiniteSlopes(Map<String, double[]> slopes, String when) {
    for (double[] ofInput : slopes.values()) {
      for (double slope : ofInput) {
        requireFinite(slope, "in its slopes " + when);
      }
    }
  }

  private void requireFinite(double number, String when) {
    if (!(Math.abs(number) < INFINITE)) {
      boolean infinite = Math.abs((float) number) == COMPILED;
      double replaced = infinite ? Math.copySign(Double.POSITIVE_INFINITY, number) : number;
      throw refused(
          "is %s %s: it gives %s; keep denominators away from 0, logarithms and roots above 0 and exponents small, as in y / (1 + abs(a)), log(abs(a) + 1e-6), sqrt(abs(a) + 1e-6) or exp(min(a, 20))"
              .formatted(Double.isFinite(replaced) ? "too large" : "not finite", when, replaced));
    }
  }

  /** Requires that every query sees a key, since it would have no weights otherwise. */
  void requireKeys(double[] scores) {
    if (formula.place() != FormulaPlace.SCORES) {
      return;
    }
    for (int row = 0; row < scores.length / sizes.tokens(); row++) {
      int query = row % sizes.tokens();
      if (!sees(scores, row)) {
        throw refused(
            "hides every key from query %d (i = %d)%s: let each query see one, such as its own, j == i, and divide by nothing that is 0 there"
                .formatted(query + 1, query, ofHead(scores, row)));
      }
    }
  }

  private boolean sees(double[] scores, int row) {
    int query = row % sizes.tokens();
    for (int key = 0; key <= query; key++) {
      if (scores[row * sizes.tokens() + key] > -INFINITE) {
        return true;
      }
    }
    return false;
  }

  /** Names a row's head if the first head's query sees a key. */
  private String ofHead(double[] scores, int row) {
    int head = row / sizes.tokens() % sizes.heads();
    return sees(scores, row - head * sizes.tokens())
        ? " of head %d (h = %d)".formatted(head + 1, head)
        : "";
  }

  /** Requires equal outputs, within a share of the largest. */
  void requireEqual(String which, double[] given, double[] expected, double tolerance) {
    double[] givenShown = given.clone();
    double[] expectedShown = expected.clone();
    for (int i = 0; i < givenShown.length; i++) {
      if (hidden(i, expected[i]) || hidden(i, given[i])) {
        givenShown[i] = 0;
        expectedShown[i] = 0;
      }
    }
    requireAllEqual(which, givenShown, expectedShown, tolerance);
  }

  void requireEqualSlopes(
      String which, Map<String, double[]> given, Map<String, double[]> expected, double tolerance) {
    given.forEach((name, slopes) -> requireAllEqual(which, slopes, expected.get(name), tolerance));
  }

  private void requireAllEqual(String which, double[] given, double[] expected, double tolerance) {
    double most = 1;
    for (double number : expected) {
      most = Math.max(most, Math.abs(number));
    }
    for (int i = 0; i < given.length; i++) {
      if (!(Math.abs(given[i] - expected[i]) <= tolerance * most)) {
        throw new Fault(
            refused(
                "%s gives %s where the formula gives %s, which is a fault of Attune: please report it"
                    .formatted(which, given[i], expected[i])));
      }
    }
  }

  /**
   * Requires the slopes of the outputs' weighted sum to be those of finite differences, at some of
   * the numbers.
   *
   * @param outputs computes the outputs at the present numbers
   */
  void requireSlopes(
      Supplier<double[]> outputs,
      Map<String, double[]> numbers,
      Map<String, double[]> slopes,
      double[] weights) {
    FiniteDifferences differences = new FiniteDifferences(() -> weighted(outputs.get(), weights));
    SplittableRandom random = new SplittableRandom(17);
    for (Map.Entry<String, double[]> entry : slopes.entrySet()) {
      double[] variables = numbers.get(entry.getKey());
      int tries = Math.max(2, SLOPES / slopes.size());
      for (int t = 0; t < tries; t++) {
        int i = random.nextInt(variables.length);
        double slope = entry.getValue()[i];
        double difference = differences.slope(variables, i);
        if (Math.abs(difference - slope) > FiniteDifferences.TOLERANCE * (1 + Math.abs(slope))
            && differences.smooth(variables, i)) {
          throw new Fault(
              refused(
                  "has a slope of %s by %s where finite differences give %s, which is a fault of Attune: please report it"
                      .formatted(slope, entry.getKey(), difference)));
        }
      }
    }
  }

  private static double[] weighted(double[] out, double[] weights) {
    for (int i = 0; i < out.length; i++) {
      out[i] = weights[i] == 0 ? 0 : weights[i] * out[i];
    }
    return out;
  }
}
