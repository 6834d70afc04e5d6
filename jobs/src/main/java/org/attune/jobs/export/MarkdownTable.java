package org.attune.jobs.export;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.attune.sweeps.statistics.Rounded;

/**
 * A Markdown table (GitHub's). Means have the decimal places that their deviations support; the
 * best of a column is bold. Names are escaped, so that none contains Markdown or HTML.
 */
public final class MarkdownTable implements TableFormat {

  @Override
  public String write(CellTable table) {
    StringBuilder text = new StringBuilder();
    List<String> heading =
        new ArrayList<>(table.axes().stream().map(MarkdownTable::escape).toList());
    boolean oneCount = table.hasOneCount();
    int last = table.metrics().size() - 1;
    for (int m = 0; m <= last; m++) {
      heading.add(escape(table.metrics().get(m).name()) + " (mean ± std)");
      if (!oneCount || m == last) {
        heading.add("n");
      }
    }
    line(text, heading);
    List<String> rule = new ArrayList<>(Collections.nCopies(table.axes().size(), "---"));
    rule.addAll(Collections.nCopies(heading.size() - rule.size(), "---:"));
    line(text, rule);
    for (CellTable.Row row : table.rows()) {
      List<String> cells =
          new ArrayList<>(row.values().stream().map(MarkdownTable::escape).toList());
      for (int m = 0; m < row.summaries().size(); m++) {
        String value = Rounded.meanAndDeviation(row.summaries().get(m));
        cells.add(table.best(row, m) ? "**" + value + "**" : value);
        if (!oneCount || m == last) {
          cells.add(String.valueOf(row.summaries().get(m).n()));
        }
      }
      line(text, cells);
    }
    return text.toString();
  }

  private static void line(StringBuilder text, List<String> cells) {
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
