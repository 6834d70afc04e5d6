package org.attune.model.attention;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A chosen part.
 *
 * @param label its key and its option, as in the user's file: {@code attention.gate learned}
 * @param declaration its declared needs and lacks
 */
public record ChosenPart(String label, Declaration declaration) {

  /** Returns the reasons why some parts are incompatible, each reason once. */
  public static Set<String> disagreements(List<ChosenPart> parts) {
    Set<String> reasons = new LinkedHashSet<>();
    for (ChosenPart needing : parts) {
      for (ChosenPart without : parts) {
        needing.declaration.needs().stream()
            .filter(without.declaration.lacks()::contains)
            .sorted()
            .limit(1) // one reason per pair is enough
            .map(feature -> feature.between(needing.label, without.label))
            .forEach(reasons::add);
      }
    }
    return reasons;
  }
}
