package org.attune.cluster.spark;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
}
