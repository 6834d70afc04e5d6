package org.attune.cluster.spark;

import java.io.IOException;
import java.net.URL;
import java.util.Collections;
import java.util.Enumeration;

/**
 * Finds all that its parent finds, but not that Spark 4's MLlib extends each session. MLlib would
 * register two functions on its vectors, and would start Scala's reflection to describe them.
 */
final class WithoutMlFunctions extends ClassLoader {

  private static final String EXTENSIONS =
      "META-INF/services/org.apache.spark.sql.SparkSessionExtensionsProvider";

  private static final String MLLIB = "/spark-mllib_";

  WithoutMlFunctions(ClassLoader parent) {
    super(parent);
  }

  @Override
  public Enumeration<URL> getResources(String name) throws IOException {
    Enumeration<URL> all = super.getResources(name);
    if (!name.equals(EXTENSIONS)) {
      return all;
    }
    return Collections.enumeration(
        Collections.list(all).stream().filter(each -> !each.toString().contains(MLLIB)).toList());
  }
}
