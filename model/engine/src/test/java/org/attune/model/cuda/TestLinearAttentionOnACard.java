package org.attune.model.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import org.attune.model.engine.DeviceSession;
import org.attune.model.primitive.Mask;
import org.attune.model.program.Specimen;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.nd4j.linalg.api.buffer.DataType;

/** Linear attention takes memory by the token, not by pairs of tokens. */
class TestLinearAttentionOnACard {

  @ParameterizedTest
  @EnumSource(Mask.class)
  void aLongSequenceFitsASmallCard(Mask mask) {
    IdleCard card = new IdleCard(1L << 28);
    try (DeviceSession<?> session = card.open(1.0);
        Specimen specimen =
            Agreement.specimen(
                KernelCases.linear("long", 1 << 14, 1 << 14, mask), session, DataType.FLOAT)) {
      specimen.differentiate();
    }
    assertThat(card.most()).isLessThan(1L << 28); // pairs of tokens would take 8 GiB
  }
}
