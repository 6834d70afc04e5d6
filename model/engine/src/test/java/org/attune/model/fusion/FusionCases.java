package org.attune.model.fusion;

import static org.attune.model.primitive.Add.add;
import static org.attune.model.primitive.Apply.apply;
import static org.attune.model.primitive.CausalAttention.causalAttention;
import static org.attune.model.primitive.Gated.gated;
import static org.attune.model.primitive.HeadRepeat.headRepeat;
import static org.attune.model.primitive.Matmul.matmul;
import static org.attune.model.primitive.Multiply.multiply;
import static org.attune.model.primitive.RmsNorm.rmsNorm;
import static org.attune.model.primitive.Rope.rope;
import static org.attune.model.primitive.Scale.scale;
import static org.attune.model.primitive.elementwise.Fused.headScale;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.attune.model.formula.FormulaPlace;
import org.attune.model.formula.Lowering;
import org.attune.model.formula.PlacedFormula;
import org.attune.model.formula.Sizes;
import org.attune.model.primitive.Mask;
import org.attune.model.primitive.Pointwise;
import org.attune.model.primitive.ProofCase;
import org.attune.model.primitive.Scores;
import org.attune.model.program.Init;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/** Programs that each rule of the fusion pass changes. */
public final class FusionCases {

  /**
   * A program and what a rule makes of it.
   *
   * @param rule its name
   * @param nodes the primitives after this rule alone, in order
   */
  public record FusionCase(String rule, ProofCase program, List<String> nodes) {}

  private static final int TOKENS = 5;
  private static final double EPSILON = 1e-6;

  private FusionCases() {}

  /** At least one for each rule. */
  public static Stream<FusionCase> all() {
    return Stream.of(chains(), headNorms(), gains()).flatMap(s -> s);
  }

  private static FusionCase of(
      String rule, String name, Function<Program, Value> program, String... nodes) {
    return new FusionCase(rule, ProofCase.of(rule + ": " + name, 2, program), List.of(nodes));
  }

  private static Value matrix(Program p, String name, int rows, int columns) {
    return p.parameter(name, Init.normal(1), rows, columns);
  }

  private static Value tokens(Program p, String name, int columns) {
    return matrix(p, name, p.batch() * TOKENS, columns);
  }

  private static Value normed(Value x, String gain, int heads) {
    Value g = matrix(Program.of(x), gain, 1, x.columns() / heads);
    return rmsNorm(x, g, heads, EPSILON);
  }

  private static Value formula(Value scores, String formula) {
    PlacedFormula placed = PlacedFormula.of(FormulaPlace.SCORES, formula);
    Sizes sizes = new Sizes(TOKENS, 2, 3, Mask.CAUSAL);
    return Lowering.describe(placed, Program.of(scores), "w", sizes, Map.of("s", scores));
  }

  private static Stream<FusionCase> chains() {
    return Stream.concat(
        Arrays.stream(Pointwise.values())
            .map(
                f ->
                    of(
                        "elementwise",
                        "a chain through " + f.key(),
                        p -> {
                          Value x = tokens(p, "x", 6);
                          Value y = gated(f, x, multiply(tokens(p, "y", 6), tokens(p, "z", 6)));
                          return add(tokens(p, "stream", 6), scale(apply(f, y), 0.5, 0.25));
                        },
                        "Elementwise")),
        Stream.of(
            of(
                "elementwise",
                "numbers of heads, columns and rows",
                p -> {
                  Value x = headScale(tokens(p, "x", 6), tokens(p, "f", 2));
                  Value row = p.state("row", Init.normal(1), 1, 6, (before, seen) -> before);
                  Value one = p.state("one", Init.normal(1), 1, 1, (before, seen) -> before);
                  Value y = add(multiply(x, tokens(p, "c", 1)), row);
                  return apply(Pointwise.TANH, multiply(y, one));
                },
                "Elementwise"),
            of(
                "elementwise",
                "a gain's gradient, and an output that two read, stay apart",
                p -> {
                  Value x = multiply(tokens(p, "x", 6), matrix(p, "gain", 1, 6));
                  Value y = apply(Pointwise.SILU, scale(x, 2));
                  Value z = matmul(y, matrix(p, "w", 6, 6));
                  return add(apply(Pointwise.TANH, y), multiply(y, z));
                },
                "Multiply",
                "Elementwise",
                "Matmul",
                "Elementwise"),
            of(
                "elementwise",
                "formulas of causal scores, one after the other",
                p -> {
                  Value s = Scores.scores(tokens(p, "q", 6), tokens(p, "k", 6), 2, 0.5);
                  return formula(formula(s, "3 * tanh(s / 3)"), "s - 0.1 * (i - j) * (h + 1)");
                },
                "Scores",
                "Elementwise"),
            of(
                "elementwise",
                "branches that meet again",
                p -> {
                  Value y = apply(Pointwise.SILU, tokens(p, "x", 6));
                  return add(apply(Pointwise.TANH, y), multiply(y, tokens(p, "z", 6)));
                },
                "Elementwise")));
  }

