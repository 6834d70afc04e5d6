package org.attune.model.formula;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Draws the text of a formula for a place: well typed, and with every function of the language. */
final class RandomFormula {

  private static final int DEPTH = 3;
  private static final int LONGEST = 500;

  private final FormulaPlace place;
  private final SplittableRandom random;

  RandomFormula(FormulaPlace place, SplittableRandom random) {
    this.place = place;
    this.random = random;
  }

  /** Returns a formula that is not longer than a text may be. */
  String text() {
    String text;
    do {
      text = number(DEPTH);
    } while (text.length() > LONGEST);
    return text;
  }

  private String any(String... ways) {
    return ways[random.nextInt(ways.length)];
  }

  private String any(List<String> ways) {
    return ways.get(random.nextInt(ways.size()));
  }

  private boolean scores() {
    return place.result().has(TermAxis.KEY);
  }

  /** Numbers of the place's shape, or of fewer axes. */
  private String number(int depth) {
    if (depth == 0) {
      return leaf();
    }
    String a = number(depth - 1);
    return switch (random.nextInt(16)) {
      case 0 -> "(%s + %s)".formatted(a, number(depth - 1));
      case 1 -> "(%s - %s)".formatted(a, number(depth - 1));
      case 2 -> "(%s * %s)".formatted(a, number(depth - 1));
      case 3 -> "%s / (1 + abs(%s))".formatted(a, number(depth - 1));
      case 4, 5 ->
          "%s(%s)"
              .formatted(
                  any("sigmoid", "tanh", "silu", "gelu", "softplus", "relu", "sin", "cos"), a);
      case 6 -> "where(%s, %s, %s)".formatted(condition(), a, any("0.5", "-(" + a + ")", leaf()));
      case 7 -> "%s(%s, %s)".formatted(any("min", "max"), a, number(depth - 1));
      case 8 -> "(%s) ** 2".formatted(a);
      case 9 -> "exp(-abs(%s))".formatted(a);
      case 10 -> "log(1 + abs(%s))".formatted(a);
      case 11 -> "sqrt(1 + (%s) ** 2)".formatted(a);
      case 12 -> "(-(%s))".formatted(a);
      case 13 -> "%s * %s".formatted(fewer(depth - 1), a);
      case 14 -> along(a);
      default -> "(%s - %s)".formatted(any("1", "0.3", "2"), a);
    };
  }

  /** Something that mixes tokens, channels or keys, of what has those axes. */
  private String along(String a) {
    if (scores()) {
      return any(
          "(s + %s - max(s + %s, keys))".formatted(a, a),
          "softmax(s + %s)".formatted(a),
          "(%s + mean(s * %s, keys))".formatted(a, a),
          "(%s - sum(softmax(s) * (s + %s), keys))".formatted(a, a));
    }
    String data = input();
    String full = "(%s + %s)".formatted(data, a);
    if (place == FormulaPlace.MLP) {
      return any("linear(%s)".formatted(data), "shift(%s + linear(x), 2)".formatted(a));
    }
    return any(
        "shift(%s, %d)".formatted(full, random.nextInt(4)),
        "past_mean(%s)".formatted(full),
        "cumsum(%s) / n".formatted(full),
        "rms(%s)".formatted(full),
        "norm(%s)".formatted(full),
        "softmax(%s, channels)".formatted(full),
        "linear(%s)".formatted(full),
        "linear(linear(%s, 3))".formatted(full),
        "decay(%s, sigmoid(%s))".formatted(full, data),
        "(%s - mean(%s, channels))".formatted(a, full),
        "(%s + max(%s, channels))".formatted(a, full),
        "min(%s, channels) * %s".formatted(full, data));
  }

  private String condition() {
    String c =
        "%s %s %s"
            .formatted(leaf(), any("<", "<=", ">", ">="), any("0.1", "i - 2", "n / 2", leaf()));
    return any(
        c,
        "not " + c,
        c + " and i > 1",
        c + " or i == 3",
        "i % 3 == 1",
        scores() ? "i - j < 4" : "i >= 2");
  }

  /** A name of data at the place. */
  private String input() {
    List<String> data =
        place.names().stream()
            .filter(FormulaPlace.Name::isData)
            .map(FormulaPlace.Name::text)
            .toList();
    return any(data);
  }

  private String leaf() {
    List<String> all = new ArrayList<>(List.of("1.5", "0.7", "i / n", fewer(0)));
    if (scores()) {
      all.addAll(
          List.of("s", "s", "0.1 * (i - j)", "learned(0.3, per: head)", "softmax(s)", "(j / n)"));
    } else if (place == FormulaPlace.MLP) {
      all.addAll(
          List.of(
              "linear(x)",
              "linear(x, as: w)",
              "linear(shift(x, 1))",
              "linear(x, start: 0.1)",
              "learned(0.4, per: channel)"));
    } else {
      String data = input();
      all.addAll(
          List.of(
              data,
              input(),
              "linear(" + data + ")",
              "linear(x, as: w)",
              "learned(0.4, per: channel)",
              "shift(" + data + ", 1)",
              "past_mean(" + data + ")"));
    }
    return any(all);
  }

  /** A number for each token's head, or of still fewer axes. */
  private String fewer(int depth) {
    if (depth > 0) {
      return "%s(%s)".formatted(any("tanh", "sigmoid", "cos"), fewer(depth - 1));
    }
    List<String> all = new ArrayList<>(List.of("learned(0.2)", "mean(x, %s)".formatted(wide())));
    if (place.heads()) {
      all.addAll(
          List.of(
              "linear(x, heads)",
              "linear(x, heads, as: f)",
              "learned(0.2, per: head)",
              "cumsum(linear(x, heads)) / n",
              "max(x, channels)",
              "(h + 1) / heads",
              "mean(linear(x, heads), heads)",
              "sum(mean(x, channels), heads)",
              "decay(linear(x, heads), sigmoid(learned(1, per: head)))"));
    }
    if (scores()) {
      all.addAll(
          List.of(
              "mean(s, keys)",
              "at_key(max(s, keys))",
              "at_key(linear(x, heads))",
              "linear(mean(s, keys), heads)",
              "mean(max(s, keys), heads)",
              "(cumsum(log(sigmoid(linear(x, heads, as: f)))) - at_key(cumsum(log(sigmoid(linear(x, heads, as: f))))))"));
    }
    return any(all);
  }

  private String wide() {
    return place == FormulaPlace.MLP ? "width" : "channels";
  }
}
