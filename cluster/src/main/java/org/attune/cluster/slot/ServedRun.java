package org.attune.cluster.slot;

import java.io.Serializable;
import java.time.Duration;
import java.util.Set;

/**
 * The run that slots serve; each slot receives it once, when it starts.
 *
 * @param id the run's id
 * @param directory the sweep's directory, as executors open it
 * @param sweep the sweep's id, for the envelopes
 * @param epoch the driver's epoch, for the envelopes
 * @param judged metrics that the sweep's stopping rules use
 * @param patience the longest that a trial waits for the rules' decision on a report
 */
record ServedRun(
    String id, String directory, String sweep, long epoch, Set<String> judged, Duration patience)
    implements Serializable {}
