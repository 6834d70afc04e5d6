package org.attune.cluster.spark;

import java.util.List;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.execution.datasources.FileIndex;
import org.apache.spark.sql.execution.datasources.HadoopFsRelation;
import org.apache.spark.sql.execution.datasources.PartitionDirectory;
import org.apache.spark.sql.execution.datasources.parquet.ParquetFileFormat;
import org.apache.spark.sql.sources.BaseRelation;
import org.apache.spark.sql.types.StructType;
import scala.Option;
import scala.collection.Seq;
import scala.collection.immutable.Map;

/** A table of Parquet files that Attune names; Spark lists no folder to find them. */
public abstract class TableFiles implements FileIndex, RootsOfSpark3, RootsOfSpark4 {

  /**
   * Settings of Parquet's reader. Pages carry checksums, which the reader verifies only on request.
   */
  private static final Map<String, String> READING =
      new Map.Map1<>("parquet.page.verify-checksum.enabled", "true");

  /** The folders that the files are in. */
  protected abstract List<Path> roots();

  /** The files that a query reads, asked for once for each query. */
  protected abstract List<FileStatus> ofQuery();

  /** The table as Spark's own Parquet source reads it. */
  public final BaseRelation relation(SparkSession spark, StructType schema) {
    return new HadoopFsRelation(
        this, new StructType(), schema, Option.empty(), new ParquetFileFormat(), READING, spark);
  }

  @Override
  public final scala.collection.immutable.List<Path> rootPaths() {
    return ScalaValues.scala(roots());
  }

  /** What Spark 3.5 calls. */
  public final Seq<PartitionDirectory> listFiles(
      Seq<Expression> partitionFilters, Seq<Expression> dataFilters) {
    return whole();
  }

  /** What Spark 4 calls. */
  public final scala.collection.immutable.Seq<PartitionDirectory> listFiles(
      scala.collection.immutable.Seq<Expression> partitionFilters,
      scala.collection.immutable.Seq<Expression> dataFilters) {
    return whole();
  }

  private scala.collection.immutable.List<PartitionDirectory> whole() {
    FileStatus[] files = ofQuery().toArray(FileStatus[]::new);
    return ScalaValues.scala(List.of(PartitionDirectory.apply(InternalRow.empty(), files)));
  }

  @Override
  public final StructType partitionSchema() {
    return new StructType();
  }
}

/** Gives the class Spark 3.5's method, whatever Spark it is compiled with. */
interface RootsOfSpark3 {
  Seq<Path> rootPaths();
}

/** Gives the class Spark 4's method, whatever Spark it is compiled with. */
interface RootsOfSpark4 {
  scala.collection.immutable.Seq<Path> rootPaths();
}
