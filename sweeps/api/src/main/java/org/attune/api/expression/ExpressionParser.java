package org.attune.api.expression;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.attune.api.catalog.Spelling;

/**
 * Reads expressions by recursive descent.
 *
 * <pre>
 * either     = both {"or" both}
 * both       = negation {"and" negation}
 * negation   = "not" negation | comparison
 * comparison = sum [("==" | "!=" | "&lt;" | "&lt;=" | ">" | ">=" | "divides") sum]
 * sum        = product {("+" | "-") product}
 * product    = signed {("*" | "/" | "%") signed}
 * signed     = "-" signed | power
 * power      = leaf ["**" signed]
 * leaf       = number | "true" | "false" | name | call | "(" either ")"
 * call       = name "(" [argument {"," argument}] ")"
 * argument   = [name ":"] either
 * </pre>
 *
 * <pre>{@code
 * String text = "a * (b + 1)";
 * Expression product = ExpressionParser.parse(text, Dialect.FORMULAS);
 * ((Expression.Binary) product).operator(); // *
 * ((Expression.Binary) product).right().in(text); // b + 1
 * }</pre>
 */
public final class ExpressionParser {

  private static final int DEEPEST = 50;
  private static final int MOST_TERMS = 500; // of one sum: later readers walk down its left side
  private static final String NUMBER = "(?<number>(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d{1,4})?)";
  private static final String SIGN = "(?<sign>\\*\\*|==|!=|<=|>=|<|>|\\+|-|\\*|/|%|\\(|\\)|,|:)";
  private static final Pattern DASHED =
      Pattern.compile(
          "\\s+|" + NUMBER + "|(?<word>[A-Za-z_][A-Za-z0-9_]*([.-][A-Za-z0-9_]+)*)|" + SIGN);
  private static final Pattern PLAIN =
      Pattern.compile("\\s+|" + NUMBER + "|(?<word>[A-Za-z_][A-Za-z0-9_]*)|" + SIGN);
  private static final Set<String> OPERATORS = Set.of("and", "or", "not", "divides");
  private static final Set<String> COMPARISONS =
      Set.of("==", "!=", "<", "<=", ">", ">=", "divides");
  private static final Set<String> OF_CALLS = Set.of(",", ":");

  private final Dialect dialect;
  private final List<Token> tokens = new ArrayList<>();
  private int next;
  private int depth;

  /** A piece of text and its offset. Empty text at the end. */
  private record Token(String text, int from, boolean number, boolean word) {
    int to() {
      return from + text.length();
    }
  }

  private ExpressionParser(String text, Dialect dialect) throws ExpressionException {
    this.dialect = dialect;
    if (text.length() > dialect.longest()) {
      throw new ExpressionException(
          dialect.longest(),
          "%s goes on; at most %,d characters".formatted(dialect.whole(), dialect.longest()));
    }
    Matcher matcher = (dialect.dashed() ? DASHED : PLAIN).matcher(text);
    int at = 0;
    while (at < text.length()) {
      boolean known = matcher.region(at, text.length()).lookingAt();
      String piece = known ? matcher.group() : text.substring(at, text.offsetByCodePoints(at, 1));
      if (!known || dialect.refused().contains(piece)) {
        throw new ExpressionException(
            at + 1, "'%s' has no meaning here; allowed are %s".formatted(piece, dialect.signs()));
      }
      if (!piece.isBlank()) {
        tokens.add(
            new Token(piece, at, matcher.group("number") != null, matcher.group("word") != null));
      }
      at = matcher.end();
    }
    tokens.add(new Token("", text.length(), false, false));
  }

  /**
   * Reads a text.
   *
   * @throws ExpressionException where it is not an expression of the dialect
   */
  public static Expression parse(String text, Dialect dialect) throws ExpressionException {
    ExpressionParser parser = new ExpressionParser(text, dialect);
    Expression all = parser.either();
    if (!parser.peek().text.isEmpty()) {
      throw parser.wrong(parser.tooMuch());
    }
    return all;
  }

  private Expression either() throws ExpressionException {
    return chain(Set.of("or"), this::both);
  }

  private Expression both() throws ExpressionException {
    return chain(Set.of("and"), this::negation);
  }

  private Expression negation() throws ExpressionException {
    Token start = peek();
    if (!take("not")) {
      return comparison();
    }
    deeper();
    Expression negated = negation();
    depth--;
    return new Expression.Not(negated, start.from, negated.to());
  }

