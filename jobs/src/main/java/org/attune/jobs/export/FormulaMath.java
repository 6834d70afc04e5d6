package org.attune.jobs.export;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.attune.api.expression.Dialect;
import org.attune.api.expression.Expression;
import org.attune.api.expression.ExpressionException;
import org.attune.api.expression.ExpressionParser;

/**
 * Writes a formula as mathematics, for LaTeX's math mode without packages. {@code W_1} is a learned
 * matrix, {@code θ_1} learned numbers; an arrow says where they start.
 */
final class FormulaMath {

  private static final int NEGATION = 2;
  private static final int COMPARISON = 3;
  private static final int SUM = 4;
  private static final int PRODUCT = 5;
  private static final int POWER = 6;
  private static final int LEAF = 7;

  private static final Map<String, String> SIGNS =
      Map.of(
          "<", "<", "<=", "\\le", ">", ">", ">=", "\\ge", "==", "=", "!=", "\\ne", "and", "\\wedge",
          "or", "\\vee");
  private static final Map<String, String> FUNCTIONS =
      Map.of(
          "sigmoid", "\\sigma",
          "tanh", "\\tanh",
          "exp", "\\exp",
          "log", "\\log",
          "sin", "\\sin",
          "cos", "\\cos",
          "min", "\\min",
          "max", "\\max");
  private static final Map<String, String> NAMES =
      Map.of("inf", "\\infty", "pi", "\\pi", "x0", "x_{0}", "v0", "v_{0}", "heads", "H");
  private static final Set<String> AXES =
      Set.of("key", "keys", "channel", "channels", "head", "heads", "token", "tokens");

  private final String text;
  private final Map<String, Integer> counts = new HashMap<>(); // of learned things, by symbol

  private FormulaMath(String text) {
    this.text = text;
  }

  /** Returns a formula in math mode's language; empty if the text is not a formula. */
  static Optional<String> of(String text) {
    try {
      Expression whole = ExpressionParser.parse(text, Dialect.FORMULAS);
      return Optional.of(new FormulaMath(text).math(whole, 0));
    } catch (ExpressionException none) {
      return Optional.empty();
    }
  }

  private String math(Expression e, int around) {
    String text = bare(e);
    return level(e) < around ? brackets(text) : text;
  }

  private static String brackets(String inner) {
    return "\\left(" + inner + "\\right)";
  }

  private static int level(Expression e) {
    if (e instanceof Expression.Not) {
      return NEGATION;
    }
    if (e instanceof Expression.Negative) {
      return SUM;
    }
    if (e instanceof Expression.Binary binary) {
      return switch (binary.operator()) {
        case "or" -> 0;
        case "and" -> 1;
        case "+", "-" -> SUM;
        case "*", "%", "/" -> PRODUCT;
        case "**" -> POWER;
        default -> COMPARISON;
      };
    }
    boolean map = e instanceof Expression.Call call && call.function().equals("linear");
    return map ? POWER : LEAF;
  }

  private String bare(Expression e) {
    if (e instanceof Expression.Number || e instanceof Expression.Truth) {
      return e.in(text).replaceAll("[eE]\\+?(-?\\d+)", " \\\\cdot 10^{$1}");
    }
    if (e instanceof Expression.Name name) {
      return NAMES.getOrDefault(name.text(), name.text().replace("_", "\\_"));
    }
    if (e instanceof Expression.Negative negative) {
      return "-" + math(negative.x(), PRODUCT);
    }
    if (e instanceof Expression.Not not) {
      return "\\neg " + math(not.x(), LEAF);
    }
    if (e instanceof Expression.Binary binary) {
      return binary(binary);
    }
    return call((Expression.Call) e);
  }

