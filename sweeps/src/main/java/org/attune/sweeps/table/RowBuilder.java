package org.attune.sweeps.table;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.attune.api.catalog.Configuration;
import org.attune.sweeps.event.DataFile;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.state.CellNames;
import org.attune.sweeps.state.TrialStatus;

/**
 * Fills rows by column name, so that no value can end up in the wrong column. It fills the columns
 * that are equal in all rows of a sweep by itself, as far as a table has them.
 */
final class RowBuilder {

  private static final double NANOS_PER_SECOND = 1e9;

  private final TableSchema schema;
  private final Map<String, Integer> positions = new HashMap<>();
  private final Object[] common;
  private Object[] row;

  RowBuilder(TableSchema schema, SweepHeader sweep) {
    this.schema = schema;
    for (Column column : schema.columns()) {
      positions.put(column.name(), positions.size());
    }
    this.common = new Object[schema.columns().size()];
    this.row = common;
    Optional<DataFile> data = sweep.data();
    setIfThere("sweep_id", sweep.sweepId());
    setIfThere("sweep", sweep.name());
    setIfThere("data_file", data.map(DataFile::name).orElse(null));
    setIfThere("data_file_hash", data.map(DataFile::hash).orElse(null));
    this.row = common.clone();
  }

  private void setIfThere(String column, Object value) {
    if (positions.containsKey(column)) {
      set(column, value);
    }
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

  /** Sets the columns that {@code trials} and {@code results} share. */
  RowBuilder trial(CellNames names, TrialStatus status) {
    Configuration cell = status.trial().configuration();
    return set("trial_id", status.trial().id())
        .set("cell", names.cell(cell))
        .set("config_hash", cell.hash())
        .set("replicate", (long) status.trial().replicate())
        .set("seed", status.trial().seed())
        .set("state", status.state().label())
        .set("objective", status.objective());
  }

  /** Returns the row, and begins the next. */
  Object[] build() {
    List<Column> columns = schema.columns();
    for (int i = 0; i < row.length; i++) {
      if (row[i] == null && columns.get(i).required()) {
        throw new IllegalStateException(
            "Cannot build a row of %s: no %s".formatted(schema.name(), columns.get(i).name()));
      }
    }
    Object[] built = row;
    row = common.clone();
    return built;
  }
}
