package org.attune.cluster.spark;

import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.SQLContext;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.sources.BaseRelation;
import org.apache.spark.sql.sources.RelationProvider;

/** A data source of Spark's, with its options as a map of Java's. */
public abstract class TableSource implements RelationProvider {

  /**
   * Makes the table that some options name.
   *
   * @param options by key; the letters' case does not matter
   * @param hadoop Hadoop's settings, with those of the session
   */
  protected abstract BaseRelation relation(
      SparkSession spark, Map<String, String> options, Configuration hadoop);

  @Override
  public final BaseRelation createRelation(
      SQLContext context, scala.collection.immutable.Map<String, String> options) {
    SparkSupport.require();
    SparkSession spark = context.sparkSession();
    return relation(spark, ScalaValues.map(options), spark.sessionState().newHadoopConf());
  }
}
