package org.attune.sweeps.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files have the same names everywhere, also where people write digits of their own. */
class TestSweepLayout {

  @TempDir Path folder;

  private final Locale usual = Locale.getDefault();

  @BeforeEach
  void goToCairo() {
    Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
  }

  @AfterEach
  void comeBack() {
    Locale.setDefault(usual);
  }

  @Test
  void namesHaveDigitsThatAreReadBack() throws Exception {
    assertThat("%d".formatted(1)).as("this language has digits of its own").isNotEqualTo("1");
    assertThat(
            List.of(
                SweepLayout.epoch(12),
                SweepLayout.journal(12),
                SweepLayout.lock(12),
                SweepLayout.requests(12),
                SweepLayout.current(12),
                SweepLayout.envelope(12, "t", 3),
                SweepLayout.checkpoint(12, "t", 3, 40),
                SweepLayout.output(12, "t", 3)))
        .containsExactly(
            "epochs/000012",
            "journal/000012.log",
            "locks/000012",
            "requests/000012",
            "current/000012",
            "envelopes/12/74/t.3.json",
            "checkpoints/t.12.3.40.sha256.zip",
            "output/12/t.3.txt");
    LocalStorage storage = new LocalStorage(folder);
    storage.createExclusively(SweepLayout.epoch(12), new byte[0]);
    assertThat(SweepLayout.latestEpoch(storage)).hasValue(12);
  }

  @Test
  void requestsKeepTheOrderTheyCameIn() throws Exception {
    RequestBox box = new RequestBox(new LocalStorage(folder), 1);
    assertThat(box.post(new Request.StopSweep())).matches("[0-9]{13}-.*\\.request");
  }
}
