package org.attune.jobs.session;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TestContainer {

  @Test
  void theNameOfAContainerSaysWhichAttemptItIs() {
    assertThat(Container.attempt("container_1410901177871_0001_01_000001")).isEqualTo(1);
    assertThat(Container.attempt("container_1410901177871_0001_02_000001")).isEqualTo(2);
    assertThat(Container.attempt("container_e17_1410901177871_0001_03_000001")).isEqualTo(3);
    assertThat(Container.attempt("")).isEqualTo(1);
  }

  @Test
  void aProcessOutsideOfYarnIsNone() {
    assertThat(Container.isThis()).isFalse();
    assertThat(Container.isAnotherAttempt()).isFalse();
  }
}
