package org.attune.api.trial;

import java.io.Serializable;
import java.util.List;

/**
 * The GPUs that a running trial may use.
 *
 * <pre>{@code
 * Gpus shared = new Gpus(List.of("1"), 0.5);
 * shared.addresses(); // [1]
 * Gpus.NONE.addresses().isEmpty(); // true
 * }</pre>
 *
 * @param addresses on their host, as reported by Spark's discovery: GPU numbers; empty for none
 * @param share of each GPU including its memory, at most 1
 */
public record Gpus(List<String> addresses, double share) implements Serializable {

  /** The prefix of GPU device names. */
  public static final String PREFIX = "gpu:";

  /** No GPUs: the trial runs on CPUs. */
  public static final Gpus NONE = new Gpus(List.of(), 0);

  public Gpus {
    addresses = List.copyOf(addresses);
  }

  /** The device name in rows: {@code cpu}, {@code gpu:0}, {@code gpu:0+1}. */
  public String device() {
    return addresses.isEmpty() ? "cpu" : PREFIX + String.join("+", addresses);
  }
}