  private Expression comparison() throws ExpressionException {
    Expression left = sum();
    Token sign = peek();
    if (!COMPARISONS.contains(sign.text)) {
      return left;
    }
    next++;
    return new Expression.Binary(sign.text, left, sum(), sign.from);
  }

  private Expression sum() throws ExpressionException {
    return chain(Set.of("+", "-"), this::product);
  }

  private Expression product() throws ExpressionException {
    return chain(Set.of("*", "/", "%"), this::signed);
  }

  /** Reads a part of the grammar. */
  private interface Part {
    Expression read() throws ExpressionException;
  }

  private Expression chain(Set<String> signs, Part part) throws ExpressionException {
    Expression left = part.read();
    int terms = 1;
    while (signs.contains(peek().text)) {
      Token sign = tokens.get(next++);
      if (++terms > MOST_TERMS) {
        throw new ExpressionException(
            sign.from + 1, "more than %,d terms; put brackets around some".formatted(MOST_TERMS));
      }
      left = new Expression.Binary(sign.text, left, part.read(), sign.from);
    }
    return left;
  }

  private Expression signed() throws ExpressionException {
    Token start = peek();
    if (!take("-")) {
      return power();
    }
    deeper();
    Expression x = signed();
    depth--;
    return new Expression.Negative(x, start.from, x.to());
  }

  private Expression power() throws ExpressionException {
    Expression base = leaf();
    Token sign = peek();
    if (!take("**")) {
      return base;
    }
    deeper();
    Expression exponent = signed();
    depth--;
    return new Expression.Binary("**", base, exponent, sign.from);
  }

  private Expression leaf() throws ExpressionException {
    Token token = peek();
    if (token.number) {
      next++;
      double value = Double.parseDouble(token.text);
      if (!Double.isFinite(value)) {
        throw new ExpressionException(
            token.from + 1,
            "'%s' is too large; write a number below 1.7e308".formatted(token.text));
      }
      return new Expression.Number(value, token.from, token.to());
    }
    if (token.text.equals("true") || token.text.equals("false")) {
      next++;
      return new Expression.Truth(token.text.equals("true"), token.from, token.to());
    }
    if (take("(")) {
      deeper();
      Expression inner = either();
      close(token);
      depth--;
      return inner;
    }
    if (!token.word || OPERATORS.contains(token.text)) {
      throw wrong(
          token.text.isEmpty()
              ? "%s ends where %s is due".formatted(dialect.whole(), dialect.leaf())
              : "'%s' where %s is due".formatted(token.text, dialect.leaf()));
    }
    next++;
    return dialect.calls() && peek().text.equals("(")
        ? call(token)
        : new Expression.Name(token.text, token.from, token.to());
  }

  private Expression call(Token function) throws ExpressionException {
    deeper();
    Token open = tokens.get(next++);
    List<Expression.Argument> arguments = new ArrayList<>();
    while (!peek().text.equals(")")) {
      Optional<String> keyword = Optional.empty();
      if (peek().word && tokens.get(next + 1).text.equals(":")) {
        keyword = Optional.of(peek().text);
        next += 2;
      }
      arguments.add(new Expression.Argument(keyword, either()));
      if (!take(",")) {
        break;
      }
    }
    int to = peek().to();
    close(open);
    depth--;
    return new Expression.Call(function.text, arguments, function.from, to);
  }

  private void close(Token open) throws ExpressionException {
    if (!take(")")) {
      throw wrong(
          peek().text.isEmpty() || OF_CALLS.contains(peek().text)
              ? "a ')' is missing for the '(' in column " + (open.from + 1)
              : "%s, or close the '(' in column %d".formatted(tooMuch(), open.from + 1));
    }
  }

  /** What is wrong with a token after a whole expression: a misspelt operator, or one too many. */
  private String tooMuch() {
    String text = peek().text;
    List<String> joining = Stream.of("and", "or", "divides").filter(this::has).toList();
    return Optional.of(text)
        .filter(word -> peek().word && word.length() > 1)
        .flatMap(word -> Spelling.nearest(word, joining))
        .map(
            meant ->
                "'%s' where a sign or one of %s is due; did you mean '%s'?"
                    .formatted(text, String.join(", ", joining), meant))
        .orElseGet(() -> "'%s' is too much; %s".formatted(text, dialect.joining()));
  }

  private boolean has(String operator) {
    return !dialect.refused().contains(operator);
  }

  private void deeper() throws ExpressionException {
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

  private ExpressionException wrong(String message) {
    return new ExpressionException(peek().from + 1, message);
  }
}
