package org.attune.sweeps.spec;

import org.yaml.snakeyaml.error.MarkedYAMLException;

/** Says in plain words what makes a text no YAML, instead of in the parser's. */
final class YamlErrors {

  private YamlErrors() {}

  /** What is wrong where the parser stopped, and what to do. */
  static String of(MarkedYAMLException e) {
    String problem = String.valueOf(e.getProblem());
    String context = String.valueOf(e.getContext());
    if (problem.contains("\\t") || problem.contains("TAB")) {
      return "a tab cannot indent a line of YAML; use spaces";
    }
    if (problem.contains("mapping values are not allowed")) {
      return "a ':' cannot stand here; indent this line like the keys beside it, or put quotes"
          + " around a text with ': '";
    }
    if (context.contains("flow sequence") || context.contains("flow mapping")) {
      boolean list = context.contains("sequence");
      return "this %s is not closed; end it with '%s', and put ',' between its parts"
          .formatted(list ? "list" : "mapping", list ? "]" : "}");
    }
    if (context.contains("block mapping") || context.contains("block collection")) {
      return "this line's indentation fits no line above; indent it like the keys beside it";
    }
    if (problem.contains("could not find expected ':'")) {
      return "a key needs ':' and a space after it";
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
