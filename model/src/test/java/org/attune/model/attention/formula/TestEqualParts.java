package org.attune.model.attention.formula;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.attune.model.formula.FormulaPlace;
import org.attune.model.formula.PlacedFormula;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The built-in part that a formula is said to equal: found however the formula is spelled, and not
 * for a formula that differs.
 */
class TestEqualParts {

  /**
   * Spellings of a built-in part, and formulas that come near.
   *
   * @param formula as the table has it
   */
  record Part(String formula, List<String> spellings, List<String> near) {
    @Override
    public String toString() {
      return formula;
    }
  }

  private static Part part(String formula, List<String> spellings, String... near) {
    return new Part(formula, spellings, List.of(near));
  }

  private static Part computed(String opening, String... spellings) {
    return part(
        "y * (" + opening + ")",
        Stream.of(spellings).map(s -> "(" + s + ")*y").toList(),
        opening,
        "y + " + opening,
        "x * (" + opening + ")");
  }

  private static Part scoreGate(String of) {
    return part(
        of + " / sqrt((i + 1))",
        List.of(of + "/sqrt(1 + i)", "(" + of + ") / sqrt(i + 1)"),
        of + " * sqrt(i + 1)",
        of + " / sqrt(n)");
  }

  private static Part meanGate(String of) {
    return part(of + " / (i + 1)", List.of(of + "/(1 + i)", "(" + of + ") / (i + 1)"), of + " / n");
  }

  static final List<Part> PARTS =
      List.of(
          part("silu(y)", List.of(" silu( y ) ", "(silu((y)))"), "silu(x)", "y + silu(y)"),
          part(
              "y * sigmoid(learned(0, per: channel, as: gate_bias))",
              List.of(
                  "sigmoid(learned(0.0, per: channel)) * y", "y*(sigmoid(learned(0,per:channel)))"),
              "y * sigmoid(learned(1, per: channel))",
              "y * sigmoid(learned(0, per: head))",
              "y * sigmoid(learned(0))"),
          part(
              "y * sigmoid(learned(1, as: gate_query) * q + learned(1, as: gate_key) * k"
                  + " + learned(1, as: gate_value) * v + learned(0, as: gate_bias))",
              List.of(
                  "sigmoid(learned(0) + v * learned(1) + q * learned(1) + k * learned(1)) * y",
                  "y*sigmoid((q*learned(1) + k*learned(1)) + (learned(1)*v + learned(0)))"),
              "y * sigmoid(learned(1) * q + learned(1) * k + learned(1) * v)",
              "y * sigmoid(learned(1, as: a) * q + learned(1, as: a) * k + learned(1) * v + learned(0))",
              "y * sigmoid(learned(1) * q + learned(1) * k - learned(1) * v + learned(0))"),
          computed("sigmoid(q*v)", "sigmoid(v * q)", "sigmoid((q) * v)"),
          computed("sigmoid(q*k)", "sigmoid(k * q)", "sigmoid(q * (k))"),
          computed("sigmoid(k*v)", "sigmoid(v*k)", "sigmoid((k*v))"),
          computed("sigmoid(q*k*v)", "sigmoid(v * (k * q))", "sigmoid((v*q)*k)"),
          computed("tanh(q+k-v)", "tanh(k - v + q)", "tanh(-v + (q + k))", "tanh(q - (v - k))"),
          computed("norm(q+v)", "norm(v + q)", "norm((q)+(v))"),
          computed("rms(q+k+v)", "rms(v + k + q)", "rms(k + (q + v))"),
          computed("rms(q*v)", "rms(v * q)", "rms((v)*q)"),
          computed("sigmoid(q)*tanh(v)", "tanh(v) * sigmoid(q)", "sigmoid((q)) * tanh((v))"),
          computed("q+sigmoid(k*v)", "sigmoid(v * k) + q", "q + (sigmoid(k*v))"),
          part("sigmoid(v)", List.of("( sigmoid(v) )", "sigmoid((v))"), "sigmoid(-v)", "tanh(v)"),
          part(
              "s - 2 ** (-8 * (h + 1) / heads) * (i - j)",
              List.of(
                  "s - (i - j) * 2 ** (-8 * (1 + h) / heads)",
                  "-(2 ** ((-8 * (h + 1)) / heads) * (i - j)) + s"),
              "s - 2 ** (-8 * (h + 1) / heads) * (j - i)",
              "s + 2 ** (-8 * (h + 1) / heads) * (i - j)",
              "s - 2 ** (-8 * h / heads) * (i - j)",
              "s - 2 ** (-4 * (h + 1) / heads) * (i - j)"),
          part(
              "y * sigmoid(linear(x))",
              List.of("sigmoid(linear(x)) * y", "(y)*(sigmoid(linear(x, as: mine)))"),
              "y * sigmoid(linear(y))",
              "y * sigmoid(2 * linear(x))",
              "y * sigmoid(linear(x) + linear(x))",
              "y * sigmoid(linear(x, start: 0))",
              "y * silu(linear(x))"),
          part(
              "y * sigmoid(linear(x, heads))",
              List.of("sigmoid(linear(x, heads)) * y", "y*sigmoid((linear((x), heads)))"),
              "y * sigmoid(linear(q, heads))",
              "y * sigmoid(linear(x, heads) / 2)"),
          part(
              "softmax(s)",
              List.of(" softmax( s )", "softmax(s, keys)"),
              "softmax(2 * s)",
              "softmax(-s)"),
          part(
              "sigmoid(s - log(n))",
              List.of("sigmoid(-log(n) + s)", "sigmoid((s) - (log(n)))"),
              "sigmoid(s - log(i))",
              "sigmoid(s + log(n))",
              "sigmoid(s)"),
          part(
              "sigmoid(s - log((i + 1)))",
              List.of("sigmoid(s - log(1 + i))", "sigmoid(-log(i + 1) + s)"),
              "sigmoid(s - log(j + 1))",
              "silu(s - log(i + 1))"),
          scoreGate("sigmoid(s)"),
          scoreGate("relu(s)"),
          scoreGate("silu(s)"),
          scoreGate("s"),
          meanGate("sigmoid(s)"),
          meanGate("relu(s)"),
          meanGate("silu(s)"),
          meanGate("s"),
          part(
              "1 / (i + 1)",
              List.of("1/(1 + i)", "(1) / ((i) + 1)"),
              "1 / (j + 1)",
              "1 / n",
              "1 / i"),
          part(
              "linear(x)",
              List.of("linear((x))", "linear(x, as: w)"),
              "linear(x) + linear(x)",
              "-linear(x)"),
          part(
              "silu(linear(x)) * linear(x)",
              List.of("linear(x) * silu(linear(x))", "(silu(linear(x, as: a)))*linear(x, as: b)"),
              "silu(linear(x, as: a)) * linear(x, as: a)",
              "sigmoid(linear(x)) * linear(x)",
              "silu(linear(x)) + linear(x)"),
          part(
              "gelu(linear(x))",
              List.of("( gelu(linear(x)) )", "gelu(linear(x, as: w))"),
              "relu(linear(x))",
              "2 * gelu(linear(x))"));

