package org.attune.model.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.attune.api.catalog.Configuration;
import org.attune.model.cuda.IdleCards;
import org.attune.model.cuda.device.CardId;
import org.attune.model.engine.DeviceLease;
import org.attune.model.network.Signature;
import org.junit.jupiter.api.Test;

/** Which card a trial gets, in a process with {@code CUDA_VISIBLE_DEVICES=3,1}. */
class TestLeasedCards {

  private static final Signature TOKENS = Signature.tokens(6, 5);
  private static final List<CardId> MACHINE =
      IntStream.range(0, 4)
          .mapToObj(i -> CardId.of(uuid(i), "00000000:%d0:00.0".formatted(i + 1)))
          .toList();

  private final IdleCards cards = new IdleCards(MACHINE, 3, 1);

  @Test
  void everyLeaseIsOnItsOwnCard() {
    assertThat(placed("auto", "3")).startsWith("gpu:3 NVIDIA H200");
    assertThat(placed("auto", uuid(1))).startsWith("gpu:1 NVIDIA H200");
    assertThat(cards.used()).containsExactly("retain [0]", "retain [1]"); // CUDA's numbers

    assertThat(placed("gpu", "1")).startsWith("gpu:1 ");
    assertThat(placed("gpu", "0000:40:00.0")).startsWith("gpu:3 ");
    assertThat(placed("gpu", uuid(3))).startsWith("gpu:3 ");
    assertThat(cards.used()).hasSize(2);
  }

  @Test
  void aLeaseOfACardThatCudaDoesNotShowIsSaidAndTakesNoOther() {
    assertThat(placed("auto", "0"))
        .startsWith("cpu (the leased GPU '0' is none of those that CUDA shows this process (3, 1)");
    assertThat(placed("gpu", "MIG-77777777"))
        .startsWith("cpu (the leased GPU 'MIG-77777777' is none of those that CUDA shows");
    assertThatThrownBy(() -> place("gpu", "refuse", "0"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(
            "Cannot run on a GPU, and execution.fallback is refuse: the leased GPU '0' is none");
    assertThat(cards.used()).isEmpty();
  }

  @Test
  void aLostCardIsSaidOfItsOwnAddress() {
    placed("auto", "3");
    placed("auto", "1");
    cards.lose(0);

    assertThat(cards.backend().lost("3").orElseThrow()).contains("its context was lost");
    assertThat(cards.backend().lost(uuid(3))).isPresent();
    assertThat(cards.backend().lost("1")).isEmpty();
    assertThat(cards.backend().lost()).isEmpty(); // trials can use the other
  }

  private String placed(String device, String address) {
    try (Placement place = place(device, "cpu", address)) {
      return place.device();
    }
  }

  private Placement place(String device, String fallback, String address) {
    Configuration settings =
        new Configuration(
            Map.of(
                "model.width", "8",
                "model.heads", "2",
                "model.feed-forward", "8",
                "execution.device", device,
                "execution.fallback", fallback));
    Optional<DeviceLease> leased = Optional.of(new DeviceLease(address, 0.5));
    return Placement.of(settings, TOKENS, leased, cards.backend());
  }

  private static String uuid(int of) {
    return "GPU-xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx".replace("x", Integer.toString(of));
  }
}
