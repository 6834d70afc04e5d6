/**
 * Programs compiled for a {@link org.attune.model.engine.Backend}. The compiler makes the decisions
 * that all backends share, once per program. {@code MemoryPlan} places each value and frees its
 * memory. {@code AdjointPlan} decides which adjoints run, which contributions to a gradient
 * overwrite, which are added, and where zeros are needed. Every step then replays the same {@link
 * org.attune.model.engine.Kernel kernels} over the same memory.
 *
 * <p>A backend consists of its memory, a row stride and a {@link
 * org.attune.model.engine.KernelTable}; {@link java.util.ServiceLoader} finds it. A primitive
 * without a kernel is bridged: the engine copies its arguments to the host and runs its formula.
 * {@link org.attune.model.engine.Coverage} lists the bridged primitives.
 */
package org.attune.model.engine;
