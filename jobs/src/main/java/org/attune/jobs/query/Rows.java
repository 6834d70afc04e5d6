package org.attune.jobs.query;

import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** The answer to a statement. */
record Rows(StructType schema, List<Row> rows) {

  /** Rows with columns of type text; a cell may still hold a number. */
  static Rows of(List<String> names, List<Object[]> rows) {
    StructType schema = new StructType();
    for (String name : names) {
      schema = schema.add(name, DataTypes.StringType);
    }
    return new Rows(schema, rows.stream().map(RowFactory::create).toList());
  }
}
