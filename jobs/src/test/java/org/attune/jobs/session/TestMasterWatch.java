package org.attune.jobs.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.apache.spark.scheduler.cluster.StandaloneSchedulerBackend;
import org.attune.jobs.console.InputException;
import org.junit.jupiter.api.Test;

/** What the user is told while a standalone master does not answer; StandaloneClusterIT has one. */
class TestMasterWatch {

  private static final String MASTER = "spark://127.0.0.1:7177";
  private static final Map<String, String> SECURE = Map.of("spark.authenticate", "true");

  private final List<String> said = new CopyOnWriteArrayList<>();

  @Test
  void aMasterThatDoesNotAnswerIsNamedWhileOneWaits() {
    Duration soon = Duration.ofMillis(1);
    try (var watch = MasterWatch.start(MASTER, Map.of(), said::add, soon, () -> true)) {
      await().atMost(Duration.ofMinutes(5)).until(() -> !said.isEmpty());
    }
    assertThat(said)
        .singleElement()
        .asString()
        .contains(MASTER + " has not answered", "add --secure FILE");
  }

  @Test
  void nothingIsSaidOfTheMasterBeforeSparkHasAskedIt() {
    AtomicBoolean asked = new AtomicBoolean();
    AtomicInteger looks = new AtomicInteger();
    BooleanSupplier waits =
        () -> {
          looks.incrementAndGet();
          return asked.get();
        };
    Duration soon = Duration.ofMillis(1);
    try (var watch = MasterWatch.start(MASTER, Map.of(), said::add, soon, waits)) {
      await().atMost(Duration.ofMinutes(5)).until(() -> looks.get() > 3);
      assertThat(said).as("a slow start of Spark is not the master's").isEmpty();

      asked.set(true);
      await().atMost(Duration.ofMinutes(5)).until(() -> !said.isEmpty());
    }
  }

  /** Spark waits in a method of this name; StandaloneClusterIT has a master that stays silent. */
  @Test
  void sparkWaitsInTheMethodThatIsLookedFor() {
    assertThat(StandaloneSchedulerBackend.class.getDeclaredMethods())
        .extracting(Method::getName)
        .contains("waitForRegistration");
  }

  @Test
  void aStoppedContextIsARefusalThatSaysWhatToDo() {
    var failure = new IllegalStateException("Cannot call methods on a stopped SparkContext.\n...");
    try (var without = MasterWatch.start(MASTER, Map.of(), said::add);
        var with = MasterWatch.start(MASTER, SECURE, said::add);
        var local = MasterWatch.start("local[2]", Map.of(), said::add)) {
      assertThat(without.explain(failure))
          .isInstanceOf(InputException.class)
          .hasMessageContaining("Cannot start on " + MASTER)
          .hasMessageContaining("if it was started with a secret, add --secure FILE");
      var sooner =
          new IllegalArgumentException(
              "requirement failed: Can only call getServletHandlers on a running MetricsSystem");
      assertThat(without.explain(sooner)).isInstanceOf(InputException.class);
      assertThat(with.explain(failure)).hasMessageContaining("--secure names a file with the same");
      assertThat(local.explain(failure)).isSameAs(failure);
      var other = new IllegalStateException("other");
      assertThat(without.explain(other)).isSameAs(other);
    }
  }
}
