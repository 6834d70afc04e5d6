package org.attune.sweeps.trial;

import java.io.Serializable;
import java.util.List;

/**
 * The GPUs that a trial may use, while it runs.
 *
 * @param addresses of them on their host, as Spark's discovery tells them: cards' numbers; empty
 *     for none
 * @param share of each, at most 1: of its memory too
 */
public record Gpus(List<String> addresses, double share) implements Serializable {

  /** Begins the name of a device that is a GPU. */
  public static final String PREFIX = "gpu:";

  /** None: the trial runs on processors. */
  public static final Gpus NONE = new Gpus(List.of(), 0);

  public Gpus {
    addresses = List.copyOf(addresses);
  }

  /** As rows name what an attempt computes on: {@code cpu}, {@code gpu:0}, {@code gpu:0+1}. */
  public String device() {
    return addresses.isEmpty() ? "cpu" : PREFIX + String.join("+", addresses);
  }
}
