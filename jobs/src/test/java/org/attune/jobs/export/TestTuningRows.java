package org.attune.jobs.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.attune.api.search.Objective;
import org.attune.jobs.Printed;
import org.attune.jobs.RecordedSweep;
import org.attune.sweeps.claim.Tuning;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A row whose seeds only tuned is told from the others in each format of {@code export}. */
class TestTuningRows {

  private static final Objective LOSS = new Objective("validation_loss", Objective.Goal.MINIMIZE);

  @TempDir Path folder;

  @BeforeEach
  void aRateThatWasRejected() throws Exception {
    try (RecordedSweep sweep = RecordedSweep.in(folder, "tuned", LOSS)) {
      for (int seed = 0; seed < 2; seed++) {
        for (String rate : new String[] {"0.1", "1"}) {
          sweep.finished(
              Map.of("rate", rate), Tuning.FIRST_SEED + seed, Map.of("validation_loss", 0.5));
        }
        sweep.finished(Map.of("rate", "0.1"), seed, Map.of("validation_loss", 0.75));
      }
      sweep.completed();
    }
  }

  private String export(String format) {
    Printed export = Printed.of("export", folder, "--format", format);
    assertThat(export.exit()).as(export.error()).isZero();
    return export.output();
  }

  @Test
  void csvHasAColumnForIt() {
    assertThat(export("csv").lines())
        .containsExactly(
            "cell,rate,validation_loss,validation_loss_std,validation_loss_n,validation_loss_failed,"
                + "validation_loss_stopped,only_tuning_seeds",
            "rate=0.1,0.1,0.75,0.0,2,0,0,false",
            "rate=1,1,0.5,0.0,2,0,0,true");
  }

  @Test
  void markdownAndLatexSayItBesideN() {
    assertThat(export("markdown")).contains("| 1 | 0.5000 ± 0 | 2 on tuning seeds |");
    assertThat(export("latex")).contains("1 & $0.5000 \\pm 0$ & 2 on tuning seeds \\\\");
  }
}
