package org.attune.jobs.report;

import java.util.ArrayList;
import java.util.List;
import org.apache.commons.lang3.StringUtils;

/** A line's name beside a picture, in rows that fit there. */
final class LegendRows {

  /** Pixels from one row of a name to the next. */
  static final int HEIGHT = 15;

  /** Pixels more from one name to the next. */
  static final int GAP = 7;

  private static final int WIDTH = 46; // characters

  /** So many names have room for three rows each, more of them for two. */
  private static final int FEW = 8;

  private static final String BREAKS = " /-_";

  private LegendRows() {}

  /**
   * The rows of a name; of one that needs more than there is room for, the last is cut.
   *
   * @param names that share the room
   */
  static List<String> of(String name, int names) {
    int most = names <= FEW ? 3 : 2;
    List<String> rows = new ArrayList<>();
    String rest = name;
    while (rest.length() > WIDTH && rows.size() < most - 1) {
      int end = end(rest);
      rows.add(rest.substring(0, end).stripTrailing());
      rest = rest.substring(end);
    }
    rows.add(StringUtils.abbreviate(rest, WIDTH));
    return rows;
  }

  /** Where the first row ends: behind its last part, unless that leaves half of it empty. */
  private static int end(String name) {
    int comma = name.lastIndexOf(", ", WIDTH - 1) + 2;
    if (comma > WIDTH / 2) {
      return comma;
    }
    int end = StringUtils.lastIndexOfAny(name.substring(0, WIDTH), BREAKS.split("")) + 1;
    return end > WIDTH / 2 ? end : WIDTH;
  }
}
