package org.attune.jobs.reproduce;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The seeds that a table's sweep was extended to, as its journal's spec states them. */
final class ExtendedSeeds {

  private static final Pattern LINE =
      Pattern.compile("^replicates: \\d+ to (\\d+) until decided$", Pattern.MULTILINE);

  private ExtendedSeeds() {}

  /** The most seeds a cell; 0 if the number of seeds is fixed. */
  static int most(String specText) {
    Matcher line = LINE.matcher(specText);
    return line.find() ? Integer.parseInt(line.group(1)) : 0;
  }
}
