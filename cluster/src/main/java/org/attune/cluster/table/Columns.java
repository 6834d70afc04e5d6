package org.attune.cluster.table;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.attune.sweeps.table.Column;

/** Merges the columns of a table whose files have different columns. */
public final class Columns {
  private Columns() {}

  /**
   * The columns of {@code first}, then those that only {@code second} has. A column is required
   * when both require it. No two names may differ only in case.
   *
   * @param where names the table in errors
   * @throws IllegalArgumentException when a column has two types, or two spellings
   */
  public static List<Column> union(List<Column> first, List<Column> second, String where) {
    if (first.equals(second)) {
      return first;
    }
    Map<String, Column> union = new LinkedHashMap<>();
    for (Column column : first) {
      union.put(key(column), optional(column));
    }
    for (Column column : second) {
      Column known = union.putIfAbsent(key(column), optional(column));
      if (known != null && !known.equals(optional(column))) {
        throw new IllegalArgumentException(
            "Cannot join the columns of %s: %s is %s in one place and %s is %s in another"
                .formatted(where, known.name(), known.type(), column.name(), column.type()));
      }
    }
    for (Column column : first) {
      if (column.required() && second.contains(column)) {
        union.put(key(column), column);
      }
    }
    return List.copyOf(union.values());
  }

  private static String key(Column column) {
    return column.name().toLowerCase(Locale.ROOT);
  }

  private static Column optional(Column column) {
    return new Column(column.name(), column.type(), false);
  }
}
