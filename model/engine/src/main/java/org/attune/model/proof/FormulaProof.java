package org.attune.model.proof;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.attune.model.engine.Backends;
import org.attune.model.formula.PlacedFormula;
import org.attune.model.formula.Sizes;
import org.attune.model.primitive.Mask;
import org.attune.model.program.ParameterSpec;
import org.attune.model.program.Program;
import org.nd4j.linalg.api.buffer.DataType;

/**
 * Checks a formula by running it. Compiled in float64, it must give the numbers of the plain
 * evaluation, and the gradients of finite differences. The processor's float32 kernels must agree
 * with both. These checks take a few tokens, and the cell's heads; a formula whose constants name
 * far distances passes them on a longer sequence too. All numbers must be finite at the start, with
 * large inputs, and with the cell's own heads and tokens, up to the sizes of {@link Extent}. Counts
 * are the cell's own everywhere. The proof does not see a formula that overflows in longer
 * sequences only, nor a pole between the numbers that it tries. The reader has already checked that
 * the formula reads no later token.
 */
public final class FormulaProof {

  private static final double EXACT = 1e-8; // of the largest number
  private static final double SINGLE = 2e-4; // of a formula of many steps, in float32
  private static final double ROUNDED = 1e-5; // float32 of one step
  private static final double APART = 1e-3; // what moves numbers off a tie
  private static final double LARGE = 50;
  private static final double SMALL = 0.02;

  /**
   * The cost of a formula that passed.
   *
   * @param parameters learned numbers per layer
   * @param flops floating point operations of a forward pass, per token
   * @param changes whether it learns, or gave other numbers than the scores, values or outputs that
   *     it stands for
   * @param tried where it was tried: {@code sequences of 32 tokens, 2 heads and inputs of size
   *     0.02, 1 and 50}
   */
  public record ProofReport(long parameters, double flops, boolean changes, String tried) {}

  private final PlacedFormula typed; // as refusals name it
  private final PlacedFormula formula; // with the cell's counts
  private final Sizes sizes;
  private final int width;
  private final PlainFormula plain;
  private final NumberChecks checks;

  private FormulaProof(PlacedFormula typed, PlacedFormula formula, Sizes sizes, int width) {
    this.typed = typed;
    this.formula = formula;
    this.sizes = sizes;
    this.width = width;
    this.plain = new PlainFormula(formula, sizes);
    this.checks = new NumberChecks(typed, sizes);
  }

  /**
   * Checks a formula at a cell's sizes.
   *
   * @param width width of the stream
   * @throws IllegalArgumentException if a check fails; the message names the place and the check
   */
  public static ProofReport of(PlacedFormula typed, Sizes cell, int width) {
    PlacedFormula formula = typed.counting(cell.tokens(), cell.heads());
    Extent extent = new Extent(typed.place(), cell, Math.min(width, Extent.MOST_CHANNELS));
    boolean changes = new FormulaProof(typed, formula, extent.few(), extent.width()).prove(true);
    Optional<Sizes> far = extent.far(formula);
    if (far.isPresent()) {
      changes |= new FormulaProof(typed, formula, far.get(), extent.width()).prove(false);
    }
    for (Sizes whole : extent.whole()) {
      changes |= new FormulaProof(typed, formula, whole, extent.width()).passes(!changes);
    }
    return report(typed, cell, width, changes, extent.tried());
  }

  /** Whether a formula passes on a few tokens, two heads of three channels, or one of the MLP. */
  public static boolean holds(PlacedFormula formula) {
    int heads = formula.place().heads() ? 2 : 1;
    try {
      Sizes few = new Sizes(Extent.TOKENS, heads, 3, Mask.CAUSAL);
      new FormulaProof(formula, formula, few, Extent.MOST_CHANNELS).prove(true);
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
      return new FormulaProof(typed, formula.moved(APART), sizes, width).prove(differences, APART);
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
      Map<String, double[]> large = scaled(numbers, LARGE);
      try (FormulaTrial grown = fast(large)) {
        double[] other = finite(grown, "with inputs of size 50");
        return changes(out, numbers, EXACT) || changes(other, large, ROUNDED);
      }
    }
  }

