package org.attune.model.cpu.linear;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class TestCanary {

  @Test
  void productsAreFastWhereThereAreVectorsAndElseItSaysWhatToDo() {
    if (Lanes.available()) {
      Optional<String> complaint = Canary.complaint();
      for (int again = 0; again < 20 && complaint.isPresent(); again++) {
        complaint = Canary.complaint(); // the compiler is late on a busy machine
      }
      assertThat(complaint).isEmpty();
    } else {
      assertThat(Canary.complaint().orElseThrow()).contains("--add-modules jdk.incubator.vector");
    }
  }

  /** Half a second for each sweep that an agent or a command plans would be felt. */
  @Test
  void theSpeedOfAMachineIsMeasuredOnce() {
    assertThat(Canary.gflops()).isPositive().isEqualTo(Canary.gflops());
  }
}
