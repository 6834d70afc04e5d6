package org.attune.jobs.export;

import com.univocity.parsers.csv.CsvWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.attune.sweeps.table.Column;
import org.attune.sweeps.table.TableRows;
import org.attune.sweeps.table.TableSchema;
import org.jspecify.annotations.Nullable;

/**
 * A table that no driver publishes, by its columns: as CSV, and as the rows of a file. Numbers are
 * unrounded; a NaN and an empty {@code Optional} are missing values.
 *
 * @param <T> what a row is made of
 */
record ExportedTable<T>(String name, List<Exported<T>> columns) {

  /** A column, with the function that reads its value. */
  private record Exported<T>(String name, Column.Type type, Function<T, ?> value) {

    @Nullable Object of(T row) {
      Object read = value.apply(row);
      Object found = read instanceof Optional<?> some ? some.orElse(null) : read;
      return found instanceof Double number
          ? CsvTable.known(number)
          : found instanceof Integer number ? Long.valueOf(number) : found;
    }

    @Nullable Object printed(T row) {
      Object found = of(row);
      return found instanceof String text ? CsvTable.safe(text) : found;
    }
  }

  /** A table without columns. */
  static <T> ExportedTable<T> of(String name) {
    return new ExportedTable<>(name, List.of());
  }

  /** This table with one more column. */
  ExportedTable<T> with(String column, Column.Type type, Function<T, ?> value) {
    return new ExportedTable<>(
        name,
        Stream.concat(columns.stream(), Stream.of(new Exported<>(column, type, value))).toList());
  }

  /** With a heading and a line end. */
  String csv(List<T> rows) {
    StringWriter text = new StringWriter();
    CsvWriter writer = new CsvWriter(text, CsvTable.settings());
    writer.writeHeaders(columns.stream().map(column -> CsvTable.safe(column.name())).toList());
    for (T row : rows) {
      writer.writeRow(columns.stream().map(column -> column.printed(row)).toArray());
    }
    writer.close();
    return text.toString();
  }

  /** The rows of a file, which begin with the sweep as those of all tables do. */
  TableRows rows(String sweepId, List<T> rows) {
    List<Column> all = new ArrayList<>(List.of(new Column("sweep_id", Column.Type.STRING, true)));
    columns.forEach(column -> all.add(new Column(column.name(), column.type(), false)));
    return new TableRows(
        new TableSchema(name, all),
        List.of(),
        rows.stream()
            .map(
                row ->
                    Stream.concat(
                            Stream.of(sweepId), columns.stream().map(column -> column.of(row)))
                        .toArray())
            .toList());
  }
}
