package org.attune.sweeps.table;

import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** Fills rows by column name, so that no value can end up in the wrong column. */
final class RowBuilder {

  private static final double NANOS_PER_SECOND = 1e9;

  private final TableSchema schema;
  private final Map<String, Integer> positions = new HashMap<>();
  private final Object[] row;

  RowBuilder(TableSchema schema) {
    this.schema = schema;
    for (Column column : schema.columns()) {
      positions.put(column.name(), positions.size());
    }
    this.row = new Object[schema.columns().size()];
  }

  RowBuilder set(String column, Object value) {
    row[positions.get(column)] = value;
    return this;
  }

  RowBuilder set(String column, Optional<?> value) {
    return set(column, value.orElse(null));
  }

  RowBuilder set(String column, OptionalDouble value) {
    return set(column, value.isPresent() ? (Object) value.getAsDouble() : null);
  }

  RowBuilder setSeconds(String column, Optional<Duration> value) {
    return set(column, value.map(duration -> duration.toNanos() / NANOS_PER_SECOND));
  }

  /** Returns the row, and empties the builder. */
  Object[] build() {
    List<Column> columns = schema.columns();
    for (int i = 0; i < row.length; i++) {
      if (row[i] == null && columns.get(i).required()) {
        throw new IllegalStateException(
            "Cannot build a row of %s: no %s".formatted(schema.name(), columns.get(i).name()));
      }
    }
    Object[] built = row.clone();
    Arrays.fill(row, null);
    return built;
  }
}
