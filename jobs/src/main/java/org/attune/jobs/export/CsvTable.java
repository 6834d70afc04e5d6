package org.attune.jobs.export;

import static java.util.regex.Matcher.quoteReplacement;

import com.univocity.parsers.csv.CsvWriter;
import com.univocity.parsers.csv.CsvWriterSettings;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.attune.api.catalog.Numbers;
import org.attune.jobs.report.AnalyzedMetric;
import org.attune.sweeps.state.CellSummary;
import org.attune.sweeps.statistics.Summary;
import org.jspecify.annotations.Nullable;

/**
 * RFC 4180, with a heading: the cell's name, its axes, and each metric's mean, sample standard
 * deviation, n, and numbers of failed and stopped seeds. The last column says whether only tuning
 * seeds of the cell have ended. Numbers are unrounded, for other programs. A missing value is an
 * empty field. A text that a spreadsheet would take for a formula starts with an apostrophe (OWASP,
 * "CSV Injection").
 */
public final class CsvTable {

  /**
   * A text that a spreadsheet may take for a formula: at the start, or after a sign that ends a
   * cell.
   */
  private static final Pattern PART =
      Pattern.compile("(?<=^|[;\\t\\r\\n])[=+@\\-\uFF1D\uFF0B\uFF20\uFF0D][^;\\t\\r\\n]*");

  private CsvTable() {}

  /** The table as CSV, with a line end. */
  static String write(CellTable table) {
    StringWriter text = new StringWriter();
    CsvWriter writer = new CsvWriter(text, settings());
    List<String> heading = new ArrayList<>(table.named() ? List.of() : List.of("cell"));
    heading.addAll(table.axes().stream().map(CsvTable::safe).toList());
    for (AnalyzedMetric metric : table.metrics()) {
      heading.add(safe(metric.name()));
      heading.add(safe(metric.name()) + "_std");
      heading.add(safe(metric.name()) + "_n");
      heading.add(safe(metric.name()) + "_failed");
      heading.add(safe(metric.name()) + "_stopped");
    }
    heading.add("only_tuning_seeds");
    writer.writeHeaders(heading);
    for (CellTable.Row row : table.rows()) {
      List<Object> fields = new ArrayList<>(table.named() ? List.of() : List.of(safe(row.cell())));
      fields.addAll(row.values().stream().map(CsvTable::safe).toList());
      for (CellSummary cellSummary : row.summaries()) {
        Summary summary = cellSummary.summary();
        fields.add(known(summary.mean()));
        fields.add(known(summary.std()));
        fields.add(summary.n());
        fields.add(cellSummary.failed());
        fields.add(cellSummary.stopped());
      }
      fields.add(row.summaries().get(0).tuning());
      writer.writeRow(fields);
    }
    writer.close();
    return text.toString();
  }

  /** A number; NaN is an empty field. */
  static @Nullable Double known(double value) {
    return Double.isNaN(value) ? null : value;
  }

  /** The settings of a writer by RFC 4180. */
  public static CsvWriterSettings settings() {
    CsvWriterSettings settings = new CsvWriterSettings();
    settings.getFormat().setLineSeparator("\n");
    settings.setNormalizeLineEndingsWithinQuotes(false);
    settings.setQuoteEscapingEnabled(true);
    settings.trimValues(false);
    settings.setQuotationTriggers(';', '\t');
    return settings;
  }

  /**
   * A field that a spreadsheet reads as a number or a text, never as a formula. Where a comma is a
   * decimal sign, spreadsheets split a line at semicolons and do not see this field's quotes. So
   * each part of the field is made safe too.
   */
  public static String safe(String field) {
    String parts = PART.matcher(field).replaceAll(part -> quoteReplacement(plain(part.group())));
    boolean blank = !field.isEmpty() && "\t\r\n".indexOf(field.charAt(0)) >= 0;
    return blank ? "'" + parts : parts;
  }

  private static String plain(String formula) {
    return Numbers.real(formula).isEmpty() ? "'" + formula : formula;
  }
}
