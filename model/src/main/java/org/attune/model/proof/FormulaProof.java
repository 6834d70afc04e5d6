package org.attune.model.proof;

import java.util.HashMap;
import java.util.Map;
import org.attune.model.engine.Backends;
import org.attune.model.formula.Axis;
import org.attune.model.formula.FormulaPlace;
import org.attune.model.formula.PlacedFormula;
import org.attune.model.formula.Reach;
import org.attune.model.formula.Sizes;
import org.attune.model.primitive.Mask;
import org.attune.model.program.ParameterSpec;
import org.attune.model.program.Program;
import org.nd4j.linalg.api.buffer.DataType;

/**
 * Checks a formula by running it. Compiled in float64, it must give the numbers of the plain
 * evaluation, and the gradients of finite differences. The processor's float32 kernels must agree
 * with both. All numbers must be finite, at the start, with large inputs, and in sequences as long
 * as the cell's. A formula whose constants name far distances passes all checks on a longer
 * sequence too. The reader has already checked that the formula reads no later token.
 */
public final class FormulaProof {

  private static final int TOKENS = 9;
  private static final int MOST_TOKENS = 1_024; // of a sequence that shows far distances
  private static final int MOST_KEYS = 160; // the same where each query has scores
  private static final int MOST_FINITE_KEYS = 512; // the same where only finite numbers are asked
  private static final int MOST_HEADS = 4; // more heads would show the same, and take longer
  private static final int MOST_CHANNELS = 6;
  private static final double EXACT = 1e-8;
  private static final double SINGLE = 2e-4; // of a formula of many steps, in float32
  private static final double APART = 1e-3; // what moves numbers off a tie
  private static final double LARGE = 50;
  private static final double HIDDEN = -1e29; // numbers below this count as minus infinity
  private static final double INFINITE = 1e29; // numbers above this count as infinity
  private static final int SLOPES = 24;

  /**
   * The cost of a formula that passed.
   *
   * @param parameters learned numbers per layer
   * @param flops floating point operations of a forward pass, per token
   * @param changes whether it learns, or gives other numbers than the scores, values or outputs
   *     that it stands for
   */
  public record Report(long parameters, double flops, boolean changes) {}

  private final PlacedFormula formula;
  private final Sizes sizes;
  private final int width;
  private final PlainFormula plain;

  private FormulaProof(PlacedFormula formula, Sizes sizes, int width) {
    this.formula = formula;
    this.sizes = sizes;
    this.width = width;
    this.plain = new PlainFormula(formula, sizes);
  }

  /**
   * Checks a formula on a few tokens, with the cell's heads and widths up to small limits.
   *
   * @param width width of the stream
   * @throws IllegalArgumentException if a check fails; the message names the place and the check
   */
  public static Report of(PlacedFormula formula, Sizes cell, int width) {
    Sizes few =
        new Sizes(
            TOKENS,
            Math.min(cell.heads(), MOST_HEADS),
            Math.min(cell.channels(), MOST_CHANNELS),
            cell.mask());
    int columns = Math.min(width, MOST_CHANNELS);
    boolean changes = new FormulaProof(formula, few, columns).prove(true);
    boolean keys = formula.place().result().has(Axis.KEY);
    int far = Math.min(cell.tokens(), Reach.tokens(formula.term(), keys ? MOST_KEYS : MOST_TOKENS));
    if (far > TOKENS) {
      Sizes many = new Sizes(far, few.heads(), few.channels(), few.mask());
      changes |= new FormulaProof(formula, many, columns).prove(false);
    }
    int whole = Math.min(cell.tokens(), keys ? MOST_FINITE_KEYS : MOST_TOKENS);
    if (whole > Math.max(TOKENS, far)) {
      Sizes all = new Sizes(whole, few.heads(), few.channels(), few.mask());
      new FormulaProof(formula, all, columns).requireFiniteFarAway();
    }
    return report(formula, cell, width, changes);
  }

  /** Whether a formula passes on a few tokens, two heads of three channels, or one of the MLP. */
  public static boolean holds(PlacedFormula formula) {
    int heads = formula.place().heads() ? 2 : 1;
    try {
      new FormulaProof(formula, new Sizes(TOKENS, heads, 3, Mask.CAUSAL), 6).prove(true);
      return true;
    } catch (IllegalArgumentException refused) {
      return false;
    }
  }

