package org.attune.model.cpu.linear;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TestCanary {

  @Test
  void productsAreFastWhereThereAreVectorsAndElseItSaysWhatToDo() {
    if (Lanes.available()) {
      assertThat(Canary.complaint()).isEmpty();
    } else {
      assertThat(Canary.complaint().orElseThrow()).contains("--add-modules jdk.incubator.vector");
    }
  }
}
