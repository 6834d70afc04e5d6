package org.attune.cluster.spark;

import java.util.Arrays;
import org.apache.spark.package$;
import scala.util.Properties;

/**
 * A version of Spark.
 *
 * @param text as Spark prints it, such as {@code 3.5.9}
 */
public record SparkVersion(String text) implements Comparable<SparkVersion> {

  private static final int PARTS = 3;

  /** Whether this process has a Spark. A pack for a bare machine has none. */
  public static boolean isHere() {
    return SparkVersion.class.getResource("/org/apache/spark/SparkEnv.class") != null;
  }

  /** The version of the Spark that this process runs. */
  public static SparkVersion current() {
    return new SparkVersion(package$.MODULE$.SPARK_VERSION());
  }

  /** The version of Scala that this process's Spark runs on. */
  public static String scala() {
    return Properties.versionNumberString();
  }

  /**
   * Whether messages encrypted with AES/GCM arrive. Spark up to 3.5.8, and 4.0 and 4.1, decrypt
   * only the first message of a connection (SPARK-56227), or nobody has tried them.
   */
  public boolean hasGcm() {
    return parts()[0] == 3
        ? compareTo(new SparkVersion("3.5.9")) >= 0
        : compareTo(new SparkVersion("4.2.0")) >= 0;
  }

  @Override
  public int compareTo(SparkVersion other) {
    return Arrays.compare(parts(), other.parts());
  }

  private int[] parts() {
    int[] parts = new int[PARTS];
    String[] words = text.split("[.-]");
    for (int i = 0; i < Math.min(PARTS, words.length); i++) {
      parts[i] = words[i].matches("\\d{1,9}") ? Integer.parseInt(words[i]) : 0;
    }
    return parts;
  }

  @Override
  public String toString() {
    return text;
  }
}
