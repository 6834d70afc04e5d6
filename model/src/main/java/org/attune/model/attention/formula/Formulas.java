package org.attune.model.attention.formula;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Domain;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.attention.Declaration;
import org.attune.model.attention.Feature;
import org.attune.model.attention.Signals;
import org.attune.model.catalog.LayerSet;
import org.attune.model.formula.FormulaPlace;
import org.attune.model.formula.PlacedFormula;
import org.attune.model.program.Value;

/** The option {@code formula} of the axes that have one. */
public final class Formulas {

  private static final Map<String, Feature> SIGNALS =
      Map.of("q", Feature.QUERY, "k", Feature.KEY, "v", Feature.VALUE);

  private static final Map<FormulaPlace, Parameter> PARAMETERS =
      Arrays.stream(FormulaPlace.values())
          .collect(Collectors.toUnmodifiableMap(Function.identity(), Formulas::parameter));

  private Formulas() {}

  private static Parameter parameter(FormulaPlace place) {
    Domain formulas =
        new Domain.Formula(
            place.key(), (key, text, names) -> PlacedFormula.of(place, text, names).canonical());
    return new Parameter(
        place.key() + ".formula",
        column(place) + "_formula",
        formulas,
        formulas.canonical(place.standard()),
        place.gives(),
        "");
  }

  private static String column(FormulaPlace place) {
    return place.key().substring(place.key().indexOf('.') + 1);
  }

  /**
   * Returns the option for a place.
   *
   * @param more the option's other parameters
   */
  public static Option option(FormulaPlace place, Parameter... more) {
    Parameter[] all = new Parameter[more.length + 1];
    all[0] = PARAMETERS.get(place);
    System.arraycopy(more, 0, all, 1, more.length);
    return Option.of("formula", "a formula of yours", "docs/formulas.md", all);
  }

  /** Returns the option for an axis that lists its options itself. */
  public static Option byLayer(FormulaPlace place) {
    return Option.of(
        "formula",
        "a formula of yours",
        "docs/formulas.md",
        PARAMETERS.get(place),
        LayerSet.parameter(place.key(), column(place)));
  }

  /**
   * Returns the formula that a configuration has at a place.
   *
   * @throws IllegalArgumentException if the text is not a formula; the message has the place and
   *     the column
   */
  public static PlacedFormula of(Configuration settings, FormulaPlace place) {
    try {
      return PlacedFormula.of(place, settings.text(PARAMETERS.get(place)));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(place.key() + ": " + e.getMessage(), e);
    }
  }

  /** Returns the declaration of a gate by formula. */
  public static Declaration gate(PlacedFormula formula) {
    Feature[] reads = reads(formula).toArray(Feature[]::new);
    return reads.length == 0
        ? Declaration.NOTHING
        : Declaration.needs(Feature.SAME_HEADS).needing(reads);
  }

  /** Returns which of a head's query, key and value a formula reads. */
  static Set<Feature> reads(PlacedFormula formula) {
    Set<Feature> reads = new HashSet<>();
    SIGNALS.forEach(
        (name, feature) -> {
          if (formula.reads(name)) {
            reads.add(feature);
          }
        });
    return reads;
  }

  /** Returns the signals that a formula reads, by name. */
  static Map<String, Value> inputs(PlacedFormula formula, Signals signals) {
    Map<String, Value> inputs = new HashMap<>();
    inputs.put("x", signals.x());
    SIGNALS.keySet().stream()
        .filter(formula::reads)
        .forEach(name -> inputs.put(name, signal(name, signals)));
    return inputs;
  }

  /** Returns the signal of a name. */
  public static Value signal(String name, Signals signals) {
    return switch (name) {
      case "q" -> signals.query();
      case "k" -> signals.key();
      case "v" -> signals.value();
      default -> throw new IllegalArgumentException(name);
    };
  }
}
