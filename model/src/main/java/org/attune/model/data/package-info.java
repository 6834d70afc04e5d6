/**
 * Readers of the user's files from opened streams: texts and their tokens, images, arrays.
 *
 * <p>Start with {@link NpyFile}, the shortest whole reader, or {@link ImageArchive} for folders of
 * images. A damaged file is refused by a {@link DataException} with the file's name and the place
 * in it.
 *
 * <pre>{@code
 * NpyFile array = NpyFile.read(in, "features.npy");
 * float[] numbers = array.floats(); // row by row; shape() says how many
 * }</pre>
 *
 * <p>A file may be hostile: sizes are checked before memory is taken. This package must not know
 * tasks, or where a stream comes from (a disk, HDFS): {@code TestWalls} refuses every arrow from it
 * to {@code model}.
 */
package org.attune.model.data;
