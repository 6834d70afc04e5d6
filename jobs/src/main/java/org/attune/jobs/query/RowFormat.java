package org.attune.jobs.query;

import com.univocity.parsers.csv.CsvWriter;
import com.univocity.parsers.csv.CsvWriterSettings;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;
import org.attune.api.catalog.Numbers;
import org.attune.cluster.spark.ScalaValues;
import org.attune.jobs.console.Json;
import org.attune.jobs.console.TextTable;
import org.attune.jobs.export.CsvTable;
import org.attune.jobs.export.MarkdownTable;
import org.jspecify.annotations.Nullable;

/** The format of printed rows. */
enum RowFormat {
  /** Aligned columns with a heading, for people. */
  TABLE,

  /**
   * RFC 4180, with a heading. A missing value is an empty field, and an empty text is in quotes. A
   * missing value of an only column is in quotes too, since readers skip empty lines. Text that a
   * spreadsheet would take for a formula starts with an apostrophe.
   */
  CSV,

  /** One array of objects. */
  JSON,

  /** A Markdown table; Markdown in texts is escaped. */
  MARKDOWN;

  String print(StructType schema, List<Row> rows) {
    String[] heading = schema.fieldNames();
    return switch (this) {
      case TABLE -> TextTable.of(heading, shown(rows)).aligned();
      case CSV -> csv(heading, rows);
      case JSON -> json(heading, rows);
      case MARKDOWN -> {
        List<String[]> cells = shown(rows).stream().map(RowFormat::escaped).toList();
        yield TextTable.of(escaped(heading), cells).markdown();
      }
    };
  }

  String print(Rows rows) {
    return print(rows.schema(), rows.rows());
  }

  private static String csv(String[] heading, List<Row> rows) {
    StringWriter text = new StringWriter();
    CsvWriterSettings settings = CsvTable.settings();
    settings.setEmptyValue("\"\"");
    settings.setSkipEmptyLines(false);
    CsvWriter writer = new CsvWriter(text, settings);
    writer.writeHeaders(Stream.of(heading).map(CsvTable::safe).toList());
    for (Row row : rows) {
      Object[] fields = cells(row, row.size() == 1 ? "" : null);
      for (int i = 0; i < fields.length; i++) {
        fields[i] = row.get(i) instanceof String field ? CsvTable.safe(field) : fields[i];
      }
      writer.writeRow(fields);
    }
    writer.close();
    return text.toString();
  }

  private static String json(String[] heading, List<Row> rows) {
    List<Map<String, Object>> objects = new ArrayList<>();
    for (Row row : rows) {
      Map<String, Object> object = new LinkedHashMap<>();
      for (int i = 0; i < heading.length; i++) {
        object.put(heading[i], plain(row.get(i)));
      }
      objects.add(object);
    }
    return Json.print(objects);
  }

  /** Rows for people, with numbers as people write them: {@code 1e-4}. */
  private static List<String[]> shown(List<Row> rows) {
    return rows.stream()
        .map(
            row -> {
              String[] cells = cells(row, "");
              for (int i = 0; i < cells.length; i++) {
                if (row.get(i) instanceof Double || row.get(i) instanceof Float) {
                  cells[i] = Numbers.readable(Double.parseDouble(cells[i]));
                }
              }
              return cells;
            })
        .toList();
  }

  private static String[] cells(Row row, @Nullable String missing) {
    String[] cells = new String[row.size()];
    for (int i = 0; i < cells.length; i++) {
      Object value = plain(row.get(i));
      cells[i] = value == null ? missing : value.toString();
    }
    return cells;
  }

  private static String[] escaped(String[] cells) {
    return Stream.of(cells).map(MarkdownTable::escape).toArray(String[]::new);
  }

  /** A value as JSON knows it; times and NaN become text. */
  private static Object plain(Object value) {
    return json(ScalaValues.toJava(value));
  }

  private static Object json(Object value) {
    if (value instanceof Map<?, ?> map) {
      Map<String, Object> plain = new TreeMap<>();
      map.forEach((k, v) -> plain.put(String.valueOf(k), json(v)));
      return plain;
    }
    if (value instanceof List<?> several) {
      List<Object> plain = new ArrayList<>();
      several.forEach(each -> plain.add(json(each)));
      return plain;
    }
    if (value instanceof Double number && !Double.isFinite(number)) {
      return number.toString();
    }
    if (value == null || value instanceof Number || value instanceof Boolean) {
      return value;
    }
    return value.toString();
  }
}
