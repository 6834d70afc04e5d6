package org.attune.sweeps.journal;

/**
 * A journal that {@code attune repair} wrote in place of all that came before it.
 *
 * @param path of the file, which is never appended to
 * @param bytes its length
 * @param next the first epoch whose own journal holds again
 */
record Restored(String path, long bytes, int next) {}