  static Stream<Definition> parts() {
    return Definitions.parts().stream();
  }

  @ParameterizedTest
  @MethodSource("parts")
  void aPartIsFoundByItsFormulaHoweverItIsSpelled(Definition known) {
    Part part = of(known);

    assertThat(part.spellings()).hasSizeGreaterThanOrEqualTo(2).doesNotContain(part.formula());
    assertThat(equal(known.place(), part.formula())).isEqualTo(known.part());
    assertThat(part.spellings()).allMatch(s -> equal(known.place(), s).equals(known.part()));
  }

  @ParameterizedTest
  @MethodSource("parts")
  void aFormulaThatComesNearIsNoPart(Definition known) {
    assertThat(of(known).near())
        .isNotEmpty()
        .allSatisfy(near -> assertThat(equal(known.place(), near)).isEmpty());
  }

  @Test
  void everyPartOfTheTableIsHereAndNoTwoAreOne() {
    Set<String> names = new TreeSet<>();
    Definitions.parts().forEach(d -> assertThat(names.add(d.part())).as(d.part()).isTrue());

    assertThat(Definitions.parts().stream().map(TestEqualParts::text).distinct())
        .containsExactlyInAnyOrderElementsOf(PARTS.stream().map(Part::formula).toList());
  }

  @Test
  void aFormulaElsewhereIsNotThePart() {
    assertThat(equal(FormulaPlace.SCORES, "30 * tanh(s / 30)")).isEmpty();
    assertThat(equal(FormulaPlace.VALUES, "linear(x)")).isEmpty();
    assertThat(equal(FormulaPlace.GATE, "sigmoid(v)")).isEmpty();
  }

  private static Part of(Definition known) {
    return PARTS.stream().filter(p -> p.formula().equals(text(known))).findFirst().orElseThrow();
  }

  private static String text(Definition definition) {
    return definition.placed().text();
  }

  /** The part, or no text. */
  private static String equal(FormulaPlace place, String formula) {
    return Definitions.equal(place, PlacedFormula.of(place, formula).canonical()).orElse("");
  }
}
