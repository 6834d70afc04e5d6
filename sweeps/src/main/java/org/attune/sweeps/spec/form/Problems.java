package org.attune.sweeps.spec.form;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.nodes.Node;

/** Collects a file's problems, so that one exception reports all of them. */
public final class Problems {

  /** The prefix of a mark's name if its value comes from the command line. */
  public static final String OPTION = "--set ";

  private final String file;
  private final List<Problem> problems = new ArrayList<>();

  public Problems(String file) {
    this.file = file;
  }

  public void add(Node where, String key, String message) {
    add(where.getStartMark(), key, message);
  }

  public void add(Mark mark, String key, String message) {
    if (mark.getName().startsWith(OPTION)) {
      problems.add(new Problem(mark.getName(), 0, 0, key, message));
    } else {
      problems.add(new Problem(file, mark.getLine() + 1, mark.getColumn() + 1, key, message));
    }
  }

  public void addAtStart(String key, String message) {
    problems.add(new Problem(file, 1, 1, key, message));
  }

  /** The number of problems so far. */
  public int count() {
    return problems.size();
  }

  public void throwIfAny() throws SpecException {
    if (!problems.isEmpty()) {
      problems.sort(Comparator.comparingInt(Problem::line).thenComparingInt(Problem::column));
      throw new SpecException(problems);
    }
  }
}
