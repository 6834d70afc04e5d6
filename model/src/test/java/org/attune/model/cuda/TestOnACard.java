package org.attune.model.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.attune.model.engine.Backends;
import org.attune.model.engine.DeviceSession;
import org.attune.model.engine.Natives;
import org.attune.model.engine.Precision;
import org.attune.model.fusion.FusionCases;
import org.attune.model.fusion.FusionCases.FusionCase;
import org.attune.model.primitive.HeadProofCases;
import org.attune.model.primitive.ProofCase;
import org.attune.model.primitive.ProofCases;
import org.attune.model.program.Specimen;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.nd4j.linalg.api.buffer.DataType;

/** What the tests on a host card show, on this machine's GPU. */
@Tag("gpu")
class TestOnACard {

  private static final int PASSES = 4; // piece by piece, recorded, replayed twice
  private static final int STEPS = 6;
  private static final int TRIALS = 64;
  private static final int THREADS = 8;

  @BeforeAll
  static void aCard() {
    RealCard.require();
    Natives.selectFastest();
    Natives.useThreads(1);
  }

  @TestFactory
  Stream<DynamicTest> kernelsAgreeWithTheirFormulas() {
    return Stream.of(
            Stream.concat(ProofCases.all(), HeadProofCases.all())
                .filter(c -> TestKernelsOnTheHost.without(c, "cpu").isEmpty()),
            KernelCases.all(),
            KernelCases.masks(),
            TestFormulasOnTheHost.cases(),
            FusionCases.all().map(FusionCase::program))
        .flatMap(s -> s)
        .map(c -> DynamicTest.dynamicTest(c.name(), () -> require(c)));
  }

  private static void require(ProofCase c) {
    try (Specimen proof = Agreement.specimen(c, Backends.reference(), DataType.DOUBLE);
        DeviceSession<?> session = RealCard.open();
        Specimen fast = Agreement.specimen(c, session, DataType.FLOAT)) {
      proof.differentiate();
      for (int pass = 0; pass < PASSES; pass++) {
        fast.differentiate();
        Agreement found = Agreement.of(proof, fast);
        assertThat(found.isClose()).as("%s, pass %d: %s", c.name(), pass, found).isTrue();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"adam", "adamw", "sgd", "momentum", "heavy-ball"})
  void everyUpdateRuleTrainsAsOnTheProcessor(String optimizer) {
    try (DeviceSession<?> session = RealCard.open();
        Trained there = new Trained(Trained.settings(optimizer), session);
        Trained here = new Trained(Trained.settings(optimizer), null)) {
      for (int step = 0; step < STEPS; step++) {
        assertThat(there.step(step)).isCloseTo(here.step(step), within(2e-5));
      }
      assertThat(there.distanceTo(here)).isLessThan(5e-4); // Adam divides by small numbers
    }
  }

  @Test
  void whatIsRecordedIsWhatIsDoneStepByStep() {
    try (DeviceSession<?> recorded = RealCard.open();
        DeviceSession<?> eager = RealCard.open(Precision.FLOAT32, false);
        Trained there = new Trained(Trained.settings("adamw"), recorded);
        Trained here = new Trained(Trained.settings("adamw"), eager)) {
      for (int step = 0; step < STEPS; step++) {
        assertThat(there.step(step)).isEqualTo(here.step(step));
      }
      assertThat(there.distanceTo(here)).isZero();
    }
  }

  /**
   * Trials open, record, train and close beside each other, each with the digits that it has alone.
   */
  @Test
  void trialsDoNotDisturbEachOther() throws Exception {
    double[] alone = losses();
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Callable<double[]>> trials = new ArrayList<>();
      IntStream.range(0, TRIALS).forEach(trial -> trials.add(TestOnACard::losses));
      for (Future<double[]> trial : threads.invokeAll(trials)) {
        assertThat(trial.get()).isEqualTo(alone);
      }
    } finally {
      threads.shutdown();
    }
  }

  private static double[] losses() {
    try (DeviceSession<?> session = RealCard.open();
        Trained trained = new Trained(Trained.settings("adam"), session)) {
      double[] losses = new double[STEPS];
      Arrays.setAll(losses, trained::step);
      return losses;
    }
  }
}
