package org.attune.sweeps.space;

import java.util.List;

/**
 * One thing that a sweep varies.
 *
 * @param key of the parameter
 * @param branches what it takes, in the file's order; never empty
 */
public record Axis(String key, List<Branch> branches) {

  public Axis {
    branches = List.copyOf(branches);
  }
}
