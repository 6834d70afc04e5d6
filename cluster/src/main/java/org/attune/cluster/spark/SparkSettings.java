package org.attune.cluster.spark;

import java.util.ServiceLoader;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkConf;
import org.apache.spark.deploy.SparkHadoopUtil;
import org.apache.spark.scheduler.ExternalClusterManager;

/** What Spark makes of its settings. */
public final class SparkSettings {

  private SparkSettings() {}

  /** Hadoop's settings: files on the class path, overridden by {@code spark.hadoop.*}. */
  public static Configuration hadoop(SparkConf conf) {
    return SparkHadoopUtil.get().newConfiguration(conf);
  }

  /** Whether a jar brings Spark the kind of cluster that a master names. */
  public static boolean isOfAJar(String master) {
    for (ExternalClusterManager kind : ServiceLoader.load(ExternalClusterManager.class)) {
      if (kind.canCreate(master)) {
        return true;
      }
    }
    return false;
  }
}
