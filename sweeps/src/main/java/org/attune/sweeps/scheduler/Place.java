package org.attune.sweeps.scheduler;

import java.util.Map;

/**
 * Where a slot is.
 *
 * @param slot as rows name it, such as {@code 3.1}
 * @param host its host
 * @param device what it computes on, such as {@code cpu}
 * @param provenance of its process and machine: see {@link org.attune.sweeps.table.Provenance}
 */
public record Place(String slot, String host, String device, Map<String, String> provenance) {

  public Place {
    provenance = Map.copyOf(provenance);
  }
}
