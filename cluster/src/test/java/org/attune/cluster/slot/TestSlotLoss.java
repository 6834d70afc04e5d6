package org.attune.cluster.slot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TestSlotLoss {

  @Test
  void aLostExecutorIsNamedWithoutSparksGuesses() {
    String stage =
        "Job aborted due to stage failure: Task 0 in stage 1.0 failed 1 times, most recent failure:"
            + " Lost task 0.0 in stage 1.0 (TID 1) (127.0.0.1 executor 0): ExecutorLostFailure"
            + " (executor 0 exited caused by one of the running tasks) Reason: ";

    assertThat(
            reason(
                stage
                    + "Remote RPC client disassociated. Likely due to containers exceeding"
                    + " thresholds, or network issues. Check driver logs for WARN messages.\n"
                    + "Driver stacktrace:"))
        .isEqualTo("Spark has lost executor 0: Remote RPC client disassociated");
    assertThat(reason(stage + "Command exited with code 137"))
        .isEqualTo("Spark has lost executor 0: Command exited with code 137");
    assertThat(reason("disk full\nat ...")).isEqualTo("disk full");
    assertThat(reason(null)).isEqualTo("null");
  }

  private static String reason(String message) {
    return SlotLoss.reason(new IllegalStateException(message));
  }
}
