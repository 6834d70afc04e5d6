package org.attune.jobs.export;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.attune.sweeps.statistics.Rounded;
import org.attune.sweeps.statistics.Summary;

/**
 * A LaTeX table for the package booktabs. Means have the decimal places that their deviations
 * support; the best of a column is bold. Formulas are mathematics. Names are escaped, so that none
 * contains a command.
 */
public final class LatexTable implements TableFormat {

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

  @Override
  public String write(CellTable table) {
    List<String> heading = new ArrayList<>(table.axes().stream().map(LatexTable::escape).toList());
    boolean oneCount = table.hasOneCount();
    int last = table.metrics().size() - 1;
    for (int m = 0; m <= last; m++) {
      heading.add(escape(table.metrics().get(m).name()));
      if (!oneCount || m == last) {
        heading.add("$n$");
      }
    }
    String body =
        table.rows().stream().map(row -> row(table, row) + " \\\\\n").collect(Collectors.joining());
    return """
    %% Needs \\usepackage{booktabs} and \\usepackage{textcomp} in the preamble.
    \\begin{table}
      \\centering
      \\caption{%s: mean $\\pm$ sample standard deviation over $n$ seeds; the best in bold.}
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
            table.sweep().replaceAll("[^A-Za-z0-9.-]", "-"),
            "l".repeat(table.axes().size()) + "r".repeat(heading.size() - table.axes().size()),
            String.join(" & ", heading),
            body);
  }

  private static String row(CellTable table, CellTable.Row row) {
    List<String> cells = new ArrayList<>();
    for (int i = 0; i < row.values().size(); i++) {
      cells.add(value(table.axes().get(i), row.values().get(i)));
    }
    boolean oneCount = table.hasOneCount();
    for (int m = 0; m < row.summaries().size(); m++) {
      Summary summary = row.summaries().get(m);
      cells.add(summary(summary, table.best(row, m)));
      if (!oneCount || m == row.summaries().size() - 1) {
        cells.add(String.valueOf(summary.n()));
      }
    }
    return "    " + String.join(" & ", cells);
  }

  private static String value(String key, String value) {
    return key.endsWith(".formula")
        ? FormulaMath.of(value).map(math -> "$" + math + "$").orElseGet(() -> escape(value))
        : escape(value);
  }

  private static String summary(Summary of, boolean best) {
    if (of.n() == 0) {
      return "--";
    }
    String text =
        Rounded.meanAndDeviation(of)
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
