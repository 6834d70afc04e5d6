package org.attune.sweeps.spec.form;

import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;

/** Says in plain words what makes a text no YAML, instead of in the parser's. */
final class YamlErrors {

  private static final String COLON = "a key needs ':' and a space after it";

  private YamlErrors() {}

  /**
   * Adds what is wrong where it is, and what to do.
   *
   * @param yaml the whole text
   */
  static void add(MarkedYAMLException e, String yaml, Problems problems) {
    String problem = String.valueOf(e.getProblem());
    Mark mark = e.getProblemMark();
    if (mark == null) {
      problems.addAtStart("", of(e));
    } else if (problem.contains("could not find expected ':'") && e.getContextMark() != null) {
      // The parser stops at the next line; the word without ':' is where it began.
      Mark word = e.getContextMark();
      boolean listed = line(yaml, word.getLine()).strip().matches("-[^\\s-].*");
      problems.add(word, "", listed ? "a list's '-' needs a space after it" : COLON);
    } else if (problem.contains("mapping values are not allowed")
        && mark.getLine() > 0
        && line(yaml, mark.getLine() - 1).strip().matches("[\\w.-]+:[^\\s:].*")) {
      problems.add(mark, "", "the line above has no space after its ':'; put one there");
    } else if (isFlow(e) && e.getContextMark() != null) {
      problems.add(e.getContextMark(), "", notClosed(e));
    } else {
      problems.add(mark, "", of(e));
    }
  }

  private static boolean isFlow(MarkedYAMLException e) {
    String context = String.valueOf(e.getContext());
    return context.contains("flow sequence") || context.contains("flow mapping");
  }

  /** What to say at the bracket that opens; names the line where the parser stopped. */
  private static String notClosed(MarkedYAMLException e) {
    boolean list = e.getContext().contains("sequence");
    int end = e.getProblemMark().getLine();
    return "this %s is not closed%s; end it with '%s', and put ',' between its parts"
        .formatted(
            list ? "list" : "mapping",
            end == e.getContextMark().getLine() ? "" : " before line " + (end + 1),
            list ? "]" : "}");
  }

  private static String line(String yaml, int number) {
    return yaml.lines().skip(number).findFirst().orElse("");
  }

  private static String of(MarkedYAMLException e) {
    String problem = String.valueOf(e.getProblem());
    String context = String.valueOf(e.getContext());
    if (problem.contains("another document")) {
      return "a second document begins here, and a sweep file is one; put the rest into another file";
    }
    if (problem.contains("\\t") || problem.contains("TAB")) {
      return "a tab cannot indent a line of YAML; use spaces";
    }
    if (problem.contains("mapping values are not allowed")) {
      return "a ':' cannot stand here; indent this line like the keys beside it, or put quotes"
          + " around a text with ': '";
    }
    if (problem.matches(".*found '[]}]'")) {
      String bracket = problem.substring(problem.length() - 2, problem.length() - 1);
      return "this '%s' closes nothing; remove it".formatted(bracket);
    }
    if (context.contains("block mapping") || context.contains("block collection")) {
      return "this line's indentation fits no line above; indent it like the keys beside it";
    }
    if (problem.contains("could not find expected ':'")) {
      return COLON;
    }
    if (context.contains("quoted scalar")) {
      return "this quoted text does not end; close its quotes";
    }
    if (problem.contains("cannot start any token")) {
      return "this character cannot begin a value; put quotes around the value";
    }
    return "this is not YAML: " + problem + (e.getContext() == null ? "" : " " + context);
  }
}
