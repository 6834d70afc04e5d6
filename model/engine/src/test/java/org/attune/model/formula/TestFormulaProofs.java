package org.attune.model.formula;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.attune.model.primitive.Mask;
import org.attune.model.proof.FormulaProof;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each kind of part of a formula, compiled, against the formula as it is read. */
class TestFormulaProofs {

  private static final Sizes SIZES = new Sizes(9, 2, 3, Mask.CAUSAL);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "gate | y * sigmoid(linear(x)) | 36",
        "gate | y * sigmoid(linear(x, heads) / 0.5) | 12",
        "gate | y * silu(linear(linear(x, 2))) | 24",
        "gate | y * learned(0.5, per: channel) + learned(1, per: head) - learned(-1) | 9",
        "gate | rms(y) * tanh(q + k - v) | 0",
        "gate | where(y > 0 and not q < v, gelu(y), -0.5 * y) | 0",
        "gate | y - past_mean(v) + cumsum(k) * 0.1 | 0",
        "gate | decay(v * (1 - sigmoid(linear(x, heads))), sigmoid(linear(x, heads, as: f))) | 24",
        "gate | decay(v, sigmoid(learned(2, per: head))) | 2",
        "gate | y * max(q, channels) + mean(k, channels) - sum(v, heads) + min(v, channels) | 0",
        "gate | shift(y * sigmoid(q), 2) ** 2 + abs(y) ** 1.5 + softplus(k) | 0",
        "gate | 0.1 * y ** 3 + (1 + abs(q)) ** 0.5 - (1 + abs(v)) ** -1 + (2 + tanh(k)) ** learned(1.5) | 1",
        "gate | softmax(y, channels) + sin(i / n) * cos(h) + i % 3 | 0",
        "gate | y * linear(mean(x, channels), heads) | 4",
        "gate | min(max(y, -1), 1) / sqrt(1 + y ** 2) + exp(-abs(v)) + log(1 + v ** 2) | 0",
        "gate | y | 0",
        "gate | y * decay(mean(v, channels), sigmoid(q)) | 0",
        "weights | sigmoid(s) + learned(0.1, per: head) | 2",
        "scores | 30 * tanh(s / 30) | 0",
        "scores | where(i - j < 4, s, -inf) | 0",
        "scores | s - learned(0.1, per: head) * (i - j) | 2",
        "scores | s - 2 ** (-8 * (h + 1) / heads) * (i - j) | 0",
        "scores | s + at_key(linear(x, heads)) + linear(x, heads) | 24",
        "scores | s + cumsum(log(sigmoid(linear(x, heads, as: f)))) -"
            + " at_key(cumsum(log(sigmoid(linear(x, heads, as: f))))) | 12",
        "scores | s - max(s, keys) + mean(s, keys) | 0",
        "scores | s * mean(x, channels) | 0",
        "scores | s + at_key(max(s, keys)) | 0",
        "scores | s + linear(mean(s, keys), heads) | 4",
        "scores | s + mean(max(s, keys), heads) | 0",
        "weights | softmax(s) * sum(mean(s, keys), heads) | 0",
        "scores | where((j - i) % 4 == 3 or i == 0, s, -inf) | 0",
        "gate | y + (q - 5) % 3 + (-q) % 0.75 | 0",
        "scores | s + mean(at_key(linear(x, heads)), keys) - max(j, keys) | 12",
        "scores | s * softmax(at_key(linear(x, heads))) | 12",
        "scores | s + sum(h * j, keys) / n + at_key(min(at_key(linear(x, heads)), keys)) | 12",
        "weights | softmax(s) | 0",
        "weights | sigmoid(s - log(n)) | 0",
        "weights | exp(s - max(max(s, keys), 0)) / (exp(-max(max(s, keys), 0)) + sum(exp(s -"
            + " max(max(s, keys), 0)), keys)) | 0",
        "scores | s + where(j < i, log(i - j), 0) | 0",
        "weights | softmax(s) - learned(0.2) * softmax(2 * s) | 1",
        "weights | 1 / (i + 1) | 0",
        "query | linear(x) + shift(linear(x), 1) | 72",
        "values | 0.5 * v + learned(0.5) * v0 | 1",
        "mlp | relu(linear(x)) ** 2 | 30",
        "mlp | relu(linear(x)) ** learned(2) | 31",
        "gate | y * relu(q) ** learned(1.5, per: head) | 2",
        "mlp | silu(linear(x)) * linear(x) | 60",
        "mlp | relu(linear(shift(x, 1))) + mean(x, width) + linear(past_mean(x)) | 60",
        "scores | s * sigmoid(min(0.1 * (i - j), learned(0.3, per: head))) | 2",
        "scores | s * where(0.1 * (i - j) <= 0.7, -j / n, j / n) | 0",
        "scores | where(i - j < 4, s, -1e9) | 0",
        "gate | y * max(learned(0.4, per: channel), learned(0.4, per: channel)) | 12",
        "gate | y * exp(min(30 * linear(x), 30)) | 36",
        "stream | x + rms(y) * learned(1, per: channel) | 6",
        "stream | x + y * sigmoid(linear(x0)) + 0.1 * shift(y, 2) | 36"
      })
  void isCompiledToWhatItSays(String place, String formula, long parameters) {
    FormulaPlace at = FormulaPlace.valueOf(place.toUpperCase(Locale.ROOT));
    Sizes sizes = at.heads() ? SIZES : new Sizes(9, 1, 6, Mask.CAUSAL);

    FormulaProof.ProofReport report = FormulaProof.of(PlacedFormula.of(at, formula), sizes, 5);

    assertThat(report.parameters()).isEqualTo(parameters);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "scores | s + log(i - j) | hides every key from query 1 (i = 0)",
        "scores | where(i - j > 0, s, -inf) | hides every key from query 1 (i = 0)",
        "scores | s + log(j - 3) | is not finite at the start",
        "weights | exp(s) / sum(exp(s), keys) | is not finite with inputs of size 50",
        "gate | y / (i - 3) | is not finite at the start",
        "gate | y / sqrt(max(y, 0)) | is not finite at the start",
        "scores | where(i - j < 4, s, inf) | is not finite at the start: it gives Infinity",
        "gate | where(i < 4, y, -inf) | is not finite at the start: it gives -Infinity",
        "weights | where(j == i, -inf, softmax(s)) | is not finite at the start: it gives"
            + " -Infinity",
        "scores | s + learned(0) * 1e30 | in its slopes at the start: it gives",
        "scores | s - learned(0) * 1e30 | in its slopes at the start: it gives",
        "gate | y * 1e30 | is too large at the start: it gives",
        "scores | s - learned(0.1, per: head) / (i - j) | and divide by nothing that is 0 there",
        "gate | y * exp(30 * linear(x)) | is not finite with inputs of size 50"
      })
  void refusesWhatIsNotFinite(String place, String formula, String message) {
    FormulaPlace at = FormulaPlace.valueOf(place.toUpperCase(Locale.ROOT));

    assertThatThrownBy(() -> FormulaProof.of(PlacedFormula.of(at, formula), SIZES, 6))
        .hasMessageStartingWith(at.key() + ": ")
        .hasMessageContaining(message);
  }

  /** The remedies that a refusal names, with an operand that takes both signs. */
  @Test
  void whatARefusalAdvisesPasses() {
    String given = "y * log(linear(x))";
    assertThatThrownBy(() -> FormulaProof.of(PlacedFormula.of(FormulaPlace.GATE, given), SIZES, 6))
        .hasMessageEndingWith(
            "as in y / (1 + abs(a)), log(abs(a) + 1e-6), sqrt(abs(a) + 1e-6) or exp(min(a, 20))");

    for (String advised :
        List.of(
            "y / (1 + abs(linear(x)))",
            "y * log(abs(linear(x)) + 1e-6)",
            "y * sqrt(abs(linear(x)) + 1e-6)",
            "y * exp(min(linear(x), 20))")) {
      FormulaProof.of(PlacedFormula.of(FormulaPlace.GATE, advised), SIZES, 6);
    }
  }

  /** As docs/formulas.md says: the proof tries numbers, and a pole lies between them. */
  @Test
  void aPoleBetweenTheNumbersThatAreTriedIsNotSeen() {
    FormulaProof.of(PlacedFormula.of(FormulaPlace.GATE, "y / (linear(x) - 1)"), SIZES, 6);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "scores | where(i - j < 64, s, log(j - i)) | is not finite at the start",
        "scores | where(i < 20 or i - j > 30, s, -inf) | hides every key from query 21 (i = 20)",
        "gate | where(i < 100, y, log(i - 101)) | is not finite at the start",
        "scores | s - learned(0.1, per: head) * exp(i - j) | is not finite in its slopes in"
            + " sequences of 256 tokens",
        "gate | y * exp(i) | is too large in sequences of 256 tokens"
      })
  void refusesWhatIsWrongFarAway(String place, String formula, String message) {
    FormulaPlace at = FormulaPlace.valueOf(place.toUpperCase(Locale.ROOT));
    Sizes many = new Sizes(256, 2, 3, Mask.CAUSAL);

    assertThatThrownBy(() -> FormulaProof.of(PlacedFormula.of(at, formula), many, 6))
        .hasMessageContaining(message);
    FormulaProof.of(PlacedFormula.of(at, formula), SIZES, 6); // such a short sequence has none
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "scores | where(i - j < 64, s, -inf)",
        "scores | where(j - i == 20, 5, s)",
        "scores | s + softmax(s) * where(i - j < 40, 1, at_key(shift(linear(x, heads), 50)))",
        "gate | where(i > 40, shift(x, 12), y) + decay(v, 0.9)",
        "gate | shift(y, 300) + cumsum(v) / 200"
      })
  void holdsFarAway(String place, String formula) {
    FormulaPlace at = FormulaPlace.valueOf(place.toUpperCase(Locale.ROOT));
    Sizes many = new Sizes(512, 2, 3, Mask.CAUSAL);

    assertThatCode(() -> FormulaProof.of(PlacedFormula.of(at, formula), many, 6))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "x * y * 2 | 2 * x * y",
        "2*(y)*x | 2 * x * y",
        "y - (x - v) | v + y - x",
        "y / (x / v) | v * y / x",
        "-(y * x) | -x * y",
        "y * -x | -x * y",
        "x > y and y > 0 | ",
        "where(x > y, 1, 0) | where(y < x, 1, 0)",
        "max(y, x) | max(x, y)",
        "sigmoid(linear(x)) * linear(x) | linear(x) * sigmoid(linear(x))",
        "sigmoid(linear(x, as: w)) * linear(x, as: w) | linear(x, as: a) * sigmoid(linear(x, as:"
            + " a))",
        "-((x + y) * v) | -((x + y) * v)",
        "v * -(x + y) / q | (-x - y) * v / q",
        "x - y % 2 | x - y % 2",
        "max(heads, 4) * y | max(4, heads) * y",
        "min(4, heads) * y | min(heads, 4) * y",
        "where(not not not not not not not not not y > 0, x, y) | where(not not not not not not not"
            + " not not y > 0, x, y)",
        "y ** 2 ** x | y ** (2 ** x)",
        "(y ** 2) ** x | (y ** 2) ** x",
        "1 * y | y",
        "past_mean(v) | cumsum(v) / (i + 1)"
      })
  void hasOneText(String formula, String canonical) {
    if (canonical == null) {
      assertThatThrownBy(() -> PlacedFormula.of(FormulaPlace.GATE, formula))
          .hasMessageContaining("is true or false where a number is due");
      return;
    }
    String text = PlacedFormula.of(FormulaPlace.GATE, formula).canonical();

    assertThat(text).isEqualTo(PlacedFormula.of(FormulaPlace.GATE, canonical).canonical());
    assertThat(PlacedFormula.of(FormulaPlace.GATE, text).canonical()).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "gate | y + shift(x, -1) | column 5: shift(x, -1) reads a later token: output 1 changes"
            + " with input 2",
        "gate | y + shift(x, -12) | column 5: shift(x, -12) reads a later token: output 1 changes"
            + " with input 13",
        "gate | y + shift(x, -3000) | column 5: shift(x, -3000) reads a later token: output 1"
            + " changes with input 3001",
        "gate | shift(shift(y, 20), -25) | shift(shift(y, 20), -25) reads a later token: output 1"
            + " changes with input 6",
        "gate | where(i > 40, shift(x, -1), y) | reads a later token: output 42 changes with input"
            + " 43",
        "gate | where(i == 2 * 30, shift(x, -1), y) | reads a later token: output 61 changes with"
            + " input 62",
        "gate | where(i - 30 > 30, shift(x, -1), y) | column 20: shift(x, -1) reads a later token:"
            + " output 64 changes with input 65",
        "gate | where(shift(shift(i, 20), 25) > 3, shift(x, -1), y) | column 36: shift(x, -1) reads"
            + " a later token: output 52 changes with input 53",
        "scores | s + at_key(shift(mean(x, channels), -64)) | column 12: shift(mean(x, channels),"
            + " -64) reads a later token: output 1 changes with input 65",
        "weights | softmax(s) * where(i - j < 64, 1, at_key(shift(linear(x, heads), -70))) | reads"
            + " a later token",
        "stream | x + shift(y, -100) | column 5: shift(y, -100) reads a later token: output 1"
            + " changes with input 101",
        "gate | y - mean(v, tokens) | column 5: mean(v, tokens) reads a later token: output 1"
            + " changes with input 2",
        "gate | y * softmax(x, tokens) | column 5: softmax(x, tokens) reads a later token",
        "scores | s + shift(at_key(mean(x, channels)), 1) | shift goes along tokens",
        "scores | s + at_key(shift(mean(x, channels), -2)) | reads a later token",
        "weights | softmax(s, tokens) | column 1: softmax(s, tokens) reads a later token",
        "query | linear(x) + linear(shift(x, -1)) | column 20: shift(x, -1) reads a later token",
        "gate | y * s | 's' has no meaning in attention.gate; it reads",
        "gate | y * linear(x, 3) | 'linear(x, 3)' has (token, 3 features), which do not meet",
        "gate | s | 's' has no meaning",
        "stream | x + shift(y, -1) | column 5: shift(y, -1) reads a later token",
        "stream | x + y * h | 'h' has no meaning in model.stream; it reads x, y, x0, i, n, pi, inf",
        "mlp | x | the formula gives (token, width) and model.mlp wants (token, channel); map it"
      })
  void refusesWhatLooksRight(String place, String formula, String message) {
    FormulaPlace at = FormulaPlace.valueOf(place.toUpperCase(Locale.ROOT));

    assertThatThrownBy(() -> PlacedFormula.of(at, formula))
        .isInstanceOf(FormulaException.class)
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"keys", "head", "width"})
  void aHoleHasNoNameOfAnAxis(String name) {
    assertThatThrownBy(() -> PlacedFormula.of(FormulaPlace.GATE, "y * " + name, Map.of(name, "2")))
        .hasMessage(
            "'%s' cannot be a name of the formula's own: it has a meaning here; choose another"
                .formatted(name));
  }

  @ParameterizedTest
  @CsvSource({"sigmoid, x", "silu, q", "tanh, y"})
  void hasHolesForFunctionsAndNames(String f, String g) {
    PlacedFormula holes =
        PlacedFormula.of(FormulaPlace.GATE, "y * f(linear(g))", Map.of("f", f, "g", g));

    assertThat(holes.canonical())
        .isEqualTo(
            PlacedFormula.of(FormulaPlace.GATE, "y * %s(linear(%s))".formatted(f, g)).canonical());
  }

  @ParameterizedTest
  @CsvSource({
    "attention.scores, 's', false",
    "attention.scores, 'where(j - i == 20, 5, s)', false",
    "attention.scores, 'where(i - j < 12, s, -inf)', false",
    "attention.scores, 'where(i - j < 11, s, -inf)', true",
    "attention.scores, '2 * s', true",
    "attention.scores, '0.1 * (j - i)', true",
    "attention.gate, 'x + past_mean(v)', true",
    "attention.scores, 's - learned(0) * (i - j)', true",
    "attention.gate, '(y + y) / 2', false",
    "attention.gate, 'y * sigmoid(y)', true",
    "attention.values, 'v', false",
    "attention.weights, 'softmax(s)', true",
    "model.input, '(x + x) / 2', false",
    "model.input, 'x + shift(x, 1)', true"
  })
  void aFormulaThatChangesNothingIsSeen(String key, String formula, boolean changes) {
    FormulaPlace at = FormulaPlace.of(key);
    Sizes cell = new Sizes(12, at.heads() ? 2 : 1, 3, Mask.CAUSAL);

    assertThat(FormulaProof.of(PlacedFormula.of(at, formula), cell, 6).changes())
        .isEqualTo(changes);
  }
}
