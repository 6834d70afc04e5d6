/**
 * Where a sweep's directory is stored, on a local disk or on HDFS.
 *
 * <p>Start with {@link Storage}: the few operations that the journal and the tables need, each with
 * what survives a crash in the middle of it. {@link FencedException} tells a driver that another
 * took over; {@link DamagedFileException} names a file that is not what was written.
 *
 * <pre>{@code
 * storage.replace("note.txt", out -> out.write(new byte[] {1})); // whole, or not at all
 * boolean there = storage.exists("note.txt");
 * }</pre>
 *
 * <p>This package is stable. A new storage must pass the contract suite {@code StorageContract}.
 * The package must not know the names of files in a sweep's directory, which {@code
 * sweeps.store.SweepLayout} has: {@code TestWalls} refuses everything but Java and {@code api}.
 */
package org.attune.api.storage;
