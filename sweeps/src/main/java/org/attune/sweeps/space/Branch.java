package org.attune.sweeps.space;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One entry of an axis: the axis' own values and those of its option's parameters.
 *
 * <p>{@code {split: {fraction: [0.25, 0.5]}}} is one branch with {@code attention.query} in {split}
 * and {@code attention.query.fraction} in {0.25, 0.5}: two grid points.
 *
 * @param values by parameter key
 */
public record Branch(SortedMap<String, Values> values) {

  public Branch {
    values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
  }

  /** A branch of values by parameter key. */
  public static Branch of(Map<String, Values> values) {
    return new Branch(new TreeMap<>(values));
  }
}
