package org.attune.cluster.slot;

import java.io.Serializable;

/**
 * A checkpoint.
 *
 * @param step the step after which it was written
 * @param path its path in the sweep's directory
 * @param bytes its length in bytes
 * @param time milliseconds since 1970, by the driver's clock
 */
record SavedFile(long step, String path, long bytes, long time) implements Serializable {}
