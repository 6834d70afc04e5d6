package org.attune.sweeps.space;

import java.util.List;

/**
 * One thing that a sweep varies.
 *
 * @param key of the parameter
 * @param branches what it takes, in the file's order; never empty
 * @param names that the user gave the branches, one each; empty where they have none
 */
public record Axis(String key, List<Branch> branches, List<String> names) {

  public Axis {
    branches = List.copyOf(branches);
    names = List.copyOf(names);
    if (!names.isEmpty() && names.size() != branches.size()) {
      throw new IllegalArgumentException(
          "Cannot give %d names to %d branches".formatted(names.size(), branches.size()));
    }
  }

  /** An axis whose branches have no names. */
  public Axis(String key, List<Branch> branches) {
    this(key, branches, List.of());
  }
}
