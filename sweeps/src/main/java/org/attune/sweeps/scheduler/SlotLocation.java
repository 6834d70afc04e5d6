package org.attune.sweeps.scheduler;

import java.util.Map;

/**
 * Where a slot is.
 *
 * @param slot its name in rows: the executor's name, a dot, and the slot's own number, such as
 *     {@code 3.1}
 * @param host its host
 * @param device the device that it computes on, such as {@code cpu}
 * @param provenance of its process and machine: see {@link org.attune.sweeps.event.Provenance}
 */
public record SlotLocation(
    String slot, String host, String device, Map<String, String> provenance) {

  public SlotLocation {
    provenance = Map.copyOf(provenance);
  }

  /** The executor that the slot is part of, such as {@code 3}. */
  public String executor() {
    int dot = slot.lastIndexOf('.');
    return dot < 0 ? slot : slot.substring(0, dot);
  }
}
