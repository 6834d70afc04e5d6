package org.attune.model.contract;

import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.attune.model.cuda.RealCard;
import org.attune.model.engine.DeviceSession;
import org.attune.model.engine.Natives;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/** Networks drawn by chance, as in {@link TestRandomConfigurations}, on this machine's GPU. */
@Tag("gpu")
class TestNetworksOnACard {

  private static final int MANY = Integer.getInteger("attune.configurations", 60);
  private static final long FIRST = Long.getLong("attune.first-configuration", 1_000);

  @BeforeAll
  static void aCard() {
    RealCard.require();
    Natives.selectFastest();
    Natives.useThreads(1);
  }

  @TestFactory
  Stream<DynamicTest> agreeWithTheirFormulas() {
    return LongStream.iterate(FIRST, seed -> seed + 1)
        .mapToObj(RandomConfiguration::of)
        .filter(TestNetworksOnAHostCard::isCovered)
        .limit(MANY)
        .map(c -> DynamicTest.dynamicTest("seed " + c.seed(), () -> require(c)));
  }

  private static void require(RandomConfiguration c) {
    try (DeviceSession<?> session = RealCard.open()) {
      TestRandomConfigurations.require(c, session);
    }
  }
}
