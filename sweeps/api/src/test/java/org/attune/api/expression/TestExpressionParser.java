package org.attune.api.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TestExpressionParser {

  private static final Dialect FORMULAS =
      new Dialect(
          "the formula", "a value", "signs", "join by +", false, true, Set.of("divides"), 300);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a + b * c | (a + (b * c))",
        "a - b - c | ((a - b) - c)",
        "-a ** 2 | -((a ** 2.0))",
        "2 ** -b ** 2 | (2.0 ** -((b ** 2.0)))",
        "not a < b and c | (not((a < b)) and c)",
        "i-j<64 | ((i - j) < 64.0)",
        "where(a > 0, f(b), -inf) | where((a > 0.0), f(b), -(inf))",
        "learned(0.1, per: head) | learned(0.1, per: head)",
        "f() | f()",
        "((a)) | a"
      })
  void bindsAsPythonDoes(String text, String expected) throws ExpressionException {
    assertThat(bracketed(ExpressionParser.parse(text, FORMULAS))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a + | column 4: the formula ends where a value is due",
        "a + * b | column 5: '*' where a value is due",
        "f(a, b | column 7: a ')' is missing for the '(' in column 2",
        "f(a b) | column 5: 'b' is too much; join by +, or close the '(' in column 2",
        "a ; b | column 3: ';' has no meaning here; allowed are signs",
        "a divides b | column 3: 'divides' has no meaning here; allowed are signs",
        "a) | column 2: ')' is too much; join by +",
        "1e999 | column 1: '1e999' is too large; write a number below 1.7e308"
      })
  void saysWhereAndWhatIsDue(String text, String message) {
    assertThatThrownBy(() -> ExpressionParser.parse(text, FORMULAS))
        .isInstanceOf(ExpressionException.class)
        .hasMessage(message);
  }

  @Test
  void knowsWhereEachPartStands() throws ExpressionException {
    String text = "y * sigmoid( x + 1 )";
    Expression.Binary product = (Expression.Binary) ExpressionParser.parse(text, FORMULAS);

    assertThat(product.in(text)).isEqualTo(text);
    assertThat(product.at()).isEqualTo(2);
    assertThat(product.right().in(text)).isEqualTo("sigmoid( x + 1 )");
    assertThat(product.right().column()).isEqualTo(5);
  }

  @Test
  void namesMayHaveDashesWhereTheDialectSaysSo() throws ExpressionException {
    Dialect dashed = new Dialect("it", "a name", "", "", true, false, Set.of(), 100);

    assertThat(bracketed(ExpressionParser.parse("learning-rate - model.width", dashed)))
        .isEqualTo("(learning-rate - model.width)");
    assertThatThrownBy(() -> ExpressionParser.parse("f(x)", dashed))
        .hasMessageStartingWith("column 2: '(' is too much");
  }

  private static String bracketed(Expression e) {
    if (e instanceof Expression.Number number) {
      return Double.toString(number.value());
    }
    if (e instanceof Expression.Truth truth) {
      return Boolean.toString(truth.value());
    }
    if (e instanceof Expression.Name name) {
      return name.text();
    }
    if (e instanceof Expression.Negative negative) {
      return "-(" + bracketed(negative.x()) + ")";
    }
    if (e instanceof Expression.Not not) {
      return "not(" + bracketed(not.x()) + ")";
    }
    if (e instanceof Expression.Binary binary) {
      return "(%s %s %s)"
          .formatted(bracketed(binary.left()), binary.operator(), bracketed(binary.right()));
    }
    Expression.Call call = (Expression.Call) e;
    return call.function()
        + call.arguments().stream()
            .map(a -> a.keyword().map(k -> k + ": ").orElse("") + bracketed(a.value()))
            .collect(Collectors.joining(", ", "(", ")"));
  }
}
