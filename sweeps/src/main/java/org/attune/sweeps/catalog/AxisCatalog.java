package org.attune.sweeps.catalog;

import java.util.List;
import java.util.OptionalLong;

/**
 * Everything that a sweep file can set or vary.
 *
 * <p>The module that knows the parts implements it; this module reads, expands and checks sweeps
 * against it. A catalog never changes while the program runs.
 */
public interface AxisCatalog {

  /** The parameters that every trial has; those of an option hang below it. */
  List<Parameter> parameters();

  /**
   * The parameters by key.
   *
   * @throws IllegalArgumentException when the catalog contradicts itself: a key or a column twice,
   *     or a default that is not allowed
   */
  default ParameterTree tree() {
    return ParameterTree.of(parameters());
  }

  /**
   * Says why a combination of valid values makes no sense, one sentence a reason, such as "a kernel
   * over 11 keys is wider than the context of 8 tokens"; empty when it is fine.
   */
  List<String> conflicts(Configuration configuration);

  /**
   * What a trial of a configuration may report: a sweep whose objective or stopping rule names
   * anything else is refused.
   */
  List<Metric> metrics(Configuration configuration);

  /** Estimates what training one configuration takes. */
  Cost cost(Configuration configuration);

  /**
   * Plans the bytes that training one configuration takes of the heap, its examples not counted,
   * without taking them; empty where that cannot be told. Dearer than {@link #cost}.
   */
  default OptionalLong memory(Configuration configuration) {
    return OptionalLong.empty();
  }
}
