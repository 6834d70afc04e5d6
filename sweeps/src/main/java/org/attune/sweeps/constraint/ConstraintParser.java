package org.attune.sweeps.constraint;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.attune.sweeps.catalog.Domain;
import org.attune.sweeps.catalog.Numbers;
import org.attune.sweeps.catalog.Parameter;
import org.attune.sweeps.catalog.ParameterTree;
import org.attune.sweeps.catalog.Spelling;
import org.attune.sweeps.constraint.Term.Kind;

/** Reads {@link Constraint}'s grammar by recursive descent. */
final class ConstraintParser {

  private static final int MOST_CHARACTERS = 1_000;
  private static final int DEEPEST = 50;
  private static final Pattern TOKEN =
      Pattern.compile(
          "\\s+|(?<number>(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d{1,4})?)"
              + "|(?<word>[A-Za-z_][A-Za-z0-9_]*([.-][A-Za-z0-9_]+)*)"
              + "|(?<sign>==|!=|<=|>=|<|>|\\+|-|\\*|/|%|\\(|\\))");
  private static final Set<String> RESERVED =
      Set.of("and", "or", "not", "divides", "true", "false");
  private static final Set<String> COMPARISONS =
      Set.of("==", "!=", "<", "<=", ">", ">=", "divides");

  private final ParameterTree tree;
  private final List<Token> tokens = new ArrayList<>();
  private int next;
  private int depth;

  /** A piece of text; column from 1. Empty text at the end. */
  private record Token(String text, int column, boolean number, boolean word) {}

  ConstraintParser(String text, ParameterTree tree) throws ConstraintException {
    this.tree = tree;
    if (text.length() > MOST_CHARACTERS) {
      throw new ConstraintException(
          MOST_CHARACTERS,
          "the constraint goes on; at most %,d characters".formatted(MOST_CHARACTERS));
    }
    Matcher matcher = TOKEN.matcher(text);
    int at = 0;
    while (at < text.length()) {
      if (!matcher.region(at, text.length()).lookingAt()) {
        throw new ConstraintException(
            at + 1,
            "'%s' has no meaning here; allowed are numbers, parameters, options, + - * / %% ( ),"
                    .formatted(text.substring(at, text.offsetByCodePoints(at, 1)))
                + " == != < <= > >=, divides, and, or, not");
      }
      if (!matcher.group().isBlank()) {
        tokens.add(
            new Token(
                matcher.group(),
                at + 1,
                matcher.group("number") != null,
                matcher.group("word") != null));
      }
      at = matcher.end();
    }
    tokens.add(new Token("", text.length() + 1, false, false));
  }

  Term parse() throws ConstraintException {
    Term term = either();
    if (!peek().text.isEmpty()) {
      throw wrong("'%s' is too much; join conditions by and, or".formatted(peek().text));
    }
    return wanted(term, Kind.TRUTH, tokens.get(0));
  }

  private Term either() throws ConstraintException {
    Token start = peek();
    Term term = both();
    while (take("or")) {
      Token right = peek();
      term =
          new Term.Logical(
              wanted(term, Kind.TRUTH, start), wanted(both(), Kind.TRUTH, right), true);
    }
    return term;
  }

  private Term both() throws ConstraintException {
    Token start = peek();
    Term term = negation();
    while (take("and")) {
      Token right = peek();
      term =
          new Term.Logical(
              wanted(term, Kind.TRUTH, start), wanted(negation(), Kind.TRUTH, right), false);
    }
    return term;
  }

  private Term negation() throws ConstraintException {
    if (!take("not")) {
      return comparison();
    }
    deeper();
    Token start = peek();
    Term negated = new Term.Not(wanted(negation(), Kind.TRUTH, start));
    depth--;
    return negated;
  }

  private Term comparison() throws ConstraintException {
    Token first = peek();
    Term left = sum();
    Token sign = peek();
    if (!COMPARISONS.contains(sign.text)) {
      return left;
    }
    next++;
    Token second = peek();
    Term right = sum();
    if (sign.text.equals("==") || sign.text.equals("!=")) {
      if (left.kind() != right.kind()) {
        throw new ConstraintException(
            sign.column,
            "'%s' is %s and '%s' is %s; compare like with like"
                .formatted(first.text, left.kind().words, second.text, right.kind().words));
      }
      boolean equal = sign.text.equals("==");
      checkOption(left, right, second);
      checkOption(right, left, first);
      return new Term.Binary(Kind.TRUTH, left, right, (a, b) -> a.equals(b) == equal);
    }
    wanted(left, Kind.NUMBER, first);
    wanted(right, Kind.NUMBER, second);
    return new Term.Binary(Kind.TRUTH, left, right, numbers(sign.text));
  }

