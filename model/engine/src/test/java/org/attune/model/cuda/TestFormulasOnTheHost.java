package org.attune.model.cuda;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.attune.model.formula.FormulaPlace;
import org.attune.model.formula.Lowering;
import org.attune.model.formula.PlacedFormula;
import org.attune.model.formula.Sizes;
import org.attune.model.fusion.Fusion;
import org.attune.model.fusion.FusionCases;
import org.attune.model.primitive.Mask;
import org.attune.model.primitive.ProofCase;
import org.attune.model.primitive.Scores;
import org.attune.model.primitive.elementwise.Elementwise;
import org.attune.model.program.Init;
import org.attune.model.program.Program;
import org.attune.model.program.Value;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * The texts that formulas become, run on this processor, give what the formulas give in float64:
 * output and gradients, every operation and every way to broadcast. So does attention with a mask.
 */
class TestFormulasOnTheHost {

  private static final int TOKENS = 7;
  private static final int HEADS = 2;
  private static final int CHANNELS = 3;

  static final List<String> GATES =
      List.of(
          "y * sigmoid(linear(x))",
          "rms(y) * learned(1, per: channel)"
              + " + decay(v * sigmoid(linear(x, heads)), sigmoid(learned(2, per: head)))",
          "where(y < 0.1, sin(y), cos(x)) + tanh(v) * exp(-abs(y)) + log(1 + y ** 2)"
              + " + sqrt(0.1 + x ** 2) + softplus(y) + gelu(x) + silu(v) + relu(y - v)",
          "min(y, v) + max(x, 0.3) + (0.1 + abs(y)) ** 1.5 + (y * 3) % 1.7 + max(x, channels)"
              + " + where(h == 1 and not (i <= 2), y, v / (2 + cos(x)))",
          "y + past_mean(v) - shift(x, 2) * sum(y, channels) + learned(0.3) * mean(v, heads)");

  static final List<String> SCORES =
      List.of(
          "s - learned(0.1, per: head) * (i - j) + at_key(linear(x, heads)) + 0.1 * mean(s, keys)",
          "where(i - j < 4 or j == 0, 3 * tanh(s / 3), -1) * softplus(linear(x, heads))"
              + " - max(s, keys) + min(s, 0.2) * n");

  private static ProofCase gate(String formula) {
    return ProofCase.of(
        formula,
        2,
        p -> {
          Map<String, Value> inputs =
              Map.of("y", rows(p, "y"), "x", rows(p, "x"), "v", rows(p, "v"));
          return describe(FormulaPlace.GATE, formula, p, inputs);
        });
  }

  private static ProofCase scores(String formula) {
    return ProofCase.of(
        formula,
        2,
        p -> {
          Value s = Scores.scores(rows(p, "q"), rows(p, "k"), HEADS, 0.5);
          Map<String, Value> inputs = Map.of("s", s, "x", rows(p, "x"));
          return describe(FormulaPlace.SCORES, formula, p, inputs);
        });
  }

  private static Value describe(
      FormulaPlace place, String formula, Program p, Map<String, Value> inputs) {
    Sizes sizes = new Sizes(TOKENS, HEADS, CHANNELS, Mask.CAUSAL);
    return Lowering.describe(PlacedFormula.of(place, formula), p, "w", sizes, inputs);
  }

  private static Value rows(Program p, String name) {
    return p.parameter(name, Init.normal(1), p.batch() * TOKENS, HEADS * CHANNELS);
  }

  static Stream<ProofCase> cases() {
    return Stream.concat(
        GATES.stream().map(TestFormulasOnTheHost::gate),
        SCORES.stream().map(TestFormulasOnTheHost::scores));
  }

  @TestFactory
  Stream<DynamicTest> agreeWithTheirFormulas() {
    HostCard.here();
    return Stream.concat(cases(), KernelCases.masks())
        .map(c -> DynamicTest.dynamicTest(c.name(), () -> TestKernelsOnTheHost.require(c)));
  }

  /** The texts of all cases and of fused chains, each with its own kernels' names. */
  static String texts() {
    Fusion fusion = Fusion.without(Set.of());
    StringBuilder all = new StringBuilder();
    int[] number = {0};
    Stream.concat(cases(), FusionCases.all().map(FusionCases.FusionCase::program))
        .forEach(
            c -> {
              Program p = new Program(c.batch());
              p.output("examined", c.description().apply(p));
              for (Program.Node node : fusion.nodes(p, CudaKernelTable.TABLE::covers)) {
                if (node.primitive() instanceof Elementwise e) {
                  all.append(
                      FormulaText.of(e, true).replace("formula_", "formula" + number[0]++ + "_"));
                }
              }
            });
    return all.toString();
  }
}
