/**
 * Linear algebra and functions over {@code float[]}, in plain Java on one thread. The CPU backend's
 * kernels are built on it. It depends on no program, engine or library.
 *
 * <p>A matrix is an array, the offset of its first element and a row stride. An operation that
 * needs working memory is an object of one thread ({@link org.attune.model.cpu.linear.Products});
 * threads share nothing.
 *
 * <p>The inner loops use {@code jdk.incubator.vector} if the JVM was started with {@code
 * --add-modules jdk.incubator.vector}, and plain loops otherwise ({@link
 * org.attune.model.cpu.linear.Lanes}). Only the classes named after vectors may link to that
 * module.
 */
package org.attune.model.cpu.linear;
