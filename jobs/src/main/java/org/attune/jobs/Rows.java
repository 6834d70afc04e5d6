package org.attune.jobs;

import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** What a statement answers. */
record Rows(StructType schema, List<Row> rows) {

  /** Rows of text; a cell may be a number all the same. */
  static Rows of(List<String> names, List<Object[]> rows) {
    StructType schema = new StructType();
    for (String name : names) {
      schema = schema.add(name, DataTypes.StringType);
    }
    return new Rows(schema, rows.stream().map(RowFactory::create).toList());
  }
}
