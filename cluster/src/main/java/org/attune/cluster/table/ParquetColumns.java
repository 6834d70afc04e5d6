package org.attune.cluster.table;

import static org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit.MICROS;
import static org.apache.parquet.schema.LogicalTypeAnnotation.stringType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.timestampType;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.BINARY;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.BOOLEAN;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.DOUBLE;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.INT64;
import static org.apache.parquet.schema.Type.Repetition.OPTIONAL;
import static org.apache.parquet.schema.Type.Repetition.REQUIRED;

import java.util.List;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Types;
import org.attune.sweeps.table.Column;

/** A table's columns as a Parquet schema, with types that Spark and every other reader know. */
final class ParquetColumns {
  static final String ENTRY = "key_value";
  static final String KEY = "key";
  static final String VALUE = "value";

  private ParquetColumns() {}

  static MessageType schema(String table, List<Column> columns) {
    Type[] fields = columns.stream().map(ParquetColumns::field).toArray(Type[]::new);
    return new MessageType(table, fields);
  }

  private static Type field(Column column) {
    return switch (column.type()) {
      case STRING -> primitive(column, BINARY).as(stringType()).named(column.name());
      case LONG -> primitive(column, INT64).named(column.name());
      case DOUBLE -> primitive(column, DOUBLE).named(column.name());
      case BOOLEAN -> primitive(column, BOOLEAN).named(column.name());
      case TIMESTAMP ->
          primitive(column, INT64).as(timestampType(true, MICROS)).named(column.name());
      case STRING_MAP ->
          Types.map(repetition(column))
              .key(Types.required(BINARY).as(stringType()).named(KEY))
              .value(Types.required(BINARY).as(stringType()).named(VALUE))
              .named(column.name());
    };
  }

  private static Types.PrimitiveBuilder<PrimitiveType> primitive(
      Column column, PrimitiveTypeName type) {
    return Types.primitive(type, repetition(column));
  }

  private static Type.Repetition repetition(Column column) {
    return column.required() ? REQUIRED : OPTIONAL;
  }
}