  /**
   * Requires finite numbers in float32, such as of {@code exp(i - j)} in a long sequence, and a key
   * for each query.
   *
   * @param compares whether it is asked for changes
   * @return whether it changes a number, with small and with large inputs too
   */
  private boolean passes(boolean compares) {
    Map<String, double[]> numbers = new HashMap<>();
    try (FormulaTrial fast = fast(numbers)) {
      double[] out = finite(fast, "in sequences of %,d tokens".formatted(sizes.tokens()));
      checks.requireKeys(out);
      if (compares && changes(out, numbers, ROUNDED)) {
        return true;
      }
    }
    return compares && (changesScaled(numbers, LARGE) || changesScaled(numbers, SMALL));
  }

  private boolean changesScaled(Map<String, double[]> numbers, double factor) {
    Map<String, double[]> other = scaled(numbers, factor);
    try (FormulaTrial trial = fast(other)) {
      return changes(trial.forward(), other, ROUNDED);
    }
  }

  private FormulaTrial fast(Map<String, double[]> numbers) {
    return new FormulaTrial(formula, sizes, width, 0, numbers, Backends.cpu(), DataType.FLOAT);
  }

  private boolean changes(double[] out, Map<String, double[]> numbers, double share) {
    double[] replaced =
        switch (formula.place()) {
          case SCORES -> formula.reads("s") ? plain.scores(numbers).numbers() : null;
          case GATE -> numbers.get("in-y");
          case INPUT -> numbers.get("in-x");
          case VALUES -> numbers.get("in-v");
          default -> null;
        };
    if (replaced == null) {
      return true; // the place is filled by the formula alone, or its input is not read
    }
    double usual = 0; // the mean size, since a sum's rounding is of its terms
    for (double number : replaced) {
      usual += Math.abs(number) / replaced.length;
    }
    for (int i = 0; i < out.length; i++) {
      boolean hides = checks.hidden(i, out[i]) && !checks.hidden(i, replaced[i]);
      double least =
          share * (share == EXACT ? Math.abs(replaced[i]) : Math.abs(replaced[i]) + usual);
      if (hides || !checks.hidden(i, out[i]) && Math.abs(out[i] - replaced[i]) > least) {
        return true;
      }
    }
    return false;
  }

  /** Returns the cost at the cell's own sizes. */
  private static ProofReport report(
      PlacedFormula formula, Sizes cell, int width, boolean changes, String tried) {
    Program program = FormulaTrial.described(formula, cell, width);
    long learned =
        program.parameters().stream()
            .filter(spec -> isLearned(spec.name()))
            .mapToLong(ParameterSpec::size)
            .sum();
    return new ProofReport(
        learned, program.forwardFlops() / cell.tokens(), changes || learned > 0, tried);
  }

  private static boolean isLearned(String name) {
    return !name.startsWith("in-")
        && !name.equals(FormulaTrial.QUERY)
        && !name.equals(FormulaTrial.KEY);
  }

  /**
   * Returns the numbers with inputs scaled by {@code times}; scores scale too, since queries do.
   */
  private static Map<String, double[]> scaled(Map<String, double[]> numbers, double times) {
    Map<String, double[]> scaled = new HashMap<>();
    numbers.forEach(
        (name, given) -> {
          double factor = isLearned(name) || name.equals(FormulaTrial.KEY) ? 1 : times;
          scaled.put(name, Arrays.stream(given).map(number -> factor * number).toArray());
        });
    return scaled;
  }

  /** Requires finite numbers forward and backward, and returns those forward. */
  private double[] finite(FormulaTrial trial, String when) {
    double[] out = trial.forward();
    checks.requireFinite(out, when);
    checks.requireFiniteSlopes(trial.backward(checks.weights(out)), when);
    return out;
  }
}
