package org.attune.model.catalog;

import java.util.ArrayList;
import java.util.List;

/**
 * One key of a configuration. Where it is a choice, each of its options may bring parameters of its
 * own.
 *
 * @param key dotted, kebab-case: {@code attention.query.fraction}
 * @param column its column in the results table, fixed for good: {@code split_fraction}
 * @param domain the values allowed
 * @param options what a choice is among; nothing else has any
 * @param standard the value where none is given, as text
 * @param description one line
 * @param source the paper it is from, or "" where that is its option's
 * @param quiet whether a sweep's configurations leave it out where nothing sets it, so that trials
 *     recorded before there was such a setting keep their identity
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
   * One value of a choice.
   *
   * @param name as written in a sweep file
   * @param description one line
   * @param source the paper that proposed it, or "" where that is its parameter's
   * @param parameters what may be set where this option is chosen
   */
  public record Option(String name, String description, String source, List<Parameter> parameters) {

    public Option {
      parameters = List.copyOf(parameters);
    }

    public static Option of(String name, String description, String source, Parameter... settings) {
      return new Option(name, description, source, List.of(settings));
    }

    /** The same with another setting. */
    Option with(Parameter setting) {
      List<Parameter> all = new ArrayList<>(parameters);
      all.add(setting);
      return new Option(name, description, source, all);
    }

    /** The same, and its settings, with this source wherever none is said. */
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

  /** A real number whose order of magnitude matters: from must be positive. */
  public static Parameter magnitude(
      String key, String column, double from, double to, double standard, String description) {
    return new Parameter(
        key, column, new Domain.RealRange(from, to, true), Double.toString(standard), description);
  }

  public static Parameter flag(String key, String column, boolean standard, String description) {
    return new Parameter(key, column, new Domain.Flag(), Boolean.toString(standard), description);
  }

  /**
   * The formula of an axis' option {@code formula}.
   *
   * @param standard what stands where none is given
   */
  public static Parameter formula(String axis, String column, String standard, String description) {
    return new Parameter(
        axis + ".formula", column + "_formula", new Domain.Formula(axis), standard, description);
  }

  /** The layers that have the part chosen on an axis; the others have the axis's default. */
  public static Parameter layers(String axis, String column) {
    return new Parameter(
        axis + ".layers",
        column + "_layers",
        new Domain.Layers(),
        "all",
        "the layers that have it, counted from 0; the others are as by default");
  }

  /** A choice among options; the first is the default. */
  public static Parameter choice(
      String key, String column, String description, List<Option> options) {
    return new Parameter(
        key, column, new Domain.Choice(), options, options.get(0).name(), description, "", false);
  }

  /** The same for a setting that came after trials had been recorded: see {@link #quiet}. */
  public Parameter added() {
    return new Parameter(key, column, domain, options, standard, description, source, true);
  }

  /** The same with the paper it is from. */
  public Parameter from(String paper) {
    return new Parameter(key, column, domain, options, standard, description, paper, quiet);
  }

  /** The same, and all below it, with this source wherever none is said. */
  public Parameter sourced(String otherwise) {
    String own = source.isEmpty() ? otherwise : source;
    List<Option> all = options.stream().map(o -> o.sourced(own)).toList();
    return new Parameter(key, column, domain, all, standard, description, own, quiet);
  }
}
