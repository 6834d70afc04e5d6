package org.attune.model.formula;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.attune.api.catalog.ShortList;
import org.attune.api.catalog.Spelling;
import org.attune.api.expression.Expression;

/**
 * Interprets calls of functions.
 *
 * @param reader reads the formula around the calls
 */
record Calls(Reader reader) {

  /** Access to the formula around the calls. */
  interface Reader {
    FormulaPlace place();

    /** Returns the function's name; the formula may define the name itself. */
    String function(Expression.Call call);

    Term number(Expression e);

    Term truth(Expression e);

    /** Returns the axes of two combined terms. */
    TermAxes meet(Term a, Term b, Expression e);

    /** Returns a learned term: a new one, or the existing one with that label. */
    Term learned(Term term, Optional<String> label, Expression at);

    String text(Expression e);

    String text(Term term);
  }

  private static final int WIDEST = 65_536;

  private static FormulaException unknown(Expression.Call e, String name) {
    List<String> functions = Word.functions().stream().map(Word::text).toList();
    String meant =
        Spelling.nearest(name, functions)
            .map(near -> "did you mean '" + near + "'?")
            .orElse("there are " + ShortList.of(functions, "docs/formulas.md"));
    return new FormulaException(e.column(), "there is no function '%s'; %s".formatted(name, meant));
  }

  Term call(Expression.Call e) {
    String name = reader.function(e);
    Word word = Word.function(name).orElseThrow(() -> unknown(e, name));
    return switch (word) {
      case LINEAR -> linear(e);
      case LEARNED -> learned(e);
      case WHERE -> where(e);
      case MIN, MAX -> extreme(word, e);
      case SHIFT -> shift(e);
      case PAST_MEAN -> pastMean(e);
      case CUMSUM -> ofTokens(word, e, arguments(word, e, 1, Set.of()).get(0));
      case DECAY -> decay(e);
      case TOTAL, MEAN -> {
        List<Expression> plain = arguments(word, e, 2, Set.of());
        yield along(word, e, reader.number(plain.get(0)), plain.get(1));
      }
      case SOFTMAX -> softmax(e);
      case RMS, NORM -> norm(word, e);
      case AT_KEY -> atKey(e);
      default -> {
        Term x = reader.number(arguments(word, e, 1, Set.of()).get(0));
        yield Term.of(word, x.axes(), false, e, x);
      }
    };
  }

  /** Returns the arguments without a name; refuses arguments that the function does not have. */
  private List<Expression> arguments(Word word, Expression.Call e, int count, Set<String> named) {
    List<Expression> plain = new ArrayList<>();
    for (Expression.Argument argument : e.arguments()) {
      if (argument.keyword().isEmpty()) {
        plain.add(argument.value());
      } else if (!named.contains(argument.keyword().get())) {
        throw new FormulaException(
            argument.value().column(),
            "%s has no '%s:'; write %s"
                .formatted(word.text(), argument.keyword().get(), word.form()));
      }
    }
    if (count >= 0 && plain.size() != count) {
      throw wrong(word, e);
    }
    return plain;
  }

  private static FormulaException wrong(Word word, Expression.Call e) {
    return new FormulaException(
        e.column(),
        "%s takes other arguments than %d; write %s"
            .formatted(word.text(), e.arguments().size(), word.form()));
  }

  private Map<String, Expression> named(Expression.Call e) {
    Map<String, Expression> named = new HashMap<>();
    e.arguments().forEach(a -> a.keyword().ifPresent(k -> named.put(k, a.value())));
    return named;
  }

  private double constant(Expression e, String what) {
    Term term = reader.number(e);
    double value = term.isNumber() ? term.number() : Double.NaN;
    if (!Double.isFinite(value)) {
      throw new FormulaException(
          e.column(), "'%s' must be a number: %s".formatted(reader.text(e), what));
    }
    return value;
  }

  private Optional<String> label(Map<String, Expression> named) {
    return Optional.ofNullable(named.get("as"))
        .map(
            e -> {
              if (e instanceof Expression.Name name) {
                return name.text();
              }
              throw new FormulaException(e.column(), "a label is a word; write it as in as: w");
            });
  }

