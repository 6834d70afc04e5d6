package org.attune.jobs.export;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.commons.lang3.StringUtils;
import org.attune.sweeps.statistics.Rounded;
import org.attune.sweeps.statistics.Summary;

/**
 * A Markdown table (GitHub's). Means have the decimal places that their deviations support; the
 * best of a column is bold. Names are escaped, so that none contains Markdown or HTML.
 */
public final class MarkdownTable {

  private MarkdownTable() {}

  /** The table as Markdown, with a line end. */
  static String write(CellTable table) {
    StringBuilder text = new StringBuilder();
    List<String> heading = table.heading(MarkdownTable::escape, " (mean ± std)", "n");
    line(text, heading);
    List<String> rule = new ArrayList<>(Collections.nCopies(table.axes().size(), "---"));
    rule.addAll(Collections.nCopies(heading.size() - rule.size(), "---:"));
    line(text, rule);
    for (CellTable.Row row : table.rows()) {
      line(text, table.cells(row, (key, value) -> escape(value), MarkdownTable::summary));
    }
    List<String> notes = new ArrayList<>();
    if (table.failed()) {
      notes.add("A cell with failed seeds ranks below cells with fewer");
    }
    table.luck().ifPresent(notes::add);
    table.unfinished().ifPresent(notes::add);
    notes.forEach(note -> text.append(note(note)));
    return text.toString();
  }

  /** A sentence below a table. */
  static String note(String note) {
    return "\n" + StringUtils.capitalize(note) + ".\n";
  }

  private static String summary(Summary summary, boolean best) {
    String value = Rounded.meanAndDeviation(summary);
    return best ? "**" + value + "**" : value;
  }

  static void line(StringBuilder text, List<String> cells) {
    text.append("| ").append(String.join(" | ", cells)).append(" |\n");
  }

  /** Escapes a text for a table cell of CommonMark and GitHub. */
  public static String escape(String text) {
    return text.replaceAll("[\\p{Cntrl}\\x{80}-\\x{9f}\\u2028\\u2029]+", " ")
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replaceAll("([\\\\`*\\[\\]|~$]|(?<![\\p{L}\\p{N}])_|_(?![\\p{L}\\p{N}]))", "\\\\$1");
  }
}
