import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import org.attune.model.cuda.HostCard;
import org.attune.model.engine.Backends;
import org.attune.model.engine.DeviceBackend;
import org.attune.model.engine.DeviceSession;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The example of the engine without a task, without DL4J and without Spark. */
class TestEngineExample {

  /** Three of 16 letters cannot be known. */
  private static final double LEAST = 3 * Math.log(8) / 16;

  private static final int STEPS = 200;

  @Test
  void trainsADecoderOnTheProcessor() {
    assertLearns(EngineExample.train("cpu", STEPS));
  }

  @Test
  @Tag("gpu")
  void trainsItOnAGpuWithTheSameCode() {
    DeviceBackend<?> cards = (DeviceBackend<?>) Backends.named("cuda");
    Assumptions.assumeTrue(cards.problem().isEmpty(), () -> cards.problem().orElseThrow());

    assertLearns(EngineExample.train("cuda", STEPS));
  }

  /** A GPU's kernels, which run on this processor. */
  @Test
  void takesTheSameStepsByAGpusKernels() {
    double[] here = EngineExample.train("cpu", 3);
    try (DeviceSession<?> card = HostCard.here().open()) {
      double[] there = EngineExample.train(card, 3);

      for (int step = 0; step < here.length; step++) {
        assertThat(there[step]).isCloseTo(here[step], within(1e-4));
      }
    }
  }

  @Test
  void isOnItsPage() throws Exception {
    String page = Files.readString(Path.of("..", "..", "docs", "engine.md"));
    String example = Files.readString(Path.of("src", "test", "java", "EngineExample.java"));

    assertThat(page).contains("```java\n" + example + "```");
  }

  private static void assertLearns(double[] losses) {
    assertThat(losses[0]).isBetween(Math.log(8) - .5, Math.log(8) + 1.5);
    assertThat(losses[STEPS - 1]).isBetween(LEAST - .1, LEAST + .15);
  }
}