  private Term linear(Expression.Call e) {
    List<Expression> plain = arguments(Word.LINEAR, e, -1, Set.of("start", "as"));
    if (plain.isEmpty() || plain.size() > 2) {
      throw wrong(Word.LINEAR, e);
    }
    Term x = reader.number(plain.get(0));
    if (!x.axes().has(TermAxis.TOKEN) || x.axes().has(TermAxis.KEY)) {
      throw new FormulaException(
          e.column(),
          "linear maps the numbers of a token, and '%s' has %s; give it x or what is made of x"
              .formatted(reader.text(x), x.axes()));
    }
    TermAxes full =
        reader.place().result().has(TermAxis.KEY)
            ? reader.place().result().without(TermAxis.KEY).with(TermAxis.CHANNEL)
            : reader.place().result();
    TermAxes axes = plain.size() == 1 ? full : width(plain.get(1));
    Map<String, Expression> named = named(e);
    double start =
        named.containsKey("start")
            ? constant(named.get("start"), "where all of the matrix starts")
            : Double.NaN;
    Term linear = Term.of(Word.LINEAR, axes, false, e, x).with(start, "");
    return reader.learned(linear, label(named), e);
  }

  private TermAxes width(Expression e) {
    if (e instanceof Expression.Name name && name.text().equals("heads")) {
      if (!reader.place().result().has(TermAxis.HEAD)) {
        throw new FormulaException(e.column(), "there are no heads here; give a width");
      }
      return TermAxes.of(TermAxis.TOKEN, TermAxis.HEAD);
    }
    double width = constant(e, "heads, or the width of what linear gives");
    if (width != Math.rint(width) || width < 1 || width > WIDEST) {
      throw new FormulaException(
          e.column(),
          "'%s' is not a width; give heads or a whole number from 1".formatted(reader.text(e)));
    }
    return TermAxes.features((int) width);
  }

  private Term learned(Expression.Call e) {
    double start =
        constant(
            arguments(Word.LEARNED, e, 1, Set.of("per", "as")).get(0), "where the number starts");
    Map<String, Expression> named = named(e);
    Expression per = named.get("per");
    String unit = per instanceof Expression.Name name ? name.text() : per == null ? "layer" : "";
    boolean heads = reader.place().result().has(TermAxis.HEAD);
    TermAxes axes =
        switch (unit) {
          case "layer" -> TermAxes.NONE;
          case "head" -> TermAxes.of(TermAxis.HEAD);
          case "channel" ->
              heads ? TermAxes.of(TermAxis.HEAD, TermAxis.CHANNEL) : TermAxes.of(TermAxis.CHANNEL);
          default ->
              throw new FormulaException(
                  per.column(),
                  "'%s' is not what numbers are learned per; there are layer, head, channel"
                      .formatted(reader.text(per)));
        };
    if (unit.equals("head") && !heads) {
      throw new FormulaException(per.column(), "there are no heads here; learn per channel");
    }
    return reader.learned(Term.of(Word.LEARNED, axes, false, e).with(start, ""), label(named), e);
  }

  private Term where(Expression.Call e) {
    List<Expression> plain = arguments(Word.WHERE, e, 3, Set.of());
    Term condition = reader.truth(plain.get(0));
    Term a = reader.number(plain.get(1));
    Term b = reader.number(plain.get(2));
    TermAxes both = reader.meet(a, b, e);
    TermAxes all = reader.meet(condition, Term.of(Word.SUM, both, false, e, a, b), e);
    return Term.of(Word.WHERE, all, false, e, condition, a, b);
  }

  private Term extreme(Word word, Expression.Call e) {
    List<Expression> plain = arguments(word, e, 2, Set.of());
    Term a = reader.number(plain.get(0));
    if (isAxis(plain.get(1), a)) {
      return along(word == Word.MAX ? Word.LARGEST : Word.SMALLEST, e, a, plain.get(1));
    }
    Term b = reader.number(plain.get(1));
    boolean swap =
        isHeads(b) // in second place it could be read as an axis
            || (!isHeads(a) && CanonicalFormula.order(a).compareTo(CanonicalFormula.order(b)) > 0);
    return Term.of(word, reader.meet(a, b, e), false, e, swap ? b : a, swap ? a : b);
  }

  /** Whether a word is an axis of a term, or an axis and no number here. */
  private boolean isAxis(Expression e, Term term) {
    return e instanceof Expression.Name name
        && TermAxis.of(name.text())
            .filter(a -> term.axes().has(a) || reader.place().name(name.text()).isEmpty())
            .isPresent();
  }

  private static boolean isHeads(Term term) {
    return term.word() == Word.INPUT && term.name().equals("heads");
  }

  private Term along(Word word, Expression e, Term x, Expression over) {
    TermAxis axis = axis(x, over);
    return Term.of(word, query(x, axis).without(axis), false, e, x).with(0, axis.plural());
  }

