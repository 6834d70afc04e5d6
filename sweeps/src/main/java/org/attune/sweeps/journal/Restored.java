package org.attune.sweeps.journal;

/**
 * A journal that {@code attune repair} wrote to replace all earlier ones.
 *
 * @param path of the file, which never grows
 * @param bytes its length
 * @param next the first epoch whose own journal is valid again
 */
record Restored(String path, long bytes, int next) {}