  /**
   * Runs the checks. At a tie, such as {@code min(0.3, learned(0.3))}, float32 may take the other
   * side of a jump or corner. A formula that fails is therefore tried once more with its numbers
   * moved a little, each learned one by its own share. A fault of a kernel shows there too.
   *
   * @param differences whether slopes are compared with finite differences
   * @return whether it changes a number that plain attention has in its place
   */
  private boolean prove(boolean differences) {
    try {
      return prove(differences, 0);
    } catch (Fault fault) {
      return new FormulaProof(formula.moved(APART), sizes, width).prove(differences, APART);
    }
  }

  /** A difference between a formula and what it is compiled to. */
  private static final class Fault extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    Fault(IllegalArgumentException refused) {
      super(refused.getMessage());
    }
  }

  private boolean prove(boolean differences, double apart) {
    Map<String, double[]> numbers = new HashMap<>();
    try (FormulaTrial proof =
            new FormulaTrial(
                formula, sizes, width, apart, numbers, Backends.reference(), DataType.DOUBLE);
        FormulaTrial fast =
            new FormulaTrial(
                formula, sizes, width, apart, numbers, Backends.cpu(), DataType.FLOAT)) {
      double[] out = proof.forward();
      requireFinite(out, "at the start");
      requireKeys(out);
      requireEqual("compiled", out, plain.outputs(proof, numbers), EXACT);
      double[] weights = FormulaTrial.random(out.length, 11);
      hide(weights, out);
      Map<String, double[]> slopes = proof.backward(weights);
      slopes.values().forEach(s -> requireFinite(s, "in its slopes at the start"));
      if (differences) {
        requireSlopes(proof, numbers, slopes, weights);
      }
      requireEqual("in float32", fast.forward(), out, SINGLE);
      fast.backward(weights)
          .forEach(
              (name, own) ->
                  requireEqual("in float32, in its slopes,", own, slopes.get(name), 10 * SINGLE));
      requireLarge(numbers);
      return changes(out, numbers);
    }
  }

  private boolean changes(double[] out, Map<String, double[]> numbers) {
    double[] own =
        switch (formula.place()) {
          case SCORES -> formula.reads("s") ? plain.scores(numbers).numbers() : null;
          case GATE -> numbers.get("in-y");
          case INPUT -> numbers.get("in-x");
          case VALUES -> numbers.get("in-v");
          default -> null;
        };
    if (own == null) {
      return true; // the place is filled by the formula alone, or its input is not read
    }
    for (int i = 0; i < out.length; i++) {
      boolean hidden = out[i] <= HIDDEN && counts(i, own[i]);
      if (hidden || counts(i, out[i]) && Math.abs(out[i] - own[i]) > EXACT * Math.abs(own[i])) {
        return true;
      }
    }
    return false;
  }

  /** Returns the cost at the cell's own sizes. */
  private static Report report(PlacedFormula formula, Sizes cell, int width, boolean changes) {
    Program program = FormulaTrial.described(formula, cell, width);
    long learned =
        program.parameters().stream()
            .filter(spec -> isLearned(spec.name()))
            .mapToLong(ParameterSpec::size)
            .sum();
    return new Report(learned, program.forwardFlops() / cell.tokens(), changes || learned > 0);
  }

  private static boolean isLearned(String name) {
    return !name.startsWith("in-")
        && !name.equals(FormulaTrial.QUERY)
        && !name.equals(FormulaTrial.KEY);
  }

  /**
   * Sets the weights of hidden keys to 0: outputs for keys that a query does not see do not count.
   */
  private void hide(double[] weights, double[] out) {
    if (!formula.place().result().has(Axis.KEY)) {
      return;
    }
    for (int i = 0; i < weights.length; i++) {
      if (i % sizes.tokens() > i / sizes.tokens() % sizes.tokens() || out[i] <= HIDDEN) {
        weights[i] = 0;
      }
    }
  }

  private boolean counts(int element, double number) {
    boolean scores = formula.place().result().has(Axis.KEY);
    return !scores
        || (element % sizes.tokens() <= element / sizes.tokens() % sizes.tokens()
            && number > HIDDEN);
  }

  private IllegalArgumentException refused(String problem) {
    return new IllegalArgumentException(
        "%s: %s %s".formatted(formula.place().key(), formula.canonical(), problem));
  }

  private void requireFinite(double[] numbers, String when) {
    for (int i = 0; i < numbers.length; i++) {
      boolean finite = Double.isFinite(numbers[i]) && numbers[i] < INFINITE;
      if (!finite && !(numbers[i] < 0 && !counts(i, numbers[i]))) {
        throw refused(
            "is not finite %s: it gives %s; keep denominators away from 0, logarithms and roots above 0 and exponents small, as in y / (1 + abs(a)), log(a + 1e-6) or min(a, 20)"
                .formatted(when, numbers[i] >= INFINITE ? "Infinity" : numbers[i]));
      }
    }
  }

  /** Requires that every query sees a key, since it would have no weights otherwise. */
  private void requireKeys(double[] scores) {
    if (formula.place() != FormulaPlace.SCORES) {
      return;
    }
    for (int row = 0; row < scores.length / sizes.tokens(); row++) {
      int query = row % sizes.tokens();
      boolean any = false;
      for (int key = 0; key <= query; key++) {
        any |= scores[row * sizes.tokens() + key] > HIDDEN;
      }
      if (!any) {
        throw refused(
            "hides every key from query %d (i = %d): let each query see one, such as its own, j == i, and divide by nothing that is 0 there"
                .formatted(query + 1, query));
      }
    }
  }

  private void requireEqual(String which, double[] given, double[] expected, double tolerance) {
    double most = 1;
    for (int i = 0; i < expected.length; i++) {
      most = counts(i, expected[i]) ? Math.max(most, Math.abs(expected[i])) : most;
    }
    for (int i = 0; i < given.length; i++) {
      boolean both = counts(i, expected[i]) && counts(i, given[i]);
      if (both && !(Math.abs(given[i] - expected[i]) <= tolerance * most)) {
        throw new Fault(
            refused(
                "%s gives %s where the formula gives %s, which is a fault of Attune: please report it"
                    .formatted(which, given[i], expected[i])));
      }
    }
  }

  /** The outputs times their weights, of which slopes are taken. */
  private double[] weighted(FormulaTrial proof, Map<String, double[]> numbers, double[] weights) {
    double[] out = plain.outputs(proof, numbers);
    for (int i = 0; i < out.length; i++) {
      out[i] = weights[i] == 0 ? 0 : weights[i] * out[i];
    }
    return out;
  }

  private void requireSlopes(
      FormulaTrial proof,
      Map<String, double[]> numbers,
      Map<String, double[]> slopes,
      double[] weights) {
    FiniteDifferences differences = new FiniteDifferences(() -> weighted(proof, numbers, weights));
    java.util.SplittableRandom random = new java.util.SplittableRandom(17);
    for (Map.Entry<String, double[]> entry : slopes.entrySet()) {
      double[] own = numbers.get(entry.getKey());
      int tries = Math.max(2, SLOPES / slopes.size());
      for (int t = 0; t < tries; t++) {
        int i = random.nextInt(own.length);
        double slope = entry.getValue()[i];
        double difference = differences.slope(own, i);
        if (Math.abs(difference - slope) > FiniteDifferences.TOLERANCE * (1 + Math.abs(slope))
            && differences.smooth(own, i)) {
          throw new Fault(
              refused(
                  "has a slope of %s by %s where finite differences give %s, which is a fault of Attune: please report it"
                      .formatted(slope, entry.getKey(), difference)));
        }
      }
    }
  }

  /** Requires finite numbers in float32 in a long sequence, such as of {@code exp(i - j)}. */
  private void requireFiniteFarAway() {
    String when = "in sequences of %d tokens".formatted(sizes.tokens());
    try (FormulaTrial fast =
        new FormulaTrial(
            formula, sizes, width, 0, new HashMap<>(), Backends.cpu(), DataType.FLOAT)) {
      double[] out = fast.forward();
      requireFinite(out, when);
      requireKeys(out);
      double[] weights = FormulaTrial.random(out.length, 11);
      hide(weights, out);
      fast.backward(weights).values().forEach(s -> requireFinite(s, "in its slopes " + when));
    }
  }

  private void requireLarge(Map<String, double[]> numbers) {
    Map<String, double[]> large = new HashMap<>();
    numbers.forEach(
        (name, own) -> {
          double factor = isLearned(name) ? 1 : own == numbers.get(FormulaTrial.KEY) ? 1 : LARGE;
          double[] grown = own.clone();
          for (int i = 0; i < grown.length; i++) {
            grown[i] *= factor;
          }
          large.put(name, grown);
        });
    try (FormulaTrial fast =
        new FormulaTrial(formula, sizes, width, 0, large, Backends.cpu(), DataType.FLOAT)) {
      double[] out = fast.forward();
      requireFinite(out, "with inputs of size 50");
      double[] weights = FormulaTrial.random(out.length, 11);
      hide(weights, out);
      fast.backward(weights)
          .values()
          .forEach(s -> requireFinite(s, "in its slopes with inputs of size 50"));
    }
  }
}
