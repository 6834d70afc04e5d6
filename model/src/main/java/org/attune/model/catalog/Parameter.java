package org.attune.model.catalog;

import java.util.ArrayList;
import java.util.List;

/**
 * One key of a configuration. If it is a choice, each of its options may add parameters.
 *
 * @param key dotted, kebab-case: {@code attention.query.fraction}
 * @param column its column in the results table, which never changes: {@code split_fraction}
 * @param domain the allowed values
 * @param options the options of a choice; empty for other domains
 * @param standard the default, as text
 * @param description one line
 * @param source the paper it comes from, or "" if its option names the paper
 * @param quiet whether a sweep's configurations omit it if it is not set. Trials recorded before
 *     the parameter existed then keep their identity
 */
public record Parameter(
    String key,
    String column,
    Domain domain,
    List<Option> options,
    String standard,
    String description,
    String source,
    boolean quiet) {

  /**
   * One option of a choice.
   *
   * @param name name in a sweep file
   * @param description one line
   * @param source the paper that proposed it, or "" if its parameter names the paper
   * @param parameters parameters that apply if this option is chosen
   */
  public record Option(String name, String description, String source, List<Parameter> parameters) {

    public Option {
      parameters = List.copyOf(parameters);
    }

    public static Option of(String name, String description, String source, Parameter... settings) {
      return new Option(name, description, source, List.of(settings));
    }

    /** Returns this option with another parameter. */
    Option with(Parameter setting) {
      List<Parameter> all = new ArrayList<>(parameters);
      all.add(setting);
      return new Option(name, description, source, all);
    }

    /** Returns this option with a default source for itself and its parameters. */
    private Option sourced(String otherwise) {
      String own = source.isEmpty() ? otherwise : source;
      return new Option(
          name, description, own, parameters.stream().map(p -> p.sourced(own)).toList());
    }
  }

  public Parameter {
    options = List.copyOf(options);
    if (options.isEmpty() == domain instanceof Domain.Choice) {
      throw new IllegalArgumentException(
          "Invalid parameter '%s': a choice has options, and nothing else has".formatted(key));
    }
  }

  private Parameter(String key, String column, Domain domain, String standard, String description) {
    this(key, column, domain, List.of(), standard, description, "", false);
  }

  public static Parameter integer(
      String key, String column, long from, long to, long standard, String description) {
    return new Parameter(
        key, column, new Domain.IntegerRange(from, to), Long.toString(standard), description);
  }

  public static Parameter real(
      String key, String column, double from, double to, double standard, String description) {
    return new Parameter(
        key, column, new Domain.RealRange(from, to, false), Double.toString(standard), description);
  }

  /**
   * Makes a parameter for a real number whose order of magnitude matters; {@code from} must be
   * positive.
   */
  public static Parameter magnitude(
      String key, String column, double from, double to, double standard, String description) {
    return new Parameter(
        key, column, new Domain.RealRange(from, to, true), Double.toString(standard), description);
  }

  public static Parameter flag(String key, String column, boolean standard, String description) {
    return new Parameter(key, column, new Domain.Flag(), Boolean.toString(standard), description);
  }

  /**
   * Makes the parameter for the formula of an axis's option {@code formula}.
   *
   * @param standard the default formula
   */
  public static Parameter formula(String axis, String column, String standard, String description) {
    return new Parameter(
        axis + ".formula", column + "_formula", new Domain.Formula(axis), standard, description);
  }

  /**
   * Makes the parameter for the layers that have the part chosen on an axis. Other layers have the
   * axis's default.
   */
  public static Parameter layers(String axis, String column) {
    return new Parameter(
        axis + ".layers",
        column + "_layers",
        new Domain.Layers(),
        "all",
        "the layers that have it, counted from 0; the others are as by default");
  }

  /** Makes a choice among options; the first is the default. */
  public static Parameter choice(
      String key, String column, String description, List<Option> options) {
    return new Parameter(
        key, column, new Domain.Choice(), options, options.get(0).name(), description, "", false);
  }

  /**
   * Returns this parameter marked as {@link #quiet}, for a setting added after trials had been
   * recorded.
   */
  public Parameter added() {
    return new Parameter(key, column, domain, options, standard, description, source, true);
  }

  /** Returns this parameter with its paper. */
  public Parameter from(String paper) {
    return new Parameter(key, column, domain, options, standard, description, paper, quiet);
  }

  /** Returns this parameter with a default source for itself and everything below it. */
  public Parameter sourced(String otherwise) {
    String own = source.isEmpty() ? otherwise : source;
    List<Option> all = options.stream().map(o -> o.sourced(own)).toList();
    return new Parameter(key, column, domain, all, standard, description, own, quiet);
  }
}
