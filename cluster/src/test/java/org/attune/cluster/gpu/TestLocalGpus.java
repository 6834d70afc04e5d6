package org.attune.cluster.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.LineNumberReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.attune.api.trial.Gpus;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Leases of this machine's GPUs, in one process and by two. */
class TestLocalGpus {

  private static final List<String> TWO = List.of("0", "1");

  @TempDir Path folder;

  @Test
  void sharesAreSpreadOverTheGpusFirst() throws Exception {
    LocalGpus gpus = new LocalGpus(folder);

    assertThat(gpus.lease(TWO, 0.5).gpus()).isEqualTo(new Gpus(List.of("0"), 0.5));
    assertThat(gpus.lease(TWO, 0.5).gpus().device()).isEqualTo("gpu:1");
    assertThat(gpus.lease(TWO, 0.5).gpus().device()).isEqualTo("gpu:0");
  }

  @Test
  void severalGpusAreLeasedTogetherOrNotAtAll() throws Exception {
    LocalGpus gpus = new LocalGpus(folder);
    GpuLease small = gpus.lease(TWO, 0.25);
    ExecutorService other = Executors.newSingleThreadExecutor();
    Future<GpuLease> both = other.submit(() -> gpus.lease(TWO, 2));

    assertWaits(both);
    small.close();

    assertThat(both.get().gpus().device()).isEqualTo("gpu:0+1");
    other.shutdown();
  }

  @Test
  void moreThanThereAreIsRefused() {
    assertThatThrownBy(() -> new LocalGpus(folder).lease(TWO, 3))
        .hasMessage("Cannot lease 3.0 GPUs: this machine has 2");
  }

  /** Also for drivers that want different shares of the same GPUs. */
  @ParameterizedTest
  @ValueSource(doubles = {1, 0.5, 0.33})
  void noGpuIsHeldBeyondItsShare(double share) throws Exception {
    LocalGpus gpus = new LocalGpus(folder);
    Map<String, AtomicInteger> held = new ConcurrentHashMap<>(); // hundredths
    List<Integer> most = new ArrayList<>();
    ExecutorService slots = Executors.newFixedThreadPool(8);
    List<Future<?>> all = new ArrayList<>();
    for (int trial = 0; trial < 200; trial++) {
      double mine = trial % 4 == 0 ? 1 : share;
      all.add(
          slots.submit(
              () -> {
                try (GpuLease lease = gpus.lease(TWO, mine)) {
                  AtomicInteger of =
                      held.computeIfAbsent(
                          lease.gpus().addresses().get(0), a -> new AtomicInteger());
                  int now = of.addAndGet((int) (100 * mine));
                  synchronized (most) {
                    most.add(now);
                  }
                  Thread.sleep(2); // so that leases meet
                  of.addAndGet(-(int) (100 * mine));
                }
                return null;
              }));
    }
    for (Future<?> one : all) {
      one.get();
    }
    slots.shutdown();

    assertThat(most).hasSize(200).allMatch(hundredths -> hundredths <= 100);
    assertThat(held).containsOnlyKeys("0", "1");
  }

  @Test
  void anotherDriversLeaseHoldsUntilItDies() throws Exception {
    Process other =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                Holder.class.getName(),
                folder.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    var said = new LineNumberReader(new InputStreamReader(other.getInputStream()));
    assertThat(said.readLine()).isEqualTo("gpu:0");
    LocalGpus gpus = new LocalGpus(folder);

    assertThat(gpus.lease(TWO, 1).gpus().device()).isEqualTo("gpu:1");
    ExecutorService waiting = Executors.newSingleThreadExecutor();
    Future<GpuLease> next = waiting.submit(() -> gpus.lease(TWO, 0.5));
    assertWaits(next);
    other.destroyForcibly().waitFor();

    assertThat(next.get().gpus().device()).isEqualTo("gpu:0");
    waiting.shutdown();
  }

  /** Waits long enough for several tries. */
  private static void assertWaits(Future<GpuLease> lease) {
    Awaitility.await().forever().during(Duration.ofMillis(200)).until(() -> !lease.isDone());
  }

  /** Another driver's process, which lives until it is killed, or else as long as this one. */
  static final class Holder {
    private Holder() {}

    public static void main(String[] folder) throws IOException, InterruptedException {
      System.out.println(new LocalGpus(Path.of(folder[0])).lease(TWO, 1).gpus().device());
      System.in.read();
    }
  }
}
