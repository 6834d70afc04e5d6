package org.attune.jobs.slice;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A part of the steps of all trainings, for a rehearsal. It changes the sweep file's text, so that
 * the sweep's directory shows what was run.
 *
 * @param share above 0, at most 1
 */
record StepsShare(double share) {

  /**
   * A number of steps, alone and in a cell: {@code train: {steps: 100}}, {@code train.steps: 5}.
   */
  private static final Pattern STEPS = Pattern.compile("(?<=(?<![\\w-])steps: )[0-9]+\\b");

  /** The file's text with these steps; a training keeps one step at least, if it has any. */
  String of(String text) {
    return share == 1 ? text : STEPS.matcher(text).replaceAll(this::scaled);
  }

  /** A program's arguments with these steps after {@code --steps}. */
  List<String> of(List<String> arguments) {
    List<String> scaled = new ArrayList<>(arguments);
    int steps = scaled.indexOf("--steps") + 1;
    if (steps > 0 && steps < scaled.size()) {
      scaled.set(steps, scaled(scaled.get(steps)));
    }
    return scaled;
  }

  private String scaled(MatchResult steps) {
    return Matcher.quoteReplacement(scaled(steps.group()));
  }

  private String scaled(String steps) {
    return String.valueOf((long) Math.ceil(share * Long.parseLong(steps)));
  }
}
