package org.attune.model.catalog;

import java.util.List;

/**
 * One key of a configuration.
 *
 * @param key dotted, kebab-case: {@code attention.query.fraction}
 * @param column its column in the results table, fixed for good: {@code split_fraction}
 * @param domain the values allowed
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
    String standard,
    String description,
    String source,
    boolean quiet) {

  private Parameter(
      String key,
      String column,
      Domain domain,
      String standard,
      String description,
      String source) {
    this(key, column, domain, standard, description, source, false);
  }

  public static Parameter integer(
      String key, String column, long from, long to, long standard, String description) {
    return new Parameter(
        key, column, new Domain.IntegerRange(from, to), Long.toString(standard), description, "");
  }

  public static Parameter real(
      String key, String column, double from, double to, double standard, String description) {
    return new Parameter(
        key,
        column,
        new Domain.RealRange(from, to, false),
        Double.toString(standard),
        description,
        "");
  }

  /** A real number whose order of magnitude matters: from must be positive. */
  public static Parameter magnitude(
      String key, String column, double from, double to, double standard, String description) {
    return new Parameter(
        key,
        column,
        new Domain.RealRange(from, to, true),
        Double.toString(standard),
        description,
        "");
  }

  public static Parameter flag(String key, String column, boolean standard, String description) {
    return new Parameter(
        key, column, new Domain.Flag(), Boolean.toString(standard), description, "");
  }

  /** The layers that have the part chosen on an axis; the others have the axis's default. */
  public static Parameter layers(String axis, String column) {
    return new Parameter(
        axis + ".layers",
        column + "_layers",
        new Domain.Layers(),
        "all",
        "the layers that have it, counted from 0; the others are as by default",
        "");
  }

  /** A choice among options; the first is the default. */
  public static Parameter choice(
      String key, String column, String description, List<Option> options) {
    return new Parameter(
        key, column, new Domain.Choice(options), options.get(0).name(), description, "");
  }

  /** The same for a setting that came after trials had been recorded: see {@link #quiet}. */
  public Parameter added() {
    return new Parameter(key, column, domain, standard, description, source, true);
  }

  /** The same with the paper it is from. */
  public Parameter from(String paper) {
    return new Parameter(key, column, domain, standard, description, paper, quiet);
  }

  /** The same, and all below it, with this source wherever none is said. */
  public Parameter sourced(String otherwise) {
    String own = source.isEmpty() ? otherwise : source;
    Domain all =
        domain instanceof Domain.Choice choice
            ? new Domain.Choice(choice.options().stream().map(o -> o.sourced(own)).toList())
            : domain;
    return new Parameter(key, column, all, standard, description, own, quiet);
  }
}
