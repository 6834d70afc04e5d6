package org.attune.jobs.console;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;
import org.attune.sweeps.spec.form.Problem;

/**
 * Why a command did not do what it was asked to, for programs.
 *
 * @param file the sweep file; empty if no file is wrong
 * @param allowed the words that are allowed, where they are few and known
 * @param fix what to do, where that is known
 * @param problems all problems of a sweep file; the message is that of the first
 */
public record Refusal(
    Code code,
    String message,
    Optional<String> file,
    Optional<Integer> line,
    List<String> allowed,
    Optional<String> fix,
    List<Problem> problems) {

  /** The kind of failure. */
  public enum Code {
    /** The command line. */
    WRONG_WORDS,
    /** A sweep file. */
    WRONG_FILE,
    /** What the words name, such as a directory without a sweep. */
    WRONG_INPUT,
    /** A file is damaged, or unsafe to read. */
    DAMAGED,
    /** Storage is full, or does not answer. */
    STORAGE,
    /** Anything else. */
    FAILED;

    String label() {
      return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }
  }

  private static final Shape<Problem> PROBLEM =
      Shape.of(Problem.class)
          .with("file", JsonType.TEXT, Problem::file)
          .with("line", JsonType.orNull(JsonType.WHOLE), problem -> line(problem))
          .with("column", JsonType.WHOLE, Problem::column)
          .with("key", JsonType.TEXT, Problem::key)
          .with("message", JsonType.TEXT, Problem::message)
          .with(
              "fix",
              JsonType.orNull(JsonType.TEXT),
              problem -> StatedRemedy.fix(problem.message()));

  public static final Shape<Refusal> SHAPE =
      Shape.of(Refusal.class)
          .with("code", JsonType.TEXT, refusal -> refusal.code().label())
          .with("message", JsonType.TEXT, Refusal::message)
          .with("file", JsonType.orNull(JsonType.TEXT), Refusal::file)
          .with("line", JsonType.orNull(JsonType.WHOLE), Refusal::line)
          .with("allowed", JsonType.list(JsonType.TEXT), Refusal::allowed)
          .with("fix", JsonType.orNull(JsonType.TEXT), Refusal::fix)
          .with("problems", JsonType.list(PROBLEM), Refusal::problems);

  public static Refusal of(Code code, String message) {
    return of(code, message, StatedRemedy.allowed(message), StatedRemedy.fix(message));
  }

  /** A refusal whose remedy is known apart from its message. */
  public static Refusal of(Code code, String message, List<String> allowed, Optional<String> fix) {
    return new Refusal(code, message, Optional.empty(), Optional.empty(), allowed, fix, List.of());
  }

  public static Refusal of(List<Problem> problems) {
    Problem first = problems.get(0);
    String key = first.key().isEmpty() ? "" : first.key() + ": ";
    return new Refusal(
        Code.WRONG_FILE,
        key + first.message(),
        Optional.of(first.file()),
        line(first),
        StatedRemedy.allowed(first.message()),
        StatedRemedy.fix(first.message()),
        problems);
  }

  /** Whether a JSON object is a refusal. */
  public static boolean isOne(JsonNode json) {
    return json.has("code") && json.has("problems");
  }

  /** Prints it on stdout if a command's words ask for JSON. */
  void print(boolean json) {
    if (json) {
      System.out.print(Json.print(SHAPE.object(this)));
    }
  }

  private static Optional<Integer> line(Problem problem) {
    return problem.line() == 0 ? Optional.empty() : Optional.of(problem.line());
  }
}