  private String binary(Expression.Binary e) {
    return switch (e.operator()) {
      case "+" -> math(e.left(), SUM) + " + " + math(e.right(), PRODUCT);
      case "-" -> math(e.left(), SUM) + " - " + math(e.right(), PRODUCT);
      case "*" -> first(e.left()) + " \\cdot " + math(e.right(), POWER);
      case "/" -> "\\frac{" + math(e.left(), 0) + "}{" + math(e.right(), 0) + "}";
      case "%" -> first(e.left()) + " \\bmod " + math(e.right(), POWER);
      case "**" -> "{" + math(e.left(), LEAF) + "}^{" + math(e.right(), 0) + "}";
      default -> {
        int level = level(e);
        yield math(e.left(), level)
            + " "
            + SIGNS.get(e.operator())
            + " "
            + math(e.right(), level + 1);
      }
    };
  }

  /** The first factor of a product, which may be negative without brackets. */
  private String first(Expression e) {
    return e instanceof Expression.Negative ? bare(e) : math(e, PRODUCT);
  }

  private String call(Expression.Call e) {
    List<Expression> plain = new ArrayList<>();
    Map<String, Expression> named = new HashMap<>();
    for (Expression.Argument argument : e.arguments()) {
      argument
          .keyword()
          .ifPresentOrElse(
              keyword -> named.put(keyword, argument.value()), () -> plain.add(argument.value()));
    }
    return switch (e.function()) {
      case "linear" -> {
        String width =
            plain.size() == 1 ? "" : "^{" + word(plain.get(1).in(text)) + "}"; // heads, or a number
        yield symbol("W", named, Optional.ofNullable(named.get("start")))
            + width
            + "\\,"
            + math(plain.get(0), LEAF);
      }
      case "learned" -> {
        String per = named.containsKey("per") ? named.get("per").in(text) : "layer";
        yield symbol("\\theta", named, Optional.of(plain.get(0)))
            + (per.equals("layer") ? "" : "^{" + word(per) + "}");
      }
      case "where" ->
          "\\left\\{"
              + math(plain.get(1), 0)
              + "\\;\\mathrm{if}\\;"
              + math(plain.get(0), 0)
              + ";\\;"
              + math(plain.get(2), 0)
              + "\\;\\mathrm{otherwise}\\right\\}";
      case "sqrt" -> "\\sqrt{" + math(plain.get(0), 0) + "}";
      case "abs" -> "\\left|" + math(plain.get(0), 0) + "\\right|";
      case "shift" -> math(plain.get(0), LEAF) + "_{i-" + math(plain.get(1), LEAF) + "}";
      case "at_key" -> math(plain.get(0), LEAF) + "_{j}";
      case "sum" -> "\\sum_{" + word(plain.get(1).in(text)) + "}" + math(plain.get(0), PRODUCT);
      default -> function(e.function(), plain);
    };
  }

  /** A function of plain arguments; the second may be an axis. */
  private String function(String name, List<Expression> plain) {
    boolean along =
        plain.size() == 2
            && plain.get(1) instanceof Expression.Name axis
            && AXES.contains(axis.text())
            && !name.equals("decay");
    List<String> arguments = new ArrayList<>();
    plain.subList(0, along ? 1 : plain.size()).forEach(a -> arguments.add(math(a, 0)));
    return FUNCTIONS.getOrDefault(name, word(name))
        + (along ? "_{" + word(plain.get(1).in(text)) + "}" : "")
        + brackets(String.join(", ", arguments));
  }

  /** The symbol of something learned: its label, else its number, and where it starts. */
  private String symbol(String name, Map<String, Expression> named, Optional<Expression> start) {
    String label =
        named.containsKey("as")
            ? named.get("as").in(text)
            : String.valueOf(counts.merge(name, 1, Integer::sum));
    return name + "_{" + label + start.map(s -> " \\leftarrow " + math(s, 0)).orElse("") + "}";
  }

  private static String word(String text) {
    return text.matches("\\d+") ? text : "\\mathrm{" + text.replace("_", "\\_") + "}";
  }
}
