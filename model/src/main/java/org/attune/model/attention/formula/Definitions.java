package org.attune.model.attention.formula;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.catalog.LayerSet;
import org.attune.model.formula.FormulaPlace;

/** The built-in parts that are formulas, with their papers. */
public final class Definitions {

  private static final String QIU = "Qiu et al. 2025, arXiv 2505.06708";
  private static final String EXTENDED = "NeonBench, extended set";

  public static final Definition SELF = gate("self", "silu(y)", "SiLU of what heads read", QIU);

  public static final Definition INPUT_INDEPENDENT =
      gate(
          "input-independent",
          "y * sigmoid(learned(0, per: channel, as: gate_bias))",
          "sigmoid of a trained number per head and feature",
          QIU);

  public static final Definition SCALARS =
      gate(
          "scalars",
          "y * sigmoid(learned(1, as: gate_query) * q + learned(1, as: gate_key) * k"
              + " + learned(1, as: gate_value) * v + learned(0, as: gate_bias))",
          "sigmoid of a weighted sum of q, k and v",
          EXTENDED);

  /** Gates without parameters; norms are per head. */
  public static final List<Definition> COMPUTED =
      List.of(
          computed("sigmoid(q*v)", "query times value, squashed"),
          computed("sigmoid(q*k)", "query times key, squashed"),
          computed("sigmoid(k*v)", "key times value, squashed"),
          computed("sigmoid(q*k*v)", "the product of all three, squashed"),
          computed("tanh(q+k-v)", "query plus key less value, squashed to ±1"),
          computed(
              "ln(q+v)", "norm(q+v)", "query plus value, to mean 0 and variance 1 in each head"),
          computed("rms(q+k+v)", "the sum of all three, to unit mean square in each head"),
          computed("rms(q*v)", "query times value, to unit mean square in each head"),
          computed("sigmoid(q)*tanh(v)", "query and value, each squashed, multiplied"),
          computed("q+sigmoid(k*v)", "the query plus key times value squashed"));

  /** What a small map makes a gate from. */
  public static final List<Definition> MAPPED =
      List.of(
          mapped("q+k+v", "the sum of all three"),
          mapped("q", "the query alone"),
          mapped("q*v", "query times value"),
          mapped("q*k", "query times key"),
          mapped("k*v", "key times value"),
          mapped("q*k*v", "the product of all three"),
          mapped("q+v", "query plus value"),
          mapped("q+k-v", "query plus key less value"));

  public static final Definition SQUASHED =
      new Definition(
          FormulaPlace.VALUES,
          "attention.values sigmoid",
          "sigmoid(v)",
          Option.of(
              "sigmoid",
              "a sigmoid of each number",
              "NeonBench neon017 to 022",
              LayerSet.parameter("attention.values", "values")));

  public static final Definition ALIBI =
      new Definition(
          FormulaPlace.SCORES,
          "model.positions alibi",
          "s - 2 ** (-8 * (h + 1) / heads) * (i - j)",
          Option.of("alibi", "scores fall with distance by a slope per head", "Press et al. 2021"));

  /** The mean of the values seen. */
  public static final Definition UNIFORM = weights("uniform", "1 / seen");

  private static final Definition SIGMOID_OF_LENGTH = weights("sigmoid", "sigmoid(s - log(n))");
  private static final Definition SIGMOID_OF_VISIBLE =
      weights("{sigmoid: {bias: visible}}", "sigmoid(s - log(seen))");

  /** Formulas that equal a part in Java. */
  private static final List<Definition> IN_JAVA =
      List.of(
          equal(FormulaPlace.GATE, "y * sigmoid(linear(x))", "learned"),
          equal(FormulaPlace.GATE, "y * sigmoid(linear(x, heads))", "{learned: {grain: headwise}}"),
          equal(FormulaPlace.WEIGHTS, "softmax(s)", "softmax"),
          equal(FormulaPlace.QUERY, "linear(x)", "current"),
          equal(FormulaPlace.KEY, "linear(x)", "current"),
          equal(FormulaPlace.MLP, "silu(linear(x)) * linear(x)", "swiglu"),
          equal(FormulaPlace.MLP, "gelu(linear(x))", "gelu"));

  private Definitions() {}

  private static Definition gate(String name, String formula, String words, String paper) {
    return new Definition(
        FormulaPlace.GATE, "attention.gate " + name, formula, Option.of(name, words, paper));
  }

  private static Definition computed(String name, String words) {
    return computed(name, name, words);
  }

  private static Definition computed(String name, String opening, String words) {
    return new Definition(
        FormulaPlace.GATE,
        "attention.gate {computed: {formula: %s}}".formatted(name),
        "y * (%s)".formatted(opening),
        Option.of(name, words, ""));
  }

  private static Definition mapped(String formula, String words) {
    return new Definition(FormulaPlace.GATE, "", formula, Option.of(formula, words, EXTENDED));
  }

  private static Definition weights(String part, String formula) {
    return equal(FormulaPlace.WEIGHTS, formula, part);
  }

  /** Returns weights that are a sigmoid of each score, by an option of its bias. */
  public static Definition sigmoidWeights(String bias) {
    return bias.equals("length") ? SIGMOID_OF_LENGTH : SIGMOID_OF_VISIBLE;
  }

  /**
   * Returns weights that are a function of each score.
   *
   * @param function its name; {@code identity} takes the score itself
   * @param norm {@code root} or {@code count}: what of the keys seen divides them
   */
  public static Definition scoreGate(String function, String norm) {
    return weights(
        "{score-gate: {function: %s, norm: %s}}".formatted(function, norm),
        (function.equals("identity") ? "s" : function + "(s)")
            + (norm.equals("root") ? " / sqrt(seen)" : " / seen"));
  }

  private static Stream<Definition> scoreGates() {
    return Stream.of("sigmoid", "relu", "silu", "identity")
        .flatMap(f -> Stream.of("root", "count").map(norm -> scoreGate(f, norm)));
  }

  private static Definition equal(FormulaPlace place, String formula, String name) {
    return new Definition(place, place.key() + " " + name, formula, Option.of(name, "", ""));
  }

  /** Returns the options of a choice among definitions. */
  public static List<Option> options(List<Definition> definitions) {
    return definitions.stream().map(Definition::option).toList();
  }

  /** Returns the definition of an option. */
  public static Definition named(List<Definition> definitions, String option) {
    return definitions.stream()
        .filter(d -> d.option().name().equals(option))
        .findFirst()
        .orElseThrow();
  }

  /** Returns all that are a whole part. */
  public static List<Definition> parts() {
    return Stream.of(
            Stream.of(SELF, INPUT_INDEPENDENT, SCALARS),
            COMPUTED.stream(),
            Stream.of(SQUASHED, ALIBI, UNIFORM, SIGMOID_OF_LENGTH, SIGMOID_OF_VISIBLE),
            scoreGates(),
            IN_JAVA.stream())
        .flatMap(definitions -> definitions)
        .toList();
  }

  /** Returns the built-in part that a formula equals, as a sweep file writes it. */
  public static Optional<String> equal(FormulaPlace place, String canonical) {
    return parts().stream()
        .filter(d -> d.place() == place && d.placed().canonical().equals(canonical))
        .map(Definition::part)
        .findFirst();
  }
}
