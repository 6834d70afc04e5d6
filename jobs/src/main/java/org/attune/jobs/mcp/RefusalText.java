package org.attune.jobs.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.StringJoiner;
import org.apache.commons.lang3.StringUtils;
import org.attune.jobs.console.Refusal;

/**
 * A refusal in words, from its JSON: the message and the fix, or each problem of a sweep file with
 * its line and column. So an agent mends all of them before its next call.
 */
final class RefusalText {

  /** The most problems that a text lists; the JSON has all. */
  private static final int MOST_PROBLEMS = 12;

  /** Each of several problems is cut to this: it may list many words. */
  private static final int MOST_CHARACTERS = 200;

  private RefusalText() {}

  /**
   * The words.
   *
   * @param data what {@link Refusal#SHAPE} makes of a refusal
   */
  static String of(JsonNode data) {
    JsonNode problems = data.path("problems");
    if (problems.isEmpty()) {
      return data.path("message").asText() + fix(data, "\n");
    }
    if (problems.size() == 1) {
      return place(problems.get(0)) + keyAndMessage(problems.get(0)) + fix(problems.get(0), "\n");
    }
    StringJoiner text = new StringJoiner("\n");
    text.add("%s has %d problems.".formatted(data.path("file").asText(), problems.size()));
    for (int i = 0; i < Math.min(MOST_PROBLEMS, problems.size()); i++) {
      JsonNode problem = problems.get(i);
      text.add(
          place(problem)
              + StringUtils.abbreviate(keyAndMessage(problem), MOST_CHARACTERS)
              + fix(problem, " "));
    }
    if (problems.size() > MOST_PROBLEMS) {
      text.add("... and %d more".formatted(problems.size() - MOST_PROBLEMS));
    }
    return text.toString();
  }

  private static String place(JsonNode problem) {
    int line = problem.path("line").asInt();
    return line == 0 ? "" : "line %d, column %d: ".formatted(line, problem.path("column").asInt());
  }

  private static String keyAndMessage(JsonNode problem) {
    String key = problem.path("key").asText();
    return (key.isEmpty() ? "" : key + ": ") + problem.path("message").asText();
  }

  private static String fix(JsonNode from, String before) {
    return from.path("fix").asText("").isEmpty() || from.path("fix").isNull()
        ? ""
        : before + "fix: " + from.path("fix").asText();
  }
}
