package org.attune.cluster.slot;

import java.io.Serializable;

/**
 * A checkpoint that an attempt wrote, or found damaged.
 *
 * @param step the step after which it was written
 * @param path its path in the sweep's directory
 * @param bytes its length in bytes
 * @param time milliseconds since 1970, by the driver's clock
 * @param damaged whether it was found damaged; earlier versions wrote no such field
 */
record SavedFile(long step, String path, long bytes, long time, boolean damaged)
    implements Serializable {}
