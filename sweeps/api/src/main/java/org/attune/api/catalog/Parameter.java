package org.attune.api.catalog;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Something that a sweep file can set or vary. If it is a choice, an option may have parameters of
 * its own, which exist only when that option is chosen.
 *
 * <pre>{@code
 * Parameter beta = Parameter.real("train.optimizer.beta", "beta", 0, 1, 0.9, "decay of the mean");
 * Parameter optimizer =
 *     Parameter.choice(
 *         "train.optimizer",
 *         "optimizer",
 *         "the update rule",
 *         List.of(
 *             Option.of("sgd", "plain gradient steps", "Robbins and Monro 1951"),
 *             Option.of("adam", "steps scaled by moments", "Kingma and Ba 2015", beta)));
 * optimizer.defaultValue(); // sgd
 * }</pre>
 *
 * @param key flat, kebab-case, dotted by group, such as {@code attention.query.fraction}; the key
 *     of an option's parameter starts with the key of its choice
 * @param column its column in the table {@code results}, such as {@code split_fraction}. It is
 *     permanent, unique in the catalog, and no metric's column or one that every sweep has
 * @param domain its allowed values
 * @param options the options of a choice, in the order of its domain; empty for other domains
 * @param defaultValue the value if a sweep gives none; must be in the domain
 * @param describes one line for {@code attune list axes}
 * @param source the paper, section or equation that introduced it; may be empty
 * @param traits what else there is to know
 */
public record Parameter(
    String key,
    String column,
    Domain domain,
    List<Option> options,
    String defaultValue,
    String describes,
    String source,
    Traits traits) {

  /**
   * One option of a choice.
   *
   * @param name its kebab-case name in sweep files
   * @param describes one line for {@code attune list axes}
   * @param source the paper, section or equation that introduced it; may be empty
   * @param parameters the parameters that apply if this option is chosen
   */
  public record Option(String name, String describes, String source, List<Parameter> parameters) {

    public Option {
      if (name == null) {
        throw new IllegalArgumentException("An option has null for its name");
      }
      parameters = List.copyOf(parameters);
    }

    /** An option with its parameters. */
    public static Option of(String name, String describes, String source, Parameter... parameters) {
      return new Option(name, describes, source, List.of(parameters));
    }

    /** The option that an enum's constant stands for, with its parameters. */
    public static Option of(
        Enum<?> constant, String describes, String source, Parameter... parameters) {
      return of(word(constant), describes, source, parameters);
    }

    /** An enum's constant as sweep files spell it: {@code ONE_BIT} is {@code one-bit}. */
    public static String word(Enum<?> constant) {
      return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** This option with another parameter. */
    public Option with(Parameter parameter) {
      List<Parameter> all = new ArrayList<>(parameters);
      all.add(parameter);
      return having(all);
    }

    private Option having(List<Parameter> all) {
      return new Option(name, describes, source, all);
    }

    private Option sourced(String otherwise) {
      String sourceOrDefault = source.isEmpty() ? otherwise : source;
      return new Option(
          name,
          describes,
          sourceOrDefault,
          parameters.stream().map(p -> p.sourced(sourceOrDefault)).toList());
    }
  }

  public Parameter {
    options = List.copyOf(options);
    List<String> names = domain instanceof Domain.Choice choice ? choice.names() : List.of();
    if (!names.equals(options.stream().map(Option::name).toList())) {
      throw new IllegalArgumentException(
          "Invalid parameter '%s': a choice has options, and nothing else has".formatted(key));
    }
  }

  /** A parameter without options that every configuration to which it applies contains. */
  public Parameter(
      String key,
      String column,
      Domain domain,
      String defaultValue,
      String describes,
      String source) {
    this(key, column, domain, named(domain), defaultValue, describes, source, Traits.NONE);
  }

  private static List<Option> named(Domain domain) {
    return domain instanceof Domain.Choice choice
        ? choice.names().stream().map(name -> Option.of(name, "", "")).toList()
        : List.of();
  }

  /** A whole number in [min, max]. */
  public static Parameter integer(
      String key, String column, long min, long max, long defaultValue, String describes) {
    Domain domain = new Domain.IntegerRange(min, max);
    return new Parameter(key, column, domain, Long.toString(defaultValue), describes, "");
  }

  /** A real number in [min, max]. */
  public static Parameter real(
      String key, String column, double min, double max, double defaultValue, String describes) {
    Domain domain = Domain.RealRange.closed(min, max);
    return new Parameter(key, column, domain, Numbers.canonical(defaultValue), describes, "");
  }

  /** True or false. */
  public static Parameter flag(String key, String column, boolean defaultValue, String describes) {
    return new Parameter(
        key, column, new Domain.Flag(), Boolean.toString(defaultValue), describes, "");
  }

  /** A choice among options; the first is the default. */
  public static Parameter choice(
      String key, String column, String describes, List<Option> options) {
    return choice(key, column, describes, options, options.get(0).name());
  }

  /** A choice among options with this default. */
  public static Parameter choice(
      String key, String column, String describes, List<Option> options, String defaultValue) {
    Domain domain = new Domain.Choice(options.stream().map(Option::name).toList());
    return new Parameter(key, column, domain, options, defaultValue, describes, "", Traits.NONE);
  }

  /** The parameters of an option; empty for anything but an option of a choice. */
  public List<Parameter> below(String option) {
    return options.stream()
        .filter(one -> one.name().equals(option))
        .findFirst()
        .map(Option::parameters)
        .orElse(List.of());
  }

  /** Whether configurations omit it unless it is set. */
  public boolean quiet() {
    return traits.quiet();
  }

  /** This parameter marked as {@link Traits#quiet}, for one added after trials were recorded. */
  public Parameter added() {
    return having(traits.asQuiet());
  }

  /** This parameter marked as one that the memory of a trial grows with. */
  public Parameter sizing() {
    return having(traits.asSizing());
  }

  /** This parameter with names that other tools have for it, such as {@code lr}. */
  public Parameter alsoCalled(String... words) {
    return having(traits.with("", words));
  }

  /** This parameter with words of other tools for something else, and what to write instead. */
  public Parameter insteadOf(String note, String... words) {
    return having(traits.with(note, words));
  }

  private Parameter having(Traits other) {
    return new Parameter(key, column, domain, options, defaultValue, describes, source, other);
  }

  /** This parameter with its source. */
  public Parameter from(String paper) {
    return new Parameter(key, column, domain, options, defaultValue, describes, paper, traits);
  }

  /** This parameter with formulas, its own and those below it, in a language. */
  public Parameter in(FormulaLanguage language) {
    Domain inLanguage =
        domain instanceof Domain.Formula formula
            ? new Domain.Formula(formula.place(), language)
            : domain;
    List<Option> all =
        options.stream()
            .map(o -> o.having(o.parameters().stream().map(p -> p.in(language)).toList()))
            .toList();
    return new Parameter(key, column, inLanguage, all, defaultValue, describes, source, traits);
  }

  /** This parameter with a default source for itself and everything below it. */
  public Parameter sourced(String otherwise) {
    String sourceOrDefault = source.isEmpty() ? otherwise : source;
    List<Option> all = options.stream().map(option -> option.sourced(sourceOrDefault)).toList();
    return new Parameter(
        key, column, domain, all, defaultValue, describes, sourceOrDefault, traits);
  }
}
