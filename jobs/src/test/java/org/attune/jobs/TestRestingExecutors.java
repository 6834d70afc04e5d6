package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.attune.api.search.Objective;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code attune status} on a sweep with an executor that is given nothing for a while. */
class TestRestingExecutors {

  @TempDir Path folder;

  @Test
  void statusSaysWhoRestsForHowLongAndWhyWhileTheDriverLives() throws Exception {
    Objective objective = new Objective("validation_loss", Objective.Goal.MINIMIZE);
    try (RecordedSweep sweep = RecordedSweep.in(folder, "s", objective)) {
      sweep
          .running(Map.of("attention.gate", "none"), 0)
          .resting("executor 3 on node-7", Duration.ofHours(100), "3 trials failed on it in a row")
          .flush();

      assertThat(Printed.of("status", folder).output())
          .contains(
              "executor 3 on node-7 is given no trials for another 4.2 days: 3 trials failed on it"
                  + " in a row");
      JsonNode resting = Printed.of("status", folder, "--json").json().get("resting");
      assertThat(resting).hasSize(1);
      assertThat(resting.get(0).get("who").asText()).isEqualTo("executor 3 on node-7");
    }

    assertThat(Printed.of("status", folder).output()).doesNotContain("is given no trials");
  }
}
