/**
 * Linear algebra and functions over {@code float[]}, in plain Java on one thread. The CPU backend's
 * kernels are built on it.
 *
 * <p>Start with {@link Products}, matrix products with either factor transposed. A matrix is an
 * array, the offset of its first element and a row stride. An operation that needs working memory
 * is an object of one thread; threads share nothing.
 *
 * <pre>{@code
 * ./attune bench kernels   # times products and kernels on one thread
 * }</pre>
 *
 * <p>The inner loops use {@code jdk.incubator.vector} if the JVM was started with {@code
 * --add-modules jdk.incubator.vector}, and plain loops otherwise ({@link Lanes}). Only the classes
 * named after vectors may link to that module; {@link Canary} finds a JVM in which they are slow.
 *
 * <p>This package must not know programs, kernels or a library: {@code cpu} stands on it, and
 * {@code TestWalls} of {@code model/engine} forbids the circle.
 */
package org.attune.model.cpu.linear;
