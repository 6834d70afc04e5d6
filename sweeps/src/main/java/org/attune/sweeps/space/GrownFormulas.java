package org.attune.sweeps.space;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.attune.api.catalog.Growth;

/**
 * The formulas of a {@link Values.Grown}, numbered as they appear: a number is a coordinate. The
 * numbers say nothing; a driver that resumes a sweep may number the same formulas otherwise.
 */
public final class GrownFormulas {

  private final Growth growth;
  private final List<String> known = new ArrayList<>();
  private final Map<String, Integer> numbers = new HashMap<>();

  GrownFormulas(Growth growth) {
    this.growth = growth;
    number(growth.start());
  }

  private int number(String formula) {
    return numbers.computeIfAbsent(
        formula,
        f -> {
          known.add(f);
          return known.size() - 1;
        });
  }

  /** Returns a formula's number, or -1 if it does not grow from the start. */
  int find(String formula) {
    return numbers.containsKey(formula) || growth.has(formula) ? number(formula) : -1;
  }

  String formula(double coordinate) {
    return known.get((int) coordinate);
  }

  /** Returns the formula at a fraction: up to as many changes of the start as there are steps. */
  int at(double fraction) {
    SplittableRandom random = new SplittableRandom(Double.doubleToLongBits(fraction));
    String formula = growth.start();
    for (int left = random.nextInt(growth.steps() + 1); left > 0; left--) {
      formula = growth.rewritten(formula, random);
    }
    return number(formula);
  }

  /** Returns a formula that differs from another in one change. */
  public int rewritten(double coordinate, SplittableRandom random) {
    return number(growth.rewritten(formula(coordinate), random));
  }
}
