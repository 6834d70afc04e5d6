package org.attune.model.attention;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A part that was chosen.
 *
 * @param label its key and its option, as a user reads them: {@code attention.gate learned}
 * @param declaration what it says of itself
 */
public record Chosen(String label, Declaration declaration) {

  /** Why some parts do not go together, each reason once. */
  public static Set<String> disagreements(List<Chosen> parts) {
    Set<String> reasons = new LinkedHashSet<>();
    for (Chosen needing : parts) {
      for (Chosen without : parts) {
        needing.declaration.needs().stream()
            .filter(without.declaration.lacks()::contains)
            .sorted()
            .limit(1) // one reason for two parts is enough
            .map(feature -> feature.between(needing.label, without.label))
            .forEach(reasons::add);
      }
    }
    return reasons;
  }
}
