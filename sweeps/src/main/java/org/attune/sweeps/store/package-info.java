/**
 * The files of a sweep's directory: their layout, and the few durable operations on a local disk.
 *
 * <p>Start with {@link SweepLayout}, which alone knows where a file lies, then {@link
 * LocalStorage}: a file is forced before it gets its name, and its folder afterwards. {@link
 * CheckedContent} and {@link CheckedText} end with a digest, so a reader detects damage.
 *
 * <pre>{@code
 * Storage storage = new LocalStorage(Path.of("runs/quickstart"));
 * boolean begun = storage.exists(SweepLayout.journal(1));
 * }</pre>
 *
 * <p>Names of files are spelled alike in every language, so this package formats no text by locale:
 * {@code TestWalls} refuses {@code String.format} here. It must not know what the files hold, nor
 * Hadoop, whose storage is {@code cluster.store}.
 */
package org.attune.sweeps.store;
