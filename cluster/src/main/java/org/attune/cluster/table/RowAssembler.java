package org.attune.cluster.table;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.PrimitiveConverter;
import org.apache.parquet.io.api.RecordMaterializer;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;
import org.attune.sweeps.table.Column;

/** Assembles rows from a Parquet file's columns; a column that the file lacks is null. */
final class RowAssembler extends RecordMaterializer<Object[]> {
  private final int width;
  private final Fields fields;
  private Object[] row = {};

  /**
   * @param columns columns of the rows, in order; they include all columns of the file
   */
  RowAssembler(MessageType fileSchema, List<Column> columns) {
    this.width = columns.size();
    Map<String, Integer> positions = new HashMap<>();
    for (int i = 0; i < width; i++) {
      positions.put(columns.get(i).name(), i);
    }
    List<Converter> converters = new ArrayList<>();
    for (Type field : fileSchema.getFields()) {
      int position = positions.get(field.getName());
      converters.add(converter(columns.get(position), value -> row[position] = value));
    }
    this.fields = new Fields(converters, () -> row = new Object[width], () -> {});
  }

  @Override
  public Object[] getCurrentRecord() {
    return row;
  }

  @Override
  public GroupConverter getRootConverter() {
    return fields;
  }

  private static Converter converter(Column column, Consumer<Object> sink) {
    return switch (column.type()) {
      case STRING, LONG, DOUBLE, BOOLEAN -> new Value(sink);
      case TIMESTAMP ->
          new Value(micros -> sink.accept(Instant.EPOCH.plus((Long) micros, ChronoUnit.MICROS)));
      case STRING_MAP -> mapConverter(sink);
    };
  }

  private static Converter mapConverter(Consumer<Object> sink) {
    Map<String, String> map = new LinkedHashMap<>();
    String[] entry = new String[2];
    Converter entries =
        new Fields(
            List.of(
                new Value(key -> entry[0] = (String) key),
                new Value(value -> entry[1] = (String) value)),
            () -> {},
            () -> map.put(entry[0], entry[1]));
    return new Fields(List.of(entries), map::clear, () -> sink.accept(new LinkedHashMap<>(map)));
  }

  /** A group of fields, with actions before and after them. */
  private static final class Fields extends GroupConverter {
    private final List<Converter> converters;
    private final Runnable before;
    private final Runnable after;

    Fields(List<Converter> converters, Runnable before, Runnable after) {
      this.converters = converters;
      this.before = before;
      this.after = after;
    }

    @Override
    public Converter getConverter(int fieldIndex) {
      return converters.get(fieldIndex);
    }

    @Override
    public void start() {
      before.run();
    }

    @Override
    public void end() {
      after.run();
    }
  }

  private static final class Value extends PrimitiveConverter {
    private final Consumer<Object> sink;

    Value(Consumer<Object> sink) {
      this.sink = sink;
    }

    @Override
    public void addBinary(Binary value) {
      sink.accept(value.toStringUsingUTF8());
    }

    @Override
    public void addLong(long value) {
      sink.accept(value);
    }

    @Override
    public void addDouble(double value) {
      sink.accept(value);
    }

    @Override
    public void addBoolean(boolean value) {
      sink.accept(value);
    }
  }
}
