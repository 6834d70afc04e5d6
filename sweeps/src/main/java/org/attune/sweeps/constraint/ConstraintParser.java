package org.attune.sweeps.constraint;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BinaryOperator;
import org.attune.api.catalog.Domain;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.ParameterTree;
import org.attune.api.catalog.Spelling;
import org.attune.api.expression.Dialect;
import org.attune.api.expression.Expression;
import org.attune.api.expression.ExpressionException;
import org.attune.api.expression.ExpressionParser;
import org.attune.sweeps.constraint.ConstraintTerm.Kind;

/**
 * Converts a constraint's expression to terms: resolves names, and checks the kind of each part.
 */
record ConstraintParser(String text, ParameterTree tree) {

  private static final Dialect DIALECT =
      new Dialect(
          "the constraint",
          "a parameter or a number",
          "numbers, parameters, options, + - * / % ( ) == != < <= > >=, divides, and, or, not",
          "join conditions by and, or",
          true,
          false,
          Set.of("**", ",", ":"),
          1_000);

  ConstraintTerm parse() throws ConstraintException {
    try {
      Expression all = ExpressionParser.parse(text, DIALECT);
      return wanted(all, Kind.TRUTH);
    } catch (ExpressionException e) {
      throw new ConstraintException(e.column(), e.problem());
    }
  }

  private ConstraintTerm term(Expression e) throws ConstraintException {
    if (e instanceof Expression.Number number) {
      return new ConstraintTerm.Constant(Kind.NUMBER, number.value());
    }
    if (e instanceof Expression.Truth truth) {
      return new ConstraintTerm.Constant(Kind.TRUTH, truth.value());
    }
    if (e instanceof Expression.Name name) {
      return named(name);
    }
    if (e instanceof Expression.Not not) {
      return new ConstraintTerm.Not(wanted(not.x(), Kind.TRUTH));
    }
    if (e instanceof Expression.Negative negative) {
      ConstraintTerm zero = new ConstraintTerm.Constant(Kind.NUMBER, 0.0);
      return new ConstraintTerm.Binary(
          Kind.NUMBER, zero, wanted(negative.x(), Kind.NUMBER), numbers("-"));
    }
    if (e instanceof Expression.Binary binary) {
      return binary(binary);
    }
    throw new IllegalStateException("No constraint calls functions: " + e);
  }

  private ConstraintTerm binary(Expression.Binary e) throws ConstraintException {
    return switch (e.operator()) {
      case "and", "or" ->
          new ConstraintTerm.Logical(
              wanted(e.left(), Kind.TRUTH),
              wanted(e.right(), Kind.TRUTH),
              e.operator().equals("or"));
      case "==", "!=" -> equality(e);
      default -> {
        Kind kind = ARITHMETIC.containsKey(e.operator()) ? Kind.NUMBER : Kind.TRUTH;
        yield new ConstraintTerm.Binary(
            kind,
            wanted(e.left(), Kind.NUMBER),
            wanted(e.right(), Kind.NUMBER),
            numbers(e.operator()));
      }
    };
  }

  private ConstraintTerm equality(Expression.Binary e) throws ConstraintException {
    ConstraintTerm left = term(e.left());
    ConstraintTerm right = term(e.right());
    if (left.kind() != right.kind()) {
      throw new ConstraintException(
          e.at() + 1,
          "'%s' is %s and '%s' is %s; compare like with like%s"
              .formatted(
                  e.left().in(text),
                  left.kind().words,
                  e.right().in(text),
                  right.kind().words,
                  meant(e.left(), left, right.kind()) + meant(e.right(), right, left.kind())));
    }
    boolean equal = e.operator().equals("==");
    checkOption(left, right, e.right());
    checkOption(right, left, e.left());
    return new ConstraintTerm.Binary(Kind.TRUTH, left, right, (a, b) -> a.equals(b) == equal);
  }

