package org.attune.model.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.attune.model.cuda.HostCard;
import org.attune.model.engine.Backends;
import org.attune.model.engine.Coverage;
import org.attune.model.engine.DeviceSession;
import org.attune.model.engine.Natives;
import org.attune.model.program.Program;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Networks drawn by chance, decoders and networks of sets, of which every primitive has a kernel on
 * a card, run there: as in {@link TestRandomConfigurations}, with the card this processor. The
 * third pass and those after it are replayed from their recording.
 */
class TestNetworksOnAHostCard {

  private static final int DECODERS = 10;
  private static final int OF_SETS = 10;
  private static final int WIDEST = 32; // threads take turns here: small ones

  @BeforeAll
  static void oneThread() {
    Natives.selectFastest();
    Natives.useThreads(1);
  }

  @TestFactory
  Stream<DynamicTest> agreeWithTheirFormulas() {
    HostCard.here();
    return Stream.concat(drawn(true).limit(DECODERS), drawn(false).limit(OF_SETS))
        .map(c -> DynamicTest.dynamicTest("seed " + c.seed(), () -> require(c)));
  }

  /** One of its signs falls otherwise there than on the processor: a tie of the card's own. */
  @Test
  void aTieIsLookedForOnTheCard() {
    HostCard.here();
    require(RandomConfiguration.of(1010));
  }

  private static Stream<RandomConfiguration> drawn(boolean decoders) {
    return LongStream.iterate(1_000, seed -> seed + 1)
        .mapToObj(RandomConfiguration::of)
        .filter(c -> c.signature().discrete() == decoders)
        .filter(c -> Integer.parseInt(c.settings().get("model.width")) <= WIDEST)
        .filter(TestNetworksOnAHostCard::isCovered);
  }

  static boolean isCovered(RandomConfiguration c) {
    Program p = new Program(1);
    c.network().describe(p);
    return Coverage.bridged(p, Backends.named("cuda")).isEmpty();
  }

  private static void require(RandomConfiguration c) {
    HostCard card = HostCard.here();
    try (DeviceSession<?> session = card.open()) {
      TestRandomConfigurations.require(c, session);
    }
    assertThat(card.held()).as("held after %s", c).isEmpty();
  }
}
