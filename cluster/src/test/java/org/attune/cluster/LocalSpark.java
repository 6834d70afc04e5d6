package org.attune.cluster;

import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.attune.cluster.slot.SlotPlugin;

/** A Spark in the tests' own process. */
public final class LocalSpark {

  private LocalSpark() {}

  /** Starts a Spark that runs slots in this process and opens no page and no port to others. */
  public static JavaSparkContext start(String name, int slots) {
    return new JavaSparkContext(
        new SparkConf()
            .setMaster("local[" + slots + "]")
            .setAppName(name)
            .set("spark.ui.enabled", "false")
            .set("spark.driver.host", "localhost")
            .set("spark.driver.bindAddress", "127.0.0.1")
            .set("spark.task.maxFailures", "1")
            .set("spark.plugins", SlotPlugin.class.getName()));
  }
}
