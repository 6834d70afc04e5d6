package org.attune.model.cuda.device;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * The addresses by which Spark, {@code nvidia-smi} and programs name this process's GPUs. CUDA
 * counts the GPUs that {@code CUDA_VISIBLE_DEVICES} shows, and the fastest first. {@code
 * nvidia-smi}, whose numbers Spark's discovery script prints, counts all of them by PCI address.
 */
public final class CardAddresses {

  private final List<CardId> visible; // in CUDA's order
  private final List<CardId> installed; // in nvidia-smi's order; empty if unknown

  public CardAddresses(Driver driver) {
    visible =
        IntStream.range(0, driver.devices()).mapToObj(card -> driver.facts(card).id()).toList();
    installed = driver.installed();
  }

  /**
   * The address of a GPU by CUDA's number: {@code nvidia-smi}'s number, or the UUID if that number
   * is unknown or the GPU is a MIG instance.
   */
  public String of(int ordinal) {
    CardId card = visible.get(ordinal);
    int number =
        IntStream.range(0, installed.size())
            .filter(i -> installed.get(i).uuid().equals(card.uuid()))
            .findFirst()
            .orElse(-1);
    if (number >= 0) {
      return Integer.toString(number);
    }
    boolean instance = installed.stream().anyMatch(whole -> whole.bus().equals(card.bus()));
    return (instance ? "MIG-" : "GPU-") + card.uuid();
  }

  /** The addresses of all GPUs that CUDA shows. */
  public List<String> all() {
    return IntStream.range(0, visible.size()).mapToObj(this::of).toList();
  }

  /**
   * CUDA's number of the GPU at an address: {@code nvidia-smi}'s number, a UUID or its beginning
   * with {@code GPU-} or {@code MIG-}, or a PCI address.
   *
   * @throws IllegalArgumentException if the address names no GPU that CUDA shows, or several
   */
  public int ordinal(String address) {
    List<Integer> found = new ArrayList<>();
    Predicate<CardId> named = named(address);
    for (int i = 0; i < visible.size(); i++) {
      if (named.test(visible.get(i))) {
        found.add(i);
      }
    }
    if (found.size() != 1) {
      throw new IllegalArgumentException(
          "the leased GPU '%s' is %s CUDA shows this process (%s); use nvidia-smi's number, a UUID or a PCI address of one of these, or set CUDA_VISIBLE_DEVICES to show others"
              .formatted(
                  address,
                  found.isEmpty() ? "none of those that" : "several of those that",
                  String.join(", ", all())));
    }
    return found.get(0);
  }

  private Predicate<CardId> named(String address) {
    String text = address.strip();
    if (text.matches("\\d{1,4}")) {
      return numbered(Integer.parseInt(text));
    }
    return CardId.busIn(text)
        .<Predicate<CardId>>map(bus -> card -> card.bus().equals(bus))
        .or(() -> CardId.uuidIn(text).map(uuid -> card -> card.uuid().startsWith(uuid)))
        .orElse(card -> false);
  }

  /** The number of a GPU that is cut into MIG instances stands for the instance shown of it. */
  private Predicate<CardId> numbered(int number) {
    if (number >= installed.size()) {
      return card -> false;
    }
    CardId whole = installed.get(number);
    return card -> card.bus().equals(whole.bus());
  }
}
