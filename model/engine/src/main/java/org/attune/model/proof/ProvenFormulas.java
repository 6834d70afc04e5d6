package org.attune.model.proof;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.attune.api.catalog.FormulaLanguage;
import org.attune.api.catalog.Growth;
import org.attune.model.formula.FormulaPlace;
import org.attune.model.formula.PlacedFormula;

/**
 * The formulas of attention parts, MLPs and streams. It remembers the last texts that it checked,
 * since the cells of a sweep name the same formulas. Thread-safe.
 */
public final class ProvenFormulas implements FormulaLanguage {

  /** The only one. */
  public static final FormulaLanguage LANGUAGE = new ProvenFormulas();

  private static final int MOST_KNOWN = 1_000;
  private static final int MOST_REWRITES = 1_000;

  private record Written(String place, String text, Map<String, String> names) {}

  private final Map<Written, String> known =
      Collections.synchronizedMap(
          new LinkedHashMap<>() {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<Written, String> eldest) {
              return size() > MOST_KNOWN;
            }
          });

  private ProvenFormulas() {}

  @Override
  public String canonical(String place, String text, Map<String, String> names) {
    Written formula = new Written(place, text, Map.copyOf(names));
    String canonical = known.get(formula);
    if (canonical == null) {
      canonical = PlacedFormula.of(FormulaPlace.of(place), text, names).canonical();
      known.put(formula, canonical);
      known.put(new Written(place, canonical, Map.of()), canonical);
    }
    return canonical;
  }

  @Override
  public Optional<Growth> growth(String place, String text, int steps) {
    String start = canonical(place, text, Map.of());
    return Optional.of(new Grown(place, start, steps, size(place, start) + steps));
  }

  private static int size(String place, String text) {
    return org.attune.model.formula.FormulaGrowth.size(
        PlacedFormula.of(FormulaPlace.of(place), text));
  }

  /**
   * The formulas that grow from one.
   *
   * @param most the largest size: functions, signs and learned numbers
   */
  private record Grown(String place, String start, int steps, int most) implements Growth {

    @Override
    public boolean has(String formula) {
      try {
        return LANGUAGE.canonical(place, formula, Map.of()).equals(formula)
            && size(place, formula) <= most;
      } catch (IllegalArgumentException none) {
        return false;
      }
    }

    /** A formula that also passes its proof. */
    @Override
    public String rewritten(String text, SplittableRandom random) {
      PlacedFormula formula = PlacedFormula.of(FormulaPlace.of(place), text);
      for (int i = 0; i < MOST_REWRITES; i++) {
        Optional<PlacedFormula> next =
            org.attune.model.formula.FormulaGrowth.rewrite(formula, most, random);
        if (next.isPresent() && FormulaProof.holds(next.get())) {
          return next.get().canonical();
        }
      }
      return formula.canonical();
    }
  }
}
