/**
 * Programs compiled for a backend. The compiler makes the decisions that all backends share, once
 * per program; every step then replays the same kernels over the same memory.
 *
 * <p>Start with {@link Compiler}, a network's parameters and the programs on them, then {@link
 * Execution}, which runs one. {@code MemoryPlan} places each value and frees its memory. {@code
 * AdjointPlan} decides which adjoints run, which contributions to a gradient overwrite, which are
 * added, and where zeros are needed.
 *
 * <pre>{@code
 * Backend<?> processor = Backends.cpu();
 * Map<String, Integer> bridged = Coverage.bridged(program, processor); // by primitive
 * }</pre>
 *
 * <p>A backend consists of its memory, a row stride and a {@link KernelTable}; {@link
 * java.util.ServiceLoader} finds it. A primitive without a kernel is bridged: the engine copies its
 * arguments to the host and runs its formula. {@link Coverage} lists the bridged primitives.
 *
 * <p>This package must not know any primitive or backend by name: {@code TestWalls} of {@code
 * model/engine} allows {@code program} alone.
 */
package org.attune.model.engine;
