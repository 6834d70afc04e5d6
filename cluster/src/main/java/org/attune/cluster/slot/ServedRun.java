package org.attune.cluster.slot;

import java.io.Serializable;
import java.time.Duration;
import java.util.Set;

/**
 * The run that slots serve: what each is told once, as it starts.
 *
 * @param id of the run
 * @param directory the sweep's, as executors open it
 * @param sweep the sweep's id, for the envelopes
 * @param epoch the driver's epoch, for the envelopes
 * @param judged metrics that the sweep's stopping rules go by
 * @param patience how long a trial waits for what they say of a report
 */
record ServedRun(
    String id, String directory, String sweep, long epoch, Set<String> judged, Duration patience)
    implements Serializable {}
