package org.attune.model.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.attune.model.engine.Natives;
import org.attune.model.primitive.HeadProofCases;
import org.attune.model.primitive.ProofCase;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** As {@link TestKernelsOnTheHost}, for the heads that attention makes of primitives. */
class TestHeadsOnTheHost {

  @BeforeAll
  static void oneThread() {
    Natives.selectFastest();
    Natives.useThreads(1);
  }

  @TestFactory
  Stream<DynamicTest> agreeWithTheirFormulas() {
    HostCard.here();
    return onTheProcessor()
        .map(c -> DynamicTest.dynamicTest(c.name(), () -> TestKernelsOnTheHost.require(c)));
  }

  @Test
  void noKernelIsLeftUntested() {
    Set<String> missing = new TreeSet<>();
    onTheProcessor().forEach(c -> missing.addAll(TestKernelsOnTheHost.without(c, "cuda")));
    assertThat(missing).isEmpty();
  }

  private static Stream<ProofCase> onTheProcessor() {
    return HeadProofCases.all().filter(c -> TestKernelsOnTheHost.without(c, "cpu").isEmpty());
  }
}