  /** Refuses an option that the choice it is compared with does not have. */
  private void checkOption(Term choice, Term option, Token at) throws ConstraintException {
    if (choice instanceof Term.Named named
        && option instanceof Term.Constant constant
        && constant.kind() == Kind.WORD) {
      Domain domain = tree.parameter(named.key()).orElseThrow().domain();
      try {
        domain.canonical((String) constant.value());
      } catch (IllegalArgumentException none) {
        throw new ConstraintException(at.column, named.key() + ": " + none.getMessage());
      }
    }
  }

  private Term sum() throws ConstraintException {
    return chain(Set.of("+", "-"), this::product);
  }

  private Term product() throws ConstraintException {
    return chain(Set.of("*", "/", "%"), this::signed);
  }

  /** Reads a part of the grammar. */
  private interface Part {
    Term read() throws ConstraintException;
  }

  private Term chain(Set<String> signs, Part part) throws ConstraintException {
    Token start = peek();
    Term term = part.read();
    while (signs.contains(peek().text)) {
      String sign = tokens.get(next++).text;
      Token right = peek();
      term =
          new Term.Binary(
              Kind.NUMBER,
              wanted(term, Kind.NUMBER, start),
              wanted(part.read(), Kind.NUMBER, right),
              numbers(sign));
    }
    return term;
  }

  private Term signed() throws ConstraintException {
    deeper();
    Token start = tokens.get(next);
    Term term;
    if (take("-")) {
      Token right = peek();
      term =
          new Term.Binary(
              Kind.NUMBER,
              new Term.Constant(Kind.NUMBER, 0.0),
              wanted(signed(), Kind.NUMBER, right),
              numbers("-"));
    } else if (take("(")) {
      term = either();
      if (!take(")")) {
        throw wrong("a ')' is missing for the '(' in column " + start.column);
      }
    } else {
      term = leaf(start);
      next++;
    }
    depth--;
    return term;
  }

  private Term leaf(Token token) throws ConstraintException {
    if (token.number) {
      Optional<Double> number = Numbers.real(token.text);
      return new Term.Constant(
          Kind.NUMBER,
          number.orElseThrow(
              () ->
                  new ConstraintException(
                      token.column, "'%s' is no number that fits".formatted(token.text))));
    }
    if (token.text.equals("true") || token.text.equals("false")) {
      return new Term.Constant(Kind.TRUTH, token.text.equals("true"));
    }
    if (!token.word || RESERVED.contains(token.text)) {
      throw wrong(
          token.text.isEmpty()
              ? "the constraint ends where a parameter or a number is due"
              : "'%s' where a parameter or a number is due".formatted(token.text));
    }
    return named(token);
  }

  private Term named(Token token) throws ConstraintException {
    Set<String> words = new LinkedHashSet<>();
    for (String key : tree.keys()) {
      Parameter parameter = tree.parameter(key).orElseThrow();
      if (key.equals(token.text) || parameter.column().equals(token.text)) {
        return new Term.Named(kind(parameter.domain()), key);
      }
      words.add(key);
      words.add(parameter.column());
    }
    boolean option =
        tree.keys().stream()
            .map(key -> tree.parameter(key).orElseThrow().domain())
            .anyMatch(d -> d instanceof Domain.Choice c && c.option(token.text).isPresent());
    if (option) {
      return new Term.Constant(Kind.WORD, token.text);
    }
    throw new ConstraintException(
        token.column,
        "'%s' is no parameter and no option; 'attune list axes' shows all%s"
            .formatted(token.text, Spelling.hint(token.text, words)));
  }

  private static Kind kind(Domain domain) {
    if (domain instanceof Domain.IntegerRange || domain instanceof Domain.RealRange) {
      return Kind.NUMBER;
    }
    return domain instanceof Domain.Flag ? Kind.TRUTH : Kind.WORD;
  }

  private static Term wanted(Term term, Kind kind, Token at) throws ConstraintException {
    if (term.kind() != kind) {
      throw new ConstraintException(
          at.column,
          "'%s' is %s where %s is due".formatted(at.text, term.kind().words, kind.words));
    }
    return term;
  }

  private static final Map<String, BinaryOperator<Double>> ARITHMETIC =
      Map.of(
          "+", Double::sum,
          "-", (a, b) -> a - b,
          "*", (a, b) -> a * b,
          "/", (a, b) -> a / b,
          "%", (a, b) -> a % b);

  /** An operator on numbers; null for a result that is no finite number. */
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

  private void deeper() throws ConstraintException {
    if (++depth > DEEPEST) {
      throw wrong("nested more than %d deep; write it flatter".formatted(DEEPEST));
    }
  }

  private Token peek() {
    return tokens.get(next);
  }

  private boolean take(String text) {
    if (peek().text.equals(text)) {
      next++;
      return true;
    }
    return false;
  }

  private ConstraintException wrong(String message) {
    return new ConstraintException(peek().column, message);
  }
}
