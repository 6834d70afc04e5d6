package org.attune.cluster.trial;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.attune.api.catalog.FormulaLanguage;
import org.attune.api.catalog.Growth;
import org.attune.model.ModelCatalog;

/** A language that caches its checks, since the cells of a sweep name the same formulas. */
final class KnownFormulas implements FormulaLanguage {

  private static final int MOST = 1_000;

  private record Formula(String place, String text, Map<String, String> names) {}

  private final FormulaLanguage language;
  private final Map<Formula, String> known =
      Collections.synchronizedMap(
          new LinkedHashMap<>() {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<Formula, String> eldest) {
              return size() > MOST;
            }
          });

  KnownFormulas(FormulaLanguage language) {
    this.language = language;
  }

  @Override
  public String canonical(String place, String text, Map<String, String> names) {
    Formula formula = new Formula(place, text, Map.copyOf(names));
    String spelled = known.get(formula);
    if (spelled == null) {
      spelled = language.canonical(place, text, names);
      known.put(formula, spelled);
      known.put(new Formula(place, spelled, Map.of()), spelled);
    }
    return spelled;
  }

  @Override
  public Optional<Growth> growth(String place, String text, int steps) {
    String start = canonical(place, text, Map.of());
    int most = ModelCatalog.formulaSize(place, start) + steps;
    return Optional.of(new Grown(this, place, start, steps, most));
  }

  /** Formulas of the model's language that grow from one. */
  private record Grown(KnownFormulas language, String place, String start, int steps, int most)
      implements Growth {

    @Override
    public boolean has(String formula) {
      try {
        return language.canonical(place, formula, Map.of()).equals(formula)
            && ModelCatalog.formulaSize(place, formula) <= most;
      } catch (IllegalArgumentException none) {
        return false;
      }
    }

    @Override
    public String rewritten(String formula, SplittableRandom random) {
      return ModelCatalog.rewritten(place, formula, most, random);
    }
  }
}
