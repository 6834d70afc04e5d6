package org.attune.cluster.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.commons.io.function.IOSupplier;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SQLContext;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.sources.BaseRelation;
import org.apache.spark.sql.sources.TableScan;
import org.apache.spark.sql.types.StructType;

/** A table whose rows are read when a query runs, and are few enough for the driver's memory. */
public final class ListedRows extends BaseRelation implements TableScan {

  private final SparkSession spark;
  private final StructType schema;
  private final IOSupplier<List<Row>> rows;

  /**
   * @param rows reads the rows, once for each query
   */
  public ListedRows(SparkSession spark, StructType schema, IOSupplier<List<Row>> rows) {
    this.spark = spark;
    this.schema = schema;
    this.rows = rows;
  }

  @Override
  public SQLContext sqlContext() {
    return spark.sqlContext();
  }

  @Override
  public StructType schema() {
    return schema;
  }

  @Override
  public RDD<Row> buildScan() {
    try {
      return new JavaSparkContext(spark.sparkContext()).parallelize(rows.get(), 1).rdd();
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
  }
}
