package org.attune.cluster.store;

import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkEnv;
import org.attune.cluster.spark.SparkSettings;

/** Hadoop's settings, as Spark's users configure them. */
public final class HadoopSettings {

  private HadoopSettings() {}

  /**
   * The files on the class path, overridden by {@code spark.hadoop.*} of the Spark in this process.
   * Without a Spark, the settings from {@code spark-submit} override the files.
   */
  public static Configuration current() {
    SparkEnv env = SparkEnv.get();
    SparkConf conf = env == null ? new SparkConf() : env.conf();
    return SparkSettings.hadoop(conf);
  }
}
