package org.attune.cluster.source;

import java.util.List;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.attune.sweeps.table.Column;
import org.attune.sweeps.table.Tables;

/** A table's columns as Spark types. Each is nullable, as in any table that Spark reads. */
final class SparkColumns {
  private SparkColumns() {}

  /** The schema, with what they say as comments, which any Spark shows on {@code DESCRIBE}. */
  static StructType schema(String table, List<Column> columns) {
    return new StructType(
        columns.stream().map(column -> field(table, column)).toArray(StructField[]::new));
  }

  private static StructField field(String table, Column column) {
    StructField field = DataTypes.createStructField(column.name(), type(column), true);
    return Tables.note(table, column.name())
        .map(note -> field.withComment(note.text()))
        .orElse(field);
  }

  private static DataType type(Column column) {
    return switch (column.type()) {
      case STRING -> DataTypes.StringType;
      case LONG -> DataTypes.LongType;
      case DOUBLE -> DataTypes.DoubleType;
      case BOOLEAN -> DataTypes.BooleanType;
      case TIMESTAMP -> DataTypes.TimestampType;
      case STRING_MAP -> DataTypes.createMapType(DataTypes.StringType, DataTypes.StringType);
    };
  }
}
