package org.attune.jobs.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.attune.sweeps.command.CommandTask;
import org.junit.jupiter.api.Test;

/** What {@code rerun} reads from the copy of a sweep file. */
class TestSpecCopy {

  /** Newer rules refuse a parameter whose column hides a metric. */
  @Test
  void theFolderOfAProgramIsReadFromAnOlderFileToo() {
    String yaml =
        """
        sweep: s
        task:
          command:
            run: sh run.sh
            folder: /home/me/mine
            parameters: {loss: {choice: [mse, mae]}}
            metrics: {loss: lower}
        objective: {metric: loss, goal: minimize}
        """;

    assertThat(new SpecCopy(yaml, Map.of()).program().map(CommandTask::folder))
        .contains("/home/me/mine");
  }
}
