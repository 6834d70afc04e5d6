package org.attune.jobs.session;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TestSessions {

  private static final String VECTORS = "--add-modules=jdk.incubator.vector";

  @Test
  void executorsGetVectorsBesideWhatTheUserAsksFor() {
    assertThat(Sessions.withVectors("")).isEqualTo(VECTORS);
    assertThat(Sessions.withVectors("-Xss4m")).isEqualTo("-Xss4m " + VECTORS);
  }

  @Test
  void vectorsAreNotAskedForTwice() {
    String asked = "--add-modules jdk.incubator.vector -Xss4m";
    assertThat(Sessions.withVectors(asked)).isEqualTo(asked);
  }
}
