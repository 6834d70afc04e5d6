package org.attune.cluster.slot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InvalidClassException;
import java.io.Serializable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.management.BadAttributeValueExpException;
import org.attune.api.trial.Secrets;
import org.attune.api.trial.TrialContext;
import org.junit.jupiter.api.Test;

class TestWire {

  @Test
  void messagesComeAsTheyWereSent() {
    TrialContext trial = new TrialContext("a", 1, new TreeMap<>(Map.of("k", "v")), 7, 1);
    SlotReply.Assignment given =
        new SlotReply.Assignment(
            trial.with(new Secrets(new TreeMap<>(Map.of("KEY", "sesame-open")))), "e.json", 5);
    SlotMessage.Report report =
        new SlotMessage.Report(
            "run",
            3,
            "a",
            1,
            Map.of("program", "train.py"),
            List.of(new Sample(1, new OfALibrary(Map.of("loss", 1.0)), 1, 9)),
            List.of(new SavedFile(1, "checkpoints/a", 8, 9, false)));

    assertThat(Wire.decode(Wire.encode(given))).isEqualTo(given);
    assertThat(Wire.decode(Wire.encode(report))).isEqualTo(report);
    assertThat(given.toString()).contains("KEY").doesNotContain("sesame-open");
  }

  @Test
  void anythingElseIsRefusedBeforeItIsMade() {
    byte[] foreign = Wire.encode(new BadAttributeValueExpException("a link of many a chain"));

    assertThatThrownBy(() -> Wire.decode(foreign))
        .isInstanceOf(IllegalStateException.class)
        .hasRootCauseInstanceOf(InvalidClassException.class)
        .hasRootCauseMessage("filter status: REJECTED");
  }

  /** A map that a user's training may report. */
  private static final class OfALibrary extends HashMap<String, Double> implements Serializable {
    private static final long serialVersionUID = 1L;

    OfALibrary(Map<String, Double> values) {
      super(values);
    }
  }
}
