package org.attune.model.attention;

import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a part says of itself: refusals follow from that, and no part has to know another.
 *
 * @param needs what it does not work without; of {@link Signals} it may read these and no others
 * @param lacks what others cannot have where it is
 */
public record Declaration(Set<Feature> needs, Set<Feature> lacks) {

  /** Of a part that goes with all others. */
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

  /** The same, and more that it is without. */
  public Declaration lacking(Feature... features) {
    Set<Feature> all = new TreeSet<>(lacks);
    all.addAll(Arrays.asList(features));
    return new Declaration(needs, all);
  }

  /** The same, and more that it needs. */
  public Declaration needing(Feature... features) {
    Set<Feature> all = new TreeSet<>(needs);
    all.addAll(Arrays.asList(features));
    return new Declaration(all, lacks);
  }
}
