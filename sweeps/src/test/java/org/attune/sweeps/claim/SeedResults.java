package org.attune.sweeps.claim;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.attune.api.catalog.Configuration;

/** Results written down in a test: a cell's values by seed, NaN for a seed that failed. */
final class SeedResults implements Outcomes {

  private final Map<Configuration, double[]> values = new HashMap<>();

  SeedResults cell(String name, double... bySeed) {
    values.put(configuration(name), bySeed);
    return this;
  }

  static Configuration configuration(String name) {
    return new Configuration(Map.of("cell", name));
  }

  static Measure measure(String name) {
    return new Measure(name, configuration(name), "loss");
  }

  static Claim claim(
      String subject, Relation relation, String reference, double margin, Outcome outcome) {
    return claim(
        subject + " " + relation.label() + " " + reference,
        measure(subject),
        relation,
        new Reference.OfCell(measure(reference), 1),
        margin,
        outcome);
  }

  static Claim claim(
      String subject, Relation relation, double number, double margin, Outcome outcome) {
    return claim(
        subject + " " + relation.label() + " " + number,
        measure(subject),
        relation,
        new Reference.OfNumber(number),
        margin,
        outcome);
  }

  static Claim claim(
      String says,
      Measure subject,
      Relation relation,
      Reference reference,
      double margin,
      Outcome outcome) {
    return new Claim(
        says,
        subject,
        relation,
        reference,
        margin,
        outcome,
        "",
        "",
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  @Override
  public int ended(Configuration cell) {
    return values.getOrDefault(cell, new double[0]).length;
  }

  @Override
  public OptionalDouble value(Configuration cell, int replicate, String metric) {
    double value = values.get(cell)[replicate];
    return Double.isNaN(value) ? OptionalDouble.empty() : OptionalDouble.of(value);
  }
}
