package org.attune.model.attention;

import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;

/**
 * A part's declared needs and lacks. Refusals follow from declarations, so no part has to know
 * another.
 *
 * @param needs features it requires; it may read only these of the {@link Signals}
 * @param lacks features that it makes unavailable to other parts
 */
public record Declaration(Set<Feature> needs, Set<Feature> lacks) {

  /** The declaration of a part that is compatible with all others. */
  public static final Declaration NOTHING = new Declaration(Set.of(), Set.of());

  public Declaration {
    needs = Set.copyOf(needs);
    lacks = Set.copyOf(lacks);
  }

  public static Declaration needs(Feature... features) {
    return new Declaration(Set.of(features), Set.of());
  }

  public static Declaration lacks(Feature... features) {
    return new Declaration(Set.of(), Set.of(features));
  }

  /** Returns this declaration with more lacks. */
  public Declaration lacking(Feature... features) {
    Set<Feature> all = new TreeSet<>(lacks);
    all.addAll(Arrays.asList(features));
    return new Declaration(needs, all);
  }

  /** Returns this declaration with more needs. */
  public Declaration needing(Feature... features) {
    Set<Feature> all = new TreeSet<>(needs);
    all.addAll(Arrays.asList(features));
    return new Declaration(all, lacks);
  }
}
