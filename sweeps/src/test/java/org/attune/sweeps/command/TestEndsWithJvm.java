package org.attune.sweeps.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.attune.api.trial.TrialContext;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a JVM that is ending says of the program that it ends. */
class TestEndsWithJvm {

  @ParameterizedTest
  @ValueSource(strings = {"", "printf {\\\"loss\\\":; "})
  void theEndOfAProgramThatItsJvmEndedIsNotReported(String cutOff) throws Exception {
    Process jvm =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Ending.class.getName(),
                cutOff)
            .redirectErrorStream(true)
            .start();
    String said = new String(jvm.getInputStream().readAllBytes(), UTF_8);

    assertThat(said).contains("began").doesNotContain("signal", "metrics");
  }

  /** Ends its JVM while a program runs, with a hook that takes longer than the program's end. */
  static final class Ending {

    private Ending() {}

    public static void main(String[] cutOff) {
      CountDownLatch told = new CountDownLatch(1);
      Runtime.getRuntime().addShutdownHook(new Thread(() -> await(told)));
      TreeMap<String, String> configuration = new TreeMap<>();
      configuration.put("task", "command");
      configuration.put("task.run", "sh -c 'echo {\\\"loss\\\": 1}; " + cutOff[0] + "sleep 100'");
      configuration.put("task.report", "output");
      TrialContext trial = new TrialContext("t-0", 1, configuration, 7, 2);
      try {
        new CommandWork(List.of("loss"), Map.of(), ".", 5)
            .run(
                trial,
                (step, values) -> {
                  System.out.println("began");
                  new Thread(() -> System.exit(0)).start();
                });
      } catch (Exception failed) {
        System.out.println(failed.getMessage());
      }
      told.countDown();
    }

    private static void await(CountDownLatch told) {
      try {
        told.await(Duration.ofSeconds(2).toMillis(), TimeUnit.MILLISECONDS);
      } catch (InterruptedException ended) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