  private TermAxis axis(Term x, Expression over) {
    TermAxis axis =
        over instanceof Expression.Name name ? TermAxis.of(name.text()).orElse(null) : null;
    if (axis == null || !x.axes().has(axis)) {
      throw new FormulaException(
          over.column(),
          "'%s' is not an axis of '%s', which has %s"
              .formatted(reader.text(over), reader.text(x), x.axes()));
    }
    return axis;
  }

  /** Returns the axes of a term along an axis: along keys with the query, which sees some. */
  private static TermAxes query(Term x, TermAxis axis) {
    return axis == TermAxis.KEY ? x.axes().with(TermAxis.TOKEN) : x.axes();
  }

  private Term softmax(Expression.Call e) {
    List<Expression> plain = arguments(Word.SOFTMAX, e, -1, Set.of());
    if (plain.isEmpty() || plain.size() > 2) {
      throw wrong(Word.SOFTMAX, e);
    }
    Term x = reader.number(plain.get(0));
    if (plain.size() == 2) {
      TermAxis axis = axis(x, plain.get(1));
      return Term.of(Word.SOFTMAX, query(x, axis), false, e, x)
          .with(0, axis == TermAxis.KEY ? "" : axis.plural());
    }
    if (!x.axes().has(TermAxis.KEY)) {
      throw new FormulaException(
          e.column(),
          "'%s' has no keys, it has %s; say along what: softmax(%s, channels)"
              .formatted(reader.text(x), x.axes(), reader.text(x)));
    }
    return Term.of(Word.SOFTMAX, query(x, TermAxis.KEY), false, e, x);
  }

  private Term norm(Word word, Expression.Call e) {
    Term x = reader.number(arguments(word, e, 1, Set.of()).get(0));
    if (!x.axes().has(TermAxis.CHANNEL)) {
      throw new FormulaException(
          e.column(),
          "%s norms channels, and '%s' has %s".formatted(word.text(), reader.text(x), x.axes()));
    }
    return Term.of(word, x.axes(), false, e, x);
  }

  private Term requireTokens(Word word, Expression at) {
    Term x = reader.number(at);
    if (!x.axes().has(TermAxis.TOKEN)) {
      throw new FormulaException(
          at.column(),
          "%s goes along tokens, and '%s' has %s".formatted(word.text(), reader.text(x), x.axes()));
    }
    return x;
  }

  private Term shift(Expression.Call e) {
    List<Expression> plain = arguments(Word.SHIFT, e, 2, Set.of());
    Term x = requireTokens(Word.SHIFT, plain.get(0));
    double by = constant(plain.get(1), "how many tokens back");
    if (by != Math.rint(by) || Math.abs(by) > WIDEST) {
      throw new FormulaException(
          plain.get(1).column(),
          "'%s' is not a number of tokens; give a whole number"
              .formatted(reader.text(plain.get(1))));
    }
    return Term.of(Word.SHIFT, x.axes(), false, e, x).with(by, "");
  }

  private Term ofTokens(Word word, Expression.Call e, Expression argument) {
    Term x = requireTokens(word, argument);
    return Term.of(word, x.axes(), false, e, x);
  }

  private Term pastMean(Expression.Call e) {
    Term total = ofTokens(Word.CUMSUM, e, arguments(Word.PAST_MEAN, e, 1, Set.of()).get(0));
    Term seen =
        OperandOrder.sum(
            Term.input("i", TermAxes.of(TermAxis.TOKEN), e),
            Term.number(1, e),
            false,
            TermAxes.of(TermAxis.TOKEN),
            e);
    return OperandOrder.product(total, seen, true, total.axes(), e);
  }

  private Term decay(Expression.Call e) {
    List<Expression> plain = arguments(Word.DECAY, e, 2, Set.of());
    Term x = requireTokens(Word.DECAY, plain.get(0));
    Term factor = reader.number(plain.get(1));
    TermAxes axes = reader.meet(x, factor, e);
    return Term.of(Word.DECAY, axes, false, e, x, factor);
  }

  private Term atKey(Expression.Call e) {
    Term x = reader.number(arguments(Word.AT_KEY, e, 1, Set.of()).get(0));
    boolean fits =
        x.axes().has(TermAxis.TOKEN)
            && !x.axes().has(TermAxis.KEY)
            && !x.axes().has(TermAxis.CHANNEL)
            && !x.axes().has(TermAxis.FEATURE);
    if (!fits || !reader.place().result().has(TermAxis.KEY)) {
      throw new FormulaException(
          e.column(),
          "at_key reads a number of a token, or of a token's head, at the key's token, in scores and weights; '%s' has %s"
              .formatted(reader.text(x), x.axes()));
    }
    return Term.of(Word.AT_KEY, x.axes().without(TermAxis.TOKEN).with(TermAxis.KEY), false, e, x);
  }
}
