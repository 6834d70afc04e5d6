package org.attune.model.proof;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import org.attune.model.formula.PlacedFormula;
import org.attune.model.formula.ReadFormula;
import org.attune.model.formula.ReadFormula.Matrix;
import org.attune.model.formula.Sizes;
import org.attune.model.program.ParameterSpec;

/** A formula evaluated in plain loops in float64, on the numbers of a trial. */
record PlainFormula(PlacedFormula formula, Sizes sizes) {

  /** Returns the formula's values on the numbers of a trial, (batch, elements of a sequence). */
  double[] outputs(FormulaTrial proof, Map<String, double[]> numbers) {
    ReadFormula reader = new ReadFormula(formula, formula.place().base(), sizes);
    Optional<Matrix> scores = formula.reads("s") ? Optional.of(scores(numbers)) : Optional.empty();
    double[] all = new double[0];
    for (int b = 0; b < FormulaTrial.BATCH; b++) {
      double[] sequence =
          reader.of(
              b,
              name ->
                  name.equals("s")
                      ? scores.orElseThrow()
                      : new Matrix(
                          numbers.get("in-" + name), proof.specs().get("in-" + name).columns()),
              name -> parameter(proof, numbers, name));
      all = Arrays.copyOf(all, all.length + sequence.length);
      System.arraycopy(sequence, 0, all, all.length - sequence.length, sequence.length);
    }
    return all;
  }

  /** Returns a parameter's numbers, which may be columns of a wider parameter. */
  private static Matrix parameter(FormulaTrial proof, Map<String, double[]> numbers, String name) {
    for (ParameterSpec spec : proof.specs().values()) {
      int first = 0;
      for (ParameterSpec.Block block : spec.blocks()) {
        if (block.name().equals(name)) {
          double[] numbersOfBlock = new double[spec.rows() * block.columns()];
          for (int i = 0; i < numbersOfBlock.length; i++) {
            numbersOfBlock[i] =
                numbers
                    .get(spec.name())[
                    i / block.columns() * spec.columns() + first + i % block.columns()];
          }
          return new Matrix(numbersOfBlock, block.columns());
        }
        first += block.columns();
      }
    }
    throw new IllegalStateException("No parameter " + name);
  }

  /** Returns {@code q k / sqrt(channels)} by heads; the formula reads scores. */
  Matrix scores(Map<String, double[]> numbers) {
    double[] q = numbers.get(FormulaTrial.QUERY);
    double[] k = numbers.get(FormulaTrial.KEY);
    int heads = sizes.heads();
    int channels = sizes.channels();
    int columns = heads * channels;
    double[] s = new double[FormulaTrial.BATCH * heads * sizes.tokens() * sizes.tokens()];
    for (int n = 0; n < s.length; n++) {
      int key = n % sizes.tokens();
      int query = n / sizes.tokens() % sizes.tokens();
      int head = n / sizes.tokens() / sizes.tokens() % heads;
      int sequence = n / sizes.tokens() / sizes.tokens() / heads;
      for (int c = 0; c < channels; c++) {
        s[n] +=
            q[(sequence * sizes.tokens() + query) * columns + head * channels + c]
                * k[(sequence * sizes.tokens() + key) * columns + head * channels + c]
                / Math.sqrt(channels);
      }
    }
    return new Matrix(s, sizes.tokens());
  }
}
