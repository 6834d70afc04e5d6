package org.attune.cluster.slot;

import java.io.Serializable;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Metric values at one step.
 *
 * @param step training step, from 0
 * @param values values by metric name
 * @param report its number among the attempt's reports, from 1; 0 in envelopes of 0.1.0
 * @param time milliseconds since 1970, by the driver's clock
 */
record Sample(long step, Map<String, Double> values, int report, long time)
    implements Serializable {

  /** Copies the values, so that a message carries no other library's map. */
  Sample {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
  }
}
