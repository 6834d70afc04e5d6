package org.attune.api.catalog;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The values that a {@link Parameter} takes.
 *
 * <pre>{@code
 * Domain rate = Domain.RealRange.positive(1);
 * rate.canonical("1e-3").equals(rate.canonical(".001")); // true
 * rate.describe(); // a number above 0, up to 1
 * new Domain.IntegerRange(1, 8).canonical("8"); // 8
 * }</pre>
 */
public sealed interface Domain {

  /** Describes the allowed values, in words that fit after "must be". */
  String describe();

  /**
   * Returns the canonical spelling of a value, so that {@code 1e-3} and {@code .001} are equal.
   *
   * @throws IllegalArgumentException if the value is outside the domain; the message gives the
   *     value and the allowed ones
   */
  String canonical(String given);

  /**
   * A choice of one option.
   *
   * @param names the options' names, in the catalog's order
   */
  record Choice(List<String> names) implements Domain {

    public Choice {
      names = List.copyOf(names);
      if (names.isEmpty()) {
        throw new IllegalArgumentException("Cannot build a choice without options");
      }
    }

    @Override
    public String describe() {
      return "one of " + String.join(", ", names);
    }

    @Override
    public String canonical(String given) {
      if (names.contains(given)) {
        return given;
      }
      throw new IllegalArgumentException(refusal(given, ""));
    }

    /**
     * The message about a value that is none of the options, with the nearest ones if there are
     * many.
     *
     * @param shown what shows all options, such as {@code 'attune list axes'}; empty if nothing
     *     does
     */
    public String refusal(String given, String shown) {
      return "'%s' must be one of %s%s"
          .formatted(
              given,
              ShortList.near(given, names, shown),
              quoted(given).orElse(Spelling.hint(given, names)));
    }

    /** The cure for {@code "formula: y"}, an option with a value that is quoted as a whole. */
    private Optional<String> quoted(String given) {
      return names.stream()
          .filter(name -> given.startsWith(name + ":"))
          .map("; an option and its value stand in braces: {%s: \"...\"}"::formatted)
          .findFirst();
    }
  }

  /** A whole number within inclusive bounds. */
  record IntegerRange(long min, long max) implements Domain {

    @Override
    public String describe() {
      return "a whole number from " + min + " to " + max;
    }

    @Override
    public String canonical(String given) {
      Optional<Long> number = Numbers.integer(given);
      if (number.isEmpty() || number.get() < min || number.get() > max) {
        throw new IllegalArgumentException("'" + given + "' must be " + describe());
      }
      return Long.toString(number.get());
    }
  }

  /**
   * A finite real number.
   *
   * @param min the smallest value, or its greatest lower bound when {@code openBelow}
   * @param max the largest value
   * @param openBelow whether {@code min} itself is excluded, as for a rate that must not be 0
   */
  record RealRange(double min, double max, boolean openBelow) implements Domain {

    /** All numbers from {@code min} to {@code max}, inclusive. */
    public static RealRange closed(double min, double max) {
      return new RealRange(min, max, false);
    }

    /** All numbers above 0, up to {@code max}. */
    public static RealRange positive(double max) {
      return new RealRange(0, max, true);
    }

    @Override
    public String describe() {
      return "a number "
          + (openBelow ? "above " : "from ")
          + Numbers.readable(min)
          + (openBelow ? ", up to " : " to ")
          + Numbers.readable(max);
    }

    @Override
    public String canonical(String given) {
      Optional<Double> number = Numbers.real(given);
      if (number.isEmpty() || !contains(number.get())) {
        throw new IllegalArgumentException("'" + given + "' must be " + describe());
      }
      return Numbers.canonical(number.get());
    }

    private boolean contains(double number) {
      return (openBelow ? number > min : number >= min) && number <= max;
    }
  }

  /**
   * A word of a small language, such as the layers that have a part.
   *
   * @param pattern must match the whole word
   * @param allowed the allowed words, in words that fit after "must be"
   */
  record Text(String pattern, String allowed) implements Domain {

    @Override
    public String describe() {
      return allowed;
    }

    @Override
    public String canonical(String given) {
      if (given.matches(pattern)) {
        return given;
      }
      throw new IllegalArgumentException("'" + given + "' must be " + describe());
    }
  }

  /**
   * A formula.
   *
   * @param place the key of its axis
   * @param language the meaning of formulas there
   */
  record Formula(String place, FormulaLanguage language) implements Domain {

    @Override
    public String describe() {
      return "a formula, as docs/formulas.md has them";
    }

    @Override
    public String canonical(String given) {
      return language.canonical(place, given, Map.of());
    }

    /**
     * The canonical spelling of a formula that uses defined names.
     *
     * @throws IllegalArgumentException if it is not a formula; the message gives the place and the
     *     problem
     */
    public String canonical(String given, Map<String, String> names) {
      return language.canonical(place, given, names);
    }

    /** The formulas that grow from one; empty if the language has no rewrites. */
    public Optional<Growth> growth(String given, int steps) {
      return language.growth(place, given, steps);
    }
  }

  /** True or false. */
  record Flag() implements Domain {

    @Override
    public String describe() {
      return "true or false";
    }

    @Override
    public String canonical(String given) {
      if (given.equals("true") || given.equals("false")) {
        return given;
      }
      throw new IllegalArgumentException("'" + given + "' must be " + describe());
    }
  }

  /** The name of a metric, such as {@code validation_loss}. */
  record Metric() implements Domain {

    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]*");

    @Override
    public String describe() {
      return "a metric: lower-case letters, digits and '_', such as validation_loss";
    }

    @Override
    public String canonical(String given) {
      if (NAME.matcher(given).matches()) {
        return given;
      }
      throw new IllegalArgumentException("'" + given + "' must be " + describe());
    }
  }
}