  private static Stream<FusionCase> headNorms() {
    return Stream.of(
        of(
            "qk-norm",
            "queries and keys, normed and turned",
            p -> {
              Value all = matmul(tokens(p, "x", 6), matrix(p, "w", 6, 36));
              Value q = normed(all.columns(0, 12), "gq", 3);
              Value k = normed(all.columns(12, 24), "gk", 3);
              return causalAttention(rope(q, 3, 100), rope(k, 3, 100), all.columns(24, 36), 3, 0.5);
            },
            "Matmul",
            "NormedHeads",
            "CausalAttention"),
        of(
            "qk-norm",
            "fewer heads of keys, more columns than a warp has lanes",
            p -> {
              Value q = rope(normed(tokens(p, "q", 80), "gq", 2), 2, 100);
              Value k = rope(normed(tokens(p, "k", 40), "gk", 1), 1, 100);
              Value v = tokens(p, "v", 80);
              return causalAttention(q, headRepeat(k, 1, 2), v, 2, 0.2);
            },
            "NormedHeads",
            "HeadRepeat",
            "CausalAttention"),
        of(
            "qk-norm",
            "no rotation",
            p -> {
              Value q = normed(tokens(p, "q", 6), "gq", 2);
              Value k = normed(tokens(p, "k", 6), "gk", 2);
              return causalAttention(q, k, tokens(p, "v", 6), 2, 0.5);
            },
            "NormedHeads",
            "CausalAttention"),
        of(
            "qk-norm",
            "queries alone",
            p -> {
              Value q = rope(normed(tokens(p, "q", 8), "gq", 2), 2, 100);
              return causalAttention(q, tokens(p, "k", 8), tokens(p, "v", 8), 2, 0.5);
            },
            "NormedHeads",
            "CausalAttention"),
        of(
            "qk-norm",
            "two that need each other stay apart",
            p -> {
              Value q = rope(normed(tokens(p, "q", 8), "gq", 2), 2, 100);
              return add(q, rope(normed(q, "gk", 2), 2, 100));
            },
            "NormedHeads",
            "NormedHeads",
            "Add"));
  }

  private static Stream<FusionCase> gains() {
    return Stream.of(
        of(
            "gains",
            "several norms",
            p -> {
              Value x = normed(tokens(p, "x", 40), "g0", 1);
              Value y = normed(matmul(x, matrix(p, "w", 40, 6)), "g1", 2);
              return normed(y, "g2", 3);
            },
            "LateGains",
            "Matmul",
            "LateGains",
            "LateGains"),
        of(
            "gains",
            "a gain of two norms",
            p -> {
              Value g = matrix(p, "g", 1, 6);
              Value x = rmsNorm(tokens(p, "x", 6), g, EPSILON);
              return normed(rmsNorm(add(x, tokens(p, "z", 6)), g, EPSILON), "own", 1);
            },
            "RmsNorm",
            "Add",
            "RmsNorm",
            "LateGains"));
  }
}
