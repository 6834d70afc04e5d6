package org.attune.jobs.export;

import java.util.List;
import java.util.Map;
import org.attune.sweeps.statistics.Rounded;
import org.attune.sweeps.statistics.Summary;

/**
 * A LaTeX table for the package booktabs. Means have the decimal places that their deviations
 * support; the best of a column is bold. Formulas are mathematics. Names are escaped, so that none
 * contains a command.
 */
public final class LatexTable {

  private static final Map<Integer, String> ESCAPES =
      Map.ofEntries(
          Map.entry((int) '\\', "\\textbackslash{}"),
          Map.entry((int) '{', "\\{"),
          Map.entry((int) '}', "\\}"),
          Map.entry((int) '$', "\\$"),
          Map.entry((int) '&', "\\&"),
          Map.entry((int) '#', "\\#"),
          Map.entry((int) '_', "\\_"),
          Map.entry((int) '%', "\\%"),
          Map.entry((int) '^', "\\textasciicircum{}"),
          Map.entry((int) '~', "\\textasciitilde{}"),
          Map.entry((int) '<', "\\textless{}"),
          Map.entry((int) '>', "\\textgreater{}"),
          Map.entry((int) '|', "\\textbar{}"),
          Map.entry((int) '"', "\\symbol{34}"),
          Map.entry((int) '\'', "\\textquotesingle{}"),
          Map.entry((int) '`', "\\textasciigrave{}"),
          Map.entry((int) '-', "{-}"),
          Map.entry((int) '[', "{[}"), // else an argument of \\ at a row's start
          Map.entry((int) ']', "{]}"),
          Map.entry((int) '±', "$\\pm$"),
          Map.entry((int) '×', "$\\times$"),
          Map.entry((int) 'λ', "$\\lambda$"),
          Map.entry((int) 'σ', "$\\sigma$"),
          Map.entry((int) 'φ', "$\\phi$"),
          Map.entry((int) 'µ', "$\\mu$"),
          Map.entry((int) 'μ', "$\\mu$"));

  private LatexTable() {}

  /** The table as LaTeX, with a line end. */
  static String write(CellTable table) {
    List<String> heading = table.heading(LatexTable::escape, "", "$n$");
    StringBuilder body = new StringBuilder();
    for (CellTable.Row row : table.rows()) {
      List<String> cells = table.cells(row, LatexTable::value, LatexTable::summary);
      body.append("    ").append(String.join(" & ", cells)).append(" \\\\\n");
    }
    return """
    %% Needs \\usepackage{booktabs} and \\usepackage{textcomp} in the preamble.
    \\begin{table}
      \\centering
      \\caption{%s: mean $\\pm$ sample standard deviation over $n$ seeds%s; the best in bold%s%s%s.}
      \\label{tab:%s}
      \\begin{tabular}{%s}
        \\toprule
        %s \\\\
        \\midrule
    %s    \\bottomrule
      \\end{tabular}
    \\end{table}
    """
        .formatted(
            escape(table.sweep()),
            table.failed() ? " that finished" : "",
            table.failed() ? "; a cell with failed seeds ranks below cells with fewer" : "",
            table.luck().map("; "::concat).orElse(""),
            table.unfinished().map("; "::concat).orElse(""),
            label(table.sweep()),
            "l".repeat(table.axes().size()) + "r".repeat(heading.size() - table.axes().size()),
            String.join(" & ", heading),
            body);
  }

  /**
   * A table of typeset rows that is no wider than its page.
   *
   * @param columns the alignment of each, such as {@code llr}
   */
  static String fitted(
      String caption, String label, String columns, List<String> heading, List<List<String>> rows) {
    StringBuilder body = new StringBuilder();
    rows.forEach(row -> body.append("    ").append(String.join(" & ", row)).append(" \\\\\n"));
    return """
    %% Needs \\usepackage{booktabs}, \\usepackage{textcomp} and \\usepackage{graphicx} in the preamble.
    \\begin{table}
      \\centering
      \\caption{%s}
      \\label{tab:%s}
      \\resizebox{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}{!}{%%
      \\begin{tabular}{%s}
        \\toprule
        %s \\\\
        \\midrule
    %s    \\bottomrule
      \\end{tabular}}
    \\end{table}
    """
        .formatted(caption, label, columns, String.join(" & ", heading), body);
  }

  /** A sweep's name in a label. */
  static String label(String sweep) {
    return sweep.replaceAll("[^A-Za-z0-9.-]", "-");
  }

  private static String value(String key, String value) {
    return key.endsWith(".formula")
        ? FormulaMath.of(value).map(math -> "$" + math + "$").orElseGet(() -> escape(value))
        : escape(value);
  }

  private static String summary(Summary summary, boolean best) {
    if (summary.n() == 0) {
      return "--";
    }
    String text =
        Rounded.meanAndDeviation(summary)
            .replace("±", "\\pm")
            .replaceAll("e(-?\\d+)", " \\\\times 10^{$1}");
    return best ? "$\\mathbf{" + text + "}$" : "$" + text + "$";
  }

  /** Escapes text for LaTeX; a character without a glyph in pdfLaTeX becomes its code point. */
  static String escape(String text) {
    StringBuilder escaped = new StringBuilder();
    text.codePoints()
        .forEach(
            c -> {
              if (ESCAPES.containsKey(c)) {
                escaped.append(ESCAPES.get(c));
              } else if (Character.isISOControl(c) || Character.isWhitespace(c)) {
                escaped.append(' ');
              } else if (c < 0x7F || (c >= 0xC0 && c <= 0xFF && Character.isLetter(c))) {
                escaped.appendCodePoint(c);
              } else {
                escaped.append("{[}U+%04X{]}".formatted(c));
              }
            });
    return escaped.toString();
  }
}
