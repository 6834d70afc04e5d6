package org.attune.model.cuda.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Addresses of GPUs on a machine with cards a, b, c and d in the order of nvidia-smi. */
class TestCardAddresses {

  private static final List<CardId> MACHINE =
      IntStream.range(0, 4)
          .mapToObj(i -> CardId.of(uuid("abcd".charAt(i)), "00000000:%d0:00.0".formatted(i + 1)))
          .toList();

  @Test
  void numbersAreThoseOfNvidiaSmiWhateverCudaShows() {
    CardAddresses shown = addresses(MACHINE, MACHINE.get(3), MACHINE.get(1)); // "3,1"

    assertThat(shown.all()).containsExactly("3", "1");
    assertThat(shown.ordinal("3")).isZero();
    assertThat(shown.ordinal("1")).isEqualTo(1);
  }

  @Test
  void aNumberOfACardThatCudaDoesNotShowIsRefused() {
    CardAddresses shown = addresses(MACHINE, MACHINE.get(3), MACHINE.get(1));

    assertThatThrownBy(() -> shown.ordinal("0"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "the leased GPU '0' is none of those that CUDA shows this process (3, 1); use"
                + " nvidia-smi's number, a UUID or a PCI address of one of these, or set"
                + " CUDA_VISIBLE_DEVICES to show others");
    assertThatThrownBy(() -> shown.ordinal("7")).hasMessageContaining("'7' is none");
    assertThatThrownBy(() -> shown.ordinal("card-1")).hasMessageContaining("'card-1' is none");
  }

  @ParameterizedTest
  @CsvSource({
    "GPU-bbbbbbbb-bbbb-bbbb-bbbb-bbbbbbbbbbbb, 1",
    "GPU-BBBBBBBB, 1",
    "dddddddd-dddd-dddd-dddd-dddddddddddd, 0",
    "0000:40:00.0, 0",
    "00000000:20:00.0, 1",
    "20:00.0, 1"
  })
  void cardsAreNamedByUuidAndByPciAddress(String address, int ordinal) {
    CardAddresses shown = addresses(MACHINE, MACHINE.get(3), MACHINE.get(1));

    assertThat(shown.ordinal(address)).isEqualTo(ordinal);
  }

  /** CUDA counts the fastest card first: here d, the last of nvidia-smi. */
  @Test
  void mixedCardsAreCountedByPciAddress() {
    CardAddresses all =
        addresses(MACHINE, MACHINE.get(3), MACHINE.get(0), MACHINE.get(1), MACHINE.get(2));

    assertThat(IntStream.range(0, 4).map(i -> all.ordinal(Integer.toString(i))))
        .containsExactly(1, 2, 3, 0);
    assertThat(all.all()).containsExactly("3", "0", "1", "2");
  }

  @Test
  void aMigInstanceIsNamedByItsUuidAndByTheNumberOfItsCard() {
    CardId instance = CardId.of("MIG-" + uuid('e').substring(4), MACHINE.get(2).bus());
    CardAddresses shown = addresses(MACHINE, instance);

    assertThat(shown.all()).containsExactly("MIG-eeeeeeee-eeee-eeee-eeee-eeeeeeeeeeee");
    assertThat(shown.ordinal(shown.of(0))).isZero();
    assertThat(shown.ordinal("2")).isZero();
    assertThatThrownBy(() -> shown.ordinal("MIG-ffffffff-eeee-eeee-eeee-eeeeeeeeeeee"))
        .hasMessageContaining("is none of those that CUDA shows this process (MIG-eeeeeeee");
  }

  @Test
  void withoutTheOrderOfTheMachineNumbersAreRefusedAndUuidsAreNot() {
    CardAddresses shown = addresses(List.of(), MACHINE.get(3), MACHINE.get(1));

    assertThat(shown.all())
        .containsExactly(
            "GPU-dddddddd-dddd-dddd-dddd-dddddddddddd", "GPU-bbbbbbbb-bbbb-bbbb-bbbb-bbbbbbbbbbbb");
    assertThat(shown.ordinal(shown.of(1))).isEqualTo(1);
    assertThatThrownBy(() -> shown.ordinal("1")).hasMessageContaining("'1' is none");
  }

  @Test
  void aBeginningThatSeveralShareIsRefused() {
    CardId first = CardId.of("GPU-12345678-0000", "01:00.0");
    CardId second = CardId.of("GPU-12345678-1111", "02:00.0");

    assertThatThrownBy(
            () -> addresses(List.of(first, second), first, second).ordinal("GPU-12345678"))
        .hasMessageContaining("'GPU-12345678' is several of those that");
  }

  private static CardAddresses addresses(List<CardId> machine, CardId... shown) {
    RecordingDriver driver = new RecordingDriver();
    driver.installed = machine;
    driver.cards.clear();
    for (CardId card : shown) {
      driver.cards.add(RecordingDriver.card(driver.cards.size(), card));
    }
    return new CardAddresses(driver);
  }

  private static String uuid(char of) {
    return "GPU-xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx".replace('x', of);
  }
}
