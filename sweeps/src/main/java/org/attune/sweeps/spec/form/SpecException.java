package org.attune.sweeps.spec.form;

import java.util.List;
import java.util.stream.Collectors;

/** Thrown for a sweep file that cannot be run; lists all its problems. */
public final class SpecException extends Exception {

  private final transient List<Problem> problems;

  SpecException(List<Problem> problems) {
    super(problems.stream().map(Problem::toString).collect(Collectors.joining("\n")));
    this.problems = List.copyOf(problems);
  }

  /** In the order of the file's lines; never empty. */
  public List<Problem> problems() {
    return problems;
  }
}
