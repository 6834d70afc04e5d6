package org.attune.cluster.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URL;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import org.apache.spark.sql.SparkSessionExtensionsProvider;
import org.apache.spark.sql.sources.DataSourceRegister;
import org.junit.jupiter.api.Test;

class TestSparkSupport {

  @Test
  void theSparkOfTheTestsHasWhatAttuneCalls() {
    assertThatCode(SparkSupport::require).doesNotThrowAnyException();
  }

  @Test
  void aSparkThatLacksACallIsRefusedByItsVersion() {
    assertThatThrownBy(
            () ->
                SparkCall.requireAll(
                    new SparkVersion("4.3.0"), call -> call != SparkCall.EXECUTORS))
        .isInstanceOf(UnsupportedSparkException.class)
        .hasMessage(
            "Attune runs on Spark 3.5 (Scala 2.12) and 4.2 (Scala 2.13); this is Spark 4.3.0,"
                + " which lacks org.apache.spark.status.AppStatusStore.executorList as Attune calls it");
  }

  /** Spark 4's MLlib has such a file, and Spark obeys it in each session. */
  @Test
  void mllibExtendsNoSession() throws Exception {
    URL mllib = new URL("file:/spark/jars/spark-mllib_2.13-4.2.0.jar");
    URL other = new URL("file:/spark/jars/iceberg-spark-runtime-4.0_2.13.jar");
    ClassLoader loader = new WithoutMlFunctions(finding(mllib, other));

    assertThat(found(loader, SparkSessionExtensionsProvider.class)).containsExactly(other);
    assertThat(found(loader, DataSourceRegister.class)).containsExactly(mllib, other);
  }

  private static List<URL> found(ClassLoader loader, Class<?> service) throws IOException {
    return Collections.list(loader.getResources("META-INF/services/" + service.getName()));
  }

  private static ClassLoader finding(URL... resources) {
    return new ClassLoader(null) {
      @Override
      protected Enumeration<URL> findResources(String name) {
        return Collections.enumeration(List.of(resources));
      }
    };
  }
}
