package org.attune.cluster.table;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.attune.sweeps.table.Column;

/** Writes rows as Parquet columns. */
final class RowWriteSupport extends WriteSupport<Object[]> {
  private final String table;
  private final List<Column> columns;
  private RecordConsumer out;

  RowWriteSupport(String table, List<Column> columns) {
    this.table = table;
    this.columns = columns;
  }

  @Override
  public WriteContext init(Configuration configuration) {
    return new WriteContext(ParquetColumns.schema(table, columns), Map.of());
  }

  @Override
  public void prepareForWrite(RecordConsumer consumer) {
    out = consumer;
  }

  @Override
  public void write(Object[] row) {
    if (row.length != columns.size()) {
      throw new IllegalArgumentException(
          "Invalid row of table %s: %d values for %d columns"
              .formatted(table, row.length, columns.size()));
    }
    out.startMessage();
    for (int i = 0; i < row.length; i++) {
      if (row[i] != null) {
        write(columns.get(i), i, row[i]);
      } else if (columns.get(i).required()) {
        throw new IllegalArgumentException(
            "Invalid row of table %s: no value for the required column %s"
                .formatted(table, columns.get(i).name()));
      }
    }
    out.endMessage();
  }

  private void write(Column column, int index, Object value) {
    out.startField(column.name(), index);
    try {
      switch (column.type()) {
        case STRING -> out.addBinary(Binary.fromString((String) value));
        case LONG -> out.addLong((Long) value);
        case DOUBLE -> out.addDouble((Double) value);
        case BOOLEAN -> out.addBoolean((Boolean) value);
        case TIMESTAMP -> out.addLong(micros((Instant) value));
        case STRING_MAP -> writeMap((Map<?, ?>) value);
      }
    } catch (ClassCastException e) {
      throw new IllegalArgumentException(
          "Invalid value in column %s of table %s: a %s where a %s belongs"
              .formatted(column.name(), table, value.getClass().getName(), column.type()),
          e);
    }
    out.endField(column.name(), index);
  }

  private void writeMap(Map<?, ?> map) {
    out.startGroup();
    if (!map.isEmpty()) {
      out.startField(ParquetColumns.ENTRY, 0);
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        out.startGroup();
        out.startField(ParquetColumns.KEY, 0);
        out.addBinary(Binary.fromString((String) entry.getKey()));
        out.endField(ParquetColumns.KEY, 0);
        out.startField(ParquetColumns.VALUE, 1);
        out.addBinary(Binary.fromString((String) entry.getValue()));
        out.endField(ParquetColumns.VALUE, 1);
        out.endGroup();
      }
      out.endField(ParquetColumns.ENTRY, 0);
    }
    out.endGroup();
  }

  private static long micros(Instant time) {
    return Math.addExact(
        Math.multiplyExact(time.getEpochSecond(), TimeUnit.SECONDS.toMicros(1)),
        TimeUnit.NANOSECONDS.toMicros(time.getNano()));
  }
}
