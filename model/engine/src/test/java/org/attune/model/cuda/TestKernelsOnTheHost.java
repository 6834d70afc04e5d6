package org.attune.model.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.attune.model.engine.Backends;
import org.attune.model.engine.Coverage;
import org.attune.model.engine.Natives;
import org.attune.model.primitive.ProofCase;
import org.attune.model.primitive.ProofCases;
import org.attune.model.program.Program;
import org.attune.model.program.Specimen;
import org.attune.model.program.Value;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.nd4j.linalg.api.buffer.DataType;

/**
 * Every kernel's text, run on this processor under several schedules of its threads, gives what the
 * primitive's formula gives in float64: output and gradients. The first pass is done piece by
 * piece, the second recorded, those after it replayed, over used memory.
 */
class TestKernelsOnTheHost {

  private static final int SCHEDULES = 4; // in order, in reverse, two by chance

  @BeforeAll
  static void oneThread() {
    Natives.selectFastest();
    Natives.useThreads(1);
  }

  @TestFactory
  Stream<DynamicTest> agreeWithTheirFormulas() {
    HostCard.here();
    return Stream.concat(ProofCases.all(), KernelCases.all())
        .filter(c -> without(c, "cpu").isEmpty()) // the rest are proofs of adjoints
        .map(c -> DynamicTest.dynamicTest(c.name(), () -> require(c)));
  }

  @Test
  void noKernelIsLeftUntested() {
    Set<String> missing = new TreeSet<>();
    ProofCases.all()
        .filter(c -> without(c, "cpu").isEmpty())
        .forEach(c -> missing.addAll(without(c, "cuda")));
    assertThat(missing).isEmpty();
  }

  static Set<String> without(ProofCase c, String backend) {
    Program p = new Program(c.batch());
    Value unused = c.description().apply(p); // it is in the program now
    return Coverage.bridged(p, Backends.named(backend)).keySet();
  }

  static void require(ProofCase c) {
    assertThat(without(c, "cuda")).as("primitives without a kernel").isEmpty();
    HostCard card = new HostCard();
    try (Specimen proof = Agreement.specimen(c, Backends.reference(), DataType.DOUBLE);
        CudaSession session = card.open(true);
        Specimen fast = Agreement.specimen(c, session, DataType.FLOAT)) {
      proof.differentiate();
      for (int schedule = 0; schedule < SCHEDULES; schedule++) {
        card.driver.scheduled(schedule);
        fast.differentiate();
        Agreement found = Agreement.of(proof, fast);
        assertThat(found.isClose()).as("%s, schedule %d: %s", c.name(), schedule, found).isTrue();
      }
    }
    assertThat(card.driver.held()).isEmpty();
    assertThat(card.blas.busy()).isZero();
  }
}
