package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.spark.package$;
import org.junit.jupiter.api.Test;

class TestBuildVersion {

  @Test
  void theVersionSaysWhatAttuneRunsOnHere() {
    assertThat(Printed.attune("--version").lines())
        .hasSize(3)
        .anyMatch(line -> line.matches("attune \\S+, revision .+"))
        .anyMatch(
            line ->
                line.matches(
                    "Spark \\Q%s\\E \\(Scala 2\\.1[23]\\.\\d+\\), Hadoop 3\\.\\d+\\.\\d+, Java \\Q%s\\E"
                        .formatted(
                            package$.MODULE$.SPARK_VERSION(), System.getProperty("java.version"))))
        .contains("runs on Spark 3.5 (Scala 2.12) and 4.2 (Scala 2.13)");
  }
}