  /** Refuses an option that the compared choice does not have. */
  private void checkOption(ConstraintTerm choice, ConstraintTerm option, Expression at)
      throws ConstraintException {
    if (choice instanceof ConstraintTerm.Named named
        && option instanceof ConstraintTerm.Constant constant
        && constant.kind() == Kind.WORD) {
      Domain domain = tree.parameter(named.key()).orElseThrow().domain();
      try {
        domain.canonical((String) constant.value());
      } catch (IllegalArgumentException none) {
        throw new ConstraintException(at.column(), named.key() + ": " + none.getMessage());
      }
    }
  }

  private ConstraintTerm named(Expression.Name name) throws ConstraintException {
    Set<String> words = new LinkedHashSet<>();
    for (String key : tree.keys()) {
      Parameter parameter = tree.parameter(key).orElseThrow();
      if (key.equals(name.text()) || parameter.column().equals(name.text())) {
        return new ConstraintTerm.Named(kind(parameter.domain()), key);
      }
      words.add(key);
      words.add(parameter.column());
    }
    boolean option =
        tree.keys().stream()
            .map(key -> tree.parameter(key).orElseThrow().domain())
            .anyMatch(d -> d instanceof Domain.Choice c && c.names().contains(name.text()));
    if (option) {
      return new ConstraintTerm.Constant(Kind.WORD, name.text());
    }
    throw new ConstraintException(
        name.column(),
        "'%s' is neither a parameter nor an option; 'attune list axes' shows all%s"
            .formatted(name.text(), tree.hint(name.text(), words)));
  }

  private static Kind kind(Domain domain) {
    if (domain instanceof Domain.IntegerRange || domain instanceof Domain.RealRange) {
      return Kind.NUMBER;
    }
    return domain instanceof Domain.Flag ? Kind.TRUTH : Kind.WORD;
  }

  private ConstraintTerm wanted(Expression e, Kind kind) throws ConstraintException {
    ConstraintTerm term = term(e);
    if (term.kind() != kind) {
      throw new ConstraintException(
          e.column(),
          "'%s' is %s where %s is due%s"
              .formatted(e.in(text), term.kind().words, kind.words, meant(e, term, kind)));
    }
    return term;
  }

  /** The parameter of a kind that was probably meant by an option, or by a choice's name. */
  private String meant(Expression e, ConstraintTerm term, Kind kind) {
    if (term.kind() != Kind.WORD) {
      return "";
    }
    List<String> columns =
        tree.keys().stream()
            .map(key -> tree.parameter(key).orElseThrow())
            .filter(parameter -> kind(parameter.domain()) == kind)
            .map(Parameter::column)
            .toList();
    return Spelling.hint(e.in(text), columns);
  }

  private static final Map<String, BinaryOperator<Double>> ARITHMETIC =
      Map.of(
          "+", Double::sum,
          "-", (a, b) -> a - b,
          "*", (a, b) -> a * b,
          "/", (a, b) -> a / b,
          "%", ConstraintParser::remainder);

  /** The rest after subtracting floor(a / b) times b, with the sign of b, as in formulas. */
  private static double remainder(double a, double b) {
    double rest = a % b;
    return rest == 0 || (rest < 0) == (b < 0) ? rest : rest + b;
  }

  /** An operator on numbers; it returns null if the result is not a finite number. */
  private static BinaryOperator<Object> numbers(String sign) {
    BinaryOperator<Double> arithmetic = ARITHMETIC.get(sign);
    if (arithmetic != null) {
      return (a, b) -> {
        double result = arithmetic.apply((Double) a, (Double) b);
        return Double.isFinite(result) ? (Object) result : null;
      };
    }
    return (a, b) -> holds(sign, (Double) a, (Double) b);
  }

  private static boolean holds(String sign, double a, double b) {
    return switch (sign) {
      case "<" -> a < b;
      case "<=" -> a <= b;
      case ">" -> a > b;
      case ">=" -> a >= b;
      default -> a != 0 && a == Math.rint(a) && b % a == 0;
    };
  }
}
