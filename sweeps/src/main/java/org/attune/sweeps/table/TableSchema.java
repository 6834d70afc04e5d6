package org.attune.sweeps.table;

import java.util.List;

/**
 * A result table's name and columns.
 *
 * @param name such as {@code trials}
 * @param columns in order; a row has one value for each
 */
public record TableSchema(String name, List<Column> columns) {

  public TableSchema {
    columns = List.copyOf(columns);
  }
}
