package org.attune.cluster.store;

import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkEnv;
import org.apache.spark.deploy.SparkHadoopUtil;

/** Hadoop's settings as Spark's users give them. */
public final class HadoopSettings {

  private HadoopSettings() {}

  /**
   * The files on the class path, and on top of them {@code spark.hadoop.*} of the Spark that runs
   * in this process; where none does, of what {@code spark-submit} was told.
   */
  public static Configuration current() {
    SparkEnv env = SparkEnv.get();
    SparkConf conf = env == null ? new SparkConf() : env.conf();
    return SparkHadoopUtil.get().newConfiguration(conf);
  }
}
