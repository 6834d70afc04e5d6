package org.attune.model.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.attune.model.cuda.device.CudaException;
import org.attune.model.cuda.device.HostlessCompiler;
import org.attune.model.cuda.device.RecordingBlas;
import org.attune.model.cuda.device.RecordingDriver;
import org.attune.model.engine.DeviceShare;
import org.attune.model.engine.Precision;
import org.junit.jupiter.api.Test;
import org.nd4j.linalg.api.buffer.DataType;

/** Trials of one process that open, capture and close beside each other on one card. */
class TestTrialsOnOneCard {

  private static final int TRIALS = 64;
  private static final int THREADS = 8;
  private static final int ELEMENTS = 16;

  private final RecordingDriver driver = new RecordingDriver();
  private final RecordingBlas blas = new RecordingBlas(driver);
  private final DeviceRuntime runtime = runtime(driver);

  private DeviceRuntime runtime(RecordingDriver driver) {
    return new DeviceRuntime(driver, blas, new Cubins(new HostlessCompiler(), Optional.empty()), 0);
  }

  private CudaSession open() {
    return new CudaSession(runtime, DeviceShare.whole(0), Precision.FLOAT32, true);
  }

  /** Its second run is captured, its third is a launch of the graph. */
  private static void threeSteps(Arena arena, Runnable during) {
    DeviceBuffer numbers = arena.block(ELEMENTS);
    for (int step = 0; step < 3; step++) {
      arena.run(
          "step",
          () -> {
            arena.fill(numbers, 1);
            during.run();
            arena.add(numbers, numbers);
          });
    }
  }

  @Test
  void noOrderOfThemBreaksACapture() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<?>> trials = new ArrayList<>();
      for (int trial = 0; trial < TRIALS; trial++) {
        SplittableRandom random = new SplittableRandom(trial);
        trials.add(threads.submit(() -> trial(random)));
      }
      for (Future<?> trial : trials) {
        trial.get();
      }
    } finally {
      threads.shutdown();
    }
    assertThat(driver.invalidated).isZero();
    assertThat(driver.held()).isEmpty();
    assertThat(blas.busy()).isZero();
    assertThat(driver.calls).filteredOn("cublasCreate"::equals).hasSizeBetween(1, THREADS);
    assertThat(driver.calls).filteredOn(call -> call.startsWith("retain")).hasSize(1);
    assertThat(driver.calls).filteredOn("load"::equals).hasSize(1);
  }

  private void trial(SplittableRandom random) {
    try (CudaSession session = open()) {
      List<Arena> arenas = new ArrayList<>();
      for (int i = random.nextInt(3); i >= 0; i--) {
        arenas.add((Arena) session.memory(DataType.FLOAT));
        threeSteps(arenas.get(arenas.size() - 1), Thread::yield);
      }
      while (!arenas.isEmpty() && random.nextBoolean()) { // the session closes the others
        arenas.remove(random.nextInt(arenas.size())).close();
      }
    }
  }

  /** Another trial opens or closes when a capture is half done: it waits for the capture's end. */
  @Test
  void aCaptureIsNotBrokenByATrialThatOpensOrCloses() throws Exception {
    List<CudaSession> others = new ArrayList<>();
    try (CudaSession session = open()) {
      List<Thread> started = new ArrayList<>();
      threeSteps(
          (Arena) session.memory(DataType.FLOAT),
          () -> {
            started.add(untilItWaits(() -> others.add(open())));
          });
      for (Thread thread : started) {
        thread.join();
      }
      started.clear();
      assertThat(others).hasSize(2); // in the first step and in the capture
      threeSteps(
          (Arena) session.memory(DataType.FLOAT),
          () -> started.add(untilItWaits(() -> others.get(started.size()).close())));
      for (Thread thread : started) {
        thread.join();
      }
    }
    assertThat(driver.invalidated).isZero();
    assertThat(driver.held()).isEmpty();
  }

  private static Thread untilItWaits(Runnable work) {
    Thread thread = new Thread(work);
    thread.start();
    while (thread.getState() != Thread.State.WAITING
        && thread.getState() != Thread.State.TERMINATED) {
      Thread.onSpinWait();
    }
    return thread;
  }

  @Test
  void anInvalidatedCaptureIsTriedAgainOnce() {
    try (CudaSession session = open()) {
      driver.disturbances = 1;
      threeSteps((Arena) session.memory(DataType.FLOAT), () -> {});

      assertThat(driver.invalidated).isEqualTo(1);
      assertThat(session.nodes()).isEqualTo(2);

      driver.disturbances = 2;
      assertThatThrownBy(() -> threeSteps((Arena) session.memory(DataType.FLOAT), () -> {}))
          .isInstanceOf(CudaException.class)
          .matches(e -> ((CudaException) e).endsCapture())
          .matches(e -> !((CudaException) e).losesContext());
    }
    assertThat(driver.held()).isEmpty();
  }

  @Test
  void anErrorOfCloseDiscardsNoOutcome() {
    CudaSession session = open();
    Arena arena = (Arena) session.memory(DataType.FLOAT);
    threeSteps(arena, () -> {});
    driver.sticky = 700;

    assertThatCode(arena::close).doesNotThrowAnyException();
    assertThatCode(session::close).doesNotThrowAnyException();
    assertThat(runtime.problem()).isPresent();
  }

  @Test
  void anErrorOfCloseThatLeavesTheContextIsNoneOfTheNextTrial() {
    CudaSession session = open();
    Arena arena = (Arena) session.memory(DataType.FLOAT);
    threeSteps(arena, () -> {});
    driver.sticky = 1; // an error that every call says, and that loses nothing

    assertThatCode(arena::close).doesNotThrowAnyException();
    assertThatCode(session::close).doesNotThrowAnyException();

    driver.sticky = 0;
    assertThatCode(() -> open().close()).doesNotThrowAnyException();
  }

  @Test
  void aFaultOnOneCardLeavesTheOthers() {
    DeviceRuntime other = runtime(new RecordingDriver());
    runtime.note(new CudaException("cuStreamSynchronize said 700", 700));

    assertThatThrownBy(this::open).isInstanceOf(CudaException.class);
    assertThatCode(other::context).doesNotThrowAnyException();
    assertThat(DeviceRuntime.problem(List.of(runtime, other))).isEmpty();
    assertThat(DeviceRuntime.problem(List.of(runtime))).isPresent();
    assertThat(DeviceRuntime.problem(List.of())).isEmpty();
  }

  /** A limit that fell would refuse the larger launch. */
  @Test
  void aSmallerLaunchTakesNoSharedMemoryFromALargerOne() {
    try (CudaSession session = open()) {
      DeviceBuffer numbers = ((Arena) session.memory(DataType.FLOAT)).block(ELEMENTS);
      Work large = launch(numbers, 100_000);
      Work small = launch(numbers, 60_000);

      assertThatCode(small::enqueue).doesNotThrowAnyException();
      assertThatCode(large::enqueue).doesNotThrowAnyException();
    }
  }

  private static Work launch(DeviceBuffer numbers, int shared) {
    return Launch.of(numbers.lane(), "elementwise", "fill")
        .number(1f)
        .matrix(numbers)
        .sharing(shared)
        .over(numbers);
  }
}
