package org.attune.cluster.store;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TestHadoopSettings {

  private static final String KEY = "spark.hadoop.dfs.client.attune.test";

  @Test
  void carriesWhatSparkWasToldForHadoop() {
    System.setProperty(KEY, "on");
    try {
      assertThat(HadoopSettings.current().get("dfs.client.attune.test")).isEqualTo("on");
    } finally {
      System.clearProperty(KEY);
    }
  }
}
