package org.attune.sweeps.table;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A result table. Each column is declared once, with its name and type, with the function that
 * reads its value, and with what it says. Rows, published schemas and descriptions all come from
 * this list.
 *
 * <pre>{@code
 * Table.<Attempt>of("attempts", "one row for each time a slot took a trial")
 *     .with("slot", STRING, Attempt::slot)
 *     .says("the slot that ran it");
 * }</pre>
 *
 * @param <T> what a row is made of
 */
public final class Table<T> {

  /**
   * A declared column.
   *
   * @param value of a row; an {@link Optional} if the column is not required
   */
  private record Declared<T>(Column column, Function<T, ?> value, Column.Note note) {}

  /** A table, and its next column, which nobody has described yet. */
  record Undescribed<T>(Table<T> table, Column column, Function<T, ?> value) {

    /** The table with its next column, which has no unit; a time is in UTC. */
    Table<T> says(String text) {
      return says(column.type() == Column.Type.TIMESTAMP ? "UTC" : "", text);
    }

    /** The table with its next column, which has a unit. */
    Table<T> says(String unit, String text) {
      return table.and(Stream.of(new Declared<>(column, value, new Column.Note(unit, text))));
    }
  }

  private final String name;
  private final String describes;
  private final List<Declared<T>> columns;

  private Table(String name, String describes, List<Declared<T>> columns) {
    this.name = name;
    this.describes = describes;
    this.columns = columns;
  }

  /** A table without columns. */
  static <T> Table<T> of(String name, String describes) {
    return new Table<>(name, describes, List.of());
  }

  /**
   * This table with a column that has a value in every row; an {@link Integer} is stored as a long.
   */
  Undescribed<T> with(String column, Column.Type type, Function<T, ?> value) {
    return new Undescribed<>(this, new Column(column, type, true), value);
  }

  /** This table with a column that may lack a value in some rows. */
  Undescribed<T> maybe(String column, Column.Type type, Function<T, ? extends Optional<?>> value) {
    return new Undescribed<>(this, new Column(column, type, false), value);
  }

  /** This table with columns that another table declares, in the given order. */
  Table<T> like(Table<T> other, String... columns) {
    return and(Stream.of(columns).map(column -> other.find(column).orElseThrow()));
  }

  private Table<T> and(Stream<Declared<T>> more) {
    return new Table<>(name, describes, Stream.concat(columns.stream(), more).toList());
  }

  private Optional<Declared<T>> find(String column) {
    return columns.stream().filter(declared -> declared.column().name().equals(column)).findFirst();
  }

  /** The table's name: {@code trials}. */
  public String name() {
    return name;
  }

  /** The meaning of a row. */
  public String describes() {
    return describes;
  }

  /** The name and the columns, without their values. */
  public TableSchema schema() {
    return new TableSchema(name, columns.stream().map(Declared::column).toList());
  }

  /** The description of a column; empty if the table has no such column. */
  public Optional<Column.Note> note(String column) {
    return find(column).map(Declared::note);
  }

  /** A row, with a value or null for each column. */
  Object[] row(T source) {
    Object[] row = new Object[columns.size()];
    for (int i = 0; i < row.length; i++) {
      Column column = columns.get(i).column();
      Object value = columns.get(i).value().apply(source);
      value = column.required() ? value : ((Optional<?>) value).orElse(null);
      if (value == null && column.required()) {
        throw new IllegalStateException(
            "Cannot build a row of %s: no %s".formatted(name, column.name()));
      }
      row[i] = value instanceof Integer number ? Long.valueOf(number) : value;
    }
    return row;
  }
}
