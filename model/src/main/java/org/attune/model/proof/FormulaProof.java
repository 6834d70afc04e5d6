package org.attune.model.proof;

import java.util.HashMap;
import java.util.Map;
import org.attune.model.engine.Backends;
import org.attune.model.formula.Axis;
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
 * with both. A formula whose constants name far distances passes all checks on a longer sequence
 * too. All numbers must be finite at the start, with large inputs, and in sequences as long as the
 * cell's, up to 1,024 tokens, or 512 where each query has scores. The proof does not see a formula
 * that overflows in longer sequences only, nor a pole between the numbers that it tries. The reader
 * has already checked that the formula reads no later token.
 */
public final class FormulaProof {

  private static final int TOKENS = 9;
  private static final int MOST_TOKENS = 1_024; // of a sequence that shows far distances
  private static final int MOST_KEYS = 160; // the same where each query has scores
  private static final int MOST_FINITE_KEYS = 512; // the same where only finite numbers are asked
  private static final int MOST_HEADS = 4; // more heads would show the same, and take longer
  private static final int MOST_CHANNELS = 6;
  private static final double EXACT = 1e-8; // of the largest number
  private static final double SINGLE = 2e-4; // of a formula of many steps, in float32
  private static final double APART = 1e-3; // what moves numbers off a tie
  private static final double LARGE = 50;

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
  private final NumberChecks checks;

  private FormulaProof(PlacedFormula formula, Sizes sizes, int width) {
    this.formula = formula;
    this.sizes = sizes;
    this.width = width;
    this.plain = new PlainFormula(formula, sizes);
    this.checks = new NumberChecks(formula, sizes);
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
    } catch (NumberChecks.Fault fault) {
      return new FormulaProof(formula.moved(APART), sizes, width).prove(differences, APART);
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
      checks.requireFinite(out, "at the start");
      checks.requireKeys(out);
      checks.requireEqual("compiled", out, plain.outputs(proof, numbers), EXACT);
      double[] weights = checks.weights(out);
      Map<String, double[]> slopes = proof.backward(weights);
      checks.requireFiniteSlopes(slopes, "at the start");
      if (differences) {
        checks.requireSlopes(() -> plain.outputs(proof, numbers), numbers, slopes, weights);
      }
      checks.requireEqual("in float32", fast.forward(), out, SINGLE);
      checks.requireEqualSlopes(
          "in float32, in its slopes,", fast.backward(weights), slopes, 10 * SINGLE);
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
      boolean hides = checks.hidden(i, out[i]) && !checks.hidden(i, own[i]);
      if (hides
          || !checks.hidden(i, out[i]) && Math.abs(out[i] - own[i]) > EXACT * Math.abs(own[i])) {
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

  /** Requires finite numbers in float32 in a long sequence, such as of {@code exp(i - j)}. */
  private void requireFiniteFarAway() {
    try (FormulaTrial fast =
        new FormulaTrial(
            formula, sizes, width, 0, new HashMap<>(), Backends.cpu(), DataType.FLOAT)) {
      checks.requireKeys(finite(fast, "in sequences of %d tokens".formatted(sizes.tokens())));
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
      finite(fast, "with inputs of size 50");
    }
  }

  /** Requires finite numbers forward and backward, and returns those forward. */
  private double[] finite(FormulaTrial trial, String when) {
    double[] out = trial.forward();
    checks.requireFinite(out, when);
    checks.requireFiniteSlopes(trial.backward(checks.weights(out)), when);
    return out;
  }
}
