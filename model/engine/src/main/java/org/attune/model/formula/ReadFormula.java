package org.attune.model.formula;

import java.util.HashMap;
import java.util.Map;
import org.attune.model.primitive.Mask;

/**
 * Evaluates a formula in float64 and plain loops with a compiled formula's numbers, as the
 * reference for the compiled one.
 */
public record ReadFormula(PlacedFormula formula, String base, Sizes sizes) {

  /** The numbers of an array, {@code rows x columns}. */
  public record Matrix(double[] numbers, int columns) {
    double at(int row, int column) {
      return numbers[row * columns + column];
    }
  }

  /** Supplies the numbers of inputs by name, and of learned terms by parameter name. */
  public interface NumbersByName {
    Matrix of(String name);
  }

  /**
   * Returns the formula's numbers for one sequence, in the place's shape: {@code (T, H·C)}, or
   * scores {@code (H, T, keys)}. Ignore scores of keys that a query does not see.
   *
   * @param sequence number of the inputs' sequence, from 0
   * @param inputs matrices of token rows; scores as {@code (B·H·T, keys)}
   * @param learned numbers by the parameter's name
   */
  public double[] of(int sequence, NumbersByName inputs, NumbersByName learned) {
    Map<String, String> names = Lowering.names(formula, base);
    Map<String, Tensor> known = new HashMap<>();
    int[] all = sizes.byAxis();
    formula.place().names().stream()
        .filter(name -> name.axes().has(TermAxis.WIDTH) && formula.reads(name.text()))
        .forEach(name -> all[TermAxis.WIDTH.ordinal()] = inputs.of(name.text()).columns());
    FormulaEvaluator evaluation =
        new FormulaEvaluator(
            all,
            sizes.mask() == Mask.CAUSAL,
            term ->
                known.computeIfAbsent(
                    term.word() == Word.INPUT ? "in " + term.name() : term.name(),
                    k ->
                        term.word() == Word.INPUT
                            ? input(term, sequence, inputs.of(term.name()))
                            : parameter(term, learned.of(names.get(term.name())))));
    Tensor result = evaluation.of(formula.term());
    TermAxes axes = formula.place().result();
    boolean keys = axes.has(TermAxis.KEY);
    Tensor full = new Tensor(axes, sizes.byAxis(), result::at);
    double[] numbers = new double[full.numbers().length];
    int[] at = new int[TermAxis.values().length];
    int inner = keys ? sizes.tokens() : sizes.channels();
    for (int i = 0; i < numbers.length; i++) {
      int head = keys ? i / inner / sizes.tokens() : i / inner % sizes.heads();
      at[TermAxis.HEAD.ordinal()] = head;
      at[TermAxis.TOKEN.ordinal()] = keys ? i / inner % sizes.tokens() : i / inner / sizes.heads();
      at[TermAxis.KEY.ordinal()] = i % inner;
      at[TermAxis.CHANNEL.ordinal()] = i % inner;
      numbers[i] = full.at(at);
    }
    return numbers;
  }

  private Tensor input(Term term, int sequence, Matrix numbers) {
    int[] all = sizes.byAxis();
    all[TermAxis.WIDTH.ordinal()] = numbers.columns();
    boolean scores = term.axes().has(TermAxis.KEY);
    return new Tensor(
        term.axes(),
        all,
        at -> {
          int head = at[TermAxis.HEAD.ordinal()];
          int token = at[TermAxis.TOKEN.ordinal()];
          return scores
              ? numbers.at(
                  (sequence * sizes.heads() + head) * sizes.tokens() + token,
                  at[TermAxis.KEY.ordinal()])
              : numbers.at(
                  sequence * sizes.tokens() + token,
                  head * sizes.channels()
                      + at[TermAxis.CHANNEL.ordinal()]
                      + at[TermAxis.WIDTH.ordinal()]);
        });
  }

  private Tensor parameter(Term term, Matrix numbers) {
    int[] all = sizes.byAxis();
    all[TermAxis.FEATURE.ordinal()] = Math.max(1, term.axes().features());
    boolean map = term.word() == Word.LINEAR;
    all[TermAxis.TOKEN.ordinal()] = map ? numbers.numbers().length / numbers.columns() : 1;
    int inner = term.axes().has(TermAxis.CHANNEL) ? sizes.channels() : 1;
    return new Tensor(
        term.axes(),
        all,
        at ->
            numbers.at(
                at[TermAxis.TOKEN.ordinal()],
                at[TermAxis.HEAD.ordinal()] * inner
                    + at[TermAxis.CHANNEL.ordinal()]
                    + at[TermAxis.FEATURE.ordinal()]));
  }
}
