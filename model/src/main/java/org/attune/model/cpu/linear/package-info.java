/**
 * Linear algebra and functions over {@code float[]}, in plain Java on one thread: what the CPU
 * backend's kernels are made of. It knows no program, no engine and no library.
 *
 * <p>A matrix is an array, the offset of its first element and a row stride. What needs memory to
 * work in is an object of one thread ({@link org.attune.model.cpu.linear.Products}); nothing is
 * shared between threads.
 *
 * <p>The inner loops use {@code jdk.incubator.vector} where the JVM was started with {@code
 * --add-modules jdk.incubator.vector}, and plain loops elsewhere ({@link
 * org.attune.model.cpu.linear.Lanes}). Only the classes that are named after vectors may be linked
 * to that module.
 */
package org.attune.model.cpu.linear;
