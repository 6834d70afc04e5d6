package org.attune.jobs.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.attune.api.search.Objective;
import org.attune.jobs.Printed;
import org.attune.jobs.RecordedSweep;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestBestText {

  @Test
  void cellsOfOneSeedAreToldWithWhatAProcessExpects(@TempDir Path folder) throws Exception {
    Objective loss = new Objective("loss", Objective.Goal.MINIMIZE);
    try (RecordedSweep sweep = RecordedSweep.in(folder, "line", loss)) {
      for (int i = 0; i < 12; i++) {
        double rate = i / 12.0;
        double noise = i % 2 == 0 ? 0.2 : -0.2;
        sweep.finished(Map.of("rate", String.valueOf(rate)), 0, Map.of("loss", 3 * rate + noise));
      }
      sweep.completed();
    }

    String printed = Printed.attune("analyze", folder);

    assertThat(printed)
        .containsPattern(
            "a Gaussian process over 12 cells expects -?[0-9.]+ of this cell at this seed");
  }
}
