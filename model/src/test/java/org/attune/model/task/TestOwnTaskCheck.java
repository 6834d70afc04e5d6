package org.attune.model.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.attune.api.Metric;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.network.Signature;
import org.junit.jupiter.api.Test;

/** The check of a jar's task before a sweep. */
class TestOwnTaskCheck {

  private static final Configuration SETTINGS = new Configuration(Map.of());
  private static final int[][] TOKENS = {{0, 1}};

  @Test
  void leavesTheValidationToTheTask() {
    Batch kept = batch();

    assertThat(new OwnTask(new Pairs(() -> List.of(kept), false)).shortage(SETTINGS)).isEmpty();

    assertThat(kept.features().wasClosed()).isFalse();
  }

  @Test
  void namesAnExceptionWithoutAMessage() {
    Task failing =
        new Pairs(
            () -> {
              throw new IllegalArgumentException();
            },
            false);

    assertThat(new OwnTask(failing).shortage(SETTINGS).orElseThrow())
        .startsWith(Pairs.class.getName())
        .endsWith(": java.lang.IllegalArgumentException");
  }

  @Test
  void findsASealedSplitThatIsACopyBeforeAnythingIsTrained() {
    assertThat(
            new OwnTask(new Pairs(() -> List.of(batch()), true)).shortage(SETTINGS).orElseThrow())
        .contains("sealed() returned only examples that validation() has too");
  }

  private static Batch batch() {
    return Batch.of(TOKENS, TOKENS, new float[][] {{1, 1}});
  }

  private record Pairs(Supplier<List<Batch>> kept, boolean sealsThem) implements Task {

    @Override
    public Option option() {
      return new InductionTask().option();
    }

    @Override
    public Signature signature(Configuration settings) {
      return Signature.tokens(2, 2);
    }

    @Override
    public List<Metric> metrics() {
      return List.of();
    }

    @Override
    public Examples open(Configuration settings, long seed, DataOpener data) {
      return new Examples() {
        @Override
        public Batch training(long step, int size) {
          return batch();
        }

        @Override
        public List<Batch> validation(int size) {
          return kept.get();
        }

        @Override
        public Optional<Examples> sealed() {
          return sealsThem ? Optional.of(this) : Optional.empty();
        }

        @Override
        public String fingerprint() {
          return "";
        }
      };
    }
  }
}
