package org.attune.jobs.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.attune.api.catalog.Configuration;
import org.attune.jobs.report.AnalyzedMetric;
import org.attune.sweeps.state.CellSummary;
import org.attune.sweeps.statistics.Summary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Formulas as LaTeX's mathematics. */
class TestFormulaMath {

  private static final Pattern CODE =
      Pattern.compile("\\| (?:attention|model)\\.[a-z]+ \\| `([^`]+)` \\|");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "sigmoid(linear(x) / 0.5) * y | \\sigma\\left(\\frac{W_{1}\\,x}{0.5}\\right) \\cdot y",
        "30 * tanh(s / 30) | 30 \\cdot \\tanh\\left(\\frac{s}{30}\\right)",
        "where(i - j < 64 or j < 4, s, -inf) | \\left\\{s\\;\\mathrm{if}\\;i - j < 64 \\vee j < 4;\\;-\\infty\\;\\mathrm{otherwise}\\right\\}",
        "s - (i - j) * learned(0.1, per: head) | s - \\left(i - j\\right) \\cdot \\theta_{1 \\leftarrow 0.1}^{\\mathrm{head}}",
        "s - (x + y) | s - \\left(x + y\\right)",
        "(x + y) ** 2 | {\\left(x + y\\right)}^{2}",
        "linear(x, as: a) + shift(linear(x, as: a), 1) | W_{a}\\,x + \\left(W_{a}\\,x\\right)_{i-1}",
        "sum(exp(s), keys) * max(s, keys) | \\sum_{\\mathrm{keys}}\\exp\\left(s\\right) \\cdot \\max_{\\mathrm{keys}}\\left(s\\right)",
        "-x * y + x % 3 | -x \\cdot y + x \\bmod 3",
        "y * 1e-06 | y \\cdot 1 \\cdot 10^{-06}"
      })
  void isWritten(String formula, String math) {
    assertThat(FormulaMath.of(formula)).contains(math);
  }

  @Test
  void whatIsNoFormulaIsNotMathematics() {
    assertThat(FormulaMath.of("y *")).isEmpty();
    assertThat(FormulaMath.of("$x$ & \\input{y}")).isEmpty();
  }

  @Test
  void everyMechanismOfThePageCompiles(@TempDir Path folder) throws Exception {
    List<String> formulas =
        CODE.matcher(Files.readString(Path.of("..", "docs", "formulas.md")))
            .results()
            .map(m -> m.group(1))
            .toList();
    CellTable table =
        new CellTable(
            "formulas",
            List.of("attention.gate.formula"),
            List.of(new AnalyzedMetric("loss", java.util.Optional.empty())),
            formulas.stream()
                .map(
                    f ->
                        new CellTable.Row(
                            f,
                            List.of(f),
                            List.of(
                                new CellSummary(
                                    new Configuration(Map.of()), 0, 0, false, Summary.of(1, 2)))))
                .toList(),
            java.util.Optional.empty());

    String latex = LatexTable.write(table);

    assertThat(formulas).hasSizeGreaterThan(30);
    assertThat(latex.lines().filter(line -> line.matches(" +\\$.*\\$ & \\$.*\\$ & 2 \\\\\\\\")))
        .hasSameSizeAs(formulas);
    Latex.compile(folder, latex);
  }
}
