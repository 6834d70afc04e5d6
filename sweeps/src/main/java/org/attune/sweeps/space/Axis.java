package org.attune.sweeps.space;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * One thing that a sweep varies.
 *
 * @param key of the parameter
 * @param branches what it takes, in the file's order; never empty
 * @param names that the user gave the branches, one each; empty where they have none
 */
public record Axis(String key, List<Branch> branches, List<String> names) {

  /** The key of the axis whose branches are a file's named cells. */
  public static final String CELLS = "cells";

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

  /** What its branches set, branch by branch. */
  public Stream<Map.Entry<String, Values>> settings() {
    return branches.stream().flatMap(branch -> branch.values().entrySet().stream());
  }

  /** What its branches set a parameter to. */
  public Stream<Values> settings(String parameter) {
    return settings()
        .filter(setting -> setting.getKey().equals(parameter))
        .map(Map.Entry::getValue);
  }
}
