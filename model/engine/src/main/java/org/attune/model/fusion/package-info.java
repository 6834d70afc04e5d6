/**
 * The pass between a program and a backend's kernels: named rules that replace nodes by fewer with
 * the same results and gradients.
 *
 * <p>Start with {@link Fusion}, which lists the rules and applies them.
 *
 * <pre>{@code
 * List<String> rules = Fusion.names();
 * List<Program.Node> nodes = Fusion.here().nodes(program, primitive -> true);
 * }</pre>
 *
 * <p>A rule writes primitives that a backend may have a kernel for, and only where it has one. A
 * rule can be turned off by its name, to find which one is wrong. This package must not know a
 * backend: it is handed what the backend covers, and {@code TestWalls} of {@code model/engine}
 * refuses {@code engine} and {@code cuda}.
 */
package org.attune.model.fusion;
